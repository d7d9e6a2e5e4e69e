// Search by simulation (MCTS) for any game of two to six seats, with chance and any number of
// decisions in a turn: everybody is expected to go for his own share (max-n). The tree is kept from
// search to search; proofs travel up it. The way down is chosen in choice.hpp, the tree's
// memory is tree.hpp, what follows below the tree is playout.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/control.hpp"
#include "common/kernel.hpp"
#include "common/real.hpp"
#include "common/threads.hpp"
#include "search/limits.hpp"
#include "search/mcts/choice.hpp"
#include "search/mcts/playout.hpp"
#include "search/mcts/result.hpp"
#include "search/mcts/tree.hpp"
#include "search/progress.hpp"

namespace duiyi {

template <GameKernel State, typename Judge = Insight<State>>
class Mcts {
public:
    using Action = typename State::Action;
    using Result = MctsResult<Action>;

    explicit Mcts(const MctsSettings& settings = Judge::settings) : settings_(settings) {}

    // Nodes are playouts, of all threads together; seconds are those of each thread. With one
    // thread and no limit but nodes, the same searches one after the other give the same answers.
    // What is found is heard every now and then.
    Result search(const State& state, const Limits& limits, Control& control, int threads,
                  std::uint64_t seed, const Heard<Result>& heard = {});

    // The next search begins anew.
    void forget() { tree_.clear(); }

private:
    using Tree = MctsTree<Action>;
    using Edge = typename Tree::Edge;
    using Choice = MctsChoice<Action>;

    // An action that is about to become an edge.
    struct Candidate {
        Action action;
        Outcomes outcomes;
        float quality;
        float prior;
    };

    struct Step {
        MctsPlace place;
        std::size_t index;
    };

    // What a thread has for itself.
    struct Worker {
        Worker(const State& state, const Limits& limits, Control& control, std::uint64_t seed)
            : budget(without_nodes(limits), control), random(seed), state(state) {}

        // The budget counts decisions, so that the clock is looked at often enough whatever the
        // length of a playout.
        static Limits without_nodes(Limits limits) {
            limits.nodes = Limits{}.nodes;
            return limits;
        }

        Budget budget;
        Random random;
        State state;
        std::vector<Step> path;
        std::vector<Candidate> candidates;
        typename State::Actions actions;
        Weights weights{};
    };

    // What all threads of a search share.
    struct Common {
        const State& root;
        const Sharing& sharing;
        const Choice& choice;
        std::uint64_t most_playouts;
        std::atomic<std::uint64_t> begun = 0, playouts = 0, decisions = 0;
        std::atomic<bool> over = false;
    };

    // A forced action needs no thought, only a value to show.
    static constexpr std::uint64_t forced_playouts = 64;

    // A node gets edges at first for what so many visits try.
    static constexpr std::uint32_t first_visits = 32;

    bool take_root(Worker& worker, Common& common, const Limits& limits);
    void run(Worker& worker, Common& common, const Heard<Result>& heard);
    Result found(const Worker& worker, const Common& common) const;
    bool simulate(Worker& worker, Common& common);
    MctsPlace child_of(Edge& edge, Worker& worker, Common& common);
    MctsPlace grow(Worker& worker, Common& common, bool always);
    bool extend(MctsPlace place, Worker& worker, Common& common, bool always);
    void fill(MctsPlace block, const Candidate* candidate);
    bool look_at_actions(Worker& worker, Common& common, bool always);
    void look_at_chances(Worker& worker, const Common& common);
    void give_priors(std::vector<Candidate>& candidates) const;
    void learn(Worker& worker, Common& common, Shares shares, Outcomes outcomes);
    bool narrow(MctsPlace place, Edge& edge, Outcomes& outcomes, Common& common);
    void take_back(Worker& worker);
    Result report(const Common& common) const;
    Result without_tree(const Worker& worker) const;

    bool ripe(const Edge& edge) const { return shared(edge.visits) > settings_.ripe; }

