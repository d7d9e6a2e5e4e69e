// Which way a search by simulation goes: down the tree while it learns, and at its end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "common/kernel.hpp"
#include "common/real.hpp"
#include "search/mcts/result.hpp"
#include "search/mcts/tree.hpp"

namespace duiyi {

// Edges are shared with other threads: everything is read once.
template <typename Action>
class MctsChoice {
public:
    using Edge = MctsEdge<Action>;
    using Edges = MctsEdges<const Edge>;

    struct Next {
        std::size_t index;
        bool more;  // of the actions that have no edge yet one might be tried
    };

    MctsChoice(const MctsSettings& settings, const Sharing& sharing)
        : settings_(settings), sharing_(sharing) {}

    // How a position can still end: whoever decides takes what is best for him, chance anything.
    Outcomes outcomes(Edges edges, int actor) const {
        if (actor == chance) {
            unsigned all = 0;
            for (std::size_t i = 0; i < edges.size(); ++i) all |= known(edges[i]);
            return static_cast<Outcomes>(all);
        }
        const float least = guaranteed(edges, actor);
        unsigned all = edges.rest() > 0 ? sharing_.open() : 0;
        for (std::size_t i = 0; i < edges.size(); ++i)
            if (const Outcomes here = known(edges[i]); sharing_.best(here, actor) >= least)
                all |= here;
        return static_cast<Outcomes>(all & sharing_.worth(least, actor));
    }

    // Whether it is proven that no action is better than the best one.
    bool answered(Edges edges, int actor) const {
        const float least = guaranteed(edges, actor);
        if (edges.rest() > 0 && sharing_.best(sharing_.open(), actor) > least) return false;
        bool found = false;  // one action may keep its promise and still hope for more
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const Outcomes here = known(edges[i]);
            const bool sure = !found && sharing_.worst(here, actor) >= least;
            found = found || sure;
            if (!sure && sharing_.best(here, actor) > least) return false;
        }
        return true;
    }

    // The next action to try.
    Next next(Edges edges, int actor, Outcomes outcomes, std::uint32_t visits,
              Random& random) const {
        if (actor == chance) return {drawn(edges, random), false};
        const std::size_t open = opened(visits);
        const float root = std::sqrt(static_cast<float>(visits + 1));
        const float logarithm = real::log(static_cast<float>(visits + 1));
        // What cannot be better than what is sure is not worth a playout, unless nothing can.
        const float least = sharing_.worst(outcomes, actor);
        const bool fixed = sharing_.best(outcomes, actor) <= least;
        std::size_t best = 0, tried = 0;
        float highest = -1;
        for (std::size_t i = 0; i < edges.size() && tried < open; ++i) {
            const Edge& edge = edges[i];
            const float most = sharing_.best(known(edge), actor);
            if (most < least || (most == least && !fixed)) continue;
            ++tried;
            const auto count = static_cast<float>(shared(edge.visits));
            const float score = value(edge, actor) +
                                settings_.prior * edge.prior * root / (1 + count) +
                                settings_.explore * std::sqrt(logarithm / (1 + count));
            if (score > highest) {
                highest = score;
                best = i;
            }
        }
        return {best, tried < open && edges.rest() > 0 && !fixed};
    }

    // How many actions are tried in so many visits.
    std::size_t opened(std::uint32_t visits) const {
        const float more = settings_.widening * std::sqrt(static_cast<float>(visits));
        return static_cast<std::size_t>(std::max(1.0F, settings_.width + more));
    }

    // The action to play.
    std::size_t final(Edges edges, int actor) const {
        const float least = guaranteed(edges, actor);
        std::size_t best = 0, safe = 0;
        std::uint32_t most = 0;
        bool found = false;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            if (sharing_.worst(known(edges[i]), actor) >= least &&
                sharing_.worst(known(edges[safe]), actor) < least)
                safe = i;
            if (sharing_.best(known(edges[i]), actor) < least) continue;
            const std::uint32_t visits = shared(edges[i].visits);
            if (!found || visits > most) {
                best = i;
                most = visits;
                found = true;
            }
        }
        return least > 0 && value(edges[best], actor) < least ? safe : best;
    }

    Proof proof(const Edge& edge, int actor) const {
        const float least = sharing_.worst(known(edge), actor);
        if (least != sharing_.best(known(edge), actor)) return Proof::none;
        return least == 0 ? Proof::loss : least == 1 ? Proof::win : Proof::level;
    }

    // For whoever decides; a first sight fades as playouts come in.
    float value(const Edge& edge, int actor) const {
        const Outcomes outcomes = known(edge);
        const float least = sharing_.worst(outcomes, actor), most = sharing_.best(outcomes, actor);
        const float trust = settings_.trust;
        const auto count = static_cast<float>(shared(edge.visits));
        const float mean = count + trust == 0
                               ? edge.quality()
                               : (shared(edge.total) + trust * edge.quality()) / (count + trust);
        return std::clamp(mean, least, most);
    }

private:
    static Outcomes known(const Edge& edge) {
        return std::atomic_ref(const_cast<Outcomes&>(edge.outcomes)).load();
    }

    float guaranteed(Edges edges, int actor) const {
        float least = 0;
        for (std::size_t i = 0; i < edges.size(); ++i)
            least = std::max(least, sharing_.worst(known(edges[i]), actor));
        return least;
    }

    // By probability.
    static std::size_t drawn(Edges edges, Random& random) {
        double left = static_cast<double>(random.next() >> 11) * 0x1p-53;
        for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
            left -= static_cast<double>(edges[i].prior);
            if (left < 0) return i;
        }
        return edges.size() - 1;
    }

    const MctsSettings& settings_;
    const Sharing& sharing_;
};

}  // namespace duiyi
