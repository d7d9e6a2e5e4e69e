// Tzaar in the alpha-beta search. What an evaluation sees is kept from step to step; steps are
// listed in groups, since most searches end with the first; forced ends are searched exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "games/tzaar/order.hpp"
#include "games/tzaar/result.hpp"
#include "games/tzaar/rules.hpp"
#include "search/alphabeta/search.hpp"

namespace duiyi::tzaar {

// See alphabeta::Searched.
template <typename Evaluation>
class Searched {
public:
    using State = Tzaar;
    using Knowledge = Evaluation;
    using Settings = tzaar::Settings;
    using Action = Tzaar::Action;

    static constexpr int win = tzaar::win, surely_won = tzaar::surely_won, deepest = longest;
    static constexpr int most_plies = longest + 1;
    static constexpr int first_width = 50, widest = 4000;
    static constexpr bool leaves_are_judged = true;
    static constexpr bool judged_before_table = true;
    static constexpr bool ends_are_exact = true;
    static constexpr bool known_is_first = true;
    static constexpr bool looks_are_nodes = true;
    static constexpr bool lines_are_sorted = true;
    static constexpr bool later_lines_are_kept = false;
    static constexpr std::size_t places = std::size_t{slots} * slots;

    // Which steps are to come.
    enum class Stage : std::uint8_t { known, captures, stacks, none };

    struct Sight {
        Action entered_by{};
        bool looked_at = false;
        typename Evaluation::State sums{};

        void enter(Action action) {
            entered_by = action;
            looked_at = false;
        }
    };

    Searched(const Evaluation& evaluation, const Settings& settings)
        : evaluation_(evaluation), settings_(settings) {}

    static std::uint16_t code(Action action) { return packed(action); }
    static std::size_t place(Action action) {
        return std::size_t{action.source} * slots + action.target;
    }
    static int side(const Tzaar& state) { return state.owner(); }
    static std::uint64_t seed_of(std::uint64_t seed, int thread) {
        return seed + static_cast<unsigned>(thread);
    }

    // The memory that is given is for the table and for the frames of every thread.
    static std::size_t table_bytes(std::size_t memory, std::size_t frames) {
        return memory > 2 * frames ? memory - frames : memory / 2;
    }

    template <typename Frame>
    void begin(Frame& root) const {
        root.sight.sums = evaluation_.begin(root.state);
        root.sight.looked_at = true;
    }

    template <typename Frame>
    void look(Frame& here, const Frame& before) const {
        here.sight.sums =
            evaluation_.follow(before.sight.sums, before.state, here.state, here.sight.entered_by);
        here.sight.looked_at = true;
    }

    template <typename Frame>
    int score(const Frame& here) const {
        return evaluation_.value(here.sight.sums, here.state.owner(), here.state.step());
    }

    // Decisions until whoever decides has won, by a capture now or by one with each step; 0 where
    // there is no such win.
    template <typename Frame>
    int win_at_hand(const Frame& here) const {
        if (settings_.wins_at_hand == 0) return 0;
        const Tzaar& state = here.state;
        const Outlook& outlook = here.sight.sums.outlook;
        const int enemy = (1 - state.owner()) * kinds;
        int decisions = 0;
        for (int piece = enemy; piece < enemy + kinds; ++piece) {
            const int count = state.pieces().count(piece);
            const Set standing = outlook.standing[static_cast<std::size_t>(piece)];
            if (count > 2 || (standing & outlook.endangered) == 0) continue;
            if (count == 1) return 1;
            if (decisions == 0 && state.step() == 1 && second_of(state, standing)) decisions = 2;
        }
        return decisions;
    }

