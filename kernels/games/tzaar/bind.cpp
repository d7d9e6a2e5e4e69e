#include <utility>

#include "bind/mcts_thinker.hpp"
#include "games/tzaar.hpp"
#include "search/tzaar_network.hpp"
#include "search/tzaar_player.hpp"

namespace duiyi {
namespace {

class TzaarThinker final : public Thinker {
public:
    explicit TzaarThinker(tzaar::Network network)
        : network_(std::move(network)), player_(network_) {}

    Thought think(const Position& position, const Limits& limits, Control& control, int threads,
                  std::uint64_t seed, std::size_t lines) override {
        const Tzaar& state = state_of<Tzaar>(position);
        const auto found = player_.think(state, limits, control, lines, threads, seed);
        return scored_thought(state, found, tzaar::surely_won, tzaar::expected_share);
    }

    void forget() override { player_.forget(); }

private:
    tzaar::Network network_;
    tzaar::Player<tzaar::Network> player_;
};

}  // namespace

ThinkerPointer tzaar_thinker(const Position& position, std::string_view kind,
                             std::string_view weights) {
    if (kind == "mcts") return mcts_for<Tzaar>(position);
    if (kind == "alphabeta")
        return std::make_unique<TzaarThinker>(found_weights(tzaar::Network::read(weights)));
    return nullptr;
}

}  // namespace duiyi
