#include "bind/position.hpp"
#include "games/tzaar.hpp"

namespace duiyi {

PositionPointer load_tzaar(std::string_view text) {
    return load_first<Tzaar>(text);
}

}  // namespace duiyi
