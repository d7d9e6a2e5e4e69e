// Tokens and position texts of relati legacy (`ROWS SEATS OWNER TURN [gone:SEATS] [out:SEATS]`), as
// the Python rules write and read them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/relati_legacy/pieces.hpp"

namespace duiyi::legacy {

inline constexpr std::string_view letters = "OXDUAH";

template <typename Set>
std::string label(typename Set::Site site) {
    return static_cast<char>('A' + Set::column_of(site)) + std::to_string(Set::row_of(site) + 1);
}

// Exact inverse of `label` on a board of this side.
template <typename Set>
std::optional<typename Set::Site> find_site(std::string_view text, int side) {
    if (text.size() < 2 || text.size() > 3 || text[1] == '0') return std::nullopt;
    int number = 0;
    for (const char digit : text.substr(1)) {
        if (digit < '0' || digit > '9') return std::nullopt;
        number = number * 10 + (digit - '0');
    }
    const int column = text[0] - 'A';
    if (column < 0 || column >= side || number > side) return std::nullopt;
    return Set::site(number - 1, column);
}

// In the order of Kind.
inline constexpr std::array<std::string_view, 7> codes = {"L", "R", "E", "AN", "AR", "AB", "D"};

constexpr bool is_attack(Kind kind) {
    return kind == Kind::attack_near || kind == Kind::attack_remote;
}

inline std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

template <typename Set>
std::string write_action(Action action) {
    std::string text(codes[static_cast<std::size_t>(action.kind())]);
    text += ':' + label<Set>(action.cell());
    if (is_attack(action.kind())) text += ':' + label<Set>(action.medium());
    return text;
}

template <typename Set>
std::optional<Action> read_action(std::string_view text, int side) {
    const std::vector<std::string_view> parts = split(text, ':');
    for (std::size_t index = 0; index < codes.size(); ++index) {
        const auto kind = static_cast<Kind>(index);
        if (parts[0] != codes[index] || parts.size() != (is_attack(kind) ? 3U : 2U)) continue;
        const auto cell = find_site<Set>(parts[1], side), last = find_site<Set>(parts.back(), side);
        if (!cell || !last) return std::nullopt;
        return Action(kind, *cell, is_attack(kind) ? *last : 0);
    }
    return std::nullopt;
}

// Who of them, in seat order.
inline std::string write_seats(std::uint32_t seats) {
    std::string text;
    for (std::size_t seat = 0; seat < letters.size(); ++seat)
        if (seats >> seat & 1U) text += letters[seat];
    return text;
}

inline std::optional<std::uint32_t> read_seats(std::string_view text, int seats) {
    std::uint32_t found = 0;
    for (const char letter : text) {
        const std::size_t seat = letters.find(letter);
        if (seat >= static_cast<std::size_t>(seats)) return std::nullopt;
        found |= 1U << seat;
    }
    if (text.empty() || write_seats(found) != text) return std::nullopt;
    return found;
}

inline std::optional<std::int32_t> read_turn(std::string_view text) {
    if (text.empty() || text.size() > 6 || text[0] == '0') return std::nullopt;
    std::int32_t turn = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') return std::nullopt;
        turn = turn * 10 + (digit - '0');
    }
    return turn;
}

template <typename Set>
std::string write_cell(const Pieces<Set>& pieces, typename Set::Site site) {
    for (std::size_t seat = 0; seat < letters.size(); ++seat) {
        if (!pieces.owned[seat].has(site)) continue;
        const char letter = letters[seat];
        if (pieces.plain.has(site)) return {letter};
        if (pieces.source.has(site)) return {letter, '*'};
        if (pieces.shield.has(site)) return {letter, '#'};
        if (pieces.weapon.has(site)) return {letter, '!'};
        if (pieces.bomb.has(site)) return {letter, '@'};
        return {static_cast<char>(letter - 'A' + 'a')};
    }
    return ".";
}

template <typename Set>
std::string write_rows(const Pieces<Set>& pieces, int side) {
    std::string text;
    for (int row = 0; row < side; ++row) {
        if (row > 0) text += '/';
        for (int column = 0; column < side; ++column)
            text += write_cell(pieces, Set::site(row, column));
    }
    return text;
}

// Where a piece with this mark is kept; nowhere for what is no mark.
template <typename Set>
Set* marked(Pieces<Set>& pieces, char mark) {
    switch (mark) {
        case '*': return &pieces.source;
        case '#': return &pieces.shield;
        case '!': return &pieces.weapon;
        case '@': return &pieces.bomb;
        default: return nullptr;
    }
}

// Puts a row's pieces on the board; whether the row can be read and is as long as the board.
template <typename Set>
bool read_row(Pieces<Set>& pieces, std::string_view text, int row, int side, int seats) {
    int column = 0;
    for (std::size_t at = 0; at < text.size(); ++at, ++column) {
        if (column == side) return false;
        if (text[at] == '.') continue;
        const bool dead = 'a' <= text[at] && text[at] <= 'z';
        const char letter = dead ? static_cast<char>(text[at] - 'a' + 'A') : text[at];
        const std::size_t seat = letters.find(letter);
        if (seat >= static_cast<std::size_t>(seats)) return false;
        const auto site = Set::site(row, column);
        pieces.owned[seat].add(site);
        if (dead) continue;
        Set* const status = at + 1 < text.size() ? marked(pieces, text[at + 1]) : nullptr;
        if (status != nullptr) ++at;
        (status != nullptr ? *status : pieces.plain).add(site);
    }
    return column == side;
}

template <typename Set>
bool read_rows(Pieces<Set>& pieces, const std::vector<std::string_view>& rows, int seats) {
    const int side = static_cast<int>(rows.size());
    for (int row = 0; row < side; ++row)
        if (!read_row(pieces, rows[static_cast<std::size_t>(row)], row, side, seats)) return false;
    return true;
}

}  // namespace duiyi::legacy
