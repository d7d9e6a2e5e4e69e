// What every game kernel is: a plain state that can be copied, asked and played, and the few things
// that search, playouts and counting build upon. Which decisions there are is the business of
// games/.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace duiyi {

// Actors and winners are seats 0, 1, 2 …; these are those that are none.
inline constexpr int chance = -1;
inline constexpr int nobody = -2;
inline constexpr std::size_t most_seats = 6;
// Of one position.
inline constexpr std::size_t most_chances = 256;

using Weights = std::array<std::uint64_t, most_chances>;

// Actions in the order of the Python rules; room for `most` of them, so that nothing is allocated.
template <typename Action, std::size_t most>
class ActionList {
public:
    static constexpr std::size_t room = most;

    void clear() { count_ = 0; }
    void add(Action action) { actions_[count_++] = action; }

    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    Action operator[](std::size_t index) const { return actions_[index]; }
    const Action* begin() const { return actions_.data(); }
    const Action* end() const { return actions_.data() + count_; }

private:
    std::array<Action, most> actions_;
    std::size_t count_ = 0;
};

// A small, fast generator, seeded by one number, with an exactly uniform choice below a bound.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    // splitmix64
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    // Exactly uniform over 0 … bound − 1: the part of the range that would be unfair is drawn
    // again.
    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = std::uint64_t{static_cast<std::uint32_t>(next() >> 32)} * bound;
        auto low = static_cast<std::uint32_t>(product);
        if (low < bound) {
            const std::uint32_t unfair = (0U - bound) % bound;
            while (low < unfair) {
                product = std::uint64_t{static_cast<std::uint32_t>(next() >> 32)} * bound;
                low = static_cast<std::uint32_t>(product);
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // One of the first `count` places, each by its share of the sum of their weights, which has to
    // fit 32 bits.
    std::size_t by_weight(const Weights& weights, std::size_t count) {
        std::uint64_t sum = 0;
        for (std::size_t place = 0; place < count; ++place) sum += weights[place];
        std::uint64_t rest = below(static_cast<std::uint32_t>(sum));
        std::size_t place = 0;
        while (rest >= weights[place]) rest -= weights[place++];
        return place;
    }

private:
    std::uint64_t state_;
};

// `Actions` is an ActionList with room for all actions of any position. `weights` receives, at
// chance, one whole number per action; an action's probability is its share of their sum.
// `play` and `withdraw` change the state; they are given only what is legal (an action of the
// list; a seat that is still in). `random_step` plays one legal action, chosen exactly uniformly
// (at chance by its probability), as fast as the game can. `winner` is `nobody` while the game goes
// on and when it ended without a winner. `load` knows exactly the texts that the Python rules know:
// nothing for any other, whatever it is.
template <typename State>
concept GameKernel =
    std::is_trivially_copyable_v<State> && std::is_trivially_copyable_v<typename State::Action> &&
    std::equality_comparable<typename State::Action> &&
    requires(State state, const State constant, typename State::Action action,
             typename State::Actions actions, Weights weights, std::string_view text, Random random,
             int seat) {
        { State::id } -> std::convertible_to<std::string_view>;
        { constant.seats() } -> std::same_as<int>;
        { constant.actor() } -> std::same_as<int>;  // a seat, `chance`, or `nobody` at the end
        { constant.owner() } -> std::same_as<int>;
        { constant.turn() } -> std::same_as<int>;
        { constant.out() } -> std::same_as<std::uint32_t>;  // a bit per seat that withdrew
        { constant.over() } -> std::same_as<bool>;
        { constant.winner() } -> std::same_as<int>;
        { constant.reason() } -> std::convertible_to<std::string_view>;
        { constant.hash() } -> std::same_as<std::uint64_t>;
        constant.actions(actions);
        constant.chances(actions, weights);
        state.play(action);
        state.withdraw(seat);
        state.random_step(random);
        { constant.text(action) } -> std::convertible_to<std::string>;
        { constant.parse(text) } -> std::same_as<std::optional<typename State::Action>>;
        { constant.dump() } -> std::convertible_to<std::string>;
        { State::load(text) } -> std::same_as<std::optional<State>>;
    };

}  // namespace duiyi
