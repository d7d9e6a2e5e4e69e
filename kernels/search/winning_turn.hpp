// A win within the turn that is being played: all its decisions are tried, whatever their order.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "common/kernel.hpp"

namespace duiyi {

// Decisions of whoever acts, the last of which wins; none where there is no such turn, or none
// among the first `most` positions. What others or chance decide ends a turn.
template <GameKernel State>
class WinningTurn {
public:
    using Action = typename State::Action;

    static std::vector<Action> of(const State& state, std::uint64_t most) {
        WinningTurn search(state, most);
        search.try_all(state);
        return search.line_;
    }

private:
    WinningTurn(const State& state, std::uint64_t most)
        : seat_(state.actor()), turn_(state.turn()), left_(most) {}

    // Whether it wins; the line leads there.
    bool try_all(const State& state) {
        typename State::Actions actions;
        state.actions(actions);
        for (const Action action : actions) {
            if (left_ == 0) return false;
            --left_;
            State next = state;
            next.play(action);
            line_.push_back(action);
            if (next.over() ? next.winner() == seat_ : goes_on(next) && try_all(next)) return true;
            line_.pop_back();
        }
        return false;
    }

    bool goes_on(const State& state) {
        return state.actor() == seat_ && state.turn() == turn_ && seen_.insert(state.hash()).second;
    }

    int seat_;
    int turn_;
    std::uint64_t left_;
    std::vector<Action> line_;
    std::unordered_set<std::uint64_t> seen_;
};

}  // namespace duiyi
