// The tree of a search by simulation, in one piece of memory that never grows. A node is a position
// whose actions have been looked at; it is followed by its edges, which count. Most nodes are only
// visited a few times: the edges of their less promising actions follow in a block of their own,
// and only when they are asked for. What is counted, and how a way down is chosen, is in
// search.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

#include "search/mcts/playout.hpp"

namespace duiyi {

// Where a block begins, in units of 8 bytes.
using MctsPlace = std::uint32_t;
inline constexpr MctsPlace no_node = 0;
inline constexpr MctsPlace node_in_making = ~MctsPlace{0};

// Begins a block; of one that only carries further edges nothing counts but what the tree itself
// needs.
struct MctsNode {
    std::uint64_t hash;
    std::uint32_t visits;
    std::uint32_t size;   // edges of this block
    std::uint32_t rest;   // actions without an edge in this block
    MctsPlace more;       // the block with edges for them
    std::uint32_t above;  // while the tree is packed: what leads here, in units of 4 bytes
    std::int8_t actor;
    Outcomes outcomes;
    bool further;  // only further edges of a node
    bool kept;     // while the tree is packed
};

template <typename Action>
struct MctsEdge {
    Action action;
    Outcomes outcomes;
    std::uint16_t first_sight;  // the value for whoever decides, before any playout
    float prior;                // at chance: the probability
    std::uint32_t visits;
    float total;  // of the values for whoever decides
    MctsPlace child;

    static constexpr float whole = 65535;
    void set_quality(float value) {
        first_sight = static_cast<std::uint16_t>(std::clamp(value, 0.0F, 1.0F) * whole + 0.5F);
    }
    float quality() const { return static_cast<float>(first_sight) / whole; }
};

// Threads share a tree; what they change while others look is read and written in one piece.
template <typename Value>
Value shared(const Value& value) {
    return std::atomic_ref(const_cast<Value&>(value)).load(std::memory_order_relaxed);
}

// The edges of a node, the most promising first, as far as there are any.
template <typename Edge>
class MctsEdges {
public:
    MctsEdges(std::span<Edge> first, std::span<Edge> further, std::size_t rest)
        : first_(first), further_(further), rest_(rest) {}

    std::size_t size() const { return first_.size() + further_.size(); }
    std::size_t rest() const { return rest_; }  // actions without an edge
    Edge& operator[](std::size_t i) const {
        return i < first_.size() ? first_[i] : further_[i - first_.size()];
    }
    operator MctsEdges<const Edge>() const { return {first_, further_, rest_}; }

private:
    std::span<Edge> first_, further_;
    std::size_t rest_;
};

template <typename Action>
class MctsTree {
public:
    using Node = MctsNode;
    using Edge = MctsEdge<Action>;
    static_assert(std::is_trivially_copyable_v<Edge> && alignof(Edge) <= 4);

