// A player of tzaar that searches by whole turns, to measure the search by single decisions by: a
// move is a turn of one or two steps. Turns are listed by what the evaluation makes of their ends,
// the best are searched deeper. The evaluation, the table and the limits are those of the search by
// decisions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "games/tzaar/order.hpp"
#include "games/tzaar/result.hpp"
#include "search/alphabeta/table.hpp"
#include "search/limits.hpp"
#include "turns_tzaar/turn_list.hpp"

namespace duiyi::tzaar {

// What of the search by turns can be set, for measurements.
struct TurnSettings {
    int first_steps = 8;     // so many first steps of a node get all their second steps
    int width = 20;          // so many turns, per depth, are searched deeper
    double reduction = 1.5;  // late turns lose ln(depth) * ln(index) / this
    int margin = 120;        // a position better than the bounds by this per decision is left so
    int hopeless = 250;      // one that is worse by this per decision, too
};

// The search for one turn.
template <typename Evaluation>
class TurnSearch {
public:
    TurnSearch(const Evaluation& evaluation, const TurnSettings& settings, Table& table,
               const Tzaar& state, const Limits& limits, Control& control)
        : settings_(settings),
          table_(table),
          budget_(limits, control),
          turns_(evaluation, budget_, state),
          frames_(longest + 2, Frame{Node{state}}) {
        frame(0).node.sums = evaluation.begin(state);
    }

    // A limit that comes early leaves what was found until then, or no turn at all.
    Turn best() {
        Frame& root = frame(0);
        list_turns(0, Turns<Evaluation>::most_first_steps, std::numeric_limits<int>::max());
        for (int depth = 2; depth <= longest && !budget_.over(); ++depth) {
            int best = -win;
            for (int index = 0; more_turns(root, depth, index, best); ++index) {
                const auto turn = root.turns.begin() + index;
                const int score = tried(0, depth, *turn, best, win, index);
                if (budget_.over()) break;
                if (score <= best) continue;
                best = score;
                std::rotate(root.turns.begin(), turn, turn + 1);
            }
            if (std::abs(best) >= surely_won) break;
        }
        return root.turns.empty() ? Turn{} : root.turns.front();
    }

private:
    using Node = typename Turns<Evaluation>::Node;

    struct Frame {
        Node node;
        std::vector<Turn> turns{};
    };

    // The best come first. False if there are others.
    bool list_turns(int ply, int first_steps, int sorted) {
        Frame& here = frame(ply);
        here.turns.clear();
        const bool all = turns_.each(
            here.node, [&](int rank, int) { return rank < first_steps; },
            [&](const Turn& turn) {
                here.turns.push_back(turn);
                return true;
            });
        const auto middle = here.turns.begin() + std::min(sorted, size_of(here));
        std::ranges::partial_sort(here.turns, middle, std::ranges::greater{}, &Turn::outcome);
        return all;
    }

    static int size_of(const Frame& frame) { return static_cast<int>(frame.turns.size()); }

    // Only so many turns, but no loss is believed before all were tried.
    bool more_turns(const Frame& here, int depth, int index, int best) const {
        return index < size_of(here) && (index < settings_.width * depth || best <= -surely_won);
    }

    // The value of the position of this frame for the side whose turn it is.
    int search(int ply, int depth, int alpha, int beta) {
        const Frame& here = frame(ply);
        const int sight = turns_.value(here.node);
        if (depth <= 0) return sight;
        alpha = std::max(alpha, -(win - ply - 1));
        beta = std::min(beta, win - ply - 1);
        if (alpha >= beta) return alpha;
        const bool principal = beta - alpha > 1;
        if (!principal && depth == 1) {
            if (sight - 2 * settings_.margin >= beta) return sight;
            if (sight + 2 * settings_.hopeless <= alpha) return sight;
        }
        const std::uint64_t hash = here.node.state.hash();
        const Known known = table_.find(hash);
        if (known.bound != Bound::none && known.depth >= depth && !principal) {
            const int score = known.score + shift(known.score, -ply);
            if (known.bound == Bound::exact ||
                (known.bound == Bound::lower ? score >= beta : score <= alpha))
                return score;
        }
        Turn good;
        const int best = depth == 1 ? seen_best(ply, alpha, beta, good)
                                    : searched_best(ply, depth, alpha, beta, known.action, good);
        if (budget_.over()) return best;
        const Bound bound = best >= beta   ? Bound::lower
                            : best > alpha ? Bound::exact
                                           : Bound::upper;
        remember(here.node.state, good,
                 {static_cast<std::int16_t>(best + shift(best, ply)), 0,
                  static_cast<std::uint8_t>(depth), bound});
        return best;
    }

    // With one turn to go nothing is listed. A first step that is not followed further is worth
    // what the evaluation expects of it.
    int seen_best(int ply, int alpha, int beta, Turn& good) {
        const bool principal = beta - alpha > 1;
        int best = -win;
        turns_.each(
            frame(ply).node,
            [&](int rank, int expected) {
                const bool clear = expected - settings_.margin >= beta ||
                                   expected + settings_.hopeless <= std::max(alpha, best);
                if (rank < settings_.first_steps && (principal || !clear)) return true;
                if (expected > best) {
                    best = expected;
                    good = {};
                }
                return false;
            },
            [&](const Turn& turn) {
                const int score = turn.outcome + shift(turn.outcome, -ply - 1);
                if (score > best) {
                    best = score;
                    good = turn;
                }
                return best < beta;
            });
        return best;
    }

