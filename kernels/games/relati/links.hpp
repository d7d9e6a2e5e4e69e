// Links (連線條件) and shots of relati on sets of cells: from all cells of a set at once.
#pragma once

#include <cstdint>

#include "common/guarded.hpp"

namespace duiyi {

// F (front) is up, towards smaller rows; B down, L left, R right: the order of the actions.
enum class Direction : std::uint8_t { front, back, left, right };

template <typename Board>
struct RelatiLinks {
    using Cells = typename Board::Set;

    // The cells that a path may cross, and those of them that a path can come to around a corner in
    // each diagonal direction: over one or the other of the two cells beside the diagonal. Made
    // once for all that is asked on the same ground.
    struct Ground {
        explicit Ground(const Cells& crossed) : blank(crossed) {
            const Cells over_front = up(blank), over_back = down(blank);
            const Cells over_left = before(blank), over_right = after(blank);
            front_left = blank & (over_front | over_left);
            front_right = blank & (over_front | over_right);
            back_left = blank & (over_back | over_left);
            back_right = blank & (over_back | over_right);
        }

        Cells blank;
        Cells front_left, front_right, back_left, back_right;
    };

    // the cells at the ends of the 8 adjacent, 8 straight and 24 stable paths from these.
    // Every cell between must be blank. The three stable shapes (直拐形, 拐直形, 拐拐形) all begin
    // with a straight step: either two blank cells in a line and a step aside, or a blank cell, a
    // blank cell at the diagonal, and a step in either of the diagonal's two directions.
    static Cells ends(const Cells& from, const Ground& ground) {
        const Cells& blank = ground.blank;
        const Cells front = up(from), back = down(from), left = before(from), right = after(from);
        const Cells front_left = before(front), front_right = after(front);
        const Cells back_left = before(back), back_right = after(back);
        Cells found = front | back | left | right;
        found |= front_left | front_right | back_left | back_right;

        const Cells along = up(front & blank) | down(back & blank);
        const Cells across = before(left & blank) | after(right & blank);
        found |= along | across;
        found |= up_before(front_left & blank) | up_after(front_right & blank);
        found |= down_before(back_left & blank) | down_after(back_right & blank);

        const Cells bent_front_left = front_left & ground.front_left;
        const Cells bent_front_right = front_right & ground.front_right;
        const Cells bent_back_left = back_left & ground.back_left;
        const Cells bent_back_right = back_right & ground.back_right;
        const Cells along_2 = along & blank, across_2 = across & blank;
        found |= up(bent_front_left | bent_front_right | across_2);
        found |= down(bent_back_left | bent_back_right | across_2);
        found |= before(bent_front_left | bent_back_left | along_2);
        found |= after(bent_front_right | bent_back_right | along_2);
        return found & Board::all;
    }

    // the cells that meet one of these first in this direction, over blank cells.
    static Cells facing(const Cells& met, const Cells& blank, Direction direction) {
        switch (direction) {
            case Direction::front: return swept<Board::stride>(met, blank);
            case Direction::back: return swept<-Board::stride>(met, blank);
            case Direction::left: return swept<1>(met, blank);
            case Direction::right: break;
        }
        return swept<-1>(met, blank);
    }

    // The cells that have one of these in this direction, however far and whatever is between.
    static Cells seeing(const Cells& seen, Direction direction) {
        switch (direction) {
            case Direction::front: return smeared<Board::stride>(seen);
            case Direction::back: return smeared<-Board::stride>(seen);
            case Direction::left: return smeared_right(seen);
            case Direction::right: break;
        }
        return smeared_left(seen);
    }

private:
    static Cells up(const Cells& cells) { return cells.template shifted<-Board::stride>(); }
    static Cells down(const Cells& cells) { return cells.template shifted<Board::stride>(); }
    static Cells before(const Cells& cells) { return cells.template shifted<-1>(); }
    static Cells after(const Cells& cells) { return cells.template shifted<1>(); }
    // In one shift, which is as much as one of the two steps.
    static Cells up_before(const Cells& cells) {
        return cells.template shifted<-Board::stride - 1>();
    }
    static Cells up_after(const Cells& cells) {
        return cells.template shifted<1 - Board::stride>();
    }
    static Cells down_before(const Cells& cells) {
        return cells.template shifted<Board::stride - 1>();
    }
    static Cells down_after(const Cells& cells) {
        return cells.template shifted<Board::stride + 1>();
    }

    static_assert(Board::side <= 17, "four doublings reach 16 cells far");

    // Guards are not blank, so that nothing comes from the end of a row to the next one.
    template <int step>
    static Cells swept(Cells found, Cells open) {
        found |= found.template shifted<step>() & open;
        open = open & open.template shifted<step>();
        found |= found.template shifted<2 * step>() & open;
        open = open & open.template shifted<2 * step>();
        found |= found.template shifted<4 * step>() & open;
        if constexpr (Board::side > 9) {
            open = open & open.template shifted<4 * step>();
            found |= found.template shifted<8 * step>() & open;
        }
        return found.template shifted<step>();
    }

    template <int step>
    static Cells smeared(const Cells& cells) {
        Cells found = cells.template shifted<step>();
        found |= found.template shifted<step>();
        found |= found.template shifted<2 * step>();
        found |= found.template shifted<4 * step>();
        if constexpr (Board::side > 9) found |= found.template shifted<8 * step>();
        return found;
    }

    // By more than one step a row's end would come to the next row: it is taken away each time.
    template <int by>
    static Cells moved_right(const Cells& cells) {
        return cells.template shifted<by>() & Board::template from_column<by>;
    }
    static Cells smeared_right(const Cells& cells) {
        Cells found = moved_right<1>(cells);
        found |= moved_right<1>(found);
        found |= moved_right<2>(found);
        found |= moved_right<4>(found);
        if constexpr (Board::side > 9) found |= moved_right<8>(found);
        return found;
    }

    template <int by>
    static Cells moved_left(const Cells& cells) {
        return (cells & Board::template from_column<by>).template shifted<-by>();
    }
    static Cells smeared_left(const Cells& cells) {
        Cells found = moved_left<1>(cells);
        found |= moved_left<1>(found);
        found |= moved_left<2>(found);
        found |= moved_left<4>(found);
        if constexpr (Board::side > 9) found |= moved_left<8>(found);
        return found;
    }
};

}  // namespace duiyi
