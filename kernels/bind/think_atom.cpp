#include "bind/mcts_thinker.hpp"
#include "games/atom.hpp"

namespace duiyi {

ThinkerPointer atom_thinker(const Position& position, std::string_view kind) {
    if (kind == "mcts") return mcts_for<AtomNarrow, AtomWide>(position);
    return nullptr;
}

}  // namespace duiyi
