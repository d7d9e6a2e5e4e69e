// The network evaluation of tzaar: sums of a row per feature, in the views of both sides. Most
// units are bent (squared between 0 and 1) and weighed; the others are linear. There is a head for
// each step and phase of the game: its own weights for the bent units, and its own linear unit.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

#include "games/tzaar/evaluation/sums.hpp"

#if defined(__AVX2__) && !defined(DUIYI_PORTABLE)
#define DUIYI_NETWORK_INSTRUCTIONS 1
#include <immintrin.h>
#endif

namespace duiyi::tzaar {

class Network {
public:
    static constexpr int units = 32;
    static constexpr int phases = 4;
    static constexpr int head_count = 2 * phases;
    static constexpr int bent_units = units - head_count;
    static constexpr int full = 181;  // 1 in the bent sums; its square just fits into 16 bits
    using State = Sums<units>;

    static constexpr int head_of(int pieces, int step) {
        const int phase = pieces >= 48 ? 0 : pieces >= 38 ? 1 : pieces >= 28 ? 2 : 3;
        return 2 * phase + step - 1;
    }

    // All numbers of a network, as they stand in its file after the mark.
    struct Weights {
        std::array<Row<units>, features> rows;
        Row<units> start;
        std::array<std::array<Row<units>, 2>, head_count> heads;  // for own view and enemy's
        std::array<std::int32_t, head_count> shifts;
    };

    static constexpr std::string_view mark = "duiyi tzaar net3";

    // Nothing for whatever is not a network of this size.
    static std::optional<Network> read(std::string_view bytes) {
        if (!bytes.starts_with(mark) || bytes.size() != mark.size() + sizeof(Weights))
            return std::nullopt;
        Network network;
        std::memcpy(network.weights_.get(), bytes.data() + mark.size(), sizeof(Weights));
        return network;
    }

    State begin(const Tzaar& state) const {
        return State::of(state.pieces(), weights_->rows.data(), weights_->start);
    }

    State follow(const State& before, const Tzaar& there, const Tzaar& here,
                 Tzaar::Action action) const {
        return State::after(before, there.pieces(), here.pieces(), action, weights_->rows.data());
    }

    // For the side whose decision it is.
    int value(const State& sums, int side, int step) const {
        const auto head = static_cast<std::size_t>(head_of(sums.pieces, step));
        const auto& own = sums.by_view[static_cast<std::size_t>(side)];
        const auto& other = sums.by_view[static_cast<std::size_t>(1 - side)];
        const auto& weights = weights_->heads[head];
        const int bent = weighed(own, weights[0]) + weighed(other, weights[1]);
        return bent / (full * full) + own[bent_units + head] + weights_->shifts[head];
    }

private:
    Network() : weights_(std::make_shared<Weights>()) {}

    // The weights of linear units are 0.
    static int weighed(const Row<units>& sum, const Row<units>& head) {
#if defined(DUIYI_NETWORK_INSTRUCTIONS)
        const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(full);
        __m256i total = zero;
        for (int first = 0; first < units; first += 16) {
            const auto load = [&](const Row<units>& row) {
                return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row.data() + first));
            };
            const __m256i bent = _mm256_min_epi16(_mm256_max_epi16(load(sum), zero), one);
            const __m256i square = _mm256_mullo_epi16(bent, bent);
            total = _mm256_add_epi32(total, _mm256_madd_epi16(square, load(head)));
        }
        const __m128i four =
            _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
        const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
#else
        int total = 0;
        for (int unit = 0; unit < units; ++unit) {
            const int bent = std::clamp(int{sum[unit]}, 0, full);
            total += bent * bent * head[unit];
        }
        return total;
#endif
    }

    std::shared_ptr<Weights> weights_;  // never changed after it is read
};

}  // namespace duiyi::tzaar
