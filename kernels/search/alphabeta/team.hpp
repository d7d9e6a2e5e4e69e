// An alpha-beta search with several threads that share a table, which is kept from search to
// search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/threads.hpp"
#include "search/alphabeta/search.hpp"

namespace duiyi::alphabeta {

template <Searched Game>
class Team {
public:
    using State = typename Game::State;
    using Found = typename Search<Game>::Found;

    explicit Team(const typename Game::Knowledge& knowledge,
                  const typename Game::Settings& settings = {})
        : knowledge_(knowledge), settings_(settings) {}

    // The best lines of a position that is not over; nodes are those of all threads. The same calls
    // after `forget` give the same answers, with one thread and no limit but nodes.
    Found think(const State& state, const Limits& limits, Control& control, std::size_t lines = 1,
                int threads = 1, std::uint64_t seed = 0, const Heard<Found>& heard = {}) {
        prepare(limits.memory, static_cast<std::size_t>(threads));
        table_->age();
        Control helping;
        Helpers helpers;
        for (int number = 1; number < threads; ++number)
            helpers.add([&, number] {
                searches_[static_cast<std::size_t>(number)].run(
                    state, limits, helping, lines, Game::seed_of(seed, number), 1 + number % 2);
            });
        Found found =
            searches_[0].run(state, limits, control, lines, seed, 1, with_nodes_of(helping, heard));
        helping.stop();
        helpers.join();
        control.add(helping.done());
        for (std::size_t number = 1; number < static_cast<std::size_t>(threads); ++number)
            found.nodes += searches_[number].nodes();
        return found;
    }

    void forget() {
        searches_.clear();
        table_.reset();
    }

private:
    static Heard<Found> with_nodes_of(const Control& helping, const Heard<Found>& heard) {
        if (!heard) return {};
        return [&](Found found) {
            found.nodes += helping.done();
            heard(found);
        };
    }

    void prepare(std::size_t memory, std::size_t threads) {
        const std::size_t wanted = Game::table_bytes(memory, threads * Search<Game>::bytes());
        if (!table_ || wanted != wanted_) {
            searches_.clear();
            table_ = std::make_unique<Table>(wanted);
            wanted_ = wanted;
        }
        while (searches_.size() < threads) searches_.emplace_back(knowledge_, *table_, settings_);
    }

    const typename Game::Knowledge& knowledge_;
    typename Game::Settings settings_;
    std::unique_ptr<Table> table_;
    std::size_t wanted_ = 0;
    std::vector<Search<Game>> searches_;
};

}  // namespace duiyi::alphabeta
