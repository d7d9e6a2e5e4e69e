// Alpha-beta for any game of two seats without chance, by single decisions: decisions of one seat
// may follow each other without a change of sign. Iterative deepening, principal variation search,
// a transposition table, strong reductions of late actions. One thread; several may share a table.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/control.hpp"
#include "common/kernel.hpp"
#include "search/alphabeta_table.hpp"
#include "search/duel_order.hpp"
#include "search/duel_result.hpp"
#include "search/limits.hpp"

namespace duiyi::duel {

// What a game tells its search: `code` is an action in 16 bits, below `codes` and not 0; `promise`
// is what an action promises at first sight, on the scale of History; `judge` speaks for whoever
// decides.
template <typename Knowledge, typename State>
concept Knows = requires(const Knowledge knowledge, const State state,
                         typename State::Action action) {
    { Knowledge::codes } -> std::convertible_to<std::size_t>;
    { Knowledge::code(action) } -> std::same_as<std::uint16_t>;
    { knowledge.promise(state, action) } -> std::same_as<int>;
    { knowledge.judge(state) } -> std::same_as<Judgement>;
};

template <GameKernel State, typename Knowledge>
    requires Knows<Knowledge, State>
class Search {
public:
    using Action = typename State::Action;

    Search(const Knowledge& knowledge, Table& table, const Settings& settings)
        : knowledge_(knowledge), table_(table), settings_(settings) {
        for (std::size_t depth = 1; depth < reductions_.size(); ++depth)
            for (std::size_t index = 1; index < reductions_[depth].size(); ++index)
                reductions_[depth][index] = static_cast<std::int8_t>(
                    std::log(depth) * std::log(index) / settings.reduction + 0.5);
    }

    // The best lines of a position that is not over. Threads differ by their first depth.
    Found<Action> run(const State& state, const Limits& limits, Control& control,
                      std::size_t lines = 1, int first_depth = 1) {
        budget_.emplace(limits, control);
        history_ = {};
        if (frames_.empty()) frames_.assign(most_plies + 1, Frame{state});
        for (Frame& each : frames_) each.killers = {};
        frame(0).state = state;
        frame(0).judged = false;
        Found<Action> found;
        for (int depth = first_depth; depth <= deepest && !budget_->over(); ++depth) {
            asked_depth_ = depth;
            auto now = deepened(depth, found.lines, lines);
            // Several lines are compared only where all were searched alike.
            if (lines == 1 || !budget_->over() || found.depth == 0)
                merge(found.lines, std::move(now), lines);
            if (budget_->over()) break;
            found.depth = depth;
            if (decided(found.lines, depth)) break;
        }
        if (found.lines.empty()) found.lines.push_back(at_first_sight());
        found.nodes = budget_->nodes();
        found.seconds = budget_->seconds();
        return found;
    }

private:
    static constexpr int most_plies = 2 * deepest;

    struct Frame {
        State state;
        bool judged = false;
        Judgement judgement{};
        Ordered<Action> actions{};
        std::vector<Action> line{};
        std::array<std::uint16_t, 2> killers{};
    };

    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }

    // Deeper searches would only find the same: all lines end for certain, as far as was looked.
    static bool decided(const std::vector<Line<Action>>& lines, int depth) {
        return std::ranges::all_of(lines, [&](const Line<Action>& line) {
            return std::abs(line.score) >= surely_won && win - std::abs(line.score) <= depth;
        });
    }

    // For limits that end before anything is found.
    Line<Action> at_first_sight() {
        const State& state = frame(0).state;
        state.actions(listed_);
        const auto better = [&](Action one, Action other) {
            return knowledge_.promise(state, one) < knowledge_.promise(state, other);
        };
        return {judged(0).score, {*std::max_element(listed_.begin(), listed_.end(), better)}};
    }

    // One line after the other, each without the first actions of those before it. Of a search
    // that was broken off the best so far counts, for it began with the best of the search before;
    // but not a loss, from which the actions that were not tried might save.
    std::vector<Line<Action>> deepened(int depth, const std::vector<Line<Action>>& before,
                                       std::size_t lines) {
        std::vector<Line<Action>> found;
        excluded_.clear();
        while (found.size() < lines) {
            const std::size_t number = found.size();
            const int guess = number < before.size() ? before[number].score : 0;
            const int score = aspired(depth, guess);
            const bool broken_off = budget_->over();
            if (!frame(0).line.empty() && !(broken_off && score <= -surely_won))
                found.push_back({score, frame(0).line});
            if (broken_off || found.size() == number) break;
            excluded_.push_back(Knowledge::code(found.back().actions[0]));
        }
        excluded_.clear();
        return found;
    }

