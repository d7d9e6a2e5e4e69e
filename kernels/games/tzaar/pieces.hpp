// The pieces of tzaar (棋子) on their points, and what they can do to each other, kept from step to
// step. Whose step it is and when a game ends is in rules.hpp.
//
// Two pieces see each other when the points between them on a line are empty. A step vacates one
// point and changes the piece on another, so it changes only what is seen along the six lines
// through these two points. Choosing a step, counting steps and asking whether there is a capture
// read the sets that are kept and nothing else.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "common/bits.hpp"
#include "common/triple.hpp"
#include "games/tzaar/board.hpp"

namespace duiyi::tzaar {

inline constexpr int kinds = 3;

// `piece` is seat * kinds + kind; a height of 0 is an empty point.
struct Stack {
    int piece = 0;
    int height = 0;
};

struct Ends {
    Point source, target;
};

class Pieces {
public:
    Set of(int seat) const { return own_[seat]; }
    Set all() const { return own_[0] | own_[1]; }
    int count(int piece) const { return counts_[piece]; }
    std::uint64_t hash() const { return hash_; }

    Stack at(Point point) const {
        if (!(all() & one(point))) return {};
        const int height = heights_[point];
        return {pieces_[point], height < 0 ? -height : height};
    }

    bool lacks_kind(int seat) const {
        const auto* first = counts_.data() + seat * kinds;
        return std::find(first, first + kinds, 0) != first + kinds;
    }

    // On an empty board, in any order; when all stand there, connect() finds who sees whom.
    void put(Point point, Stack stack) {
        const int seat = stack.piece / kinds;
        own_[seat] |= one(point);
        heights_[point] = static_cast<std::int16_t>(seat == 0 ? stack.height : -stack.height);
        pieces_[point] = static_cast<std::uint8_t>(stack.piece);
        ++counts_[stack.piece];
        hash_ += key(stack.piece, point, heights_[point]);
    }

    void connect() {
        for (int seat = 0; seat < 2; ++seat)
            each(own_[seat], [&](Point point) {
                const Triple own = Triple::all(std::int64_t{heights_[point]});
                const Meeting up = meeting(own, heights_at(upper_ends(all() | nowhere, point)));
                const Triple here = Triple::all(one(point));
                note(captures_[seat], here, up.captures & here);
                note(captures_[1 - seat], here, up.captured & here);
                note(pairs_, here, up.same_side & here);
            });
    }

    // 吃子 keeps the mover's height and removes the victim; 併子 adds the heights (T-3). Either way
    // the piece that is met no longer counts: it is the answer.
    int move(int seat, Point source, Point target) {
        const Set vacated = one(source), changed = one(target), occupied = all() ^ vacated;
        own_[seat] = (own_[seat] ^ vacated) | changed;
        own_[1 - seat] = occupied ^ own_[seat];
        const int moved = heights_[source], met = heights_[target];
        const int enemies = (moved ^ met) >> 31;
        const int result = moved + (met & ~enemies);
        const int piece = pieces_[source], met_piece = pieces_[target];
        hash_ +=
            key(piece, target, result) - key(piece, source, moved) - key(met_piece, target, met);
        heights_[target] = static_cast<std::int16_t>(result);
        pieces_[target] = static_cast<std::uint8_t>(piece);
        --counts_[met_piece];
        look_again(seat, occupied | nowhere, source, target, result);
        return met_piece;
    }

    // Of one seat: what it can capture, and what it can stack.

    bool can_capture(int seat) const {
        return (captures_[seat][0] | captures_[seat][1] | captures_[seat][2]) != 0;
    }

    int capture_count(int seat) const {
        int total = 0;
        for (int axis = 0; axis < axes; ++axis) total += count_set_bits(captures_[seat][axis]);
        return total;
    }

    int stack_count(int seat) const {
        int pairs = 0;
        for (int axis = 0; axis < axes; ++axis) pairs += count_set_bits(pairs_[axis] & own_[seat]);
        return 2 * pairs;
    }

    // Of two pieces that see each other along an axis, the lower ones where a seat captures.
    Set captures(int seat, int axis) const { return captures_[seat][axis]; }

