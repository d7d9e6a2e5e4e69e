// usage: relati_driver SEATS
#include <cstdlib>
#include <iostream>

#include "games/relati.hpp"
#include "tools/driver.hpp"

int main(int count, char** arguments) {
    const int seats = count > 1 ? std::atoi(arguments[1]) : 2;
    switch (seats) {
        case 2: return duiyi::drive<duiyi::Relati<2>>();
        case 3: return duiyi::drive<duiyi::Relati<3>>();
        case 4: return duiyi::drive<duiyi::Relati<4>>();
    }
    std::cerr << "seats must be 2, 3 or 4\n";
    return 2;
}
