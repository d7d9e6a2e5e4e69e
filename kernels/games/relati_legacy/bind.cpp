// What Python sees of relati legacy: its positions and its searches.
#include "bind/game.hpp"
#include "bind/mcts_thinker.hpp"
#include "games/relati_legacy/kernel.hpp"

namespace duiyi {
namespace {

template <typename Set>
ThinkerPointer by_phases(const Position& position) {
    using State = RelatiLegacy<Set>;
    const auto* found = dynamic_cast<const PositionOf<State>*>(&position);
    if (found == nullptr || found->state().seats() != 2) return nullptr;
    return std::make_unique<MctsThinker<State, LinearInsight<LegacyPhases<Set>>>>();
}

ThinkerPointer thinker(const Position& position, std::string_view kind, std::string_view) {
    if (kind == "mcts") return mcts_for<registered::relati_legacy>(position);
    if (kind != "phases") return nullptr;
    ThinkerPointer made = by_phases<RelatiLegacyNarrow::Sites>(position);
    return made != nullptr ? std::move(made) : by_phases<RelatiLegacyWide::Sites>(position);
}

}  // namespace

Game bound_relati_legacy() {
    return bound<registered::relati_legacy>({"size"}, {"mcts", "phases"}, thinker);
}

}  // namespace duiyi
