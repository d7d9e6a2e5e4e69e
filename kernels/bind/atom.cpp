#include "bind/position.hpp"
#include "games/atom.hpp"

namespace duiyi {

PositionPointer load_atom(std::string_view text) {
    return load_first<AtomNarrow, AtomWide>(text);
}

}  // namespace duiyi
