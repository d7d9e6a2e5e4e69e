// relati classic for two seats, solved: the exact value of every position of a small board, by
// alpha-beta with a table. Values are those of who is to act: 1 wins, 0 nobody wins, −1 loses.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/bits.hpp"
#include "common/control.hpp"
#include "games/relati_classic/solver_board.hpp"
#include "search/limits.hpp"

namespace duiyi {

// Keeps its table from question to question, so that a game's later positions cost little.
template <int side>
class ClassicSolver {
public:
    using Board = classic_solver::Board<side>;
    using Cells = classic_solver::Cells;
    using Position = classic_solver::Position;
    using Bounds = classic_solver::Bounds;
    using Values = std::array<std::int8_t, Board::cells>;

    static constexpr int illegal = 2;  // among the values of cells

    struct Best {
        int value;
        int cell;
    };

    // `memory` is in bytes, for the table; more than this makes 5x5 no faster.
    explicit ClassicSolver(std::size_t memory = std::size_t{16} << 20)
        : table_(std::max<std::size_t>(std::bit_floor(memory / sizeof(std::uint64_t)), bucket)) {}

    // All of these give nothing when they had to end before they knew.

    // The value of every first action for the first seat.
    std::optional<Values> values(const Limits& limits, Control& control) {
        return values({}, limits, control);
    }

    // The value of every cell that the actor may take, `illegal` for the others.
    std::optional<Values> values(Position position, const Limits& limits, Control& control) {
        Budget budget(limits, control);
        Values found;
        found.fill(illegal);
        for (Cells rest = Board::actions(position); rest != 0; rest &= rest - 1) {
            const Position next = Board::played(position, rest & ~(rest - 1));
            found[static_cast<std::size_t>(std::countr_zero(rest))] =
                static_cast<std::int8_t>(-search(next, -1, 1, budget));
            if (budget.over()) return std::nullopt;
        }
        return found;
    }

    // The value, and the most promising of the cells that keep it; the actor can act.
    std::optional<Best> best(Position position, const Limits& limits, Control& control) {
        Budget budget(limits, control);
        const int value = search(position, -1, 1, budget);
        std::array<Position, Board::cells> next;
        const std::size_t count = ordered(position, next);
        for (std::size_t i = 0; i < count && !budget.over(); ++i) {
            // Nothing exceeds the value: whether this one keeps it is all that is asked.
            const bool keeps = value < 0 || -search(next[i], -value, 1 - value, budget) >= value;
            if (keeps && !budget.over())
                return Best{value, std::countr_zero(next[i].other & ~position.own)};
        }
        return std::nullopt;
    }

private:
    static constexpr std::size_t bucket = 4;
    // Later positions meet their mirror images only where earlier ones did.
    static constexpr int symmetric_symbols = 8;

    // A value that is at least the true one where it is not above alpha, and at most the true one
    // where it is not below beta; otherwise exact. Without meaning once the budget is over.
    int search(Position position, int alpha, int beta, Budget& budget) {
        const Cells actions = Board::actions(position);
        if (actions == 0) return Board::value_when_stuck(position);
        if (budget.spent()) return 0;
        Bounds known = Board::bounds(position);
        if (known.low >= beta || known.exact()) return known.low;
        if (known.high <= alpha) return known.high;
        if (std::popcount(position.own | position.other) <= symmetric_symbols)
            return search_actions(Board::canonical(position), known, alpha, beta, budget);
        return search_actions(position, known, alpha, beta, budget);
    }

    int search_actions(Position position, Bounds known, int alpha, int beta, Budget& budget) {
        const std::uint64_t key = Board::key(position);
        known = known.narrowed(recalled(key));
        if (known.low >= beta || known.exact()) return known.low;
        if (known.high <= alpha) return known.high;
        alpha = std::max(alpha, known.low);
        beta = std::min(beta, known.high);
        std::array<Position, Board::cells> next;
        const std::size_t count = ordered(position, next);
        int best = -1, from = alpha;
        for (std::size_t i = 0; i < count && best < beta; ++i) {
            best = std::max(best, -search(next[i], -beta, -from, budget));
            from = std::max(from, best);
            if (budget.over()) return 0;
        }
        best = std::clamp(best, known.low, known.high);
        if (best < beta) known.high = best;
        if (best > alpha) known.low = best;
        remember(key, known);
        return best;
    }

    // The positions after each action, the most promising first: those that leave the other least.
    static std::size_t ordered(Position position, std::array<Position, Board::cells>& next) {
        std::array<std::uint32_t, Board::cells> order;
        std::array<Position, Board::cells> unordered;
        std::size_t count = 0;
        for (Cells rest = Board::actions(position); rest != 0; rest &= rest - 1, ++count) {
            unordered[count] = Board::played(position, rest & ~(rest - 1));
            order[count] = room(unordered[count]) << 8 | static_cast<std::uint32_t>(count);
        }
        std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
        for (std::size_t i = 0; i < count; ++i) next[i] = unordered[order[i] & 0xFF];
        return count;
    }

    // How many more cells the actor comes to soon than the other, from 0 on. What is two actions
    // away says far more than what is one away; both together say most.
    static std::uint32_t room(Position position) {
        const Cells free = Board::empty(position);
        const Cells own = Board::placeable(position.own, free);
        const Cells other = Board::placeable(position.other, free);
        const int soon = std::popcount(own) - std::popcount(other);
        const int later = std::popcount(Board::around(position.own | own) & free) -
                          std::popcount(Board::around(position.other | other) & free);
        return static_cast<std::uint32_t>(5 * Board::cells + 4 * later + soon);
    }

    // The table: a word has the whole key and both bounds, so nothing is ever taken for another.

    static std::uint64_t packed(std::uint64_t key, Bounds bounds) {
        return key << 4 | static_cast<std::uint64_t>(bounds.low + 1) << 2 |
               static_cast<std::uint64_t>(bounds.high + 1);
    }

    std::uint64_t* slots_of(std::uint64_t key) {
        return table_.data() + (scrambled(key) & (table_.size() - 1) & ~(bucket - 1));
    }

    Bounds recalled(std::uint64_t key) {
        const std::uint64_t* slots = slots_of(key);
        for (std::size_t i = 0; i < bucket; ++i)
            if (slots[i] >> 4 == key && slots[i] != 0)
                return {static_cast<int>(slots[i] >> 2 & 3) - 1,
                        static_cast<int>(slots[i] & 3) - 1};
        return {};
    }

    // The newest first; the oldest falls out.
    void remember(std::uint64_t key, Bounds bounds) {
        std::uint64_t* slots = slots_of(key);
        std::size_t at = 0;
        while (at + 1 < bucket && slots[at] != 0 && slots[at] >> 4 != key) ++at;
        for (; at > 0; --at) slots[at] = slots[at - 1];
        slots[0] = packed(key, bounds);
    }

    std::vector<std::uint64_t> table_;
};

}  // namespace duiyi
