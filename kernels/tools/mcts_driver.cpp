// Search by simulation behind stdin and stdout, for tests and figures. One line in, one line out.
//
// usage: mcts_driver [KERNEL [phases]]
//
// Compiled for one game with -DDUIYI_GAME=<folder of games/>; the argument is the name of one of
// its kernels, where there are several. With `phases` relati legacy is judged by phases, against
// the other judge.
//
//   load DUMP             → `ok`, or `bad`
//   play TOKEN            → `ok`, or `illegal`
//   search KEY=VALUE…     → `TOKEN proof value answered playouts decisions kept memory CPU clock |
//                            token=visits=value=proof … | variation`
//   forget                → `ok`; the next search begins anew
//   match KEY=VALUE…      → score of `a` with the half of its 95 % interval, and both sides' effort
//   fit KEY=VALUE…        → weights of the game's evaluation, fitted to games of its own play
//
// Keys of a search are nodes, seconds, memory, threads, seed, stop (seconds of the clock after
// which it is told to stop), and the names of MctsSettings; of a match openings, opening (its
// length), seed, patience, and for both contenders keys of a search with `a:` or `b:` before them
// (`random=1` makes one that does not search; `b` is judged as usual); of a fit generations, games
// (of a generation), kept (positions), looks (at positions, in a regression), opening, seed,
// threads and keys of a search.
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "common/this_game.hpp"
#include "search/mcts/search.hpp"
#include "tools/answering.hpp"
#include "tools/decisions.hpp"
#include "tools/stopping.hpp"
#include "tune/mcts_fit.hpp"
#include "tune/mcts_match.hpp"

namespace duiyi {

class Keys {
public:
    explicit Keys(const std::string& text) {
        std::istringstream words(text);
        for (std::string word; words >> word;) {
            const std::size_t sign = word.find('=');
            if (sign != std::string::npos) values_[word.substr(0, sign)] = word.substr(sign + 1);
        }
    }

    // Changes the value where the key is given.
    template <typename Value>
    void read(const std::string& key, Value& value) const {
        const auto found = values_.find(key);
        if (found != values_.end()) value = static_cast<Value>(std::stod(found->second));
    }

private:
    std::map<std::string, std::string> values_;
};

Contender read_contender(const Keys& keys, const std::string& mark, const MctsSettings& settings) {
    Contender contender;
    contender.settings = settings;
    const auto read = [&](const char* name, auto& value) { keys.read(mark + name, value); };
    read("nodes", contender.limits.nodes);
    read("seconds", contender.limits.seconds);
    read("memory", contender.limits.memory);
    read("threads", contender.threads);
    read("random", contender.random);
    read("explore", contender.settings.explore);
    read("prior", contender.settings.prior);
    read("temperature", contender.settings.temperature);
    read("hope", contender.settings.hope);
    read("trust", contender.settings.trust);
    read("width", contender.settings.width);
    read("widening", contender.settings.widening);
    read("ripe", contender.settings.ripe);
    read("cut", contender.settings.cut);
    read("longest", contender.settings.longest);
    read("judging", contender.settings.judging);
    return contender;
}

constexpr std::string_view name(Proof proof) {
    constexpr std::array<std::string_view, 4> names{"-", "win", "level", "loss"};
    return names[static_cast<std::size_t>(proof)];
}

template <GameKernel State, typename Judge = Insight<State>>
class Session {
public:
    std::string answer(const std::string& word, const std::string& rest) {
        if (word == "load") {
            state_ = State::load(rest);
            return state_ ? "ok" : "bad";
        }
        if (!state_) return "bad";
        if (word == "play") return play_token(*state_, rest) ? "ok" : "illegal";
        if (word == "forget") {
            search_.reset();
            return "ok";
        }
        const Keys keys(rest);
        if (word == "search") return search(keys);
        if (word == "match") return match(keys);
        if constexpr (Weighs<Judge, State>)
            if (word == "fit") return fit(keys);
        return "bad";
    }

private:
    std::string search(const Keys& keys) {
        const Contender contender = read_contender(keys, "", Judge::settings);
        std::uint64_t seed = 1;
        double stop = 0;
        keys.read("seed", seed);
        keys.read("stop", stop);
        if (!search_) search_.emplace(contender.settings);
        Control control;
        const Stopping stopping(control, 1000 * stop);
        const auto begun = std::chrono::steady_clock::now();
        const auto found =
            search_->search(*state_, contender.limits, control, contender.threads, seed);
        const std::chrono::duration<double> lasted = std::chrono::steady_clock::now() - begun;
        if (!found.best) return "bad";
        std::ostringstream out;
        out << state_->text(*found.best) << ' ' << name(found.proof) << ' ' << found.value << ' '
            << found.answered << ' ' << found.playouts << ' ' << found.decisions << ' '
            << found.kept << ' ' << found.memory << ' ' << found.seconds << ' ' << lasted.count()
            << " |";
        for (const auto& finding : found.findings)
            out << ' ' << state_->text(finding.action) << '=' << finding.visits << '='
                << finding.value << '=' << name(finding.proof);
        out << " |";
        write_tokens(out, *state_, found.variation);
        return out.str();
    }

