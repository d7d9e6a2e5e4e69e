// Alpha-beta for tzaar by single decisions: two steps of one side follow each other without a
// change of sign. Iterative deepening, principal variation search, a transposition table, strong
// reductions of late steps. One thread; several may share a table.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "common/control.hpp"
#include "games/tzaar.hpp"
#include "search/alphabeta_table.hpp"
#include "search/limits.hpp"
#include "search/tzaar_order.hpp"
#include "search/tzaar_result.hpp"

namespace duiyi::tzaar {

template <typename Evaluation>
class Search {
public:
    Search(const Evaluation& evaluation, Table& table, const Settings& settings = {})
        : evaluation_(evaluation), table_(table), settings_(settings) {
        for (std::size_t depth = 1; depth < reductions_.size(); ++depth)
            for (std::size_t index = 1; index < reductions_[depth].size(); ++index)
                reductions_[depth][index] = static_cast<std::int8_t>(
                    std::log(depth) * std::log(index) / settings.reduction + 0.5);
    }

    // What a search needs beside its table.
    static constexpr std::size_t bytes() { return frame_count * sizeof(Frame) + sizeof(Search); }

    // The best lines of a position that is not over. The seed decides between steps that look
    // alike. Threads differ by it and by their first depth.
    Found run(const Tzaar& state, const Limits& limits, Control& control, std::size_t lines = 1,
              std::uint64_t seed = 0, int first_depth = 1) {
        budget_.emplace(limits, control);
        history_ = History(seed);
        if (frames_.empty()) frames_.assign(frame_count, Frame{state});
        for (Frame& each : frames_) each.killers = {};
        Frame& root = frame(0);
        root.state = state;
        root.sums = evaluation_.begin(state);
        root.looked_at = true;
        Found found;
        for (int depth = first_depth; depth <= longest && !budget_->over(); ++depth) {
            merge(found.lines, deepened(depth, found.lines, lines), lines);
            if (budget_->over()) break;
            found.depth = depth;
            const int best = found.lines[0].score;
            if (lines == 1 && std::abs(best) >= surely_won) {
                if (best > 0) shorten(found.lines[0]);
                break;
            }
        }
        found.nodes = budget_->nodes();
        found.seconds = budget_->seconds();
        return found;
    }

private:
    static constexpr std::size_t frame_count = longest + 2;

    // Which steps of a frame are to come.
    enum class Stage : std::uint8_t { known, captures, stacks, none };

    struct Frame {
        Tzaar state;
        Tzaar::Action entered_by{};
        bool looked_at = false;
        typename Evaluation::State sums{};
        Ordered steps{};
        std::array<Tzaar::Action, longest + 2> line{};
        int length = 0;
        std::array<std::uint16_t, 2> killers{};
        std::uint16_t known = 0;
        Stage stage = Stage::none;

        // Before the first step is asked for: one that was good before comes first.
        void begin(std::uint16_t good) {
            known = good;
            steps.clear();
            stage = good != 0 ? Stage::known : Stage::captures;
            if (good != 0) steps.add({unpacked(good)});
        }
    };

    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }

