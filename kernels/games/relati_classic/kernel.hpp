// The kernels of relati classic by seats, and that positions of two seats can be proven.
#pragma once

#include "common/kernels.hpp"
#include "games/relati_classic/rules.hpp"
#include "search/proof/provable.hpp"

namespace duiyi {

namespace registered {
using relati_classic =
    Kernels<Variant<"2", Classic<2>>, Variant<"3", Classic<3>>, Variant<"4", Classic<4>>>;
}

// Every action fills a cell.
template <>
struct Provable<Classic<2>> {
    static constexpr bool draws = true;
};

}  // namespace duiyi
