// A position of any game behind one face: Python has one class for all kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/control.hpp"
#include "common/kernel.hpp"
#include "common/perft.hpp"
#include "common/playouts.hpp"
#include "search/proof/provable.hpp"
#include "search/winning_turn.hpp"

namespace duiyi {

// Tokens of these actions, each by the state that it is played on.
template <GameKernel State, typename Actions>
std::vector<std::string> texts(State state, const Actions& actions) {
    std::vector<std::string> tokens;
    for (const auto& action : actions) {
        tokens.push_back(state.text(action));
        state.play(action);
    }
    return tokens;
}

class Position;
using PositionPointer = std::unique_ptr<Position>;
using Weighted = std::pair<std::string, std::uint64_t>;

class Position {
public:
    virtual ~Position() = default;

    virtual std::string_view game() const = 0;
    virtual int seats() const = 0;
    virtual int actor() const = 0;
    virtual int owner() const = 0;
    virtual int turn() const = 0;
    virtual std::uint32_t out() const = 0;
    virtual bool over() const = 0;
    virtual int winner() const = 0;
    virtual std::string_view reason() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual std::string dump() const = 0;
    virtual std::size_t size() const = 0;  // bytes of a state

    // Legal tokens; none at chance, which has weights instead.
    virtual std::vector<std::string> tokens() const = 0;
    virtual std::vector<Weighted> chances() const = 0;

    // Nothing where it is not legal.
    virtual PositionPointer play(std::string_view token) const = 0;
    virtual PositionPointer withdraw(int seat) const = 0;

    // Whether it is so far advanced that a proof is worth trying.
    virtual bool endgame() const = 0;

    // Tokens of a turn that wins, found among so many positions; none otherwise.
    virtual std::vector<std::string> winning_turn(std::uint64_t most) const = 0;

    virtual std::uint64_t perft(int depth, int threads, Control& control) const = 0;
    virtual Playouts playouts(std::uint64_t games, std::uint64_t seed, int threads,
                              Control& control) const = 0;
    virtual std::pair<std::vector<std::string>, PositionPointer> walk(std::uint64_t seed,
                                                                      std::size_t most) const = 0;
};

template <GameKernel State>
class PositionOf final : public Position {
public:
    explicit PositionOf(const State& state) : state_(state) {}

    const State& state() const { return state_; }

    std::string_view game() const override { return State::id; }
    int seats() const override { return state_.seats(); }
    int actor() const override { return state_.actor(); }
    int owner() const override { return state_.owner(); }
    int turn() const override { return state_.turn(); }
    std::uint32_t out() const override { return state_.out(); }
    bool over() const override { return state_.over(); }
    int winner() const override { return state_.winner(); }
    std::string_view reason() const override { return over() ? state_.reason() : ""; }
    std::uint64_t hash() const override { return state_.hash(); }
    std::string dump() const override { return state_.dump(); }
    std::size_t size() const override { return sizeof(State); }

    std::vector<std::string> tokens() const override {
        std::vector<std::string> found;
        if (over() || actor() == chance) return found;
        typename State::Actions actions;
        state_.actions(actions);
        for (const auto action : actions) found.push_back(state_.text(action));
        return found;
    }

    std::vector<Weighted> chances() const override {
        std::vector<Weighted> found;
        if (over() || actor() != chance) return found;
        typename State::Actions actions;
        Weights weights;
        state_.chances(actions, weights);
        for (std::size_t place = 0; place < actions.size(); ++place)
            found.emplace_back(state_.text(actions[place]), weights[place]);
        return found;
    }

    PositionPointer play(std::string_view token) const override {
        // A token may be readable and yet illegal: the list is the judge.
        const auto wanted = over() ? std::nullopt : state_.parse(token);
        if (!wanted) return nullptr;
        typename State::Actions actions;
        list_decisions(state_, actions);
        for (const auto action : actions) {
            if (state_.text(action) != token) continue;
            State next = state_;
            next.play(action);
            return std::make_unique<PositionOf>(next);
        }
        return nullptr;
    }

    PositionPointer withdraw(int seat) const override {
        if (over() || seat < 0 || seat >= seats() || (out() >> seat & 1U)) return nullptr;
        State next = state_;
        next.withdraw(seat);
        return std::make_unique<PositionOf>(next);
    }

    std::vector<std::string> winning_turn(std::uint64_t most) const override {
        if (over() || actor() == chance) return {};
        return texts(state_, WinningTurn<State>::of(state_, most));
    }

    bool endgame() const override {
        if constexpr (requires { Provable<State>::endgame(state_); })
            return Provable<State>::endgame(state_);
        return false;
    }

    std::uint64_t perft(int depth, int threads, Control& control) const override {
        return duiyi::perft(state_, depth, threads, control);
    }

    Playouts playouts(std::uint64_t games, std::uint64_t seed, int threads,
                      Control& control) const override {
        return duiyi::playouts(state_, games, seed, threads, control);
    }

    std::pair<std::vector<std::string>, PositionPointer> walk(std::uint64_t seed,
                                                              std::size_t most) const override {
        State state = state_;
        auto tokens = duiyi::walk(state, seed, most);
        return {std::move(tokens), std::make_unique<PositionOf>(state)};
    }

private:
    State state_;
};

}  // namespace duiyi
