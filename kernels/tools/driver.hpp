// A kernel behind stdin and stdout, for comparing it with the Python rules without a binding, and
// for fuzzing and sanitizers. One line in, one line out.
//
//   load DUMP          → the position, or `bad`
//   play TOKEN         → the position, or `illegal`
//   withdraw SEAT      → the position, or `illegal`
//   keep               → `kept`: remembers the position
//   again              → the position that was kept last, or `bad`
//   perft DEPTH        → a number
//   steps N SEED       → where N random steps lead
//   playouts N SEED    → games, decisions, and CPU seconds
//
// A position is `actor owner turn out winner reason hash | dump | tokens` (with weights at chance:
// `token=weight`). Where steps lead: for each position after an action `weight:steps`, the weight
// of the actions that lead there (each 1, but at chance) and how many steps did; then how many
// steps led elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "common/perft.hpp"
#include "common/playouts.hpp"
#include "tools/answering.hpp"
#include "tools/decisions.hpp"

namespace duiyi {

template <GameKernel State>
void show(const State& state, std::ostream& out) {
    const Decisions<State> decisions(state);
    out << state.actor() << ' ' << state.owner() << ' ' << state.turn() << ' ' << state.out() << ' '
        << state.winner() << ' ' << (state.over() ? std::string(state.reason()) : "-") << ' '
        << state.hash() << " | " << state.dump() << " |";
    for (std::size_t index = 0; index < decisions.actions.size(); ++index) {
        out << ' ' << state.text(decisions.actions[index]);
        if (decisions.drawing) out << '=' << decisions.weight(index);
    }
}

template <GameKernel State>
void steps(const State& start, std::uint64_t number, std::uint64_t seed, std::ostream& out) {
    struct Place {
        std::uint64_t weight = 0, steps = 0;
    };
    std::map<std::uint64_t, Place> places;  // by hash, which is much faster than a text
    const Decisions<State> decisions(start);
    for (std::size_t index = 0; index < decisions.actions.size(); ++index) {
        State state = start;
        state.play(decisions.actions[index]);
        places[state.hash()].weight += decisions.weight(index);
    }
    std::uint64_t elsewhere = 0;
    Random random(seed);
    for (; number > 0; --number) {
        State state = start;
        state.random_step(random);
        const auto place = places.find(state.hash());
        ++(place == places.end() ? elsewhere : place->second.steps);
    }
    for (const auto& [hash, place] : places) out << place.weight << ':' << place.steps << ' ';
    out << elsewhere;
}

template <GameKernel State>
class Driver {
public:
    std::string answer(const std::string& word, const std::string& rest) {
        if (word == "load") state_ = State::load(rest);
        if (!state_ || (word == "again" && !kept_)) return "bad";
        if (word == "keep") {
            kept_ = state_;
            return "kept";
        }
        std::istringstream numbers(rest);
        std::ostringstream out;
        if (word == "again") state_ = kept_;
        if (word == "load" || word == "again") {
            show(*state_, out);
        } else if (word == "play") {
            if (!play_token(*state_, rest)) return "illegal";
            show(*state_, out);
        } else if (word == "withdraw") {
            int seat = -1;
            numbers >> seat;
            if (!may_withdraw(seat)) return "illegal";
            state_->withdraw(seat);
            show(*state_, out);
        } else if (word == "perft") {
            int depth = 0;
            numbers >> depth;
            out << perft(*state_, depth, one_thread, control_);
        } else if (word == "steps") {
            if (state_->over()) return "illegal";
            std::uint64_t number = 0, seed = 0;
            numbers >> number >> seed;
            steps(*state_, number, seed, out);
        } else if (word == "playouts") {
            std::uint64_t games = 0, seed = 0;
            numbers >> games >> seed;
            const Playouts played = playouts(*state_, games, seed, one_thread, control_);
            out << played.games << ' ' << played.decisions << ' ' << played.cpu_seconds;
        } else {
            return "bad";
        }
        return out.str();
    }

private:
    static constexpr int one_thread = 1;

    bool may_withdraw(int seat) const {
        return seat >= 0 && seat < state_->seats() && !state_->over() &&
               (state_->out() >> seat & 1U) == 0;
    }

    std::optional<State> state_, kept_;
    Control control_;  // nobody stops it
};

// The kernel of this name.
template <typename Kernels>
int drive(std::string_view wanted) {
    const bool known = Kernels::any([&]<typename State>(std::string_view name) {
        if (name == wanted) answer_lines(Driver<State>());
        return name == wanted;
    });
    if (!known) std::cerr << "no kernel is called so: " << wanted << '\n';
    return known ? 0 : 2;
}

}  // namespace duiyi
