// The attacks of relati legacy (L-7 to L-10): from a material to the medium beside it and on to a
// target, all on one line.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "games/relati_legacy/pieces.hpp"

namespace duiyi::legacy {

// How many attacks of one kind there can be at most: on each line a target and a medium for each
// pair of an enemy's and an own piece.
constexpr std::size_t most_attacks(std::size_t side) {
    std::size_t total = 2 * side * (side * side / 4);
    for (std::size_t length = 2; length < side; ++length) total += 4 * (length * length / 4);
    return total + 2 * (side * side / 4);
}

template <typename Set>
class Attacks {
public:
    using Site = typename Set::Site;

    Attacks(const Pieces<Set>& pieces, int seat, const Set& valid) : valid_(valid) {
        for (int other = 0; other < most_seats; ++other) {
            if (other == seat || !pieces.all(other).any()) continue;
            const Set side = pieces.all(other), zones = covered(pieces.shield & side);
            aims_ |= ((pieces.source | pieces.plain) & side).without(zones);
            guarded_ |= zones;
        }
        const Set mine = pieces.all(seat), living = pieces.living();
        const Set taken = pieces.board.without(pieces.empty());
        near_ = taken.without(mine) | (mine & (pieces.source | pieces.plain));
        remote_ = pieces.board.without(living.without(mine));
    }

    std::uint32_t count() const {
        int total = 0;
        each_volley([&](Kind, Site, const Set& hit) { total += hit.count(); });
        return static_cast<std::uint32_t>(total);
    }

    // In whatever order: one of each number below count().
    Action nth(std::uint32_t number) const {
        int left = static_cast<int>(number);
        Action found(0);
        each_volley([&](Kind kind, Site back, const Set& hit) {
            const int here = hit.count();
            if (0 <= left && left < here) found = shot(kind, hit.nth(left), back);
            left -= here;
        });
        return found;
    }

    // In the order of the Python rules: by kind, target, medium.
    template <typename List>
    void list(List& actions) const {
        std::array<std::uint32_t, 2 * most_attacks(Set::rows)> numbers;
        std::size_t size = 0;
        each_volley([&](Kind kind, Site back, const Set& hit) {
            hit.each([&](Site target) { numbers[size++] = shot(kind, target, back).number(); });
        });
        std::sort(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(size));
        for (std::size_t index = 0; index < size; ++index) actions.add(Action(numbers[index]));
    }

private:
    static Action shot(Kind kind, Site target, Site back) { return {kind, target, target - back}; }

    // All targets that are hit in one direction at one distance: visit(kind, how far the target is
    // beyond its medium, targets).
    template <typename Visit>
    void each_volley(Visit visit) const {
        if (!aims_.any()) return;
        along<-1, 0>(visit), along<1, 0>(visit), along<0, -1>(visit), along<0, 1>(visit);
        along<-1, -1>(visit), along<-1, 1>(visit), along<1, -1>(visit), along<1, 1>(visit);
    }

    // All mediums fire at the same time, so that shots at one distance never meet.
    template <int down, int right, typename Visit>
    void along(Visit& visit) const {
        const Set armed = valid_ & valid_.without(guarded_).template moved<down, right>();
        shoot<down, right>(Kind::attack_near, armed, near_, visit);
        shoot<down, right>(Kind::attack_remote, armed, remote_, visit);
    }

    template <int down, int right, typename Visit>
    void shoot(Kind kind, Set shots, const Set& passable, Visit& visit) const {
        for (Site back = Set::site(down, right); shots.any(); back += Set::site(down, right)) {
            shots = shots.template moved<down, right>();
            const Set hit = shots & aims_;
            if (hit.any()) visit(kind, back, hit);
            shots &= passable;
        }
    }

    Set valid_;
    Set aims_;     // L-7
    Set guarded_;  // where no material of the attacker counts
    Set near_;     // what AN goes over (L-8), what AR goes over (L-9)
    Set remote_;
};

}  // namespace duiyi::legacy
