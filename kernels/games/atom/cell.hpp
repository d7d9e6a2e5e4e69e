// Cells of atom (格子): atoms on a triangular lattice, and what follows from where they are.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>

#include "common/bits.hpp"
#include "games/atom/lattice.hpp"

namespace duiyi {

// In the order of counts and tokens.
enum class AtomColour : std::uint8_t { black, red, blue, green };

inline constexpr int atom_colours = 4;

struct AtomAt {
    AtomPoint point;
    AtomColour colour;
};

template <std::unsigned_integral Word>
class AtomCell {
public:
    using Window = AtomWindow<Word>;
    using Rows = typename Window::Rows;
    using Slot = AtomSlot;

    static constexpr int most_atoms = Window::span * Window::span;
    // Each further atom of a connected cell takes one free point and gives three at most, so that
    // there are at most two free points for an atom, and four more.
    static constexpr int most_free = (2 * most_atoms + 4) / 3;

    // A cell with these atoms, at least one, no two on one point, all within what a window shows.
    static AtomCell of(std::span<const AtomAt> atoms) {
        AtomCell cell;
        const AtomPoint first = atoms.front().point;
        cell.bounds_ = {first.row, first.row, first.across, first.across};
        for (const AtomAt& atom : atoms) {
            cell.bounds_.include(atom.point);
            cell.put(Window::slot(atom.point), atom.colour);
        }
        cell.trace_border();
        cell.torn_ = !cell.connected();
        return cell;
    }

    bool empty() const { return atoms_ == 0; }
    int atoms() const { return atoms_; }
    int count(AtomColour colour) const { return counts_[static_cast<std::size_t>(colour)]; }
    int coloured() const { return atoms_ - counts_[0]; }
    std::uint64_t hash() const { return hash_; }
    AtomPoint point(Slot slot) const { return Window::point(bounds_, slot); }
    bool taken(Slot slot) const { return (taken_[Window::index(slot)] & Window::bit(slot)) != 0; }

    // Where this point would be in the window; the slot of a far point is that of another, too.
    static Slot slot(AtomPoint point) { return Window::slot(point); }

    AtomColour colour(Slot slot) const {
        const std::size_t at = Window::index(slot);
        const int column = Window::column(slot);
        return static_cast<AtomColour>((low_[at] >> column & 1U) | (high_[at] >> column & 1U) << 1);
    }

    // y of an effect: the edges from a point to black atoms.
    int black_neighbours(Slot slot) const {
        const std::size_t at = Window::index(slot);
        const Word bit = Window::bit(slot);
        const std::size_t up = (at + 1) % Window::span, down = (at + Window::last) % Window::span;
        return ones(black_row(at) & Window::beside(bit)) +
               ones(black_row(up) & Window::above(bit)) +
               ones(black_row(down) & Window::below(bit));
    }

    // How far apart its highest and lowest blacks are, and how far its leftmost and rightmost, in
    // half steps: 攻擊力, and twice 防禦力. The cell has a black.
    struct Reach {
        int attack;
        int twice_defence;
    };

    Reach reach() const {
        int bottom = bounds_.top, top = bounds_.bottom;
        int left = bounds_.right, right = bounds_.left;
        for (int row = bounds_.bottom; row <= bounds_.top; ++row) {
            const Word black = black_row(Window::index(row));
            if (black == 0) continue;
            bottom = std::min(bottom, row);
            top = row;
            widen(black, row, left, right);
        }
        return {top - bottom, right - left};
    }

    // The points where the next atom may go, in an empty cell 0,0.
    int free_count(AtomCaps caps) const {
        if (bounds_.well_within(caps)) return border_count_;
        int total = 0;
        each_free_row(caps, [&](int, Word word) {
            total += ones(word);
            return true;
        });
        return total;
    }

    // The n-th of them, in one and the same order.
    Slot nth_free(int n, AtomCaps caps) const {
        Slot found = 0;
        const auto pick = [&](int row, Word word) {
            const int here = ones(word);
            if (n < here) {
                found = Window::slot(Window::index(row), nth_set_bit(word, n));
                return false;
            }
            n -= here;
            return true;
        };
        if (bounds_.well_within(caps))
            each_row(bounds_.bottom - 1, bounds_.top + 1, border_, pick);
        else
            each_free_row(caps, pick);
        return found;
    }

    template <typename Visit>
    void each_free(AtomCaps caps, Visit visit) const {
        each_free_row(caps, [&](int row, Word word) {
            each_slot(row, word, visit);
            return true;
        });
    }

    // Which atoms: all, the black ones, the others.
    enum class Which { any, black, coloured };

    // The atoms by row, then from left to right.
    template <Which which, typename Visit>
    void each_atom(Visit visit) const {
        for (int row = bounds_.bottom; row <= bounds_.top; ++row)
            each_slot(row, atom_row<which>(Window::index(row)), visit);
    }

