// Learnt by tools/tune_legacy.py: for each phase of a game the weights of what is seen
// in a position, in the order of LegacyPhases.
#pragma once

#include <array>

namespace duiyi {

inline constexpr std::array<float, 36> legacy_phase_weights{
    -0.395F, -1.625F, 1.225F, 0.294F, -0.960F, 0.550F,
    -0.302F, -0.448F, 0.448F, 0.565F, -0.002F, 0.383F,

    -0.410F, -1.160F, 0.476F, -0.573F, 1.251F, 1.187F,
    -0.737F, -0.689F, 0.689F, -0.062F, 0.392F, -0.163F,

    -0.262F, -0.254F, 1.706F, 1.560F, 4.616F, -1.457F,
    -0.267F, -0.327F, 0.327F, -0.494F, -0.365F, 1.577F,
};

}  // namespace duiyi
