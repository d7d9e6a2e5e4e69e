// The search of tzaar by itself, for figures, matches and self-play.
//
//   search EVALUATION LIMIT LINES POSITION…          depth, nodes, CPU seconds, and the lines
//   turn PLAYER LIMIT POSITION…                      the tokens of the turn that is played
//   match FIRST SECOND LIMIT LIMIT OPENINGS SEED     FIRST's score against SECOND
//   selfplay EVALUATION LIMIT GAMES SEED FILE        games, written to a file
//   walk EVALUATION GAMES SEED                       random games, evaluated step by step and anew
//   engine PLAYER LIMIT [DEPTH]                      speaks the engine protocol (docs/protocol.md)
//
// An evaluation is `hand`, `linear:FILE` or `net:FILE`; a player is one of these in the search by
// decisions, `turns:FILE` (a network in the search by whole turns) or `baseline`. Settings may
// follow:
// `net:FILE,reduction=1.0,margin=100,hopeless=250,ordering_depth=3,wins_at_hand=1`,
// `turns:FILE,first_steps=8,width=20,reduction=1.5,margin=120,hopeless=250`. A limit is one of a
// turn: `20ms` of CPU time or `5000n` nodes. An engine that is told a depth stops when it is
// reached.
#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "baseline_tzaar/baseline.hpp"
#include "games/tzaar/evaluation/linear.hpp"
#include "games/tzaar/evaluation/network.hpp"
#include "games/tzaar/player.hpp"
#include "tools/decisions.hpp"
#include "tools/search_driver.hpp"
#include "tune/tzaar_games.hpp"
#include "tune/tzaar_match.hpp"
#include "turns_tzaar/turns.hpp"

namespace duiyi::tzaar {
namespace {

// These only play.
struct Plain {};
struct ByTurns {
    Network network;
};

using Evaluation = std::variant<Plain, ByTurns, Linear, Network>;

template <typename Kind>
constexpr bool thinks = std::is_same_v<Kind, Linear> || std::is_same_v<Kind, Network>;

template <typename Read>
auto read_or_throw(const std::string& name, Read read) {
    auto found = read(whole_file(name));
    if (!found) throw std::runtime_error("not an evaluation: " + name);
    return *found;
}

Evaluation evaluation_of(const std::string& word) {
    if (word == "baseline") return Plain{};
    if (word == "hand") return Linear(Linear::by_hand());
    const auto named = parts(word, ':');
    const auto network = [&] {
        return read_or_throw(named[1], [](const auto& text) { return Network::read(text); });
    };
    if (named.size() == 2 && named[0] == "linear")
        return Linear(read_or_throw(named[1], [](const auto& text) { return Linear::read(text); }));
    if (named.size() == 2 && named[0] == "net") return network();
    if (named.size() == 2 && named[0] == "turns") return ByTurns{network()};
    throw std::runtime_error("no such evaluation: " + word);
}

// Where a whole number is kept that only one of the searches, by decisions or by turns, has.
int* place_of(Settings& settings, const std::string& name) {
    return name == "ordering_depth" ? &settings.ordering_depth
           : name == "wins_at_hand" ? &settings.wins_at_hand
                                    : nullptr;
}

int* place_of(TurnSettings& settings, const std::string& name) {
    return name == "first_steps" ? &settings.first_steps
           : name == "width"     ? &settings.width
                                 : nullptr;
}

template <typename Kind>
void set(Kind& settings, const std::string& name, double number) {
    int* const place = name == "margin"     ? &settings.margin
                       : name == "hopeless" ? &settings.hopeless
                                            : place_of(settings, name);
    if (name == "reduction")
        settings.reduction = number;
    else if (place != nullptr)
        *place = static_cast<int>(number);
    else
        throw std::runtime_error("no such setting: " + name);
}

// An evaluation with its settings, from one word.
struct Chosen {
    Evaluation evaluation;
    Settings settings;
    TurnSettings turn_settings;

    explicit Chosen(const std::string& word) {
        auto words = parts(word, ',');
        evaluation = evaluation_of(words.at(0));
        words.erase(words.begin());
        for (const std::string& setting : words) {
            const auto pair = parts(setting, '=');
            const double number = std::stod(pair.at(1));
            if (std::holds_alternative<ByTurns>(evaluation))
                set(turn_settings, pair[0], number);
            else
                set(settings, pair[0], number);
        }
    }

    // A player that knows nothing of other games.
    Decide player(const Limits& limits) const {
        const auto playing = [&](auto player) -> Decide {
            const auto control = std::make_shared<Control>();
            return [=](const Tzaar& state) { return player->decide(state, limits, *control); };
        };
        return std::visit(
            [&](const auto& found) {
                using Kind = std::decay_t<decltype(found)>;
                if constexpr (std::is_same_v<Kind, Plain>)
                    return playing(std::make_shared<Baseline>());
                else if constexpr (std::is_same_v<Kind, ByTurns>)
                    return playing(
                        std::make_shared<TurnPlayer<Network>>(found.network, turn_settings));
                else
                    return playing(std::make_shared<Player<Kind>>(found, settings));
            },
            evaluation);
    }

