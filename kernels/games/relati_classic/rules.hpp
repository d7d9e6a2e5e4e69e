// The rules of relati classic for a fixed number of seats.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/guarded.hpp"
#include "common/kernel.hpp"
#include "games/relati/fields.hpp"

namespace duiyi {

template <int seats_>
class Classic {
public:
    static constexpr std::string_view id = "relati-classic";
    using Board = GuardedSquare<2 * seats_ + 1>;
    using Cells = typename Board::Set;
    using Action = std::uint8_t;  // the cell
    using Actions = ActionList<Action, Board::sites>;

    static Classic start() {
        Classic state;
        for (Side& side : state.sides_) side.linked = Board::all;
        return state;
    }

    int seats() const { return seats_; }
    bool over() const { return ending_ != Ending::none; }
    int actor() const { return over() ? nobody : first_; }
    int owner() const { return over() ? std::max<int>(last_, 0) : first_; }
    int turn() const { return turn_; }
    std::uint32_t out() const { return out_; }

    int winner() const {
        if (ending_ == Ending::withdrawn) return std::countr_one(out());
        return ending_ == Ending::others_cannot_act ? last_ : nobody;
    }

    std::string_view reason() const { return relati_fields::reason_of(ending_); }

    std::uint64_t hash() const {
        // The turn's number decides nothing.
        std::uint64_t mixed =
            scrambled(static_cast<std::uint64_t>(actor() + 2) |
                      static_cast<std::uint64_t>(last_ + 1) << 8 | std::uint64_t{out_} << 16);
        for (int seat = 0; seat < seats_; ++seat)
            mixed ^= side_of(seat).own.hash(static_cast<std::uint64_t>(seat) << 32);
        return mixed;
    }

    void actions(Actions& actions) const {
        actions.clear();
        if (!over()) legal().each([&](Cell cell) { actions.add(static_cast<Action>(cell)); });
    }

    template <typename Weights>
    void chances(Actions& actions, Weights&) const {
        actions.clear();
    }

    void play(Action action) { place(Cells::of(action)); }

    void random_step(Random& random) {
        const Cells cells = legal();
        const auto count = static_cast<std::uint32_t>(cells.count());
        place(cells.only_nth(static_cast<int>(random.below(count))));
    }

    // W-5: as if the last mover had just acted; a turn that stays where it was goes on.
    void withdraw(int seat) {
        const bool acting = seat == first_;
        out_ = static_cast<std::uint8_t>(out_ | 1U << seat);
        side_of(seat).linked = {};
        if (std::popcount(out()) == seats_ - 1)
            ending_ = Ending::withdrawn;
        else if (acting)
            resume();
    }

    std::string text(Action action) const { return Board::name(action); }

    std::optional<Action> parse(std::string_view text) const {
        const auto cell = Board::find(text);
        return cell ? std::optional(static_cast<Action>(*cell)) : std::nullopt;
    }

    // `...../..O../...X./...../..... O X 3`: rows, who moves, who moved last, turn, who is out.
    std::string dump() const {
        std::string text;
        for (int row = 0; row < Board::side; ++row) {
            if (row > 0) text += '/';
            for (int column = 0; column < Board::side; ++column)
                text += letter(Board::cell(row, column));
        }
        text += ' ';
        text += relati_fields::seat_letter(actor());
        text += ' ';
        text += relati_fields::seat_letter(last_);
        text += ' ' + std::to_string(turn_);
        if (out_ != 0) text += " out:" + relati_fields::seat_letters(out_);
        return text;
    }

    static std::optional<Classic> load(std::string_view text) {
        const auto parts = relati_fields::split(text, ' ');
        if (parts.size() < 4 || parts.size() > 5) return std::nullopt;
        if (parts.size() == 5 && !parts[4].starts_with("out:")) return std::nullopt;
        const auto actor = relati_fields::read_seat(parts[1], seats_);
        const auto last = relati_fields::read_seat(parts[2], seats_);
        const auto turn = relati_fields::read_number(parts[3], 6);
        const auto out = parts.size() == 5 ? relati_fields::read_out(parts[4].substr(4), seats_)
                                           : std::optional(0U);
        Classic state;
        if (!actor || !last || !turn || !out || !state.read_rows(parts[0])) return std::nullopt;
        state.last_ = static_cast<std::int8_t>(*last);
        state.turn_ = *turn;
        state.out_ = static_cast<std::uint8_t>(*out);
        if (!state.complete() || std::max(state.actor(), -1) != *actor) return std::nullopt;
        return state;
    }

private:
    using Ending = relati_fields::Ending;