    std::string match(const Keys& keys) const {
        MatchSettings settings;
        keys.read("openings", settings.openings);
        keys.read("opening", settings.opening_length);
        keys.read("seed", settings.seed);
        keys.read("patience", settings.patience);
        MctsMatch<State, Judge> match(*state_, read_contender(keys, "a:", Judge::settings),
                                      read_contender(keys, "b:", Insight<State>::settings));
        const MatchResult result = match.play(settings);
        std::ostringstream out;
        out << result.score << " +- " << result.uncertainty << " games " << result.games;
        for (const auto& effort : result.efforts)
            out << " | decisions " << effort.decisions << " seconds " << effort.seconds
                << " longest " << effort.longest << " playouts/s "
                << (effort.seconds > 0 ? static_cast<double>(effort.playouts) / effort.seconds : 0);
        return out.str();
    }

    std::string fit(const Keys& keys) const {
        using Learning = LearningInsight<Judge>;
        FitGames wanted;
        int generations = 1;
        std::size_t kept = 400'000, looks = 4'000'000;
        keys.read("generations", generations);
        keys.read("games", wanted.games);
        keys.read("seed", wanted.seed);
        keys.read("opening", wanted.opening_length);
        keys.read("threads", wanted.threads);
        keys.read("kept", kept);
        keys.read("looks", looks);
        const Contender contender = read_contender(keys, "", Judge::settings);
        MctsFit<State, Learning> fitting;
        Learning::learnt = Judge::weights(*state_);
        std::ostringstream out;
        for (int generation = 1; generation <= generations; ++generation, ++wanted.seed) {
            fitting.play(*state_, contender.settings, contender.limits, wanted);
            fitting.keep_newest(kept);
            const auto before = Learning::learnt;
            Learning::learnt = fitting.fitted(before, looks);
            std::ostringstream told;
            told << fitting.size() << " positions, loss " << fitting.loss({}) << " without, "
                 << fitting.loss(before) << " before, " << fitting.loss(Learning::learnt)
                 << " after:";
            for (const float weight : Learning::learnt) told << ' ' << weight;
            std::cerr << "generation " << generation << ": " << told.str() << std::endl;
            out.str(told.str());
        }
        return out.str();
    }

    std::optional<State> state_;
    std::optional<Mcts<State, Judge>> search_;
};

// The kernel of this name; by its game's other judge where it is wanted.
template <typename Kernels>
bool serve(std::string_view wanted, bool by_phases) {
    return Kernels::any([&]<typename State>(std::string_view name) {
        if (name != wanted) return false;
        if constexpr (requires { typename Kernels::template Phases<State>; }) {
            if (by_phases) {
                answer_lines(Session<State, typename Kernels::template Phases<State>>());
                return true;
            }
        }
        answer_lines(Session<State>());
        return true;
    });
}

}  // namespace duiyi

int main(int count, char** arguments) {
    const std::string_view wanted = count > 1 ? arguments[1] : "";
    const bool by_phases = count > 2 && std::string_view(arguments[2]) == "phases";
    if (duiyi::serve<duiyi::ThisGame>(wanted, by_phases)) return 0;
    std::cerr << "no kernel is called so: " << wanted << '\n';
    return 2;
}
