// The kernels of each game, for what is tried on all of them: checks of texts, and mutations that
// need the rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/check.hpp"
#include "games/atom.hpp"
#include "games/classic.hpp"
#include "games/legacy.hpp"
#include "games/relati.hpp"
#include "games/tzaar.hpp"

namespace duiyi::fuzz {

template <GameKernel... States>
struct Kernels {
    // Whether a kernel knows the position. Those that do must say the same of it.
    static bool check(std::string_view input) {
        std::optional<std::uint64_t> first;
        const auto compare = [&](std::optional<std::uint64_t> said) {
            require(!first || !said || *first == *said, "two kernels differ", input);
            if (!first) first = said;
        };
        (compare(Check<States>::run(input)), ...);
        return first.has_value();
    }

    // The position after a few decisions; nothing when no kernel knows the text.
    static std::optional<std::string> played(std::string_view text, Random& random) {
        std::optional<std::string> dump;
        ((dump = dump ? dump : played_by<States>(text, random)), ...);
        return dump;
    }

private:
    template <GameKernel State>
    static std::optional<std::string> played_by(std::string_view text, Random& random) {
        auto state = State::load(text);
        if (!state) return std::nullopt;
        for (std::uint32_t left = 1 + random.below(8); left > 0 && !state->over(); --left)
            state->random_step(random);
        return state->dump();
    }
};

using ClassicKernels = Kernels<Classic<2>, Classic<3>, Classic<4>>;
using RelatiKernels = Kernels<Relati<2>, Relati<3>, Relati<4>>;
using LegacyKernels = Kernels<RelatiLegacyNarrow, RelatiLegacyWide>;
using TzaarKernels = Kernels<Tzaar>;
using AtomKernels = Kernels<AtomNarrow, AtomWide>;

}  // namespace duiyi::fuzz
