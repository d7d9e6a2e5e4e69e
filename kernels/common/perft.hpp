// Counting the decision tree of any game: the first thing to compare with another implementation.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

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

// Calls visit(state, actions) for every position after exactly so many decisions where the game
// goes on, until `control` is stopped. Depth first: nothing is kept but the way to where it is.
template <GameKernel State, typename Visit>
void visit_after(int decisions, const State& state, const Control& control, const Visit& visit) {
    if (state.over() || control.stopped()) return;
    typename State::Actions actions;
    list_decisions(state, actions);
    if (decisions == 0) return visit(state, actions);
    for (const auto action : actions) {
        State next = state;
        next.play(action);
        visit_after(decisions - 1, next, control, visit);
    }
}

// The number of decision sequences of exactly this length; those that ended earlier do not count.
// `control` is told of them. Once it is stopped the number means nothing.
template <GameKernel State>
std::uint64_t count_sequences(const State& state, int depth, Control& control) {
    if (depth == 0) return 1;
    if (depth == 1) return count_decisions(state);
    std::uint64_t total = 0;
    visit_after(depth - 2, state, control, [&](const State& here, const auto& actions) {
        std::uint64_t found = 0;
        for (const auto action : actions) {
            State next = here;
            next.play(action);
            found += count_decisions(next);
        }
        control.add(found);
        total += found;
    });
    return total;
}

// The same, on several threads. The parts that they share are the positions after a few decisions.
// There may be very many, and states may be large, so that nobody makes a list of them: every
// thread goes through all, in the same order, and takes those whose numbers it draws.
template <GameKernel State>
std::uint64_t perft(const State& state, int depth, int threads, Control& control) {
    if (threads <= 1 || depth <= 2) return count_sequences(state, depth, control);
    constexpr std::uint64_t enough_parts = 256;
    Control aside;  // counting parts is no progress
    int first = 1;
    while (depth - first > 2 && !control.stopped() &&
           count_sequences(state, first, aside) < enough_parts)
        ++first;
    std::atomic<std::uint64_t> undrawn = 0, total = 0;
    const auto shares = static_cast<std::size_t>(threads);
    share_out(shares, threads, control, [&](std::size_t) {
        std::uint64_t part = 0, drawn = undrawn++;
        visit_after(first - 1, state, control, [&](const State& here, const auto& actions) {
            for (const auto action : actions) {
                if (part++ != drawn || control.stopped()) continue;
                State next = here;
                next.play(action);
                total += count_sequences(next, depth - first, control);
                drawn = undrawn++;
            }
        });
    });
    return total;
}

}  // namespace duiyi
