// The kernel of tzaar, and that its positions can be proven.
#pragma once

#include "common/kernels.hpp"
#include "games/tzaar/rules.hpp"
#include "search/proof/provable.hpp"

namespace duiyi {

namespace registered {
using tzaar = Kernels<Variant<"", Tzaar>>;
}

// Every turn captures, and somebody always wins.
template <>
struct Provable<Tzaar> {
    static constexpr bool draws = false;

    // With so few stacks on the board.
    static bool endgame(const Tzaar& state) { return count_set_bits(state.pieces().all()) <= 20; }
};

}  // namespace duiyi
