// What relati legacy for two knows about its positions, by the phases of a game: what counts while
// there is room is not what counts when the board is full.
#pragma once

#include <array>
#include <cstddef>

#include "games/relati_legacy/insight.hpp"
#include "games/relati_legacy/phase_weights.hpp"

namespace duiyi {

template <typename Set>
struct LegacyPhases {
    using State = RelatiLegacy<Set>;
    using Sight = LegacySight<Set>;

    static constexpr std::size_t phases = 3;  // room, no room, and hardly any
    static constexpr std::size_t numbers = Sight::count + 1;
    static constexpr std::size_t count = phases * numbers;
    static constexpr MctsSettings settings = LegacyJudge<Set>::settings;

    // Each number as often as there are phases, by how much of each there is.
    static Features<count> features(const State& state) {
        const auto& pieces = state.pieces();
        const Sight sight(state);
        const Set empty = pieces.empty(), living = pieces.living();
        const float taken = 1 - Sight::number(empty) / Sight::number(pieces.board);
        const float square = taken * taken;
        const std::array<float, phases> parts{1 - taken, taken, square * square * square};
        Features<count> all{};
        for (std::size_t seat = 0; seat < 2; ++seat) {
            const auto known = sight.numbers(seat, empty);
            const Set near = legacy::around(living.without(pieces.all(static_cast<int>(seat))));
            const float secure = Sight::number(sight.reaches[seat].valid.without(near)) / 10;
            for (std::size_t phase = 0; phase < phases; ++phase) {
                float* out = all[seat].data() + phase * numbers;
                for (const float value : known) *out++ = parts[phase] * value;
                *out = parts[phase] * secure;
            }
        }
        return all;
    }

    static const Weighting<count>& weights(const State&) {
        static_assert(legacy_phase_weights.size() == count);
        return legacy_phase_weights;
    }
};

}  // namespace duiyi
