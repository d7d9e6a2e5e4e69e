// The board of tzaar (棋盤): its 60 points, their labels, and the lines through them. Which pieces
// stand there and what they may do is in rules.hpp.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/bits.hpp"

namespace duiyi::tzaar {

// Points are numbered 1 … 60, column by column from the left and upwards in each. Along every axis
// points further ahead have higher numbers. 0 and 61 are no points: they are met by whoever finds
// nobody on a line, behind or ahead, so that every search along a line finds something.
using Point = unsigned;
inline constexpr Point points = 60;
inline constexpr Point behind_all = 0;
inline constexpr Point ahead_of_all = points + 1;
inline constexpr Point slots = points + 2;

using Set = std::uint64_t;
constexpr Set one(Point point) { return Set{1} << point; }
inline constexpr Set nowhere = one(behind_all) | one(ahead_of_all);

template <typename Visit>
constexpr void each(Set set, Visit visit) {
    for (; set != 0; set &= set - 1) visit(static_cast<Point>(std::countr_zero(set)));
}

// Directions are clockwise from straight up: 0-2 go ahead on the three axes, 3-5 back on the same.
inline constexpr int axes = 3;
inline constexpr int directions = 2 * axes;
constexpr int back(int axis) { return axis + axes; }

inline constexpr int radius = 4;
inline constexpr int columns = 2 * radius + 1;

// Columns to the right of the centre, and steps up the column.
struct Place {
    int x, y;
};

constexpr bool on_board(Place place) {
    const auto inside = [](int distance) { return -radius <= distance && distance <= radius; };
    const bool hole = place.x == 0 && place.y == 0;
    return inside(place.x) && inside(place.y) && inside(place.x + place.y) && !hole;
}

inline constexpr auto places = [] {
    std::array<Place, slots> found{};
    Point next = 1;
    for (int x = -radius; x <= radius; ++x)
        for (int y = -radius; y <= radius; ++y)
            if (on_board({x, y})) found[next++] = {x, y};
    return found;
}();

// The lowest point of each column, and the end of the last.
inline constexpr auto column_starts = [] {
    std::array<Point, columns + 1> found{};
    for (Point point = points; point > 0; --point) found[places[point].x + radius] = point;
    found[columns] = points + 1;
    return found;
}();

inline constexpr auto points_at = [] {
    std::array<std::array<Point, columns>, columns> found{};
    for (Point point = 1; point <= points; ++point)
        found[places[point].x + radius][places[point].y + radius] = point;
    return found;
}();

// For each point and direction the points on the line, up to the hole or the board's end, and what
// is met when they are all empty. The row of a point fills a cache line.
alignas(64) inline constexpr auto rays = [] {
    constexpr std::array<Place, directions> steps{
        {{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}};
    std::array<std::array<Set, 8>, slots> found{};
    for (Point point = 1; point <= points; ++point)
        for (int direction = 0; direction < directions; ++direction) {
            const auto [right, up] = steps[direction];
            Set ray = one(direction < axes ? ahead_of_all : behind_all);
            Place place{places[point].x + right, places[point].y + up};
            for (; on_board(place); place = {place.x + right, place.y + up})
                ray |= one(points_at[place.x + radius][place.y + radius]);
            found[point][direction] = ray;
        }
    return found;
}();

// The first of a set on the line ahead or behind; the set includes `nowhere`.
inline Point first_ahead(Set set, Point from, int axis) {
    const Set met = set & rays[from][axis];
    promise(met != 0);
    return static_cast<Point>(std::countr_zero(met));
}

inline Point first_behind(Set set, Point from, int axis) {
    const Set met = set & rays[from][back(axis)];
    promise(met != 0);
    return static_cast<Point>(63 ^ std::countl_zero(met));
}

inline std::string label(Point point) {
    const int column = places[point].x + radius;
    const auto number = static_cast<char>(point - column_starts[column] + 1);
    return {static_cast<char>('A' + column), static_cast<char>('0' + number)};
}

// Exact inverse of label(); 0 for any other text.
inline Point find(std::string_view text) {
    if (text.size() != 2 || text[0] < 'A' || text[0] >= 'A' + columns) return 0;
    const int column = text[0] - 'A';
    const Point start = column_starts[column], length = column_starts[column + 1] - start;
    const auto steps = static_cast<Point>(text[1] - '1');
    return steps < length ? start + steps : 0;
}

}  // namespace duiyi::tzaar
