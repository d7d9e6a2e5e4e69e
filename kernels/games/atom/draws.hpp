// What chance gives in atom: each atom is black with probability 1/2 and of each other colour
// with 1/6, as if a die were thrown for it.
#pragma once

#include <array>
#include <cstdint>

#include "common/kernel.hpp"

namespace duiyi {

// Four bits for each colour's count, black lowest.
using AtomCounts = std::uint16_t;

constexpr int drawn(AtomCounts counts, int colour) { return counts >> (4 * colour) & 15; }

class AtomDraws {
public:
    // Each result for so many atoms, with the number of throws of the dice that give it, in the
    // order of the Python rules.
    template <typename Visit>
    static void each(int atoms, Visit visit) {
        for (int black = atoms; black >= 0; --black)
            for (int red = atoms - black; red >= 0; --red)
                for (int blue = atoms - black - red; blue >= 0; --blue) {
                    const int green = atoms - black - red - blue;
                    const int counts = black | red << 4 | blue << 8 | green << 12;
                    const std::uint64_t arrangements = choose(atoms, black) *
                                                       choose(atoms - black, red) *
                                                       choose(atoms - black - red, blue);
                    visit(static_cast<AtomCounts>(counts), arrangements * power(3, black));
                }
    }

    // For five to eight atoms.
    static AtomCounts random(int atoms, Random& random) {
        static constexpr std::array<std::uint32_t, 4> all_throws = {7776, 46656, 279936, 1679616};
        const std::uint32_t dice = random.below(all_throws[static_cast<std::size_t>(atoms - 5)]);
        // The dice that were not thrown lie as zeros among the higher four: blacks too many.
        return static_cast<AtomCounts>(four_dice[dice % throws] + four_dice[dice / throws] -
                                       (8 - atoms));
    }

private:
    static constexpr std::uint64_t power(std::uint64_t base, int exponent) {
        return exponent == 0 ? 1 : base * power(base, exponent - 1);
    }

    static constexpr std::uint64_t choose(int all, int some) {
        int ways = 1;
        for (int i = 1; i <= some; ++i) ways = ways * (all - some + i) / i;
        return static_cast<std::uint64_t>(ways);
    }

    static constexpr std::uint32_t throws = 6 * 6 * 6 * 6;

    // The counts that four dice give; 0, 1 and 2 are black.
    static constexpr std::array<AtomCounts, throws> four_dice = [] {
        std::array<AtomCounts, throws> table{};
        for (std::uint32_t dice = 0; dice < throws; ++dice)
            for (std::uint32_t rest = dice, i = 0; i < 4; ++i, rest /= 6) {
                const std::uint32_t colour = rest % 6 < 3 ? 0 : rest % 6 - 2;
                table[dice] = static_cast<AtomCounts>(table[dice] + (1U << (4 * colour)));
            }
        return table;
    }();
};

}  // namespace duiyi
