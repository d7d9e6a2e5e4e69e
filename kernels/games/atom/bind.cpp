// What Python sees of atom: its positions and its searches.
#include <concepts>
#include <cstdint>
#include <string>

#include "bind/game.hpp"
#include "bind/mcts_thinker.hpp"
#include "games/atom/kernel.hpp"
#include "games/atom/turns/search.hpp"

namespace duiyi {
namespace {

template <std::unsigned_integral Word>
class AtomThinker final : public Thinker {
public:
    explicit AtomThinker(const atom::Weights& weights)
        : evaluation_(weights), search_(evaluation_, {}) {}

    Thought think(const Position& position, const Limits& limits, Control& control, int threads,
                  std::uint64_t seed, std::size_t lines, const Heard<Thought>& heard) override {
        const Atom<Word>& state = state_of<Atom<Word>>(position);
        const auto thought = [&state](const atom::Found& found) {
            Thought made{{}, found.nodes, 0, found.seconds};
            for (const auto& line : found.lines)
                made.lines.push_back({texts(state, line.actions), line.share, 0, ""});
            return made;
        };
        return thought(search_.run(state, limits, control, threads, seed, lines,
                                   translated<atom::Found>(heard, thought)));
    }

    void forget() override {}  // every search begins anew

private:
    atom::Evaluation evaluation_;
    atom::Search<Word> search_;
};

template <std::unsigned_integral Word>
ThinkerPointer by_turns(const Position& position, const atom::Weights& weights) {
    if (dynamic_cast<const PositionOf<Atom<Word>>*>(&position) == nullptr) return nullptr;
    return std::make_unique<AtomThinker<Word>>(weights);
}

ThinkerPointer thinker(const Position& position, std::string_view kind, std::string_view weights) {
    if (kind == "mcts") return mcts_for<registered::atom>(position);
    if (kind == "turns") {
        const auto found = found_weights(atom::read_weights(weights));
        ThinkerPointer narrow = by_turns<std::uint32_t>(position, found);
        return narrow ? std::move(narrow) : by_turns<std::uint64_t>(position, found);
    }
    return nullptr;
}

}  // namespace

Game bound_atom() {
    return bound<registered::atom>({"damage", "life_cap", "turn_limit", "max_height", "max_width"},
                                   {"mcts", "turns"}, thinker);
}

}  // namespace duiyi
