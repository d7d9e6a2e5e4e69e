// Whole turns of atom compared by what follows them: the other side's answers, played quickly, with
// draws by chance that are the same for all.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/control.hpp"
#include "common/threads.hpp"
#include "games/atom/turns/acting.hpp"
#include "games/atom/turns/placing.hpp"

namespace duiyi::atom {

// How much is looked at; what `level` doubles is for the first round of thought, as long as there
// is time for another.
struct SearchSettings {
    std::size_t beam = 6;         // placements that are followed (level)
    std::size_t acted = 8;        // placements whose actions are looked at (level)
    std::size_t finalists = 6;    // turns that are compared by answers (level)
    std::size_t atoms_width = 2;  // atoms at a decision about them
    std::size_t orders = 200;     // positions for the actions of one placement
    int answers = 1;              // turns that are played after this one
    std::size_t answer_beam = 1;  // placements that are followed in answers
    double confidence = 1.5;      // standard errors that a turn is behind when it is dropped, and
    double doubt = 0.5;           // how many more with each level
    std::size_t levels = 6;
    std::size_t rounds = 1U << 20;  // of answers at a level, at most
};

// A turn, or its beginning: the position to which it leads, and what answers to it were worth to
// whoever decides.
template <std::unsigned_integral Word>
struct ComparedTurn {
    Atom<Word> state;
    Line line;
    std::uint64_t origin = 0;  // the hash of what its actions were looked for from
    float value = 0;           // at first sight
    // By the choice of whoever goes on.
    std::array<std::vector<float>, 3> shares;
    std::array<double, 3> sums{};
    std::array<bool, 3> open{};
    std::size_t best = 0;  // the choice that is to be expected
    bool alive = true;

    // More than at first sight.
    bool known() const { return state.over() || !shares[best].empty(); }

    float share() const {
        if (shares[best].empty()) return share_of(value);
        return static_cast<float>(mean(best));
    }

    // Less for what is little known, and for what is known at first sight only even less than for
    // anything that was compared.
    float cautious_share() const {
        if (state.over()) return share();
        const auto count = static_cast<float>(shares[best].size());
        return count == 0 ? share() - 1 : share() - 0.2F / std::sqrt(count);
    }

    double mean(std::size_t choice) const {
        return sums[choice] / static_cast<double>(shares[choice].size());
    }

    void add(std::size_t choice, float share) {
        shares[choice].push_back(share);
        sums[choice] += static_cast<double>(share);
    }
};

template <std::unsigned_integral Word>
class Comparison {
public:
    using State = Atom<Word>;
    using Turn = ComparedTurn<Word>;
    using Kind = AtomAction::Kind;

    Comparison(const Evaluation& evaluation, const SearchSettings& settings, int seat,
               std::uint64_t seed)
        : evaluation_(evaluation), settings_(settings), seat_(seat), seed_(seed) {}

    // Rounds of answers to all turns that may still be the best, until one is left. Turns are given
    // in the order of how good they seem, and are so again afterwards.
    void run(std::vector<Turn>& turns, std::size_t level, std::size_t finalists,
             const Limits& limits, Control& control, Budget& budget, int threads) {
        if (turns.size() < 2 || turns[0].value >= surely) return;
        confidence_ = settings_.confidence + settings_.doubt * static_cast<double>(level);
        prepare(turns, finalists);
        for (std::size_t round = 0;
             round < settings_.rounds && !budget.over() && undecided(turns);) {
            const auto number = static_cast<std::size_t>(threads);
            std::vector<std::vector<float>> results(number);
            const Limits left = rest(limits, budget);  // this thread's clock tells, and its nodes
            Helpers helpers;
            for (std::size_t helper = 1; helper < number; ++helper)
                helpers.add([&, helper] {
                    Budget own(left, control);
                    results[helper] = play_round(turns, round + helper, own);
                    others_nodes_ += own.nodes();
                });
            results[0] = play_round(turns, round, budget);
            helpers.join();
            for (const auto& result : results) take(turns, round++, result);
            if (round >= first_rounds) drop(turns);
        }
        std::stable_sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) {
            return a.cautious_share() > b.cautious_share();
        });
    }

    std::uint64_t others_nodes() const { return others_nodes_; }

