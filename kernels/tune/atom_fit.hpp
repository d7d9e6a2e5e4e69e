// Weights for the evaluation of atom from games that it plays against itself: positions at both
// stages of a turn, and what came of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/atom/turns/search.hpp"

namespace duiyi::atom {

struct Sample {
    Inputs inputs;
    float share;  // of whoever's turn it was
};

// By stage.
using Samples = std::array<std::vector<Sample>, stages>;

// To begin with: life, blacks and reach count, and what can be done with them.
inline Weights weights_by_hand() {
    Weights weights{};
    for (Network& network : weights)
        for (std::size_t side = 0; side < 2; ++side) {
            const float sign = side == 0 ? 1.0F : -1.0F;
            const auto set = [&](std::size_t feature, float weight) {
                network.into[side * features + feature][straight] = sign * weight;
            };
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

// From -1 to 1.
inline float around_zero(Random& random) {
    return static_cast<float>(random.below(2001)) / 1000 - 1;
}

// A style of play: some features count more or less than they should, so that games differ in more
// than their draws.
inline Weights styled(Weights weights, Random& random) {
    constexpr int changed = 4;
    constexpr float most = 1;
    for (int i = 0; i < changed; ++i) {
        const std::size_t feature = random.below(features);
        const float more = most * around_zero(random);
        for (Network& network : weights) {
            network.into[feature][straight] += more;
            network.into[features + feature][straight] -= more;
        }
    }
    return weights;
}

template <std::unsigned_integral Word>
class SelfPlay {
public:
    using State = Atom<Word>;

    SelfPlay(const SearchSettings& settings, const Limits& limits)
        : settings_(settings), limits_(limits) {}

    // One game. Most seats have a style, and some turns are not played as they should be.
    void play(const Weights& weights, std::uint64_t seed) {
        Random random(seed);
        const auto seat = [&] {
            return Evaluation(random.below(3) == 0 ? weights : styled(weights, random));
        };
        const std::array<Evaluation, 2> seats{seat(), seat()};
        const Evaluation judging(weights);
        std::vector<Begun> begun;
        Control control;
        State state{};
        while (!state.over()) {
            const int owner = state.owner();
            begun.push_back({owner, sample(state, Stage::choosing)});
            Search<Word> search(seats[static_cast<std::size_t>(owner)], settings_);
            if (random.below(6) == 0) {
                const auto what = static_cast<std::uint8_t>(random.below(3));
                state.play({AtomAction::Kind::choose, 0, what});
            } else {
                const Found choice = search.run(state, limits_, control, 1, random.next(), 1);
                state.play(choice.lines[0].actions[0]);
            }
            state.random_step(random);
            const Found found = search.run(state, limits_, control, 1, random.next(), lines);
            for (const RankedLine& line : found.lines) note_placed(state, line.actions, judging);
            const auto count = static_cast<std::uint32_t>(found.lines.size());
            const std::size_t taken = random.below(8) == 0 ? random.below(count) : 0;
            for (const AtomAction action : found.lines[taken].actions) state.play(action);
        }
        note_begun(begun, weights, score(state, 0));
    }

    const Samples& samples() const { return samples_; }

private:
    // A turn before its choice.
    struct Begun {
        int owner;
        Sample sample;
    };

    static constexpr std::size_t lines = 4;

    static float score(const State& state, int seat) {
        return state.winner() == nobody ? 0.5F : state.winner() == seat ? 1.0F : 0.0F;
    }

    static Sample sample(const State& state, Stage stage) {
        Sample sample{};
        const Outlook<Word> outlook(state.position());
        write_inputs(state.position(), outlook, stage, state.owner(), sample.inputs);
        return sample;
    }

    // What came of turns is told by how the game ended for seat 0, and by how the next ones looked.
    void note_begun(std::vector<Begun>& begun, const Weights& weights, float share) {
        constexpr float lasting = 0.7F;
        const Network& network = weights[static_cast<std::size_t>(Stage::choosing)];
        for (std::size_t i = begun.size(); i-- > 0;) {
            auto& [owner, sample] = begun[i];
            sample.share = owner == 0 ? share : 1 - share;
            samples_[0].push_back(sample);
            const float seen = share_of(network.value(sample.inputs));
            share = lasting * share + (1 - lasting) * (owner == 0 ? seen : 1 - seen);
        }
    }

    // When all is placed: what the actions made of it.
    void note_placed(State state, const Line& line, const Evaluation& judging) {
        const int owner = state.owner();
        Sample placed{};
        for (const AtomAction action : line) {
            const bool placing = state.position().step.phase == AtomPhase::placing;
            state.play(action);
            if (placing && !state.over() && state.position().step.phase == AtomPhase::acting)
                placed = sample(state, Stage::acting);
        }
        if (state.over()) {
            placed.share = score(state, owner);
        } else {
            const Outlook<Word> outlook(state.position());
            placed.share = 1 - share_of(judging.value(state.position(), outlook, Stage::choosing,
                                                      state.owner()));
        }
        samples_[1].push_back(placed);
    }

    SearchSettings settings_;
    Limits limits_;
    Samples samples_;
};

// Regression of shares: gradient descent in small batches, with a step length for each weight
// (Adam).
class Fit {
public:
    explicit Fit(const std::vector<Sample>& samples) : samples_(samples) {}

    // The mean cross entropy of the samples that are left out of the regression.
    double loss(const Network& network) const {
        double total = 0;
        std::size_t count = 0;
        for (std::size_t i = 0; i < samples_.size(); i += left_out, ++count) {
            const Sample& sample = samples_[i];
            const double share = std::clamp(
                static_cast<double>(share_of(network.value(sample.inputs))), 1e-9, 1 - 1e-9);
            const auto real = static_cast<double>(sample.share);
            total -= real * std::log(share) + (1 - real) * std::log(1 - share);
        }
        return total / static_cast<double>(count);
    }

    // From given weights on; units that do nothing begin anew.
    Network fitted(Network network) const {
        constexpr std::size_t epochs = 5, batch = 128;
        constexpr float rate = 0.003F;
        Random random(1);
        begin(network, random);
        Network mean{}, square{};
        const std::size_t batches = epochs * (samples_.size() / batch + 1);
        float first = 1, second = 1;
        for (std::size_t number = 0; number < batches; ++number) {
            const float left = 1 - static_cast<float>(number) / static_cast<float>(batches);
            Network slope{};
            for (std::size_t n = 0; n < batch; ++n) {
                const std::size_t at = random.below(static_cast<std::uint32_t>(samples_.size()));
                if (at % left_out != 0) add_slope(network, samples_[at], slope);
            }
            first *= first_decay;
            second *= second_decay;
            const Step step{rate * left / (1 - first), 1 / (1 - second),
                            1.0F / static_cast<float>(batch)};
            for (std::size_t i = 0; i < inputs; ++i)
                step.take(network.into[i], slope.into[i], mean.into[i], square.into[i]);
            step.take(network.out, slope.out, mean.out, square.out);
        }
        return network;
    }

private:
    static constexpr std::size_t left_out = 20;  // every so-many-th sample
    static constexpr float first_decay = 0.9F, second_decay = 0.999F;

    static void begin(Network& network, Random& random) {
        constexpr float least = 1e-3F;
        for (std::size_t unit = 0; unit < units; ++unit) {
            if (unit == straight || std::abs(network.out[unit]) > least) continue;
            for (Units& row : network.into) row[unit] = 0.15F * around_zero(random);
            network.out[unit] = 0.15F * around_zero(random);
        }
    }

    static void add_slope(const Network& network, const Sample& sample, Network& slope) {
        const Units sums = network.sums(sample.inputs);
        float value = sums[straight];
        for (std::size_t unit = 0; unit < units; ++unit)
            value += network.out[unit] * std::max(0.0F, sums[unit]);
        const float error = share_of(value) - sample.share;
        Units back{};
        for (std::size_t unit = 0; unit < units; ++unit) {
            slope.out[unit] += error * std::max(0.0F, sums[unit]);
            back[unit] = sums[unit] > 0 ? error * network.out[unit] : 0.0F;
        }
        back[straight] = error;
        slope.out[straight] = 0;
        for (std::size_t i = 0; i < inputs; ++i) {
            const float input = sample.inputs[i];
            if (input == 0) continue;
            Units& row = slope.into[i];
            for (std::size_t unit = 0; unit < units; ++unit) row[unit] += input * back[unit];
        }
    }

    struct Step {
        float rate, square_scale, share;

        void take(Units& all, const Units& slope, Units& mean, Units& square) const {
            for (std::size_t i = 0; i < units; ++i) {
                const float here = share * slope[i];
                mean[i] = first_decay * mean[i] + (1 - first_decay) * here;
                square[i] = second_decay * square[i] + (1 - second_decay) * here * here;
                all[i] -= rate * mean[i] / (std::sqrt(square[i] * square_scale) + 1e-8F);
            }
        }
    };

    const std::vector<Sample>& samples_;
};

}  // namespace duiyi::atom
