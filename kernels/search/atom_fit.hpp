// Weights for the evaluation of atom from games that it plays against itself: positions at both
// stages of a turn, and how their games ended.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/atom_match.hpp"
#include "search/atom_player.hpp"

namespace duiyi::atom {

struct Sample {
    Inputs inputs;
    float result;  // the score of whoever's turn it was
};

// To begin with: life, blacks and reach count, and what can be done with them.
inline Weights weights_by_hand() {
    Weights weights{};
    for (Inputs& stage : weights)
        for (std::size_t side = 0; side < 2; ++side) {
            float* own = stage.data() + side * features;
            const float sign = side == 0 ? 1.0F : -1.0F;
            const auto set = [&](std::size_t feature, float weight) { own[feature] = sign * weight; };
            set(0, 1);
            set(3, 0.3F);
            for (const std::size_t held : {5U, 6U, 7U}) set(held, 0.2F);
            set(8, 0.2F);
            set(10, 1);
            set(12, 0.5F);
            set(14, 0.5F);
            for (const std::size_t count : {17U, 18U, 19U}) set(count, 0.1F);
            for (const std::size_t effect : {20U, 21U, 22U}) set(effect, 0.3F);
            set(23, 0.3F);
            set(28, 1);
            set(29, 1);
        }
    return weights;
}

// Each weight a little larger or smaller, so that games differ in more than their draws.
inline Weights varied(Weights weights, Random& random) {
    constexpr float most = 0.5F;
    for (Inputs& stage : weights)
        for (float& weight : stage)
            weight *= 1 + most * (static_cast<float>(random.below(2001)) / 1000 - 1);
    return weights;
}

template <std::unsigned_integral Word>
class SelfPlay {
public:
    using State = Atom<Word>;

    SelfPlay(const SearchSettings& settings, const Limits& limits)
        : settings_(settings), limits_(limits) {}

    // One game; both seats vary their weights, and some decisions are made by chance.
    void play(const Weights& first, const Weights& second, std::uint64_t seed) {
        Random random(seed);
        Player<Word> zero(varied(first, random), settings_), one(varied(second, random), settings_);
        Control control;
        State state{};
        std::array<std::vector<Sample>, stages> found;
        std::array<std::vector<int>, stages> movers;
        int acted = 0;
        const auto note = [&](Stage stage) {
            const auto at = static_cast<std::size_t>(stage);
            const Outlook<Word> outlook(state.position());
            found[at].push_back({inputs_of(state.position(), outlook, stage, state.owner()), 0});
            movers[at].push_back(state.owner());
        };
        while (!state.over()) {
            const AtomPhase phase = state.position().step.phase;
            if (phase == AtomPhase::choosing) note(Stage::choosing);
            if (phase == AtomPhase::acting && std::exchange(acted, state.turn()) != state.turn())
                note(Stage::acting);
            if (state.actor() == chance || random.below(50) == 0) {
                state.random_step(random);
                continue;
            }
            Player<Word>& player = state.actor() == 0 ? zero : one;
            const Found thought = player.think(state, limits_, control, 1, random.next(), 1);
            state.play(thought.lines[0].actions[0]);
        }
        for (std::size_t stage = 0; stage < stages; ++stage)
            for (std::size_t i = 0; i < found[stage].size(); ++i) {
                const bool won = state.winner() == movers[stage][i];
                found[stage][i].result = state.winner() == nobody ? 0.5F : won ? 1.0F : 0.0F;
                samples_[stage].push_back(found[stage][i]);
            }
    }

    const std::vector<Sample>& samples(Stage stage) const {
        return samples_[static_cast<std::size_t>(stage)];
    }

private:
    SearchSettings settings_;
    Limits limits_;
    std::array<std::vector<Sample>, stages> samples_;
};

// Logistic regression: gradient descent in small batches with a step length for each weight (Adam),
// weights kept small.
class Fit {
public:
    explicit Fit(const std::vector<Sample>& samples) : samples_(samples) {}

    double loss(const Inputs& weights) const {
        double total = 0;
        for (const Sample& sample : samples_) {
            const double share =
                std::clamp(static_cast<double>(expected(weights, sample)), 1e-9, 1 - 1e-9);
            const auto result = static_cast<double>(sample.result);
            total -= result * std::log(share) + (1 - result) * std::log(1 - share);
        }
        return total / static_cast<double>(samples_.size());
    }

    Inputs fitted(Inputs weights, int epochs) const {
        constexpr float first_decay = 0.9F, second_decay = 0.999F, pull = 1e-3F;
        constexpr std::size_t batch = 256;
        Inputs mean{}, square{};
        Random random(1);
        const std::size_t batches = static_cast<std::size_t>(epochs) * (samples_.size() / batch + 1);
        float first = 1, second = 1;
        for (std::size_t number = 0; number < batches; ++number) {
            const float rate =
                0.02F * (1 - static_cast<float>(number) / static_cast<float>(batches));
            const Inputs slope = gradient(weights, batch, random);
            first *= first_decay;
            second *= second_decay;
            for (std::size_t i = 0; i < inputs; ++i) {
                const float here = slope[i] + pull * weights[i];
                mean[i] = first_decay * mean[i] + (1 - first_decay) * here;
                square[i] = second_decay * square[i] + (1 - second_decay) * here * here;
                weights[i] -= rate * (mean[i] / (1 - first)) /
                              (std::sqrt(square[i] / (1 - second)) + 1e-8F);
            }
        }
        return weights;
    }

private:
    static float expected(const Inputs& weights, const Sample& sample) {
        float sum = 0;
        for (std::size_t i = 0; i < inputs; ++i) sum += weights[i] * sample.inputs[i];
        return share_of(sum);
    }

    Inputs gradient(const Inputs& weights, std::size_t batch, Random& random) const {
        Inputs slope{};
        for (std::size_t n = 0; n < batch; ++n) {
            const Sample& sample =
                samples_[random.below(static_cast<std::uint32_t>(samples_.size()))];
            const float error = expected(weights, sample) - sample.result;
            for (std::size_t i = 0; i < inputs; ++i) slope[i] += error * sample.inputs[i];
        }
        for (float& part : slope) part /= static_cast<float>(batch);
        return slope;
    }

    const std::vector<Sample>& samples_;
};

}  // namespace duiyi::atom
