// Counting the decision tree of any game: the first thing to compare with another implementation.
#pragma once

#include <cstdint>

namespace duiyi {

// The number of decision sequences of exactly this length; those that ended earlier do not count.
template <typename State>
std::uint64_t perft(const State& state, int depth) {
    if (depth == 0) return 1;
    const auto actions = state.actions();
    if (depth == 1) return static_cast<std::uint64_t>(actions.count());
    std::uint64_t total = 0;
    actions.each([&](auto action) { total += perft(state.play(action), depth - 1); });
    return total;
}

}  // namespace duiyi
