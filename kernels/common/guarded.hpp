// Square boards whose rows end in a guard column that belongs to no cell, so that a set of cells
// can be moved one step in any direction by one shift: what leaves the board lands on a guard, and
// one mask takes it away. What may be done on a board is the business of games/.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/bits.hpp"

// A step of a computation on sets is a few instructions; a call would be as many again.
#if defined(__GNUC__)
#define DUIYI_INLINE [[gnu::always_inline]]
#else
#define DUIYI_INLINE
#endif

namespace duiyi {

// Row by row from the top left, guards included.
using Cell = int;

// The words of a set, and what is done with all of them at once. Results are written in place: a
// copy made in one piece would have to wait for words that were written one by one.
template <int count>
class CellWords {
public:
    constexpr std::uint64_t word(std::size_t index) const { return words_[index]; }
    constexpr void set_word(std::size_t index, std::uint64_t word) { words_[index] = word; }

    DUIYI_INLINE constexpr void be_both(const CellWords& one, const CellWords& other) {
        for (std::size_t i = 0; i < count; ++i) words_[i] = one.words_[i] & other.words_[i];
    }
    DUIYI_INLINE constexpr void be_either(const CellWords& one, const CellWords& other) {
        for (std::size_t i = 0; i < count; ++i) words_[i] = one.words_[i] | other.words_[i];
    }
    DUIYI_INLINE constexpr void be_difference(const CellWords& one, const CellWords& other) {
        for (std::size_t i = 0; i < count; ++i) words_[i] = one.words_[i] & ~other.words_[i];
    }

    // From words other than these.
    template <int by>
    DUIYI_INLINE constexpr void be_shifted(const CellWords& old) {
        constexpr int distance = by < 0 ? -by : by;
        constexpr std::size_t whole = distance / 64;
        constexpr int part = distance % 64;
        for (std::size_t i = 0; i + whole < count; ++i) {
            const std::size_t from = by < 0 ? i + whole : i;
            const std::size_t to = by < 0 ? i : i + whole;
            words_[to] = by < 0 ? old.words_[from] >> part : old.words_[from] << part;
            if constexpr (part != 0) {
                if (by < 0 && from + 1 < count) words_[to] |= old.words_[from + 1] << (64 - part);
                if (by > 0 && from > 0) words_[to] |= old.words_[from - 1] >> (64 - part);
            }
        }
    }

private:
    std::array<std::uint64_t, count> words_{};
};

// Boards of two words, and of three where registers have four. The compiler would find vector
// registers by itself, but then move words to and fro between registers of both kinds at every
// shift, at several times the cost. Clang cannot read lanes in constant expressions.
template <int count>
struct VectorOf {};

#if defined(__GNUC__) && !defined(__clang__)
template <>
struct VectorOf<2> {
    static constexpr int lanes = 2;
    typedef std::uint64_t Words __attribute__((vector_size(16)));
};
#endif

#if defined(__AVX2__) && !defined(DUIYI_PORTABLE) && !defined(__clang__)
template <>
struct VectorOf<3> {
    static constexpr int lanes = 4;
    typedef std::uint64_t Words __attribute__((vector_size(32)));
};
#endif

template <int count>
    requires(VectorOf<count>::lanes > 1)
class CellWords<count> {
public:
    constexpr std::uint64_t word(std::size_t index) const {
        std::uint64_t found = words_[0];
        for (std::size_t i = 1; i < count; ++i)
            if (i == index) found = words_[i];
        return found;
    }
    constexpr void set_word(std::size_t index, std::uint64_t word) {
        words_ = replaced(index, word, Lanes{});
    }

    DUIYI_INLINE constexpr void be_both(const CellWords& one, const CellWords& other) {
        words_ = one.words_ & other.words_;
    }
    DUIYI_INLINE constexpr void be_either(const CellWords& one, const CellWords& other) {
        words_ = one.words_ | other.words_;
    }
    DUIYI_INLINE constexpr void be_difference(const CellWords& one, const CellWords& other) {
        words_ = one.words_ & ~other.words_;
    }

