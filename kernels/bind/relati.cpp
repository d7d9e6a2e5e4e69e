#include "bind/position.hpp"
#include "games/relati.hpp"

namespace duiyi {

PositionPointer load_relati(std::string_view text) {
    return load_first<Relati<2>, Relati<3>, Relati<4>>(text);
}

}  // namespace duiyi
