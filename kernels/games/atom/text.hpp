// The position text of atom: `TURN PHASE SIDE SIDE OPTIONS [out:SEAT]`, as the Python rules write
// and read it, and whether a position that was read can be.
#pragma once

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/atom/position.hpp"
#include "games/atom/tokens.hpp"

namespace duiyi {

inline constexpr std::array<std::string_view, 3> atom_damages = {"attack", "none", "excess"};

inline std::string write_atom_options(const AtomOptions& options) {
    const std::string cap = options.life_cap == 0 ? "none" : std::to_string(options.life_cap);
    return "damage=" + std::string(atom_damages[static_cast<std::size_t>(options.damage)]) +
           ",life_cap=" + cap + ",turn_limit=" + std::to_string(options.turn_limit) +
           ",max_height=" + std::to_string(options.max_height) +
           ",max_width=" + std::to_string(options.max_width);
}

template <std::unsigned_integral Word>
class AtomWriter {
public:
    static std::string write(const AtomPosition<Word>& position) {
        std::string text = std::to_string(position.turn) + ' ' + phase(position.step);
        for (const auto& one : position.sides) text += ' ' + side(one);
        text += ' ' + write_atom_options(position.options);
        for (int seat = 0; seat < 2; ++seat)
            if (position.out >> seat & 1U) text += " out:" + std::to_string(seat);
        return text;
    }

private:
    static std::string side(const AtomSide<Word>& side) {
        std::string text = std::to_string(side.life);
        char before = ':';
        for (const int held : side.held) {
            text += before + std::to_string(held);
            before = '.';
        }
        for (const auto& one : side.cells) text += ':' + cell(one);
        return text;
    }

    static std::string cell(const AtomCell<Word>& cell) {
        std::string text;
        cell.template each_atom<AtomCell<Word>::Which::any>([&](AtomSlot slot) {
            if (!text.empty()) text += ';';
            text += atom_letters[static_cast<std::size_t>(cell.colour(slot))];
            text += write_point(cell.point(slot));
        });
        return text.empty() ? "-" : text;
    }

    static std::string phase(const AtomStep& step) {
        const std::string attacks = std::to_string(step.attacks), left = std::to_string(step.left);
        const std::string numbers = cells(step.cells);
        switch (step.phase) {
            case AtomPhase::choosing: return "choose";
            case AtomPhase::drawing:
                return "draw:" + std::to_string(step.atoms) + ',' + left + ',' + attacks;
            case AtomPhase::placing: return "place:" + left + ',' + attacks;
            case AtomPhase::acting: return "act:" + attacks;
            case AtomPhase::destroying_first:
                return "destroy:" + attacks + ',' + numbers + ',' + left + ",first";
            case AtomPhase::destroying:
                return "destroy:" + attacks + ',' + numbers + ',' + left + ",more";
            case AtomPhase::keeping:
                return "keep:" + attacks + ',' + std::to_string(step.seat) + ',' + numbers +
                       effect(step);
            case AtomPhase::losing:
                return "lose:" + attacks + ',' + left + ',' + (step.cells == 0 ? "-" : numbers);
            case AtomPhase::over: return "over";
        }
        return "";
    }

    static std::string effect(const AtomStep& step) {
        if (step.effect == AtomColour::black) return "";
        const char letter = atom_letters[static_cast<std::size_t>(step.effect)];
        return std::string{',', letter} + std::to_string(step.left);
    }

