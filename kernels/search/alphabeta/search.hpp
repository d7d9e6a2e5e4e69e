// Alpha-beta for games of two seats without chance, by single decisions: decisions of one seat may
// follow each other without a change of sign. Iterative deepening, principal variation search, a
// transposition table, strong reductions of late actions. One thread; several may share a table.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "common/control.hpp"
#include "common/kernel.hpp"
#include "common/real.hpp"
#include "search/alphabeta/order.hpp"
#include "search/alphabeta/result.hpp"
#include "search/alphabeta/table.hpp"
#include "search/limits.hpp"
#include "search/progress.hpp"

namespace duiyi::alphabeta {

// A position that is being searched. A game may change the depth.
struct Node {
    int ply = 0, depth = 0, alpha = 0, beta = 0;
    int asked_depth = 0;  // of the whole search
    int side = 0;         // whoever decides
    bool principal = false;
    bool exact = false;  // only forced ends count
};

// The score of a certain end counts decisions from the root in a search, and from the position
// itself in a table or an evaluation.
constexpr int from_position(int score, int ply, int surely_won) {
    return score >= surely_won ? score - ply : score <= -surely_won ? score + ply : score;
}

constexpr int from_root(int score, int ply, int surely_won) {
    return score >= surely_won ? score + ply : score <= -surely_won ? score - ply : score;
}

// What a game brings to its search. Frames are those of the search; `Sight` is what the game sees
// in a position, kept with it.
template <typename Game>
concept Searched = requires(const typename Game::State state, typename Game::State::Action action,
                            typename Game::Sight sight) {
    typename Game::Knowledge;  // what was learnt, shared by threads
    typename Game::Settings;   // has `reduction` and `ordering_depth`
    typename Game::Stage;      // which actions of a position are to be listed
    { Game::win } -> std::convertible_to<int>;
    { Game::surely_won } -> std::convertible_to<int>;
    { Game::deepest } -> std::convertible_to<int>;      // decisions that are looked ahead
    { Game::most_plies } -> std::convertible_to<int>;   // with all extensions
    { Game::first_width } -> std::convertible_to<int>;  // of the window around a guess
    { Game::widest } -> std::convertible_to<int>;       // a window beyond is opened wholly
    // Positions without depth are worth what is seen there, so that they need not be entered.
    { Game::leaves_are_judged } -> std::convertible_to<bool>;
    // Whether a position is judged before the table is asked, or after it.
    { Game::judged_before_table } -> std::convertible_to<bool>;
    // Forced ends are searched without reductions, until the shortest is found.
    { Game::ends_are_exact } -> std::convertible_to<bool>;
    // The action of the table comes by itself, before others are listed.
    { Game::known_is_first } -> std::convertible_to<bool>;
    // Positions that are looked at for the order of actions count as nodes.
    { Game::looks_are_nodes } -> std::convertible_to<bool>;
    // Several lines are sorted, those of a search that was broken off among them.
    { Game::lines_are_sorted } -> std::convertible_to<bool>;
    // The table keeps positions of all lines, not of the first alone.
    { Game::later_lines_are_kept } -> std::convertible_to<bool>;
    { Game::places } -> std::convertible_to<std::size_t>;
    { Game::place(action) } -> std::convertible_to<std::size_t>;  // in the history
    { Game::code(action) } -> std::same_as<std::uint16_t>;        // not 0
    { Game::side(state) } -> std::same_as<int>;
    sight.enter(action);
} && GameKernel<typename Game::State>;

// A line of bounded length without allocation.
template <typename Action, std::size_t most>
class Variation {
public:
    void clear() { length_ = 0; }
    bool empty() const { return length_ == 0; }
    void add(Action last) { actions_[length_++] = last; }
    std::vector<Action> actions() const { return {actions_.begin(), actions_.begin() + length_}; }

    void set(Action first, const Variation& rest) {
        actions_[0] = first;
        std::copy_n(rest.actions_.begin(), rest.length_, actions_.begin() + 1);
        length_ = rest.length_ + 1;
    }

private:
    std::array<Action, most> actions_{};
    int length_ = 0;
};

template <Searched Game>
class Search {
public:
    using State = typename Game::State;
    using Action = typename State::Action;
    using Found = alphabeta::Found<Action>;
    using Line = alphabeta::Line<Action>;

    Search(const typename Game::Knowledge& knowledge, Table& table,
           const typename Game::Settings& settings)
        : game_(knowledge, settings), table_(table), settings_(settings) {
        for (std::size_t depth = 1; depth < reductions_.size(); ++depth)
            for (std::size_t index = 1; index < reductions_[depth].size(); ++index)
                reductions_[depth][index] = static_cast<std::int8_t>(
                    real::log(static_cast<double>(depth)) * real::log(static_cast<double>(index)) /
                        settings.reduction +
                    0.5);
    }

