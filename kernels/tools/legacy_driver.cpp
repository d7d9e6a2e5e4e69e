// `legacy_driver` for boards up to 16 x 16, `legacy_driver wide` for all.
#include <string_view>

#include "games/legacy.hpp"
#include "tools/driver.hpp"

int main(int count, char** arguments) {
    if (count > 1 && std::string_view(arguments[1]) == "wide")
        return duiyi::drive<duiyi::RelatiLegacyWide>();
    return duiyi::drive<duiyi::RelatiLegacyNarrow>();
}
