// The linear evaluation of tzaar: every feature is worth a number, one at step 1 and one at step 2.
// Where a piece stands makes no difference here.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "games/tzaar/evaluation/sums.hpp"

namespace duiyi::tzaar {

// Evaluations are whole numbers; this many are one unit of the logistic function, so that a side's
// chance to win is 1 / (1 + e^(-value / scale)).
inline constexpr int scale = 400;

// What weights of the linear evaluation there are: features without their points, and counts of a
// kind without how many are safe.
inline constexpr int linear_counts = 2 * kinds * count_classes;
inline constexpr int linear_groups = placed_groups + linear_counts + features - first_able;

constexpr int linear_group(int feature) {
    if (feature < first_counted) return feature / static_cast<int>(points);
    if (feature < first_able) return placed_groups + (feature - first_counted) / count_classes;
    return placed_groups + linear_counts + feature - first_able;
}

class Linear {
public:
    // By group and step. As many units as fill a register; two have a meaning.
    using Weights = std::vector<std::array<int, 2>>;
    static constexpr int units = 16;
    using State = Sums<units>;

    explicit Linear(const Weights& weights) : rows_(features) {
        for (int feature = 0; feature < features; ++feature)
            for (int step = 0; step < 2; ++step)
                rows_[feature][step] =
                    static_cast<std::int16_t>(weights[linear_group(feature)][step]);
    }

    // Set by hand, to begin with: pieces by the rarity of their kind and by height, and captures.
    static Weights by_hand() {
        Weights weights(linear_groups);
        for (int role = 0; role < 2; ++role) {
            const int sign = role == 0 ? 1 : -1;
            for (int kind = 0; kind < kinds; ++kind)
                for (int height = 1; height <= height_classes; ++height)
                    for (int danger = 0; danger < 2; ++danger) {
                        const int worth = 300 / (2 + kind) + 60 * (height - 1);
                        weights[placed_group(role, kind, height, danger != 0)].fill(
                            sign * (danger != 0 ? worth - worth / 8 : worth));
                    }
            for (int captures = 0; captures < able_classes; ++captures)
                weights[linear_group(able(role, captures))].fill(sign * 12 * captures);
        }
        return weights;
    }

    // One line per group: the weight at step 1 and at step 2. Nothing for any other text.
    static std::optional<Weights> read(const std::string& text) {
        std::istringstream words(text);
        Weights weights(linear_groups);
        for (auto& [first, second] : weights)
            if (!(words >> first >> second)) return std::nullopt;
        std::string rest;
        if (words >> rest) return std::nullopt;
        return weights;
    }

    State begin(const Tzaar& state) const {
        return State::of(state.pieces(), rows_.data(), Row<units>{});
    }

    State follow(const State& before, const Tzaar& there, const Tzaar& here,
                 Tzaar::Action action) const {
        return State::after(before, there.pieces(), here.pieces(), action, rows_.data());
    }

    // For the side whose decision it is.
    int value(const State& sums, int side, int step) const { return sums.by_view[side][step - 1]; }

private:
    std::vector<Row<units>> rows_;
};

}  // namespace duiyi::tzaar
