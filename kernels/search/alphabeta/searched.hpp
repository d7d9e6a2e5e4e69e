// A game in the common search of two seats: it tells a judgement of every position, and nothing
// that is kept from decision to decision.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "common/kernel.hpp"
#include "search/alphabeta/judgement.hpp"
#include "search/alphabeta/search.hpp"
#include "search/alphabeta/team.hpp"

namespace duiyi::duel {

// What a game tells: `code` is an action in 16 bits, below `codes` and not 0; `promise` is what an
// action promises at first sight, on the scale of the history; `judge` speaks for whoever decides.
template <typename Knowledge, typename State>
concept Knows =
    requires(const Knowledge knowledge, const State state, typename State::Action action) {
        { Knowledge::codes } -> std::convertible_to<std::size_t>;
        { Knowledge::code(action) } -> std::same_as<std::uint16_t>;
        { knowledge.promise(state, action) } -> std::same_as<int>;
        { knowledge.judge(state) } -> std::same_as<Judgement>;
    };

// See alphabeta::Searched.
template <GameKernel State_, Knows<State_> Knowledge_>
class Searched {
public:
    using State = State_;
    using Knowledge = Knowledge_;
    using Settings = duel::Settings;
    using Action = typename State::Action;

    static constexpr int win = duel::win, surely_won = duel::surely_won, deepest = duel::deepest;
    static constexpr int most_plies = 2 * deepest;
    static constexpr int first_width = 40, widest = 3000;
    static constexpr bool leaves_are_judged = false;
    static constexpr bool judged_before_table = false;
    static constexpr bool ends_are_exact = false;
    static constexpr bool known_is_first = false;
    static constexpr bool looks_are_nodes = false;
    static constexpr bool lines_are_sorted = false;
    static constexpr bool later_lines_are_kept = true;
    static constexpr std::size_t places = Knowledge::codes;

    enum class Stage : std::uint8_t { all, none };

    struct Sight {
        bool looked_at = false;
        Judgement judgement{};

        void enter(Action) { looked_at = false; }
    };

    Searched(const Knowledge& knowledge, const Settings& settings)
        : knowledge_(knowledge), settings_(settings) {}

    static std::uint16_t code(Action action) { return Knowledge::code(action); }
    static std::size_t place(Action action) { return code(action); }
    static int side(const State& state) { return state.actor(); }
    static std::uint64_t seed_of(std::uint64_t, int) { return 0; }
    static std::size_t table_bytes(std::size_t memory, std::size_t) { return memory; }

    template <typename Frame>
    void begin(Frame& root) const {
        look(root, root);
    }

    template <typename Frame>
    void look(Frame& here, const Frame&) const {
        here.sight.judgement = knowledge_.judge(here.state);
        here.sight.looked_at = true;
    }

    template <typename Frame>
    int score(const Frame& here) const {
        return here.sight.judgement.score;
    }

    // The value of a position that is not searched. Decisions under a threat are searched deeper.
    template <typename Frame>
    std::optional<int> standing(const Frame& here, alphabeta::Node& node) const {
        const Judgement& judgement = here.sight.judgement;
        const int score = judgement.score, ply = node.ply;
        if (judgement.settled && ply > 0) return alphabeta::from_position(score, ply, surely_won);
        if (settings_.urgent && judgement.urgent && ply > 0 && ply < 2 * node.asked_depth)
            ++node.depth;
        if (node.depth <= 0 || ply == most_plies) return score;
        if (!node.principal && !judgement.urgent && node.depth <= 3 &&
            score - settings_.margin * node.depth >= node.beta)
            return score;
        return std::nullopt;
    }

    template <typename Frame>
    int breadth(const Frame& here, const alphabeta::Node& node) const {
        return node.principal || here.sight.judgement.urgent || node.depth > 3
                   ? std::numeric_limits<int>::max()
                   : settings_.breadth * node.depth * node.depth;
    }

    template <typename Frame>
    static void begin_actions(Frame& here) {
        here.stage = Stage::all;
    }

    template <typename Frame, typename Add>
    void list(Frame& here, int, const Add& add) {
        if (here.stage == Stage::none) return;
        here.stage = Stage::none;
        here.state.actions(listed_);
        for (const Action action : listed_)
            add(action, [&] { return knowledge_.promise(here.state, action); });
    }

    template <typename Frame>
    alphabeta::Line<Action> at_first_sight(const Frame& root) {
        root.state.actions(listed_);
        const auto better = [&](Action one, Action other) {
            return knowledge_.promise(root.state, one) < knowledge_.promise(root.state, other);
        };
        return {score(root), {*std::max_element(listed_.begin(), listed_.end(), better)}};
    }

private:
    const Knowledge& knowledge_;
    Settings settings_;
    typename State::Actions listed_;
};

template <GameKernel State, Knows<State> Knowledge>
using Player = alphabeta::Team<Searched<State, Knowledge>>;

}  // namespace duiyi::duel
