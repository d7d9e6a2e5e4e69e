// The Python face of the kernels. It is built once for any machine and once for newer ones; which
// of the two is used is decided in duiyi.kernels.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "bind/position.hpp"
#include "bind/waiting.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using duiyi::Control;
using duiyi::Playouts;
using duiyi::Position;
using duiyi::PositionPointer;

PositionPointer load(std::string_view game, std::string_view text) {
    if (game == "relati-classic") return duiyi::load_classic(text);
    if (game == "relati") return duiyi::load_relati(text);
    if (game == "relati-legacy") return duiyi::load_legacy(text);
    if (game == "tzaar") return duiyi::load_tzaar(text);
    if (game == "atom") return duiyi::load_atom(text);
    throw std::invalid_argument("no kernel plays " + std::string(game));
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
        .def("dump", &Position::dump)
        .def("tokens", &Position::tokens)
        .def("chances", &Position::chances)
        .def("play", &Position::play, "token"_a)
        .def("withdraw", &Position::withdraw, "seat"_a)
        .def("walk", &Position::walk, "seed"_a, "most"_a)
        .def(
            "perft",
            [](const Position& position, int depth, int threads, const nb::object& report) {
                return duiyi::wait_for(report, [&](Control& control) {
                    return position.perft(depth, threads, control);
                });
            },
            "depth"_a, "threads"_a, "report"_a.none())
        .def(
            "playouts",
            [](const Position& position, std::uint64_t games, std::uint64_t seed, int threads,
               const nb::object& report) {
                return duiyi::wait_for(report, [&](Control& control) {
                    return position.playouts(games, seed, threads, control);
                });
            },
            "games"_a, "seed"_a, "threads"_a, "report"_a.none());
}

}  // namespace

NB_MODULE(DUIYI_MODULE, module) {
    nb::class_<Playouts>(module, "Playouts")
        .def_ro("games", &Playouts::games)
        .def_ro("decisions", &Playouts::decisions)
        .def_ro("wins", &Playouts::wins)
        .def_ro("cpu_seconds", &Playouts::cpu_seconds);
    bind_position(module);
    module.def("load", &load, "game"_a, "text"_a);
    module.def("is_new_machine", &is_new_machine);
}
