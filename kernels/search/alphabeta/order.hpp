// In which order an alpha-beta search tries the actions of a decision.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "common/kernel.hpp"

namespace duiyi::alphabeta {

// How good actions were wherever they were tried, by seat and by the place that a game gives them.
template <std::size_t places>
class History {
public:
    static constexpr int most = 4096;

    // A seed that is not 0 gives every action a little that is not earned.
    void begin(std::uint64_t seed) {
        worth_ = {};
        if (seed == 0) return;
        constexpr std::uint64_t most_at_first = 7;
        Random random(seed);
        for (auto& seat : worth_)
            for (std::int16_t& worth : seat)
                worth = static_cast<std::int16_t>(random.next() & most_at_first);
    }

    int of(int seat, std::size_t place) const { return worth_[index(seat)][place]; }

    // The further from its bound, the more an action is moved towards it.
    void reward(int seat, std::size_t place, int amount) {
        std::int16_t& worth = worth_[index(seat)][place];
        const int size = amount < 0 ? -amount : amount;
        worth = static_cast<std::int16_t>(worth + amount - worth * size / most);
    }

private:
    static std::size_t index(int seat) { return static_cast<std::size_t>(seat); }

    std::array<std::array<std::int16_t, places>, 2> worth_{};
};

// An action with its key, and what it is known to lead to.
template <typename Action>
struct Candidate {
    static constexpr int unseen = std::numeric_limits<int>::min();

    Action action{};
    std::uint16_t number = 0;  // in the order in which they were listed
    int key = 0;
    int outcome = unseen;
};

// The actions of one decision that were tried or are to be tried. They may come in groups; the best
// of a group is given next.
template <typename Action, std::size_t most>
class Ordered {
public:
    void clear() { count_ = next_ = fresh_ = 0; }
    void add(Candidate<Action> candidate) {
        candidate.number = static_cast<std::uint16_t>(count_);
        items_[place(count_++)] = candidate;
    }
    void begin_group() { fresh_ = next_; }

    bool empty() const { return next_ == count_; }
    int given() const { return next_; }

    template <typename Visit>
    void each_given(Visit visit) const {
        for (int i = 0; i < next_; ++i) visit(items_[place(i)].action);
    }

    const Candidate<Action>& next() {
        // A cut comes early or never: the first are picked one by one, then the rest is sorted.
        constexpr int picked = 4;
        const auto rest = items_.begin() + next_, end = items_.begin() + count_;
        // What is listed first comes first among equals: no library may decide that.
        const auto better = [](const auto& one, const auto& other) {
            return one.key != other.key ? one.key > other.key : one.number < other.number;
        };
        if (next_ < fresh_ + picked)
            std::iter_swap(rest, std::min_element(rest, end, better));
        else if (next_ == fresh_ + picked)
            std::sort(rest, end, better);
        return items_[place(next_++)];
    }

private:
    static std::size_t place(int index) { return static_cast<std::size_t>(index); }

    std::array<Candidate<Action>, most> items_;
    int count_ = 0, next_ = 0, fresh_ = 0;
};

}  // namespace duiyi::alphabeta
