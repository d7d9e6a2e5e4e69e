// What the relati games share: how they end, and the fields of a position text (seats, turn number,
// who is out).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duiyi::relati_fields {

inline constexpr std::string_view letters = "OXDU";
inline constexpr int before_first = -1;  // stands for the mover while nobody has moved yet
inline constexpr int last_turn = 999'999;

enum class Ending : std::uint8_t { none, nobody_can_act, others_cannot_act, withdrawn };

constexpr std::string_view reason_of(Ending ending) {
    switch (ending) {
        case Ending::nobody_can_act: return "nobody-can-act";
        case Ending::others_cannot_act: return "others-cannot-act";
        case Ending::withdrawn: return "withdrawn";
        case Ending::none: break;
    }
    return "";
}

// As many parts as there are separators, plus one; parts may be empty.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

inline char seat_letter(int seat) {
    return seat < 0 ? '-' : letters[static_cast<std::size_t>(seat)];
}

inline std::string seat_letters(std::uint32_t seats) {
    std::string text;
    for (std::size_t seat = 0; seat < letters.size(); ++seat)
        if (seats >> seat & 1U) text += letters[seat];
    return text;
}

// A seat's letter, or `-` for nobody (−1).
inline std::optional<int> read_seat(std::string_view text, int seats) {
    if (text.size() != 1) return std::nullopt;
    if (text == "-") return before_first;
    const std::size_t seat = letters.substr(0, static_cast<std::size_t>(seats)).find(text[0]);
    return seat == std::string_view::npos ? std::nullopt : std::optional(static_cast<int>(seat));
}

// A number of up to `digits` digits, without leading zeros.
inline std::optional<int> read_number(std::string_view text, std::size_t digits) {
    if (text.empty() || text.size() > digits || (text[0] == '0' && text.size() > 1))
        return std::nullopt;
    int number = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') return std::nullopt;
        number = number * 10 + (digit - '0');
    }
    return number;
}

// There may be `room` more turns: they must have numbers too.
inline bool turn_fits(int turn, int room) { return 0 < turn && turn + room <= last_turn; }

// The letters of the seats that withdrew, in seat order; at least one seat is still in.
inline std::optional<std::uint32_t> read_out(std::string_view text, int seats) {
    const std::uint32_t everyone = (1U << seats) - 1U;
    for (std::uint32_t out = 1; out < everyone; ++out)
        if (seat_letters(out) == text) return out;
    return std::nullopt;
}

}  // namespace duiyi::relati_fields