    template <int by>
    DUIYI_INLINE constexpr void be_shifted(const CellWords& old) {
        constexpr int whole = by / 64, part = by % 64;
        if constexpr (part > 0)
            words_ =
                old.moved<whole>(Lanes{}) << part | old.moved<whole + 1>(Lanes{}) >> (64 - part);
        else if constexpr (part < 0)
            words_ = old.moved<whole>(Lanes{}) >> -part | old.moved<whole - 1>(Lanes{})
                                                              << (64 + part);
        else
            words_ = old.moved<whole>(Lanes{});
    }

private:
    using Words = typename VectorOf<count>::Words;
    static constexpr int lanes = VectorOf<count>::lanes;
    using Lanes = std::make_integer_sequence<int, lanes>;

    template <int... lane>
    constexpr Words replaced(std::size_t index, std::uint64_t word,
                             std::integer_sequence<int, lane...>) const {
        return Words{(static_cast<std::size_t>(lane) == index ? word : words_[lane])...};
    }

    // All words so many lanes further on (back where negative), zeros where nothing comes from.
    template <int by, int... lane>
    DUIYI_INLINE constexpr Words moved(std::integer_sequence<int, lane...>) const {
        if constexpr (by == 0)
            return words_;
        else
            return __builtin_shufflevector(
                words_, Words{}, (0 <= lane - by && lane - by < lanes ? lane - by : lanes)...);
    }

    Words words_{};
};

template <int bits>
class CellSet {
public:
    static constexpr CellSet of(Cell cell) {
        CellSet set;
        set.add(cell);
        return set;
    }

    constexpr bool has(Cell cell) const {
        return (words_.word(word_of(cell)) >> (cell % 64) & 1U) != 0;
    }
    constexpr void add(Cell cell) {
        words_.set_word(word_of(cell), words_.word(word_of(cell)) | bit(cell));
    }
    constexpr void remove(Cell cell) {
        words_.set_word(word_of(cell), words_.word(word_of(cell)) & ~bit(cell));
    }

    constexpr bool empty() const {
        std::uint64_t any = 0;
        for (std::size_t i = 0; i < size; ++i) any |= words_.word(i);
        return any == 0;
    }
    constexpr bool meets(const CellSet& other) const { return !(*this & other).empty(); }
    constexpr bool operator==(const CellSet& other) const {
        return without(other).empty() && other.without(*this).empty();
    }

    int count() const {
        int total = 0;
        for (std::size_t i = 0; i < size; ++i) total += count_set_bits(words_.word(i));
        return total;
    }

    DUIYI_INLINE constexpr CellSet operator&(const CellSet& other) const {
        CellSet set;
        set.words_.be_both(words_, other.words_);
        return set;
    }
    DUIYI_INLINE constexpr CellSet operator|(const CellSet& other) const {
        CellSet set;
        set.words_.be_either(words_, other.words_);
        return set;
    }
    DUIYI_INLINE constexpr CellSet& operator|=(const CellSet& other) {
        words_.be_either(words_, other.words_);
        return *this;
    }

    // Difference rather than complement: a complement would have bits beyond the board.
    DUIYI_INLINE constexpr CellSet without(const CellSet& other) const {
        CellSet set;
        set.words_.be_difference(words_, other.words_);
        return set;
    }

    // Every cell `by` places further on (back where negative). Guards and bits beyond the board may
    // be set afterwards.
    template <int by>
    DUIYI_INLINE constexpr CellSet shifted() const {
        CellSet set;
        set.words_.template be_shifted<by>(words_);
        return set;
    }

    // The n-th cell, counted from 0; the set has more than n.
    Cell nth(int n) const {
        const std::size_t at = word_of_nth(n);
        return static_cast<Cell>(at) * 64 + nth_set_bit(words_.word(at), n);
    }

