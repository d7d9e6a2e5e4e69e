// The kernels of atom, for caps up to 29 and for all, and what searches by simulation know about
// it.
#pragma once

#include "common/kernels.hpp"
#include "games/atom/insight.hpp"
#include "games/atom/rules.hpp"

namespace duiyi::registered {

using atom = Kernels<Variant<"narrow", AtomNarrow>, Variant<"wide", AtomWide>>;

}
