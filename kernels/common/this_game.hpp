// For programs that are compiled for one game, with -DDUIYI_GAME=<its line in registry.def>:
// includes the game's kernel.hpp and names its kernels.
#pragma once

#define DUIYI_TEXT(text) #text
// clang-format off
#define DUIYI_KERNEL_OF(folder) DUIYI_TEXT(games/folder/kernel.hpp)
// clang-format on

#include DUIYI_KERNEL_OF(DUIYI_GAME)

namespace duiyi {

using ThisGame = registered::DUIYI_GAME;

}  // namespace duiyi
