// Fitting the weights of a game's evaluation to results of its own play: positions from games that
// short searches play against each other, and the shares with which those games ended.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/mcts.hpp"
#include "search/playout_linear.hpp"

namespace duiyi {

template <GameKernel State>
class MctsFit {
public:
    using Judge = Insight<State>;
    static constexpr std::size_t count = Judge::count;

    // Of a game, all positions in which a seat decides; the first few decisions, and some later
    // ones, are left to chance, so that games differ.
    void play(const State& start, const MctsSettings& settings, const Limits& limits,
              std::uint64_t games, int opening_length, std::uint64_t seed) {
        for (std::uint64_t number = 0; number < games; ++number) {
            Random random(seed * 0x9E3779B97F4A7C15U + number);
            State state = start;
            Mcts<State> search(settings);
            const std::size_t first = samples_.size();
            for (int i = 0; !state.over(); ++i) {
                if (state.actor() == chance || i < opening_length || random.below(20) == 0) {
                    state.random_step(random);
                    continue;
                }
                samples_.push_back({Judge::features(state), Sharing(state), {}});
                Control control;
                state.play(*search.search(state, limits, control, 1, random.next()).best);
            }
            const Sharing sharing(state);
            for (std::size_t i = first; i < samples_.size(); ++i)
                samples_[i].result = sharing.shares(sharing.ended(state));
        }
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

    // Gradient descent with a step length for each weight (Adam); weights are kept small.
    Weighting<count> fitted(Weighting<count> weights, int rounds) const {
        constexpr float rate = 0.02F, first_decay = 0.9F, second_decay = 0.999F, pull = 1e-4F;
        Weighting<count> mean{}, square{};
        for (int round = 1; round <= rounds; ++round) {
            const Weighting<count> slope = gradient(weights);
            const float first = 1 - std::pow(first_decay, static_cast<float>(round));
            const float second = 1 - std::pow(second_decay, static_cast<float>(round));
            for (std::size_t i = 0; i < count; ++i) {
                const float here = slope[i] + pull * weights[i];
                mean[i] = first_decay * mean[i] + (1 - first_decay) * here;
                square[i] = second_decay * square[i] + (1 - second_decay) * here * here;
                weights[i] -= rate * (mean[i] / first) / (std::sqrt(square[i] / second) + 1e-8F);
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

    Weighting<count> gradient(const Weighting<count>& weights) const {
        Weighting<count> slope{};
        for (const Sample& sample : samples_) {
            const Shares expected = weighed(sample.features, weights, sample.sharing);
            for (std::size_t seat = 0; seat < most_seats; ++seat)
                for (std::size_t i = 0; i < count; ++i)
                    slope[i] += (expected[seat] - sample.result[seat]) * sample.features[seat][i];
        }
        for (float& part : slope) part /= static_cast<float>(samples_.size());
        return slope;
    }

    std::vector<Sample> samples_;
};

}  // namespace duiyi
