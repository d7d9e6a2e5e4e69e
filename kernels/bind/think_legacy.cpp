#include "bind/mcts_thinker.hpp"
#include "games/legacy.hpp"

namespace duiyi {

ThinkerPointer legacy_thinker(const Position& position, std::string_view kind) {
    if (kind == "mcts") return mcts_for<RelatiLegacyNarrow, RelatiLegacyWide>(position);
    return nullptr;
}

}  // namespace duiyi
