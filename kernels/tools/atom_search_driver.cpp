// The search of atom by whole turns, for tests, figures, matches and tuning.
//
//   search PLAYER LIMIT LINES SEED POSITION…       nodes, CPU seconds, and the lines
//   match PLAYER PLAYER LIMIT LIMIT PAIRS SEED     the first one's score against the second
//   game PLAYER PLAYER LIMIT LIMIT SEED            the tokens of one game
//   tune PLAYER LIMIT GENERATIONS GAMES SEED FILE  weights fitted to games of its own, to a file
//
// A player is `hand`, `turns:FILE` with the weights in a file, `mcts` or `random`; settings of the
// search may follow: `turns:FILE,beam=4,answers=2`. A limit is one of a turn: `20ms` of CPU time or
// `5000n` nodes (playouts of a decision for `mcts`); of a search also `20stop`, which tells it to
// stop after 20 ms of the clock.
#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "games/atom/insight.hpp"
#include "games/atom/turns/player.hpp"
#include "search/mcts/search.hpp"
#include "tools/decisions.hpp"
#include "tools/search_driver.hpp"
#include "tools/stopping.hpp"
#include "tune/atom_fit.hpp"
#include "tune/atom_match.hpp"

namespace duiyi::atom {
namespace {

using Word = std::uint32_t;
using State = AtomNarrow;

Weights weights_in(const std::string& name) {
    const auto weights = read_weights(whole_file(name));
    if (!weights) throw std::runtime_error("no weights in " + name);
    return *weights;
}

// How much CPU time a player used in the turns of all its games.
struct Effort {
    double seconds = 0, longest_turn = 0;
    std::uint64_t decisions = 0;

    void add(double spent, int turn) {
        ++decisions;
        seconds += spent;
        in_turn_ = turn == turn_ ? in_turn_ + spent : spent;
        turn_ = turn;
        longest_turn = std::max(longest_turn, in_turn_);
    }

private:
    int turn_ = 0;
    double in_turn_ = 0;
};

// A player from one word.
struct Chosen {
    std::string kind;
    Weights weights{};
    SearchSettings settings;
    int threads = 1;
    double mcts_share = 0.25;  // of what is left of a turn, for each decision

    explicit Chosen(const std::string& word) {
        auto words = parts(word, ',');
        const auto named = parts(words.at(0), ':');
        kind = named[0];
        if (kind == "hand")
            weights = weights_by_hand();
        else if (kind == "turns" && named.size() == 2)
            weights = weights_in(named[1]);
        else if (kind != "mcts" && kind != "random")
            throw std::runtime_error("no such player: " + word);
        words.erase(words.begin());
        for (const std::string& setting : words) set(parts(setting, '='));
    }

    bool searches() const { return kind == "hand" || kind == "turns"; }

    // For one game.
    Decide<Word> player(const Limits& limits, std::uint64_t seed, Effort& effort) const {
        const auto control = std::make_shared<Control>();
        const auto random = std::make_shared<Random>(seed);
        if (kind == "random")
            return [=](const State& state) {
                State::Actions actions;
                state.actions(actions);
                return actions[random->below(static_cast<std::uint32_t>(actions.size()))];
            };
        if (kind == "mcts") return mcts(limits, control, random, effort);
        const auto player = std::make_shared<Player<Word>>(weights, settings);
        return [=, &effort](const State& state) {
            const double begun = thread_seconds();
            const Found found = player->think(state, limits, *control, 1, random->next(), 1);
            effort.add(thread_seconds() - begun, state.turn());
            return found.lines.at(0).actions.at(0);
        };
    }

private:
    void set(const Arguments& pair) {
        const double number = std::stod(pair.at(1));
        const std::map<std::string, std::size_t*> sizes{{"beam", &settings.beam},
                                                        {"acted", &settings.acted},
                                                        {"finalists", &settings.finalists},
                                                        {"levels", &settings.levels},
                                                        {"width", &settings.atoms_width},
                                                        {"orders", &settings.orders},
                                                        {"answer_beam", &settings.answer_beam},
                                                        {"rounds", &settings.rounds}};
        if (const auto found = sizes.find(pair[0]); found != sizes.end())
            *found->second = static_cast<std::size_t>(number);
        else if (pair[0] == "answers")
            settings.answers = static_cast<int>(number);
        else if (pair[0] == "confidence")
            settings.confidence = number;
        else if (pair[0] == "doubt")
            settings.doubt = number;
        else if (pair[0] == "threads")
            threads = static_cast<int>(number);
        else if (pair[0] == "share")
            mcts_share = number;
        else
            throw std::runtime_error("no such setting: " + pair[0]);
    }

