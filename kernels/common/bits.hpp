// Single bits of a word. On machines (or builds: DUIYI_PORTABLE) without the instructions for it
// the portable functions do the same.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__) && defined(__POPCNT__) && !defined(DUIYI_PORTABLE)
#define DUIYI_BIT_INSTRUCTIONS 1
#include <immintrin.h>
#endif

namespace duiyi {

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

constexpr int nth_set_bit(std::uint64_t word, int n) {
    const std::uint64_t sums = sums_of_bytes(word);
    // The bytes below the wanted bit are those whose sum is not more than n.
    const std::uint64_t below =
        ((static_cast<std::uint64_t>(n) * ones | ones << 7) - sums) >> 7 & ones;
    const int shift = static_cast<int>(below * ones >> 56) * 8;
    std::uint64_t rest = word >> shift;
    for (int left = n - static_cast<int>(sums << 8 >> shift & 0xFFU); left > 0; --left)
        rest &= rest - 1;
    return shift + std::countr_zero(rest);
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
