// The window of the unbounded triangular lattice through which a cell of atom is seen: as many rows
// and columns as a word has bits, both wrapped around. A cell never spans more than its caps, so
// that no two of its points share a slot, and it may wander as far as it likes without ever being
// moved within the window. What is where is the business of cell.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

namespace duiyi {

// The row, counted upwards, and twice the horizontal position.
struct AtomPoint {
    int row = 0;
    int across = 0;

    friend bool operator==(const AtomPoint&, const AtomPoint&) = default;
};

// How far apart the atoms of a cell may be: rows, and whole horizontal steps.
struct AtomCaps {
    int height = 0;
    int width = 0;
};

// The rectangle that a cell's atoms fill.
struct AtomBounds {
    int bottom = 0;
    int top = 0;
    int left = 0;
    int right = 0;

    void include(AtomPoint point) {
        bottom = std::min(bottom, point.row);
        top = std::max(top, point.row);
        left = std::min(left, point.across);
        right = std::max(right, point.across);
    }

    bool touches(AtomPoint point) const {
        return point.row == bottom || point.row == top || point.across == left ||
               point.across == right;
    }

    bool within(AtomCaps caps) const {
        return top - bottom <= caps.height && right - left <= 2 * caps.width;
    }

    // Whether every neighbour of every point is allowed.
    bool well_within(AtomCaps caps) const {
        return top - bottom < caps.height && right - left + 2 <= 2 * caps.width;
    }

    // Where another atom may be next to these; one row or step more than them at most.
    AtomBounds room(AtomCaps caps) const {
        return {std::max(bottom - 1, top - caps.height), std::min(top + 1, bottom + caps.height),
                std::max(left - 2, right - 2 * caps.width),
                std::min(right + 2, left + 2 * caps.width)};
    }
};

// Where in the window a point is: its row there times the span, and its column.
using AtomSlot = std::uint16_t;

// Slanted columns: the points of a column go up to the right, so that the same steps lead from
// every row to its neighbours: (row, column ± 1), (row + 1, column or column − 1) and
// (row − 1, column or column + 1).
template <std::unsigned_integral Word>
struct AtomWindow {
    static constexpr int span = std::numeric_limits<Word>::digits;
    static constexpr int last = span - 1;
    // A cell's atoms and a ring of neighbours around them fit.
    static constexpr int largest_cap = span - 3;

    using Rows = std::array<Word, span>;

    static constexpr std::size_t index(int row) { return static_cast<std::size_t>(row & last); }
    static constexpr std::size_t index(AtomSlot slot) { return slot / span; }
    static constexpr int column(AtomSlot slot) { return slot % span; }
    static constexpr Word bit(AtomSlot slot) { return static_cast<Word>(Word{1} << column(slot)); }

    static constexpr AtomSlot slot(std::size_t index, int column) {
        return static_cast<AtomSlot>(index * span + static_cast<std::size_t>(column & last));
    }

    static constexpr AtomSlot slot(AtomPoint point) {
        return slot(index(point.row), (point.across - point.row) >> 1);
    }

    // The leftmost column of a row that a cell within these bounds, or a neighbour of it, reaches.
    static constexpr int first_column(const AtomBounds& bounds, int row) {
        return (bounds.left - 1 - row) >> 1;
    }

    static constexpr int row(const AtomBounds& bounds, std::size_t index) {
        const int lowest = bounds.bottom - 1;
        return lowest + ((static_cast<int>(index) - lowest) & last);
    }

    // The point at a slot, of a cell within these bounds or next to it.
    static constexpr AtomPoint point(const AtomBounds& bounds, AtomSlot slot) {
        const int at_row = row(bounds, index(slot));
        const int first = first_column(bounds, at_row);
        return {at_row, 2 * (first + ((column(slot) - first) & last)) + at_row};
    }

    // The columns of a row from left to right, both included.
    static constexpr Word between(int row, int left, int right) {
        const int first = (left - row + 1) >> 1;
        const int count = ((right - row) >> 1) - first + 1;
        const Word low = static_cast<Word>(static_cast<Word>(~Word{0}) >> (span - count));
        return std::rotl(low, first & last);
    }

