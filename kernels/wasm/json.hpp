// Answers as JSON, which is what a page reads fastest.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace duiyi {

// A text that is being written; members and elements get their commas by themselves.
class Json {
public:
    Json& open(char bracket) {
        comma();
        text_ += bracket;
        fresh_ = true;
        return *this;
    }
    Json& close(char bracket) {
        text_ += bracket;
        fresh_ = false;
        return *this;
    }

    Json& name(std::string_view name) {
        write(name);
        text_ += ':';
        fresh_ = true;
        return *this;
    }

    Json& write(std::string_view value) {
        comma();
        text_ += '"';
        for (const char letter : value) add(letter);
        text_ += '"';
        return *this;
    }
    Json& write(bool value) { return plain(value ? "true" : "false"); }
    Json& write(int value) { return plain(std::to_string(value)); }
    Json& write(std::uint64_t value) { return plain(std::to_string(value)); }
    // Every number is written so that it is read as the same.
    Json& write(double value) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.17g", value);
        return plain(digits);
    }

    template <typename Values>
    Json& list(const Values& values) {
        open('[');
        for (const auto& value : values) write(value);
        return close(']');
    }

    const std::string& text() const { return text_; }

private:
    void comma() {
        if (!fresh_) text_ += ',';
        fresh_ = false;
    }

    Json& plain(std::string_view value) {
        comma();
        text_ += value;
        return *this;
    }

    void add(char letter) {
        constexpr std::string_view digits = "0123456789abcdef";
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            text_ += '\\';
            text_ += letter;
        } else if (code < 0x20) {
            text_ += "\\u00";
            text_ += digits[code >> 4];
            text_ += digits[code & 0xF];
        } else {
            text_ += letter;
        }
    }

    std::string text_;
    bool fresh_ = true;
};

}  // namespace duiyi
