// What atom knows about its positions: life, what the cells can do to each other, what is held.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>

#include "games/atom/rules.hpp"
#include "search/mcts/linear.hpp"

namespace duiyi {

template <std::unsigned_integral Word>
struct AtomJudge {
    using State = Atom<Word>;
    using Side = typename State::Side;

    static constexpr std::size_t count = 14;
    static constexpr MctsSettings settings{
        .explore = 0, .prior = 0.5F, .temperature = 0.1F, .width = 30, .widening = 5, .ripe = 1};

    static Features<count> features(const State& state) {
        const auto& position = state.position();
        const AtomStep& step = position.step;
        const std::array<Army, 2> armies{Army(position.sides[0]), Army(position.sides[1])};
        Features<count> all{};
        for (std::size_t seat = 0; seat < 2; ++seat) {
            const Side& side = position.sides[seat];
            const Army &own = armies[seat], &other = armies[1 - seat];
            const bool owner = position.owner() == static_cast<int>(seat);
            const float threat = own.threat_to(other), fear = other.threat_to(own);
            const auto life = static_cast<float>(side.life);
            float coloured = 0;
            for (std::size_t colour = 1; colour < atom_colours; ++colour)
                coloured += static_cast<float>(side.held[colour]);
            const bool placing =
                step.phase == AtomPhase::placing || step.phase == AtomPhase::drawing;
            all[seat] = {life / 10,
                         threat / 5,
                         owner ? threat * static_cast<float>(step.attacks) / 5 : 0.0F,
                         fear >= life ? 1.0F : 0.0F,
                         static_cast<float>(side.filled()),
                         static_cast<float>(side.atoms()) / 10,
                         std::min(static_cast<float>(side.held[0]), 20.0F) / 5,
                         std::min(coloured, 20.0F) / 5,
                         own.best_attack / 5,
                         own.defence / 5,
                         own.reds / 5,
                         own.blues_and_greens / 5,
                         owner ? 1.0F : 0.0F,
                         owner && placing ? static_cast<float>(step.left) / 4 : 0.0F};
        }
        return all;
    }

    static const Weighting<count>& weights(const State&) {
        static constexpr Weighting<count> all{2.15F,  0.16F, 0.51F,  -0.13F, 0.63F, 1.04F,  -0.78F,
                                              -1.18F, 1.81F, -1.54F, 1.79F,  1.82F, -0.42F, 2.34F};
        return all;
    }

private:
    // The cells of a seat, as far as attacks are concerned.
    struct Army {
        struct Cell {
            int attack = 0, twice_defence = 0, greens = 0;
            bool filled = false;
        };

        explicit Army(const Side& side) {
            for (std::size_t i = 0; i < atom_cells; ++i) {
                const auto& cell = side.cells[i];
                if (cell.count(AtomColour::black) == 0) continue;
                const auto reach = cell.reach();
                cells[i] = {reach.attack, reach.twice_defence, cell.count(AtomColour::green), true};
                best_attack = std::max(best_attack, static_cast<float>(reach.attack));
                defence += static_cast<float>(reach.twice_defence) / 2;
                reds += static_cast<float>(cell.count(AtomColour::red));
                blues_and_greens += static_cast<float>(cell.count(AtomColour::blue) +
                                                       cell.count(AtomColour::green));
            }
        }

        // The damage of the best attack there is.
        float threat_to(const Army& other) const {
            int most = 0;
            bool bare = true;
            for (const Cell& target : other.cells) {
                if (!target.filled) continue;
                bare = false;
                for (const Cell& cell : cells)
                    if (2 * cell.attack > target.twice_defence)
                        most = std::max(most, cell.attack - target.greens);
            }
            return bare ? best_attack : static_cast<float>(most);
        }

        std::array<Cell, atom_cells> cells{};
        float best_attack = 0, defence = 0, reds = 0, blues_and_greens = 0;
    };
};

template <std::unsigned_integral Word>
struct Insight<Atom<Word>> : LinearInsight<AtomJudge<Word>> {};

}  // namespace duiyi
