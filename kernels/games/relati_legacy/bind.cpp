#include "bind/mcts_thinker.hpp"
#include "games/legacy.hpp"

namespace duiyi {
namespace {

template <typename Set>
ThinkerPointer by_phases(const Position& position) {
    using State = RelatiLegacy<Set>;
    const auto* found = dynamic_cast<const PositionOf<State>*>(&position);
    if (found == nullptr || found->state().seats() != 2) return nullptr;
    return std::make_unique<MctsThinker<State, LinearInsight<LegacyPhases<Set>>>>();
}

}  // namespace

ThinkerPointer legacy_thinker(const Position& position, std::string_view kind) {
    if (kind == "mcts") return mcts_for<RelatiLegacyNarrow, RelatiLegacyWide>(position);
    if (kind != "phases") return nullptr;
    ThinkerPointer made = by_phases<RelatiLegacyNarrow::Sites>(position);
    return made != nullptr ? std::move(made) : by_phases<RelatiLegacyWide::Sites>(position);
}

}  // namespace duiyi
