// Matches between two ways to search: from each opening as many games as there are seats, so that
// the one contender sits once on every seat among copies of the other.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/mcts/search.hpp"

namespace duiyi {

struct Contender {
    MctsSettings settings;
    Limits limits;
    int threads = 1;
    bool random = false;  // plays any action, without a search
};

struct MatchSettings {
    std::uint64_t openings = 10;
    int opening_length = 4;  // decisions by chance
    std::uint64_t seed = 1;
    double patience = 240;  // seconds of the clock after which no further opening is begun
};

struct MatchResult {
    std::uint64_t openings = 0, games = 0;
    double score = 0;        // of the first contender: the mean of its shares
    double uncertainty = 0;  // half of the 95 % interval, from the openings' means
    struct Effort {
        std::uint64_t decisions = 0, playouts = 0;
        double seconds = 0, longest = 0;
    };
    std::array<Effort, 2> efforts;
};

template <GameKernel State, typename First = Insight<State>, typename Second = Insight<State>>
class MctsMatch {
public:
    MctsMatch(const State& start, const Contender& first, const Contender& second)
        : start_(start), contenders_{first, second} {}

    MatchResult play(const MatchSettings& settings) {
        const auto begun = std::chrono::steady_clock::now();
        MatchResult result;
        double sum = 0, squares = 0;
        for (std::uint64_t number = 0; number < settings.openings; ++number) {
            const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begun;
            if (gone.count() > settings.patience) break;
            Random random(settings.seed * 0x9E3779B97F4A7C15U + number);
            const State opening = opened(settings.opening_length, random);
            const int seats = opening.seats();
            double score = 0;
            for (int seat = 0; seat < seats; ++seat)
                score += static_cast<double>(game(opening, seat, random.next(), result.efforts));
            result.games += static_cast<std::uint64_t>(seats);
            ++result.openings;
            score /= seats;
            sum += score;
            squares += score * score;
        }
        const auto count = static_cast<double>(result.openings);
        if (result.openings > 0) result.score = sum / count;
        if (result.openings > 1) {
            const double variance = (squares - sum * sum / count) / (count - 1);
            result.uncertainty = 1.96 * std::sqrt(std::max(0.0, variance) / count);
        }
        return result;
    }

private:
    // A position after some decisions by chance that is not over.
    State opened(int length, Random& random) const {
        for (;;) {
            State state = start_;
            for (int i = 0; i < length && !state.over(); ++i) state.random_step(random);
            while (!state.over() && state.actor() == chance) state.random_step(random);
            if (!state.over()) return state;
        }
    }

    // The share of the first contender, who sits on this seat.
    float game(State state, int seat, std::uint64_t seed,
               std::array<MatchResult::Effort, 2>& efforts) const {
        Mcts<State, First> first(contenders_[0].settings);
        std::vector<std::unique_ptr<Mcts<State, Second>>> others;
        for (int i = 0; i < state.seats(); ++i)
            others.push_back(std::make_unique<Mcts<State, Second>>(contenders_[1].settings));
        Random random(seed);
        while (!state.over()) {
            const int actor = state.actor();
            const std::size_t which = actor == seat ? 0 : 1;
            const Contender& contender = contenders_[which];
            if (actor == chance || contender.random) {
                state.random_step(random);
                continue;
            }
            Control control;
            const auto search = [&](auto& by) {
                return by.search(state, contender.limits, control, contender.threads,
                                 random.next());
            };
            const auto found =
                which == 0 ? search(first) : search(*others[static_cast<std::size_t>(actor)]);
            auto& effort = efforts[which];
            ++effort.decisions;
            effort.playouts += found.playouts;
            effort.seconds += found.seconds;
            effort.longest = std::max(effort.longest, found.seconds);
            state.play(*found.best);
        }
        const Sharing sharing(state);
        return sharing.shares(sharing.ended(state))[static_cast<std::size_t>(seat)];
    }

    State start_;
    std::array<Contender, 2> contenders_;
};

}  // namespace duiyi