    // New lines before old ones; an old one whose first action is among the new ones goes.
    static void merge(std::vector<Line<Action>>& lines, std::vector<Line<Action>> now,
                      std::size_t most) {
        const auto first = [](const auto& line) { return Knowledge::code(line.actions[0]); };
        for (const Line<Action>& old : lines) {
            const auto same = [&](const auto& line) { return first(line) == first(old); };
            if (now.size() < most && std::ranges::none_of(now, same)) now.push_back(old);
        }
        lines = std::move(now);
    }

    // A narrow window around what the search before found, widened until it holds the score.
    int aspired(int depth, int guess) {
        int width = 40;
        const bool narrow = depth >= 4 && std::abs(guess) < surely_won;
        int alpha = narrow ? guess - width : -win, beta = narrow ? guess + width : win;
        while (true) {
            const int score = search(0, depth, alpha, beta);
            if (budget_->over()) return score;
            width *= 4;
            if (score <= alpha && alpha > -win)
                alpha = width > 3000 ? -win : score - width;
            else if (score >= beta && beta < win)
                beta = width > 3000 ? win : score + width;
            else
                return score;
        }
    }

    static int to_table(int score, int ply) {
        return score >= surely_won ? score + ply : score <= -surely_won ? score - ply : score;
    }

    static int from_table(int score, int ply) {
        return score >= surely_won ? score - ply : score <= -surely_won ? score + ply : score;
    }

    const Judgement& judged(int ply) {
        Frame& here = frame(ply);
        if (!here.judged) {
            here.judgement = knowledge_.judge(here.state);
            here.judged = true;
        }
        return here.judgement;
    }

    // The value of the position of this frame for whoever decides.
    int search(int ply, int depth, int alpha, int beta) {
        Frame& here = frame(ply);
        here.line.clear();
        alpha = std::max(alpha, -(win - ply - 1));
        beta = std::min(beta, win - ply - 1);
        if (alpha >= beta) return alpha;

        const bool principal = beta - alpha > 1;
        const std::uint64_t hash = here.state.hash();
        const Known known = depth > 0 ? table_.find(hash) : Known{};
        if (known.bound != Bound::none && known.depth >= depth && !principal) {
            const int score = from_table(known.score, ply);
            if (known.bound == Bound::exact ||
                (known.bound == Bound::lower ? score >= beta : score <= alpha))
                return score;
        }

        const Judgement judgement = judged(ply);
        if (judgement.settled && ply > 0) return from_table(judgement.score, ply);
        if (settings_.urgent && judgement.urgent && ply > 0 && ply < 2 * asked_depth_) ++depth;
        if (depth <= 0 || ply == most_plies) return judgement.score;
        if (!principal && !judgement.urgent && depth <= 3 &&
            judgement.score - settings_.margin * depth >= beta)
            return judgement.score;
        if (depth >= 4 && known.action == 0) --depth;
        return best_of(ply, depth, alpha, beta, hash, known.action);
    }

    int best_of(int ply, int depth, int alpha, int beta, std::uint64_t hash, std::uint16_t known) {
        Frame& here = frame(ply);
        const bool principal = beta - alpha > 1;
        list_actions(ply, depth, known);
        const int breadth = principal || here.judgement.urgent || depth > 3
                                ? std::numeric_limits<int>::max()
                                : settings_.breadth * depth * depth;
        int best = -win;
        std::uint16_t best_code = 0;
        const int first_alpha = alpha;
        while (!here.actions.empty()) {
            const int index = static_cast<int>(here.actions.given());
            if (index >= breadth && best > -surely_won) break;
            const auto item = here.actions.next();
            if (ply == 0 && std::ranges::find(excluded_, item.code) != excluded_.end()) continue;
            const int score = tried(ply, depth, item.action, alpha, beta, best == -win ? 0 : index);
            if (budget_->over()) return best;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            best_code = item.code;
            if (principal) extend_line(ply, item.action);
            if (alpha >= beta) {
                praise(ply, depth, item.code);
                break;
            }
        }
        const Bound bound = best >= beta         ? Bound::lower
                            : best > first_alpha ? Bound::exact
                                                 : Bound::upper;
        if (excluded_.empty() || ply > 0)
            table_.store(hash, {static_cast<std::int16_t>(to_table(best, ply)), best_code,
                                static_cast<std::uint8_t>(depth), bound});
        return best;
    }

