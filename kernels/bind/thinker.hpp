// Searches of any game behind one face: what they found out, as tokens and shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bind/position.hpp"
#include "common/control.hpp"
#include "search/limits.hpp"

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

// It may remember between calls; the same calls after `forget` give the same answers, with one
// thread and no limit but nodes.
class Thinker {
public:
    virtual ~Thinker() = default;
    virtual Thought think(const Position& position, const Limits& limits, Control& control,
                          int threads, std::uint64_t seed, std::size_t lines) = 0;
    virtual void forget() = 0;
};
using ThinkerPointer = std::unique_ptr<Thinker>;

template <GameKernel State>
const State& state_of(const Position& position) {
    const auto* found = dynamic_cast<const PositionOf<State>*>(&position);
    if (found == nullptr) throw std::invalid_argument("a position of another game or size");
    return found->state();
}

// One after the other, each by the state that it is played on.
template <GameKernel State, typename Actions>
std::vector<std::string> texts(State state, const Actions& actions) {
    std::vector<std::string> tokens;
    for (const auto& action : actions) {
        tokens.push_back(state.text(action));
        state.play(action);
    }
    return tokens;
}

// For the kernel that a position is on; nothing where a game has no such search.
ThinkerPointer classic_thinker(const Position& position, std::string_view kind);
ThinkerPointer relati_thinker(const Position& position, std::string_view kind);
ThinkerPointer legacy_thinker(const Position& position, std::string_view kind);
ThinkerPointer tzaar_thinker(const Position& position, std::string_view kind);
ThinkerPointer atom_thinker(const Position& position, std::string_view kind);

}  // namespace duiyi
