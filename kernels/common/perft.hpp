// Counting the decision tree of any game: the first thing to compare with another implementation.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/crew.hpp"
#include "common/kernel.hpp"

namespace duiyi {

// What may be decided here, by a seat or by chance.
template <GameKernel State>
void list_decisions(const State& state, typename State::Actions& actions) {
    Weights weights;
    if (state.actor() == chance)
        state.chances(actions, weights);
    else
        state.actions(actions);
}

template <GameKernel State>
std::uint64_t count_decisions(const State& state) {
    if (state.over()) return 0;
    if constexpr (requires { state.action_count(); }) {
        return static_cast<std::uint64_t>(state.action_count());
    } else {
        typename State::Actions actions;
        list_decisions(state, actions);
        return actions.size();
    }
}

// The number of decision sequences of exactly this length; those that ended earlier do not count.
template <GameKernel State>
std::uint64_t count_sequences(const State& state, int depth, Control& control) {
    if (depth == 0) return 1;
    if (depth == 1) return count_decisions(state);
    if (state.over() || control.stopped()) return 0;
    typename State::Actions actions;
    list_decisions(state, actions);
    std::uint64_t total = 0;
    for (const auto action : actions) {
        State next = state;
        next.play(action);
        total += count_sequences(next, depth - 1, control);
    }
    if (depth == 2) control.add(total);
    return total;
}

// The same, on several threads; `control` counts the sequences. Once it is stopped the number means
// nothing.
template <GameKernel State>
std::uint64_t perft(const State& state, int depth, int threads, Control& control) {
    constexpr std::size_t enough_parts = 256;
    std::vector<State> parts{state};
    while (depth > 2 && parts.size() < enough_parts) {
        std::vector<State> following;
        for (const State& part : parts) {
            if (part.over()) continue;
            typename State::Actions actions;
            list_decisions(part, actions);
            for (const auto action : actions) following.emplace_back(part).play(action);
        }
        parts = std::move(following);
        --depth;
    }
    std::atomic<std::uint64_t> total = 0;
    share_out(parts.size(), threads, control, [&](std::size_t part) {
        total += count_sequences(parts[part], depth, control);
    });
    return total;
}

}  // namespace duiyi
