// The rules of tzaar: steps and turns, and how a game ends. The board is in board.hpp, what
// the pieces on it can do in pieces.hpp, the position text in position.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/bits.hpp"
#include "common/kernel.hpp"
#include "games/tzaar/board.hpp"
#include "games/tzaar/pieces.hpp"
#include "games/tzaar/position.hpp"

namespace duiyi {

class Tzaar {
public:
    static constexpr std::string_view id = "tzaar";

    enum class Sign : std::uint8_t { pass, capture, stack };

    struct Action {
        std::uint8_t source = 0;
        std::uint8_t target = 0;
        Sign sign = Sign::pass;

        friend bool operator==(Action, Action) = default;
    };

    // From every point in every direction, and a pass.
    using Actions = ActionList<Action, tzaar::points * tzaar::directions + 1>;

    int seats() const { return 2; }
    int actor() const { return over() ? nobody : side_; }
    int owner() const { return side_; }
    int turn() const { return turn_; }
    int step() const { return step_; }
    std::uint32_t out() const { return out_; }
    bool over() const { return ending_ != Ending::none; }
    int winner() const { return winner_; }

    std::string_view reason() const {
        constexpr std::array<std::string_view, 4> reasons{"", "kinds-gone", "no-capture",
                                                          "withdrawn"};
        return reasons[static_cast<std::size_t>(ending_)];
    }

    // For evaluation: what stands where, how many of a kind there are, how much can be captured.
    const tzaar::Pieces& pieces() const { return pieces_; }

    // Of what decides the future: the turn's number does so only while White's first turn lasts.
    std::uint64_t hash() const {
        const unsigned rest = side_ + 2U * step_ + (single() ? 8U : 0U) + 16U * out_;
        return scrambled(pieces_.hash() ^ scrambled(rest));
    }

    int action_count() const {
        if (over()) return 0;
        const int captures = pieces_.capture_count(side_);
        return step_ == 1 ? captures : captures + pieces_.stack_count(side_) + 1;
    }

    // 棋子移動方式. By point from A1 to I5, and clockwise from straight up; a pass comes last.
    void actions(Actions& list) const {
        list.clear();
        if (over()) return;
        tzaar::each(pieces_.of(side_), [&](tzaar::Point source) {
            pieces_.each_step(side_, source, step_ == 2, [&](tzaar::Point target, bool captures) {
                list.add(step_of({source, target}, captures ? Sign::capture : Sign::stack));
            });
        });
        if (step_ == 2) list.add(Action{});
    }

    // For search, which has its own order: the captures of this step, and the stacks.
    void captures(Actions& list) const {
        list.clear();
        if (over()) return;
        pieces_.each_capture(side_, [&](auto ends) { list.add(step_of(ends, Sign::capture)); });
    }

    void stacks(Actions& list) const {
        list.clear();
        if (over() || step_ == 1) return;
        pieces_.each_stack(side_, [&](auto ends) { list.add(step_of(ends, Sign::stack)); });
    }

    // There is no chance in tzaar.
    template <typename Weights>
    void chances(Actions& list, Weights&) const {
        list.clear();
    }

    void play(Action action) {
        if (action.sign != Sign::pass) move({action.source, action.target});
        advance();
    }

    void random_step(Random& random) {
        const auto draw = [&](std::uint32_t bound) { return random.below(bound); };
        if (step_ == 1) {
            move(pieces_.draw_capture(side_, draw));
        } else {
            const tzaar::Ends ends = pieces_.draw_any(side_, draw);
            if (ends.source != tzaar::behind_all) move(ends);
        }
        advance();
    }

    // W-3: of two seats the one that is left has won.
    void withdraw(int seat) {
        out_ = static_cast<std::uint8_t>(1U << seat);
        end(Ending::withdrawn, 1 - seat);
    }

