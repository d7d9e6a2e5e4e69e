// What two-seat relati tells its search: what positions are worth, by weights for each choice of
// extensions, and which actions look good at first sight.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "common/words.hpp"
#include "games/relati/features.hpp"
#include "search/alphabeta/judgement.hpp"

namespace duiyi::relati {

// What each feature weighs on an empty board, on a half full one and on a full one; in between,
// what lies between.
inline constexpr std::size_t stages = 3;
using Weights = std::array<std::array<float, count_of_features>, stages>;

// How much of its weights at a stage a position has, by its empty cells.
inline std::array<float, stages> stage_parts(int empty) {
    const float late = 2 - 2 * static_cast<float>(empty) / Board::sites;  // from 0 to 2
    const auto part = [&](float stage) { return std::max(0.0F, 1 - std::abs(late - stage)); };
    return {part(0), part(1), part(2)};
}

// A choice of extensions has a number and a name. `friendly_fire` takes the weights of the same
// choice without it: it adds shots at own symbols, which are seldom good.
inline constexpr std::size_t choices = 16;

inline std::size_t number_of(const RelatiOptions& options) {
    return (options.continuous ? 1U : 0U) | (options.cannon ? 2U : 0U) | (options.chain ? 4U : 0U) |
           (options.migration ? 8U : 0U);
}

inline std::string name_of(std::size_t choice) {
    constexpr std::array<std::string_view, 4> names{"continuous", "cannon", "chain", "migration"};
    std::string name;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (choice >> i & 1U) (name += name.empty() ? "" : "+") += names[i];
    return name.empty() ? "none" : name;
}

inline bool possible(std::size_t choice) { return (choice & 6U) != 4U; }  // no chain without cannon

class Evaluation {
public:
    static constexpr std::size_t codes = std::size_t{1} << 13;

    explicit Evaluation(const std::array<Weights, choices>& weights) {
        for (std::size_t choice = 0; choice < choices; ++choice)
            for (std::size_t empty = 0; empty <= Board::sites; ++empty)
                scales_[choice][empty] = between(weights[choice], static_cast<int>(empty));
    }

    // Of a text as `write` makes it; nothing for any other.
    static std::optional<std::array<Weights, choices>> read(std::string_view text);
    static std::string write(const std::array<Weights, choices>& weights);
    static std::array<Weights, choices> by_hand();

    duel::Judgement judge(const State& state) const {
        const View view = Viewer(state).view();
        if (view.settled) return {*view.settled, true, false};
        const auto empty = static_cast<std::size_t>(view.empty);
        const Scale& scale = scales_[number_of(state.options())][empty];
        float sum = 0;
        for (std::size_t i = 0; i < count_of_features; ++i) sum += scale[i] * view.features[i];
        const int score = static_cast<int>(std::lround(100 * sum));
        return {std::clamp(score, -duel::most_judged, duel::most_judged), false, view.urgent};
    }

    static constexpr std::uint16_t code(RelatiAction action) {
        return static_cast<std::uint16_t>(1U | static_cast<unsigned>(action.cell) << 1 |
                                          static_cast<unsigned>(action.kind) << 8 |
                                          static_cast<unsigned>(action.direction) << 11);
    }

    int promise(const State& state, RelatiAction action) const;

private:
    using Scale = std::array<float, count_of_features>;

    static Scale between(const Weights& weights, int empty) {
        const auto parts = stage_parts(empty);
        Scale scale{};
        for (std::size_t stage = 0; stage < stages; ++stage)
            for (std::size_t i = 0; i < count_of_features; ++i)
                scale[i] += weights[stage][i] * parts[stage];
        return scale;
    }

    std::array<std::array<Scale, Board::sites + 1>, choices> scales_;
};

inline int Evaluation::promise(const State& state, RelatiAction action) const {
    using Kind = RelatiAction::Kind;
    const Symbols& symbols = state.symbols();
    const int seat = state.actor(), other = 1 - seat;
    switch (action.kind) {
        case Kind::place: return symbols.placeable(other).has(action.cell) ? 400 : 0;
        case Kind::fire: {
            const Cell target = *symbols.met(action.cell, action.direction);
            if (symbols.root(other).has(target)) return 100'000;
            if (symbols.root(seat).has(target)) return -100'000;
            return symbols.owned(other).has(target) ? 1500 : -2000;
        }
        case Kind::build: return lines_of(symbols, other).met.has(action.cell) ? 2000 : -1000;
        case Kind::migrate: return -500;
        case Kind::pass: break;
    }
    return -2000;
}

// A line for each choice of extensions and feature, with a weight for each stage:
// `cannon+chain lost -0.25 -0.5 -0.5`.

inline std::string Evaluation::write(const std::array<Weights, choices>& weights) {
    std::ostringstream out;
    out.precision(4);
    for (std::size_t choice = 0; choice < choices; ++choice)
        for (std::size_t i = 0; possible(choice) && i < count_of_features; ++i) {
            out << name_of(choice) << ' ' << feature_names[i];
            for (const auto& stage : weights[choice]) out << ' ' << stage[i];
            out << '\n';
        }
    return out.str();
}

inline std::optional<std::array<Weights, choices>> Evaluation::read(std::string_view text) {
    Words words(text);
    std::array<Weights, choices> weights{};
    for (std::size_t choice = 0; choice < choices; ++choice)
        for (std::size_t i = 0; possible(choice) && i < count_of_features; ++i) {
            if (words.next() != name_of(choice) || words.next() != feature_names[i])
                return std::nullopt;
            for (auto& stage : weights[choice])
                if (!words.read(stage[i])) return std::nullopt;
        }
    if (!words.next().empty()) return std::nullopt;
    return weights;
}

// Guesses, as a beginning for the tuning.
inline std::array<Weights, choices> Evaluation::by_hand() {
    Weights guess{};
    const auto set = [&](Feature feature, float early, float late) {
        guess[0][feature] = early;
        guess[1][feature] = (early + late) / 2;
        guess[2][feature] = late;
    };
    set(only_his, 0.1F, 0.6F);
    set(guaranteed, 0, 0.5F);
    set(places, 0.05F, 0.3F);
    set(lost, -0.1F, -0.1F);
    set(held, 0.03F, 0.03F);
    set(plain, 0.05F, 0.05F);
    set(ready, 0.3F, 0.3F);
    set(rootless, -8, -8);
    set(builders, 0.5F, 0.5F);
    set(watchers, 0.1F, 0.1F);
    set(closed_lines, 0.1F, 0.1F);
    set(aiming, 0.1F, 0.1F);
    set(strikes, 0.5F, 0.5F);
    set(strike_now, 6, 6);
    set(struck_next, -1, -1);
    set(struck_twice, -3, -3);
    set(decides, 0.2F, 0.2F);
    std::array<Weights, choices> weights;
    weights.fill(guess);
    return weights;
}

}  // namespace duiyi::relati