    // What points of a row have as neighbours in the same row, in the row above, in that below.
    static constexpr Word beside(Word word) { return std::rotl(word, 1) | std::rotr(word, 1); }
    static constexpr Word above(Word word) { return word | std::rotr(word, 1); }
    static constexpr Word below(Word word) { return word | std::rotl(word, 1); }

    // All neighbours in the row with this index, of points in it and in the rows around it.
    static constexpr Word around(const Rows& rows, std::size_t index) {
        return beside(rows[index]) | above(rows[(index + last) % span]) |
               below(rows[(index + 1) % span]);
    }

    // A bit for each of the six neighbours of a slot, in the order in which they surround it.
    static constexpr unsigned ring(const Rows& rows, AtomSlot slot) {
        const std::size_t at = index(slot);
        const int turn = column(slot) - 1;  // the slot's own column becomes bit 1
        const auto same = static_cast<unsigned>(std::rotr(rows[at], turn));
        const auto up = static_cast<unsigned>(std::rotr(rows[(at + 1) % span], turn));
        const auto down = static_cast<unsigned>(std::rotr(rows[(at + last) % span], turn));
        return (same >> 2 & 1U) | (up & 2U) | (up & 1U) << 2 | (same & 1U) << 3 | (down & 2U) << 3 |
               (down >> 2 & 1U) << 5;
    }
};

// A small cell as a single word: its rows one after the other, with a column between them that is
// always empty, so that no step leads from the end of one to the beginning of another.
template <std::unsigned_integral Word>
class AtomPatch {
public:
    using Window = AtomWindow<Word>;
    using Rows = typename Window::Rows;

    explicit AtomPatch(const AtomBounds& bounds)
        : bottom_(bounds.bottom),
          rows_(bounds.top - bounds.bottom + 1),
          first_((bounds.left - bounds.top + 1) >> 1),
          stride_(((bounds.right - bounds.bottom) >> 1) - first_ + 2) {}

    bool fits() const { return rows_ * stride_ <= 64; }

    // Of the points of these rows, those that hang together with one.
    Rows part_of(const Rows& rows, AtomSlot slot) const {
        const std::uint64_t all = gather(rows);
        const int row = (static_cast<int>(Window::index(slot)) - bottom_) & Window::last;
        const int column = (Window::column(slot) - first_) & Window::last;
        std::uint64_t part = std::uint64_t{1} << (row * stride_ + column);
        for (std::uint64_t before = 0; part != before;) {
            before = part;
            const std::uint64_t up = part << (stride_ - 1), down = part >> stride_;
            part |= (part << 1 | part >> 1 | up | up << 1 | down | down << 1) & all;
        }
        return spread(part);
    }

private:
    std::uint64_t gather(const Rows& rows) const {
        std::uint64_t word = 0;
        for (int row = 0, at = 0; row < rows_; ++row, at += stride_)
            word |=
                std::uint64_t{std::rotr(rows[Window::index(bottom_ + row)], first_ & Window::last)}
                << at;
        return word;
    }

    Rows spread(std::uint64_t word) const {
        Rows rows{};
        const std::uint64_t columns = (std::uint64_t{1} << (stride_ - 1)) - 1;
        for (int row = 0, at = 0; row < rows_; ++row, at += stride_)
            rows[Window::index(bottom_ + row)] =
                std::rotl(static_cast<Word>(word >> at & columns), first_ & Window::last);
        return rows;
    }

    int bottom_;
    int rows_;
    int first_;   // the leftmost column of all rows
    int stride_;  // columns, and one for the gap
};

// Whether the set neighbours of a ring do not all follow one another, so that the point between
// them may have been all that held them together.
constexpr bool divided(unsigned ring) {
    const unsigned starts = ring & ~(ring << 1 | ring >> 5);
    return (starts & (starts - 1)) != 0;
}

}  // namespace duiyi
