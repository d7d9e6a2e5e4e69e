// The search by simulation as a Thinker. What a game knows about itself is in its kernel.hpp, which
// is included with this.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "bind/thinker.hpp"
#include "search/mcts/search.hpp"

namespace duiyi {

template <GameKernel State, typename Judge = Insight<State>>
class MctsThinker final : public Thinker {
public:
    Thought think(const Position& position, const Limits& limits, Control& control, int threads,
                  std::uint64_t seed, std::size_t lines, const Heard<Thought>& heard) override {
        const State& state = state_of<State>(position);
        const auto thought = [&state, lines](const Result& result) {
            return thought_of(state, result, lines);
        };
        return thought(mcts_.search(state, limits, control, threads, seed,
                                    translated<Result>(heard, thought)));
    }

    void forget() override { mcts_.forget(); }

private:
    using Result = typename Mcts<State, Judge>::Result;

    static Thought thought_of(const State& state, const Result& result, std::size_t lines) {
        constexpr std::array<std::string_view, 4> proofs{"", "win", "level", "loss"};
        Thought thought;
        thought.nodes = result.playouts;
        thought.cpu_seconds = result.seconds;
        for (const auto& finding : result.findings) {
            if (thought.lines.size() == lines) break;
            Line line{{state.text(finding.action)},
                      finding.value,
                      finding.visits,
                      proofs[static_cast<std::size_t>(finding.proof)]};
            thought.lines.push_back(line);
        }
        if (!thought.lines.empty()) thought.lines[0].tokens = texts(state, result.variation);
        return thought;
    }

    Mcts<State, Judge> mcts_;
};

// For the kernel that a position is on.
template <typename Kernels>
ThinkerPointer mcts_for(const Position& position) {
    ThinkerPointer made;
    Kernels::any([&]<typename State>(std::string_view) {
        if (dynamic_cast<const PositionOf<State>*>(&position) != nullptr)
            made = std::make_unique<MctsThinker<State>>();
        return made != nullptr;
    });
    return made;
}

}  // namespace duiyi
