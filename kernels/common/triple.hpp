// Three 64-bit words that go through the same arithmetic side by side: in one register where the
// machine has such wide ones and DUIYI_PORTABLE does not forbid it, otherwise one after the other.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__) && defined(__GNUC__) && !defined(DUIYI_PORTABLE)
#define DUIYI_WIDE_WORDS 1
#endif

namespace duiyi {

class Triple {
public:
    // In memory, with room for the fourth word of the register. It has no meaning.
    using Stored = std::array<std::uint64_t, 4>;

    static Triple of(std::int64_t first, std::int64_t second, std::int64_t third) {
        return Triple(Words{first, second, third});
    }
    static Triple of(std::uint64_t first, std::uint64_t second, std::uint64_t third) {
        return of(static_cast<std::int64_t>(first), static_cast<std::int64_t>(second),
                  static_cast<std::int64_t>(third));
    }

    // The same word three times.
    static Triple all(std::uint64_t word) { return all(static_cast<std::int64_t>(word)); }

    static Triple load(const Stored& from) {
        Words words;
        std::memcpy(&words, from.data(), sizeof words);
        return Triple(words);
    }

    void store(Stored& into) const { std::memcpy(into.data(), &words_, sizeof words_); }

#if defined(DUIYI_WIDE_WORDS)
    static Triple all(std::int64_t word) { return Triple(Words{} + word); }

    Triple operator+(Triple other) const { return Triple(words_ + other.words_); }
    Triple operator-(Triple other) const { return Triple(words_ - other.words_); }
    Triple operator&(Triple other) const { return Triple(words_ & other.words_); }
    Triple operator|(Triple other) const { return Triple(words_ | other.words_); }
    Triple operator^(Triple other) const { return Triple(words_ ^ other.words_); }
    Triple operator~() const { return Triple(~words_); }

    // All ones where a number is negative, otherwise nothing.
    Triple negative() const { return Triple(words_ >> 63); }

private:
    using Words = std::int64_t __attribute__((vector_size(32)));
#else
    static Triple all(std::int64_t word) { return of(word, word, word); }

    Triple operator+(Triple other) const {
        return each([&](int i) { return words_[i] + other.words_[i]; });
    }
    Triple operator-(Triple other) const {
        return each([&](int i) { return words_[i] - other.words_[i]; });
    }
    Triple operator&(Triple other) const {
        return each([&](int i) { return words_[i] & other.words_[i]; });
    }
    Triple operator|(Triple other) const {
        return each([&](int i) { return words_[i] | other.words_[i]; });
    }
    Triple operator^(Triple other) const {
        return each([&](int i) { return words_[i] ^ other.words_[i]; });
    }
    Triple operator~() const {
        return each([&](int i) { return ~words_[i]; });
    }

    Triple negative() const {
        return each([&](int i) { return words_[i] >> 63; });
    }

private:
    using Words = std::array<std::int64_t, 3>;

    template <typename Make>
    static Triple each(Make make) {
        return of(make(0), make(1), make(2));
    }
#endif

    explicit Triple(Words words) : words_(words) {}

    Words words_;
};

}  // namespace duiyi
