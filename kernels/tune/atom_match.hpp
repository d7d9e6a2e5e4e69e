// Two players of atom against each other: pairs of games with the seats swapped and the same luck
// of the draw in each turn.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <ostream>

#include "games/atom/rules.hpp"

namespace duiyi::atom {

// Decides for one seat of one game.
template <std::unsigned_integral Word>
using Decide = std::function<AtomAction(const Atom<Word>&)>;

// Of pairs of games: the mean score of the first player, and half of its 95 % interval.
class Score {
public:
    void add(double pair) {
        ++pairs_;
        sum_ += pair;
        squares_ += pair * pair;
    }

    int pairs() const { return pairs_; }
    double mean() const { return sum_ / pairs_; }

    // Pairs that all went alike would be no proof of no variance.
    double margin() const {
        const double variance = squares_ / pairs_ - mean() * mean();
        return 1.96 * std::sqrt(std::max(variance, 0.25 / pairs_) / pairs_);
    }

    friend std::ostream& operator<<(std::ostream& out, const Score& score) {
        return out << "games " << 2 * score.pairs() << " score " << score.mean() << " +- "
                   << score.margin() << " lower " << score.mean() - score.margin();
    }

private:
    int pairs_ = 0;
    double sum_ = 0, squares_ = 0;
};

// What a turn gets depends on its number alone, not on what was decided before.
template <std::unsigned_integral Word>
void draw(Atom<Word>& state, std::uint64_t luck) {
    Random random(luck * 0x9E3779B97F4A7C15U + static_cast<std::uint64_t>(state.turn()));
    state.random_step(random);
}

// The score of seat 0.
template <std::unsigned_integral Word>
double score_of(Atom<Word> state, const Decide<Word>& first, const Decide<Word>& second,
                std::uint64_t luck, int& turns) {
    while (!state.over()) {
        if (state.actor() == chance)
            draw(state, luck);
        else
            state.play(state.actor() == 0 ? first(state) : second(state));
    }
    turns += state.turn();
    return state.winner() == nobody ? 0.5 : state.winner() == 0 ? 1 : 0;
}

}  // namespace duiyi::atom
