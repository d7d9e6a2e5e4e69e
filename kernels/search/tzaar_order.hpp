// In which order the steps of tzaar are tried: the one that was best before, captures of rare and
// high pieces, steps that were good elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "games/tzaar.hpp"
#include "search/tzaar_features.hpp"

namespace duiyi::tzaar {

// 16 bits for an action; 0 is none.
constexpr std::uint16_t packed(Tzaar::Action action) {
    return static_cast<std::uint16_t>(1U | action.source << 1 | action.target << 7 |
                                      static_cast<unsigned>(action.sign) << 13);
}

constexpr Tzaar::Action unpacked(std::uint16_t code) {
    return {static_cast<std::uint8_t>(code >> 1 & 63U), static_cast<std::uint8_t>(code >> 7 & 63U),
            static_cast<Tzaar::Sign>(code >> 13)};
}

// How often a step from here to there was good, for either side.
class History {
public:
    // A seed that is not 0 gives every step a little that is not earned.
    explicit History(std::uint64_t seed) {
        Random random(seed);
        const std::uint64_t most_at_first = seed == 0 ? 0 : 7;
        for (auto& side : worth_)
            for (auto& from : side)
                for (auto& worth : from)
                    worth = static_cast<std::int16_t>(random.next() & most_at_first);
    }

    int of(int side, Tzaar::Action action) const {
        return worth_[side][action.source][action.target];
    }

    // The further from its bound, the more a step is moved towards it.
    void reward(int side, Tzaar::Action action, int amount) {
        std::int16_t& worth = worth_[side][action.source][action.target];
        const int size = amount < 0 ? -amount : amount;
        worth = static_cast<std::int16_t>(worth + amount - worth * size / most);
    }

    static constexpr int most = 4096;

private:
    std::array<std::array<std::array<std::int16_t, slots>, slots>, 2> worth_;
};

// A step with its key, and what it is known to lead to.
struct Candidate {
    static constexpr int unseen = std::numeric_limits<int>::min();

    Tzaar::Action action;
    int key = 0;
    int outcome = unseen;
};

// The steps of one decision that were tried or are to be tried. They come in groups; the best of a
// group is given next.
class Ordered {
public:
    void clear() { count_ = next_ = fresh_ = 0; }
    void add(const Candidate& candidate) { items_[count_++] = candidate; }
    void begin_group() { fresh_ = next_; }

    bool empty() const { return next_ == count_; }
    int given() const { return next_; }

    template <typename Visit>
    void each_given(Visit visit) const {
        for (int i = 0; i < next_; ++i) visit(items_[i].action);
    }

    const Candidate& next() {
        // A cut comes early or never: the first are picked one by one, then the rest is sorted.
        constexpr int picked = 4;
        const auto rest = items_.begin() + next_, end = items_.begin() + count_;
        const auto better = [](const Candidate& one, const Candidate& other) {
            return one.key > other.key;
        };
        if (next_ < fresh_ + picked)
            std::iter_swap(rest, std::min_element(rest, end, better));
        else if (next_ == fresh_ + picked)
            std::sort(rest, end, better);
        return items_[next_++];
    }

private:
    std::array<Candidate, points * directions + 1> items_;
    int count_ = 0, next_ = 0, fresh_ = 0;
};

// What steps promise at first sight.
class Promise {
public:
    Promise(const Pieces& pieces, const Outlook& outlook)
        : pieces_(pieces), endangered_(outlook.endangered) {
        for (int piece = 0; piece < 2 * kinds; ++piece)
            rarity_[piece] = 6000 / std::max(pieces.count(piece), 1);
    }

    int of_capture(Ends ends) const {
        const Stack mover = pieces_.at(ends.source), met = pieces_.at(ends.target);
        return 1000 + rarity_[met.piece] + 800 * (met.height - 1) + saved(ends.source, mover) -
               100 * mover.height;
    }

    int of_stack(Ends ends) const {
        const Stack mover = pieces_.at(ends.source), met = pieces_.at(ends.target);
        return saved(ends.source, mover) + saved(ends.target, met) + rarity_[mover.piece] / 8 -
               rarity_[met.piece];
    }

    static constexpr int of_pass = -2000;

private:
    int saved(Point point, Stack stack) const {
        return endangered_ & one(point) ? 300 * stack.height : 0;
    }

    const Pieces& pieces_;
    Set endangered_;
    std::array<int, 2 * kinds> rarity_;
};

}  // namespace duiyi::tzaar
