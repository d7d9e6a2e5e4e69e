// In which order a search tries the actions of a decision.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace duiyi::duel {

// How good actions were wherever they were tried, by seat and code.
template <std::size_t codes>
class History {
public:
    static constexpr int most = 4096;

    int of(int seat, std::uint16_t code) const { return worth_[index(seat)][code]; }

    // The further from its bound, the more an action is moved towards it.
    void reward(int seat, std::uint16_t code, int amount) {
        std::int16_t& worth = worth_[index(seat)][code];
        const int size = amount < 0 ? -amount : amount;
        worth = static_cast<std::int16_t>(worth + amount - worth * size / most);
    }

private:
    static std::size_t index(int seat) { return static_cast<std::size_t>(seat); }

    std::array<std::array<std::int16_t, codes>, 2> worth_{};
};

// The actions of one decision with their keys; the best of those that are left is given next.
template <typename Action>
class Ordered {
public:
    struct Item {
        int key;
        std::uint16_t code;
        Action action;
    };

    void clear() {
        items_.clear();
        next_ = 0;
    }
    void add(Action action, std::uint16_t code, int key) { items_.push_back({key, code, action}); }

    bool empty() const { return next_ == items_.size(); }
    std::size_t given() const { return next_; }

    template <typename Visit>
    void each_given(Visit visit) const {
        for (std::size_t i = 0; i < next_; ++i) visit(items_[i].code);
    }

    const Item& next() {
        // A cut comes early or never: the first are picked one by one, then the rest is sorted.
        constexpr std::size_t picked = 4;
        const auto rest = items_.begin() + static_cast<std::ptrdiff_t>(next_);
        const auto better = [](const Item& one, const Item& other) { return one.key > other.key; };
        if (next_ < picked)
            std::iter_swap(rest, std::min_element(rest, items_.end(), better));
        else if (next_ == picked)
            std::sort(rest, items_.end(), better);
        return items_[next_++];
    }

private:
    std::vector<Item> items_;
    std::size_t next_ = 0;
};

}  // namespace duiyi::duel
