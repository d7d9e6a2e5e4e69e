// The Python face of the kernels. It is built once for any machine and once for newer ones; which
// of the two is used is decided in duiyi.kernels.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bind/game.hpp"
#include "bind/position.hpp"
#include "bind/thinker.hpp"
#include "bind/waiting.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace duiyi {

#define GAME(folder) Game bound_##folder();
#include "registry.def"
#undef GAME

}  // namespace duiyi

namespace {

using duiyi::Control;
using duiyi::Game;
using duiyi::Limits;
using duiyi::Line;
using duiyi::Playouts;
using duiyi::Position;
using duiyi::Proven;
using duiyi::Thinker;
using duiyi::ThinkerPointer;
using duiyi::Thought;

// All of registry.def, in its order.
const std::vector<Game>& games() {
    static const std::vector<Game> all{
#define GAME(folder) duiyi::bound_##folder(),
#include "registry.def"
#undef GAME
    };
    return all;
}

const Game& game_of(std::string_view id) {
    const auto found = std::ranges::find(games(), id, &Game::id);
    if (found == games().end()) throw std::invalid_argument("no kernel plays " + std::string(id));
    return *found;
}

// Whether this machine has what the module for newer ones asks for.
bool is_new_machine() {
#if defined(__x86_64__) && defined(__GNUC__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

void bind_position(nb::module_& module) {
    nb::class_<Position>(module, "Position")
        .def_prop_ro("game", &Position::game)
        .def_prop_ro("seats", &Position::seats)
        .def_prop_ro("actor", &Position::actor)
        .def_prop_ro("owner", &Position::owner)
        .def_prop_ro("turn", &Position::turn)
        .def_prop_ro("out", &Position::out)
        .def_prop_ro("over", &Position::over)
        .def_prop_ro("winner", &Position::winner)
        .def_prop_ro("reason", &Position::reason)
        .def_prop_ro("hash", &Position::hash)
        .def_prop_ro("size", &Position::size)
        .def_prop_ro("endgame", &Position::endgame)
        .def("dump", &Position::dump)
        .def("tokens", &Position::tokens)
        .def("chances", &Position::chances)
        .def("play", &Position::play, "token"_a)
        .def("withdraw", &Position::withdraw, "seat"_a)
        .def("walk", &Position::walk, "seed"_a, "most"_a)
        .def("winning_turn", &Position::winning_turn, "most"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def(
            "perft",
            [](const Position& position, int depth, int threads, const nb::object& report) {
                Control control;
                return duiyi::wait_for(control, report,
                                       [&] { return position.perft(depth, threads, control); });
            },
            "depth"_a, "threads"_a, "report"_a.none())
        .def(
            "playouts",
            [](const Position& position, std::uint64_t games, std::uint64_t seed, int threads,
               const nb::object& report) {
                Control control;
                return duiyi::wait_for(control, report, [&] {
                    return position.playouts(games, seed, threads, control);
                });
            },
            "games"_a, "seed"_a, "threads"_a, "report"_a.none());
}

ThinkerPointer thinker(const Position& position, std::string_view kind, const nb::bytes& learnt) {
    const std::string_view weights(learnt.c_str(), learnt.size());
    ThinkerPointer made = game_of(position.game()).thinker(position, kind, weights);
    if (!made) throw std::invalid_argument("there is no such search here: " + std::string(kind));
    return made;
}

Proven prove(const Position& position, const Limits& limits, Control& control, bool certificate) {
    auto proven = game_of(position.game()).prove(position, limits, control, certificate);
    if (!proven) throw std::invalid_argument("such a position cannot be proven");
    return *std::move(proven);
}

void bind_game(nb::module_& module) {
    nb::class_<Game>(module, "Game")
        .def_ro("id", &Game::id)
        .def_ro("options", &Game::options)
        .def_ro("kinds", &Game::kinds)
        .def_ro("provable", &Game::provable);
    module.def("games", &games);
    module.def(
        "load",
        [](std::string_view game, std::string_view text) { return game_of(game).load(text); },
        "game"_a, "text"_a);
}

void bind_thinker(nb::module_& module) {
    nb::class_<Control>(module, "Control")
        .def(nb::init<>())
        .def("stop", &Control::stop)
        .def_prop_ro("stopped", &Control::stopped);
    nb::class_<Line>(module, "Line")
        .def_ro("tokens", &Line::tokens)
        .def_ro("share", &Line::share)
        .def_ro("visits", &Line::visits)
        .def_ro("proof", &Line::proof);
    nb::class_<Thought>(module, "Thought")
        .def_ro("lines", &Thought::lines)
        .def_ro("nodes", &Thought::nodes)
        .def_ro("depth", &Thought::depth)
        .def_ro("cpu_seconds", &Thought::cpu_seconds);
    nb::class_<Thinker>(module, "Thinker")
        .def("forget", &Thinker::forget)
        .def(
            "think",
            [](Thinker& thinker, const Position& position, double seconds, std::uint64_t nodes,
               std::size_t memory, int threads, std::uint64_t seed, std::size_t lines,
               Control& control, const nb::object& report) {
                const Limits limits{seconds, nodes, memory};
                return duiyi::wait_for(control, report, [&] {
                    return thinker.think(position, limits, control, threads, seed, lines, {});
                });
            },
            "position"_a, "seconds"_a, "nodes"_a, "memory"_a, "threads"_a, "seed"_a, "lines"_a,
            "control"_a, "report"_a.none());
    module.def("thinker", &thinker, "position"_a, "kind"_a, "weights"_a);
}

void bind_prover(nb::module_& module) {
    nb::class_<Proven>(module, "Proven")
        .def_ro("value", &Proven::value)
        .def_ro("nodes", &Proven::nodes)
        .def_ro("cpu_seconds", &Proven::cpu_seconds)
        .def_ro("token", &Proven::token)
        .def_ro("certificate", &Proven::certificate);
    module.def(
        "prove",
        [](const Position& position, double seconds, std::uint64_t nodes, std::size_t memory,
           bool certificate, Control& control, const nb::object& report) {
            const Limits limits{seconds, nodes, memory};
            return duiyi::wait_for(control, report,
                                   [&] { return prove(position, limits, control, certificate); });
        },
        "position"_a, "seconds"_a, "nodes"_a, "memory"_a, "certificate"_a, "control"_a,
        "report"_a.none());
}

}  // namespace

NB_MODULE(DUIYI_MODULE, module) {
    nb::class_<Playouts>(module, "Playouts")
        .def_ro("games", &Playouts::games)
        .def_ro("decisions", &Playouts::decisions)
        .def_ro("wins", &Playouts::wins)
        .def_ro("cpu_seconds", &Playouts::cpu_seconds);
    bind_game(module);
    bind_position(module);
    bind_thinker(module);
    bind_prover(module);
    module.def("is_new_machine", &is_new_machine);
}