    // Along the axes one after the other.
    template <typename Visit>
    void each_capture(int seat, Visit visit) const {
        for (int axis = 0; axis < axes; ++axis)
            each(captures_[seat][axis],
                 [&](Point lower) { visit(turned({lower, axis}, !(own_[seat] >> lower & 1U))); });
    }

    template <typename Visit>
    void each_stack(int seat, Visit visit) const {
        for (int axis = 0; axis < axes; ++axis)
            each(pairs_[axis] & own_[seat], [&](Point lower) {
                const Point upper = upper_end(lower, axis);
                visit(Ends{lower, upper});
                visit(Ends{upper, lower});
            });
    }

    // The steps of one piece, clockwise from straight up, captures and stacks together; `visit` is
    // told the target and whether it is a capture.
    template <typename Visit>
    void each_step(int seat, Point source, bool with_stacks, Visit visit) const {
        for (int axis = 0; axis < axes; ++axis) {
            const bool captures = captures_[seat][axis] & one(source);
            const bool stacks = with_stacks && (pairs_[axis] & one(source));
            if (captures || stacks) visit(upper_end(source, axis), captures);
        }
        for (int axis = 0; axis < axes; ++axis) {
            const Point lower = first_behind(all() | nowhere, source, axis);
            const bool captures = captures_[seat][axis] & ~own_[seat] & one(lower);
            const bool stacks = with_stacks && (own_[seat] & one(lower));
            if (captures || stacks) visit(lower, captures);
        }
    }

    // One of the captures of a seat, exactly uniformly; `draw` gives a number below the one it is
    // given. Without branches: chance cannot be predicted.
    template <typename Draw>
    Ends draw_capture(int seat, Draw draw) const {
        const auto number = draw(static_cast<std::uint32_t>(capture_count(seat)));
        const Seen seen = nth(captures_[seat], number);
        return turned(seen, !(own_[seat] >> seen.lower & 1U));
    }

    // One of its captures and stacks and a pass, which is a step from nowhere. Two pieces of one
    // side that see each other are two stacks, either on the other.
    template <typename Draw>
    Ends draw_any(int seat, Draw draw) const {
        const auto captures = static_cast<std::uint32_t>(capture_count(seat));
        const auto pass = captures + static_cast<std::uint32_t>(stack_count(seat));
        const std::uint32_t number = draw(pass + 1);
        if (number == pass) return {behind_all, behind_all};
        const bool stacks = number >= captures;
        ByAxis sets;
        for (int axis = 0; axis < axes; ++axis)
            sets[axis] = chosen(stacks, pairs_[axis] & own_[seat], captures_[seat][axis]);
        const std::uint32_t rank = number - (stacks ? captures : 0);
        const Seen seen = nth(sets, rank >> stacks);
        const auto own = static_cast<unsigned>(own_[seat] >> seen.lower);
        return turned(seen, ((stacks & rank) | (~own & 1U)) != 0);
    }

private:
    // For each axis a set; of two pieces that see each other it has the lower one.
    using ByAxis = Triple::Stored;

    // What pieces and others that they see can do to each other: all ones or nothing. Heights are
    // positive for White and negative for Black; 0 is nobody.
    struct Meeting {
        Triple captures, captured, same_side;
    };

    static Meeting meeting(Triple own, Triple other) {
        // Own height is made positive; then an enemy's is negative.
        const Triple flip = own.negative();
        const Triple height = (own ^ flip) - flip, met = (other ^ flip) - flip;
        const Triple nothing = Triple::all(Set{0}), least = Triple::all(Set{1});
        return {met.negative() & ~(height + met).negative(), (height + met - least).negative(),
                (nothing - met).negative()};
    }

