// What a search by simulation wants to know of a position that it does not look into further: how
// the seats will share the score. Playouts ask chance; what a game itself knows about its positions
// is its `Insight`, in the evaluate_*.hpp of the game.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "common/kernel.hpp"
#include "search/limits.hpp"

namespace duiyi {

// The score of each seat; they sum to 1.
using Shares = std::array<float, most_seats>;

// How the game may still end, a bit for each: a winner's seat, or nobody. One bit is a proof.
using Outcomes = std::uint8_t;

constexpr bool settled(Outcomes outcomes) { return std::has_single_bit(outcomes); }

// Who shares the score, and what an outcome is worth to him; who withdrew has no part (W-4).
class Sharing {
public:
    template <typename State>
    explicit Sharing(const State& state)
        : seats_(state.seats()),
          inside_(static_cast<std::uint8_t>(((1U << seats_) - 1) & ~state.out())),
          even_(1.0F / static_cast<float>(std::popcount(inside_))) {}

    int seats() const { return seats_; }
    bool has(int seat) const { return (inside_ >> seat & 1U) != 0; }
    float even() const { return even_; }

    Outcomes open() const { return static_cast<Outcomes>(inside_ | nobody_wins()); }

    template <typename State>
    Outcomes ended(const State& state) const {
        const int winner = state.winner();
        return static_cast<Outcomes>(winner == nobody ? nobody_wins() : 1U << winner);
    }

    float worst(Outcomes outcomes, int seat) const {
        if (outcomes & ~(1U << seat) & ~nobody_wins()) return 0;
        return outcomes & nobody_wins() ? even_ : 1;
    }
    float best(Outcomes outcomes, int seat) const {
        if (outcomes >> seat & 1U) return 1;
        return outcomes & nobody_wins() ? even_ : 0;
    }
    // Those that are worth at least so much to a seat.
    Outcomes worth(float share, int seat) const {
        if (share <= 0) return static_cast<Outcomes>(~0U);
        return static_cast<Outcomes>(1U << seat | (share <= even_ ? nobody_wins() : 0U));
    }

    Shares shares(Outcomes proof) const {
        Shares shares = none();
        if (proof == nobody_wins()) return evenly();
        shares[static_cast<std::size_t>(std::countr_zero(proof))] = 1;
        return shares;
    }
    // What a seat can be sure of is what it will take rather than less.
    void raise(Shares& shares, Outcomes outcomes, int seat) const {
        const float least = worst(outcomes, seat);
        if (shares[static_cast<std::size_t>(seat)] >= least) return;
        shares = least < 1 ? evenly() : this->shares(static_cast<Outcomes>(1U << seat));
    }
    Shares evenly() const {
        Shares shares = none();
        for (int seat = 0; seat < seats_; ++seat)
            if (has(seat)) shares[static_cast<std::size_t>(seat)] = even_;
        return shares;
    }

private:
    static Shares none() { return Shares{}; }
    unsigned nobody_wins() const { return 1U << seats_; }

    int seats_;
    std::uint8_t inside_;
    float even_;
};

// How a search by simulation goes about it. Values are shares of the score, from 0 to 1.
struct MctsSettings {
    float explore = 0.5F;      // how much actions that were seldom tried are preferred (UCT)
    float prior = 0.0F;        // the same, for those that look good at first sight (PUCT)
    float temperature = 0.1F;  // how much worse an action looks that gets 1/e of the prior
    float hope = 0.6F;         // the value of an untried action of which nothing is known
    float trust = 0.0F;        // how many playouts the first sight of an action counts for
    float width = 12.0F;       // how many actions are tried at first, and how many more with the
    float widening = 3.0F;     // square root of the visits
    std::uint32_t ripe = 2;    // visits after which a position's own actions are looked at
    int cut = 0;               // decisions of a playout before it is judged, where a game can judge
    int longest = 4000;        // decisions of a playout that is given up
    bool judging = true;       // whether what the game knows about its positions is used
};

// What a game knows: nothing, unless it says so. A specialisation may have
//   settings                      its own MctsSettings
//   evaluate(state, sharing)      the shares that the seats of an unfinished position can hope for
//   step(state, random)           one decision of a playout, better than a uniform one
template <typename State>
struct Insight {
    static constexpr MctsSettings settings{};
};

template <typename Judge, typename State>
concept Evaluates = requires(const State& state, const Sharing& sharing) {
    { Judge::evaluate(state, sharing) } -> std::same_as<Shares>;
};

template <typename Judge, typename State>
concept Steps = requires(State& state, Random& random) { Judge::step(state, random); };

// Whether it came to its end before the time was over, and with which shares.
struct PlayoutEnd {
    bool complete;
    Shares shares;
};

template <typename Judge, GameKernel State>
PlayoutEnd play_out(State& state, const MctsSettings& settings, const Sharing& sharing,
                    Random& random, Budget& budget) {
    for (int steps = 0; !state.over(); ++steps) {
        if constexpr (Evaluates<Judge, State>)
            if (settings.judging && steps >= settings.cut)
                return {true, Judge::evaluate(state, sharing)};
        if (steps >= settings.longest) return {true, sharing.evenly()};
        if (budget.spent()) return {false, {}};
        if constexpr (Steps<Judge, State>) {
            if (settings.judging) {
                Judge::step(state, random);
                continue;
            }
        }
        state.random_step(random);
    }
    return {true, sharing.shares(sharing.ended(state))};
}

}  // namespace duiyi