    // The turn that was good before comes first, then those that look best.
    int searched_best(int ply, int depth, int alpha, int beta, std::uint16_t known, Turn& good) {
        const Frame& here = frame(ply);
        int best = -win, index = 0;
        const auto cut_by = [&](const Turn& turn) {
            const int score = tried(ply, depth, turn, std::max(alpha, best), beta, index++);
            if (budget_.over()) return true;
            if (score > best) {
                best = score;
                good = turn;
            }
            return best >= beta;
        };
        const Turn before = recalled(here.node.state, known);
        if (before.length > 0 && cut_by(before)) return best;
        bool all = list_turns(ply, settings_.first_steps, settings_.width * depth);
        int next = 0;
        for (; more_turns(here, depth, next, best) && !budget_.over(); ++next) {
            const Turn& turn = here.turns[static_cast<std::size_t>(next)];
            if (turn.has_steps_of(before)) continue;
            if (cut_by(turn)) return best;
        }
        all = all && next == size_of(here);
        return all ? best : std::max(best, 1 - surely_won);
    }

    // Late turns are searched with less depth and no room between the bounds, again with more when
    // they turn out to be better than that.
    int tried(int ply, int depth, const Turn& turn, int alpha, int beta, int index) {
        const int less = index == 0 ? 0 : reduction(depth, index);
        if (index > 0 && depth - 1 <= less && turn.outcome <= alpha && turn.outcome > -win)
            return turn.outcome;
        Frame& next = frame(ply + 1);
        enter(ply, turn);
        if (budget_.over()) return 0;
        if (next.node.state.over()) {
            const int distance = win - ply - 1;
            return next.node.state.winner() == frame(ply).node.state.owner() ? distance : -distance;
        }
        const auto searched = [&](int left, int low, int high) {
            return -search(ply + 1, left, -high, -low);
        };
        if (index == 0) return searched(depth - 1, alpha, beta);
        int score = searched(depth - 1 - less, alpha, alpha + 1);
        if (score > alpha && less > 0 && !budget_.over())
            score = searched(depth - 1, alpha, alpha + 1);
        if (score > alpha && score < beta && !budget_.over())
            score = searched(depth - 1, alpha, beta);
        return score;
    }

    // Plays a turn in the next frame.
    void enter(int ply, const Turn& turn) {
        Node& end = frame(ply + 1).node;
        turns_.step(frame(ply).node, end, turn.steps[0]);
        if (turn.length == 1) return;
        const Node middle = end;
        turns_.step(middle, end, turn.steps[1]);
    }

    int reduction(int depth, int index) const {
        return static_cast<int>(std::log(depth) * std::log(index) / settings_.reduction + 0.5);
    }

    // A forced end is counted from the root in a search, and from its position in the table.
    static int shift(int score, int turns) {
        return score >= surely_won ? turns : score <= -surely_won ? -turns : 0;
    }

    // A turn is kept by its steps: the second one under the position between them.
    void remember(Tzaar state, const Turn& turn, Known what) {
        const bool known = what.bound != Bound::upper && turn.length > 0;
        what.action = known ? packed(turn.steps[0]) : std::uint16_t{0};
        table_.store(state.hash(), what);
        if (!known || turn.length == 1) return;
        state.play(turn.steps[0]);
        table_.store(state.hash(), {0, packed(turn.steps[1]), what.depth, Bound::none});
    }

    Turn recalled(Tzaar state, std::uint16_t first) const {
        if (first == 0) return {};
        const int side = state.owner();
        Turn turn{{unpacked(first)}, 1, 0};
        state.play(turn.steps[0]);
        if (state.over() || state.owner() != side) return turn;
        const std::uint16_t second = table_.find(state.hash()).action;
        if (second == 0) return {};
        turn.steps[1] = unpacked(second);
        turn.length = 2;
        return turn;
    }

    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }

    TurnSettings settings_;
    Table& table_;
    Budget budget_;
    Turns<Evaluation> turns_;
    std::vector<Frame> frames_;
};

template <typename Evaluation>
class TurnPlayer {
public:
    explicit TurnPlayer(const Evaluation& evaluation, const TurnSettings& settings = {})
        : evaluation_(evaluation), settings_(settings) {}

    // The action for this decision. The limits are those of the whole turn.
    Tzaar::Action decide(const Tzaar& state, const Limits& limits, Control& control) {
        const auto plan = std::exchange(plan_, std::nullopt);
        if (plan && plan->first == state.hash()) return plan->second;
        Tzaar::Actions actions;
        state.actions(actions);
        if (actions.size() == 1) return actions[0];
        if (!table_) table_ = std::make_unique<Table>(limits.memory);
        table_->age();
        const Turn turn =
            TurnSearch<Evaluation>(evaluation_, settings_, *table_, state, limits, control).best();
        // A limit that ends before anything is found.
        if (turn.length == 0) return actions[0];
        Tzaar next = state;
        next.play(turn.steps[0]);
        if (turn.length == 2) plan_ = {next.hash(), turn.steps[1]};
        return turn.steps[0];
    }

private:
    const Evaluation& evaluation_;
    TurnSettings settings_;
    std::unique_ptr<Table> table_;
    std::optional<std::pair<std::uint64_t, Tzaar::Action>> plan_;
};

}  // namespace duiyi::tzaar