    // Whatever was there is forgotten.
    void reserve(std::size_t bytes) {
        memory_.reset();
        reserved_ = bytes;
        capacity_ = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, largest));
        memory_ = std::make_unique_for_overwrite<std::byte[]>(capacity_);
        clear();
    }

    void clear() {
        used_.store(first, std::memory_order_relaxed);
        root_ = no_node;
        full_.store(false, std::memory_order_relaxed);
    }

    std::size_t reserved() const { return reserved_; }
    std::size_t used() const { return unit * used_.load(std::memory_order_relaxed); }
    bool full() const { return full_.load(std::memory_order_relaxed); }
    MctsPlace root() const { return root_; }
    void set_root(MctsPlace place) { root_ = place; }

    Node& node(MctsPlace place) { return *reinterpret_cast<Node*>(at(place)); }
    const Node& node(MctsPlace place) const { return *reinterpret_cast<const Node*>(at(place)); }
    MctsEdges<Edge> edges(MctsPlace place) { return edges_of<Edge>(*this, place); }
    MctsEdges<const Edge> edges(MctsPlace place) const {
        return edges_of<const Edge>(*this, place);
    }

    // Those of one block, not yet filled in where it is new.
    std::span<Edge> edges_in(MctsPlace block) {
        return {reinterpret_cast<Edge*>(at(block) + sizeof(Node)), node(block).size};
    }
    std::span<const Edge> edges_in(MctsPlace block) const {
        return {reinterpret_cast<const Edge*>(at(block) + sizeof(Node)), node(block).size};
    }

    // Room for a node with so many edges, not yet filled in; none when the memory is used up.
    MctsPlace make(std::uint32_t size) {
        const std::size_t wanted = units(size);
        MctsPlace place = used_.load(std::memory_order_relaxed);
        do {
            if ((place + wanted) * unit > capacity_) {
                full_.store(true, std::memory_order_relaxed);
                return no_node;
            }
        } while (!used_.compare_exchange_weak(place, static_cast<MctsPlace>(place + wanted),
                                              std::memory_order_relaxed));
        Node& made = node(place);
        made.size = size;
        made.rest = 0;
        made.more = no_node;
        made.further = false;
        made.kept = false;
        return place;
    }

    // The node of a position that was visited most, if there is one; it need not be below the root.
    MctsPlace find(std::uint64_t hash) const {
        MctsPlace found = no_node;
        for (MctsPlace place = first; place < used_; place += units(node(place).size))
            if (!node(place).further && node(place).hash == hash &&
                (found == no_node || node(found).visits < node(place).visits))
                found = place;
        return found;
    }

    // Keeps what is below this node only, and moves it together. A block is always made later than
    // the one that leads to it, so that one walk through the memory meets it later, too.
    void pack(MctsPlace root) {
        if (root == root_ && root == first) return;
        node(root).kept = true;
        node(root).above = 0;
        MctsPlace free = first;
        const MctsPlace end = used_;
        for (MctsPlace from = root; from < end;) {
            const std::uint32_t length = units(node(from).size);
            if (node(from).kept) {
                place_at(free, from, length);
                free += length;
            }
            from += length;
        }
        root_ = first;
        used_.store(free, std::memory_order_relaxed);
        full_.store(false, std::memory_order_relaxed);
    }

private:
    static constexpr std::size_t unit = 8;
    static constexpr MctsPlace first = 1;  // so that no node is at 0
    static constexpr std::uint64_t largest = std::uint64_t{1} << 33;
    static_assert(sizeof(Node) % 4 == 0 && sizeof(Edge) % 4 == 0 && alignof(Node) <= unit);

    static constexpr std::uint32_t units(std::uint32_t size) {
        return static_cast<std::uint32_t>((sizeof(Node) + size * sizeof(Edge) + unit - 1) / unit);
    }

    std::byte* at(MctsPlace place) { return memory_.get() + unit * place; }
    const std::byte* at(MctsPlace place) const { return memory_.get() + unit * place; }

    template <typename AnyEdge>
    static MctsEdges<AnyEdge> edges_of(auto& tree, MctsPlace place) {
        auto& node = tree.node(place);
        const MctsPlace more =
            std::atomic_ref(const_cast<MctsPlace&>(node.more)).load(std::memory_order_acquire);
        if (more == no_node || more == node_in_making) return {tree.edges_in(place), {}, node.rest};
        return {tree.edges_in(place), tree.edges_in(more), 0};
    }

    // What leads to it learns of it; the blocks to which it leads learn from where.
    void place_at(MctsPlace to, MctsPlace from, std::uint32_t length) {
        const std::size_t above = std::size_t{4} * node(from).above;
        std::memmove(at(to), at(from), unit * length);
        node(to).kept = false;
        if (above != 0) *reinterpret_cast<MctsPlace*>(memory_.get() + above) = to;
        keep(node(to).more);
        for (Edge& edge : edges_in(to)) keep(edge.child);
    }

    void keep(MctsPlace& way) {
        if (way == no_node) return;
        node(way).kept = true;
        node(way).above =
            static_cast<std::uint32_t>((reinterpret_cast<std::byte*>(&way) - memory_.get()) / 4);
    }

    std::unique_ptr<std::byte[]> memory_;
    std::size_t reserved_ = 0, capacity_ = 0;
    std::atomic<MctsPlace> used_ = first;
    MctsPlace root_ = no_node;
    std::atomic<bool> full_ = false;
};

}  // namespace duiyi
