// A text word by word, with numbers among them: what files with weights are read by. No locale and
// no library's idea of a number too small decides what is read.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace duiyi {

class Words {
public:
    explicit Words(std::string_view text) : rest_(text) {}

    // Empty at the end.
    std::string_view next() {
        constexpr std::string_view blank = " \t\r\n";
        const auto first = rest_.find_first_not_of(blank);
        if (first == std::string_view::npos) return rest_ = {};
        rest_.remove_prefix(first);
        const std::string_view word = rest_.substr(0, rest_.find_first_of(blank));
        rest_.remove_prefix(word.size());
        return word;
    }

    // Whether the next word is a number, all of it; `value` is that number then.
    bool read(float& value) {
        const std::string_view word = next();
        const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
        return failure == std::errc{} && end == word.data() + word.size();
    }

private:
    std::string_view rest_;
};

}  // namespace duiyi
