// The texts of relati: tokens of actions, and positions `ROWS ACTOR LAST TURN EXTENSIONS
// [FIELD:VALUE]…`.
//
// ROWS are written from the top and separated by `/`. A cell is `.` when empty, otherwise a letter
// of `OXDU` and its mark: `O` plain, `O*` root, `O!` cannon with shells, `O-` spent cannon; a small
// letter is a dead symbol. EXTENSIONS are the options that are on, with commas, or `-`. Then, where
// they apply and in this order: `bonus:2`; `chain:E5:3 passed:A1,B1 before:0,2`; `out:XD`.
//
// A part of rules.hpp, which includes it after the class that it reads and writes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duiyi {

template <int seats>
class RelatiPosition {
public:
    using State = Relati<seats>;
    using Board = typename State::Board;
    using Cells = typename State::Cells;
    using Mark = typename State::Symbols::Mark;
    using Action = RelatiAction;
    using Kind = RelatiAction::Kind;

    static std::string text(Action action) {
        const std::string name = Board::name(action.cell);
        switch (action.kind) {
            case Kind::place: return name;
            case Kind::build: return "build:" + name;
            case Kind::fire:
                return "fire:" + name + ':' + rays[static_cast<std::size_t>(action.direction)];
            case Kind::migrate: return "root:" + name;
            case Kind::pass: break;
        }
        return "pass";
    }

    static std::optional<Action> parse(std::string_view text) {
        const auto parts = relati_fields::split(text, ':');
        if (text == "pass") return Action{0, Kind::pass, Direction::front};
        if (parts.size() == 1) return with_cell(parts[0], Kind::place, Direction::front);
        if (parts.size() == 2 && parts[0] == "build")
            return with_cell(parts[1], Kind::build, Direction::front);
        if (parts.size() == 2 && parts[0] == "root")
            return with_cell(parts[1], Kind::migrate, Direction::front);
        if (parts.size() != 3 || parts[0] != "fire" || parts[2].size() != 1) return std::nullopt;
        const std::size_t ray = rays.find(parts[2][0]);
        if (ray == std::string_view::npos) return std::nullopt;
        return with_cell(parts[1], Kind::fire, static_cast<Direction>(ray));
    }

    static std::string write(const State& state) {
        std::string text = rows(state.symbols_);
        text += {' ', relati_fields::seat_letter(state.actor())};
        text += {' ', relati_fields::seat_letter(state.last_), ' '};
        text += std::to_string(state.turn_) + ' ' + extensions(state.options_);
        if (state.bonus_ > 0) text += " bonus:" + std::to_string(state.bonus_);
        if (state.chain_.open()) text += chain(state.chain_);
        if (state.out_ != 0) text += " out:" + relati_fields::seat_letters(state.out_);
        return text;
    }

    static std::optional<State> read(std::string_view text) {
        auto parts = relati_fields::split(text, ' ');
        if (parts.size() < 5) return std::nullopt;
        const auto actor = relati_fields::read_seat(parts[1], seats);
        const auto last = relati_fields::read_seat(parts[2], seats);
        const auto turn = relati_fields::read_number(parts[3], 6);
        State state;
        if (!actor || !last || !turn || !read_extensions(parts[4], state.options_) ||
            !read_rows(parts[0], state.symbols_))
            return std::nullopt;
        state.actor_ = static_cast<std::int8_t>(*actor);
        state.last_ = static_cast<std::int8_t>(*last);
        state.turn_ = *turn;
        parts.erase(parts.begin(), parts.begin() + 5);
        if (!read_fields(parts, state)) return std::nullopt;
        state.symbols_.link_all();
        if (!possible(state) || !complete(state)) return std::nullopt;
        return state;
    }

private:
    using Chain = typename State::Chain;
    using Ending = typename State::Ending;
    using Parts = std::vector<std::string_view>;

    static constexpr std::string_view rays = "FBLR";
    static constexpr int most = 99'999;  // bonuses, shells, lost symbols in a text
    static constexpr std::size_t digits = 5;

    static std::optional<Action> with_cell(std::string_view name, Kind kind, Direction direction) {
        const auto cell = Board::find(name);
        if (!cell) return std::nullopt;
        return Action{static_cast<std::int16_t>(*cell), kind, direction};
    }

    // Writing

