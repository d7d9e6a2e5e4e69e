// Steps of tzaar in 16 bits, and what they promise at first sight: captures of rare and high pieces
// come first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/tzaar/evaluation/features.hpp"
#include "games/tzaar/rules.hpp"

namespace duiyi::tzaar {

// 16 bits for an action; 0 is none.
constexpr std::uint16_t packed(Tzaar::Action action) {
    return static_cast<std::uint16_t>(1U | action.source << 1 | action.target << 7 |
                                      static_cast<unsigned>(action.sign) << 13);
}

constexpr Tzaar::Action unpacked(std::uint16_t code) {
    return {static_cast<std::uint8_t>(code >> 1 & 63U), static_cast<std::uint8_t>(code >> 7 & 63U),
            static_cast<Tzaar::Sign>(code >> 13)};
}

// What steps promise at first sight.
class Promise {
public:
    Promise(const Pieces& pieces, const Outlook& outlook)
        : pieces_(pieces), endangered_(outlook.endangered) {
        for (int piece = 0; piece < 2 * kinds; ++piece)
            rarity_[piece] = 6000 / std::max(pieces.count(piece), 1);
    }

    int of_capture(Ends ends) const {
        const Stack mover = pieces_.at(ends.source), met = pieces_.at(ends.target);
        return 1000 + rarity_[met.piece] + 800 * (met.height - 1) + saved(ends.source, mover) -
               100 * mover.height;
    }

    int of_stack(Ends ends) const {
        const Stack mover = pieces_.at(ends.source), met = pieces_.at(ends.target);
        return saved(ends.source, mover) + saved(ends.target, met) + rarity_[mover.piece] / 8 -
               rarity_[met.piece];
    }

    static constexpr int of_pass = -2000;

private:
    int saved(Point point, Stack stack) const {
        return endangered_ & one(point) ? 300 * stack.height : 0;
    }

    const Pieces& pieces_;
    Set endangered_;
    std::array<int, 2 * kinds> rarity_;
};

}  // namespace duiyi::tzaar
