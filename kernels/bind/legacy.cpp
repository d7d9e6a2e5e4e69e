#include "bind/position.hpp"
#include "games/legacy.hpp"

namespace duiyi {

PositionPointer load_legacy(std::string_view text) {
    return load_first<RelatiLegacyNarrow, RelatiLegacyWide>(text);
}

}  // namespace duiyi
