// The kernel of tzaar behind stdin and stdout.
#include "games/tzaar.hpp"
#include "tools/driver.hpp"

int main() { return duiyi::drive<duiyi::Tzaar>(); }
