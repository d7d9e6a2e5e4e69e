// The games in which positions can be proven, and how hard a position looks before it is searched.
#pragma once

#include <cstdint>

#include "common/kernel.hpp"
#include "games/classic.hpp"
#include "games/relati.hpp"
#include "games/tzaar.hpp"
#include "search/proof_table.hpp"

namespace duiyi {

// Two seats, no chance, and no position that can come back within a game: where one could, a proof
// would depend on how it was reached. In tzaar every turn captures, in relati classic every action
// fills a cell; in relati an action takes an empty cell, a plain symbol or a shell for good, and a
// chain passes each cannon once.
template <typename State>
struct Provable;

template <>
struct Provable<Tzaar> {
    static constexpr bool draws = false;  // whether a game can end without a winner
};
template <>
struct Provable<Classic<2>> {
    static constexpr bool draws = true;
};
template <>
struct Provable<Relati<2>> {
    static constexpr bool draws = true;
};

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
