// The player of two-seat relati with any extensions, and of two-seat relati classic where nothing
// better is at hand.
#pragma once

#include <cstdint>

#include "games/classic.hpp"
#include "search/duel_player.hpp"
#include "search/relati_evaluation.hpp"

namespace duiyi::relati {

using Player = duel::Player<State, Evaluation>;
using Found = duel::Found<RelatiAction>;

// Relati classic is so small that its ends are seen: until then all positions are alike.
struct ClassicKnowledge {
    using State = Classic<2>;

    static constexpr std::size_t codes = 64;

    static constexpr std::uint16_t code(State::Action cell) {
        return static_cast<std::uint16_t>(cell + 1);
    }
    int promise(const State&, State::Action) const { return 0; }
    duel::Judgement judge(const State&) const { return {}; }
    bool several(const State&) const { return false; }
};

using ClassicPlayer = duel::Player<Classic<2>, ClassicKnowledge>;

}  // namespace duiyi::relati
