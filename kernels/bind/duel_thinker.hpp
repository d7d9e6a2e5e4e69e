// The alpha-beta search of a game of two seats as a Thinker.
#pragma once

#include <utility>

#include "bind/thinker.hpp"
#include "search/alphabeta/searched.hpp"

namespace duiyi {

template <GameKernel State, typename Knowledge>
class DuelThinker final : public Thinker {
public:
    explicit DuelThinker(Knowledge knowledge)
        : knowledge_(std::move(knowledge)), player_(knowledge_) {}

    Thought think(const Position& position, const Limits& limits, Control& control, int threads,
                  std::uint64_t, std::size_t lines, const Heard<Thought>& heard) override {
        using Found = typename duel::Player<State, Knowledge>::Found;
        const State& state = state_of<State>(position);
        const auto thought = [&state](const Found& found) {
            return scored_thought(state, found, duel::surely_won, duel::expected_share);
        };
        return thought(player_.think(state, limits, control, lines, threads, 0,
                                     translated<Found>(heard, thought)));
    }

    void forget() override { player_.forget(); }

private:
    Knowledge knowledge_;
    duel::Player<State, Knowledge> player_;
};

}  // namespace duiyi
