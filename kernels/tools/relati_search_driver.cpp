// The search of two-seat relati by itself, for figures, matches and tuning.
//
//   search PLAYER LIMIT LINES THREADS POSITION…
//       depth, nodes, CPU seconds, and the lines
//   match FIRST SECOND OPTIONS LIMIT LIMIT OPENINGS SEED
//       FIRST's score against SECOND
//   selfplay WEIGHTS OPTIONS LIMIT GAMES SEED
//       a game per line: the first seat's share of the score, and the tokens, of which those before
//       the `|` were chosen by chance
//   fit WEIGHTS OPTIONS TRUST FILE…
//       weights, where those for these options are fitted to games
//   classic LIMIT POSITION…
//       the same search for relati classic
//
// Weights are `hand` or a file. A player is weights or, in matches, `mcts` or `random`; settings
// may follow it: `hand,reduction=1.5,margin=100`. Options are `none` or some of
// `continuous+cannon+chain+migration`. A limit is one of a decision: `20ms` of CPU time, `5000n`
// nodes or, for a search, `30stop`: it is told to stop after so many milliseconds of the clock, and
// the milliseconds are printed in which it did.
#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "games/relati/kernel.hpp"
#include "games/relati/player.hpp"
#include "games/relati_classic/knowledge.hpp"
#include "search/mcts/search.hpp"
#include "tools/decisions.hpp"
#include "tools/search_driver.hpp"
#include "tools/stopping.hpp"
#include "tune/relati_fit.hpp"
#include "tune/tzaar_match.hpp"

namespace duiyi::relati {
namespace {

using tzaar::Score;
using Decide = std::function<RelatiAction(const State&)>;

std::array<Weights, choices> weights_of(const std::string& name) {
    if (name == "hand") return Evaluation::by_hand();
    const auto weights = Evaluation::read(whole_file(name));
    if (!weights) throw std::runtime_error("no weights in " + name);
    return *weights;
}

duel::Settings settings_of(const Arguments& words) {
    duel::Settings settings;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const Arguments pair = parts(words[i], '=');
        const double number = std::stod(pair.at(1));
        if (pair[0] == "reduction")
            settings.reduction = number;
        else if (pair[0] == "margin")
            settings.margin = static_cast<int>(number);
        else if (pair[0] == "ordering_depth")
            settings.ordering_depth = static_cast<int>(number);
        else if (pair[0] == "breadth")
            settings.breadth = static_cast<int>(number);
        else if (pair[0] == "urgent")
            settings.urgent = number != 0;
        else
            throw std::runtime_error("no such setting: " + pair[0]);
    }
    return settings;
}

Limits limit_in(const Arguments& words, std::size_t place) {
    return limits_of(words.at(place), small_memory);
}

State start_of(const std::string& name) {
    for (std::size_t choice = 0; choice < choices; ++choice)
        if (possible(choice) && name_of(choice) == name)
            return State::start(
                {(choice & 1U) != 0, (choice & 2U) != 0, (choice & 4U) != 0, (choice & 8U) != 0});
    throw std::runtime_error("no such options: " + name);
}

RelatiAction any_action(const State& state, Random& random) {
    State::Actions actions;
    state.actions(actions);
    return actions[random.below(static_cast<std::uint32_t>(actions.size()))];
}

// By chance, as many decisions; again when the game would be over.
State opened(const State& start, std::uint64_t seed, int decisions, std::string* tokens = nullptr) {
    Random random(seed);
    while (true) {
        State state = start;
        if (tokens != nullptr) tokens->clear();
        for (int i = 0; i < decisions && !state.over(); ++i) {
            const RelatiAction action = any_action(state, random);
            if (tokens != nullptr) *tokens += ' ' + state.text(action);
            state.play(action);
        }
        if (!state.over()) return state;
    }
}

double first_share(const State& over) {
    return over.winner() == nobody ? 0.5 : over.winner() == 0 ? 1 : 0;
}

// A player from one word; it knows nothing of other games.
class Contender {
public:
    explicit Contender(const std::string& word) {
        const Arguments words = parts(word, ',');
        kind_ = words.at(0) == "mcts"  ? Kind::mcts
                : words[0] == "random" ? Kind::random
                                       : Kind::duel;
        if (kind_ == Kind::duel) evaluation_ = std::make_unique<Evaluation>(weights_of(words[0]));
        settings_ = settings_of(words);
    }

    Decide player(const Limits& limits, std::uint64_t seed) const {
        const auto control = std::make_shared<Control>();
        if (kind_ == Kind::random) {
            const auto random = std::make_shared<Random>(seed);
            return [=](const State& state) { return any_action(state, *random); };
        }
        if (kind_ == Kind::mcts) {
            const auto search = std::make_shared<Mcts<State>>();
            return [=](const State& state) {
                return *search->search(state, limits, *control, 1, seed).best;
            };
        }
        const auto player = std::make_shared<Player>(*evaluation_, settings_);
        return [=](const State& state) {
            return player->think(state, limits, *control, 1, 1).lines[0].actions[0];
        };
    }

    Found think(const State& state, const Limits& limits, Control& control, std::size_t lines,
                int threads) const {
        if (kind_ != Kind::duel) throw std::runtime_error("it only plays");
        return Player(*evaluation_, settings_).think(state, limits, control, lines, threads);
    }

private:
    enum class Kind { duel, mcts, random };

