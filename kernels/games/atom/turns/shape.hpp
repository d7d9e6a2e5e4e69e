// What the shape of a cell of atom is worth knowing for: how far its blacks reach, which colours it
// has, what their effects would do, and where another atom would have blacks around it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <utility>

#include "games/atom/cell.hpp"

namespace duiyi::atom {

struct Shape {
    static constexpr int most_neighbours = 6;

    std::uint64_t hash = 0;  // of the cell; 0 is the empty one
    std::int16_t atoms = 0;
    std::array<std::int16_t, atom_colours> counts{};
    std::array<std::int16_t, atom_colours>
        y{};  // by colour: the sum over its atoms; black has none
    std::int16_t attack = 0;
    std::int16_t twice_defence = 0;
    std::int16_t joints = 0;               // blacks whose loss may tear the cell
    std::array<std::int8_t, 3> pockets{};  // black neighbours of the free points that have the most
    // The rectangle that the blacks fill.
    int bottom = 0, top = 0, left = 0, right = 0;

    bool filled() const { return atoms != 0; }
    int count(AtomColour colour) const { return counts[static_cast<std::size_t>(colour)]; }
    int effect(AtomColour colour) const { return y[static_cast<std::size_t>(colour)]; }
};

// A point's six neighbours as six words give its number of set neighbours, bit by bit.
template <std::unsigned_integral Word>
struct NeighbourCounts {
    Word ones, twos, fours;

    NeighbourCounts(Word same, Word up, Word down) {
        const Word a = std::rotl(same, 1), b = std::rotr(same, 1), c = up;
        const Word d = std::rotl(up, 1), e = down, f = std::rotr(down, 1);
        const auto first = static_cast<Word>(a ^ b ^ c), second = static_cast<Word>(d ^ e ^ f);
        const Word carry = first & second, more = majority(a, b, c), most = majority(d, e, f);
        ones = first ^ second;
        twos = static_cast<Word>(carry ^ more ^ most);
        fours = majority(carry, more, most);
    }

    Word exactly(int number) const {
        return static_cast<Word>((number & 1 ? ones : ~ones) & (number & 2 ? twos : ~twos) &
                                 (number & 4 ? fours : ~fours));
    }

private:
    static Word majority(Word a, Word b, Word c) {
        return static_cast<Word>((a & b) | (a & c) | (b & c));
    }
};

template <std::unsigned_integral Word>
class ShapeReader {
public:
    using Cell = AtomCell<Word>;
    using Window = AtomWindow<Word>;
    using Rows = typename Window::Rows;
    using Which = typename Cell::Which;

    static Shape read(const Cell& cell) {
        Shape shape;
        if (cell.empty()) return shape;
        ShapeReader reader(cell, shape);
        reader.find_pockets();
        return shape;
    }

private:
    ShapeReader(const Cell& cell, Shape& shape) : shape_(shape) {
        shape.hash = cell.hash();
        shape.atoms = static_cast<std::int16_t>(cell.atoms());
        for (std::size_t colour = 0; colour < atom_colours; ++colour)
            shape.counts[colour] =
                static_cast<std::int16_t>(cell.count(static_cast<AtomColour>(colour)));
        first_ = Window::index(cell.template nth_atom<Which::any>(0));
        cell.template each_atom<Which::any>([&](AtomSlot slot) {
            const std::size_t at = Window::index(slot);
            last_ = at;
            taken_[at] |= Window::bit(slot);
            const AtomColour colour = cell.colour(slot);
            if (colour == AtomColour::black) return add_black(cell.point(slot), slot);
            auto& sum = shape.y[static_cast<std::size_t>(colour)];
            sum = static_cast<std::int16_t>(sum + cell.black_neighbours(slot));
        });
        cell.template each_atom<Which::black>([&](AtomSlot slot) {
            if (divided(Window::ring(taken_, slot))) ++shape.joints;
        });
        shape.attack = static_cast<std::int16_t>(shape.top - shape.bottom);
        shape.twice_defence = static_cast<std::int16_t>(shape.right - shape.left);
    }

    void add_black(AtomPoint point, AtomSlot slot) {
        const bool first = std::exchange(any_black_, true) == false;
        black_[Window::index(slot)] |= Window::bit(slot);
        shape_.bottom = first ? point.row : std::min(shape_.bottom, point.row);
        shape_.top = first ? point.row : std::max(shape_.top, point.row);
        shape_.left = first ? point.across : std::min(shape_.left, point.across);
        shape_.right = first ? point.across : std::max(shape_.right, point.across);
    }

    void find_pockets() {
        std::array<int, Shape::most_neighbours + 1> found{};
        const auto next = [](std::size_t at) { return (at + 1) % Window::span; };
        const auto before = [](std::size_t at) { return (at + Window::last) % Window::span; };
        const std::size_t end = next(next(last_));
        for (std::size_t at = before(first_); at != end; at = next(at)) {
            const NeighbourCounts<Word> counts(black_[at], black_[next(at)], black_[before(at)]);
            for (int number = 2; number <= Shape::most_neighbours; ++number)
                found[static_cast<std::size_t>(number)] +=
                    count_set_bits(static_cast<Word>(counts.exactly(number) & ~taken_[at]));
        }
        std::size_t place = 0;
        for (int number = Shape::most_neighbours; number >= 2; --number)
            for (int i = 0; i < found[static_cast<std::size_t>(number)]; ++i)
                if (place < shape_.pockets.size())
                    shape_.pockets[place++] = static_cast<std::int8_t>(number);
    }

    Shape& shape_;
    Rows taken_{}, black_{};
    std::size_t first_ = 0, last_ = 0;
    bool any_black_ = false;
};

}  // namespace duiyi::atom
