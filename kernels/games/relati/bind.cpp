// What Python sees of relati: its positions and its searches.
#include "bind/duel_thinker.hpp"
#include "bind/game.hpp"
#include "bind/mcts_thinker.hpp"
#include "games/relati/kernel.hpp"
#include "games/relati/player.hpp"

namespace duiyi {
namespace {

ThinkerPointer thinker(const Position& position, std::string_view kind, std::string_view weights) {
    if (kind == "mcts") return mcts_for<registered::relati>(position);
    if (kind == "alphabeta" && position.seats() == 2)
        return std::make_unique<DuelThinker<Relati<2>, relati::Evaluation>>(
            relati::Evaluation(found_weights(relati::Evaluation::read(weights))));
    return nullptr;
}

}  // namespace

Game bound_relati() {
    return bound<registered::relati>(
        {"continuous", "cannon", "chain", "friendly_fire", "migration"}, {"mcts", "alphabeta"},
        thinker);
}

}  // namespace duiyi