    Kind kind_;
    std::unique_ptr<Evaluation> evaluation_;
    duel::Settings settings_;
};

template <GameKernel Kernel>
void show(const Kernel& state, const alphabeta::Found<typename Kernel::Action>& found) {
    std::cout << "depth " << found.depth << " nodes " << found.nodes << " seconds " << found.seconds
              << '\n';
    for (const auto& line : found.lines) {
        std::cout << line.score << ' ' << duel::expected_share(line.score);
        write_tokens(std::cout, state, line.actions);
        std::cout << '\n';
    }
}

// The share of the first seat.
double played(State state, const std::array<Decide, 2>& deciders) {
    while (!state.over()) state.play(deciders[static_cast<std::size_t>(state.actor())](state));
    return first_share(state);
}

void play_match(const Arguments& words) {
    const Contender first(words.at(1)), second(words.at(2));
    const State start = start_of(words.at(3));
    const Limits first_limits = limit_in(words, 4), second_limits = limit_in(words, 5);
    const int openings = std::stoi(words.at(6));
    Random random(std::stoull(words.at(7)));
    Score score;
    int level_games = 0;
    for (int opening = 0; opening < openings; ++opening) {
        const State begin = opened(start, random.next(), 2 + opening % 5);
        double pair = 0;
        for (int seat = 0; seat < 2; ++seat) {
            std::array<Decide, 2> deciders{first.player(first_limits, random.next()),
                                           second.player(second_limits, random.next())};
            if (seat == 1) std::swap(deciders[0], deciders[1]);
            const double share = played(begin, deciders);
            level_games += share == 0.5;
            pair += (seat == 0 ? share : 1 - share) / 2;
        }
        score.add(pair);
        if ((opening + 1) % 25 == 0) std::cout << score << " level " << level_games << std::endl;
    }
    std::cout << score << " level " << level_games << '\n';
}

// A game ends when its winner is sure.
void play_oneself(const Arguments& words) {
    const Evaluation evaluation(weights_of(words.at(1)));
    const State start = start_of(words.at(2));
    Limits limits = limit_in(words, 3);
    limits.memory = std::size_t{1} << 20;
    Random random(std::stoull(words.at(5)));
    Control control;
    for (int games = std::stoi(words.at(4)); games > 0; --games) {
        const std::uint64_t seed = random.next();
        const int opening = 1 + static_cast<int>(random.below(10));
        std::string tokens;
        State state = opened(start, seed, opening, &tokens);
        tokens += " |";
        Player player(evaluation);
        double share = -1;
        while (share < 0) {
            const auto line = player.think(state, limits, control, 1, 1).lines.at(0);
            tokens += ' ' + state.text(line.actions[0]);
            const bool first = state.actor() == 0;
            state.play(line.actions[0]);
            if (std::abs(line.score) >= duel::surely_won)
                share = (line.score > 0) == first ? 1 : 0;
            else if (state.over())
                share = first_share(state);
        }
        std::cout << share << tokens << '\n';
    }
}

// What its positions came to, but for those that chance chose.
void learn_game(Fit& fit, State state, const std::string& line) {
    std::istringstream words(line);
    double share = 0;
    words >> share;
    bool chosen = false;
    for (std::string token; words >> token;) {
        if (token == "|") {
            chosen = true;
            continue;
        }
        if (chosen) fit.add(state, state.actor() == 0 ? share : 1 - share);
        state.play(state.parse(token).value());
    }
}

void fit_weights(const Arguments& words) {
    auto weights = weights_of(words.at(1));
    const State start = start_of(words.at(2));
    Weights& own = weights[number_of(start.options())];
    Fit fit;
    for (std::size_t i = 4; i < words.size(); ++i) {
        std::ifstream file(words[i]);
        for (std::string line; std::getline(file, line);) learn_game(fit, start, line);
    }
    if (fit.size() == 0) throw std::runtime_error("no games");
    const Weights tuned = fit.fitted(own, std::stod(words.at(3)));
    std::cerr << words[2] << ": positions " << fit.size() << " loss " << fit.loss(Weights{})
              << " without, " << fit.loss(own) << " before, " << fit.loss(tuned) << " after\n";
    own = tuned;
    std::cout << Evaluation::write(weights);
}

void think_classic(const Arguments& words) {
    const auto state = position_of<Classic<2>>(words, 2);
    Control control;
    const ClassicKnowledge knowledge;
    show(state, ClassicPlayer(knowledge).think(state, limit_in(words, 1), control, 1, 1));
}

void think(const Arguments& words) {
    const State state = position_of<State>(words, 5);
    const Contender contender(words.at(1));
    const std::size_t lines = std::stoul(words.at(3));
    const int threads = std::stoi(words.at(4));
    Control control;
    const bool told = words.at(2).ends_with("stop");
    Stopping stopping(control, told ? std::stod(words[2]) : 0);
    const Limits limits = limits_of(told ? "100000ms" : words[2], small_memory);
    const Found found = contender.think(state, limits, control, lines, threads);
    const auto waited = stopping.waited();
    show(state, found);
    if (waited) std::cout << "stopped in " << *waited << '\n';
}

void run(const Arguments& words) {
    const std::string what = words.at(0);
    if (what == "search") {
        think(words);
    } else if (what == "match") {
        play_match(words);
    } else if (what == "selfplay") {
        play_oneself(words);
    } else if (what == "fit") {
        fit_weights(words);
    } else if (what == "classic") {
        think_classic(words);
    } else {
        throw std::runtime_error("search, match, selfplay, fit or classic, not " + what);
    }
}

}  // namespace
}  // namespace duiyi::relati

int main(int count, char** words) { return duiyi::run_words(count, words, duiyi::relati::run); }
