#include "bind/mcts_thinker.hpp"
#include "games/relati.hpp"

namespace duiyi {

ThinkerPointer relati_thinker(const Position& position, std::string_view kind) {
    if (kind == "mcts") return mcts_for<Relati<2>, Relati<3>, Relati<4>>(position);
    return nullptr;
}

}  // namespace duiyi
