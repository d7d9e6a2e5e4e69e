// Two players of tzaar against each other: pairs of games from the same opening with the seats
// swapped, and what follows from the results.
#pragma once

#include <cmath>
#include <functional>
#include <ostream>

#include "search/limits.hpp"
#include "tune/tzaar_games.hpp"

namespace duiyi::tzaar {

// Plays one decision; the limits are those of a turn.
using Decide = std::function<Tzaar::Action(const Tzaar&)>;

// Scores of pairs: 0, 1/2 or 1, since no game of tzaar is drawn.
class Score {
public:
    void add(double pair) {
        ++pairs_;
        sum_ += pair;
        squares_ += pair * pair;
    }

    double mean() const { return sum_ / pairs_; }
    int pairs() const { return pairs_; }

    // Half of the 95 % interval. A pair like all others would be no proof of no variance.
    double margin() const { return 1.96 * std::sqrt(variance() / pairs_); }

    // The logarithm of how much more likely the results are with the second difference in Elo than
    // with the first.
    double log_ratio(double first, double second) const {
        const double low = expected(first), high = expected(second);
        return pairs_ * (high - low) * (2 * mean() - low - high) / (2 * variance());
    }

    static double expected(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }
    static double elo(double score) { return -400 * std::log10(1 / score - 1); }

private:
    double variance() const {
        const double plain = squares_ / pairs_ - mean() * mean();
        return std::max(plain, 0.25 / pairs_);
    }

    int pairs_ = 0;
    double sum_ = 0, squares_ = 0;
};

inline int winner_of(Tzaar state, const Decide& white, const Decide& black) {
    while (!state.over()) state.play(state.owner() == 0 ? white(state) : black(state));
    return state.winner();
}

inline std::ostream& operator<<(std::ostream& out, const Score& score) {
    const auto elo = [&](double value) {
        return std::lround(Score::elo(std::clamp(value, 0.001, 0.999)));
    };
    const double mean = score.mean(), margin = score.margin();
    return out << "games " << 2 * score.pairs() << " score " << mean << " +- " << margin << " elo "
               << elo(mean) << " [" << elo(mean - margin) << ", " << elo(mean + margin) << ']';
}

}  // namespace duiyi::tzaar
