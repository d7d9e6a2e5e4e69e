// Numbers of a position of atom from which its value is estimated: what each side has, seen against
// the other.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <utility>

#include "games/atom/rules.hpp"
#include "games/atom/turns/shape.hpp"

namespace duiyi::atom {

// The shapes of all cells of a position; those that have not changed are not looked at again.
template <std::unsigned_integral Word>
struct Outlook {
    std::array<std::array<Shape, atom_cells>, 2> shapes;

    Outlook() = default;
    explicit Outlook(const AtomPosition<Word>& position) { refresh(position); }

    void refresh(const AtomPosition<Word>& position) {
        for (std::size_t seat = 0; seat < 2; ++seat)
            for (std::size_t number = 0; number < atom_cells; ++number) {
                const auto& cell = position.sides[seat].cells[number];
                Shape& shape = shapes[seat][number];
                if (shape.hash != cell.hash()) shape = ShapeReader<Word>::read(cell);
            }
    }

    const std::array<Shape, atom_cells>& of(int seat) const {
        return shapes[static_cast<std::size_t>(seat)];
    }
    Shape& at(int seat, int number) {
        return shapes[static_cast<std::size_t>(seat)][static_cast<std::size_t>(number)];
    }
};

// When a position is judged: before the choice of a turn, or when its atoms are placed.
enum class Stage { choosing, acting };
inline constexpr std::size_t stages = 2;

// What is known of a side, in the order in which SideFeatures writes it. Cells come by their power.
inline constexpr std::array<std::string_view, 65> feature_names = {"life",
                                                                   "life-to-10",
                                                                   "life-to-5",
                                                                   "held-black",
                                                                   "held-black-to-4",
                                                                   "held-red",
                                                                   "held-blue",
                                                                   "held-green",
                                                                   "cells",
                                                                   "no-cell",
                                                                   "black",
                                                                   "black-to-6",
                                                                   "attack",
                                                                   "best-attack",
                                                                   "defence",
                                                                   "worst-defence",
                                                                   "best-defence",
                                                                   "red",
                                                                   "blue",
                                                                   "green",
                                                                   "red-y",
                                                                   "blue-y",
                                                                   "green-y",
                                                                   "pocket-1",
                                                                   "pocket-2",
                                                                   "pocket-3",
                                                                   "joints",
                                                                   "damage",
                                                                   "damage-of-life",
                                                                   "lethal",
                                                                   "damages-of-life",
                                                                   "lethal-damages",
                                                                   "breakable",
                                                                   "destroyed",
                                                                   "clears",
                                                                   "shots-of-atoms",
                                                                   "shots-for-all",
                                                                   "blue-hopes",
                                                                   "green-hopes",
                                                                   "greens-in-the-way",
                                                                   "held-off",
                                                                   "1-attack",
                                                                   "1-defence",
                                                                   "1-black",
                                                                   "1-red",
                                                                   "1-blue",
                                                                   "1-green",
                                                                   "1-red-y",
                                                                   "1-pocket",
                                                                   "2-attack",
                                                                   "2-defence",
                                                                   "2-black",
                                                                   "2-red",
                                                                   "2-blue",
                                                                   "2-green",
                                                                   "2-red-y",
                                                                   "2-pocket",
                                                                   "3-attack",
                                                                   "3-defence",
                                                                   "3-black",
                                                                   "3-red",
                                                                   "3-blue",
                                                                   "3-green",
                                                                   "3-red-y",
                                                                   "3-pocket"};
inline constexpr std::size_t features = feature_names.size();
// First those of the side whose turn it is, then those of the other, then 1.
inline constexpr std::size_t inputs = 2 * features + 1;
using Inputs = std::array<float, inputs>;

// What the cells of a side have together.
struct Totals {
    std::array<int, atom_colours> counts{}, y{};
    std::array<int, 3> pockets{};
    int filled = 0, atoms = 0, joints = 0;
    int attack = 0, best_attack = 0;
    int twice_defence = 0, worst_twice_defence = 0, best_twice_defence = 0;

    explicit Totals(const std::array<Shape, atom_cells>& shapes) {
        for (const Shape& shape : shapes) {
            if (!shape.filled()) continue;
            worst_twice_defence = filled == 0
                                      ? shape.twice_defence
                                      : std::min<int>(worst_twice_defence, shape.twice_defence);
            ++filled;
            atoms += shape.atoms;
            joints += shape.joints;
            attack += shape.attack;
            best_attack = std::max<int>(best_attack, shape.attack);
            twice_defence += shape.twice_defence;
            best_twice_defence = std::max<int>(best_twice_defence, shape.twice_defence);
            for (std::size_t colour = 0; colour < atom_colours; ++colour) {
                counts[colour] += shape.counts[colour];
                y[colour] += shape.y[colour];
            }
            for (const int pocket : shape.pockets) add_pocket(pocket);
        }
    }

private:
    // Into its place among the largest.
    void add_pocket(int pocket) {
        for (int& place : pockets)
            if (pocket > place) std::swap(pocket, place);
    }
};

// The best attack: first by its damage, then by what it destroys.
struct Threat {
    using Shapes = std::array<Shape, atom_cells>;

    int damage = 0, destroyed = 0, breakable = 0, greens = 0;
    bool clears = false;  // whether it takes the last cell

