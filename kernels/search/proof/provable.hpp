// In which games positions can be proven, and how hard a position looks before it is searched.
#pragma once

#include <cstdint>

#include "common/kernel.hpp"
#include "search/proof/table.hpp"

namespace duiyi {

// A game says here that its positions can be proven: two seats, no chance, and no position that can
// come back within a game. Where one could, a proof would depend on how it was reached. `draws`
// says whether a game can end without a winner.
template <typename State>
struct Provable;

template <typename State>
concept ProvableKernel = GameKernel<State> && requires { Provable<State>::draws; };

// The seat that is to act needs one good decision, the other side an answer to each of them.
template <ProvableKernel State>
ProofNumbers first_numbers(const State& state, int attacker) {
    std::uint32_t decisions = 0;
    if constexpr (requires { state.action_count(); }) {
        decisions = static_cast<std::uint32_t>(state.action_count());
    } else {
        typename State::Actions actions;
        state.actions(actions);
        decisions = static_cast<std::uint32_t>(actions.size());
    }
    return state.actor() == attacker ? ProofNumbers{1, decisions} : ProofNumbers{decisions, 1};
}

}  // namespace duiyi
