// Positions of relati classic for two seats on squares of up to 5 cells on a side, small enough for
// one word, and what is certain about them without looking ahead. The rules for boards of the real
// game, with all their texts, are in games/rules.hpp; here is what a solver needs of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace duiyi::classic_solver {

// A bit per cell, row by row from the top left.
using Cells = std::uint32_t;

// Of two seats the one who cannot act has lost, or nobody has won: so they always act in turns.
struct Position {
    Cells own = 0;  // of who is to act
    Cells other = 0;

    friend bool operator==(Position, Position) = default;
};

// What the actor can be sure of: his value lies between the two.
struct Bounds {
    int low = -1;
    int high = 1;

    bool exact() const { return low == high; }
    Bounds narrowed(Bounds by) const { return {std::max(low, by.low), std::min(high, by.high)}; }
};

template <int side>
struct Board {
    static_assert(1 <= side && side <= 5, "a position is a table's key of two times 25 bits");

    static constexpr int cells = side * side;
    static constexpr Cells all = (Cells{1} << cells) - 1;
    static constexpr Cells left_column = [] {
        Cells column = 0;
        for (int row = 0; row < side; ++row) column |= Cells{1} << row * side;
        return column;
    }();
    static constexpr Cells right_column = left_column << (side - 1);

    // These cells and the up to eight around each.
    static constexpr Cells around(Cells set) {
        const Cells rows = set | (set & ~right_column) << 1 | (set & ~left_column) >> 1;
        return (rows | rows << side | rows >> side) & all;
    }

    static constexpr Cells empty(Position position) {
        return all & ~(position.own | position.other);
    }

    // 放置條件: empty and next to an own symbol; C-2: the first symbol goes anywhere.
    static constexpr Cells placeable(Cells own, Cells empty) {
        return own == 0 ? empty : around(own) & empty;
    }
    static constexpr Cells actions(Position position) {
        return placeable(position.own, empty(position));
    }

    // With the seats exchanged: the other one is to act.
    static constexpr Position played(Position position, Cells cell) {
        return {position.other, position.own | cell};
    }

    // C-3, for who has just acted: he wins if only he can act.
    static constexpr int value_when_stuck(Position position) {
        return placeable(position.other, empty(position)) != 0 ? -1 : 0;
    }

    // All cells that a seat could come to if it alone acted, through these.
    static constexpr Cells reach(Cells own, Cells through) {
        if (own == 0) return through;
        Cells reached = around(own) & through;
        for (Cells more = around(reached) & through; more != reached;
             more = around(reached) & through)
            reached = more;
        return reached;
    }

    // Who has enough cells that the other can never come to, never loses to one who has fewer
    // cells within reach. The other acts at most once on each of those.
    static constexpr Bounds bounds(Position position) {
        const Cells free = empty(position);
        const Cells own_reach = reach(position.own, free);
        const Cells other_reach = reach(position.other, free);
        const int own_safe = std::popcount(reach(position.own, own_reach & ~other_reach));
        const int other_safe = std::popcount(reach(position.other, other_reach & ~own_reach));
        const int own_most = std::popcount(own_reach), other_most = std::popcount(other_reach);
        Bounds found;
        if (own_safe >= other_most) found.low = own_safe >= other_most + 2 ? 1 : 0;
        if (own_most <= other_safe + 1) found.high = own_most < other_safe ? -1 : 0;
        return found;
    }

    // The same position for all eight ways to look at the board.
    static Position canonical(Position position) {
        Position least = position;
        for (int symmetry = 1; symmetry < 8; ++symmetry) {
            const Position seen{turned(position.own, symmetry), turned(position.other, symmetry)};
            if (key(seen) < key(least)) least = seen;
        }
        return least;
    }

    static constexpr std::uint64_t key(Position position) {
        return std::uint64_t{position.own} << cells | position.other;
    }

    // `symmetry` is 0 … 7; 0 changes nothing.
    static constexpr int turned_cell(int cell, int symmetry) {
        int row = cell / side, column = cell % side;
        if (symmetry & 1) row = side - 1 - row;
        if (symmetry & 2) column = side - 1 - column;
        if (symmetry & 4) std::swap(row, column);
        return row * side + column;
    }

    static Cells turned(Cells set, int symmetry) {
        Cells found = 0;
        for (int row = 0; row < side; ++row, set >>= side)
            found |= turned_rows[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(row)]
                                [set & row_mask];
        return found;
    }

    static std::string name(int cell) {
        return static_cast<char>('A' + cell % side) + std::to_string(cell / side + 1);
    }

    // From a position text of the game, on a board of any side: rows, who is to act, and more. No
    // position where the text has none or the game is over.
    static std::optional<Position> read(std::string_view text) {
        constexpr std::size_t length = static_cast<std::size_t>(side) * (side + 1) - 1;
        if (text.size() < length + 2 || text[length] != ' ') return std::nullopt;
        Position position;
        const char actor = text[length + 1];
        if (actor != 'O' && actor != 'X') return std::nullopt;
        for (std::size_t place = 0, cell = 0; place < length; ++place) {
            const char letter = text[place];
            if ((letter == '/') != (place % (side + 1) == side)) return std::nullopt;
            if (letter == '/') continue;
            if (letter != '.' && letter != 'O' && letter != 'X') return std::nullopt;
            Cells& symbols = letter == actor ? position.own : position.other;
            if (letter != '.') symbols |= Cells{1} << cell;
            ++cell;
        }
        return actions(position) == 0 ? std::nullopt : std::optional(position);
    }

private:
    static constexpr Cells row_mask = (Cells{1} << side) - 1;

    // By symmetry, row and the cells of this row.
    static constexpr auto turned_rows = [] {
        std::array<std::array<std::array<Cells, std::size_t{1} << side>, side>, 8> table{};
        for (int symmetry = 0; symmetry < 8; ++symmetry)
            for (int row = 0; row < side; ++row)
                for (Cells set = 0; set <= row_mask; ++set)
                    for (int column = 0; column < side; ++column)
                        if (set >> column & 1U)
                            table[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(row)]
                                 [set] |= Cells{1} << turned_cell(row * side + column, symmetry);
        return table;
    }();
};

}  // namespace duiyi::classic_solver
