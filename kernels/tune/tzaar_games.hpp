// Games of tzaar for measuring and tuning: how they begin, and how they are written down.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <istream>
#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "games/tzaar/rules.hpp"

namespace duiyi::tzaar {

inline constexpr std::string_view fixed_start =
    "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT w 1 1";

// The pieces of the fixed start in an order that follows from the number; 0 is the fixed start.
inline Tzaar dealt(std::uint64_t number) {
    auto fields = *read(fixed_start);
    Random random(number);
    for (Point point = points; number != 0 && point > 1; --point)
        std::swap(fields.stacks[point],
                  fields.stacks[1 + random.below(static_cast<std::uint32_t>(point))]);
    return *Tzaar::load(write(fields));
}

// A decision: which of the actions it was, and what it was thought to be worth for its side.
struct Decision {
    std::uint16_t index = 0;
    std::int16_t score = 0;

    // For what was not thought about.
    static constexpr std::int16_t unknown = std::numeric_limits<std::int16_t>::min();
};

struct Game {
    std::uint64_t deal = 0;
    std::uint8_t winner = 0;
    std::vector<Decision> decisions;
};

// By chance, as many decisions; again when the game would be over.
inline Game opened(Random& random, int decisions) {
    while (true) {
        Game game;
        game.deal = random.below(2) == 0 ? 0 : random.next() | 1U;
        Tzaar state = dealt(game.deal);
        Tzaar::Actions actions;
        while (!state.over() && game.decisions.size() < static_cast<std::size_t>(decisions)) {
            state.actions(actions);
            const auto index = random.below(static_cast<std::uint32_t>(actions.size()));
            game.decisions.push_back({static_cast<std::uint16_t>(index), Decision::unknown});
            state.play(actions[index]);
        }
        if (!state.over()) return game;
    }
}

// Through the positions of a game: `visit` is given the position before each decision, the
// decision, and returns nothing; the last position is the answer.
template <typename Visit>
Tzaar replay(const Game& game, Visit visit) {
    Tzaar state = dealt(game.deal);
    Tzaar::Actions actions;
    for (const Decision decision : game.decisions) {
        visit(state, decision);
        state.actions(actions);
        state.play(actions[decision.index]);
    }
    return state;
}

inline Tzaar replay(const Game& game) {
    return replay(game, [](const Tzaar&, Decision) {});
}

// Games one after the other: deal (8 bytes), winner (1), number of decisions (1), and 4 bytes for
// each; low bytes first.

inline void put_number(std::ostream& out, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) out.put(static_cast<char>(number >> 8 * i & 0xFF));
}

inline std::uint64_t get_number(std::istream& in, int bytes) {
    std::uint64_t number = 0;
    for (int i = 0; i < bytes; ++i)
        number |= std::uint64_t{static_cast<std::uint8_t>(in.get())} << 8 * i;
    return number;
}

inline void write_game(std::ostream& out, const Game& game) {
    put_number(out, game.deal, 8);
    put_number(out, game.winner, 1);
    put_number(out, game.decisions.size(), 1);
    for (const Decision decision : game.decisions) {
        put_number(out, decision.index, 2);
        put_number(out, static_cast<std::uint16_t>(decision.score), 2);
    }
}

inline std::optional<Game> read_game(std::istream& in) {
    Game game;
    game.deal = get_number(in, 8);
    if (!in) return std::nullopt;
    game.winner = static_cast<std::uint8_t>(get_number(in, 1));
    game.decisions.resize(get_number(in, 1));
    for (Decision& decision : game.decisions) {
        decision.index = static_cast<std::uint16_t>(get_number(in, 2));
        decision.score = static_cast<std::int16_t>(get_number(in, 2));
    }
    if (!in) return std::nullopt;
    return game;
}

}  // namespace duiyi::tzaar