    // After a step of a seat: who sees whom across the point that is empty now, and what the
    // changed piece and those around it can do. Along the line of the step both say the same.
    void look_again(int seat, Set occupied, Point vacated, Point changed, std::int64_t height) {
        const auto lower = lower_ends(occupied, vacated), behind = lower_ends(occupied, changed);
        const Triple own = Triple::all(height);
        const Meeting across =
            meeting(heights_at(lower), heights_at(upper_ends(occupied, vacated)));
        const Meeting down = meeting(own, heights_at(behind));
        const Meeting up = meeting(own, heights_at(upper_ends(occupied, changed)));
        const Triple at_lower = ones_at(lower), at_behind = ones_at(behind);
        const Triple at_changed = Triple::all(one(changed));
        const Triple touched = at_lower | at_behind | Triple::all(one(vacated)) | at_changed;
        const Triple ours = at_lower & Triple::all(own_[seat]);
        const Triple theirs = at_lower & Triple::all(own_[1 - seat]);
        note(captures_[seat], touched,
             (across.captures & ours) | (across.captured & theirs) | (down.captures & at_behind) |
                 (up.captures & at_changed));
        note(captures_[1 - seat], touched,
             (across.captures & theirs) | (across.captured & ours) | (down.captured & at_behind) |
                 (up.captured & at_changed));
        note(pairs_, touched,
             (across.same_side & at_lower) | (down.same_side & at_behind) |
                 (up.same_side & at_changed));
    }

    static void note(ByAxis& sets, Triple touched, Triple found) {
        ((Triple::load(sets) & ~touched) | found).store(sets);
    }

    using Three = std::array<Point, axes>;

    static Three upper_ends(Set occupied, Point from) {
        return {first_ahead(occupied, from, 0), first_ahead(occupied, from, 1),
                first_ahead(occupied, from, 2)};
    }

    static Three lower_ends(Set occupied, Point from) {
        return {first_behind(occupied, from, 0), first_behind(occupied, from, 1),
                first_behind(occupied, from, 2)};
    }

    Triple heights_at(Three three) const {
        return Triple::of(std::int64_t{heights_[three[0]]}, std::int64_t{heights_[three[1]]},
                          std::int64_t{heights_[three[2]]});
    }

    static Triple ones_at(Three three) {
        return Triple::of(one(three[0]), one(three[1]), one(three[2]));
    }

    Point upper_end(Point lower, int axis) const {
        return first_ahead(all() | nowhere, lower, axis);
    }

    struct Seen {
        Point lower;
        int axis;
    };

    // The step along it, upwards or downwards.
    Ends turned(Seen seen, bool down) const {
        const Point upper = upper_end(seen.lower, seen.axis);
        const Point swap = (seen.lower ^ upper) & (down ? ~0U : 0U);
        return {seen.lower ^ swap, upper ^ swap};
    }

    // The same as `condition ? then : otherwise`, which would become a branch.
    static Set chosen(bool condition, Set then, Set otherwise) {
        return otherwise ^ ((then ^ otherwise) & (Set{0} - condition));
    }

    // That one of the sets' members, counted through all axes.
    static Seen nth(const ByAxis& sets, std::uint32_t number) {
        const auto first = static_cast<std::uint32_t>(count_set_bits(sets[0]));
        const auto both = first + static_cast<std::uint32_t>(count_set_bits(sets[1]));
        const bool second = number >= first, third = number >= both;
        const Set set = chosen(third, sets[2], chosen(second, sets[1], sets[0]));
        const auto rank = static_cast<int>(number - chosen(third, both, chosen(second, first, 0)));
        return {static_cast<Point>(nth_set_bit(set, rank)), second + third};
    }

    // A sum instead of the usual exclusive or, so that any height has a key without a table of
    // heights. Heights come with their sign, as they are kept.
    static std::uint64_t key(int piece, Point point, int height) {
        static constexpr auto keys = [] {
            std::array<std::uint64_t, 2 * kinds * 64> found{};
            std::uint64_t number = 0;
            for (auto& key : found) key = scrambled(++number * 0x9E3779B97F4A7C15U);
            return found;
        }();
        return keys[piece * 64 + point] * static_cast<std::uint64_t>(std::int64_t{height});
    }

    std::array<Set, 2> own_{};
    // Of two pieces that see each other: where, by seat, its piece can capture the other, and where
    // both are on one side.
    std::array<ByAxis, 2> captures_{};
    ByAxis pairs_{};
    std::uint64_t hash_ = 0;
    // Of points that are empty now they say what stood there.
    std::array<std::int16_t, slots> heights_{};
    std::array<std::uint8_t, slots> pieces_{};
    std::array<std::uint8_t, 2 * kinds> counts_{};
};

}  // namespace duiyi::tzaar
