// The decisions of atom and their tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/atom/draws.hpp"
#include "games/atom/position.hpp"

namespace duiyi {

inline constexpr std::string_view atom_letters = "KRBG";

struct AtomAction {
    enum class Kind : std::uint8_t {
        choose,   // (a), (b), (c): detail 0, 1, 2
        draw,     // slot: the counts
        place,    // detail: the colour
        end,      // of the placement, or of the turn
        attack,   // detail: the cell that is attacked
        direct,   // the other player himself is attacked
        destroy,  // cell: that which is attacked
        stop,     // no further destroying
        effect,
        lose,
        keep,
    };

    Kind kind;
    std::uint8_t cell = 0;
    std::uint8_t detail = 0;
    AtomSlot slot = 0;

    friend bool operator==(const AtomAction&, const AtomAction&) = default;
};

// A whole number as tokens and position texts have it: no leading zeros, at most six digits.
inline std::optional<int> read_whole(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (text.empty() || text.size() > 6 || (text[0] == '0' && (negative || text.size() > 1)))
        return std::nullopt;
    int value = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') return std::nullopt;
        value = 10 * value + (digit - '0');
    }
    return negative ? -value : value;
}

// `R,H`, whether there is such a lattice point or not.
inline std::optional<AtomPoint> read_point(std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const auto row = read_whole(text.substr(0, comma));
    const auto across = read_whole(text.substr(comma + 1));
    if (!row || !across) return std::nullopt;
    return AtomPoint{*row, *across};
}

inline bool on_lattice(AtomPoint point) { return ((point.row ^ point.across) & 1) == 0; }

inline std::string write_point(AtomPoint point) {
    return std::to_string(point.row) + ',' + std::to_string(point.across);
}

// Tokens need the position: an action knows a point by where it is in its cell's window.
template <std::unsigned_integral Word>
class AtomTokens {
public:
    using Action = AtomAction;
    using Kind = Action::Kind;

    explicit AtomTokens(const AtomPosition<Word>& position) : position_(position) {}

    std::string write(Action action) const {
        const std::string number = std::to_string(action.cell + 1);
        switch (action.kind) {
            case Kind::choose: return std::string(1, static_cast<char>('a' + action.detail));
            case Kind::draw: {
                std::string token = "+";
                for (int colour = 0; colour < atom_colours; ++colour)
                    token += std::to_string(drawn(action.slot, colour));
                return token;
            }
            case Kind::place: return number + atom_letters[action.detail] + point(action);
            case Kind::end: return "end";
            case Kind::attack: return "A" + number + std::to_string(action.detail + 1);
            case Kind::direct: return "D" + number;
            case Kind::destroy: return std::string("X").append(point(action));
            case Kind::stop: return "stop";
            case Kind::effect: return "E" + number + ":" + point(action);
            case Kind::lose: return "L" + number + ":" + point(action);
            case Kind::keep: return "H" + number + ":" + point(action);
        }
        return "";
    }

    // The decision that a token stands for, possible or not; none also for a point so far from its
    // cell that the window does not show it.
    std::optional<Action> read(std::string_view token) const {
        if (token == "end") return Action{Kind::end};
        if (token == "stop") return Action{Kind::stop};
        if (token.size() == 1) return read_choice(token[0]);
        if (token.empty()) return std::nullopt;
        switch (token[0]) {
            case '+': return read_draw(token.substr(1));
            case '1':
            case '2':
            case '3': {
                const std::size_t colour = atom_letters.find(token[1]);
                if (colour == std::string_view::npos) return std::nullopt;
                return at(Kind::place, token[0] - '1', colour, token.substr(2));
            }
            case 'A':
            case 'D': return read_attack(token);
            case 'X': {
                const int cell = destroying() ? position_.first_cell() : 0;
                return at(Kind::destroy, cell, 0, token.substr(1));
            }
            default: return read_of_cell(token);
        }
    }

private:
    bool destroying() const {
        return position_.step.phase == AtomPhase::destroying_first ||
               position_.step.phase == AtomPhase::destroying;
    }

    // Whose cells a decision is about.
    int seat(Kind kind) const {
        if (kind == Kind::place || kind == Kind::effect) return position_.owner();
        return kind == Kind::keep ? position_.step.seat : position_.other();
    }

    std::string point(Action action) const {
        return write_point(position_.cell(seat(action.kind), action.cell).point(action.slot));
    }

    std::optional<Action> at(Kind kind, int cell, std::size_t detail, std::string_view text) const {
        const auto point = read_point(text);
        if (!point || !on_lattice(*point)) return std::nullopt;
        const AtomSlot slot = AtomCell<Word>::slot(*point);
        if (position_.cell(seat(kind), cell).point(slot) != *point) return std::nullopt;
        return Action{kind, static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(detail),
                      slot};
    }

    static std::optional<int> read_number(char digit) {
        if (digit < '1' || digit > '3') return std::nullopt;
        return digit - '1';
    }

    static std::optional<Action> read_choice(char letter) {
        if (letter < 'a' || letter > 'c') return std::nullopt;
        return Action{Kind::choose, 0, static_cast<std::uint8_t>(letter - 'a')};
    }

    static std::optional<Action> read_draw(std::string_view digits) {
        if (digits.size() != atom_colours) return std::nullopt;
        int counts = 0;
        for (int colour = atom_colours - 1; colour >= 0; --colour) {
            const char digit = digits[static_cast<std::size_t>(colour)];
            if (digit < '0' || digit > '8') return std::nullopt;
            counts = counts << 4 | (digit - '0');
        }
        return Action{Kind::draw, 0, 0, static_cast<AtomCounts>(counts)};
    }

    static std::optional<Action> read_attack(std::string_view token) {
        const bool direct = token[0] == 'D';
        if (token.size() != (direct ? 2 : 3)) return std::nullopt;
        const auto cell = read_number(token[1]);
        const auto target = direct ? std::optional(0) : read_number(token[2]);
        if (!cell || !target) return std::nullopt;
        return Action{direct ? Kind::direct : Kind::attack, static_cast<std::uint8_t>(*cell),
                      static_cast<std::uint8_t>(*target)};
    }

    std::optional<Action> read_of_cell(std::string_view token) const {
        const std::size_t kind = std::string_view("ELH").find(token[0]);
        const auto cell = read_number(token[1]);
        if (kind == std::string_view::npos || !cell || token.size() < 3 || token[2] != ':')
            return std::nullopt;
        constexpr Kind kinds[] = {Kind::effect, Kind::lose, Kind::keep};
        return at(kinds[kind], *cell, 0, token.substr(3));
    }

    const AtomPosition<Word>& position_;
};

}  // namespace duiyi