    // The n-th of them, in one and the same order.
    template <Which which>
    Slot nth_atom(int n) const {
        for (int row = bounds_.bottom;; ++row) {
            const Word word = atom_row<which>(Window::index(row));
            const int here = ones(word);
            if (n < here) return Window::slot(Window::index(row), nth_set_bit(word, n));
            n -= here;
        }
    }

    void place(Slot slot, AtomColour colour) {
        bounds_.include(point(slot));
        put(slot, colour);
        const std::size_t at = Window::index(slot);
        const Word bit = Window::bit(slot);
        border_[at] = static_cast<Word>(border_[at] & ~bit);
        --border_count_;
        add_border((at + Window::last) % Window::span, Window::below(bit));
        add_border(at, Window::beside(bit));
        add_border((at + 1) % Window::span, Window::above(bit));
    }

    // The cell is to be settled before anything else but removing is done with it.
    void remove(Slot slot) {
        loose_ = loose_ || bounds_.touches(point(slot));
        torn_ = torn_ || divided(Window::ring(taken_, slot));
        take(slot);
        const std::size_t at = Window::index(slot);
        redraw_border((at + Window::last) % Window::span);
        redraw_border(at);
        redraw_border((at + 1) % Window::span);
    }

    // without black it is destroyed whole; the parts without black are destroyed. Whether its
    // owner must choose, because more than one part has black: then nothing is done yet.
    bool settle() {
        if (count(AtomColour::black) == 0) {
            *this = AtomCell{};
            return false;
        }
        if (torn_) {
            const Rows part = part_of(nth_atom<Which::black>(0));
            if (!has_all_blacks(part)) return true;
            retain(part);
        }
        if (loose_) tighten();
        return false;
    }

    // The smallest black of each part that has one, in order.
    template <typename Visit>
    void each_black_part(Visit visit) const {
        Rows seen{};
        each_atom<Which::black>([&](Slot slot) {
            if ((seen[Window::index(slot)] & Window::bit(slot)) != 0) return;
            const Rows part = part_of(slot);
            for (std::size_t at = 0; at < part.size(); ++at) seen[at] |= part[at];
            visit(slot);
        });
    }

    // Of a cell that fell apart: the part with this atom.
    void keep(Slot slot) {
        retain(part_of(slot));
        tighten();
    }

    bool connected() const { return part_of(nth_atom<Which::any>(0)) == taken_; }

private:
    static int ones(Word word) { return count_set_bits(word); }

