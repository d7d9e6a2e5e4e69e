// Sums of a row of numbers per feature, kept from step to step: the part that all evaluations of
// tzaar share. What is made of the sums is in linear.hpp and network.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "games/tzaar/evaluation/features.hpp"

#if defined(__GNUC__) && !defined(DUIYI_PORTABLE)
#define DUIYI_VECTORS 1
#endif

namespace duiyi::tzaar {

#if defined(__AVX2__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

template <int units>
using Row = std::array<std::int16_t, units>;

// Up to so many features enter or leave with one step.
inline constexpr int most_changes = 2 * (static_cast<int>(points) + 2 * kinds + 2);

class Changes {
public:
    void leave(int feature) { left_[left_count_++] = static_cast<std::uint16_t>(feature); }
    void enter(int feature) { entered_[entered_count_++] = static_cast<std::uint16_t>(feature); }

    // A sum after the changes; `number` says which row of a feature is meant.
    template <int units, typename Number>
    Row<units> applied(const Row<units>& sum, const Row<units>* rows, Number number) const {
        Row<units> result;
#if defined(DUIYI_VECTORS)
        using Lanes = std::int16_t __attribute__((vector_size(register_bytes)));
        constexpr int lanes = register_bytes / 2;
        static_assert(units % lanes == 0);
        for (int first = 0; first < units; first += lanes) {
            const auto loaded = [&](const Row<units>& row) {
                Lanes found;
                std::memcpy(&found, row.data() + first, sizeof found);
                return found;
            };
            Lanes total = loaded(sum);
            for (int i = 0; i < left_count_; ++i) total -= loaded(rows[number(left_[i])]);
            for (int i = 0; i < entered_count_; ++i) total += loaded(rows[number(entered_[i])]);
            std::memcpy(result.data() + first, &total, sizeof total);
        }
#else
        for (int unit = 0; unit < units; ++unit) {
            int total = sum[unit];
            for (int i = 0; i < left_count_; ++i) total -= rows[number(left_[i])][unit];
            for (int i = 0; i < entered_count_; ++i) total += rows[number(entered_[i])][unit];
            result[unit] = static_cast<std::int16_t>(total);
        }
#endif
        return result;
    }

private:
    std::array<std::uint16_t, most_changes> left_, entered_;
    int left_count_ = 0, entered_count_ = 0;
};

// The sums of a position in the views of both sides.
template <int units>
struct Sums {
    Outlook outlook;
    int pieces;  // on the board
    alignas(32) std::array<Row<units>, 2> by_view;

    static Sums of(const Pieces& pieces, const Row<units>* rows, const Row<units>& start) {
        Sums sums;
        sums.outlook = Outlook::of(pieces);
        sums.pieces = count_set_bits(pieces.all());
        Changes changes;
        Featured(pieces, sums.outlook).each([&](int feature) { changes.enter(feature); });
        sums.by_view = {start, start};
        sums.apply(changes, sums, rows);
        return sums;
    }

    // After an action that led from there to here.
    static Sums after(const Sums& before, const Pieces& there, const Pieces& here,
                      Tzaar::Action action, const Row<units>* rows) {
        Sums sums;
        sums.outlook = Outlook::after(before.outlook, there, here, action);
        sums.pieces = count_set_bits(here.all());
        Changes changes;
        Featured(there, before.outlook)
            .each_change(
                Featured(here, sums.outlook), action, [&](int feature) { changes.leave(feature); },
                [&](int feature) { changes.enter(feature); });
        sums.apply(changes, before, rows);
        return sums;
    }

private:
    void apply(const Changes& changes, const Sums& before, const Row<units>* rows) {
        by_view[0] = changes.applied<units>(before.by_view[0], rows, [](int f) { return f; });
        by_view[1] =
            changes.applied<units>(before.by_view[1], rows, [](int f) { return int{mirrored[f]}; });
    }
};

}  // namespace duiyi::tzaar