    // What a search needs beside its table, about: whatever the size of a pointer, the table that
    // is left should be the same.
    static constexpr std::size_t bytes() {
        constexpr std::size_t exact = frame_count * sizeof(Frame) + sizeof(Search);
        constexpr std::size_t about = std::size_t{1} << 16;
        return (exact + about - 1) / about * about;
    }

    // The best lines of a position that is not over. The seed decides between actions that look
    // alike. Threads differ by it and by their first depth. What is found is heard after each
    // depth.
    Found run(const State& state, const Limits& limits, Control& control, std::size_t lines = 1,
              std::uint64_t seed = 0, int first_depth = 1, const Heard<Found>& heard = {}) {
        budget_.emplace(limits, control);
        history_.begin(seed);
        if (frames_.empty()) frames_.assign(frame_count, Frame{state});
        for (Frame& each : frames_) each.killers = {};
        frame(0).state = state;
        game_.begin(frame(0));
        Found found;
        for (int depth = first_depth; depth <= Game::deepest && !budget_->over(); ++depth) {
            asked_depth_ = depth;
            auto now = deepened(depth, found.lines, lines);
            // Lines that are not sorted are compared only where all were searched alike.
            if (Game::lines_are_sorted || lines == 1 || !budget_->over() || found.depth == 0)
                merge(found.lines, std::move(now), lines);
            if (budget_->over()) break;
            found.depth = depth;
            if (decided(found, lines)) break;
            if (heard) heard(counted(found));
        }
        // For limits that end before anything is found.
        if constexpr (requires { game_.at_first_sight(frame(0)); })
            if (found.lines.empty()) found.lines.push_back(game_.at_first_sight(frame(0)));
        return counted(found);
    }

    // Of the last run.
    std::uint64_t nodes() const { return budget_->nodes(); }

private:
    static constexpr int win = Game::win;
    static constexpr int surely_won = Game::surely_won;
    static constexpr std::size_t frame_count = Game::most_plies + 1;

    struct Frame {
        State state;
        typename Game::Sight sight{};
        Ordered<Action, State::Actions::room> actions{};
        Variation<Action, frame_count> line{};
        std::array<std::uint16_t, 2> killers{};
        std::uint16_t known = 0;  // an action that was good before
        typename Game::Stage stage{};
    };

    // Whether the game tells wins that need no search.
    static constexpr bool sees_wins =
        requires(const Game& game, const Frame& here) { game.win_at_hand(here); };

    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }

    Found& counted(Found& found) const {
        found.nodes = budget_->nodes();
        found.seconds = budget_->seconds();
        return found;
    }

    // Deeper searches would only find the same.
    bool decided(Found& found, std::size_t lines) {
        if constexpr (Game::ends_are_exact) {
            Line& best = found.lines[0];
            if (lines > 1 || std::abs(best.score) < surely_won) return false;
            if (best.score > 0) shorten(best);
            return true;
        } else {
            // All lines end for certain, as far as was looked.
            return std::ranges::all_of(found.lines, [&](const Line& line) {
                return std::abs(line.score) >= surely_won &&
                       win - std::abs(line.score) <= found.depth;
            });
        }
    }

    // Reductions may have hidden a shorter win: it is looked for without them.
    void shorten(Line& line) {
        while (!budget_->over()) {
            const int score = search(0, win - line.score - 1, line.score, win);
            if (frame(0).line.empty() || score <= line.score) break;
            line = {score, frame(0).line.actions()};
        }
    }

    // One line after the other, each without the first actions of those before it. Of a search
    // that was broken off the best so far counts, for it began with the best of the search before;
    // but not a loss, from which the actions that were not tried might save.
    std::vector<Line> deepened(int depth, const std::vector<Line>& before, std::size_t lines) {
        std::vector<Line> found;
        excluded_.clear();
        while (found.size() < lines) {
            const std::size_t number = found.size();
            const int guess = number < before.size() ? before[number].score : 0;
            const int score = aspired(depth, guess);
            const bool broken_off = budget_->over();
            if (!frame(0).line.empty() && !(broken_off && score <= -surely_won))
                found.push_back({score, frame(0).line.actions()});
            if (broken_off || found.size() == number) break;
            excluded_.push_back(Game::code(found.back().actions[0]));
        }
        excluded_.clear();
        return found;
    }

