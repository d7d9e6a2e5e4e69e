// What an alpha-beta search answers.
#pragma once

#include <cstdint>
#include <vector>

namespace duiyi::alphabeta {

template <typename Action>
struct Line {
    int score = 0;  // for the seat whose decision it is
    std::vector<Action> actions;
};

template <typename Action>
struct Found {
    std::vector<Line<Action>> lines;  // the best first
    int depth = 0;                    // of the last search that was finished
    std::uint64_t nodes = 0;          // positions entered
    double seconds = 0;
};

}  // namespace duiyi::alphabeta
