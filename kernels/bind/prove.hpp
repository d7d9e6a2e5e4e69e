// Proofs of positions of any provable game behind one face.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bind/position.hpp"
#include "common/control.hpp"
#include "search/limits.hpp"

namespace duiyi {

struct Proven {
    std::string_view value;  // win, loss or draw for whoever is to act, or unknown
    std::uint64_t nodes = 0;
    double cpu_seconds = 0;
    std::string token;  // a decision that keeps the value; empty where there is none
    std::string certificate;
};

// `std::invalid_argument` where positions of this kind cannot be proven.
Proven prove_position(const Position& position, const Limits& limits, Control& control,
                      bool certificate);

}  // namespace duiyi