    Found think(const Tzaar& state, const Limits& limits, std::size_t lines) const {
        Control control;
        return std::visit(
            [&](const auto& found) -> Found {
                using Kind = std::decay_t<decltype(found)>;
                if constexpr (thinks<Kind>)
                    return Player<Kind>(found, settings).think(state, limits, control, lines);
                else
                    throw std::runtime_error("that one only plays");
            },
            evaluation);
    }
};

void show_search(const Chosen& chosen, const Limits& limits, std::size_t lines,
                 const Tzaar& state) {
    const Found found = chosen.think(state, limits, lines);
    std::cout << "depth " << found.depth << " nodes " << found.nodes << " seconds " << found.seconds
              << '\n';
    for (const Line& line : found.lines) {
        std::cout << line.score;
        write_tokens(std::cout, state, line.actions);
        std::cout << '\n';
    }
}

// All decisions of one side.
void show_turn(const Chosen& chosen, const Limits& limits, const Tzaar& state) {
    const Decide decide = chosen.player(limits);
    std::vector<Tzaar::Action> actions;
    for (Tzaar next = state; next.actor() == state.owner(); next.play(actions.back()))
        actions.push_back(decide(next));
    write_tokens(std::cout, state, actions);
    std::cout << '\n';
}

void play_match(const Chosen& first, const Chosen& second, const Limits& first_limits,
                const Limits& second_limits, int openings, std::uint64_t seed) {
    Random random(seed);
    Score score;
    for (int opening = 0; opening < openings; ++opening) {
        const Tzaar start = replay(opened(random, 5 + 2 * (opening % 4)));
        double pair = 0;
        for (int seat = 0; seat < 2; ++seat) {
            const Decide ours = first.player(first_limits), theirs = second.player(second_limits);
            const int winner =
                seat == 0 ? winner_of(start, ours, theirs) : winner_of(start, theirs, ours);
            pair += winner == seat ? 0.5 : 0.0;
        }
        score.add(pair);
        if ((opening + 1) % 25 == 0) std::cout << score << std::endl;
    }
    std::cout << score << "  log ratio 100:0 " << score.log_ratio(0, 100) << '\n';
}

// A game ends when its winner is sure.
Game self_played(const Chosen& chosen, const Limits& limits, Random& random) {
    Game game = opened(random, 1 + static_cast<int>(random.below(12)));
    Tzaar state = replay(game);
    Tzaar::Actions actions;
    std::visit(
        [&](const auto& found) {
            using Kind = std::decay_t<decltype(found)>;
            if constexpr (thinks<Kind>) {
                Player<Kind> player(found, chosen.settings);
                Control control;
                while (!state.over()) {
                    const Line line = player.think(state, limits, control).lines.at(0);
                    if (std::abs(line.score) >= surely_won) {
                        game.winner = static_cast<std::uint8_t>(line.score > 0 ? state.owner()
                                                                               : 1 - state.owner());
                        return;
                    }
                    state.actions(actions);
                    const auto* place = std::find(actions.begin(), actions.end(), line.actions[0]);
                    game.decisions.push_back({static_cast<std::uint16_t>(place - actions.begin()),
                                              static_cast<std::int16_t>(line.score)});
                    state.play(line.actions[0]);
                }
                game.winner = static_cast<std::uint8_t>(state.winner());
            }
        },
        chosen.evaluation);
    return game;
}

void play_oneself(const Chosen& chosen, Limits limits, int games, std::uint64_t seed,
                  const std::string& name) {
    // Small searches fill a small table, and making it takes time.
    limits.memory = std::size_t{2} << 20;
    std::ofstream file(name, std::ios::binary);
    Random random(seed);
    std::size_t decisions = 0;
    for (int number = 0; number < games; ++number) {
        const Game game = self_played(chosen, limits, random);
        decisions += game.decisions.size();
        write_game(file, game);
    }
    std::cout << "games " << games << " decisions " << decisions << " seconds " << thread_seconds()
              << '\n';
}

// Evaluations that are kept from step to step are those of a position by itself.
void walk(const Chosen& chosen, int games, std::uint64_t seed) {
    Random random(seed);
    std::int64_t sum = 0;
    int decisions = 0;
    const auto walk_with = [&](const auto& evaluation) {
        for (int game = 0; game < games; ++game) {
            Tzaar state = replay(opened(random, 1));
            auto kept = evaluation.begin(state);
            Tzaar::Actions actions;
            while (!state.over()) {
                state.actions(actions);
                const auto action =
                    actions[random.below(static_cast<std::uint32_t>(actions.size()))];
                Tzaar next = state;
                next.play(action);
                kept = evaluation.follow(kept, state, next, action);
                state = next;
                const int value = evaluation.value(kept, state.owner(), state.step());
                if (value != evaluation.value(evaluation.begin(state), state.owner(), state.step()))
                    throw std::runtime_error("another value by itself: " + state.dump());
                sum += value;
                ++decisions;
            }
        }
    };
    std::visit(
        [&](const auto& found) {
            if constexpr (thinks<std::decay_t<decltype(found)>>) walk_with(found);
        },
        chosen.evaluation);
    std::cout << "decisions " << decisions << " sum " << sum << '\n';
}

// A player behind stdin and stdout. Those that think answer with all steps of a turn that they have
// thought about, and say how deep they looked, how much, and which share they expect.
class Engine {
public:
    Engine(const Chosen& chosen, const Limits& limits, int depth)
        : chosen_(chosen), limits_(limits), depth_(depth) {}

