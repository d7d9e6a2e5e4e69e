// What relati legacy knows about its positions: what a source holds together, where it could go,
// and whose source is in the line of fire.
#pragma once

#include <array>
#include <cstddef>

#include "games/relati_legacy/rules.hpp"
#include "search/mcts/linear.hpp"

namespace duiyi {

// What each seat's source holds together, whose source could be attacked, by how many others, and
// by whoever moves next.
template <typename Set>
struct LegacySight {
    using State = RelatiLegacy<Set>;
    using Pieces = legacy::Pieces<Set>;

    static constexpr std::size_t count = 11;

    explicit LegacySight(const State& state) : state(state) {
        const Pieces& pieces = state.pieces();
        const auto seats = static_cast<std::size_t>(state.seats());
        std::array<Set, most_seats> zones;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const Set mine = pieces.all(static_cast<int>(seat));
            if (!mine.any()) continue;
            reaches[seat] = pieces.reach(static_cast<int>(seat));
            zones[seat] = legacy::covered(pieces.shield & mine);
            exposed[seat] = (pieces.source & mine).without(zones[seat]);
        }
        for (std::size_t seat = 0; seat < seats; ++seat)
            for (std::size_t target = 0; target < seats; ++target) {
                if (seat == target || !exposed[target].any()) continue;
                if (!aimed_at(exposed[target], pieces, static_cast<int>(seat), reaches[seat].valid,
                              zones[target]))
                    continue;
                ++attackers[target];
                if (state.owner() != static_cast<int>(seat)) continue;
                urgent[target] = 1;
                ++targets[seat];
            }
    }

    std::array<float, count> numbers(std::size_t seat, const Set& empty) const {
        const Pieces& pieces = state.pieces();
        const Set mine = pieces.all(static_cast<int>(seat)), shields = pieces.shield & mine;
        const bool begun = mine.any(), rooted = (pieces.source & mine).any();
        const float valid = number(reaches[seat].valid);
        return {begun && !rooted && !shields.any() ? 1.0F : 0.0F,
                begun && !rooted ? 1.0F : 0.0F,
                valid / 10,
                number(shields) / 4,
                number(reaches[seat].linkable & empty) / 30,
                (number(pieces.plain & mine) + (rooted ? 1.0F : 0.0F) - valid) / 10,
                attackers[seat],
                urgent[seat],
                targets[seat],
                rooted && !exposed[seat].any() ? 1.0F : 0.0F,
                state.owner() == static_cast<int>(seat) ? 1.0F : 0.0F};
    }

    static float number(const Set& sites) { return static_cast<float>(sites.count()); }

    const State& state;
    std::array<legacy::Reach<Set>, most_seats> reaches;
    std::array<Set, most_seats> exposed;
    std::array<float, most_seats> attackers{}, urgent{}, targets{};

private:
    // L-8, L-9: whether a seat could attack one of these. A line goes back from the target to the
    // medium; the material stands behind it.
    static bool aimed_at(const Set& targets, const Pieces& pieces, int seat, const Set& valid,
                         const Set& guarded) {
        const Set mine = pieces.all(seat), living = pieces.living();
        const Set taken = pieces.board.without(pieces.empty());
        const Set near = taken.without(mine) | (mine & (pieces.source | pieces.plain));
        const Set remote = pieces.board.without(living.without(mine));
        const Set material = valid.without(guarded);
        return along<-1, 0>(targets, near, remote, valid, material) ||
               along<1, 0>(targets, near, remote, valid, material) ||
               along<0, -1>(targets, near, remote, valid, material) ||
               along<0, 1>(targets, near, remote, valid, material) ||
               along<-1, -1>(targets, near, remote, valid, material) ||
               along<-1, 1>(targets, near, remote, valid, material) ||
               along<1, -1>(targets, near, remote, valid, material) ||
               along<1, 1>(targets, near, remote, valid, material);
    }

    template <int down, int right>
    static bool along(const Set& targets, const Set& near, const Set& remote, const Set& valid,
                      const Set& material) {
        const Set armed = valid & material.template moved<-down, -right>();
        if (!armed.any()) return false;
        const Set lines = legacy::swept_along<down, right>(targets, near) |
                          legacy::swept_along<down, right>(targets, remote);
        return (lines.template moved<down, right>() & armed).any();
    }
};

template <typename Set>
struct LegacyJudge {
    using State = RelatiLegacy<Set>;

    static constexpr std::size_t count = LegacySight<Set>::count;
    static constexpr MctsSettings settings{
        .explore = 0, .prior = 0.5F, .temperature = 0.1F, .width = 30, .widening = 5, .ripe = 1};

    static Features<count> features(const State& state) {
        const LegacySight<Set> sight(state);
        const Set empty = state.pieces().empty();
        Features<count> all{};
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(state.seats()); ++seat)
            all[seat] = sight.numbers(seat, empty);
        return all;
    }

    static const Weighting<count>& weights(const State& state) {
        static constexpr Weighting<count> two{-15,   -0.63F, 0.86F, -3.32F, -0.23F, 0.19F,
                                              -0.2F, -1.14F, 1.14F, 0,      0.05F};
        static constexpr Weighting<count> more{-15,   -2.7F, 0.7F,  0.5F, -0.5F, 0,
                                               -0.2F, -1.5F, -0.2F, 0,    0.04F};
        return state.seats() == 2 ? two : more;
    }
};

// As long as the kernel does not show its pieces, nothing is known.
template <typename Set>
    requires requires(const RelatiLegacy<Set>& state) { state.pieces(); }
struct Insight<RelatiLegacy<Set>> : LinearInsight<LegacyJudge<Set>> {};

}  // namespace duiyi
