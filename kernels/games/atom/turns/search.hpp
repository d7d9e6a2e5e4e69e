// The search of atom by whole turns: what remains of this turn is put together from placements and
// actions; the best such turns are compared by playing the answers of the other side, with draws by
// chance that are the same for all of them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/control.hpp"
#include "games/atom/turns/acting.hpp"
#include "games/atom/turns/comparison.hpp"
#include "games/atom/turns/placing.hpp"
#include "search/progress.hpp"

namespace duiyi::atom {

// What is expected of a turn, for whoever decides now.
struct RankedLine {
    float share = 0;
    Line actions;
};

struct Found {
    std::vector<RankedLine> lines;  // the best first
    std::uint64_t nodes = 0;
    double seconds = 0;
};

template <std::unsigned_integral Word>
class Search {
public:
    using State = Atom<Word>;
    using Kind = AtomAction::Kind;

    Search(const Evaluation& evaluation, const SearchSettings& settings)
        : evaluation_(evaluation), settings_(settings) {}

    // Of a position in which a seat decides; there is always a line. What is found is heard after
    // each level.
    Found run(const State& state, const Limits& limits, Control& control, int threads,
              std::uint64_t seed, std::size_t lines, const Heard<Found>& heard = {}) {
        Budget budget(limits, control);
        Comparison<Word> comparison(evaluation_, settings_, state.actor(), seed);
        turns_.clear();
        const AtomPhase phase = state.position().step.phase;
        for (std::size_t level = 0; level < settings_.levels; ++level) {
            if (phase == AtomPhase::placing)
                place(state, level, budget);
            else if (phase != AtomPhase::choosing)
                act(state, level, budget);
            else if (level == 0)
                choose(state);
            if (forced(state)) break;
            const std::size_t finalists =
                phase == AtomPhase::choosing ? turns_.size() : settings_.finalists << level;
            comparison.run(turns_, level, finalists, limits, control, budget, threads);
            if (budget.over()) break;
            if (heard) heard(best(lines, budget, comparison));
        }
        return best(lines, budget, comparison);
    }

private:
    using Turn = ComparedTurn<Word>;

    Found best(std::size_t lines, const Budget& budget, const Comparison<Word>& comparison) const {
        Found found;
        for (const Turn& turn : turns_) {
            if (found.lines.size() == std::max<std::size_t>(lines, 1)) break;
            found.lines.push_back({turn.share(), turn.line});
        }
        found.nodes = budget.nodes() + comparison.others_nodes();
        found.seconds = budget.seconds();
        return found;
    }

    // Whether there is nothing to compare: one turn, a win, or choices that are all the same.
    bool forced(const State& state) const {
        const bool same = state.position().step.phase == AtomPhase::choosing &&
                          state.position().side(state.owner()).filled() == 0;
        return same || turns_[0].value >= surely;
    }

    // The three choices; each is a turn of its own of which only the beginning is known.
    void choose(const State& state) {
        for (std::uint8_t what = 0; what < 3; ++what) {
            Turn turn;
            turn.state = state;
            turn.line = {{Kind::choose, 0, what}};
            turn.state.play(turn.line[0]);
            turns_.push_back(turn);
        }
    }

    // New turns with more placements than at the level before.
    void place(const State& state, std::size_t level, Budget& budget) {
        Placing<Word> placing(evaluation_, budget);
        seen_.clear();
        auto found = placing.beam(state, {settings_.beam << level, 2});
        finish(found, settings_.acted << level, level, budget);
        if (level == 0) {
            auto towers = placing.towers(state);
            finish(towers, towers.size(), level, budget);
        }
        for (std::size_t place = 0; place <= level && place < turns_.size(); ++place) {
            if (budget.over()) break;
            auto better = placing.neighbours(state, placements(turns_[place].line), {3, 2});
            finish(better, (settings_.acted << level) / 2, level, budget);
        }
        rank();
    }

    static Line placements(const Line& line) {
        const auto end = std::find_if(line.begin(), line.end(), [](const AtomAction& action) {
            return action.kind != Kind::place;
        });
        return {line.begin(), end};
    }

    // The best placements with their actions become turns.
    void finish(std::vector<Placement<Word>>& found, std::size_t most, std::size_t level,
                Budget& budget) {
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.value > b.value; });
        Acting<Word> acting(evaluation_, budget);
        for (std::size_t i = 0; i < found.size() && i < most; ++i) {
            if (budget.over() && !turns_.empty()) break;
            Placement<Word>& placement = found[i];
            const std::uint64_t hash = placement.state.hash();
            if (std::find(seen_.begin(), seen_.end(), hash) != seen_.end()) continue;
            seen_.push_back(hash);
            Turn turn;
            turn.state = placement.state;
            turn.line = placement.line;
            turn.state.play({Kind::end});
            turn.line.push_back({Kind::end});
            turn.origin = hash;
            turn.value = acting.exact(turn.state, placement.outlook, turn.line,
                                      settings_.atoms_width << level, settings_.orders << level);
            add(turn);
        }
    }

    // Actions that are left, by whichever seat decides: each first action with its best sequel.
    void act(const State& state, std::size_t level, Budget& budget) {
        Acting<Word> acting(evaluation_, budget);
        const bool owner = state.actor() == state.owner();
        Outlook<Word> outlook(state.position());
        Line firsts;
        if (state.position().step.phase == AtomPhase::acting) {
            acting.list(state.position(), outlook);
            firsts = acting.options();
            firsts.push_back({Kind::end});
        } else {
            for (const Option& option : acting.decisions(state.position(), outlook))
                firsts.push_back(option.action);
        }
        for (const AtomAction& first : firsts) {
            if (budget.over() && !turns_.empty()) break;
            Turn turn;
            turn.state = state;
            turn.line = {first};
            turn.state.play(first);
            turn.origin = turn.state.hash();
            if (turn.state.over() || turn.state.position().step.phase == AtomPhase::choosing) {
                const float ended = evaluation_.ended(state.position(), outlook);
                turn.value = turn.state.over() ? won(turn.state, state.owner()) : ended;
            } else {
                Outlook<Word> seen(turn.state.position());
                turn.value =
                    acting.exact(turn.state, seen, turn.line, 2 * settings_.atoms_width << level,
                                 4 * settings_.orders << level);
            }
            if (!owner) turn.value = -turn.value;
            add(turn);
        }
        rank();
    }

    static float won(const State& state, int seat) {
        if (state.winner() == nobody) return 0;
        return state.winner() == seat ? surely : -surely;
    }

    // Turns that end alike are one. A second look at the same actions counts instead of the first.
    void add(const Turn& turn) {
        const std::uint64_t hash = turn.state.hash();
        for (Turn& known : turns_) {
            const bool alike = known.state.hash() == hash;
            if (known.origin == turn.origin && !alike) known = turn;
            if (known.origin == turn.origin || alike) return;
        }
        turns_.push_back(turn);
    }

    // Those that have been compared keep their place before the others.
    void rank() {
        std::stable_sort(turns_.begin(), turns_.end(), [](const Turn& a, const Turn& b) {
            if (a.known() != b.known()) return a.known();
            return a.known() ? a.cautious_share() > b.cautious_share() : a.value > b.value;
        });
    }

    const Evaluation& evaluation_;
    SearchSettings settings_;
    std::vector<Turn> turns_;
    std::vector<std::uint64_t> seen_;  // placements whose actions have been looked at
};

}  // namespace duiyi::atom