    struct Side {
        Cells own;
        // 連線條件: where the seat may place as far as the cells are empty; follows from `own`.
        // C-2: the whole board before the first symbol. Nothing once the seat has withdrawn.
        Cells linked;
    };

    Side& side_of(int seat) { return sides_[index_of(seat)]; }
    const Side& side_of(int seat) const { return sides_[index_of(seat)]; }
    std::size_t index_of(int seat) const {
        return static_cast<std::size_t>(seat - first_ + seats_) % seats_;
    }

    Cells legal() const { return sides_[0].linked & empty_; }

    // The actor places on one cell, given as a set.
    void place(const Cells& cell) {
        Side& side = sides_[0];
        side.linked = Board::around(cell) | (side.own.empty() ? Cells{} : side.linked);
        side.own |= cell;
        empty_ = empty_.without(cell);
        last_ = static_cast<std::int8_t>(first_);
        pass_turn();
    }

    // C-3: the next seat after that of sides_[0], who moved last; he wins if only he can act.
    void pass_turn() {
        for (int step = 1; step < seats_; ++step) {
            if (!sides_[static_cast<std::size_t>(step)].linked.meets(empty_)) continue;
            bring_to_front(step);
            ++turn_;
            return;
        }
        ending_ = legal().empty() ? Ending::nobody_can_act : Ending::others_cannot_act;
    }

    // Before the first action the last seat stands for the mover: the first one in is asked first.
    void resume() {
        const int mover = last_ < 0 ? seats_ - 1 : last_;
        bring_to_front(static_cast<int>(index_of(mover)));
        pass_turn();
    }

    void bring_to_front(int steps) {
        // Rotating by one, rather than by a number known only now, keeps the sides in registers.
        for (; steps > 0; --steps) {
            const Side front = sides_[0];
            for (std::size_t i = 1; i < seats_; ++i) sides_[i - 1] = sides_[i];
            sides_[seats_ - 1] = front;
            first_ = static_cast<std::uint8_t>(first_ + 1 == seats_ ? 0 : first_ + 1);
        }
    }

    char letter(Cell cell) const {
        for (int seat = 0; seat < seats_; ++seat)
            if (side_of(seat).own.has(cell)) return relati_fields::seat_letter(seat);
        return '.';
    }

    bool read_rows(std::string_view text) {
        const auto rows = relati_fields::split(text, '/');
        if (rows.size() != Board::side) return false;
        for (int row = 0; row < Board::side; ++row) {
            const std::string_view letters = rows[static_cast<std::size_t>(row)];
            if (letters.size() != Board::side) return false;
            for (int column = 0; column < Board::side; ++column) {
                const std::string_view letter = letters.substr(static_cast<std::size_t>(column), 1);
                if (letter == ".") continue;
                const auto seat = relati_fields::read_seat(letter, seats_);
                if (!seat || *seat < 0) return false;
                side_of(*seat).own.add(Board::cell(row, column));
            }
        }
        return true;
    }

    // Fills in what follows from symbols, last mover, turn and who is out, if they make sense.
    bool complete() {
        for (int seat = 0; seat < seats_; ++seat) {
            Side& side = side_of(seat);
            empty_ = empty_.without(side.own);
            if (!(out_ >> seat & 1U))
                side.linked = side.own.empty() ? Board::all : Board::around(side.own);
        }
        const int inside = seats_ - std::popcount(out());
        const bool untouched = empty_ == Board::all;
        if (untouched != (last_ < 0) || (last_ >= 0 && side_of(last_).own.empty())) return false;
        if (!relati_fields::turn_fits(turn_, empty_.count() + inside)) return false;
        const int turn = turn_;
        if (inside == 1)
            ending_ = Ending::withdrawn;
        else
            resume();
        turn_ = turn;
        return true;
    }

    std::array<Side, seats_> sides_{};  // in seat order from the actor (at the end, from anyone) on
    Cells empty_ = Board::all;
    std::int32_t turn_ = 1;
    std::uint8_t first_ = 0;  // the seat of sides_[0]
    std::int8_t last_ = relati_fields::before_first;
    std::uint8_t out_ = 0;
    Ending ending_ = Ending::none;
};

static_assert(GameKernel<Classic<2>>);
static_assert(GameKernel<Classic<3>>);
static_assert(GameKernel<Classic<4>>);

}  // namespace duiyi
