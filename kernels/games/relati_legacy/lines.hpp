// The lines of relati legacy over whole sets of sites: links, escapes, enclosures, safe zones.
// A set may reach beyond the board where it says so; whose pieces are where is not known here.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

namespace duiyi::legacy {

// Where links of one of these lead (8 adjacent, 8 straight and 24 stable paths) over sites that are
// blank to the pieces' owner; also beyond the board. A stable path goes three steps, two of them in
// one direction, in any order.
template <typename Set>
Set linked(const Set& from, const Set& blank) {
    const Set front = from.template moved<-1, 0>(), back = from.template moved<1, 0>();
    const Set left = from.template moved<0, -1>(), right = from.template moved<0, 1>();
    const Set front_left = front.template moved<0, -1>();
    const Set front_right = front.template moved<0, 1>();
    const Set back_left = back.template moved<0, -1>(), back_right = back.template moved<0, 1>();
    Set ends = front | back | left | right | front_left | front_right | back_left | back_right;

    const Set f = front & blank, b = back & blank, l = left & blank, r = right & blank;
    const Set along = f.template moved<-1, 0>() | b.template moved<1, 0>();
    const Set across = l.template moved<0, -1>() | r.template moved<0, 1>();
    ends |= along | across;
    ends |= ((front_left & blank).template moved<0, -1>() |
             (front_right & blank).template moved<0, 1>())
                .template moved<-1, 0>();
    ends |=
        ((back_left & blank).template moved<0, -1>() | (back_right & blank).template moved<0, 1>())
            .template moved<1, 0>();

    // After two steps around a corner, or straight on; the third step goes to the end.
    const Set fl = (f.template moved<0, -1>() | l.template moved<-1, 0>()) & blank;
    const Set fr = (f.template moved<0, 1>() | r.template moved<-1, 0>()) & blank;
    const Set bl = (b.template moved<0, -1>() | l.template moved<1, 0>()) & blank;
    const Set br = (b.template moved<0, 1>() | r.template moved<1, 0>()) & blank;
    const Set far_along = along & blank, far_across = across & blank;
    return ends | (far_across | fl | fr).template moved<-1, 0>() |
           (far_across | bl | br).template moved<1, 0>() |
           (far_along | fl | bl).template moved<0, -1>() |
           (far_along | fr | br).template moved<0, 1>();
}

// One direction of `swept`, in steps of doubling length: `reached` and the lines of passable sites
// grow to twice their length each time.
template <int down, int right, int length = 1, typename Set>
[[gnu::always_inline]] inline Set swept_along(const Set& reached, const Set& passable) {
    const Set next = reached.template moved<down * length, right * length>() & passable;
    const Set further = reached | next;
    if constexpr (length * 2 < Set::rows)
        return swept_along<down, right, length * 2>(
            further, passable & passable.template moved<down * length, right * length>());
    else
        return further;
}

// The passable sites on straight lines of passable sites that begin beside one of these, which are
// not passable themselves.
template <typename Set>
Set swept(const Set& from, const Set& passable) {
    return (swept_along<-1, 0>(from, passable) | swept_along<1, 0>(from, passable) |
            swept_along<0, -1>(from, passable) | swept_along<0, 1>(from, passable) |
            swept_along<-1, -1>(from, passable) | swept_along<-1, 1>(from, passable) |
            swept_along<1, -1>(from, passable) | swept_along<1, 1>(from, passable)) &
           passable;
}

// The up to eight sites around these, also beyond the board, and these themselves.
template <typename Set>
Set around(const Set& sites) {
    const Set row = sites | sites.template moved<0, -1>() | sites.template moved<0, 1>();
    return row | row.template moved<-1, 0>() | row.template moved<1, 0>();
}

// L-13: what has one of these on all four orthogonal, or on all four diagonal sides.
template <typename Set>
Set enclosed(const Set& by) {
    const Set front = by.template moved<-1, 0>(), back = by.template moved<1, 0>();
    return (front & back & by.template moved<0, -1>() & by.template moved<0, 1>()) |
           (front.template moved<0, -1>() & front.template moved<0, 1>() &
            back.template moved<0, -1>() & back.template moved<0, 1>());
}

// L-15: the sites inside rectangles with four of these shields on their corners. Of all rectangles
// between two rows the widest contains the others.
template <typename Set>
Set covered(const Set& shields) {
    using Lane = typename Set::Lane;
    Set zones;
    if (shields.count() < 4) return zones;
    std::array<Lane, Set::rows> cover{};
    for (int top = 0; top < Set::rows; ++top) {
        Lane inside = 0;  // of the zones from the top row to this one or beyond
        for (int bottom = Set::rows - 1; bottom > top; --bottom) {
            const auto corners = static_cast<Lane>(shields.row(top) & shields.row(bottom));
            if (corners & (corners - 1U)) {
                const auto first = static_cast<Lane>(corners & (0U - corners));
                const auto last = std::bit_floor(corners);
                inside = static_cast<Lane>(inside | last | (last - first));
            }
            cover[static_cast<std::size_t>(bottom)] |= inside;
        }
        cover[static_cast<std::size_t>(top)] |= inside;
    }
    for (int row = 0; row < Set::rows; ++row)
        zones.set_row(row, cover[static_cast<std::size_t>(row)]);
    return zones;
}

}  // namespace duiyi::legacy
