// What has to hold for a kernel whatever text it is given: most texts are refused, and one that is
// not is a position like any other, from which play goes on. Anything else ends the program, for a
// fuzzer or a test to see.
//
// The first line of an input is the position text; further lines are tried as tokens in it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "common/kernel.hpp"

namespace duiyi::fuzz {

// As many decisions as still leave time for other texts.
inline constexpr int longest_walk = 12;
inline constexpr std::uint32_t decisions_per_withdrawal = 8;

inline void require(bool holds, std::string_view what, std::string_view where) {
    if (holds) return;
    std::cerr << "fuzz: " << what << ": " << where << '\n';
    std::abort();
}

// Texts have numbers of up to six digits. Counts and places can grow beyond that in play, and then
// the position or token, good as it is, has no text that can be read.
inline bool outgrown(std::string_view text) {
    std::size_t digits = 0;
    for (const char letter : text) {
        digits = '0' <= letter && letter <= '9' ? digits + 1 : 0;
        if (digits > 6) return true;
    }
    return false;
}

// FNV-1a; a sum of everything that was said, and the seed of a walk.
class Digest {
public:
    void add(std::string_view text) {
        for (const char letter : text) add_byte(static_cast<unsigned char>(letter));
        add_byte('\n');
    }
    std::uint64_t value() const { return value_; }

private:
    void add_byte(std::uint64_t byte) { value_ = (value_ ^ byte) * 0x100000001B3U; }

    std::uint64_t value_ = 0xCBF29CE484222325U;
};

template <GameKernel State>
class Check {
public:
    // Nothing when the text is refused. Otherwise what all kernels that know the position have in
    // common: a digest of dumps and tokens along a walk that the input alone decides.
    static std::optional<std::uint64_t> run(std::string_view input) {
        const std::size_t end = input.find('\n');
        const std::string_view text = input.substr(0, end);
        if (end != input.npos)
            require(!State::load(input), "a text of several lines is loaded", input);
        const auto state = State::load(text);
        if (!state) return std::nullopt;
        require(state->dump() == text, "the dump of what was loaded differs", text);
        Check check(*state);
        check.read_tokens(end == input.npos ? "" : input.substr(end + 1));
        Digest seed;
        seed.add(input);
        check.walk(Random(seed.value()));
        return check.said_.value();
    }

private:
    explicit Check(const State& state) : state_(state) {}

    void walk(Random random) {
        for (int decision = 0;; ++decision) {
            const std::string dump = look();
            if (state_.over() || outgrown(dump) || decision == longest_walk) return;
            step_at_random(dump, random);
            if (random.below(decisions_per_withdrawal) == 0)
                withdraw(random);
            else
                state_.play(actions_[random.below(static_cast<std::uint32_t>(actions_.size()))]);
        }
    }

    // Everything about the position, whose dump is the answer; its actions are kept.
    std::string look() {
        const std::string dump = dump_of(state_);
        said_.add(dump);
        list(dump);
        if (state_.over()) {
            require(state_.actor() == nobody && actions_.empty(), "play after the end", dump);
            require(!std::string_view(state_.reason()).empty(), "an end without a reason", dump);
            require(state_.winner() == nobody || inside(state_.winner()), "a strange winner", dump);
            return dump;
        }
        const bool known = state_.actor() == chance || inside(state_.actor());
        require(known && !actions_.empty(), "a position without an actor or an action", dump);
        for (const auto action : actions_) {
            const std::string token = state_.text(action);
            const auto parsed = state_.parse(token);
            const bool good = outgrown(token) ? !parsed : parsed && state_.text(*parsed) == token;
            require(good, "a token is not read back", dump + ' ' + token);
            said_.add(token);
        }
        return dump;
    }

    // Loading a dump gives the same position.
    static std::string dump_of(const State& state) {
        const std::string dump = state.dump();
        const auto loaded = State::load(dump);
        require(loaded.has_value() != outgrown(dump), "a dump is refused", dump);
        if (!loaded) return dump;
        require(loaded->dump() == dump, "a dump differs after loading", dump);
        require(loaded->hash() == state.hash(), "a hash differs after loading", dump);
        return dump;
    }

    void list(const std::string& dump) {
        weights_ = {};
        if (state_.actor() != chance) return state_.actions(actions_);
        state_.chances(actions_, weights_);
        for (std::size_t index = 0; index < actions_.size(); ++index)
            require(weights_[index] > 0, "an impossible draw", dump);
    }

    // On a copy: which action it is may depend on the kernel.
    void step_at_random(const std::string& dump, Random& random) const {
        State copy = state_;
        Random own(random.next());
        copy.random_step(own);
        require(dump_of(copy) != dump, "a random step changes nothing", dump);
    }

    void withdraw(Random& random) {
        const auto seats = static_cast<std::uint32_t>(state_.seats());
        int seat = static_cast<int>(random.below(seats));
        while (state_.out() >> seat & 1U) seat = (seat + 1) % state_.seats();
        state_.withdraw(seat);
    }

    bool inside(int seat) const {
        return 0 <= seat && seat < state_.seats() && !(state_.out() >> seat & 1U);
    }

    // Legal or not; what can be read is written in one way only.
    void read_tokens(std::string_view lines) const {
        for (bool more = true; more;) {
            const std::size_t end = lines.find('\n');
            const std::string_view token = lines.substr(0, end);
            const auto action = state_.parse(token);
            require(!action || state_.text(*action) == token, "a token is read otherwise", token);
            more = end != lines.npos;
            lines.remove_prefix(more ? end + 1 : 0);
        }
    }

    State state_;
    typename State::Actions actions_;
    std::array<std::uint64_t, 256> weights_;
    Digest said_;
};

}  // namespace duiyi::fuzz
