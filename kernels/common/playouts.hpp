// Random games to their end, and walks of random decisions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/bits.hpp"
#include "common/crew.hpp"
#include "common/kernel.hpp"
#include "common/threads.hpp"

namespace duiyi {

struct Playouts {
    std::uint64_t games = 0;
    std::uint64_t decisions = 0;
    std::vector<std::uint64_t> wins;  // by seat
    double cpu_seconds = 0;
};

// Every game has its own generator: what comes of it does not depend on the number of threads.
inline Random generator_of(std::uint64_t seed, std::uint64_t game) {
    return Random(scrambled(seed) + game * 0xD1B54A32D192ED03U);
}

template <GameKernel State>
Playouts playouts(const State& start, std::uint64_t games, std::uint64_t seed, int threads,
                  Control& control) {
    constexpr std::uint64_t batch = 64;
    Playouts all;
    all.wins.resize(static_cast<std::size_t>(start.seats()));
    Mutex guard;
    const auto play_batch = [&](std::size_t part) {
        const std::uint64_t first = part * batch, end = std::min(first + batch, games);
        std::uint64_t decisions = 0, played = 0;
        std::array<std::uint64_t, most_seats> wins{};
        for (std::uint64_t game = first; game < end && !control.stopped(); ++game, ++played) {
            Random random = generator_of(seed, game);
            State state = start;
            for (; !state.over(); ++decisions) state.random_step(random);
            if (state.winner() != nobody) ++wins[static_cast<std::size_t>(state.winner())];
        }
        control.add(played);
        const Locked lock(guard);
        all.games += played;
        all.decisions += decisions;
        for (std::size_t seat = 0; seat < all.wins.size(); ++seat) all.wins[seat] += wins[seat];
    };
    const auto parts = static_cast<std::size_t>((games + batch - 1) / batch);
    all.cpu_seconds = share_out(parts, threads, control, play_batch);
    return all;
}

// The tokens of random decisions, until the game ends or there are so many; `state` is where they
// lead.
template <GameKernel State>
std::vector<std::string> walk(State& state, std::uint64_t seed, std::size_t most) {
    Random random = generator_of(seed, 0);
    std::vector<std::string> tokens;
    typename State::Actions actions;
    Weights weights{};
    while (tokens.size() < most && !state.over()) {
        std::size_t chosen = 0;
        if (state.actor() == chance) {
            state.chances(actions, weights);
            chosen = random.by_weight(weights, actions.size());
        } else {
            state.actions(actions);
            chosen = random.below(static_cast<std::uint32_t>(actions.size()));
        }
        tokens.push_back(state.text(actions[chosen]));
        state.play(actions[chosen]);
    }
    return tokens;
}

}  // namespace duiyi