    MctsSettings settings_;
    Tree tree_;
};

template <GameKernel State, typename Judge>
auto Mcts<State, Judge>::search(const State& state, const Limits& limits, Control& control,
                                int threads, std::uint64_t seed, const Heard<Result>& heard)
    -> Result {
    if (state.actor() < 0) return {};
    Worker first(state, limits, control, seed);
    const Sharing sharing(state);
    const Choice choice(settings_, sharing);
    Common common{state, sharing, choice, limits.nodes};
    if (!take_root(first, common, limits)) return without_tree(first);
    const std::uint64_t kept = tree_.node(tree_.root()).visits;
    const auto edges = tree_.edges(tree_.root());
    common.over = choice.answered(edges, state.actor());
    if (edges.size() == 1) common.most_playouts = std::min(common.most_playouts, forced_playouts);

    Helpers others;
    for (int i = 1; i < threads; ++i)
        others.add([&, i] {
            Worker worker(state, limits, control, Random(seed + static_cast<unsigned>(i)).next());
            run(worker, common, {});
        });
    run(first, common, heard);
    others.join();

    Result result = found(first, common);
    result.kept = kept;
    return result;
}

// The node of the position from an earlier search where it is worth looking for, or a new one.
template <GameKernel State, typename Judge>
bool Mcts<State, Judge>::take_root(Worker& worker, Common& common, const Limits& limits) {
    constexpr double bytes_per_second = 5e8;  // that looking for a node and packing a tree manage
    if (tree_.reserved() != limits.memory)
        tree_.reserve(limits.memory);
    else if (static_cast<double>(tree_.used()) > limits.seconds / 4 * bytes_per_second)
        tree_.clear();
    if (const MctsPlace found = tree_.find(common.root.hash()); found != no_node) {
        tree_.pack(found);
        if (extend(tree_.root(), worker, common, true)) return true;
    }
    tree_.clear();
    tree_.set_root(grow(worker, common, true));
    return tree_.root() != no_node;
}

template <GameKernel State, typename Judge>
void Mcts<State, Judge>::run(Worker& worker, Common& common, const Heard<Result>& heard) {
    Pace pace;
    while (!worker.budget.over() && !common.over.load(std::memory_order_relaxed)) {
        if (common.begun.fetch_add(1, std::memory_order_relaxed) >= common.most_playouts) break;
        if (simulate(worker, common)) common.playouts.fetch_add(1, std::memory_order_relaxed);
        if (heard && pace.due()) heard(found(worker, common));
    }
    common.decisions.fetch_add(worker.budget.nodes(), std::memory_order_relaxed);
}

template <GameKernel State, typename Judge>
auto Mcts<State, Judge>::found(const Worker& worker, const Common& common) const -> Result {
    Result result = report(common);
    result.seconds = worker.budget.seconds();
    return result;
}

// Down the tree, one step beyond it, and to an end; whether there was time for all of it.
template <GameKernel State, typename Judge>
bool Mcts<State, Judge>::simulate(Worker& worker, Common& common) {
    State& state = worker.state = common.root;
    worker.path.clear();
    for (MctsPlace place = tree_.root();;) {
        auto& node = tree_.node(place);
        const std::uint32_t visits =
            std::atomic_ref(node.visits).fetch_add(1, std::memory_order_relaxed);
        const auto next = [&] {
            return common.choice.next(tree_.edges(place), node.actor, shared(node.outcomes), visits,
                                      worker.random);
        };
        auto [index, more] = next();
        if (more && extend(place, worker, common, false)) index = next().index;
        Edge& edge = tree_.edges(place)[index];
        worker.path.push_back({place, index});
        // A visit without a value yet counts as a loss: other threads look elsewhere meanwhile.
        std::atomic_ref(edge.visits).fetch_add(1, std::memory_order_relaxed);
        const Outcomes outcomes = shared(edge.outcomes);
        const bool out_of_time = worker.budget.spent();
        if (settled(outcomes)) {
            learn(worker, common, common.sharing.shares(outcomes), outcomes);
            return true;
        }
        if (out_of_time) break;
        state.play(edge.action);
        place = child_of(edge, worker, common);
        if (place == no_node) {
            const PlayoutEnd end =
                play_out<Judge>(state, settings_, common.sharing, worker.random, worker.budget);
            if (!end.complete) break;
            learn(worker, common, end.shares, outcomes);
            return true;
        }
        const Outcomes seen = shared(tree_.node(place).outcomes);
        if (settled(seen)) {
            learn(worker, common, common.sharing.shares(seen), seen);
            return true;
        }
    }
    take_back(worker);
    return false;
}

// The node of the position to which an edge led; made now when it is time for it.
template <GameKernel State, typename Judge>
MctsPlace Mcts<State, Judge>::child_of(Edge& edge, Worker& worker, Common& common) {
    const std::atomic_ref child(edge.child);
    MctsPlace place = child.load(std::memory_order_acquire);
    if (place == node_in_making) return no_node;
    if (place != no_node || !ripe(edge) || tree_.full() || worker.state.over()) return place;
    if (!child.compare_exchange_strong(place, node_in_making, std::memory_order_acquire))
        return no_node;
    place = grow(worker, common, false);
    child.store(place, std::memory_order_release);
    return place;
}

// A node for the worker's position; none without memory or, unless it has to be, without time.
template <GameKernel State, typename Judge>
MctsPlace Mcts<State, Judge>::grow(Worker& worker, Common& common, bool always) {
    const int actor = worker.state.actor();
    const auto& candidates = worker.candidates;
    if (actor == chance)
        look_at_chances(worker, common);
    else if (!look_at_actions(worker, common, always))
        return no_node;
    const bool all = always || actor == chance;
    const std::size_t size =
        all ? candidates.size() : std::min(candidates.size(), common.choice.opened(first_visits));
    const MctsPlace place = tree_.make(static_cast<std::uint32_t>(size));
    if (place == no_node) return no_node;
    fill(place, candidates.data());
    auto& node = tree_.node(place);
    node.rest = static_cast<std::uint32_t>(candidates.size() - size);
    node.hash = worker.state.hash();
    node.visits = 0;
    node.actor = static_cast<std::int8_t>(actor);
    node.outcomes = common.choice.outcomes(tree_.edges(place), actor);
    return place;
}

// Edges for the other actions of a node, whose position is the worker's. They are looked at again:
// few nodes are visited so often, and the others save the memory. True when the node has them all;
// not without memory or, unless it has to be, without time.
template <GameKernel State, typename Judge>
bool Mcts<State, Judge>::extend(MctsPlace place, Worker& worker, Common& common, bool always) {
    auto& node = tree_.node(place);
    if (tree_.edges(place).rest() == 0) return true;
    if (tree_.full() && !always) return false;
    const std::atomic_ref more(node.more);
    MctsPlace none = no_node;
    if (!more.compare_exchange_strong(none, node_in_making, std::memory_order_acquire))
        return false;
    MctsPlace block = no_node;
    if (look_at_actions(worker, common, always)) {
        const auto first = tree_.edges_in(place);
        std::erase_if(worker.candidates, [&](const Candidate& candidate) {
            return std::ranges::any_of(
                first, [&](const Edge& edge) { return edge.action == candidate.action; });
        });
        if (worker.candidates.size() == node.rest) block = tree_.make(node.rest);
    }
    if (block != no_node) {
        tree_.node(block).further = true;
        fill(block, worker.candidates.data());
    }
    more.store(block, std::memory_order_release);
    if (block == no_node) return false;
    std::atomic_ref(node.outcomes)
        .fetch_and(common.choice.outcomes(tree_.edges(place), node.actor));
    return true;
}

// New edges, as many as the block has.
template <GameKernel State, typename Judge>
void Mcts<State, Judge>::fill(MctsPlace block, const Candidate* candidate) {
    for (Edge& edge : tree_.edges_in(block)) {
        edge = Edge{};
        edge.action = candidate->action;
        edge.outcomes = candidate->outcomes;
        edge.set_quality(candidate->quality);
        edge.prior = candidate->prior;
        edge.child = no_node;
        ++candidate;
    }
}

// Every action is played once: a win at hand is never overlooked. The better looking ones come
// first; where nothing is known, chance decides which.
template <GameKernel State, typename Judge>
bool Mcts<State, Judge>::look_at_actions(Worker& worker, Common& common, bool always) {
    const Sharing& sharing = common.sharing;
    const auto actor = static_cast<std::size_t>(worker.state.actor());
    auto& candidates = worker.candidates;
    candidates.clear();
    worker.state.actions(worker.actions);
    for (const Action action : worker.actions) {
        if (worker.budget.spent() && !always) return false;
        State next = worker.state;
        next.play(action);
        Candidate candidate{action, sharing.open(), settings_.hope, 0};
        if (next.over()) {
            candidate.outcomes = sharing.ended(next);
            candidate.quality = sharing.shares(candidate.outcomes)[actor];
        } else if constexpr (Evaluates<Judge, State>) {
            if (settings_.judging) candidate.quality = Judge::evaluate(next, sharing)[actor];
        }
        candidates.push_back(candidate);
    }
    for (std::size_t i = candidates.size(); i > 1; --i)
        std::swap(candidates[i - 1],
                  candidates[worker.random.below(static_cast<std::uint32_t>(i))]);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.quality > b.quality; });
    give_priors(candidates);
    return true;
}

