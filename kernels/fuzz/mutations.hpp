// Small faults in texts, such as slips, cuts and exchanged parts, for a fuzzer and for tests that
// have none.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/kernel.hpp"

namespace duiyi::fuzz {

class Mutations {
public:
    // Parts may be taken over from the others, of which there is at least one.
    Mutations(std::span<const std::string> others, Random& random)
        : others_(others), random_(random) {}

    // With one to four faults.
    std::string of(std::string text) {
        for (std::size_t left = 1 + below(4); left > 0; --left) spoil(text);
        return text;
    }

private:
    struct Part {
        std::size_t begin, size;
    };

    static constexpr std::string_view separators = " /:,;.\n";

    std::size_t below(std::size_t bound) {
        return random_.below(static_cast<std::uint32_t>(bound));
    }
    const std::string& other() { return others_[below(others_.size())]; }

    void spoil(std::string& text) {
        switch (below(9)) {
            case 0: return flip(text);
            case 1: return erase(text);
            case 2: return insert(text);
            case 3: return overwrite(text);
            case 4: return renumber(text);
            case 5: return exchange(text);
            case 6: return take_over(text);
            case 7: return repeat(text);
            default: return splice(text);
        }
    }

    void flip(std::string& text) {
        if (text.empty()) return;
        char& letter = text[below(text.size())];
        letter = static_cast<char>(letter ^ (1 << below(8)));
    }

    // Short pieces are likelier.
    Part piece(const std::string& text) {
        const std::size_t begin = below(text.size() + 1);
        const std::size_t longest = below(4) == 0 ? text.size() : 3;
        return {begin, std::min(1 + below(longest + 1), text.size() - begin)};
    }

    void erase(std::string& text) {
        const Part part = piece(text);
        text.erase(part.begin, part.size);
    }

    // A letter that such texts have, or any other.
    char letter() {
        const std::string& from = other();
        if (from.empty() || below(8) == 0) return static_cast<char>(below(256));
        return from[below(from.size())];
    }

    void insert(std::string& text) { text.insert(below(text.size() + 1), 1, letter()); }

    void overwrite(std::string& text) {
        if (!text.empty()) text[below(text.size())] = letter();
    }

    void repeat(std::string& text) {
        const Part part = piece(text);
        const std::string again = text.substr(part.begin, part.size);
        text.insert(below(text.size() + 1), again);
    }

    // The runs of letters for which this holds.
    template <typename Belongs>
    static std::vector<Part> runs(std::string_view text, Belongs belongs) {
        std::vector<Part> found;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t end = at;
            while (end < text.size() && belongs(text[end])) ++end;
            if (end > at) found.push_back({at, end - at});
            at = std::max(end, at + 1);
        }
        return found;
    }

    static std::vector<Part> numbers(std::string_view text) {
        return runs(text, [](char letter) { return '0' <= letter && letter <= '9'; });
    }

    // What lies between two separators of one kind.
    static std::vector<Part> fields(std::string_view text, char separator) {
        return runs(text, [=](char letter) { return letter != separator; });
    }

    // Another number, near to it or at the bounds that numbers in texts have.
    void renumber(std::string& text) {
        static constexpr std::array<std::string_view, 14> others = {
            "",      "0",     "1",      "2",      "-1",      "01",         "9999",
            "10000", "99999", "100000", "999999", "1000000", "2147483648", "18446744073709551617"};
        const auto found = numbers(text);
        if (found.empty()) return;
        const Part part = found[below(found.size())];
        const std::string number = text.substr(part.begin, std::min<std::size_t>(part.size, 9));
        std::string changed(others[below(others.size())]);
        if (below(2) == 0) changed = std::to_string(std::stol(number) + (below(2) == 0 ? 1 : -1));
        text.replace(part.begin, part.size, changed);
    }

    // Two fields change places.
    void exchange(std::string& text) {
        const auto found = fields(text, separators[below(separators.size())]);
        if (found.size() < 2) return;
        const std::size_t index = below(found.size() - 1);
        const Part one = found[index], two = found[index + 1 + below(found.size() - 1 - index)];
        const std::string first = text.substr(one.begin, one.size);
        const std::string second = text.substr(two.begin, two.size);
        text.replace(two.begin, two.size, first);
        text.replace(one.begin, one.size, second);
    }

    // A field becomes that of another text, as a rule the one at the same place.
    void take_over(std::string& text) {
        const char separator = separators[below(separators.size())];
        const std::string& from = other();
        const auto mine = fields(text, separator), theirs = fields(from, separator);
        if (mine.empty() || theirs.empty()) return;
        std::size_t index = below(mine.size());
        const Part old = mine[index];
        if (index >= theirs.size() || below(4) == 0) index = below(theirs.size());
        text.replace(old.begin, old.size, from, theirs[index].begin, theirs[index].size);
    }

    // The beginning of one and the end of another.
    void splice(std::string& text) {
        const std::string& from = other();
        text = text.substr(0, below(text.size() + 1)) + from.substr(below(from.size() + 1));
    }

    std::span<const std::string> others_;
    Random& random_;
};

}  // namespace duiyi::fuzz
