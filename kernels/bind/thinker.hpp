// Searches of any game behind one face: what they found out, as tokens and shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bind/position.hpp"
#include "common/control.hpp"
#include "common/refusal.hpp"
#include "search/limits.hpp"
#include "search/progress.hpp"

namespace duiyi {

// A decision and what is expected to follow.
struct Line {
    std::vector<std::string> tokens;
    double share = 0;          // of the score, for whoever decides first: from 0 to 1
    std::uint64_t visits = 0;  // how much of the search went there, where it counts that
    std::string_view proof;    // win, level or loss, where it is certain
};

struct Thought {
    std::vector<Line> lines;  // the best first
    std::uint64_t nodes = 0;
    int depth = 0;  // in decisions, where all were looked at so far
    double cpu_seconds = 0;
};

// One that plays the first decision, where a limit was so tight that nothing was found.
template <GameKernel State>
Line unconsidered(const State& state) {
    typename State::Actions actions;
    state.actions(actions);
    return {{state.text(actions[0])}, 0.5, 0, ""};
}

// It may remember between calls; the same calls after `forget` give the same answers, with one
// thread and no limit but nodes.
class Thinker {
public:
    virtual ~Thinker() = default;
    // What is found is heard while the search goes on, as often as it suits the search.
    virtual Thought think(const Position& position, const Limits& limits, Control& control,
                          int threads, std::uint64_t seed, std::size_t lines,
                          const Heard<Thought>& heard) = 0;
    virtual void forget() = 0;
};
using ThinkerPointer = std::unique_ptr<Thinker>;

template <GameKernel State>
const State& state_of(const Position& position) {
    const auto* found = dynamic_cast<const PositionOf<State>*>(&position);
    if (found == nullptr) refuse("a position of another game or size");
    return found->state();
}

// A search with scores: `share` is what a score is worth, and scores from `surely` on are certain.
template <GameKernel State, typename Found, typename Share>
Thought scored_thought(const State& state, const Found& found, int surely, Share share) {
    Thought thought;
    thought.nodes = found.nodes;
    thought.depth = found.depth;
    thought.cpu_seconds = found.seconds;
    for (const auto& line : found.lines) {
        const std::string_view proof = line.score >= surely    ? "win"
                                       : line.score <= -surely ? "loss"
                                                               : "";
        thought.lines.push_back({texts(state, line.actions), share(line.score), 0, proof});
    }
    if (thought.lines.empty()) thought.lines.push_back(unconsidered(state));
    return thought;
}

// What a search tells in its own words, as a thought for whoever hears; `made` translates.
template <typename Found, typename Made>
Heard<Found> translated(const Heard<Thought>& heard, Made made) {
    if (!heard) return {};
    return [&heard, made](const Found& found) { heard(made(found)); };
}

// `std::invalid_argument` for weights that are none.
template <typename Weights>
Weights found_weights(std::optional<Weights> weights) {
    if (!weights) refuse("these are no weights of this search");
    return *std::move(weights);
}

}  // namespace duiyi
