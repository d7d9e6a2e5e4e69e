// What relati knows about its positions: where a seat can go, and where nobody else can follow.
#pragma once

#include <array>
#include <cstddef>

#include "games/relati/rules.hpp"
#include "search/mcts/linear.hpp"

namespace duiyi {

template <int seats>
struct RelatiJudge {
    using State = Relati<seats>;
    using Symbols = typename State::Symbols;
    using Board = typename State::Board;
    using Cells = typename State::Cells;

    static constexpr std::size_t count = 15;
    static constexpr MctsSettings settings{
        .explore = 0, .prior = 0.35F, .temperature = 0.1F, .width = 30, .widening = 5, .ripe = 1};

    static Features<count> features(const State& state) {
        const Symbols& symbols = state.symbols();
        const Cells empty = symbols.empty();
        const float filled = 1.0F - number(empty) / Board::sites;
        std::array<Cells, seats> places, later;
        Cells near;
        for (int seat = 0; seat < seats; ++seat) near |= places[at(seat)] = symbols.placeable(seat);
        const Cells far = empty.without(near);
        for (int seat = 0; seat < seats && !far.empty(); ++seat)
            later[at(seat)] = Board::around(Board::around(places[at(seat)])) & far;
        Features<count> all{};
        for (int seat = 0; seat < seats; ++seat) {
            Cells others, others_later;
            for (int other = 0; other < seats; ++other) {
                if (other == seat) continue;
                others |= places[at(other)];
                others_later |= later[at(other)];
            }
            const float own = number(places[at(seat)].without(others)) / 8;
            const float common = number(places[at(seat)] & others) / 8;
            const auto lost = static_cast<float>(symbols.lost(seat)) / 8;
            auto& numbers = all[at(seat)];
            numbers = {own,
                       own * filled,
                       own * filled * filled,
                       common,
                       common * filled,
                       number(later[at(seat)].without(others_later)) / 8,
                       number(symbols.living(seat)) / 8 - lost,
                       lost,
                       state.actor() == seat ? 1.0F : 0.0F};
            if (state.options().cannon) add_cannons(state, seat, numbers);
        }
        return all;
    }

    static const Weighting<count>& weights(const State& state) {
        static constexpr Weighting<count> two{-0.45F, 3.6F, 0, 0, 0, 0.3F, 0, 0, 0};
        static constexpr Weighting<count> more{-0.56F, 2.24F,  2.48F, -0.31F, 0.79F,
                                               0.23F,  -0.17F, 0.03F, 0.06F};
        static constexpr Weighting<count> two_armed{0.01F, 0.67F,  0.6F,   0,     0,
                                                    0.07F, -0.89F, 1.55F,  0.1F,  1.46F,
                                                    0.91F, -4,     -0.63F, -3.4F, -0.32F};
        static constexpr Weighting<count> more_armed{0.21F, 0.66F,  1.63F,  0.39F,  -0.23F,
                                                     0.04F, -3.04F, -2.14F, -0.02F, 2.1F,
                                                     3.08F, -4,     -0.93F, -1.65F, -0.7F};
        if (state.options().cannon) return seats == 2 ? two_armed : more_armed;
        return seats == 2 ? two : more;
    }

private:
    static constexpr std::size_t at(int seat) { return static_cast<std::size_t>(seat); }
    static float number(const Cells& cells) { return static_cast<float>(cells.count()); }

    // Without its root a seat can do nothing any more, so that what sees the root counts most: a
    // shot comes back along the line on which the root would shoot.
    static void add_cannons(const State& state, int seat, std::array<float, count>& numbers) {
        const Symbols& symbols = state.symbols();
        const Cells root = symbols.root(seat);
        float aiming = 0, seeing = 0, urgent = 0;
        if (!root.empty())
            for (const auto direction :
                 {Direction::front, Direction::back, Direction::left, Direction::right}) {
                const auto seen = symbols.met(root.first(), direction);
                if (!seen || symbols.owned(seat).has(*seen)) continue;
                const int other = symbols.owner(*seen);
                const bool ready = symbols.ready(other).has(*seen);
                aiming += ready ? 1.0F : 0.0F;
                urgent += ready && state.actor() == other ? 1.0F : 0.0F;
                seeing += symbols.plain(other).has(*seen) ? 1.0F : 0.0F;
            }
        numbers[9] = number(symbols.ready(seat)) / 4;
        numbers[10] = number(symbols.plain(seat)) / 8;
        numbers[11] = root.empty() && !symbols.owned(seat).empty() ? 1.0F : 0.0F;
        numbers[12] = aiming;
        numbers[13] = urgent;
        numbers[14] = seeing;
    }
};

template <int seats>
struct Insight<Relati<seats>> : LinearInsight<RelatiJudge<seats>> {};

}  // namespace duiyi
