// Proving the value of a position: who wins, or that nobody can, with a certificate that others can
// check without any of this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/control.hpp"
#include "search/limits.hpp"
#include "search/proof/search.hpp"
#include "search/proof/table.hpp"
#include "search/proof/tree.hpp"

namespace duiyi {

// For the seat that is to act.
enum class ProofValue : std::uint8_t { unknown, loss, draw, win };

constexpr std::string_view name_of(ProofValue value) {
    constexpr std::array<std::string_view, 4> names{"unknown", "loss", "draw", "win"};
    return names[static_cast<std::size_t>(value)];
}

template <ProvableKernel State>
struct ProofResult {
    ProofValue value = ProofValue::unknown;
    std::uint64_t nodes = 0;
    double seconds = 0;  // CPU, without the certificate
    // A decision that keeps the value, where there is something to keep.
    std::optional<typename State::Action> decision;
    // Empty where the value is unknown, where none was wanted, and where it would be too large.
    std::string certificate;
};

enum class Certificate : bool { unwanted, wanted };

template <ProvableKernel State>
class Prover {
public:
    Prover(const State& state, const Limits& limits, Control& control)
        : state_(state),
          limits_(limits),
          control_(control),
          table_(limits.memory - limits.memory / tree_part),
          own_(table_, state.actor()),
          other_(table_, 1 - state.actor()) {}

    ProofResult<State> result(Certificate certificate) {
        ProofResult<State> result;
        Budget budget(limits_, control_);
        result.value = value(budget, result.decision);
        result.nodes = budget.nodes();
        result.seconds = budget.seconds();
        if (certificate == Certificate::wanted) result.certificate = written(result.value);
        return result;
    }

private:
    using Action = typename State::Action;
    static constexpr std::size_t tree_part = 4;  // of the memory, for the certificate's tree

    ProofValue value(Budget& budget, std::optional<Action>& decision) {
        const ProofNumbers winning = own_.solve(state_, budget);
        if (!winning.decided()) return ProofValue::unknown;
        if (winning.proven()) {
            decision = own_.answer();
            return ProofValue::win;
        }
        if constexpr (!Provable<State>::draws) return ProofValue::loss;
        const ProofNumbers losing = other_.solve(state_, budget);
        if (!losing.decided()) return ProofValue::unknown;
        if (losing.proven()) return ProofValue::loss;
        decision = other_.answer();
        return ProofValue::draw;
    }

    // With as much time and as many nodes as the search had: little of it is needed.
    std::string written(ProofValue value) {
        if (value == ProofValue::unknown) return {};
        Budget budget(limits_, control_);
        std::string text = "duiyi-certificate 1\ngame " + std::string(State::id) + "\nposition " +
                           state_.dump() + "\nresult " + std::string(name_of(value)) + '\n';
        bool complete = false;
        if (value == ProofValue::win)
            complete = add(text, own_, true, "wins", budget);
        else if (value == ProofValue::draw)
            complete = add(text, other_, false, "holds", budget) &&
                       add(text, own_, false, "holds", budget);
        else if (Provable<State>::draws)
            complete = add(text, other_, true, "wins", budget);
        else  // who does not lose a game without draws has won it
            complete = add(text, own_, false, "wins", budget);
        return complete ? text : std::string();
    }

    bool add(std::string& text, ProofSearch<State>& search, bool proven, std::string_view claim,
             Budget& budget) {
        const std::size_t memory = limits_.memory / tree_part;
        const auto tree = ProofTree<State>::grown(search, proven, state_, memory, budget);
        if (!tree) return false;
        text += "seat " + std::to_string(tree->seat()) + ' ' + std::string(claim) + ' ' +
                std::to_string(tree->positions()) + '\n' + tree->written(state_) + '\n';
        return true;
    }

    State state_;
    Limits limits_;
    Control& control_;
    ProofTable table_;
    ProofSearch<State> own_, other_;
};

// The game is not over.
template <ProvableKernel State>
ProofResult<State> prove(const State& state, const Limits& limits, Control& control,
                         Certificate certificate = Certificate::unwanted) {
    return Prover<State>(state, limits, control).result(certificate);
}

}  // namespace duiyi
