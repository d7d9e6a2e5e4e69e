// Two-seat relati classic in the alpha-beta search, where nothing better is at hand.
#pragma once

#include <cstddef>
#include <cstdint>

#include "games/relati_classic/rules.hpp"
#include "search/alphabeta/searched.hpp"

namespace duiyi::relati {

// Relati classic is so small that its ends are seen: until then all positions are alike.
struct ClassicKnowledge {
    using State = Classic<2>;

    static constexpr std::size_t codes = 64;

    static constexpr std::uint16_t code(State::Action cell) {
        return static_cast<std::uint16_t>(cell + 1);
    }
    int promise(const State&, State::Action) const { return 0; }
    duel::Judgement judge(const State&) const { return {}; }
};

using ClassicPlayer = duel::Player<Classic<2>, ClassicKnowledge>;

}  // namespace duiyi::relati