    std::string text(Action action) const {
        if (action.sign == Sign::pass) return "pass";
        const char sign = action.sign == Sign::capture ? 'x' : '+';
        return tzaar::label(action.source) + sign + tzaar::label(action.target);
    }

    // Exact inverse of text(); nothing where the ends are not points of the board.
    std::optional<Action> parse(std::string_view token) const {
        if (token == "pass") return Action{};
        if (token.size() != 5 || (token[2] != 'x' && token[2] != '+')) return std::nullopt;
        const tzaar::Ends ends{tzaar::find(token.substr(0, 2)), tzaar::find(token.substr(3))};
        if (ends.source == 0 || ends.target == 0) return std::nullopt;
        return step_of(ends, token[2] == 'x' ? Sign::capture : Sign::stack);
    }

    std::string dump() const {
        tzaar::Fields fields;
        tzaar::each(pieces_.all(),
                    [&](tzaar::Point point) { fields.stacks[point] = pieces_.at(point); });
        fields.side = side_;
        fields.step = step_;
        fields.turn = turn_;
        if (out_ != 0) fields.out = out_ >> 1;
        return tzaar::write(fields);
    }

    static std::optional<Tzaar> load(std::string_view text) {
        const auto fields = tzaar::read(text);
        if (!fields) return std::nullopt;
        const Tzaar state(*fields);
        const bool both_lost = state.pieces_.lacks_kind(0) && state.pieces_.lacks_kind(1);
        return both_lost ? std::nullopt : std::optional(state);
    }

private:
    enum class Ending : std::uint8_t { none, kinds_gone, no_capture, withdrawn };

    explicit Tzaar(const tzaar::Fields& fields)
        : turn_(fields.turn),
          side_(static_cast<std::uint8_t>(fields.side)),
          step_(static_cast<std::uint8_t>(fields.step)) {
        for (tzaar::Point point = 1; point <= tzaar::points; ++point)
            if (fields.stacks[point].height > 0) pieces_.put(point, fields.stacks[point]);
        pieces_.connect();
        settle(fields.out);
    }

    // 勝利條件: T-4 is looked at before T-5; a withdrawal stands above both.
    void settle(std::optional<int> out) {
        if (out)
            withdraw(*out);
        else if (pieces_.lacks_kind(0) || pieces_.lacks_kind(1))
            end(Ending::kinds_gone, pieces_.lacks_kind(0) ? 1 : 0);
        else if (step_ == 1 && !pieces_.can_capture(side_))
            end(Ending::no_capture, 1 - side_);
    }

    void end(Ending ending, int winner) {
        ending_ = ending;
        winner_ = static_cast<std::int8_t>(winner);
    }

    // T-2: White's first turn has step 1 only.
    bool single() const { return turn_ == 1 && side_ == 0; }

    // Only the kind of the piece that is met can run out (T-4).
    void move(tzaar::Ends ends) {
        const int met = pieces_.move(side_, ends.source, ends.target);
        if (pieces_.count(met) == 0) end(Ending::kinds_gone, met < tzaar::kinds ? 1 : 0);
    }

    void advance() {
        if (step_ == 1 && !single()) {
            step_ = 2;
            return;
        }
        step_ = 1;
        side_ ^= 1;
        ++turn_;
        if (!over() && !pieces_.can_capture(side_)) end(Ending::no_capture, 1 - side_);
    }

    static Action step_of(tzaar::Ends ends, Sign sign) {
        return {static_cast<std::uint8_t>(ends.source), static_cast<std::uint8_t>(ends.target),
                sign};
    }

    tzaar::Pieces pieces_;
    std::int32_t turn_ = 1;
    std::uint8_t side_ = 0;
    std::uint8_t step_ = 1;
    std::uint8_t out_ = 0;
    Ending ending_ = Ending::none;
    std::int8_t winner_ = nobody;
};

static_assert(GameKernel<Tzaar>);
static_assert(sizeof(Tzaar) <= 512);

}  // namespace duiyi