template <GameKernel State, typename Judge>
void Mcts<State, Judge>::give_priors(std::vector<Candidate>& candidates) const {
    const float highest = candidates.front().quality;
    float total = 0;
    for (Candidate& candidate : candidates) {
        candidate.prior = real::exp((candidate.quality - highest) / settings_.temperature);
        total += candidate.prior;
    }
    for (Candidate& candidate : candidates) candidate.prior /= total;
}

template <GameKernel State, typename Judge>
void Mcts<State, Judge>::look_at_chances(Worker& worker, const Common& common) {
    worker.state.chances(worker.actions, worker.weights);
    double total = 0;
    for (std::size_t i = 0; i < worker.actions.size(); ++i)
        total += static_cast<double>(worker.weights[i]);
    worker.candidates.clear();
    for (std::size_t i = 0; i < worker.actions.size(); ++i) {
        const auto share = static_cast<float>(static_cast<double>(worker.weights[i]) / total);
        worker.candidates.push_back({worker.actions[i], common.sharing.open(), 0, share});
    }
}

// Up the path: values for whoever decided, and what is proven as far as it proves more.
template <GameKernel State, typename Judge>
void Mcts<State, Judge>::learn(Worker& worker, Common& common, Shares shares, Outcomes outcomes) {
    bool news = true;
    for (std::size_t i = worker.path.size(); i-- > 0;) {
        const auto [place, index] = worker.path[i];
        auto& node = tree_.node(place);
        Edge& edge = tree_.edges(place)[index];
        if (node.actor >= 0)
            std::atomic_ref(edge.total)
                .fetch_add(shares[static_cast<std::size_t>(node.actor)], std::memory_order_relaxed);
        if (news) news = narrow(place, edge, outcomes, common);
        if (news && i == 0 && common.choice.answered(tree_.edges(place), node.actor))
            common.over.store(true, std::memory_order_relaxed);
        // Further up it counts that whoever decides here can have at least what is sure.
        if (node.actor >= 0) common.sharing.raise(shares, shared(node.outcomes), node.actor);
    }
}

