// What is tried on all kernels of a game: checks of texts, and mutations that need the rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/this_game.hpp"
#include "fuzz/check.hpp"

namespace duiyi::fuzz {

// Whether a kernel knows the position. Those that do must say the same of it.
inline bool check(std::string_view input) {
    std::optional<std::uint64_t> first;
    ThisGame::any([&]<typename State>(std::string_view) {
        const std::optional<std::uint64_t> said = Check<State>::run(input);
        require(!first || !said || *first == *said, "two kernels differ", input);
        if (!first) first = said;
        return false;
    });
    return first.has_value();
}

// The position after a few decisions; nothing when no kernel knows the text.
inline std::optional<std::string> played(std::string_view text, Random& random) {
    std::optional<std::string> dump;
    ThisGame::any([&]<typename State>(std::string_view) {
        auto state = State::load(text);
        if (!state) return false;
        for (std::uint32_t left = 1 + random.below(8); left > 0 && !state->over(); --left)
            state->random_step(random);
        dump = state->dump();
        return true;
    });
    return dump;
}

}  // namespace duiyi::fuzz
