#include "bind/position.hpp"
#include "games/classic.hpp"

namespace duiyi {

PositionPointer load_classic(std::string_view text) {
    return load_first<Classic<2>, Classic<3>, Classic<4>>(text);
}

}  // namespace duiyi
