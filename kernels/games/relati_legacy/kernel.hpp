// The kernels of relati legacy, for boards up to 16 x 16 and for all, and what searches by
// simulation know about it.
#pragma once

#include "common/kernels.hpp"
#include "games/relati_legacy/insight.hpp"
#include "games/relati_legacy/phases.hpp"
#include "games/relati_legacy/rules.hpp"

namespace duiyi::registered {

struct relati_legacy
    : Kernels<Variant<"narrow", RelatiLegacyNarrow>, Variant<"wide", RelatiLegacyWide>> {
    // Another judge of positions, for two seats.
    template <typename State>
    using Phases = LinearInsight<LegacyPhases<typename State::Sites>>;
};

}  // namespace duiyi::registered