// What is now known of an edge, and with it of its node, which is told; whether it was news.
template <GameKernel State, typename Judge>
bool Mcts<State, Judge>::narrow(MctsPlace place, Edge& edge, Outcomes& outcomes, Common& common) {
    const Outcomes before = std::atomic_ref(edge.outcomes).fetch_and(outcomes);
    if ((before & outcomes) == before) return false;
    auto& node = tree_.node(place);
    outcomes = common.choice.outcomes(tree_.edges(place), node.actor);
    std::atomic_ref(node.outcomes).fetch_and(outcomes);
    return true;
}

template <GameKernel State, typename Judge>
void Mcts<State, Judge>::take_back(Worker& worker) {
    for (const auto [place, index] : worker.path) {
        std::atomic_ref(tree_.node(place).visits).fetch_sub(1, std::memory_order_relaxed);
        std::atomic_ref(tree_.edges(place)[index].visits).fetch_sub(1, std::memory_order_relaxed);
    }
}

template <GameKernel State, typename Judge>
auto Mcts<State, Judge>::report(const Common& common) const -> Result {
    const auto finding = [&](const Edge& edge, int actor) {
        return MctsFinding<Action>{edge.action, shared(edge.visits),
                                   common.choice.value(edge, actor),
                                   common.choice.proof(edge, actor)};
    };
    const int actor = common.root.actor();
    const auto edges = tree_.edges(tree_.root());
    const std::size_t best = common.choice.final(edges, actor);
    Result result;
    for (std::size_t i = 0; i < edges.size(); ++i)
        result.findings.push_back(finding(edges[i], actor));
    std::swap(result.findings[0], result.findings[best]);
    std::stable_sort(result.findings.begin() + 1, result.findings.end(),
                     [](const auto& a, const auto& b) { return a.visits > b.visits; });
    result.best = edges[best].action;
    result.value = result.findings[0].value;
    result.proof = result.findings[0].proof;
    result.answered = common.choice.answered(edges, actor);
    for (MctsPlace place = tree_.root(); place != no_node && tree_.node(place).actor >= 0;) {
        const auto here = tree_.edges(place);
        const Edge& edge = here[common.choice.final(here, tree_.node(place).actor)];
        result.variation.push_back(edge.action);
        // Others may be at it while this is told.
        place = std::atomic_ref(const_cast<MctsPlace&>(edge.child)).load(std::memory_order_acquire);
        if (place == node_in_making) break;
    }
    result.playouts = common.playouts;
    result.decisions = common.decisions;
    result.memory = tree_.used();
    return result;
}

// Without memory for a single node: what looks best, or is chosen by chance.
template <GameKernel State, typename Judge>
auto Mcts<State, Judge>::without_tree(const Worker& worker) const -> Result {
    Result result;
    for (const Candidate& candidate : worker.candidates)
        result.findings.push_back({candidate.action, 0, candidate.quality, Proof::none});
    result.best = result.findings[0].action;
    result.value = result.findings[0].value;
    result.variation.push_back(*result.best);
    result.decisions = worker.budget.nodes();
    result.seconds = worker.budget.seconds();
    return result;
}

}  // namespace duiyi
