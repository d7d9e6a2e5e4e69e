// The kernels of one game behind stdin and stdout, compiled with -DDUIYI_GAME=<folder of games/>;
// the argument is the name of one of them, where there are several.

#include "common/this_game.hpp"
#include "tools/driver.hpp"

int main(int count, char** arguments) {
    return duiyi::drive<duiyi::ThisGame>(count > 1 ? arguments[1] : "");
}
