// Depth-first proof-number search (df-pn): whether a seat, the attacker, can force a win.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/bits.hpp"
#include "search/limits.hpp"
#include "search/proof/provable.hpp"
#include "search/proof/table.hpp"

namespace duiyi {

template <ProvableKernel State>
class ProofSearch {
public:
    using Action = typename State::Action;

    // Searches for both seats may share a table.
    ProofSearch(ProofTable& table, int attacker)
        : table_(table),
          attacker_(attacker),
          salt_(scrambled(static_cast<std::uint64_t>(attacker) + 1)) {}

    int attacker() const { return attacker_; }

    // Decided, unless the budget ended before. The game is not over.
    ProofNumbers solve(const State& state, Budget& budget) {
        constexpr std::uint32_t never = ProofNumbers::never;
        return search(state, hash(state), {never, never}, budget);
    }

    // Of the position that was solved last: what its actor should do, if it is decided for him.
    Action answer() const { return answer_; }

    // Of a position, or of one that has not been searched a guess.
    ProofNumbers numbers(const State& state) const {
        if (state.over()) return ProofNumbers::known(state.winner() == attacker_);
        const auto* entry = table_.find(hash(state));
        return entry ? entry->numbers : first_numbers(state, attacker_);
    }

    // How many positions were searched for this one, as far as it is remembered.
    std::uint64_t work(const State& state) const {
        const auto* entry = state.over() ? nullptr : table_.find(hash(state));
        return entry ? entry->work : 0;
    }

private:
    // A quarter more than the second best child may be spent on the best before it is left: so
    // that the search does not jump between two that are alike.
    static constexpr std::uint32_t patience = 4;

    struct Child {
        Action action;
        ProofNumbers numbers;
    };

    // Numbers as the seat to act sees them: he needs one child that is good for him, and the
    // others' numbers to refute him add up.
    struct View {
        bool attacking;

        std::uint32_t& one(ProofNumbers& numbers) const {
            return attacking ? numbers.proof : numbers.disproof;
        }
        std::uint32_t& every(ProofNumbers& numbers) const {
            return attacking ? numbers.disproof : numbers.proof;
        }
    };

    struct Choice {
        ProofNumbers numbers;  // of the position
        std::size_t best;      // the child to search
        std::uint32_t second;  // the `one` of the next best
    };

    std::uint64_t hash(const State& state) const { return state.hash() ^ salt_; }

    // Until it is decided, or either number reaches its limit.
    ProofNumbers search(const State& state, std::uint64_t own_hash, ProofNumbers limits,
                        Budget& budget) {
        const std::uint64_t before = budget.nodes();
        if (budget.spent()) return {1, 1};
        const View view{state.actor() == attacker_};
        const std::size_t first = children_.size();
        expand(state, view);
        Choice choice = choose(first, view);
        while (!choice.numbers.decided() && choice.numbers.proof < limits.proof &&
               choice.numbers.disproof < limits.disproof) {
            State next = state;
            next.play(children_[choice.best].action);
            const ProofNumbers found =
                search(next, hash(next), limits_for(choice, limits, view), budget);
            if (budget.over()) break;
            children_[choice.best].numbers = found;
            choice = choose(first, view);
        }
        answer_ = children_[choice.best].action;
        children_.resize(first);
        if (!budget.over()) table_.put(own_hash, choice.numbers, budget.nodes() - before);
        return choice.numbers;
    }

    // Up to the first child that decides all.
    void expand(const State& state, View view) {
        typename State::Actions actions;
        state.actions(actions);
        for (const Action action : actions) {
            State next = state;
            next.play(action);
            children_.push_back({action, numbers(next)});
            if (view.one(children_.back().numbers) == 0) return;
        }
    }

    Choice choose(std::size_t first, View view) {
        constexpr std::uint32_t never = ProofNumbers::never;
        Choice choice{{}, first, never};
        std::uint32_t least = never, least_every = never;
        std::uint64_t sum = 0;
        for (std::size_t i = first; i < children_.size(); ++i) {
            const std::uint32_t one = view.one(children_[i].numbers);
            const std::uint32_t every = view.every(children_[i].numbers);
            sum += every;
            if (one < least || (one == least && every < least_every)) {
                choice.second = least;
                least = one;
                least_every = every;
                choice.best = i;
            } else {
                choice.second = std::min(choice.second, one);
            }
        }
        view.one(choice.numbers) = least;
        view.every(choice.numbers) =
            least == 0 ? never
                       : static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, never - 1));
        return choice;
    }

    // What the best child may need until another one is better or the position is left.
    ProofNumbers limits_for(Choice& choice, ProofNumbers limits, View view) {
        ProofNumbers& child = children_[choice.best].numbers;
        ProofNumbers found{};
        view.one(found) = std::min(view.one(limits), choice.second + choice.second / patience + 1);
        view.every(found) = std::min<std::uint32_t>(
            ProofNumbers::never,
            view.every(limits) - view.every(choice.numbers) + view.every(child));
        return found;
    }

    ProofTable& table_;
    int attacker_;
    std::uint64_t salt_;
    Action answer_{};
    std::vector<Child> children_;  // of all positions on the way, one behind the other
};

}  // namespace duiyi
