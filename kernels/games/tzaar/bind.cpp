// What Python sees of tzaar: its positions and its searches.
#include <utility>

#include "bind/game.hpp"
#include "bind/mcts_thinker.hpp"
#include "games/tzaar/evaluation/network.hpp"
#include "games/tzaar/kernel.hpp"
#include "games/tzaar/player.hpp"

namespace duiyi {
namespace {

class TzaarThinker final : public Thinker {
public:
    explicit TzaarThinker(tzaar::Network network)
        : network_(std::move(network)), player_(network_) {}

    Thought think(const Position& position, const Limits& limits, Control& control, int threads,
                  std::uint64_t seed, std::size_t lines, const Heard<Thought>& heard) override {
        const Tzaar& state = state_of<Tzaar>(position);
        const auto thought = [&state](const tzaar::Found& found) {
            return scored_thought(state, found, tzaar::surely_won, tzaar::expected_share);
        };
        return thought(player_.think(state, limits, control, lines, threads, seed,
                                     translated<tzaar::Found>(heard, thought)));
    }

    void forget() override { player_.forget(); }

private:
    tzaar::Network network_;
    tzaar::Player<tzaar::Network> player_;
};

ThinkerPointer thinker(const Position& position, std::string_view kind, std::string_view weights) {
    if (kind == "mcts") return mcts_for<registered::tzaar>(position);
    if (kind == "alphabeta")
        return std::make_unique<TzaarThinker>(found_weights(tzaar::Network::read(weights)));
    return nullptr;
}

}  // namespace

Game bound_tzaar() {
    return bound<registered::tzaar>({"setup", "seed"}, {"mcts", "alphabeta"}, thinker);
}

}  // namespace duiyi
