// A kernel behind stdin and stdout, for comparing it with the Python rules without a binding, and
// for fuzzing and sanitizers. One line in, one line out.
//
//   load DUMP          → the position, or `bad`
//   play TOKEN         → the position, or `illegal`
//   withdraw SEAT      → the position, or `illegal`
//   perft DEPTH        → a number
//   playouts N SEED    → games, decisions, and CPU seconds
//
// A position is `actor owner turn out winner reason hash | dump | tokens` (with weights at chance:
// `token=weight`).
#pragma once

#include <array>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>

#include "common/kernel.hpp"

namespace duiyi {

template <GameKernel State>
std::uint64_t count_sequences(const State& state, int depth) {
    if (depth == 0) return 1;
    if (state.over()) return 0;
    typename State::Actions actions;
    std::array<std::uint64_t, 256> weights{};
    if (state.actor() == chance)
        state.chances(actions, weights);
    else
        state.actions(actions);
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
    typename State::Actions actions;
    std::array<std::uint64_t, 256> weights{};
    const bool drawing = !state.over() && state.actor() == chance;
    if (drawing)
        state.chances(actions, weights);
    else if (!state.over())
        state.actions(actions);
    out << state.actor() << ' ' << state.owner() << ' ' << state.turn() << ' ' << state.out() << ' '
        << state.winner() << ' ' << (state.over() ? std::string(state.reason()) : "-") << ' '
        << state.hash() << " | " << state.dump() << " |";
    for (std::size_t index = 0; index < actions.size(); ++index) {
        out << ' ' << state.text(actions[index]);
        if (drawing) out << '=' << weights[index];
    }
}

template <GameKernel State>
bool play_token(State& state, const std::string& token) {
    const auto wanted = state.parse(token);
    if (!wanted || state.over()) return false;
    typename State::Actions actions;
    std::array<std::uint64_t, 256> weights{};
    if (state.actor() == chance)
        state.chances(actions, weights);
    else
        state.actions(actions);
    for (const auto action : actions)
        if (state.text(action) == token) {
            state.play(*wanted);
            return true;
        }
    return false;
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
    std::optional<State> state;
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
        } else if (!state) {
            out << "bad";
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
