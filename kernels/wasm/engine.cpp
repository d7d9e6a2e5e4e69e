// The face of one game's kernel and searches for a page, as a WebAssembly module: compiled with
// -DDUIYI_GAME=<its line in registry.def>. Positions and searches have numbers here; 0 is none.
// Texts come in through `duiyi_room`; answers are JSON, to be read before the next call.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "bind/game.hpp"
#include "bind/position.hpp"
#include "bind/thinker.hpp"
#include "common/threads.hpp"
#include "wasm/json.hpp"

#define DUIYI_JOINED(one, other) one##other
#define DUIYI_BOUND(folder) DUIYI_JOINED(bound_, folder)
#define DUIYI_EXPORT(name) extern "C" __attribute__((export_name("duiyi_" #name)))

namespace duiyi {

Game DUIYI_BOUND(DUIYI_GAME)();

extern "C" __attribute__((import_module("duiyi"), import_name("heard"))) void duiyi_heard(
    const char* text, std::size_t size);

namespace {

using Number = std::uint32_t;

template <typename Pointer>
class Kept {
public:
    Number keep(Pointer one) {
        if (!one) return 0;
        all_.emplace(++last_, std::move(one));
        return last_;
    }
    auto& operator[](Number number) {
        const auto found = all_.find(number);
        if (found == all_.end()) refuse("there is nothing of this number");
        return *found->second;
    }
    void drop(Number number) { all_.erase(number); }

private:
    std::map<Number, Pointer> all_;
    Number last_ = 0;
};

Kept<PositionPointer> positions;
Kept<ThinkerPointer> thinkers;
std::string room, answer;

const Game& game() {
    static const Game made = DUIYI_BOUND(DUIYI_GAME)();
    return made;
}

Json json_of(const Thought& thought) {
    Json json;
    json.open('{').name("lines").open('[');
    for (const Line& line : thought.lines) {
        json.open('{').name("tokens").list(line.tokens).name("share").write(line.share);
        json.name("visits").write(line.visits).name("proof").write(line.proof).close('}');
    }
    json.close(']').name("nodes").write(thought.nodes).name("depth").write(thought.depth);
    json.name("seconds").write(thought.cpu_seconds).close('}');
    return json;
}

// Fewer than none is no limit.
Limits limits_of(double seconds, double nodes, std::size_t memory) {
    Limits limits;
    if (seconds >= 0) limits.seconds = seconds;
    if (nodes >= 0) limits.nodes = static_cast<std::uint64_t>(nodes);
    limits.memory = memory;
    return limits;
}

const char* said(const Json& json) {
    answer = json.text();
    return answer.c_str();
}

}  // namespace

#if defined(__wasm_atomics__)
// A worker of the page comes to help, in two calls: from the first one on it counts among the
// threads, and the second never returns.
DUIYI_EXPORT(join) std::size_t duiyi_join() { return members.join(); }
DUIYI_EXPORT(serve) void duiyi_serve(std::size_t member) { members[member].serve(); }
#endif

// That a search can have now.
DUIYI_EXPORT(threads) int duiyi_threads() { return 1 + Helpers::present(); }

// Where a text of this size is to be written; it is read by the next call.
DUIYI_EXPORT(room) char* duiyi_room(std::size_t size) {
    room.resize(size);
    return room.data();
}

DUIYI_EXPORT(answer_size) std::size_t duiyi_answer_size() { return answer.size(); }

DUIYI_EXPORT(about) const char* duiyi_about() {
    Json json;
    json.open('{').name("id").write(game().id).name("options").list(game().options);
    json.name("kinds").list(game().kinds).name("provable").write(game().provable).close('}');
    return said(json);
}

// The room has the position's text.
DUIYI_EXPORT(load) Number duiyi_load() { return positions.keep(game().load(room)); }

DUIYI_EXPORT(drop) void duiyi_drop(Number position) { positions.drop(position); }

// The room has the token.
DUIYI_EXPORT(play) Number duiyi_play(Number position) {
    return positions.keep(positions[position].play(room));
}

DUIYI_EXPORT(withdraw) Number duiyi_withdraw(Number position, int seat) {
    return positions.keep(positions[position].withdraw(seat));
}

DUIYI_EXPORT(look) const char* duiyi_look(Number number) {
    const Position& position = positions[number];
    Json json;
    json.open('{').name("seats").write(position.seats()).name("actor").write(position.actor());
    json.name("owner").write(position.owner()).name("turn").write(position.turn());
    json.name("out").write(std::uint64_t{position.out()}).name("over").write(position.over());
    json.name("winner").write(position.winner()).name("reason").write(position.reason());
    json.name("endgame").write(position.endgame()).name("text").write(position.dump());
    json.name("tokens").list(position.tokens()).name("chances").open('[');
    for (const auto& [token, weight] : position.chances())
        json.open('[').write(token).write(weight).close(']');
    json.close(']').close('}');
    return said(json);
}

DUIYI_EXPORT(winning_turn) const char* duiyi_winning_turn(Number position, double most) {
    Json json;
    json.list(positions[position].winning_turn(static_cast<std::uint64_t>(most)));
    return said(json);
}

// The room has the kind, a zero, and what such a search has learnt.
DUIYI_EXPORT(thinker) Number duiyi_thinker(Number position) {
    const std::string_view given = room;
    const std::size_t end = given.find('\0');
    if (end == std::string_view::npos) refuse("a kind and weights, with a zero between");
    return thinkers.keep(
        game().thinker(positions[position], given.substr(0, end), given.substr(end + 1)));
}

DUIYI_EXPORT(drop_thinker) void duiyi_drop_thinker(Number thinker) { thinkers.drop(thinker); }

DUIYI_EXPORT(think)
const char* duiyi_think(Number thinker, Number position, double seconds, double nodes,
                        std::size_t memory, int threads, std::uint64_t seed, std::size_t lines) {
    Control control;
    const Limits limits = limits_of(seconds, nodes, memory);
    const auto heard = [](const Thought& thought) {
        const Json json = json_of(thought);
        duiyi_heard(json.text().data(), json.text().size());
    };
    const int number = std::clamp(threads, 1, duiyi_threads());
    return said(json_of(
        thinkers[thinker].think(positions[position], limits, control, number, seed, lines, heard)));
}

DUIYI_EXPORT(prove)
const char* duiyi_prove(Number position, double seconds, double nodes, std::size_t memory,
                        int certificate) {
    Control control;
    const Limits limits = limits_of(seconds, nodes, memory);
    const auto proven = game().prove(positions[position], limits, control, certificate != 0);
    if (!proven) refuse("such a position cannot be proven");
    Json json;
    json.open('{').name("result").write(proven->value).name("nodes").write(proven->nodes);
    json.name("seconds").write(proven->cpu_seconds).name("token").write(proven->token);
    json.name("certificate").write(proven->certificate).close('}');
    return said(json);
}

}  // namespace duiyi