    Threat(const Shapes& own, const Shapes& theirs, const Totals& total, const Totals& other,
           AtomDamage kind) {
        if (other.filled == 0) {
            damage = total.best_attack;
            return;
        }
        for (const Shape& target : theirs) {
            if (!target.filled() || 2 * total.best_attack <= target.twice_defence) continue;
            ++breakable;
            for (const Shape& cell : own) {
                if (2 * cell.attack <= target.twice_defence) continue;
                const int hit = damage_of(kind, cell, target);
                const int number = std::clamp(1 + cell.counts[1] - target.counts[2], 0,
                                              static_cast<int>(target.atoms));
                if (hit >= damage) greens = target.counts[3];
                damage = std::max(damage, hit);
                destroyed = std::max(destroyed, number);
                clears = clears || (other.filled == 1 && number >= target.counts[0]);
            }
        }
    }

private:
    static int damage_of(AtomDamage kind, const Shape& cell, const Shape& target) {
        if (kind == AtomDamage::none) return 0;
        const int power = kind == AtomDamage::attack
                              ? cell.attack
                              : (2 * cell.attack - target.twice_defence + 1) / 2;
        return std::max(0, power - target.counts[3]);
    }
};

// What a side has, seen against the other.
template <std::unsigned_integral Word>
class SideFeatures {
public:
    using Side = AtomSide<Word>;
    using Shapes = std::array<Shape, atom_cells>;

    // `attacks`: how many it has, or would have if it chose them.
    static void write(const Side& side, const Shapes& own, const Totals& total, const Side& enemy,
                      const Shapes& theirs, const Totals& other, AtomDamage damage, int attacks,
                      float* out) {
        const auto put = [&out](auto value) { *out++ = static_cast<float>(value); };
        const auto part = [](int value, int whole) {
            return static_cast<float>(value) * (1 / static_cast<float>(whole));
        };
        const Threat threat(own, theirs, total, other, damage);
        const int life = side.life, enemy_life = std::max(1, enemy.life);
        put(part(life, 10));
        put(part(std::min(life, 10), 10));
        put(part(std::min(life, 5), 5));
        put(part(std::min(side.held[0], 16), 8));
        put(part(std::min(side.held[0], 4), 4));
        for (std::size_t colour = 1; colour < atom_colours; ++colour)
            put(part(std::min(side.held[colour], 6), 3));
        put(total.filled);
        put(total.filled == 0);
        put(part(total.counts[0], 10));
        put(part(std::min<int>(total.counts[0], 6), 6));
        put(part(total.attack, 10));
        put(part(total.best_attack, 10));
        put(part(total.twice_defence, 20));
        put(part(total.worst_twice_defence, 10));
        put(part(total.best_twice_defence, 10));
        for (std::size_t colour = 1; colour < atom_colours; ++colour)
            put(part(std::min<int>(total.counts[colour], 6), 3));
        for (std::size_t colour = 1; colour < atom_colours; ++colour)
            put(part(std::min<int>(total.y[colour], 18), 6));
        for (const int pocket : total.pockets) put(part(pocket, 6));
        put(part(total.joints, 5));
        // What the next turn may do.
        put(part(threat.damage, 10));
        put(std::min(1.0F, part(threat.damage, enemy_life)));
        put(threat.damage >= enemy_life);
        put(attacks > 1 ? std::min(1.0F, part(attacks * threat.damage, enemy_life)) : 0.0F);
        put(attacks * threat.damage >= enemy_life);
        put(part(threat.breakable, 3));
        put(part(threat.destroyed, 4));
        put(threat.clears);
        // Reds at hand against the atoms that there are to be taken.
        const int shots = total.y[1] + std::min(side.held[1], 3) * total.pockets[0];
        put(std::min(1.0F, part(shots, std::max(1, other.atoms))));
        put(shots >= other.atoms);
        put(part(std::min(side.held[2], 3) * total.pockets[0], 12));
        put(part(std::min(side.held[3], 3) * total.pockets[0], 12));
        put(std::min(1.0F, part(threat.greens, 3)));
        put(total.best_attack > other.worst_twice_defence / 2 ? 0 : 1);
        std::array<const Shape*, atom_cells> order{&own[0], &own[1], &own[2]};
        const auto power = [](const Shape& cell) { return 64 * cell.attack + cell.atoms; };
        for (const auto& [first, second] : {std::pair{0U, 1U}, {1U, 2U}, {0U, 1U}})
            if (power(*order[first]) < power(*order[second]))
                std::swap(order[first], order[second]);
        for (const Shape* cell : order) {
            put(part(cell->attack, 8));
            put(part(cell->twice_defence, 8));
            put(part(cell->counts[0], 8));
            for (std::size_t colour = 1; colour < atom_colours; ++colour)
                put(part(cell->counts[colour], 3));
            put(part(cell->y[1], 6));
            put(part(cell->pockets[0], 6));
        }
    }
};

template <std::unsigned_integral Word>
void write_inputs(const AtomPosition<Word>& position, const Outlook<Word>& outlook, Stage stage,
                  int mover, Inputs& all) {
    const int other = 1 - mover;
    const auto attacks = [&](int seat) { return std::max(1, position.side(seat).filled()); };
    const AtomDamage damage = position.options.damage;
    const auto &own = outlook.of(mover), &theirs = outlook.of(other);
    const Totals total(own), others(theirs);
    SideFeatures<Word>::write(
        position.side(mover), own, total, position.side(other), theirs, others, damage,
        stage == Stage::acting ? position.step.attacks : attacks(mover), all.data());
    SideFeatures<Word>::write(position.side(other), theirs, others, position.side(mover), own,
                              total, damage, attacks(other), all.data() + features);
    all[2 * features] = 1;
}

}  // namespace duiyi::atom
