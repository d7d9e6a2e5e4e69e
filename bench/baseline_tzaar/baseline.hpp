// A plain player of tzaar to measure others by: alpha-beta by single decisions, iterative
// deepening, material and mobility, no table, no reductions.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "games/tzaar/rules.hpp"
#include "search/limits.hpp"

namespace duiyi::tzaar {

class Baseline {
public:
    // The action for this decision. The limits are those of a turn, which has two of them.
    Tzaar::Action decide(const Tzaar& state, Limits limits, Control& control) {
        if (state.step() == 2 && state.hash() == planned_) return plan_;
        Budget budget(limits, control);
        Tzaar::Action best = listed(state).front().action;
        Tzaar::Action second{};
        for (int depth = 1; depth <= deepest && !budget.over(); ++depth) {
            second_ = Tzaar::Action{};
            Tzaar::Action found = best;
            const int value = root(state, depth, budget, found);
            if (budget.over()) break;
            best = found;
            second = second_;
            if (value >= won || value <= -won) break;
        }
        Tzaar next = state;
        next.play(best);
        planned_ = next.hash();
        plan_ = second;
        return best;
    }

private:
    static constexpr int deepest = 60;
    static constexpr int win = 30'000;
    static constexpr int won = win - 200;

    struct Item {
        Tzaar::Action action;
        int key;
    };

    // Captures of high pieces and of rare kinds first.
    static std::vector<Item> listed(const Tzaar& state) {
        Tzaar::Actions actions;
        state.actions(actions);
        std::vector<Item> items;
        for (const auto action : actions) {
            int key = 0;
            if (action.sign == Tzaar::Sign::capture) {
                const Stack met = state.pieces().at(action.target);
                key = 100 + 10 * met.height + 100 / state.pieces().count(met.piece);
            }
            items.push_back({action, key});
        }
        std::stable_sort(items.begin(), items.end(),
                         [](const Item& a, const Item& b) { return a.key > b.key; });
        return items;
    }

    // Material: pieces by how few of their kind are left, and heights. Mobility: captures.
    static int evaluated(const Tzaar& state) {
        std::array<int, 2> value{};
        const Pieces& pieces = state.pieces();
        for (int seat = 0; seat < 2; ++seat) {
            for (int kind = 0; kind < kinds; ++kind)
                value[seat] += 100 - 200 / (1 + pieces.count(seat * kinds + kind));
            each(pieces.of(seat),
                 [&](Point point) { value[seat] += 10 * pieces.at(point).height; });
            value[seat] += 2 * pieces.capture_count(seat);
        }
        return value[state.owner()] - value[1 - state.owner()];
    }

    int root(const Tzaar& state, int depth, Budget& budget, Tzaar::Action& best) {
        auto items = listed(state);
        const auto first = std::find_if(items.begin(), items.end(),
                                        [&](const Item& item) { return item.action == best; });
        std::rotate(items.begin(), first, first + 1);
        int alpha = -win;
        for (const Item& item : items) {
            Tzaar::Action reply{};
            const int value = after(state, item.action, depth, 0, alpha, win, budget, &reply);
            if (budget.over()) break;
            if (value > alpha) {
                alpha = value;
                best = item.action;
                second_ = reply;
            }
        }
        return alpha;
    }

    // The value of an action for its side; `reply` receives the best action after it.
    int after(const Tzaar& state, Tzaar::Action action, int depth, int ply, int alpha, int beta,
              Budget& budget, Tzaar::Action* reply) {
        Tzaar next = state;
        next.play(action);
        if (budget.spent()) return 0;
        if (next.over()) return next.winner() == state.owner() ? win - ply : ply - win;
        if (next.owner() == state.owner())
            return search(next, depth - 1, ply + 1, alpha, beta, budget, reply);
        return -search(next, depth - 1, ply + 1, -beta, -alpha, budget, reply);
    }

    int search(const Tzaar& state, int depth, int ply, int alpha, int beta, Budget& budget,
               Tzaar::Action* best) {
        if (depth == 0) return evaluated(state);
        for (const Item& item : listed(state)) {
            Tzaar::Action reply{};
            const int value = after(state, item.action, depth, ply, alpha, beta, budget, &reply);
            if (budget.over()) return 0;
            if (value > alpha) {
                alpha = value;
                *best = item.action;
            }
            if (alpha >= beta) break;
        }
        return alpha;
    }

    Tzaar::Action second_{}, plan_{};
    std::uint64_t planned_ = 0;
};

}  // namespace duiyi::tzaar
