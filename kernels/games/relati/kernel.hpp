// The kernels of relati by seats, what searches by simulation know about it, and that positions of
// two seats can be proven.
#pragma once

#include "common/kernels.hpp"
#include "games/relati/insight.hpp"
#include "games/relati/rules.hpp"
#include "search/proof/provable.hpp"

namespace duiyi {

namespace registered {
using relati = Kernels<Variant<"2", Relati<2>>, Variant<"3", Relati<3>>, Variant<"4", Relati<4>>>;
}

// An action takes an empty cell, a plain symbol or a shell for good, and a chain passes each cannon
// once.
template <>
struct Provable<Relati<2>> {
    static constexpr bool draws = true;
};

}  // namespace duiyi
