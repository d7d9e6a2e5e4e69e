#include "bind/mcts_thinker.hpp"
#include "games/classic.hpp"

namespace duiyi {

ThinkerPointer classic_thinker(const Position& position, std::string_view kind) {
    if (kind == "mcts") return mcts_for<Classic<2>, Classic<3>, Classic<4>>(position);
    return nullptr;
}

}  // namespace duiyi
