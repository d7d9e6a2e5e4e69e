// Sets of sites of a square board whose side is known only at run time: a lane of a vector register
// for each row, so that a whole board moves one step in a few instructions and nothing ever wraps
// around the left or right edge. A set may hold sites that have moved beyond the board: whoever
// moves sites asks afterwards which of them are on it.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <utility>

#include "common/bits.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace duiyi {

// How many bytes the machine handles at once; the results are the same.
#if defined(__AVX2__) && !defined(DUIYI_PORTABLE)
#define DUIYI_HAS_LONG_CHUNKS 1
inline constexpr int chunk_bytes = 32;
#else
inline constexpr int chunk_bytes = 16;
#endif

template <std::unsigned_integral Lane_, int rows_>
class Rows {
public:
    using Lane = Lane_;
    // Row by row; a row takes a lane's width, so that the numbers are in the order of the cells.
    using Site = int;

    static constexpr int width = static_cast<int>(sizeof(Lane)) * 8;
    static constexpr int rows = rows_;

    static constexpr Site site(int row, int column) { return row * width + column; }
    static constexpr int row_of(Site site) { return site / width; }
    static constexpr int column_of(Site site) { return site % width; }

    Rows() : Rows(none(Chunks{})) {}

    static Rows only(Site site) { return only(site, Chunks{}); }

    // The board of this side.
    static Rows square(int side) {
        Rows result;
        for (int row = 0; row < side; ++row)
            result.set_row(row, static_cast<Lane>((std::uint64_t{1} << side) - 1));
        return result;
    }

    bool has(Site site) const { return (row(row_of(site)) >> column_of(site) & 1U) != 0; }
    void add(Site site) { *this |= only(site); }

    Lane row(int row) const { return chunk_[row / lanes][row % lanes]; }
    void set_row(int row, Lane columns) { chunk_[row / lanes][row % lanes] = columns; }

    [[gnu::always_inline]] bool any() const { return any(Chunks{}); }

    int count() const {
        int total = 0;
        for (int i = 0; i < words; ++i) total += count_set_bits(word(i));
        return total;
    }

    // The site that has n sites of the set before it; there must be one.
    Site nth(int n) const {
        // Without a branch: which word it is in cannot be foreseen.
        int index = 0, before = 0, total = 0;
        for (int i = 0; i + 1 < words; ++i) {
            total += count_set_bits(word(i));
            index += total <= n;
            before = total <= n ? total : before;
        }
        return index * 64 + nth_set_bit(word(index), n - before);
    }

    // In ascending order.
    template <typename Visit>
    void each(Visit visit) const {
        for (int i = 0; i < words; ++i)
            for (std::uint64_t rest = word(i); rest != 0; rest &= rest - 1)
                visit(i * 64 + std::countr_zero(rest));
    }

    // 64 sites at once.
    static constexpr int words = rows * width / 64;
    std::uint64_t word(int index) const {
        return reinterpret_cast<Words>(chunk_[index / words_per_chunk])[index % words_per_chunk];
    }

    [[gnu::always_inline]] Rows operator&(const Rows& other) const { return both(other, Chunks{}); }
    [[gnu::always_inline]] Rows operator|(const Rows& other) const {
        return either(other, Chunks{});
    }
    [[gnu::always_inline]] Rows without(const Rows& other) const {
        return difference(other, Chunks{});
    }
    [[gnu::always_inline]] void operator&=(const Rows& other) { *this = *this & other; }
    [[gnu::always_inline]] void operator|=(const Rows& other) { *this = *this | other; }

    // Every site so many rows down and columns to the right (or up and left, below zero).
    template <int down, int right>
    [[gnu::always_inline]] Rows moved() const {
        return moved<down, right>(Chunks{});
    }

private:
    static_assert(std::endian::native == std::endian::little, "a word begins with its first row");
    static constexpr int lanes = chunk_bytes / static_cast<int>(sizeof(Lane));
    static constexpr int chunks = rows / lanes;
    static_assert(chunks * lanes == rows, "rows fill whole registers");
    static constexpr int words_per_chunk = chunk_bytes / 8;

