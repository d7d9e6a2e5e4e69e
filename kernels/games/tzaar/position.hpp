// The position text of tzaar (T-6): reading and writing what it says. Whether the position can be
// one of a game is asked in rules.hpp, where the rules are.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "games/tzaar/board.hpp"
#include "games/tzaar/pieces.hpp"

namespace duiyi::tzaar {

// By Stack::piece.
inline constexpr std::string_view letters = "ZRTzrt";
inline constexpr std::string_view sides = "wb";

// Of all heights together, and of the turn and the number of pieces together: bounds that no play
// can cross.
inline constexpr int largest_total = 9'999;
inline constexpr int last_turn = 999'999;

struct Fields {
    std::array<Stack, slots> stacks{};
    int side = 0;
    int step = 1;
    int turn = 1;
    std::optional<int> out;
};

inline std::string write(const Fields& fields) {
    std::string text;
    for (int column = 0; column < columns; ++column) {
        if (column > 0) text += '/';
        for (Point point = column_starts[column]; point < column_starts[column + 1]; ++point) {
            const auto [piece, height] = fields.stacks[point];
            text += height == 0 ? '.' : letters[piece];
            if (height > 1) text += std::to_string(height);
        }
    }
    text += ' ';
    text += sides[fields.side];
    text += ' ' + std::to_string(fields.step) + ' ' + std::to_string(fields.turn);
    if (fields.out) text += std::string(" out:") + sides[*fields.out];
    return text;
}

// The text up to a separator, which is taken away with it; all the rest when there is none.
inline std::string_view cut(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

// A whole number of at most so many digits, without leading zeros.
inline std::optional<int> read_number(std::string_view text, std::size_t digits) {
    if (text.empty() || text.size() > digits || text[0] == '0') return std::nullopt;
    int number = 0;
    for (const char letter : text) {
        if (letter < '0' || '9' < letter) return std::nullopt;
        number = 10 * number + (letter - '0');
    }
    return number;
}

inline std::optional<int> read_side(std::string_view text) {
    if (text.size() != 1 || sides.find(text[0]) == sides.npos) return std::nullopt;
    return static_cast<int>(sides.find(text[0]));
}

// One point from the front of a column; a height of 1 is not written.
inline std::optional<Stack> read_stack(std::string_view& text) {
    const char letter = text[0];
    text.remove_prefix(1);
    if (letter == '.') return Stack{};
    const std::size_t piece = letters.find(letter);
    if (piece == letters.npos) return std::nullopt;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto height = digits == 0 ? 1 : read_number(text.substr(0, digits), 4);
    if (!height || (digits > 0 && *height == 1)) return std::nullopt;
    text.remove_prefix(digits);
    return Stack{static_cast<int>(piece), *height};
}

inline bool read_columns(std::string_view text, Fields& fields) {
    if (std::ranges::count(text, '/') != columns - 1) return false;
    int total = 0;
    for (int column = 0; column < columns; ++column) {
        std::string_view rest = cut(text, '/');
        for (Point point = column_starts[column]; point < column_starts[column + 1]; ++point) {
            const auto stack = rest.empty() ? std::nullopt : read_stack(rest);
            if (!stack) return false;
            fields.stacks[point] = *stack;
            total += stack->height;
        }
        if (!rest.empty()) return false;
    }
    return total <= largest_total;
}

inline std::optional<Fields> read(std::string_view text) {
    const auto spaces = std::ranges::count(text, ' ');
    if (spaces != 3 && spaces != 4) return std::nullopt;
    Fields fields;
    if (!read_columns(cut(text, ' '), fields)) return std::nullopt;
    const auto side = read_side(cut(text, ' '));
    const auto step = read_number(cut(text, ' '), 1);
    const auto turn = read_number(cut(text, ' '), 6);
    if (!side || !step || *step > 2 || !turn) return std::nullopt;
    const auto empty = [](Stack stack) { return stack.height == 0; };
    const auto pieces = slots - std::ranges::count_if(fields.stacks, empty);
    if (*turn + pieces > last_turn) return std::nullopt;
    if (*side == 0 && *step == 2 && *turn == 1) return std::nullopt;
    fields.side = *side;
    fields.step = *step;
    fields.turn = *turn;
    if (spaces == 4) {
        if (!text.starts_with("out:")) return std::nullopt;
        fields.out = read_side(text.substr(4));
        if (!fields.out) return std::nullopt;
    }
    return fields;
}

}  // namespace duiyi::tzaar