    void answer(const std::string& line) {
        const std::size_t space = std::min(line.find(' '), line.size());
        const std::string word = line.substr(0, space);
        if (word == "game") begin();
        if (word == "hello" || word == "game") std::cout << "ready" << std::endl;
        if (word == "position") state_ = Tzaar::load(line.substr(space + 1));
        if (word == "go" && state_ && !state_->over()) {
            const Actions actions = turn_();
            std::cout << "move";
            write_tokens(std::cout, *state_, actions);
            std::cout << std::endl;
        }
    }

private:
    using Actions = std::vector<Tzaar::Action>;

    void begin() {
        std::visit(
            [&](const auto& evaluation) {
                using Kind = std::decay_t<decltype(evaluation)>;
                if constexpr (thinks<Kind>) {
                    const auto player =
                        std::make_shared<Player<Kind>>(evaluation, chosen_.settings);
                    turn_ = [this, player] { return thought(*player); };
                } else {
                    const Decide decide = chosen_.player(limits_);
                    turn_ = [this, decide] { return Actions{decide(*state_)}; };
                }
            },
            chosen_.evaluation);
    }

    template <typename Thinking>
    Actions thought(Thinking& player) const {
        Control control;
        const auto heard = [&](const Found& found) {
            if (depth_ > 0 && found.depth >= depth_) control.stop();
        };
        const Found found = player.think(*state_, limits_, control, 1, 1, 0, heard);
        if (found.lines.empty()) {
            Tzaar::Actions all;
            state_->actions(all);
            return {all[0]};
        }
        const Line& best = found.lines[0];
        std::cout << "info depth " << found.depth << " nodes " << found.nodes << " share "
                  << expected_share(best.score) << std::endl;
        Actions own;
        Tzaar next = *state_;
        for (const Tzaar::Action action : best.actions) {
            if (next.actor() != state_->owner()) break;
            own.push_back(action);
            next.play(action);
        }
        return own;
    }

    const Chosen& chosen_;
    Limits limits_;
    int depth_;
    std::optional<Tzaar> state_;
    std::function<Actions()> turn_;
};

void serve(const Chosen& chosen, const Limits& limits, int depth) {
    Engine engine(chosen, limits, depth);
    for (std::string line; std::getline(std::cin, line) && line != "quit";) engine.answer(line);
}

void run(const Arguments& words) {
    const auto number = [&](std::size_t place) { return std::stoi(words.at(place)); };
    const auto limit = [&](std::size_t place) { return limits_of(words.at(place), small_memory); };
    const std::string what = words.at(0);
    if (what == "search") {
        show_search(Chosen(words.at(1)), limit(2), static_cast<std::size_t>(number(3)),
                    position_of<Tzaar>(words, 4));
    } else if (what == "turn") {
        show_turn(Chosen(words.at(1)), limit(2), position_of<Tzaar>(words, 3));
    } else if (what == "match") {
        play_match(Chosen(words.at(1)), Chosen(words.at(2)), limit(3), limit(4), number(5),
                   std::stoull(words.at(6)));
    } else if (what == "selfplay") {
        play_oneself(Chosen(words.at(1)), limit(2), number(3), std::stoull(words.at(4)),
                     words.at(5));
    } else if (what == "walk") {
        walk(Chosen(words.at(1)), number(2), std::stoull(words.at(3)));
    } else if (what == "engine") {
        serve(Chosen(words.at(1)), limit(2), words.size() > 3 ? number(3) : 0);
    } else {
        throw std::runtime_error("search, turn, match, selfplay, walk or engine, not " + what);
    }
}

}  // namespace
}  // namespace duiyi::tzaar

int main(int count, char** words) { return duiyi::run_words(count, words, duiyi::tzaar::run); }
