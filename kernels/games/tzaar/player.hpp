// A player of tzaar: keeps its table from turn to turn and what it planned for the second step;
// several threads share the table.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "games/tzaar/searched.hpp"
#include "search/alphabeta/team.hpp"

namespace duiyi::tzaar {

template <typename Evaluation>
class Player {
public:
    explicit Player(const Evaluation& evaluation, const Settings& settings = {})
        : team_(evaluation, settings) {}

    // The action for this decision. The limits are those of the whole turn: its second step has
    // been thought about with the first, if the game went the way that was planned.
    Tzaar::Action decide(const Tzaar& state, const Limits& limits, Control& control) {
        const auto plan = std::exchange(plan_, std::nullopt);
        if (plan && plan->first == state.hash()) return plan->second;
        Tzaar::Actions actions;
        state.actions(actions);
        if (actions.size() == 1) return actions[0];
        const Found found = think(state, limits, control);
        // A limit that ends before anything is found.
        if (found.lines.empty()) return actions[0];
        remember(state, found.lines[0].actions);
        return found.lines[0].actions[0];
    }

    // The best lines of a position that is not over; the limits are those of this call. The same
    // calls after `forget` give the same answers, with one thread and no limit but nodes.
    Found think(const Tzaar& state, const Limits& limits, Control& control, std::size_t lines = 1,
                int threads = 1, std::uint64_t seed = 0, const Heard<Found>& heard = {}) {
        return team_.think(state, limits, control, lines, threads, seed, heard);
    }

    void forget() {
        team_.forget();
        plan_.reset();
    }

private:
    void remember(const Tzaar& state, const std::vector<Tzaar::Action>& actions) {
        Tzaar next = state;
        next.play(actions[0]);
        if (actions.size() > 1 && !next.over() && next.owner() == state.owner())
            plan_ = {next.hash(), actions[1]};
    }

    alphabeta::Team<Searched<Evaluation>> team_;
    std::optional<std::pair<std::uint64_t, Tzaar::Action>> plan_;
};

}  // namespace duiyi::tzaar
