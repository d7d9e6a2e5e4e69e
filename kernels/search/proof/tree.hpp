// A proof as a tree: one decision where the seat that is proven something acts, all decisions where
// the other one does. Positions that are reached in several ways are kept and written once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "search/limits.hpp"
#include "search/proof/search.hpp"

namespace duiyi {

template <ProvableKernel State>
class ProofTree {
public:
    // What the search has decided about this position, which is not over. Nothing when the budget
    // or the memory ended before the tree was complete. What the table has forgotten is searched
    // again.
    static std::optional<ProofTree> grown(ProofSearch<State>& search, bool proven,
                                          const State& root, std::size_t memory, Budget& budget) {
        ProofTree tree(search.attacker(), proven, memory);
        tree.root_ = tree.grow(search, root, budget);
        if (budget.over() || tree.full()) return std::nullopt;
        tree.seen_ = {};
        return tree;
    }

    // The seat that is proven something.
    int seat() const { return seat_; }
    std::size_t positions() const { return nodes_.size(); }

    // As the words of a certificate (src/duiyi/players/certificate.py says what they mean).
    std::string written(const State& root) const {
        Writer writer{*this, {}, {}};
        writer.write(root, root_);
        return std::move(writer.text);
    }

private:
    using Action = typename State::Action;
    using Number = std::uint32_t;
    static constexpr Number over = 0xFFFFFFFF;  // the number of all finished positions

    struct Edge {
        Action action;
        Number position;
    };
    struct Node {
        Number first_edge;
        std::uint16_t edges;
        bool shared;
    };

    ProofTree(int attacker, bool proven, std::size_t memory)
        : seat_(proven ? attacker : 1 - attacker), proven_(proven), memory_(memory) {}

    bool full() const {
        constexpr std::size_t per_seen = 48;  // of an unordered map, with its allocation
        return nodes_.size() * (sizeof(Node) + per_seen) + edges_.size() * sizeof(Edge) > memory_;
    }

    // Positions are numbered when they are complete. With the turn's number, which the hash leaves
    // out: a reader should need no rule to see that two positions are the same.
    Number grow(ProofSearch<State>& search, const State& state, Budget& budget) {
        if (state.over()) return over;
        const std::uint64_t key =
            state.hash() ^ scrambled(static_cast<std::uint64_t>(state.turn()));
        if (const auto known = seen_.find(key); known != seen_.end()) {
            nodes_[known->second].shared = true;
            return known->second;
        }
        const std::size_t first = growing_.size();
        if (state.actor() == seat_) {
            if (const auto action = decision(search, state, budget))
                growing_.push_back({*action, over});
        } else {
            typename State::Actions actions;
            state.actions(actions);
            for (const Action action : actions) growing_.push_back({action, over});
        }
        const std::size_t last = growing_.size();
        for (std::size_t i = first; i < last && !budget.over() && !full(); ++i) {
            State next = state;
            next.play(growing_[i].action);
            const Number position = grow(search, next, budget);
            growing_[i].position = position;
        }
        const auto number = static_cast<Number>(nodes_.size());
        nodes_.push_back(
            {static_cast<Number>(edges_.size()), static_cast<std::uint16_t>(last - first), false});
        edges_.insert(edges_.end(), growing_.begin() + static_cast<std::ptrdiff_t>(first),
                      growing_.end());
        growing_.resize(first);
        seen_.emplace(key, number);
        return number;
    }

    // Of the decisions that are proven the one that took least work.
    std::optional<Action> decision(ProofSearch<State>& search, const State& state, Budget& budget) {
        std::optional<Action> found;
        std::uint64_t least = ~std::uint64_t{0};
        typename State::Actions actions;
        state.actions(actions);
        for (const Action action : actions) {
            State next = state;
            next.play(action);
            const ProofNumbers numbers = search.numbers(next);
            if (!(proven_ ? numbers.proven() : numbers.disproven())) continue;
            if (const std::uint64_t work = search.work(next); work < least) {
                least = work;
                found = action;
            }
        }
        if (!found && search.solve(state, budget).decided()) found = search.answer();
        return found;
    }

    struct Writer {
        const ProofTree& tree;
        std::string text;
        std::unordered_map<Number, std::size_t> labels;

        void add(const std::string& word) {
            if (!text.empty() && text.back() != '\n') text += ' ';
            text += word;
        }

        void write(const State& state, Number number) {
            if (number == over) return add(".");
            const Node& node = tree.nodes_[number];
            if (node.shared) {
                const auto [label, fresh] = labels.try_emplace(number, labels.size() + 1);
                add((fresh ? '#' : '=') + std::to_string(label->second));
                if (!fresh) return;
            }
            const bool all = state.actor() != tree.seat_;
            if (all) add("{\n");
            for (std::size_t i = 0; i < node.edges; ++i) {
                const Edge& edge = tree.edges_[node.first_edge + i];
                add(state.text(edge.action));
                State next = state;
                next.play(edge.action);
                write(next, edge.position);
                if (all) text += '\n';
            }
            if (all) add("}");
        }
    };

    int seat_;
    bool proven_;
    std::size_t memory_;
    Number root_ = over;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<Edge> growing_;  // of all positions on the way, one behind the other
    std::unordered_map<std::uint64_t, Number> seen_;
};

}  // namespace duiyi
