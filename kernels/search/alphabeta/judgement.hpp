// What a game tells the common search of two seats about a position, and how scores are to be read.
#pragma once

#include "common/real.hpp"

namespace duiyi::duel {

// A won game is worth `win` less the decisions until its end, so that shorter wins are better; a
// game without a winner is worth 0. Everything else is a hundredth of a logarithm of odds.
inline constexpr int win = 30'000;
inline constexpr int deepest = 126;             // decisions that a search looks ahead
inline constexpr int surely_won = win - 1'000;  // no game is longer than that
inline constexpr int most_judged = 10'000;      // by an evaluation, either way

// The share of the score that whoever is given this score can expect.
inline double expected_share(int score) {
    if (score >= surely_won) return 1;
    if (score <= -surely_won) return 0;
    return 1 / (1 + real::exp(-score / 100.0));
}

// What of the search can be set, for measurements.
struct Settings {
    double reduction = 2.0;  // late actions lose ln(depth) * ln(index) / this
    int margin = 80;         // a position that is better than the bound by this per depth is left
    int ordering_depth = 3;  // from here on actions are ordered by what they lead to
    int breadth = 6;         // at a depth of 1 no more actions are tried, further up more
    bool urgent = true;      // whether decisions under a threat are searched deeper
};

// What is thought of a position without looking ahead, for whoever decides.
struct Judgement {
    int score = 0;
    bool settled = false;  // the score is that of the game's certain end, from here on
    bool urgent = false;   // a threat has to be answered now
};

}  // namespace duiyi::duel