private:
    static constexpr std::size_t first_rounds = 4;

    static Limits rest(Limits limits, const Budget& budget) {
        limits.seconds -= budget.seconds();
        limits.nodes -= std::min(limits.nodes, budget.nodes());
        return limits;
    }

    static void prepare(std::vector<Turn>& turns, std::size_t finalists) {
        for (std::size_t i = 0; i < turns.size(); ++i) {
            Turn& turn = turns[i];
            turn.alive = i < finalists && !hopeless(turn, turns[0]);
            const auto& position = turn.state.position();
            // Without cells all choices are the same; after a choice there is none.
            const bool free = position.step.phase == AtomPhase::choosing &&
                              position.side(position.owner()).filled() > 0;
            turn.open = {!turn.state.over(), free, free};
        }
    }

    static bool hopeless(const Turn& turn, const Turn& first) {
        return turn.value <= -surely && first.value > -surely;
    }

    // Whether there are two to choose from, and something to learn about one.
    static bool undecided(const std::vector<Turn>& turns) {
        int alive = 0;
        bool unknown = false;
        for (const Turn& turn : turns) {
            if (!turn.alive) continue;
            ++alive;
            unknown = unknown || turn.open[0] || turn.open[1] || turn.open[2];
        }
        return alive > 1 && unknown;
    }

    // Whether an answer to this choice is due in a round: it may be ahead from an earlier level.
    static bool due(const Turn& turn, std::size_t choice, std::size_t round) {
        return turn.alive && turn.open[choice] && turn.shares[choice].size() <= round;
    }

    // In the order of turns and choices; fewer when the time is over.
    std::vector<float> play_round(const std::vector<Turn>& turns, std::size_t round,
                                  Budget& budget) const {
        std::vector<float> found;
        for (const Turn& turn : turns)
            for (std::size_t choice = 0; choice < 3; ++choice) {
                if (!due(turn, choice, round)) continue;
                Random random(seed_ * 0x9E3779B97F4A7C15U + round);
                found.push_back(answered(turn.state, choice, random, budget));
                if (budget.over()) {
                    found.pop_back();
                    return found;
                }
            }
        return found;
    }

    void take(std::vector<Turn>& turns, std::size_t round, const std::vector<float>& shares) const {
        std::size_t next = 0;
        for (Turn& turn : turns) {
            for (std::size_t choice = 0; choice < 3; ++choice)
                if (due(turn, choice, round) && next < shares.size())
                    turn.add(choice, shares[next++]);
            if (turn.alive) settle(turn);
        }
    }

    // Whoever goes on chooses what is best for him.
    void settle(Turn& turn) const {
        if (turn.state.over()) return;
        const bool mine = turn.state.owner() == seat_;
        for (std::size_t choice = 1; choice < 3; ++choice) {
            if (turn.shares[choice].empty()) continue;
            const bool more = turn.mean(choice) > turn.mean(turn.best);
            if (more == mine) turn.best = choice;
        }
    }

    // Turns that are surely worse than the best, and choices that nobody would make.
    void drop(std::vector<Turn>& turns) const {
        const Turn* leader = nullptr;
        for (const Turn& turn : turns)
            if (turn.alive && (leader == nullptr || turn.share() > leader->share())) leader = &turn;
        for (Turn& turn : turns) {
            if (!turn.alive) continue;
            if (&turn != leader && behind(turn.shares[turn.best], leader->shares[leader->best]))
                turn.alive = false;
            const bool mine = !turn.state.over() && turn.state.owner() == seat_;
            for (std::size_t choice = 0; choice < 3; ++choice) {
                if (choice == turn.best || !turn.open[choice]) continue;
                const auto &here = turn.shares[choice], &there = turn.shares[turn.best];
                turn.open[choice] = !(mine ? behind(here, there) : behind(there, here));
            }
        }
    }

    // Whether the first are so much smaller than the second, draw by draw, that it is no chance.
    bool behind(const std::vector<float>& first, const std::vector<float>& second) const {
        const std::size_t count = std::min(first.size(), second.size());
        if (count < first_rounds) return false;
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const double less = static_cast<double>(second[i]) - static_cast<double>(first[i]);
            sum += less;
            squares += less * less;
        }
        const auto number = static_cast<double>(count);
        const double mean = sum / number;
        const double variance = std::max(squares / number - mean * mean, 1e-6);
        return mean > confidence_ * std::sqrt(variance / (number - 1));
    }

    // The share of the seat that decides after quick turns of both sides.
    float answered(State state, std::size_t choice, Random& random, Budget& budget) const {
        Placing<Word> placing(evaluation_, budget);
        Acting<Word> acting(evaluation_, budget);
        float value = 0;
        Line line;
        for (int turn = 0; turn < settings_.answers && !state.over(); ++turn) {
            if (state.position().step.phase == AtomPhase::choosing) {
                const std::size_t what = turn == 0 ? choice : quick_choice(state);
                state.play({Kind::choose, 0, static_cast<std::uint8_t>(what)});
            }
            const int owner = state.owner();
            state.random_step(random);  // the draw
            auto found = placing.beam(state, {settings_.answer_beam, 1});
            state = found[0].state;
            state.play({Kind::end});
            line.clear();
            value = acting.greedy(state, found[0].outlook, line);
            if (owner != seat_) value = -value;
        }
        if (state.over()) value = won(state);
        return share_of(value);
    }

    // More attacks when there are several cells to attack with, else more placements when there is
    // enough to place, else more atoms.
    static std::size_t quick_choice(const State& state) {
        const auto& position = state.position();
        const auto &own = position.side(position.owner()), &other = position.side(position.other());
        int attack = 0, held = 0, breakable = 0;
        for (const auto& cell : own.cells)
            if (!cell.empty()) attack = std::max(attack, cell.reach().attack);
        for (const auto& cell : other.cells)
            if (!cell.empty() && 2 * attack > cell.reach().twice_defence) ++breakable;
        for (const int count : own.held) held += count;
        if (own.filled() > 1 && attack > 1 && (breakable > 0 || other.filled() == 0)) return 2;
        return held > 4 ? 1 : 0;
    }

    float won(const State& state) const {
        if (state.winner() == nobody) return 0;
        return state.winner() == seat_ ? surely : -surely;
    }

    const Evaluation& evaluation_;
    const SearchSettings& settings_;
    int seat_;
    std::uint64_t seed_;
    double confidence_ = 0;
    std::atomic<std::uint64_t> others_nodes_ = 0;
};

}  // namespace duiyi::atom
