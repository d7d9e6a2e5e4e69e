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

#include <array>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "common/kernel.hpp"

namespace duiyi {

// What can be decided; at chance with weights, otherwise each weighs 1.
template <GameKernel State>
struct Decisions {
    typename State::Actions actions;
    bool drawing;

    explicit Decisions(const State& state)
        : drawing(!state.over() && state.actor() == chance) {
        if (drawing)
            state.chances(actions, weights_);
        else if (!state.over())
            state.actions(actions);
    }

    std::uint64_t weight(std::size_t index) const { return drawing ? weights_[index] : 1; }

private:
    std::array<std::uint64_t, 256> weights_{};
};

template <GameKernel State>
std::uint64_t count_sequences(const State& state, int depth) {
    if (depth == 0) return 1;
    const Decisions<State> decisions(state);
    const auto& actions = decisions.actions;
    if (depth == 1) return actions.size();
    std::uint64_t total = 0;
    for (const auto action : actions) {
        State next = state;
        next.play(action);
        total += count_sequences(next, depth - 1);
    }
    return total;
}

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
bool play_token(State& state, const std::string& token) {
    const auto wanted = state.parse(token);
    if (!wanted) return false;
    const Decisions<State> decisions(state);
    for (const auto action : decisions.actions)
        if (state.text(action) == token) {
            state.play(*wanted);
            return true;
        }
    return false;
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
void playouts(const State& start, std::uint64_t games, std::uint64_t seed, std::ostream& out) {
    std::uint64_t decisions = 0;
    const std::clock_t begun = std::clock();
    for (std::uint64_t game = 0; game < games; ++game) {
        Random random(seed * 0x9E3779B97F4A7C15U + game);
        State state = start;
        while (!state.over()) {
            state.random_step(random);
            ++decisions;
        }
    }
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    out << games << ' ' << decisions << ' ' << seconds;
}

template <GameKernel State>
int drive() {
    std::optional<State> state, kept;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        std::ostringstream out;
        if (word == "load") {
            state = State::load(line.size() > 5 ? std::string_view(line).substr(5) : "");
            if (state)
                show(*state, out);
            else
                out << "bad";
        } else if (!state || (word == "again" && !kept)) {
            out << "bad";
        } else if (word == "keep") {
            kept = state;
            out << "kept";
        } else if (word == "again") {
            state = kept;
            show(*state, out);
        } else if (word == "play") {
            std::string token;
            words >> token;
            if (play_token(*state, token))
                show(*state, out);
            else
                out << "illegal";
        } else if (word == "withdraw") {
            int seat = -1;
            words >> seat;
            if (seat < 0 || seat >= state->seats() || state->over() || (state->out() >> seat & 1U))
                out << "illegal";
            else {
                state->withdraw(seat);
                show(*state, out);
            }
        } else if (word == "perft") {
            int depth = 0;
            words >> depth;
            out << count_sequences(*state, depth);
        } else if (word == "steps") {
            std::uint64_t number = 0, seed = 0;
            words >> number >> seed;
            if (state->over())
                out << "illegal";
            else
                steps(*state, number, seed, out);
        } else if (word == "playouts") {
            std::uint64_t games = 0, seed = 0;
            words >> games >> seed;
            playouts(*state, games, seed, out);
        } else {
            out << "bad";
        }
        std::cout << out.str() << '\n' << std::flush;
    }
    return 0;
}

}  // namespace duiyi
