#include "bind/mcts_thinker.hpp"
#include "games/tzaar.hpp"

namespace duiyi {

ThinkerPointer tzaar_thinker(const Position& position, std::string_view kind) {
    if (kind == "mcts") return mcts_for<Tzaar>(position);
    return nullptr;
}

}  // namespace duiyi