    Line line_found(int score) {
        const Frame& root = frame(0);
        return {score, {root.line.begin(), root.line.begin() + root.length}};
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
            if (frame(0).length > 0 && !(broken_off && score <= -surely_won))
                found.push_back(line_found(score));
            if (broken_off || found.size() == number) break;
            excluded_.push_back(found.back().actions[0]);
        }
        excluded_.clear();
        return found;
    }

    // The best first; an old one whose first action is among the new ones goes.
    static void merge(std::vector<Line>& lines, std::vector<Line> now, std::size_t most) {
        for (Line& old : lines) {
            const auto same = [&](const Line& line) { return line.actions[0] == old.actions[0]; };
            if (now.size() < most && std::ranges::none_of(now, same)) now.push_back(old);
        }
        lines = std::move(now);
        std::ranges::stable_sort(lines, std::ranges::greater{}, &Line::score);
    }

    // A narrow window around what the search before found, widened until it holds the score.
    int aspired(int depth, int guess) {
        int width = 50;
        const bool narrow = depth >= 4 && std::abs(guess) < surely_won;
        int alpha = narrow ? guess - width : -win, beta = narrow ? guess + width : win;
        while (true) {
            const int score = search(0, depth, alpha, beta);
            if (budget_->over()) return score;
            width *= 4;
            if (score <= alpha && alpha > -win)
                alpha = width > 4000 ? -win : score - width;
            else if (score >= beta && beta < win)
                beta = width > 4000 ? win : score + width;
            else
                return score;
        }
    }

    // Reductions may have hidden a shorter win: it is looked for without them.
    void shorten(Line& line) {
        while (!budget_->over()) {
            const int score = search(0, win - line.score - 1, line.score, win);
            if (frame(0).length == 0 || score <= line.score) break;
            line = line_found(score);
        }
    }

    static int to_table(int score, int ply) {
        return score >= surely_won ? score + ply : score <= -surely_won ? score - ply : score;
    }

    static int from_table(int score, int ply) {
        return score >= surely_won ? score - ply : score <= -surely_won ? score + ply : score;
    }

    // The value of the position of this frame for the side whose decision it is.
    int search(int ply, int depth, int alpha, int beta) {
        Frame& here = frame(ply);
        here.length = 0;
        const int side = here.state.owner();
        if (depth <= 0) {
            look(ply);
            return evaluation_.value(here.sums, side, here.state.step());
        }
        alpha = std::max(alpha, -(win - ply - 1));
        beta = std::min(beta, win - ply - 1);
        if (alpha >= beta) return alpha;

        // Where only forced ends count nothing is reduced or guessed, and nothing is believed that
        // was found by that: such searches are kept apart in the table.
        const bool exact = alpha >= surely_won || beta <= -surely_won;
        const bool principal = beta - alpha > 1;
        const std::uint64_t hash = here.state.hash(), key = exact ? ~hash : hash;
        table_.prefetch(key);
        look(ply);
        if (!principal && !exact) {
            const int value = evaluation_.value(here.sums, side, here.state.step());
            if (depth <= 3 && value - settings_.margin * depth >= beta) return value;
            if (depth <= 2 && value + settings_.hopeless * depth <= alpha) return value;
        }
        Known known = table_.find(key);
        if (known.bound != Bound::none && known.depth >= depth && !principal) {
            const int score = from_table(known.score, ply);
            if (known.bound == Bound::exact ||
                (known.bound == Bound::lower ? score >= beta : score <= alpha))
                return score;
        }
        if (exact && known.action == 0) known.action = table_.find(hash).action;
        if (!exact && depth >= 4 && known.action == 0) --depth;
        here.begin(known.action);

        int best = -win;
        Tzaar::Action best_action{};
        const int first_alpha = alpha;
        while (const Candidate* step = next_step(ply, depth)) {
            const Tzaar::Action action = step->action;
            if (ply == 0 && std::ranges::find(excluded_, action) != excluded_.end()) continue;
            const int score = tried(ply, depth, *step, alpha, beta,
                                    best == -win ? 0 : here.steps.given() - 1, exact);
            if (budget_->over()) return best;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            best_action = action;
            if (principal) extend_line(ply, action);
            if (alpha >= beta) {
                praise(ply, depth, action);
                break;
            }
        }
        const Bound bound = best >= beta         ? Bound::lower
                            : best > first_alpha ? Bound::exact
                                                 : Bound::upper;
        if (excluded_.empty())
            table_.store(key, {static_cast<std::int16_t>(to_table(best, ply)),
                               bound == Bound::upper ? std::uint16_t{0} : packed(best_action),
                               static_cast<std::uint8_t>(depth), bound});
        return best;
    }

    // Enters the position after an action and searches it: late ones with less depth and with no
    // room between the bounds, again with more when they turn out to be better than that.
    int tried(int ply, int depth, const Candidate& step, int alpha, int beta, int index,
              bool exact) {
        const int less = exact || index == 0 ? 0 : reduction(depth, index);
        // Its evaluation is known, unless it ends the game.
        if (depth - 1 <= less && -win < step.outcome && step.outcome <= alpha) return step.outcome;
        const Frame& here = frame(ply);
        Frame& next = frame(ply + 1);
        enter(ply, step.action);
        if (budget_->over()) return 0;
        if (next.state.over()) {
            next.length = 0;
            const int distance = win - ply - 1;
            return next.state.winner() == here.state.owner() ? distance : -distance;
        }
        const bool same = next.state.owner() == here.state.owner();
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

    int reduction(int depth, int index) const {
        return reductions_[static_cast<std::size_t>(std::min(depth, 31))]
                          [static_cast<std::size_t>(std::min(index, 127))];
    }

    // Evaluations are kept from step to step, but only where one is asked for.
    void look(int ply) {
        Frame& here = frame(ply);
        if (here.looked_at) return;
        const Frame& before = frame(ply - 1);
        here.sums =
            evaluation_.follow(before.sums, before.state, here.state, here.entered_by);
        here.looked_at = true;
    }

    // Plays an action in the next frame.
    void enter(int ply, Tzaar::Action action) {
        Frame& next = frame(ply + 1);
        next.state = frame(ply).state;
        next.state.play(action);
        next.entered_by = action;
        next.looked_at = false;
        budget_->spent();
    }

    // What comes next of the steps of a frame: the one that is known to be good, captures, stacks.
    // With depth enough all are listed at once, ordered by what they lead to.
    const Candidate* next_step(int ply, int depth) {
        Frame& here = frame(ply);
        if (here.steps.empty() && here.stage == Stage::captures) {
            here.steps.begin_group();
            list_captures(ply, depth);
            here.stage = here.state.step() == 2 ? Stage::stacks : Stage::none;
        }
        if (here.stage == Stage::stacks &&
            (here.steps.empty() || depth >= settings_.ordering_depth)) {
            if (here.steps.empty()) here.steps.begin_group();
            list_stacks(ply, depth);
            here.stage = Stage::none;
        }
        if (here.stage == Stage::known) here.stage = Stage::captures;
        return here.steps.empty() ? nullptr : &here.steps.next();
    }

    void list_captures(int ply, int depth) {
        const Frame& here = frame(ply);
        const Promise promise(here.state.pieces(), here.sums.outlook);
        here.state.pieces().each_capture(here.state.owner(), [&](Ends ends) {
            list(ply, depth, step_of(ends, Tzaar::Sign::capture), promise.of_capture(ends));
        });
    }

    void list_stacks(int ply, int depth) {
        const Frame& here = frame(ply);
        const Promise promise(here.state.pieces(), here.sums.outlook);
        here.state.pieces().each_stack(here.state.owner(), [&](Ends ends) {
            list(ply, depth, step_of(ends, Tzaar::Sign::stack), promise.of_stack(ends));
        });
        list(ply, depth, Tzaar::Action{}, Promise::of_pass);
    }

    void list(int ply, int depth, Tzaar::Action action, int promise) {
        Frame& here = frame(ply);
        const std::uint16_t code = packed(action);
        if (code == here.known) return;
        Candidate step{action, promise};
        if (depth >= settings_.ordering_depth) {
            step.outcome = outcome_of(ply, action);
            step.key = 10 * step.outcome;
        }
        step.key += history_.of(here.state.owner(), action);
        if (code == here.killers[0] || code == here.killers[1]) step.key += 2000;
        here.steps.add(step);
    }

    static Tzaar::Action step_of(Ends ends, Tzaar::Sign sign) {
        return {static_cast<std::uint8_t>(ends.source), static_cast<std::uint8_t>(ends.target),
                sign};
    }

    // The evaluation after an action.
    int outcome_of(int ply, Tzaar::Action action) {
        enter(ply, action);
        const Frame& next = frame(ply + 1);
        const int side = frame(ply).state.owner();
        if (next.state.over()) return next.state.winner() == side ? win : -win;
        look(ply + 1);
        const int value = evaluation_.value(next.sums, next.state.owner(), next.state.step());
        return next.state.owner() == side ? value : -value;
    }

    void extend_line(int ply, Tzaar::Action action) {
        Frame& here = frame(ply);
        const Frame& next = frame(ply + 1);
        here.line[0] = action;
        std::copy_n(next.line.begin(), next.length, here.line.begin() + 1);
        here.length = next.length + 1;
    }

    // An action that ended a search is tried early elsewhere; those before it were not so good.
    void praise(int ply, int depth, Tzaar::Action action) {
        Frame& here = frame(ply);
        const int side = here.state.owner();
        const std::uint16_t code = packed(action);
        if (here.killers[0] != code) here.killers = {code, here.killers[0]};
        const int amount = std::min(depth * depth * 16, 1024);
        here.steps.each_given([&](Tzaar::Action tried) {
            history_.reward(side, tried, tried == action ? amount : -amount / 2);
        });
    }

    const Evaluation& evaluation_;
    Table& table_;
    std::optional<Budget> budget_;
    Settings settings_;
    std::vector<Frame> frames_;
    std::array<std::array<std::int8_t, 128>, 32> reductions_{};
    std::vector<Tzaar::Action> excluded_;
    History history_{0};
};

}  // namespace duiyi::tzaar
