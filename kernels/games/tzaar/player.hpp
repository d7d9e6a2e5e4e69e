// A player of tzaar: keeps its table from turn to turn and what it planned for the second step;
// several threads share the table.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "search/tzaar_search.hpp"

namespace duiyi::tzaar {

template <typename Evaluation>
class Player {
public:
    explicit Player(const Evaluation& evaluation, const Settings& settings = {})
        : evaluation_(evaluation), settings_(settings) {}

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
                int threads = 1, std::uint64_t seed = 0) {
        prepare(limits.memory, static_cast<std::size_t>(threads));
        table_->age();
        Control helping;
        std::vector<std::thread> helpers;
        for (int number = 1; number < threads; ++number)
            helpers.emplace_back([&, number] {
                searches_[static_cast<std::size_t>(number)].run(
                    state, limits, helping, lines, seed + static_cast<unsigned>(number),
                    1 + number % 2);
            });
        const Found found = searches_[0].run(state, limits, control, lines, seed);
        helping.stop();
        for (std::thread& helper : helpers) helper.join();
        control.add(helping.done());
        return found;
    }

    void forget() {
        searches_.clear();
        table_.reset();
        plan_.reset();
    }

private:
    // The memory that is given is for the table and for the frames of every thread.
    void prepare(std::size_t memory, std::size_t threads) {
        const std::size_t frames = threads * Search<Evaluation>::bytes();
        const std::size_t wanted = memory > 2 * frames ? memory - frames : memory / 2;
        if (!table_ || wanted != wanted_) {
            searches_.clear();
            table_ = std::make_unique<Table>(wanted);
            wanted_ = wanted;
        }
        while (searches_.size() < threads)
            searches_.emplace_back(evaluation_, *table_, settings_);
    }

    void remember(const Tzaar& state, const std::vector<Tzaar::Action>& actions) {
        Tzaar next = state;
        next.play(actions[0]);
        if (actions.size() > 1 && !next.over() && next.owner() == state.owner())
            plan_ = {next.hash(), actions[1]};
    }

    const Evaluation& evaluation_;
    Settings settings_;
    std::unique_ptr<Table> table_;
    std::size_t wanted_ = 0;
    std::vector<Search<Evaluation>> searches_;
    std::optional<std::pair<std::uint64_t, Tzaar::Action>> plan_;
};

}  // namespace duiyi::tzaar
