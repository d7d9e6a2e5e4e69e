// What the evaluations of tzaar look at: a position as a set of features, seen by either side, and
// how the set changes with a step. What the features are worth is in linear.hpp and
// network.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "common/bits.hpp"
#include "games/tzaar/rules.hpp"

namespace duiyi::tzaar {

// Features are numbered from the view of one side: role 0 is that side, role 1 its enemy.
//   placed:  a piece of a role, kind and height, in danger or not, on a point
//   counted: how many pieces of a kind a role has left, and how many of them are safe
//   able:    how many captures a role has
inline constexpr int height_classes = 5;
inline constexpr int count_classes = 8;
inline constexpr int able_classes = 32;
inline constexpr int placed_groups = 2 * kinds * height_classes * 2;
inline constexpr int first_counted = placed_groups * static_cast<int>(points);
inline constexpr int first_able = first_counted + 2 * kinds * count_classes * count_classes;
inline constexpr int features = first_able + 2 * able_classes;

constexpr int placed_group(int role, int kind, int height, bool endangered) {
    const int height_class = std::min(height, height_classes) - 1;
    return ((role * kinds + kind) * height_classes + height_class) * 2 + endangered;
}

constexpr int placed(int group, Point point) {
    return group * static_cast<int>(points) + static_cast<int>(point) - 1;
}

// Small numbers by themselves, larger ones together.
constexpr int count_class(int count) {
    constexpr std::array<std::uint8_t, 16> classes{0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 7, 7};
    return classes[static_cast<std::size_t>(std::min(count, 15))];
}

constexpr int counted(int role, int kind, int count, int safe) {
    return first_counted +
           ((role * kinds + kind) * count_classes + count_class(count)) * count_classes +
           count_class(safe);
}

constexpr int able(int role, int captures) {
    return first_able + role * able_classes + std::min(captures, able_classes - 1);
}

// Who can be captured, kept from step to step: by axis, those whose captor is below them.
class Danger {
public:
    static Danger of(const Pieces& pieces) {
        Danger danger;
        for (int axis = 0; axis < axes; ++axis)
            each(captors_below(pieces, axis), [&](Point lower) {
                danger.above_[axis] |= one(first_ahead(pieces.all() | nowhere, lower, axis));
            });
        return danger;
    }

    // After a step that came to these pieces: only along the lines through its ends there are
    // others to be seen.
    void follow(const Pieces& pieces, Ends ends) {
        const Set occupied = pieces.all() | nowhere;
        for (int axis = 0; axis < axes; ++axis) {
            const Set captors = captors_below(pieces, axis);
            const Point below_source = first_behind(occupied, ends.source, axis);
            const Point above_source = first_ahead(occupied, ends.source, axis);
            const Point below_target = first_behind(occupied, ends.target, axis);
            const Point above_target = first_ahead(occupied, ends.target, axis);
            const auto captured = [&](Point lower, Point upper) {
                return (captors >> lower & 1U) << upper;
            };
            above_[axis] &=
                ~(one(ends.source) | one(above_source) | one(ends.target) | one(above_target));
            above_[axis] |= captured(below_source, above_source) |
                            captured(below_target, ends.target) |
                            captured(ends.target, above_target);
        }
    }

    Set all(const Pieces& pieces) const {
        Set found = 0;
        for (int axis = 0; axis < axes; ++axis)
            found |= above_[axis] | (pieces.captures(0, axis) & pieces.of(1)) |
                     (pieces.captures(1, axis) & pieces.of(0));
        return found;
    }

private:
    static Set captors_below(const Pieces& pieces, int axis) {
        return (pieces.captures(0, axis) & pieces.of(0)) |
               (pieces.captures(1, axis) & pieces.of(1));
    }

    std::array<Set, axes> above_{};
};

// Whatever of a position the features need and the pieces do not say at once.
struct Outlook {
    std::array<Set, 2 * kinds> standing;  // where each piece stands
    Danger danger;
    Set endangered;                                    // whoever can be captured
    std::array<std::uint16_t, 2 * kinds + 2> numbers;  // `counted` by piece and `able` by seat

    static Outlook of(const Pieces& pieces) {
        Outlook outlook{};
        each(pieces.all(),
             [&](Point point) { outlook.standing[pieces.at(point).piece] |= one(point); });
        outlook.danger = Danger::of(pieces);
        outlook.look(pieces);
        return outlook;
    }

    // After an action that led from there to here.
    static Outlook after(const Outlook& before, const Pieces& there, const Pieces& here,
                         Tzaar::Action action) {
        Outlook outlook = before;
        if (action.sign != Tzaar::Sign::pass) {
            const Set source = one(action.source), target = one(action.target);
            outlook.standing[there.at(action.target).piece] ^= target;
            outlook.standing[there.at(action.source).piece] ^= source | target;
            outlook.danger.follow(here, {action.source, action.target});
        }
        outlook.look(here);
        return outlook;
    }

private:
    void look(const Pieces& pieces) {
        endangered = danger.all(pieces);
        for (int piece = 0; piece < 2 * kinds; ++piece) {
            const int safe = count_set_bits(standing[piece] & ~endangered);
            numbers[piece] = static_cast<std::uint16_t>(
                counted(piece / kinds, piece % kinds, pieces.count(piece), safe));
        }
        for (int seat = 0; seat < 2; ++seat)
            numbers[2 * kinds + seat] =
                static_cast<std::uint16_t>(able(seat, pieces.capture_count(seat)));
    }
};

// The same feature in the view of the other side.
inline constexpr auto mirrored = [] {
    std::array<std::uint16_t, features> found{};
    const auto swap_halves = [&](int first, int half) {
        for (int feature = first; feature < first + half; ++feature) {
            found[feature] = static_cast<std::uint16_t>(feature + half);
            found[feature + half] = static_cast<std::uint16_t>(feature);
        }
    };
    swap_halves(0, first_counted / 2);
    swap_halves(first_counted, (first_able - first_counted) / 2);
    swap_halves(first_able, able_classes);
    return found;
}();

// The features of one position, in the view of seat 0.
class Featured {
public:
    Featured(const Pieces& pieces, const Outlook& outlook) : pieces_(pieces), outlook_(outlook) {}

    template <typename Visit>
    void each(Visit visit) const {
        tzaar::each(pieces_.all(), [&](Point point) { visit(at(point)); });
        for (const int number : outlook_.numbers) visit(number);
    }

    // What leaves and what enters the set with an action.
    template <typename Leave, typename Enter>
    void each_change(const Featured& after, Tzaar::Action action, Leave leave, Enter enter) const {
        const Set moved =
            action.sign == Tzaar::Sign::pass ? 0 : one(action.source) | one(action.target);
        const Set changed = moved | (outlook_.endangered ^ after.outlook_.endangered);
        tzaar::each(changed & pieces_.all(), [&](Point point) { leave(at(point)); });
        tzaar::each(changed & after.pieces_.all(), [&](Point point) { enter(after.at(point)); });
        for (std::size_t i = 0; i < outlook_.numbers.size(); ++i)
            if (outlook_.numbers[i] != after.outlook_.numbers[i]) {
                leave(outlook_.numbers[i]);
                enter(after.outlook_.numbers[i]);
            }
    }

private:
    int at(Point point) const {
        const auto [piece, height] = pieces_.at(point);
        const bool endangered = (outlook_.endangered & one(point)) != 0;
        return placed(placed_group(piece / kinds, piece % kinds, height, endangered), point);
    }

    const Pieces& pieces_;
    const Outlook& outlook_;
};

}  // namespace duiyi::tzaar
