// Exponentials and logarithms that are the same to the last bit wherever a kernel runs. Those of C
// libraries are not: they differ between libraries, and within one between processors. Nothing here
// is done but sums, products and quotients, which are the same everywhere as long as no compiler
// joins them (-ffp-contract=off).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace duiyi::real {

inline constexpr double ln2 = 0.6931471805599453;
// The upper 33 bits of it, so that products with small whole numbers are exact, and the rest.
inline constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;

// e to the power of `rest` by the first terms of its series, for |rest| up to ln(2)/2.
template <std::size_t terms>
constexpr double exp_near_zero(double rest) {
    constexpr auto inverses = [] {
        std::array<double, terms + 1> found{1};
        double factorial = 1;
        for (std::size_t i = 1; i <= terms; ++i)
            found[i] = 1 / (factorial *= static_cast<double>(i));
        return found;
    }();
    double sum = inverses[terms];
    for (std::size_t i = terms; i-- > 0;) sum = sum * rest + inverses[i];
    return sum;
}

// With so many terms. Powers below the smallest normal number are 0, above the largest that is
// largest.
template <std::size_t terms>
constexpr double power_of_e(double x) {
    if (x < -700) return 0;
    if (x > 700) x = 700;
    const auto twos = static_cast<int>(x * (1 / ln2) + (x < 0 ? -0.5 : 0.5));
    const double rest = (x - twos * ln2_high) - twos * ln2_low;
    const auto scale = std::bit_cast<double>(static_cast<std::uint64_t>(twos + 1023) << 52);
    return exp_near_zero<terms>(rest) * scale;
}

constexpr double exp(double x) { return power_of_e<13>(x); }

constexpr float exp(float x) { return static_cast<float>(power_of_e<7>(x)); }

// Of a number that is at least 1, by the series of the inverse hyperbolic tangent.
template <std::size_t terms>
constexpr double logarithm(double x) {
    auto bits = std::bit_cast<std::uint64_t>(x);
    auto twos = static_cast<int>(bits >> 52) - 1023;
    bits = (bits & 0xFFFFFFFFFFFFFU) | std::uint64_t{1023} << 52;
    auto part = std::bit_cast<double>(bits);  // from 1 to 2, and now from 0.7 to 1.4
    if (part > 1.4142135623730951) {
        part /= 2;
        ++twos;
    }
    const double tangent = (part - 1) / (part + 1), square = tangent * tangent;
    double sum = 1.0 / (2 * terms + 1);
    for (std::size_t i = terms; i-- > 0;) sum = sum * square + 1.0 / static_cast<double>(2 * i + 1);
    return twos * ln2 + 2 * tangent * sum;
}

constexpr double log(double x) { return logarithm<11>(x); }

constexpr float log(float x) { return static_cast<float>(logarithm<5>(x)); }

}  // namespace duiyi::real