    // Enters the position after an action and searches it: late ones with less depth and with no
    // room between the bounds, again with more when they turn out to be better than that.
    int tried(int ply, int depth, Action action, int alpha, int beta, int index) {
        Frame& here = frame(ply);
        Frame& next = frame(ply + 1);
        next.state = here.state;
        next.state.play(action);
        next.judged = false;
        next.line.clear();
        if (budget_->spent()) return 0;
        if (next.state.over()) return ended(next.state, here.state.actor(), win - ply - 1);
        const bool same = next.state.actor() == here.state.actor();
        const auto searched = [&](int left, int low, int high) {
            return same ? search(ply + 1, left, low, high) : -search(ply + 1, left, -high, -low);
        };
        if (index == 0) return searched(depth - 1, alpha, beta);
        const int less = reduction(depth, index);
        int score = searched(depth - 1 - less, alpha, alpha + 1);
        if (score > alpha && less > 0 && !budget_->over())
            score = searched(depth - 1, alpha, alpha + 1);
        if (score > alpha && score < beta && !budget_->over())
            score = searched(depth - 1, alpha, beta);
        return score;
    }

    static int ended(const State& state, int seat, int worth) {
        const int winner = state.winner();
        return winner == nobody ? 0 : winner == seat ? worth : -worth;
    }

    int reduction(int depth, int index) const {
        return reductions_[static_cast<std::size_t>(std::min(depth, 31))]
                          [static_cast<std::size_t>(std::min(index, 127))];
    }

    void list_actions(int ply, int depth, std::uint16_t known) {
        Frame& here = frame(ply);
        const int seat = here.state.actor();
        here.state.actions(listed_);
        here.actions.clear();
        for (const Action action : listed_) {
            const std::uint16_t code = Knowledge::code(action);
            int key = code == known ? 1'000'000 : history_.of(seat, code);
            if (code == here.killers[0] || code == here.killers[1]) key += 2000;
            if (code != known)
                key += depth < settings_.ordering_depth ? knowledge_.promise(here.state, action)
                                                        : 10 * outcome_of(ply, action);
            here.actions.add(action, code, key);
        }
    }

    // The judgement after an action, which is not entered by that.
    int outcome_of(int ply, Action action) {
        const State& here = frame(ply).state;
        State& next = frame(ply + 1).state;
        next = here;
        next.play(action);
        if (next.over()) return ended(next, here.actor(), win);
        const int score = knowledge_.judge(next).score;
        return next.actor() == here.actor() ? score : -score;
    }

    void extend_line(int ply, Action action) {
        Frame& here = frame(ply);
        const Frame& next = frame(ply + 1);
        here.line.assign(1, action);
        here.line.insert(here.line.end(), next.line.begin(), next.line.end());
    }

    // An action that ended a search is tried early elsewhere; those before it were not so good.
    void praise(int ply, int depth, std::uint16_t code) {
        Frame& here = frame(ply);
        const int seat = here.state.actor();
        if (here.killers[0] != code) here.killers = {code, here.killers[0]};
        const int amount = std::min(depth * depth * 16, 1024);
        here.actions.each_given([&](std::uint16_t tried) {
            history_.reward(seat, tried, tried == code ? amount : -amount / 2);
        });
    }

    const Knowledge& knowledge_;
    Table& table_;
    Settings settings_;
    std::optional<Budget> budget_;
    std::vector<Frame> frames_;
    std::array<std::array<std::int8_t, 128>, 32> reductions_{};
    std::vector<std::uint16_t> excluded_;
    typename State::Actions listed_;
    History<Knowledge::codes> history_;
    int asked_depth_ = 0;
};

}  // namespace duiyi::duel
