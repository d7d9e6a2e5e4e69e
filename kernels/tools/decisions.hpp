// Decisions as the drivers see them: all of a position, and one by its token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>

#include "common/kernel.hpp"

namespace duiyi {

// What can be decided; at chance with weights, otherwise each weighs 1.
template <GameKernel State>
struct Decisions {
    typename State::Actions actions;
    bool drawing;

    explicit Decisions(const State& state) : drawing(!state.over() && state.actor() == chance) {
        if (drawing)
            state.chances(actions, weights_);
        else if (!state.over())
            state.actions(actions);
    }

    std::uint64_t weight(std::size_t index) const { return drawing ? weights_[index] : 1; }

private:
    Weights weights_{};
};

// Whether it is one; then it is played.
template <GameKernel State>
bool play_token(State& state, const std::string& token) {
    const auto wanted = state.parse(token);
    if (!wanted) return false;
    const Decisions<State> decisions(state);
    for (const auto action : decisions.actions)
        if (state.text(action) == token) {
            state.play(*wanted);
            return true;
        }
    return false;
}

// The tokens of decisions that are made one after the other, each behind a space.
template <GameKernel State, typename Actions>
void write_tokens(std::ostream& out, State state, const Actions& actions) {
    for (const auto action : actions) {
        out << ' ' << state.text(action);
        state.play(action);
    }
}

}  // namespace duiyi
