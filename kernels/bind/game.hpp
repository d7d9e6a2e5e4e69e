// What Python can ask of a game: to load a position, to search, to prove. Every game of
// registry.def gives one of these from its bind.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bind/position.hpp"
#include "bind/thinker.hpp"
#include "common/control.hpp"
#include "common/kernels.hpp"
#include "search/limits.hpp"
#include "search/proof/proof.hpp"

namespace duiyi {

struct Proven {
    std::string_view value;  // win, loss or draw for whoever is to act, or unknown
    std::uint64_t nodes = 0;
    double cpu_seconds = 0;
    std::string token;  // a decision that keeps the value; empty where there is none
    std::string certificate;
};

using Names = std::vector<std::string_view>;

struct Game {
    std::string_view id;
    // Nothing where the text is no position.
    PositionPointer (*load)(std::string_view text);
    // A search of a kind, with what was learnt for it; nothing where there is none.
    ThinkerPointer (*thinker)(const Position& position, std::string_view kind,
                              std::string_view weights);
    Names options;  // of the rules, that the kernel knows
    Names kinds;    // of searches, for some positions at least
    bool provable;  // whether positions of two seats can be proven
    // Nothing where positions like this one cannot be proven.
    std::optional<Proven> (*prove)(const Position& position, const Limits& limits, Control& control,
                                   bool certificate);
};

// By the first kernel that has room for it.
template <typename Kernels>
PositionPointer load_first(std::string_view text) {
    PositionPointer found;
    Kernels::any([&]<typename State>(std::string_view) {
        if (const auto state = State::load(text))
            found = std::make_unique<PositionOf<State>>(*state);
        return found != nullptr;
    });
    return found;
}

template <ProvableKernel State>
Proven proven(const State& state, const Limits& limits, Control& control, bool certificate) {
    auto result =
        prove(state, limits, control, certificate ? Certificate::wanted : Certificate::unwanted);
    return {name_of(result.value), result.nodes, result.seconds,
            result.decision ? state.text(*result.decision) : std::string(),
            std::move(result.certificate)};
}

template <typename Kernels>
std::optional<Proven> prove_first(const Position& position, const Limits& limits, Control& control,
                                  bool certificate) {
    std::optional<Proven> found;
    if (position.over()) return found;
    Kernels::any([&]<typename State>(std::string_view) {
        if constexpr (ProvableKernel<State>)
            if (const auto* known = dynamic_cast<const PositionOf<State>*>(&position))
                found = proven(known->state(), limits, control, certificate);
        return found.has_value();
    });
    return found;
}

template <typename Kernels>
Game bound(Names options, Names kinds, decltype(Game::thinker) thinker) {
    std::string_view id;
    bool provable = false;
    Kernels::any([&]<typename State>(std::string_view) {
        id = State::id;
        provable = provable || ProvableKernel<State>;
        return false;
    });
    return {id,       load_first<Kernels>, thinker, std::move(options), std::move(kinds),
            provable, prove_first<Kernels>};
}

}  // namespace duiyi