    // New lines before old ones; an old one whose first action is among the new ones goes.
    static void merge(std::vector<Line>& lines, std::vector<Line> now, std::size_t most) {
        const auto first = [](const Line& line) { return Game::code(line.actions[0]); };
        for (const Line& old : lines) {
            const auto same = [&](const Line& line) { return first(line) == first(old); };
            if (now.size() < most && std::ranges::none_of(now, same)) now.push_back(old);
        }
        lines = std::move(now);
        if constexpr (Game::lines_are_sorted)
            std::ranges::stable_sort(lines, std::ranges::greater{}, &Line::score);
    }

    // A narrow window around what the search before found, widened until it holds the score.
    int aspired(int depth, int guess) {
        int width = Game::first_width;
        const bool narrow = depth >= 4 && std::abs(guess) < surely_won;
        int alpha = narrow ? guess - width : -win, beta = narrow ? guess + width : win;
        while (true) {
            const int score = search(0, depth, alpha, beta);
            if (budget_->over()) return score;
            width *= 4;
            if (score <= alpha && alpha > -win)
                alpha = width > Game::widest ? -win : score - width;
            else if (score >= beta && beta < win)
                beta = width > Game::widest ? win : score + width;
            else
                return score;
        }
    }

    // What is seen is kept from action to action, but only looked for where it is asked for.
    void look(int ply) {
        Frame& here = frame(ply);
        if (!here.sight.looked_at) game_.look(here, frame(ply - 1));
    }

    // What is seen in a position without search: perhaps a certain win.
    int seen(int ply) {
        const Frame& here = frame(ply);
        if constexpr (sees_wins)
            if (const int decisions = game_.win_at_hand(here)) return win - ply - decisions;
        return game_.score(here);
    }

    // The value of the position of this frame for whoever decides.
    int search(int ply, int depth, int alpha, int beta) {
        Frame& here = frame(ply);
        here.line.clear();
        if constexpr (Game::leaves_are_judged)
            if (depth <= 0) {
                look(ply);
                const int score = seen(ply);
                if constexpr (sees_wins)
                    if (score >= surely_won && beta - alpha > 1)
                        game_.each_winning_step(here, [&](Action step) { here.line.add(step); });
                return score;
            }
        alpha = std::max(alpha, -(win - ply - 1));
        beta = std::min(beta, win - ply - 1);
        if (alpha >= beta) return alpha;

        // Where only forced ends count nothing is reduced or guessed, and nothing is believed that
        // was found by that: such searches are kept apart in the table.
        const bool exact = Game::ends_are_exact && (alpha >= surely_won || beta <= -surely_won);
        Node node{ply, depth, alpha, beta, asked_depth_, nobody, beta - alpha > 1, exact};
        const std::uint64_t hash = here.state.hash(), key = exact ? ~hash : hash;
        if constexpr (Game::judged_before_table) {
            table_.prefetch(key);
            look(ply);
            if (const auto score = game_.standing(here, node)) return *score;
        }
        Known known = depth > 0 ? table_.find(key) : Known{};
        if (known.bound != Bound::none && known.depth >= depth && !node.principal) {
            const int score = from_position(known.score, ply, surely_won);
            if (known.bound == Bound::exact ||
                (known.bound == Bound::lower ? score >= beta : score <= alpha))
                return score;
        }
        if constexpr (!Game::judged_before_table) {
            look(ply);
            if (const auto score = game_.standing(here, node)) return *score;
        }
        if (exact && known.action == 0) known.action = table_.find(hash).action;
        if (!exact && node.depth >= 4 && known.action == 0) --node.depth;
        here.known = known.action;
        node.side = Game::side(here.state);
        return best_of(node, key);
    }

    // Part of `search`, which it would slow down as a function of its own.
    [[gnu::always_inline]] int best_of(const Node& node, std::uint64_t key) {
        const int ply = node.ply;
        Frame& here = frame(ply);
        here.actions.clear();
        game_.begin_actions(here);
        const int breadth = game_.breadth(here, node);
        int best = -win, alpha = node.alpha;
        std::uint16_t best_code = 0;
        while (more_actions(node)) {
            const int index = here.actions.given();
            if (index >= breadth && best > -surely_won) break;
            const Candidate<Action>& candidate = here.actions.next();
            const Action action = candidate.action;
            if (ply == 0 && excluded(action)) continue;
            const int score = tried(node, candidate, alpha, best == -win ? 0 : index);
            if (budget_->over()) return best;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            best_code = Game::code(action);
            if (node.principal) here.line.set(action, frame(ply + 1).line);
            if (alpha >= node.beta) {
                praise(node, action);
                break;
            }
        }
        const Bound bound = best >= node.beta   ? Bound::lower
                            : best > node.alpha ? Bound::exact
                                                : Bound::upper;
        if (excluded_.empty() || (Game::later_lines_are_kept && ply > 0))
            table_.store(key, {static_cast<std::int16_t>(from_root(best, ply, surely_won)),
                               best_code, static_cast<std::uint8_t>(node.depth), bound});
        return best;
    }