    // The steps of such a win.
    template <typename Frame, typename Visit>
    void each_winning_step(const Frame& here, Visit visit) const {
        const Tzaar& state = here.state;
        const Pieces& pieces = state.pieces();
        const int decisions = win_at_hand(here);
        std::optional<Two> found;
        pieces.each_capture(state.owner(), [&](Ends ends) {
            const int met = pieces.at(ends.target).piece;
            if (found || pieces.count(met) != decisions) return;
            if (decisions == 1)
                found = Two{ends, {}};
            else
                found = second_of(state, here.sight.sums.outlook.standing[met], ends);
        });
        if (!found) return;
        visit(step_of(found->first, Tzaar::Sign::capture));
        if (decisions == 2) visit(step_of(found->second, Tzaar::Sign::capture));
    }

    // The value of a position that is so good or so bad that it is not searched.
    template <typename Frame>
    std::optional<int> standing(const Frame& here, const alphabeta::Node& node) const {
        if (node.principal) return std::nullopt;
        if (const int decisions = win_at_hand(here)) return win - node.ply - decisions;
        if (node.exact) return std::nullopt;
        const int value = score(here), depth = node.depth;
        if (depth <= 3 && value - settings_.margin * depth >= node.beta) return value;
        if (depth <= 2 && value + settings_.hopeless * depth <= node.alpha) return value;
        return std::nullopt;
    }

    template <typename Frame>
    static constexpr int breadth(const Frame&, const alphabeta::Node&) {
        return std::numeric_limits<int>::max();
    }

    // A step that was good before comes first.
    template <typename Frame>
    static void begin_actions(Frame& here) {
        here.stage = here.known != 0 ? Stage::known : Stage::captures;
        if (here.known != 0) here.actions.add({unpacked(here.known)});
    }

    // Captures when the known step was given, then stacks. With depth enough both are listed at
    // once, ordered by what they lead to.
    template <typename Frame, typename Add>
    void list(Frame& here, int depth, const Add& add) const {
        if (here.actions.empty() && here.stage == Stage::captures) {
            here.actions.begin_group();
            list_captures(here, add);
            here.stage = here.state.step() == 2 ? Stage::stacks : Stage::none;
        }
        if (here.stage == Stage::stacks &&
            (here.actions.empty() || depth >= settings_.ordering_depth)) {
            if (here.actions.empty()) here.actions.begin_group();
            list_stacks(here, add);
            here.stage = Stage::none;
        }
        if (here.stage == Stage::known) here.stage = Stage::captures;
    }

private:
    struct Two {
        Ends first, second;
    };

    // Captures of both pieces that stand here, one after the other.
    static std::optional<Two> second_of(const Tzaar& state, Set standing) {
        std::optional<Two> found;
        state.pieces().each_capture(state.owner(), [&](Ends ends) {
            if (!found && (standing & one(ends.target))) found = second_of(state, standing, ends);
        });
        return found;
    }

    static std::optional<Two> second_of(const Tzaar& state, Set standing, Ends first) {
        Pieces after = state.pieces();
        after.move(state.owner(), first.source, first.target);
        std::optional<Two> found;
        after.each_capture(state.owner(), [&](Ends ends) {
            if (standing & ~one(first.target) & one(ends.target)) found = Two{first, ends};
        });
        return found;
    }

    template <typename Frame, typename Add>
    static void list_captures(const Frame& here, const Add& add) {
        const Promise promise(here.state.pieces(), here.sight.sums.outlook);
        here.state.pieces().each_capture(here.state.owner(), [&](Ends ends) {
            add(step_of(ends, Tzaar::Sign::capture), [&] { return promise.of_capture(ends); });
        });
    }

    template <typename Frame, typename Add>
    static void list_stacks(const Frame& here, const Add& add) {
        const Promise promise(here.state.pieces(), here.sight.sums.outlook);
        here.state.pieces().each_stack(here.state.owner(), [&](Ends ends) {
            add(step_of(ends, Tzaar::Sign::stack), [&] { return promise.of_stack(ends); });
        });
        add(Action{}, [] { return Promise::of_pass; });
    }

    static Action step_of(Ends ends, Tzaar::Sign sign) {
        return {static_cast<std::uint8_t>(ends.source), static_cast<std::uint8_t>(ends.target),
                sign};
    }

    const Evaluation& evaluation_;
    Settings settings_;
};

}  // namespace duiyi::tzaar
