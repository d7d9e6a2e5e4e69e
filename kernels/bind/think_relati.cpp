#include "bind/duel_thinker.hpp"
#include "bind/mcts_thinker.hpp"
#include "games/relati.hpp"
#include "search/relati_player.hpp"

namespace duiyi {

ThinkerPointer relati_thinker(const Position& position, std::string_view kind,
                              std::string_view weights) {
    if (kind == "mcts") return mcts_for<Relati<2>, Relati<3>, Relati<4>>(position);
    if (kind == "alphabeta" && position.seats() == 2)
        return std::make_unique<DuelThinker<Relati<2>, relati::Evaluation>>(
            relati::Evaluation(found_weights(relati::Evaluation::read(weights))));
    return nullptr;
}

}  // namespace duiyi