    // Only that cell.
    CellSet only_nth(int n) const {
        const std::size_t at = word_of_nth(n);
        CellSet set;
        set.words_.set_word(at, only_nth_set_bit(words_.word(at), n));
        return set;
    }

    // The set is not empty.
    constexpr Cell first() const {
        std::size_t at = 0;
        while (words_.word(at) == 0) ++at;
        return static_cast<Cell>(at) * 64 + std::countr_zero(words_.word(at));
    }

    // In ascending order.
    template <typename Visit>
    constexpr void each(Visit visit) const {
        for (std::size_t i = 0; i < size; ++i)
            for (std::uint64_t rest = words_.word(i); rest != 0; rest &= rest - 1)
                visit(static_cast<Cell>(i) * 64 + std::countr_zero(rest));
    }

    // Different for different salts; the words do not wait for each other.
    constexpr std::uint64_t hash(std::uint64_t salt) const {
        std::uint64_t mixed = 0;
        for (std::size_t i = 0; i < size; ++i) {
            salt += 0x9E3779B97F4A7C15U;
            mixed ^= scrambled(scrambled(salt) ^ words_.word(i));
        }
        return mixed;
    }

private:
    static constexpr int word_count = (bits + 63) / 64;
    static constexpr std::size_t size = word_count;

    // Takes the cells of the words before it away from the number.
    DUIYI_INLINE std::size_t word_of_nth(int& n) const {
        std::size_t at = 0;
        for (; at + 1 < size; ++at) {
            const int here = count_set_bits(words_.word(at));
            if (n < here) break;
            n -= here;
        }
        return at;
    }

    static constexpr std::size_t word_of(Cell cell) { return static_cast<std::size_t>(cell) / 64; }
    static constexpr std::uint64_t bit(Cell cell) { return std::uint64_t{1} << (cell % 64); }

    CellWords<word_count> words_;
};

template <int side_>
struct GuardedSquare {
    static_assert(0 < side_ && side_ <= 26, "columns are named by one letter");

    static constexpr int side = side_;
    static constexpr int stride = side + 1;
    static constexpr int sites = side * side;
    using Set = CellSet<side * stride>;

    static constexpr Cell cell(int row, int column) { return row * stride + column; }
    static constexpr int row(Cell cell) { return cell / stride; }
    static constexpr int column(Cell cell) { return cell % stride; }

    static constexpr Set make_all() {
        Set set;
        for (int row = 0; row < side; ++row)
            for (int column = 0; column < side; ++column) set.add(cell(row, column));
        return set;
    }
    static constexpr Set all = make_all();

    // Whether any number is that of a cell.
    static constexpr bool has(Cell cell) {
        return 0 <= cell && cell < side * stride && all.has(cell);
    }

    // Cells that have at least so many cells of their row to the left.
    template <int columns>
    static constexpr Set make_from_column() {
        Set set;
        for (int row = 0; row < side; ++row)
            for (int column = columns; column < side; ++column) set.add(cell(row, column));
        return set;
    }
    template <int columns>
    static constexpr Set from_column = make_from_column<columns>();

    // The up to eight cells around each of these, and these themselves.
    static constexpr Set around(const Set& cells) {
        const Set rows = cells | cells.template shifted<1>() | cells.template shifted<-1>();
        return (rows | rows.template shifted<stride>() | rows.template shifted<-stride>()) & all;
    }

    static std::string name(Cell cell) {
        return static_cast<char>('A' + column(cell)) + std::to_string(row(cell) + 1);
    }

    // Exact inverse of name(); nothing for any other text.
    static std::optional<Cell> find(std::string_view text) {
        if (text.size() < 2 || text.size() > 3 || text[1] == '0') return std::nullopt;
        int number = 0;
        for (const char digit : text.substr(1)) {
            if (digit < '0' || digit > '9') return std::nullopt;
            number = number * 10 + (digit - '0');
        }
        const int column = text[0] - 'A';
        if (column < 0 || column >= side || number > side) return std::nullopt;
        return cell(number - 1, column);
    }
};

}  // namespace duiyi
