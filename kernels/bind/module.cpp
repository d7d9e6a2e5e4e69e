// The Python face of the kernels: checks what comes in, and releases the GIL while counting.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/perft.hpp"
#include "games/relati_classic.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Tokens = std::vector<std::string>;

// nanobind turns std::invalid_argument into ValueError.
[[noreturn]] void refuse(std::size_t index, const std::string& token, const std::string& reason) {
    throw std::invalid_argument("token " + std::to_string(index + 1) + ", '" + token +
                                "': " + reason);
}

template <typename State>
State replay(const Tokens& tokens) {
    using Board = typename State::Board;
    State state;
    for (std::size_t index = 0; index < tokens.size(); ++index) {
        const std::string& token = tokens[index];
        const auto site = Board::find(token);
        const auto actor = state.actor();
        if (!site)
            refuse(index, token,
                   "not a cell of this board, which has A1 to " + Board::name(Board::sites - 1));
        if (!actor) refuse(index, token, "the game is already over");
        if (state.taken(*site)) refuse(index, token, "the cell is taken");
        if (!state.actions().has(*site))
            refuse(index, token,
                   "the cell is not next to a symbol of seat " + std::to_string(*actor));
        state = state.play(*site);
    }
    return state;
}

// Calls use(state) with the position after the tokens, in the state type for that many seats.
template <typename Use>
auto with_relati_classic(int seats, const Tokens& tokens, Use use) {
    switch (seats) {
        case 2:
            return use(replay<duiyi::RelatiClassic<2>>(tokens));
        case 3:
            return use(replay<duiyi::RelatiClassic<3>>(tokens));
        case 4:
            return use(replay<duiyi::RelatiClassic<4>>(tokens));
        default:
            throw std::invalid_argument("relati-classic has 2 to 4 seats, not " +
                                        std::to_string(seats));
    }
}

std::uint64_t relati_classic_perft(int seats, const Tokens& tokens, int depth) {
    if (depth < 0)
        throw std::invalid_argument("depth must be 0 or more, not " + std::to_string(depth));
    return with_relati_classic(seats, tokens,
                               [&](const auto& state) { return duiyi::perft(state, depth); });
}

Tokens relati_classic_moves(int seats, const Tokens& tokens) {
    return with_relati_classic(seats, tokens, []<typename State>(const State& state) {
        Tokens moves;
        state.actions().each([&](duiyi::Site site) { moves.push_back(State::Board::name(site)); });
        return moves;
    });
}

}  // namespace

NB_MODULE(_kernels, module) {
    module.def("relati_classic_perft", &relati_classic_perft, "seats"_a, "tokens"_a, "depth"_a,
               nb::call_guard<nb::gil_scoped_release>(),
               "Count the decision sequences of exactly this length after the tokens.");
    module.def("relati_classic_moves", &relati_classic_moves, "seats"_a, "tokens"_a,
               "List the legal tokens after the tokens, row by row; none when the game is over.");
}
