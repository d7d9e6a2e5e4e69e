// Single bits of a word. On machines (or builds: DUIYI_PORTABLE) without the instructions for it
// the portable functions do the same.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__BMI2__) && defined(__POPCNT__) && !defined(DUIYI_PORTABLE)
#define DUIYI_BIT_INSTRUCTIONS 1
#include <immintrin.h>
#endif

namespace duiyi {

// Tells the compiler what it cannot know, such as that a count of zeros need not think of a word
// without ones.
constexpr void promise([[maybe_unused]] bool kept) {
#if defined(__GNUC__)
    if (!kept) __builtin_unreachable();
#endif
}

namespace portable {

inline constexpr std::uint64_t ones = 0x0101010101010101U;

// In each byte, how many bits of it and of the lower bytes are set.
constexpr std::uint64_t sums_of_bytes(std::uint64_t word) {
    word -= word >> 1 & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + (word >> 2 & 0x3333333333333333U);
    return ((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FU) * ones;
}

constexpr int count_set_bits(std::uint64_t word) {
    return static_cast<int>(sums_of_bytes(word) >> 56);
}

// By the number n and then the byte: the position of the byte's n-th set bit. A loop over the bits
// would end after a number of steps that no processor can foresee.
inline constexpr auto nth_of_byte = [] {
    std::array<std::array<std::uint8_t, 256>, 8> found{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        std::size_t n = 0;
        for (unsigned at = 0; at < 8; ++at)
            if (byte >> at & 1U) found[n++][byte] = static_cast<std::uint8_t>(at);
    }
    return found;
}();

constexpr int nth_set_bit(std::uint64_t word, int n) {
    constexpr std::uint64_t high = ones << 7;
    const std::uint64_t sums = sums_of_bytes(word), number = static_cast<std::uint64_t>(n) * ones;
    // The bit is in the first byte whose sum is more than n: there a high bit stays.
    const std::uint64_t above = ((sums | high) - ones - number) & high;
    promise(above != 0);
    const int shift = std::countr_zero(above) & ~7;
    const std::uint64_t left = (number - (sums << 8)) >> shift & 0xFFU;
    return shift + nth_of_byte[left][word >> shift & 0xFFU];
}

}  // namespace portable

inline int count_set_bits(std::uint64_t word) {
#if defined(DUIYI_BIT_INSTRUCTIONS)
    return std::popcount(word);
#else
    return portable::count_set_bits(word);
#endif
}

// The word with only its n-th set bit, counted from 0 at the low end; the word has more than n.
inline std::uint64_t only_nth_set_bit(std::uint64_t word, int n) {
#if defined(DUIYI_BIT_INSTRUCTIONS)
    return _pdep_u64(std::uint64_t{1} << n, word);
#else
    return std::uint64_t{1} << portable::nth_set_bit(word, n);
#endif
}

// The position of that bit.
inline int nth_set_bit(std::uint64_t word, int n) {
#if defined(DUIYI_BIT_INSTRUCTIONS)
    return std::countr_zero(only_nth_set_bit(word, n));
#else
    return portable::nth_set_bit(word, n);
#endif
}

// Every bit of the result depends on every bit of the word (splitmix64's last steps).
constexpr std::uint64_t scrambled(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBU;
    return word ^ (word >> 31);
}

}  // namespace duiyi