    static std::uint64_t key(Slot slot, AtomColour colour) {
        std::uint64_t z = (std::uint64_t{slot} << 2 | static_cast<std::uint64_t>(colour)) + 1;
        z *= 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 32)) * 0xD6E8FEB86659FD93U;
        return z ^ (z >> 32);
    }

    Word coloured_row(std::size_t at) const { return low_[at] | high_[at]; }
    Word black_row(std::size_t at) const {
        return static_cast<Word>(taken_[at] & ~coloured_row(at));
    }

    template <Which which>
    Word atom_row(std::size_t at) const {
        if constexpr (which == Which::black)
            return black_row(at);
        else if constexpr (which == Which::coloured)
            return coloured_row(at);
        else
            return taken_[at];
    }

    // Left and right moved outwards by the points of a row.
    void widen(Word word, int row, int& left, int& right) const {
        const int first = Window::first_column(bounds_, row);
        const Word turned = std::rotr(word, first & Window::last);
        left = std::min(left, 2 * (first + std::countr_zero(turned)) + row);
        right = std::max(right, 2 * (first + Window::last - std::countl_zero(turned)) + row);
    }

    template <typename Visit>
    static void each_row(int from, int to, const Rows& rows, Visit visit) {
        for (int row = from; row <= to; ++row)
            if (!visit(row, rows[Window::index(row)])) return;
    }

    template <typename Visit>
    void each_free_row(AtomCaps caps, Visit visit) const {
        const AtomBounds room = bounds_.room(caps);
        for (int row = room.bottom; row <= room.top; ++row) {
            const Word within = Window::between(row, room.left, room.right);
            if (!visit(row, static_cast<Word>(border_[Window::index(row)] & within))) return;
        }
    }

    // From left to right.
    template <typename Visit>
    void each_slot(int row, Word word, Visit visit) const {
        const int first = Window::first_column(bounds_, row);
        const Word turned = std::rotr(word, first & Window::last);
        for (Word rest = turned; rest != 0; rest = static_cast<Word>(rest & (rest - 1)))
            visit(Window::slot(Window::index(row), first + std::countr_zero(rest)));
    }

    void put(Slot slot, AtomColour colour) {
        const std::size_t at = Window::index(slot);
        const auto number = static_cast<std::size_t>(colour);
        const int column = Window::column(slot);
        taken_[at] |= Window::bit(slot);
        low_[at] |= static_cast<Word>(static_cast<Word>(number & 1U) << column);
        high_[at] |= static_cast<Word>(static_cast<Word>(number >> 1) << column);
        ++counts_[number];
        ++atoms_;
        hash_ ^= key(slot, colour);
    }

    void take(Slot slot) {
        const std::size_t at = Window::index(slot);
        const auto others = static_cast<Word>(~Window::bit(slot));
        const AtomColour gone = colour(slot);
        taken_[at] &= others;
        low_[at] &= others;
        high_[at] &= others;
        --counts_[static_cast<std::size_t>(gone)];
        --atoms_;
        hash_ ^= key(slot, gone);
    }

    void add_border(std::size_t at, Word points) {
        const auto fresh = static_cast<Word>(points & ~(taken_[at] | border_[at]));
        border_[at] |= fresh;
        border_count_ = static_cast<std::uint16_t>(border_count_ + ones(fresh));
    }

    void redraw_border(std::size_t at) {
        const auto border = static_cast<Word>(Window::around(taken_, at) & ~taken_[at]);
        const int more = ones(border) - ones(border_[at]);
        border_count_ = static_cast<std::uint16_t>(border_count_ + more);
        border_[at] = border;
    }

    void trace_border() {
        border_count_ = 0;
        border_ = {};
        for (int row = bounds_.bottom - 1; row <= bounds_.top + 1; ++row)
            redraw_border(Window::index(row));
    }

    // The bounds of the atoms that are left.
    void tighten() {
        int bottom = bounds_.bottom, top = bounds_.top;
        while (taken_[Window::index(bottom)] == 0) ++bottom;
        while (taken_[Window::index(top)] == 0) --top;
        int left = bounds_.right, right = bounds_.left;
        for (int row = bottom; row <= top; ++row) {
            const Word word = taken_[Window::index(row)];
            if (word != 0) widen(word, row, left, right);
        }
        bounds_ = {bottom, top, left, right};
        loose_ = false;
    }

    // All atoms but those of this part go.
    void retain(const Rows& part) {
        torn_ = false;
        if (part == taken_) return;
        for (int row = bounds_.bottom; row <= bounds_.top; ++row) {
            const std::size_t at = Window::index(row);
            const auto gone = static_cast<Word>(taken_[at] & ~part[at]);
            for (Word rest = gone; rest != 0; rest = static_cast<Word>(rest & (rest - 1)))
                take(Window::slot(at, std::countr_zero(rest)));
        }
        trace_border();
        loose_ = true;
    }

    // The atoms that hang together with one.
    Rows part_of(Slot slot) const {
        const AtomPatch<Word> patch(bounds_);
        return patch.fits() ? patch.part_of(taken_, slot) : part_by_rows(slot);
    }

    // The points of a row that hang together with these.
    static Word stretch(Word points, Word row) {
        for (Word before = 0; points != before;) {
            before = points;
            points = static_cast<Word>((points | Window::beside(points)) & row);
        }
        return points;
    }

    // Row by row upwards and downwards, until none is new.
    Rows part_by_rows(Slot slot) const {
        Rows part{};
        part[Window::index(slot)] = stretch(Window::bit(slot), taken_[Window::index(slot)]);
        bool grown = true;
        const auto reach = [&](int row, Word points) {
            const std::size_t at = Window::index(row);
            const auto fresh = static_cast<Word>(points & taken_[at] & ~part[at]);
            if (fresh == 0) return;
            part[at] = stretch(part[at] | fresh, taken_[at]);
            grown = true;
        };
        while (grown) {
            grown = false;
            for (int row = bounds_.bottom + 1; row <= bounds_.top; ++row)
                reach(row, Window::above(part[Window::index(row - 1)]));
            for (int row = bounds_.top - 1; row >= bounds_.bottom; --row)
                reach(row, Window::below(part[Window::index(row + 1)]));
        }
        return part;
    }

    bool has_all_blacks(const Rows& part) const {
        Word others = 0;
        for (int row = bounds_.bottom; row <= bounds_.top; ++row)
            others |= static_cast<Word>(black_row(Window::index(row)) & ~part[Window::index(row)]);
        return others == 0;
    }

    Rows taken_{};
    // The colour's number: its low bit and its high bit.
    Rows low_{};
    Rows high_{};
    // The free points next to an atom, whether the caps allow them or not; 0,0 of an empty cell.
    Rows border_{1};
    std::uint64_t hash_ = 0;
    // Those of the atoms; too wide while loose.
    AtomBounds bounds_;
    std::array<std::uint16_t, atom_colours> counts_{};
    std::uint16_t atoms_ = 0;
    std::uint16_t border_count_ = 1;
    bool loose_ = false;
    // Whether it may have fallen apart.
    bool torn_ = false;
};

}  // namespace duiyi
