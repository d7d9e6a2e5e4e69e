// Learnt by tools/tune_legacy.py: for each phase of a game the weights of what is seen
// in a position, in the order of LegacyPhases.
#pragma once

#include <array>

namespace duiyi {

// clang-format off
inline constexpr std::array<float, 36> legacy_phase_weights{
    -15.000F, -1.731F, 0.766F, -0.268F, -0.729F, 0.335F,
    -0.188F, -1.251F, 1.251F, -0.161F, -0.032F, 0.302F,

    -15.000F, -1.114F, 1.112F, -0.003F, 1.379F, 1.989F,
    -0.879F, -1.168F, 1.168F, -0.366F, 0.442F, -0.394F,

    -15.000F, -0.787F, 1.330F, 1.081F, 3.703F, -1.925F,
    -0.420F, -0.432F, 0.432F, -0.165F, -0.396F, 1.131F,
};
// clang-format on

}  // namespace duiyi
