// A player of atom: what is allowed is allowed for a turn with all its decisions. It thinks when
// the turn begins and after the draw, and remembers what it planned as long as the game goes the
// way that was expected.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <vector>

#include "games/atom/turns/search.hpp"

namespace duiyi::atom {

template <std::unsigned_integral Word>
class Player {
public:
    using State = Atom<Word>;

    explicit Player(const Weights& weights, const SearchSettings& settings = {})
        : evaluation_(weights), search_(evaluation_, settings) {}
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    // The limits are those of a turn. A position that has been thought about before is thought
    // about anew, as if the turn had just begun.
    Found think(const State& state, const Limits& limits, Control& control, int threads,
                std::uint64_t seed, std::size_t lines) {
        if (state.actor() < 0) return {};
        const std::uint64_t hash = state.hash();
        if (state.turn() != turn_ ||
            std::find(thought_.begin(), thought_.end(), hash) != thought_.end())
            begin(state.turn());
        thought_.push_back(hash);
        if (lines <= 1)
            if (Found planned = remembered(hash); !planned.lines.empty()) return planned;
        Found found = search_.run(state, share(state, limits), control, threads, seed, lines);
        seconds_ += found.seconds;
        nodes_ += found.nodes;
        remember(state, found.lines[0]);
        return found;
    }

    void forget() { begin(0); }

private:
    struct Planned {
        std::uint64_t hash;
        RankedLine line;  // from here on
    };

    void begin(int turn) {
        turn_ = turn;
        seconds_ = 0;
        nodes_ = 0;
        thought_.clear();
        plan_.clear();
    }

    // What is left for this turn. A choice leaves the most for what follows the draw; what the
    // other side leaves to decide in its turn may be followed by more of it.
    Limits share(const State& state, Limits limits) const {
        const bool part =
            state.position().step.phase == AtomPhase::choosing || state.actor() != state.owner();
        const double share = part ? 0.25 : 1.0;
        limits.seconds = share * std::max(0.0, limits.seconds - seconds_);
        const std::uint64_t left = limits.nodes - std::min(limits.nodes, nodes_);
        limits.nodes = part ? left / 4 : left;
        return limits;
    }

    Found remembered(std::uint64_t hash) const {
        for (const Planned& planned : plan_)
            if (planned.hash == hash) return {{planned.line}, 0, 0};
        return {};
    }

    void remember(const State& state, const RankedLine& line) {
        plan_.clear();
        State next = state;
        const int seat = state.actor();
        for (std::size_t i = 0; i < line.actions.size() && next.turn() == state.turn(); ++i) {
            const auto from = line.actions.begin() + static_cast<std::ptrdiff_t>(i);
            if (next.actor() == seat)
                plan_.push_back({next.hash(), {line.share, {from, line.actions.end()}}});
            next.play(line.actions[i]);
            if (next.over()) break;
        }
        // The position itself is thought about anew when it is asked for again.
        plan_.erase(plan_.begin());
    }

    Evaluation evaluation_;
    Search<Word> search_;
    int turn_ = 0;
    double seconds_ = 0;
    std::uint64_t nodes_ = 0;
    std::vector<std::uint64_t> thought_;
    std::vector<Planned> plan_;
};

}  // namespace duiyi::atom
