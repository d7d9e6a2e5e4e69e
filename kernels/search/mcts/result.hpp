// What a search by simulation answers: the action that it would play, and what it found out about
// all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace duiyi {

// For whoever decides: what his share will be at most and at least, where that is known.
enum class Proof : std::uint8_t { none, win, level, loss };

template <typename Action>
struct MctsFinding {
    Action action;
    std::uint64_t visits;
    float value;  // the share of whoever decides, from 0 to 1
    Proof proof;
};

template <typename Action>
struct MctsResult {
    std::optional<Action> best;                 // nothing where no seat decides
    std::vector<MctsFinding<Action>> findings;  // of all actions, the best first
    std::vector<Action> variation;              // what is expected to follow, up to chance
    float value = 0;
    Proof proof = Proof::none;
    bool answered = false;        // that no other action can be better is proven
    std::uint64_t playouts = 0;   // of all threads
    std::uint64_t decisions = 0;  // that were played for them
    std::uint64_t kept = 0;       // visits that the tree had from before
    std::size_t memory = 0;       // bytes of the tree
    double seconds = 0;           // CPU time of the thread that asked
};

}  // namespace duiyi
