// Where the seats of a two-seat relati can still come to, each cell as soon as possible: what is
// nobody else's, what is nearer, what cannot be taken away any more. And who looks at a root.
#pragma once

#include <array>
#include <cstddef>

#include "games/relati/rules.hpp"

namespace duiyi::relati {

using State = Relati<2>;
using Symbols = State::Symbols;
using Board = State::Board;
using Cells = State::Cells;
using Ground = Symbols::Links::Ground;

template <typename Value>
using Both = std::array<Value, 2>;  // by seat

// 可供連線符號 as long as they are connected.
inline Cells sources(const Symbols& symbols, int seat) {
    return symbols.plain(seat) | symbols.root(seat);
}

// Everything that links from these can ever lead to, over this ground: those of the goals where
// the seat could place in time, and symbols of his own. `reached` is what has been reached already.
inline Cells flooded(const Symbols& symbols, int seat, Cells frontier, const Ground& paths,
                     const Cells& goals, Cells reached) {
    const Cells passing = symbols.living(seat).without(symbols.cannons(seat));
    while (!frontier.empty()) {
        const Cells found = Symbols::Links::ends(frontier, paths).without(reached);
        const Cells cells = found & goals, own = found & passing;
        reached |= cells | own;
        frontier = cells | own;
    }
    return reached;
}

// Who comes first to which cell, when both place as near to it as they can.
struct Race {
    Both<Cells> nearer;
    Cells level;
};

inline Race raced(const Symbols& symbols, const Cells& blank, const Both<Cells>& places) {
    Race race;
    Cells left = symbols.empty();
    Both<Cells> next = places;
    while (true) {
        const Cells both = next[0] & next[1] & left;
        Both<Cells> first{(next[0] & left).without(both), (next[1] & left).without(both)};
        if (both.empty() && first[0].empty() && first[1].empty()) return race;
        race.level |= both;
        left = left.without(both | first[0] | first[1]);
        for (std::size_t seat = 0; seat < 2; ++seat) race.nearer[seat] |= first[seat];
        for (std::size_t seat = 0; seat < 2; ++seat)
            next[seat] = Symbols::Links::ends(first[seat] | both,
                                              Ground(blank.without(race.nearer[1 - seat])));
    }
}

// What stands in the four lines of a root: the first symbols, and the blank cells before them.
struct Lines {
    Cells met, open;
    int closed = 0;  // lines without an open cell that end at the root's own side or the edge
};

inline Lines lines_of(const Symbols& symbols, int seat) {
    constexpr std::array<int, 4> steps{-Board::stride, Board::stride, -1, 1};
    Lines lines;
    const Cells root = symbols.root(seat);
    if (root.empty()) return lines;
    const Cells& living = symbols.living();
    const Cells own = symbols.owned(seat);
    const Cell from = root.first();
    for (const int step : steps) {
        Cell cell = from + step;
        for (; Board::has(cell) && !living.has(cell); cell += step) lines.open.add(cell);
        const bool symbol = Board::has(cell);
        if (symbol) lines.met.add(cell);
        if (cell == from + step && (!symbol || own.has(cell))) ++lines.closed;
    }
    return lines;
}

}  // namespace duiyi::relati
