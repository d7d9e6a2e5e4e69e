// The turns of tzaar, one after the other, each with what the evaluation makes of its end: the part
// of the search by whole turns that knows about steps.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "games/tzaar/result.hpp"
#include "games/tzaar/rules.hpp"
#include "search/limits.hpp"

namespace duiyi::tzaar {

struct Turn {
    std::array<Tzaar::Action, 2> steps{};
    int length = 0;
    int outcome = 0;  // what it leads to, at first sight, for its side

    bool has_steps_of(const Turn& other) const {
        return length == other.length && steps == other.steps;
    }
};

template <typename Evaluation>
class Turns {
public:
    // A position with the sums of the evaluation.
    struct Node {
        Tzaar state;
        typename Evaluation::State sums{};
    };

    // The state is any: room for others.
    Turns(const Evaluation& evaluation, Budget& budget, const Tzaar& state)
        : evaluation_(evaluation),
          budget_(budget),
          middles_(most_first_steps, Node{state}),
          end_{state} {}

    // Every captor and every captured piece has one partner in each direction.
    static constexpr int most_first_steps = static_cast<int>(points) / 2 * directions;

    // For the side whose decision it is.
    int value(const Node& node) const {
        return evaluation_.value(node.sums, node.state.owner(), node.state.step());
    }

    // False if there is no time for more.
    bool step(const Node& from, Node& to, Tzaar::Action action) {
        play(from, to, action);
        follow(from, to, action);
        return !budget_.over();
    }

    // Gives the turns of a node until `visit` says no: the first steps ordered by what the
    // evaluation expects of their second steps, and all second steps of those that `promising`
    // allows. False if not all were given.
    template <typename Promising, typename Visit>
    bool each(const Node& from, Promising promising, Visit visit) {
        seen_.clear();
        if (from.state.step() == 2) return each_second(from, Turn{}, visit);
        const int side = from.state.owner();
        firsts_.clear();
        from.state.captures(actions_);
        for (const Tzaar::Action action : actions_) {
            Node& middle = middles_[firsts_.size()];
            if (!step(from, middle, action)) return false;
            const int expected = outcome(middle, side);
            if (!middle.state.over() && middle.state.owner() == side)
                firsts_.push_back({action, &middle, expected});
            else if (!visit(Turn{{action}, 1, expected}))
                return false;
        }
        std::ranges::stable_sort(firsts_, std::ranges::greater{}, &First::expected);
        int rank = 0;
        for (const First& first : firsts_) {
            if (!promising(rank++, first.expected)) return false;
            if (!each_second(*first.middle, Turn{{first.action}, 1, 0}, visit)) return false;
        }
        return true;
    }

private:
    struct First {
        Tzaar::Action action;
        const Node* middle;  // where it led
        int expected;
    };

    // Which ends of turns came up already, by another order of the steps. One that was forgotten
    // is only looked at twice.
    class Seen {
    public:
        void clear() { salt_ += 0x9E3779B97F4A7C15U; }

        bool add(std::uint64_t hash) {
            const std::uint64_t salted = hash ^ salt_;
            return std::exchange(hashes_[hash % hashes_.size()], salted) != salted;
        }

    private:
        std::array<std::uint64_t, 4096> hashes_{};
        std::uint64_t salt_ = 0;
    };

    // Captures come first: more of them are good.
    template <typename Visit>
    bool each_second(const Node& middle, Turn turn, Visit visit) {
        const int side = middle.state.owner();
        const auto last = static_cast<std::size_t>(turn.length++);
        const auto given = [&](Tzaar::Action action) {
            play(middle, end_, action);
            if (budget_.over()) return false;
            if (!seen_.add(end_.state.hash())) return true;
            follow(middle, end_, action);
            turn.steps[last] = action;
            turn.outcome = outcome(end_, side);
            return visit(turn);
        };
        middle.state.captures(actions_);
        if (!std::ranges::all_of(actions_, given)) return false;
        middle.state.stacks(actions_);
        return std::ranges::all_of(actions_, given) && given(Tzaar::Action{});
    }

    void play(const Node& from, Node& to, Tzaar::Action action) {
        to.state = from.state;
        to.state.play(action);
        budget_.spent();
    }

    void follow(const Node& from, Node& to, Tzaar::Action action) {
        if (!to.state.over()) to.sums = evaluation_.follow(from.sums, from.state, to.state, action);
    }

    // At first sight, for one of the sides.
    int outcome(const Node& node, int side) const {
        if (node.state.over()) return node.state.winner() == side ? win : -win;
        return node.state.owner() == side ? value(node) : -value(node);
    }

    const Evaluation& evaluation_;
    Budget& budget_;
    std::vector<First> firsts_;
    std::vector<Node> middles_;  // after first steps
    Node end_;                   // after a turn
    Tzaar::Actions actions_;
    Seen seen_;
};

}  // namespace duiyi::tzaar