    static std::string cells(unsigned cells) {
        std::string text;
        for (int number = 0; number < atom_cells; ++number)
            if (cells >> number & 1U) text += static_cast<char>('1' + number);
        return text;
    }
};

inline std::vector<std::string_view> split_text(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

// Reads into one position; each function says whether its part of the text can be read.
template <std::unsigned_integral Word>
class AtomReader {
public:
    static std::optional<AtomPosition<Word>> read(std::string_view text) {
        const auto fields = split_text(text, ' ');
        if (fields.size() != 5 && fields.size() != 6) return std::nullopt;
        AtomReader reader;
        const bool good = reader.read_turn(fields[0]) && reader.read_phase(fields[1]) &&
                          reader.read_options(fields[4]) && reader.read_side(0, fields[2]) &&
                          reader.read_side(1, fields[3]) &&
                          (fields.size() == 5 || reader.read_out(fields[5])) && reader.possible();
        return good ? std::optional(reader.position_) : std::nullopt;
    }

private:
    bool read_turn(std::string_view text) {
        const auto turn = read_whole(text);
        position_.turn = turn.value_or(0);
        return position_.turn > 0;
    }

    bool read_out(std::string_view text) {
        if (text != "out:0" && text != "out:1") return false;
        position_.out = 1U << (text[4] - '0');
        return true;
    }

    // Only in full and in order: another text of the same options is refused.
    bool read_options(std::string_view text) {
        AtomOptions& options = position_.options;
        const auto pairs = split_text(text, ',');
        if (pairs.size() != 5) return false;
        const auto value = [&](std::size_t index) {
            return pairs[index].substr(std::min(pairs[index].find('=') + 1, pairs[index].size()));
        };
        const auto number = [&](std::size_t index, int high) {
            const auto found = read_whole(value(index));
            return found && 1 <= *found && *found <= high ? *found : 0;
        };
        for (std::size_t damage = 0; damage < atom_damages.size(); ++damage)
            if (value(0) == atom_damages[damage]) options.damage = static_cast<AtomDamage>(damage);
        options.life_cap = static_cast<std::uint16_t>(number(1, 999));
        options.turn_limit = static_cast<std::uint16_t>(number(2, 9999));
        options.max_height = static_cast<std::uint8_t>(number(3, 60));
        options.max_width = static_cast<std::uint8_t>(number(4, 60));
        return options.turn_limit > 0 && options.max_width > 0 &&
               options.max_width < options.max_height &&
               options.max_height <= AtomWindow<Word>::largest_cap &&
               text == write_atom_options(options);
    }

    bool read_side(int seat, std::string_view text) {
        AtomSide<Word>& side = position_.side(seat);
        const auto parts = split_text(text, ':');
        if (parts.size() != 2 + atom_cells) return false;
        const auto life = read_whole(parts[0]);
        const auto held = split_text(parts[1], '.');
        if (!life || held.size() != atom_colours) return false;
        side.life = *life;
        for (std::size_t colour = 0; colour < atom_colours; ++colour) {
            const auto count = read_whole(held[colour]);
            if (!count || *count < 0) return false;
            side.held[colour] = *count;
        }
        for (std::size_t number = 0; number < atom_cells; ++number)
            if (!read_cell(side.cells[number], parts[2 + number])) return false;
        return true;
    }

    // Within the caps, without which a window could not show it.
    bool read_cell(AtomCell<Word>& cell, std::string_view text) const {
        if (text == "-") return true;
        std::vector<AtomAt> atoms;
        AtomBounds bounds;
        for (const std::string_view one : split_text(text, ';')) {
            const std::size_t colour = one.empty() ? atom_letters.npos : atom_letters.find(one[0]);
            const auto point = read_point(one.substr(one.empty() ? 0 : 1));
            if (colour == atom_letters.npos || !point || !on_lattice(*point)) return false;
            if (atoms.empty()) bounds = {point->row, point->row, point->across, point->across};
            if (!atoms.empty() && !before(atoms.back().point, *point)) return false;
            bounds.include(*point);
            atoms.push_back({*point, static_cast<AtomColour>(colour)});
        }
        if (!bounds.within(position_.options.caps())) return false;
        cell = AtomCell<Word>::of(atoms);
        return true;
    }

    static bool before(AtomPoint one, AtomPoint next) {
        return std::pair(one.row, one.across) < std::pair(next.row, next.across);
    }

    bool read_phase(std::string_view text) {
        AtomStep& step = position_.step;
        const std::size_t colon = text.find(':');
        const std::string_view name = text.substr(0, colon);
        if (colon == std::string_view::npos) {
            step.phase = name == "choose" ? AtomPhase::choosing : AtomPhase::over;
            return name == "choose" || name == "over";
        }
        const auto parts = split_text(text.substr(colon + 1), ',');
        if (name == "draw" && parts.size() == 3) {
            step.phase = AtomPhase::drawing;
            return number(parts[0], 5, 8, step.atoms) && number(parts[1], 4, 7, step.left) &&
                   number(parts[2], 0, 3, step.attacks);
        }
        if (name == "place" && parts.size() == 2) {
            step.phase = AtomPhase::placing;
            return number(parts[0], 0, 7, step.left) && number(parts[1], 0, 3, step.attacks);
        }
        if (name == "act" && parts.size() == 1) {
            step.phase = AtomPhase::acting;
            return number(parts[0], 0, 3, step.attacks);
        }
        if (name == "destroy" && parts.size() == 4) return read_destroying(parts);
        if (name == "keep" && (parts.size() == 3 || parts.size() == 4)) return read_keeping(parts);
        if (name == "lose" && parts.size() == 3) {
            step.phase = AtomPhase::losing;
            return number(parts[0], 0, 3, step.attacks) && number(parts[1], 1, 6, step.left) &&
                   (parts[2] == "-" || read_cells(parts[2]));
        }
        return false;
    }

    bool read_destroying(const std::vector<std::string_view>& parts) {
        AtomStep& step = position_.step;
        step.phase = parts[3] == "first" ? AtomPhase::destroying_first : AtomPhase::destroying;
        return number(parts[0], 0, 2, step.attacks) && parts[1].size() == 1 &&
               read_cells(parts[1]) && number(parts[2], 1, AtomCell<Word>::most_atoms, step.left) &&
               (parts[3] == "first" || parts[3] == "more");
    }

    bool read_keeping(const std::vector<std::string_view>& parts) {
        AtomStep& step = position_.step;
        step.phase = AtomPhase::keeping;
        if (!number(parts[0], 0, 3, step.attacks) || !number(parts[1], 0, 1, step.seat) ||
            !read_cells(parts[2]))
            return false;
        if (parts.size() == 3) return true;
        if (parts[3].empty()) return false;
        const std::size_t colour = atom_letters.find(parts[3][0]);
        if (colour == atom_letters.npos || colour == 0) return false;
        step.effect = static_cast<AtomColour>(colour);
        return number(parts[3].substr(1), 0, 6, step.left);
    }

    template <typename Number>
    static bool number(std::string_view text, int low, int high, Number& number) {
        const auto found = read_whole(text);
        if (!found || *found < low || *found > high) return false;
        number = static_cast<Number>(*found);
        return true;
    }

    bool read_cells(std::string_view text) {
        char last = '0';
        for (const char digit : text) {
            if (digit <= last || digit > '3') return false;
            position_.step.cells |= static_cast<std::uint8_t>(1 << (digit - '1'));
            last = digit;
        }
        return !text.empty();
    }

    // What the rules could lead to, and no more; how it came about is not asked.
    bool possible() const {
        if (position_.turn > position_.options.turn_limit) return false;
        for (int seat = 0; seat < 2; ++seat)
            for (int number = 0; number < atom_cells; ++number)
                if (!may_be_broken(seat, number) && !whole(position_.cell(seat, number)))
                    return false;
        const bool dead[] = {position_.side(0).life <= 0, position_.side(1).life <= 0};
        if (position_.step.phase == AtomPhase::over) return possible_end(dead);
        return position_.out == 0 && !dead[0] && !dead[1] && fits();
    }

    // One is hurt in the other's turn only, and in the very first turn nobody is.
    bool possible_end(const bool (&dead)[2]) const {
        if (position_.out != 0) return !dead[0] && !dead[1];
        if (dead[position_.owner()]) return false;
        if (dead[position_.other()]) return position_.turn > 1;
        return position_.turn == position_.options.turn_limit;
    }

    static bool whole(const AtomCell<Word>& cell) {
        return cell.empty() || (cell.count(AtomColour::black) > 0 && cell.connected());
    }

    // Whether a cell is still to be settled. A withdrawal may have come in between.
    bool may_be_broken(int seat, int number) const {
        const AtomStep& step = position_.step;
        const bool among = (step.cells >> number & 1) != 0;
        switch (step.phase) {
            case AtomPhase::destroying:
            case AtomPhase::losing: return seat == position_.other() && among;
            case AtomPhase::keeping: return seat == step.seat && among;
            case AtomPhase::over: return position_.out != 0;
            default: return false;
        }
    }

    // Whether the phase fits the turn and the cells.
    bool fits() const {
        const AtomStep& step = position_.step;
        if (step.attacks > 0 && position_.turn == 1) return false;
        const int other = position_.other();
        switch (step.phase) {
            case AtomPhase::drawing: return fits_a_choice();
            case AtomPhase::destroying_first:
            case AtomPhase::destroying:
                return position_.turn > 1 &&
                       step.left <= position_.cell(other, position_.first_cell()).atoms();
            case AtomPhase::keeping: return fits_keeping();
            case AtomPhase::losing:
                return step.left <= 6 - count_set_bits(step.cells) &&
                       step.left <= position_.side(other).atoms();
            default: return true;
        }
    }

    bool fits_a_choice() const {
        const AtomStep& step = position_.step;
        const int filled = position_.side(position_.owner()).filled();
        for (int what = 0; what < 3; ++what) {
            const AtomStep chosen = atom_choice(what, filled, position_.turn);
            if (chosen.atoms == step.atoms && chosen.left == step.left &&
                chosen.attacks == step.attacks)
                return true;
        }
        return false;
    }

    bool fits_keeping() const {
        const AtomStep& step = position_.step;
        const AtomCell<Word>& cell = position_.cell(step.seat, position_.first_cell());
        int parts = 0;
        cell.each_black_part([&](AtomSlot) { ++parts; });
        if (parts < 2) return false;
        const bool effect = step.effect != AtomColour::black;
        if (step.seat != position_.owner()) return !effect;
        return effect && count_set_bits(step.cells) == 1;
    }

    AtomPosition<Word> position_;
};

}  // namespace duiyi