    static std::string rows(const typename State::Symbols& symbols) {
        std::string text;
        const Cells empty = symbols.empty();
        for (int row = 0; row < Board::side; ++row) {
            if (row > 0) text += '/';
            for (int column = 0; column < Board::side; ++column) {
                const Cell cell = Board::cell(row, column);
                if (empty.has(cell))
                    text += '.';
                else
                    text += symbol(symbols.owner(cell), symbols.mark(cell));
            }
        }
        return text;
    }

    static std::string symbol(int seat, Mark mark) {
        const std::string letter(1, relati_fields::seat_letter(seat));
        switch (mark) {
            case Mark::plain: return letter;
            case Mark::root: return letter + '*';
            case Mark::ready: return letter + '!';
            case Mark::spent: return letter + '-';
            case Mark::dead: break;
        }
        return std::string(1, small(letter[0]));
    }

    static constexpr char small(char letter) { return static_cast<char>(letter - 'A' + 'a'); }

    static std::string extensions(const RelatiOptions& options) {
        std::string text;
        if (options.continuous) text += ",continuous";
        if (options.cannon) text += ",cannon";
        if (options.chain) text += ",chain";
        if (options.friendly_fire) text += ",friendly_fire";
        if (options.migration) text += ",migration";
        return text.empty() ? "-" : text.substr(1);
    }

    static std::string chain(const Chain& chain) {
        std::string passed, before;
        chain.passed.each([&](Cell cell) { passed += ',' + Board::name(cell); });
        for (const std::int32_t count : chain.before) before += ',' + std::to_string(count);
        return " chain:" + Board::name(chain.cannon) + ':' + std::to_string(chain.shells) +
               " passed:" + passed.substr(1) + " before:" + before.substr(1);
    }

    // Reading

    // Exactly the texts that `extensions` writes; `chain` and `friendly_fire` need `cannon`.
    static bool read_extensions(std::string_view text, RelatiOptions& options) {
        for (unsigned bits = 0; bits < 32; ++bits) {
            options = {(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0, (bits & 8U) != 0,
                       (bits & 16U) != 0};
            if (text == extensions(options))
                return options.cannon || !(options.chain || options.friendly_fire);
        }
        return false;
    }

    static bool read_rows(std::string_view text, typename State::Symbols& symbols) {
        const auto rows = relati_fields::split(text, '/');
        if (rows.size() != Board::side) return false;
        for (int row = 0; row < Board::side; ++row)
            if (!read_row(rows[static_cast<std::size_t>(row)], row, symbols)) return false;
        return true;
    }

    static bool read_row(std::string_view text, int row, typename State::Symbols& symbols) {
        int column = 0;
        for (; !text.empty(); ++column) {
            if (column == Board::side) return false;
            const char letter = text[0];
            text.remove_prefix(1);
            if (letter == '.') continue;
            int seat = 0;
            while (seat < seats && letter != relati_fields::seat_letter(seat) &&
                   letter != small(relati_fields::seat_letter(seat)))
                ++seat;
            if (seat == seats) return false;
            const bool dead = letter != relati_fields::seat_letter(seat);
            symbols.put(seat, Board::cell(row, column), dead ? Mark::dead : read_mark(text));
        }
        return column == Board::side;
    }

    // Takes a living symbol's mark from the front of a text.
    static Mark read_mark(std::string_view& text) {
        const char mark = text.empty() ? '.' : text[0];
        if (mark != '*' && mark != '!' && mark != '-') return Mark::plain;
        text.remove_prefix(1);
        return mark == '*' ? Mark::root : mark == '!' ? Mark::ready : Mark::spent;
    }

    // What a field holds, if it is the next one of these.
    static std::optional<std::string_view> take(Parts& parts, std::string_view name) {
        if (parts.empty() || !parts[0].starts_with(name)) return std::nullopt;
        const std::string_view value = parts[0].substr(name.size());
        parts.erase(parts.begin());
        return value;
    }

    static bool read_fields(Parts parts, State& state) {
        if (const auto value = take(parts, "bonus:")) {
            state.bonus_ = relati_fields::read_number(*value, digits).value_or(0);
            if (state.bonus_ == 0) return false;
        }
        if (const auto value = take(parts, "chain:")) {
            const auto passed = take(parts, "passed:");
            const auto before = passed ? take(parts, "before:") : std::nullopt;
            if (!before || !read_chain(*value, *passed, *before, state.chain_)) return false;
        }
        if (const auto value = take(parts, "out:")) {
            const auto out = relati_fields::read_out(*value, seats);
            if (!out) return false;
            state.out_ = static_cast<std::uint8_t>(*out);
        }
        return parts.empty();
    }

    static bool read_chain(std::string_view value, std::string_view passed, std::string_view before,
                           Chain& chain) {
        const auto parts = relati_fields::split(value, ':');
        if (parts.size() != 2) return false;
        const auto cannon = Board::find(parts[0]);
        const auto shells = relati_fields::read_number(parts[1], digits);
        const auto counts = relati_fields::split(before, ',');
        if (!cannon || !shells || *shells == 0 || counts.size() != seats) return false;
        chain.cannon = static_cast<std::int16_t>(*cannon);
        chain.shells = *shells;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const auto count = relati_fields::read_number(counts[seat], digits);
            if (!count) return false;
            chain.before[seat] = *count;
        }
        Cell previous = -1;
        for (const auto name : relati_fields::split(passed, ',')) {
            const auto cell = Board::find(name);
            if (!cell || *cell <= previous) return false;
            chain.passed.add(previous = *cell);
        }
        return true;
    }

