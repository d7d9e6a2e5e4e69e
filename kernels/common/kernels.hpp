// The kernels of one game: one for all positions, or several for different seats or sizes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "common/kernel.hpp"

namespace duiyi {

template <std::size_t size>
struct Name {
    char text[size]{};

    constexpr Name(const char (&name)[size]) { std::copy_n(name, size, text); }
    constexpr operator std::string_view() const { return {text, size - 1}; }
};

// A kernel among those of its game, by what it is for: `2` seats, `wide` boards.
template <Name named, GameKernel Kernel>
struct Variant {
    using State = Kernel;

    static constexpr std::string_view name = named;
};

// In the order in which they are asked whether they know a position.
template <typename... Variants>
struct Kernels {
    // Calls visit.operator()<State>(name) for each until one gives true.
    template <typename Visit>
    static bool any(Visit visit) {
        return (visit.template operator()<typename Variants::State>(Variants::name) || ...);
    }
};

}  // namespace duiyi
