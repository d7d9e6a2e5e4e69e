// Square boards of a side known at compile time: sites, sets of sites, neighbours, cell names.
// What may be done on a board is the business of games/.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace duiyi {

// Row by row from the top left: A1 is 0, B1 is 1.
using Site = int;

template <int sites>
class SiteSet {
public:
    constexpr void add(Site site) { words_[site / word_bits] |= bit(site); }

    constexpr bool has(Site site) const { return (words_[site / word_bits] & bit(site)) != 0; }

    constexpr bool empty() const {
        for (const Word word : words_)
            if (word != 0) return false;
        return true;
    }

    constexpr int count() const {
        int total = 0;
        for (const Word word : words_) total += std::popcount(word);
        return total;
    }

    constexpr SiteSet operator|(const SiteSet& other) const {
        SiteSet result;
        for (int i = 0; i < word_count; ++i) result.words_[i] = words_[i] | other.words_[i];
        return result;
    }

    // Difference rather than complement: a complement would have bits beyond the board.
    constexpr SiteSet without(const SiteSet& other) const {
        SiteSet result;
        for (int i = 0; i < word_count; ++i) result.words_[i] = words_[i] & ~other.words_[i];
        return result;
    }

    // In ascending order of sites.
    template <typename Visit>
    constexpr void each(Visit visit) const {
        for (int i = 0; i < word_count; ++i)
            for (Word rest = words_[i]; rest != 0; rest &= rest - 1)
                visit(i * word_bits + std::countr_zero(rest));
    }

private:
    using Word = std::uint64_t;
    static constexpr int word_bits = 64;
    static constexpr int word_count = (sites + word_bits - 1) / word_bits;

    static constexpr Word bit(Site site) { return Word{1} << (site % word_bits); }

    std::array<Word, word_count> words_{};
};

template <int side_>
struct Square {
    static_assert(0 < side_ && side_ <= 26, "columns are named by one letter");

    static constexpr int side = side_;
    static constexpr int sites = side * side;
    using Set = SiteSet<sites>;

    static constexpr Set all() {
        Set set;
        for (Site site = 0; site < sites; ++site) set.add(site);
        return set;
    }

    // The up to eight sites around a site.
    static const Set& neighbours(Site site) {
        static constexpr auto table = neighbour_table();
        return table[site];
    }

    static std::string name(Site site) {
        return static_cast<char>('A' + site % side) + std::to_string(site / side + 1);
    }

    // Exact inverse of name(); nothing for any other text.
    static std::optional<Site> find(std::string_view text) {
        for (Site site = 0; site < sites; ++site)
            if (name(site) == text) return site;
        return std::nullopt;
    }

private:
    static constexpr std::array<Set, sites> neighbour_table() {
        std::array<Set, sites> table{};
        for (Site from = 0; from < sites; ++from)
            for (Site to = 0; to < sites; ++to) {
                const int rows = to / side - from / side;
                const int columns = to % side - from % side;
                const bool adjacent =
                    -1 <= rows && rows <= 1 && -1 <= columns && columns <= 1 && from != to;
                if (adjacent) table[from].add(to);
            }
        return table;
    }
};

}  // namespace duiyi
