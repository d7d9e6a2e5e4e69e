// What a position of atom is worth, as the logarithm of the odds of whoever's turn it is: a small
// network over the numbers of both sides. One of its units is a plain sum. The weights come from
// tune_atom.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "common/real.hpp"
#include "common/words.hpp"
#include "games/atom/turns/features.hpp"

namespace duiyi::atom {

inline constexpr std::size_t units = 32;
inline constexpr std::size_t straight = units - 1;  // the unit that is not bent
using Units = std::array<float, units>;

struct Network {
    std::array<Units, inputs> into{};
    Units out{};

    // Many inputs are 0. Four of the others at a time: sums that wait for each other are slow. Some
    // units at a time: their sums stay in registers.
    Units sums(const Inputs& all) const {
        constexpr std::size_t together = 16;
        std::array<std::uint8_t, inputs> used;
        std::size_t count = 0;
        for (std::size_t i = 0; i < inputs; ++i) {
            used[count] = static_cast<std::uint8_t>(i);
            count += all[i] != 0 ? 1 : 0;
        }
        Units sums;
        for (std::size_t from = 0; from < units; from += together)
            add_up<together>(all, used.data(), count, from, sums.data() + from);
        return sums;
    }

    template <std::size_t together>
    void add_up(const Inputs& all, const std::uint8_t* used, std::size_t count, std::size_t from,
                float* result) const {
        std::array<float, together> sums{};
        std::size_t n = 0;
        for (; n + 4 <= count; n += 4) {
            const std::size_t a = used[n], b = used[n + 1], c = used[n + 2], d = used[n + 3];
            const float *first = &into[a][from], *second = &into[b][from];
            const float *third = &into[c][from], *fourth = &into[d][from];
            for (std::size_t unit = 0; unit < together; ++unit)
                sums[unit] += (all[a] * first[unit] + all[b] * second[unit]) +
                              (all[c] * third[unit] + all[d] * fourth[unit]);
        }
        for (; n < count; ++n) {
            const float* row = &into[used[n]][from];
            for (std::size_t unit = 0; unit < together; ++unit)
                sums[unit] += all[used[n]] * row[unit];
        }
        std::copy(sums.begin(), sums.end(), result);
    }

    float value(const Inputs& all) const {
        constexpr std::size_t lanes = 8;
        const Units sums = this->sums(all);
        std::array<float, lanes> parts{};
        for (std::size_t unit = 0; unit < units; unit += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                parts[lane] += out[unit + lane] * std::max(0.0F, sums[unit + lane]);
        float value = sums[straight];
        for (const float part : parts) value += part;
        return value;
    }
};

// By stage.
using Weights = std::array<Network, stages>;

inline constexpr float surely = 30;  // the value of a win
inline constexpr float nearly = 12;  // the most that anything else is worth

inline float share_of(float value) { return 1 / (1 + real::exp(-value)); }

class Evaluation {
public:
    explicit Evaluation(const Weights& weights) : weights_(weights) {}

    // For whoever's turn it is, as if it were at this stage now.
    template <std::unsigned_integral Word>
    float value(const AtomPosition<Word>& position, const Outlook<Word>& outlook, Stage stage,
                int mover) const {
        Inputs all;
        write_inputs(position, outlook, stage, mover, all);
        const float value = weights_[static_cast<std::size_t>(stage)].value(all);
        return std::clamp(value, -nearly, nearly);
    }

    // For the owner of a turn, if he ends it now.
    template <std::unsigned_integral Word>
    float ended(const AtomPosition<Word>& position, const Outlook<Word>& outlook) const {
        if (position.turn >= position.options.turn_limit) return 0;
        return -value(position, outlook, Stage::choosing, position.other());
    }

private:
    Weights weights_;
};

inline std::string input_name(std::size_t input) {
    if (input == 2 * features) return "constant";
    return std::string(input < features ? "own-" : "other-") +
           std::string(feature_names[input % features]);
}

// For each stage a line for each input: its name and its weights for the units; then `out` with
// what counts of them. Nothing for any other text.
inline std::optional<Weights> read_weights(std::string_view text) {
    Words words(text);
    Weights weights{};
    const auto read_line = [&words](std::string_view name, Units& row) {
        return words.next() == name &&
               std::ranges::all_of(row, [&words](float& weight) { return words.read(weight); });
    };
    for (Network& network : weights) {
        for (std::size_t i = 0; i < inputs; ++i)
            if (!read_line(input_name(i), network.into[i])) return std::nullopt;
        if (!read_line("out", network.out)) return std::nullopt;
    }
    if (!words.next().empty()) return std::nullopt;
    return weights;
}

inline std::string write_weights(const Weights& weights) {
    std::ostringstream out;
    out.precision(4);
    const auto write_line = [&out](const std::string& name, const Units& row) {
        out << name;
        for (const float weight : row) out << ' ' << weight;
        out << '\n';
    };
    for (const Network& network : weights) {
        for (std::size_t i = 0; i < inputs; ++i) write_line(input_name(i), network.into[i]);
        write_line("out", network.out);
    }
    return out.str();
}

}  // namespace duiyi::atom
