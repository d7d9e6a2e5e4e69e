// What a position of atom is worth: a weighted sum of numbers of both sides, as the logarithm of the
// odds of whoever's turn it is. The weights come from tune_atom.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "games/atom.hpp"
#include "search/atom_shape.hpp"

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

// What is known of a side, in the order in which SideFeatures writes it.
inline constexpr std::array<std::string_view, 41> feature_names = {
    "life", "life-to-10", "life-to-5",
    "held-black", "held-black-to-4", "held-red", "held-blue", "held-green",
    "cells", "no-cell", "black", "black-to-6",
    "attack", "best-attack", "defence", "worst-defence", "best-defence",
    "red", "blue", "green", "red-y", "blue-y", "green-y",
    "pocket-1", "pocket-2", "pocket-3", "joints",
    "damage", "damage-of-life", "lethal", "damages-of-life", "lethal-damages",
    "breakable", "destroyed", "clears", "shots-of-atoms", "shots-for-all",
    "blue-hopes", "green-hopes", "greens-in-the-way", "held-off"};
inline constexpr std::size_t features = feature_names.size();
// First those of the side whose turn it is, then those of the other, then 1.
inline constexpr std::size_t inputs = 2 * features + 1;
using Inputs = std::array<float, inputs>;

// By stage.
using Weights = std::array<Inputs, stages>;

inline constexpr float surely = 30;  // the value of a win

inline float share_of(float value) { return 1 / (1 + std::exp(-value)); }

// What a side has, seen against the other.
template <std::unsigned_integral Word>
class SideFeatures {
public:
    using Side = AtomSide<Word>;
    using Shapes = std::array<Shape, atom_cells>;

    // `attacks`: how many it has, or would have if it chose them.
    static void write(const Side& side, const Shapes& own, const Side& enemy, const Shapes& theirs,
                      AtomDamage damage, int attacks, float* out) {
        const auto put = [&out](auto value) { *out++ = static_cast<float>(value); };
        const auto part = [](int value, int whole) {
            return static_cast<float>(value) / static_cast<float>(whole);
        };
        const Totals total(own), other(theirs);
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
        put(part(total.best_attack > other.worst_twice_defence / 2 ? 0 : 1, 1));
    }

private:
    struct Totals {
        std::array<int, atom_colours> counts{}, y{};
        std::array<int, 3> pockets{};
        int filled = 0, atoms = 0, joints = 0;
        int attack = 0, best_attack = 0;
        int twice_defence = 0, worst_twice_defence = 0, best_twice_defence = 0;

        explicit Totals(const Shapes& shapes) {
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

        // Into its place among the largest.
        void add_pocket(int pocket) {
            for (int& place : pockets)
                if (pocket > place) std::swap(pocket, place);
        }
    };

    // The best attack: first by its damage, then by what it destroys.
    struct Threat {
        int damage = 0, destroyed = 0, breakable = 0, greens = 0;
        bool clears = false;  // whether it takes the last cell

        Threat(const Shapes& own, const Shapes& theirs, const Totals& total, const Totals& other,
               AtomDamage kind) {
            if (other.filled == 0) {
                damage = total.best_attack;
                return;
            }
            for (const Shape& target : theirs) {
                if (!target.filled()) continue;
                if (2 * total.best_attack > target.twice_defence) ++breakable;
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

        static int damage_of(AtomDamage kind, const Shape& cell, const Shape& target) {
            if (kind == AtomDamage::none) return 0;
            const int power = kind == AtomDamage::attack
                                  ? cell.attack
                                  : (2 * cell.attack - target.twice_defence + 1) / 2;
            return std::max(0, power - target.counts[3]);
        }
    };
};

template <std::unsigned_integral Word>
Inputs inputs_of(const AtomPosition<Word>& position, const Outlook<Word>& outlook, Stage stage,
                 int mover) {
    Inputs all{};
    const int other = 1 - mover;
    const auto attacks = [&](int seat) { return std::max(1, position.side(seat).filled()); };
    const AtomDamage damage = position.options.damage;
    SideFeatures<Word>::write(position.side(mover), outlook.of(mover), position.side(other),
                              outlook.of(other), damage,
                              stage == Stage::acting ? position.step.attacks : attacks(mover),
                              all.data());
    SideFeatures<Word>::write(position.side(other), outlook.of(other), position.side(mover),
                              outlook.of(mover), damage, attacks(other), all.data() + features);
    all[2 * features] = 1;
    return all;
}

class Evaluation {
public:
    explicit Evaluation(const Weights& weights) : weights_(weights) {}

    // For whoever's turn it is, as if it were at this stage now.
    template <std::unsigned_integral Word>
    float value(const AtomPosition<Word>& position, const Outlook<Word>& outlook, Stage stage,
                int mover) const {
        const Inputs all = inputs_of(position, outlook, stage, mover);
        const Inputs& weights = weights_[static_cast<std::size_t>(stage)];
        float sum = 0;
        for (std::size_t i = 0; i < inputs; ++i) sum += weights[i] * all[i];
        return sum;
    }

    // For the owner of a turn, if he ends it now.
    template <std::unsigned_integral Word>
    float ended(const AtomPosition<Word>& position, const Outlook<Word>& outlook) const {
        if (position.turn >= position.options.turn_limit) return 0;
        return -value(position, outlook, Stage::choosing, position.other());
    }

    const Weights& weights() const { return weights_; }

private:
    Weights weights_;
};

// A line for each feature: its name, and its weights before the choice, for the side whose turn it
// is and for the other, and the same before the actions. Then `constant` with a weight for each
// stage. Nothing for any other text.
inline std::optional<Weights> read_weights(const std::string& text) {
    std::istringstream words(text);
    Weights weights{};
    std::string name;
    for (std::size_t i = 0; i < features; ++i) {
        if (!(words >> name) || name != feature_names[i]) return std::nullopt;
        for (Inputs& stage : weights)
            if (!(words >> stage[i] >> stage[features + i])) return std::nullopt;
    }
    if (!(words >> name) || name != "constant") return std::nullopt;
    for (Inputs& stage : weights)
        if (!(words >> stage[2 * features])) return std::nullopt;
    if (words >> name) return std::nullopt;
    return weights;
}

inline std::string write_weights(const Weights& weights) {
    std::ostringstream out;
    out.precision(4);
    for (std::size_t i = 0; i < features; ++i) {
        out << feature_names[i];
        for (const Inputs& stage : weights) out << ' ' << stage[i] << ' ' << stage[features + i];
        out << '\n';
    }
    out << "constant";
    for (const Inputs& stage : weights) out << ' ' << stage[2 * features];
    out << '\n';
    return out.str();
}

}  // namespace duiyi::atom