    typedef Lane Chunk __attribute__((vector_size(chunk_bytes)));
    typedef std::uint64_t Words __attribute__((vector_size(chunk_bytes)));
    template <int... index>
    using Indices = std::integer_sequence<int, index...>;
    using Lanes = std::make_integer_sequence<int, lanes>;
    using Chunks = std::make_integer_sequence<int, chunks>;

    // All is made from the chunks by name, always inline, never by a loop or from a copy of the
    // whole: the compiler would otherwise put them into memory.
    template <typename... Given>
        requires(sizeof...(Given) == chunks)
    [[gnu::always_inline]] explicit Rows(Given... given) : chunk_{given...} {}

    template <int... i>
    [[gnu::always_inline]] static Rows none(Indices<i...>) {
        return Rows((static_cast<void>(i), Chunk{})...);
    }

    template <int... i>
    [[gnu::always_inline]] static Rows only(Site site, Indices<i...>) {
        const auto bit = static_cast<Lane>(Lane{1} << column_of(site));
        const auto row = static_cast<Lane>(row_of(site));
        return Rows((reinterpret_cast<Chunk>(row_numbers(i * lanes, Lanes{}) == row) & bit)...);
    }

    template <int... i>
    [[gnu::always_inline]] bool any(Indices<i...>) const {
        const auto joined = reinterpret_cast<Words>((chunk_[i] | ...));
#if defined(DUIYI_HAS_LONG_CHUNKS)
        const auto whole = reinterpret_cast<__m256i>(joined);
        return _mm256_testz_si256(whole, whole) == 0;
#else
        return (joined[0] | joined[1]) != 0;
#endif
    }

    template <int... i>
    [[gnu::always_inline]] Rows both(const Rows& other, Indices<i...>) const {
        return Rows((chunk_[i] & other.chunk_[i])...);
    }

    template <int... i>
    [[gnu::always_inline]] Rows either(const Rows& other, Indices<i...>) const {
        return Rows((chunk_[i] | other.chunk_[i])...);
    }

    template <int... i>
    [[gnu::always_inline]] Rows difference(const Rows& other, Indices<i...>) const {
        return Rows((chunk_[i] & ~other.chunk_[i])...);
    }

    template <int down, int right, int... i>
    [[gnu::always_inline]] Rows moved(Indices<i...>) const {
        if constexpr (right < 0)
            return Rows((lowered<down, i>() >> -right)...);
        else
            return Rows((lowered<down, i>() << right)...);
    }

    template <int... lane>
    [[gnu::always_inline]] static Chunk row_numbers(int first, Indices<lane...>) {
        return Chunk{static_cast<Lane>(lane)...} + static_cast<Lane>(first);
    }

    template <int index>
    [[gnu::always_inline]] Chunk chunk() const {
        if constexpr (0 <= index && index < chunks)
            return chunk_[index];
        else
            return Chunk{};
    }

    // What a chunk holds after all rows have gone down.
    template <int down, int index>
    [[gnu::always_inline]] Chunk lowered() const {
        constexpr int part = (down % lanes + lanes) % lanes;
        constexpr int whole = (down - part) / lanes;
        if constexpr (part == 0)
            return chunk<index - whole>();
        else
            return joined<part>(chunk<index - whole - 1>(), chunk<index - whole>(), Lanes{});
    }

    // The last `part` lanes of one chunk, then the first ones of the next.
    template <int part, int... lane>
    [[gnu::always_inline]] static Chunk joined(Chunk before, Chunk here, Indices<lane...>) {
        if constexpr (chunk_bytes == 32) {
            return __builtin_shufflevector(before, here, (lanes - part + lane)...);
        } else {
            // Each half is one instruction of any x86-64 machine; both at once would be many.
            constexpr Chunk none{};
            return __builtin_shufflevector(none, here, (lanes - part + lane)...) |
                   __builtin_shufflevector(before, none, (lanes - part + lane)...);
        }
    }

    Chunk chunk_[chunks];
};

}  // namespace duiyi
