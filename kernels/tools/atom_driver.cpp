// atom behind stdin and stdout; `wide` as first argument asks for room for caps above 29.
#include <string_view>

#include "games/atom.hpp"
#include "tools/driver.hpp"

int main(int count, char** arguments) {
    const bool wide = count > 1 && std::string_view(arguments[1]) == "wide";
    return wide ? duiyi::drive<duiyi::AtomWide>() : duiyi::drive<duiyi::AtomNarrow>();
}
