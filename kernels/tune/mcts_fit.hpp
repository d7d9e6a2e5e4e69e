// Fitting the weights of a game's evaluation to results of its own play: positions from games that
// short searches play against each other, and the shares with which those games ended.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "common/crew.hpp"
#include "search/mcts/linear.hpp"
#include "search/mcts/search.hpp"

namespace duiyi {

// What games are played to learn from.
struct FitGames {
    std::uint64_t games = 100;
    int opening_length = 4;  // decisions by chance
    std::uint64_t seed = 1;
    int threads = 1;
};

template <GameKernel State, typename Judge = Insight<State>>
class MctsFit {
public:
    static constexpr std::size_t count = Judge::count;

    // Adds positions of games in which a seat decides. At times one of the better decisions is
    // played instead of the best, in some games often and from many, so that games differ and
    // mistakes are met with.
    void play(const State& start, const MctsSettings& settings, const Limits& limits,
              const FitGames& wanted) {
        std::vector<std::vector<Sample>> found(wanted.games);
        Control control;
        share_out(wanted.games, wanted.threads, control, [&](std::size_t number) {
            Random random(wanted.seed * 0x9E3779B97F4A7C15U + number);
            found[number] = game(start, settings, limits, wanted.opening_length, random);
        });
        for (const auto& samples : found)
            samples_.insert(samples_.end(), samples.begin(), samples.end());
    }

    // Older ones are forgotten.
    void keep_newest(std::size_t most) {
        if (samples_.size() <= most) return;
        samples_.erase(samples_.begin(), samples_.end() - static_cast<std::ptrdiff_t>(most));
    }

    std::size_t size() const { return samples_.size(); }

    // The mean of −log of the share that the evaluation gave to what happened.
    double loss(const Weighting<count>& weights) const {
        double total = 0;
        for (const Sample& sample : samples_) {
            const Shares expected = weighed(sample.features, weights, sample.sharing);
            for (std::size_t seat = 0; seat < most_seats; ++seat)
                if (sample.result[seat] > 0)
                    total -= static_cast<double>(sample.result[seat]) *
                             std::log(std::max(static_cast<double>(expected[seat]), 1e-12));
        }
        return total / static_cast<double>(samples_.size());
    }

    // Gradient descent in small batches with a step length for each weight (Adam), which becomes
    // ever smaller; what the games say nothing about stays as it was. So many positions are looked
    // at, most of them often.
    Weighting<count> fitted(const Weighting<count>& before, std::size_t looks) const {
        constexpr float rate = 0.01F, first_decay = 0.9F, second_decay = 0.999F, pull = 1e-3F;
        constexpr std::size_t batch = 256;
        if (samples_.empty()) return before;
        Random random(1);
        Weighting<count> weights = before, mean{}, square{};
        const std::size_t steps = looks / batch + 1;
        float first = 1, second = 1;
        for (std::size_t step = 0; step < steps; ++step) {
            const float left = 1 - static_cast<float>(step) / static_cast<float>(steps);
            const Weighting<count> slope = gradient(weights, batch, random);
            first *= first_decay;
            second *= second_decay;
            for (std::size_t i = 0; i < count; ++i) {
                const float here = slope[i] + pull * (weights[i] - before[i]);
                mean[i] = first_decay * mean[i] + (1 - first_decay) * here;
                square[i] = second_decay * square[i] + (1 - second_decay) * here * here;
                weights[i] -= rate * left * (mean[i] / (1 - first)) /
                              (std::sqrt(square[i] / (1 - second)) + 1e-8F);
            }
        }
        return weights;
    }

private:
    struct Sample {
        Features<count> features;
        Sharing sharing;
        Shares result;
    };

    // Neighbouring positions of a game say nearly the same: one of so many is enough.
    static constexpr std::uint32_t thinned = 3;

    static std::vector<Sample> game(State state, const MctsSettings& settings, const Limits& limits,
                                    int opening_length, Random& random) {
        Mcts<State, Judge> search(settings);
        const std::uint32_t often = random.below(3) == 0 ? 6 : 20;
        const std::size_t wide = random.below(3) == 0 ? 30 : 8;
        std::vector<Sample> samples;
        for (int i = 0; !state.over(); ++i) {
            if (state.actor() == chance || i < opening_length) {
                state.random_step(random);
                continue;
            }
            if (random.below(thinned) == 0)
                samples.push_back({Judge::features(state), Sharing(state), {}});
            Control control;
            const auto found = search.search(state, limits, control, 1, random.next());
            auto action = *found.best;
            if (random.below(often) == 0 && !found.answered) {
                const std::size_t most = std::min(found.findings.size(), wide);
                const auto& other = found.findings[random.below(static_cast<std::uint32_t>(most))];
                if (other.proof != Proof::loss) action = other.action;
            }
            state.play(action);
        }
        const Sharing sharing(state);
        for (Sample& sample : samples) sample.result = sharing.shares(sharing.ended(state));
        return samples;
    }

    Weighting<count> gradient(const Weighting<count>& weights, std::size_t batch,
                              Random& random) const {
        Weighting<count> slope{};
        for (std::size_t n = 0; n < batch; ++n) {
            const Sample& sample =
                samples_[random.below(static_cast<std::uint32_t>(samples_.size()))];
            const Shares expected = weighed(sample.features, weights, sample.sharing);
            const auto seats = static_cast<std::size_t>(sample.sharing.seats());
            for (std::size_t seat = 0; seat < seats; ++seat)
                for (std::size_t i = 0; i < count; ++i)
                    slope[i] += (expected[seat] - sample.result[seat]) * sample.features[seat][i];
        }
        for (float& part : slope) part /= static_cast<float>(batch);
        return slope;
    }

    std::vector<Sample> samples_;
};

}  // namespace duiyi