    // Each decision gets a share of what is left of its turn, so that all of them have some.
    Decide<Word> mcts(const Limits& limits, const std::shared_ptr<Control>& control,
                      const std::shared_ptr<Random>& random, Effort& effort) const {
        const auto search = std::make_shared<Mcts<State>>(Insight<State>::settings);
        const auto turn = std::make_shared<int>(0);
        const auto left = std::make_shared<double>(0);
        return [=, &effort, share = mcts_share](const State& state) {
            if (std::exchange(*turn, state.turn()) != state.turn()) *left = limits.seconds;
            Limits now = limits;
            now.seconds = share * std::max(0.0, *left);
            const double begun = thread_seconds();
            const auto found = search->search(state, now, *control, 1, random->next());
            const double spent = thread_seconds() - begun;
            *left -= spent;
            effort.add(spent, state.turn());
            return *found.best;
        };
    }
};

template <std::unsigned_integral Size>
void show_search(const Chosen& chosen, const std::string& limit, std::size_t lines,
                 std::uint64_t seed, const Atom<Size>& state) {
    if (state.actor() < 0) throw std::runtime_error("nobody decides");
    Player<Size> player(chosen.weights, chosen.settings);
    Control control;
    const bool stopped = limit.ends_with("stop");
    Stopping stopping(control, stopped ? std::stod(limit) : 0);
    const Found found = player.think(state, stopped ? Limits{} : limits_of(limit), control,
                                     chosen.threads, seed, lines);
    const auto waited = stopping.waited();
    std::cout << "nodes " << found.nodes << " seconds " << found.seconds << '\n';
    for (const RankedLine& line : found.lines) {
        std::cout << line.share;
        write_tokens(std::cout, state, line.actions);
        std::cout << '\n';
    }
    if (waited) std::cout << "stopped " << *waited << '\n';
}

struct Matched {
    Score score;
    std::array<Effort, 2> efforts;
    int turns = 0;
    double as_first = 0;  // points of the first player on seat 0
};

Matched matched(const Chosen& first, const Chosen& second, const Limits& first_limits,
                const Limits& second_limits, int pairs, std::uint64_t seed, bool told = false) {
    Random random(seed);
    Matched match;
    auto& [ours, theirs] = match.efforts;
    for (int number = 0; number < pairs; ++number) {
        const std::uint64_t luck = random.next();
        const double begun =
            score_of(State{}, first.player(first_limits, random.next(), ours),
                     second.player(second_limits, random.next(), theirs), luck, match.turns);
        const double followed =
            1 - score_of(State{}, second.player(second_limits, random.next(), theirs),
                         first.player(first_limits, random.next(), ours), luck, match.turns);
        match.as_first += begun;
        match.score.add((begun + followed) / 2);
        if (told && (number + 1) % 20 == 0) std::cout << match.score << std::endl;
    }
    return match;
}

void show_match(const Matched& match) {
    const int pairs = match.score.pairs();
    std::cout << match.score << " as seat 0 " << match.as_first / pairs << " turns "
              << static_cast<double>(match.turns) / (2 * pairs);
    for (const Effort& effort : match.efforts)
        std::cout << " | seconds " << effort.seconds << " longest turn " << effort.longest_turn
                  << " decisions " << effort.decisions;
    std::cout << '\n';
}

void show_game(const Chosen& first, const Chosen& second, const Limits& first_limits,
               const Limits& second_limits, std::uint64_t luck) {
    Effort ours, theirs;
    const auto zero = first.player(first_limits, 1, ours);
    const auto one = second.player(second_limits, 2, theirs);
    State state{};
    while (!state.over()) {
        if (state.position().step.phase == AtomPhase::choosing)
            std::cout << '\n' << state.dump() << std::endl;
        State next = state;
        if (state.actor() == chance) {
            draw(next, luck);
            std::cout << " +";
            for (std::size_t colour = 0; colour < atom_colours; ++colour)
                std::cout << next.position().side(next.owner()).held[colour] -
                                 state.position().side(state.owner()).held[colour];
        } else {
            const AtomAction action = state.actor() == 0 ? zero(state) : one(state);
            std::cout << ' ' << state.text(action);
            next.play(action);
        }
        state = next;
    }
    std::cout << "\nwinner " << state.winner() << '\n';
}

// Generations: games of the best weights so far, weights fitted to them, and a match that says
// whether they are better.
void tune(Chosen best, const Limits& limits, int generations, int games, std::uint64_t seed,
          const std::string& name) {
    Random random(seed);
    for (int generation = 1; generation <= generations; ++generation) {
        SelfPlay<Word> play(best.settings, limits);
        for (int number = 0; number < games; ++number) play.play(best.weights, random.next());
        Chosen fitted = best;
        std::cout << "generation " << generation;
        for (std::size_t stage = 0; stage < stages; ++stage) {
            const Fit fit(play.samples()[stage]);
            Network& network = fitted.weights[stage];
            network = fit.fitted(network);
            std::cout << " | " << play.samples()[stage].size() << " positions, loss "
                      << fit.loss(network);
        }
        const Score score = matched(fitted, best, limits, limits, 100, random.next()).score;
        std::cout << " | " << score << std::endl;
        if (score.mean() > 0.5) best = fitted;
        std::ofstream(name) << write_weights(best.weights);
    }
    std::cout << "seconds " << thread_seconds() << '\n';
}

void run(const Arguments& words) {
    const auto whole = [&](std::size_t place) { return std::stoull(words.at(place)); };
    const std::string what = words.at(0);
    if (what == "search") {
        const std::string position = position_text(words, 5);
        const Chosen chosen(words.at(1));
        if (const auto state = AtomNarrow::load(position))
            show_search(chosen, words.at(2), whole(3), whole(4), *state);
        else if (const auto wide = AtomWide::load(position))
            show_search(chosen, words.at(2), whole(3), whole(4), *wide);
        else
            throw std::runtime_error("no position: " + position);
    } else if (what == "match") {
        show_match(matched(Chosen(words.at(1)), Chosen(words.at(2)), limits_of(words.at(3)),
                           limits_of(words.at(4)), static_cast<int>(whole(5)), whole(6), true));
    } else if (what == "game") {
        show_game(Chosen(words.at(1)), Chosen(words.at(2)), limits_of(words.at(3)),
                  limits_of(words.at(4)), whole(5));
    } else if (what == "tune") {
        tune(Chosen(words.at(1)), limits_of(words.at(2)), static_cast<int>(whole(3)),
             static_cast<int>(whole(4)), whole(5), words.at(6));
    } else {
        throw std::runtime_error("search, match, game or tune, not " + what);
    }
}

}  // namespace
}  // namespace duiyi::atom

int main(int count, char** words) { return duiyi::run_words(count, words, duiyi::atom::run); }
