// What a search of tzaar is told and what it answers.
#pragma once

#include "common/real.hpp"
#include "games/tzaar/rules.hpp"
#include "search/alphabeta/result.hpp"

namespace duiyi::tzaar {

// A won game is worth `win` less the decisions until its end, so that shorter wins are better.
inline constexpr int win = 30'000;
inline constexpr int longest = 126;  // decisions: every turn takes a piece away
inline constexpr int surely_won = win - longest - 1;

// The share of the score that whoever is given this score can expect.
inline double expected_share(int score) {
    constexpr double per_unit = 400;  // of the logarithm of the odds
    if (score >= surely_won) return 1;
    if (score <= -surely_won) return 0;
    return 1 / (1 + real::exp(-score / per_unit));
}

// What of the search can be set, for measurements.
struct Settings {
    double reduction = 1.0;  // late steps lose ln(depth) * ln(index) / this
    int margin = 120;        // a position better than the bounds by this per depth is left so
    int hopeless = 250;      // one that is worse by this per depth, too
    int ordering_depth = 3;  // from here on steps are ordered by what they lead to
    int wins_at_hand = 1;    // whether a win within the turn is seen without search
};

using Line = alphabeta::Line<Tzaar::Action>;
using Found = alphabeta::Found<Tzaar::Action>;

}  // namespace duiyi::tzaar
