// A player of a game of two seats: searches with several threads that share a table, and keeps to
// one limit for all decisions of a turn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "search/duel_search.hpp"

namespace duiyi::duel {

template <GameKernel State, typename Knowledge>
class Player {
public:
    using Action = typename State::Action;

    explicit Player(const Knowledge& knowledge, const Settings& settings = {})
        : knowledge_(knowledge), settings_(settings) {}

    // The best lines of a position that is not over. The table is kept from search to search.
    Found<Action> think(const State& state, const Limits& limits, Control& control,
                        std::size_t lines, int threads) {
        if (!table_ || memory_ != limits.memory) reserve(limits.memory);
        table_->age();
        while (searches_.size() < static_cast<std::size_t>(threads))
            searches_.emplace_back(knowledge_, *table_, settings_);
        Control helping;
        std::vector<std::thread> helpers;
        for (int number = 1; number < threads; ++number)
            helpers.emplace_back([&, number] {
                searches_[static_cast<std::size_t>(number)].run(state, limits, helping, lines,
                                                                1 + number % 2);
            });
        const Found<Action> found = searches_[0].run(state, limits, control, lines);
        helping.stop();
        for (std::thread& helper : helpers) helper.join();
        control.add(helping.done());
        return found;
    }

    // The action for this decision; the limits are those of the whole turn. A decision that follows
    // as it was expected has been thought about with the one before.
    Action decide(const State& state, const Limits& limits, Control& control, int threads = 1) {
        typename State::Actions actions;
        state.actions(actions);
        if (actions.size() == 1) return actions[0];
        if (!expected(state)) {
            const auto found = think(state, left_of(state, limits), control, 1, threads);
            used_.seconds += found.seconds;
            used_.nodes += found.nodes;
            plan_ = found.lines[0].actions;
            next_ = 0;
        }
        const Action action = plan_[next_++];
        State after = state;
        after.play(action);
        awaited_ = after.hash();
        return action;
    }

    // What follows does not depend on what was searched before.
    void forget() {
        table_.reset();
        searches_.clear();
        plan_.clear();
        used_ = {};
    }

private:
    struct Used {
        int turn = 0;
        int seat = nobody;
        double seconds = 0;
        std::uint64_t nodes = 0;
    };

    void reserve(std::size_t memory) {
        forget();
        table_ = std::make_unique<Table>(memory);
        memory_ = memory;
    }

    // Of a turn of several decisions, the first may use as much of what is left.
    static constexpr double first_part = 0.6;

    bool expected(const State& state) const {
        return in_turn(state) && next_ < plan_.size() && state.hash() == awaited_;
    }
    bool in_turn(const State& state) const {
        return used_.seat == state.actor() && used_.turn == state.turn();
    }

    Limits left_of(const State& state, const Limits& limits) {
        const bool begun = in_turn(state);
        if (!begun) used_ = {state.turn(), state.actor()};
        const bool alone = !begun && !knowledge_.several(state);
        const double part = alone ? 1 : first_part;
        Limits left = limits;
        left.seconds = std::max(0.0, limits.seconds - used_.seconds) * part;
        if (limits.nodes != Limits{}.nodes)
            left.nodes = static_cast<std::uint64_t>(
                static_cast<double>(limits.nodes - std::min(limits.nodes, used_.nodes)) * part);
        return left;
    }

    const Knowledge& knowledge_;
    Settings settings_;
    std::unique_ptr<Table> table_;
    std::size_t memory_ = 0;
    std::vector<Search<State, Knowledge>> searches_;
    std::vector<Action> plan_;
    std::size_t next_ = 0;
    std::uint64_t awaited_ = 0;
    Used used_;
};

}  // namespace duiyi::duel