    bool excluded(Action action) const {
        return std::ranges::find(excluded_, Game::code(action)) != excluded_.end();
    }

    // Enters the position after an action and searches it: late ones with less depth and with no
    // room between the bounds, again with more when they turn out to be better than that.
    int tried(const Node& node, const Candidate<Action>& candidate, int alpha, int index) {
        const int ply = node.ply, depth = node.depth, beta = node.beta;
        const int less = node.exact || index == 0 ? 0 : reduction(depth, index);
        // What is seen there is known, unless it ends the game.
        if constexpr (Game::leaves_are_judged)
            if (depth - 1 <= less && -win < candidate.outcome && candidate.outcome <= alpha)
                return candidate.outcome;
        Frame& next = frame(ply + 1);
        enter(ply, candidate.action);
        if (budget_->spent()) return 0;
        if (next.state.over()) {
            next.line.clear();
            return ended(next.state, node.side, win - ply - 1);
        }
        const bool same = Game::side(next.state) == node.side;
        const auto searched = [&](int left, int low, int high) {
            return same ? search(ply + 1, left, low, high) : -search(ply + 1, left, -high, -low);
        };
        if (index == 0) return searched(depth - 1, alpha, beta);
        int score = searched(depth - 1 - less, alpha, alpha + 1);
        if (score > alpha && less > 0 && !budget_->over())
            score = searched(depth - 1, alpha, alpha + 1);
        if (score > alpha && score < beta && !budget_->over())
            score = searched(depth - 1, alpha, beta);
        return score;
    }

    static int ended(const State& state, int side, int worth) {
        const int winner = state.winner();
        return winner == nobody ? 0 : winner == side ? worth : -worth;
    }

    int reduction(int depth, int index) const {
        return reductions_[static_cast<std::size_t>(std::min(depth, 31))]
                          [static_cast<std::size_t>(std::min(index, 127))];
    }

    // Plays an action in the next frame.
    void enter(int ply, Action action) {
        Frame& next = frame(ply + 1);
        next.state = frame(ply).state;
        next.state.play(action);
        next.sight.enter(action);
    }

    // Whether there are actions to be tried; the game may list some now.
    bool more_actions(const Node& node) {
        Frame& here = frame(node.ply);
        const bool looks = node.depth >= settings_.ordering_depth;
        game_.list(here, node.depth, [&](Action action, auto promise) {
            add_action(node, action, looks ? 0 : promise(), looks);
        });
        return !here.actions.empty();
    }

    // With depth enough actions are ordered by what they lead to, otherwise by what they promise.
    void add_action(const Node& node, Action action, int promise, bool looks) {
        constexpr int first_of_all = 1'000'000;
        Frame& here = frame(node.ply);
        const std::uint16_t code = Game::code(action);
        Candidate<Action> candidate{action};
        if (code == here.known) {
            if constexpr (Game::known_is_first) return;
            candidate.key = first_of_all;
        } else {
            if (looks) {
                candidate.outcome = outcome_of(node, action);
                candidate.key = 10 * candidate.outcome;
            } else {
                candidate.key = promise;
            }
            candidate.key += history_.of(node.side, Game::place(action));
        }
        if (code == here.killers[0] || code == here.killers[1]) candidate.key += 2000;
        here.actions.add(candidate);
    }

    // What is seen after an action.
    int outcome_of(const Node& node, Action action) {
        enter(node.ply, action);
        if constexpr (Game::looks_are_nodes) budget_->spent();
        Frame& next = frame(node.ply + 1);
        if (next.state.over()) return ended(next.state, node.side, win);
        look(node.ply + 1);
        const int score = seen(node.ply + 1);
        return Game::side(next.state) == node.side ? score : -score;
    }

    // An action that ended a search is tried early elsewhere; those before it were not so good.
    void praise(const Node& node, Action action) {
        Frame& here = frame(node.ply);
        const std::uint16_t code = Game::code(action);
        if (here.killers[0] != code) here.killers = {code, here.killers[0]};
        const int amount = std::min(node.depth * node.depth * 16, 1024);
        here.actions.each_given([&](Action tried) {
            history_.reward(node.side, Game::place(tried),
                            Game::code(tried) == code ? amount : -amount / 2);
        });
    }

    Game game_;
    Table& table_;
    std::optional<Budget> budget_;
    typename Game::Settings settings_;
    std::vector<Frame> frames_;
    std::array<std::array<std::int8_t, 128>, 32> reductions_{};
    std::vector<std::uint16_t> excluded_;
    History<Game::places> history_;
    int asked_depth_ = 0;
};

}  // namespace duiyi::alphabeta