    // Whether the rules can lead to something like it

    static bool possible(const State& state) {
        int plain = 0, ready = 0;
        for (int seat = 0; seat < seats; ++seat) {
            if (!possible_side(state, seat)) return false;
            const auto& symbols = state.symbols_;
            ready += symbols.ready(seat).count();
            const Cells marked = symbols.cannons(seat) | symbols.root(seat);
            plain += symbols.living(seat).without(marked).count();
        }
        if (state.symbols_.has_lost_cannons()) return false;
        // More than the turns there can still be: whatever is done makes this smaller.
        const int empty = state.symbols_.empty().count();
        const int inside = seats - std::popcount(state.out());
        const int room = 4 * empty + 3 * plain + 2 * ready + inside;
        if (!relati_fields::turn_fits(state.turn_, room)) return false;
        if (state.bonus_ + seats * room > most) return false;
        const bool untouched = empty == Board::sites;
        return untouched == (state.last_ < 0) &&
               (state.last_ < 0 || !state.symbols_.owned(state.last_).empty());
    }

    static bool possible_side(const State& state, int seat) {
        const auto& symbols = state.symbols_;
        const bool no_death = symbols.dead(seat).empty();
        const int roots = symbols.root(seat).count();
        if (roots > 1 || (roots == 0 && no_death && !symbols.living(seat).empty())) return false;
        if (!symbols.cannons(seat).empty() && !state.options_.cannon) return false;
        return no_death || state.options_.cannon || state.options_.migration;
    }

    // Fills in the outcome; false when it is not this actor's decision (C-3).
    static bool complete(State& state) {
        if (state.chain_.open() || state.bonus_ > 0) return possible_open_action(state);
        const int actor = state.actor_, turn = state.turn_;
        if (std::popcount(state.out()) == seats - 1)
            state.ending_ = Ending::withdrawn;
        else
            state.turn_over(state.last_, 0);
        state.turn_ = turn;
        return std::max(state.actor(), -1) == actor;
    }

    // A chain or bonus belongs to the player who moved last and still moves.
    static bool possible_open_action(const State& state) {
        const int actor = state.actor_;
        if (actor < 0 || actor != state.last_ || (state.out_ >> actor & 1U)) return false;
        if (std::popcount(state.out()) == seats - 1) return false;
        if (state.bonus_ > 0 && !state.options_.continuous) return false;
        const Chain& chain = state.chain_;
        if (!chain.open()) {
            State again = state;
            again.turn_over(actor, state.bonus_);
            return !again.over() && again.bonus_ > 0;
        }
        const auto& symbols = state.symbols_;
        const Cells ready = symbols.ready(actor);
        const Cells used = symbols.cannons(actor).without(ready) | symbols.dead(actor);
        return state.options_.chain && ready.has(chain.cannon) &&
               chain.shells + ready.count() <= most && chain.passed.without(used).empty() &&
               state.has_shot(chain.cannon);
    }
};

}  // namespace duiyi
