// Judging by a weighted sum: each seat has some numbers (features) in a position, their weighted
// sum is its strength, and the seats share the score by the exponentials of their strengths. So the
// share of one of two seats is the logistic function of a difference, and weights can be fitted.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "common/real.hpp"
#include "search/mcts/playout.hpp"

namespace duiyi {

template <std::size_t count>
using Weighting = std::array<float, count>;

// For each seat; those of seats that have no part any more are not looked at.
template <std::size_t count>
using Features = std::array<std::array<float, count>, most_seats>;

inline constexpr float hopeless = -1e9F;  // the strength of a seat that cannot win any more

template <std::size_t count>
Shares weighed(const Features<count>& features, const Weighting<count>& weights,
               const Sharing& sharing) {
    Shares shares{};
    float highest = hopeless;
    const auto seats = static_cast<std::size_t>(sharing.seats());
    for (std::size_t seat = 0; seat < seats; ++seat) {
        shares[seat] = hopeless;
        if (!sharing.has(static_cast<int>(seat))) continue;
        float strength = 0;
        for (std::size_t i = 0; i < count; ++i) strength += weights[i] * features[seat][i];
        shares[seat] = strength;
        highest = std::max(highest, strength);
    }
    float total = 0;
    for (std::size_t seat = 0; seat < seats; ++seat)
        total += shares[seat] = real::exp(shares[seat] - highest);
    for (std::size_t seat = 0; seat < seats; ++seat) shares[seat] /= total;
    return shares;
}

// An Insight made of features: `Game` has `count`, `features(state)` and `weights(state)`.
template <typename Game>
struct LinearInsight : Game {
    template <typename State>
    static Shares evaluate(const State& state, const Sharing& sharing) {
        return weighed(Game::features(state), Game::weights(state), sharing);
    }
};

// The same with weights that can be changed, while they are learnt.
template <typename Game>
struct LearningInsight : Game {
    static inline Weighting<Game::count> learnt{};

    template <typename State>
    static const Weighting<Game::count>& weights(const State&) {
        return learnt;
    }
    template <typename State>
    static Shares evaluate(const State& state, const Sharing& sharing) {
        return weighed(Game::features(state), learnt, sharing);
    }
};

template <typename Judge, typename State>
concept Weighs = requires(const State& state) {
    Judge::features(state);
    Judge::weights(state);
};

}  // namespace duiyi
