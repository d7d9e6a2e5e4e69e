// The rules of relati legacy (連奕) for two to six seats, on boards whose side is known at run
// time. Links, zones and pieces are in the headers beside this one.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/kernel.hpp"
#include "common/rows.hpp"
#include "games/relati_legacy/attacks.hpp"
#include "games/relati_legacy/pieces.hpp"
#include "games/relati_legacy/text.hpp"

namespace duiyi {

template <typename Set>
class RelatiLegacy {
public:
    static constexpr std::string_view id = "relati-legacy";
    // The boards that this state has room for.
    static constexpr int largest_side =
        Set::width < legacy::largest_side ? Set::width : legacy::largest_side;

    using Action = legacy::Action;
    using Sites = Set;
    using Site = typename Set::Site;
    // A cell is empty, for a link and an escape at most, or has an own piece, for one action.
    using Actions = ActionList<Action, 2 * (legacy::most_attacks(largest_side) +
                                            std::size_t{largest_side} * largest_side)>;

    static std::optional<RelatiLegacy> start(int seats, int side) {
        if (seats < 2 || seats > legacy::most_seats) return std::nullopt;
        if (side < legacy::smallest_side || side > largest_side) return std::nullopt;
        RelatiLegacy state;
        state.seats_ = static_cast<std::uint8_t>(seats);
        state.side_ = static_cast<std::uint8_t>(side);
        state.pieces_.board = Set::square(side);
        return state;
    }

    int seats() const { return seats_; }
    int side() const { return side_; }
    int actor() const { return over() ? nobody : owner_; }
    int owner() const { return owner_; }
    int turn() const { return turn_; }
    std::uint32_t out() const { return out_; }
    const legacy::Pieces<Set>& pieces() const { return pieces_; }

    // L-16: one is left.
    bool over() const { return std::has_single_bit(left()); }
    int winner() const { return over() ? std::countr_zero(left()) : nobody; }
    std::string_view reason() const {
        return std::popcount(std::uint32_t{out_}) == seats_ - 1 ? "withdrawn" : "last-left";
    }

    void actions(Actions& list) const {
        list.clear();
        if (over()) return;
        if (!pieces_.all(owner_).any()) return add(list, Kind::locate, pieces_.empty());
        const auto reach = pieces_.reach(owner_);
        const Set empty = pieces_.empty();
        add(list, Kind::link, reach.linkable & empty);
        add(list, Kind::escape, pieces_.escapes(owner_, reach.valid) & empty);
        if (reach.valid.count() > 1) legacy::Attacks<Set>(pieces_, owner_, reach.valid).list(list);
        add(list, Kind::bomb, pieces_.shield & pieces_.all(owner_));
        add(list, Kind::defend, reach.valid);
    }

    template <typename Weights>
    void chances(Actions& list, Weights&) const {
        list.clear();
    }

    void play(Action action) {
        pieces_.play(action, owner_);
        pass_on(owner_);
    }

    // W-2, W-5: the pieces stay; if it was his turn the next seat is asked.
    void withdraw(int seat) {
        out_ = static_cast<std::uint8_t>(out_ | 1U << seat);
        if (!over() && seat == owner_) pass_on(seat);
    }

    void random_step(Random& random) { play(random_action(random)); }

    // What decides the future; the number of the turn does not.
    std::uint64_t hash() const {
        std::uint64_t number = 0;
        const std::uint32_t who = std::uint32_t{owner_} << 16 | std::uint32_t{gone_} << 8 | out_;
        const std::uint32_t where = std::uint32_t{side_} << 8 | seats_;
        std::uint64_t total = mixed(std::uint64_t{where} << 32 | who, ++number);
        const auto take = [&](const Set& set) {
            for (int i = 0; i < Set::words; ++i) total += mixed(set.word(i), ++number);
        };
        for (const Set& side : pieces_.owned) take(side);
        take(pieces_.source), take(pieces_.plain), take(pieces_.shield);
        take(pieces_.weapon), take(pieces_.bomb);
        return total;
    }

    std::string text(Action action) const { return legacy::write_action<Set>(action); }

    std::optional<Action> parse(std::string_view token) const {
        return legacy::read_action<Set>(token, side_);
    }

    std::string dump() const {
        std::string text = legacy::write_rows(pieces_, side_) + ' ' + std::to_string(seats_) + ' ';
        text += legacy::letters[owner_];
        text += ' ' + std::to_string(turn_);
        if (gone_ != 0) text += " gone:" + legacy::write_seats(gone_);
        if (out_ != 0) text += " out:" + legacy::write_seats(out_);
        return text;
    }

    static std::optional<RelatiLegacy> load(std::string_view text) {
        const std::vector<std::string_view> parts = legacy::split(text, ' ');
        if (parts.size() < 4 || parts[1].size() != 1) return std::nullopt;
        const std::vector<std::string_view> rows = legacy::split(parts[0], '/');
        if (rows.size() > std::size_t{largest_side}) return std::nullopt;
        auto state = start(parts[1][0] - '0', static_cast<int>(rows.size()));
        if (!state) return std::nullopt;
        if (!legacy::read_rows(state->pieces_, rows, state->seats_)) return std::nullopt;
        if (!state->read_fields(parts) || !state->possible()) return std::nullopt;
        return state;
    }

private:
    using Kind = legacy::Kind;

    RelatiLegacy() = default;

    // Neither eliminated nor withdrawn.
    std::uint32_t left() const {
        return ((1U << seats_) - 1U) & ~(std::uint32_t{gone_} | std::uint32_t{out_});
    }

    // A shield can always be set off, a source always be made a shield; without a source nothing is
    // valid. A seat without a piece needs an empty site to locate on.
    bool can_act(int seat) const {
        const Set mine = pieces_.all(seat);
        if (!mine.any()) return pieces_.empty().any();
        return ((pieces_.source | pieces_.shield) & mine).any();
    }

    // L-16: seats are asked in order; without an action they are out for good.
    void pass_on(int seat) {
        while (!over()) {
            seat = seat + 1 == seats_ ? 0 : seat + 1;
            if (!(left() >> seat & 1U)) continue;
            if (can_act(seat)) {
                owner_ = static_cast<std::uint8_t>(seat);
                ++turn_;
                return;
            }
            gone_ = static_cast<std::uint8_t>(gone_ | 1U << seat);
        }
    }

    static void add(Actions& list, Kind kind, const Set& sites) {
        sites.each([&](Site site) { list.add(Action(kind, site)); });
    }

    static Action chosen(Kind kind, const Set& sites, std::uint32_t number) {
        return {kind, sites.nth(static_cast<int>(number))};
    }

    static std::uint32_t size(const Set& sites) {
        return static_cast<std::uint32_t>(sites.count());
    }

    // Exactly uniform over all actions, without listing them.
    Action random_action(Random& random) const {
        const Set mine = pieces_.all(owner_), empty = pieces_.empty();
        if (!mine.any()) return chosen(Kind::locate, empty, random.below(size(empty)));
        const auto reach = pieces_.reach(owner_);
        const Set links = reach.linkable & empty, shields = pieces_.shield & mine;
        const Set escapes = pieces_.escapes(owner_, reach.valid) & empty;
        const std::uint32_t link_count = size(links), escape_count = size(escapes);
        const std::uint32_t shield_count = size(shields), valid_count = size(reach.valid);
        std::uint32_t attack_count = 0;
        if (valid_count > 1)  // a medium and a material
            attack_count = legacy::Attacks<Set>(pieces_, owner_, reach.valid).count();

        std::uint32_t number =
            random.below(escape_count + link_count + valid_count + shield_count + attack_count);
        if (number < escape_count) return chosen(Kind::escape, escapes, number);
        number -= escape_count;
        if (number < link_count) return chosen(Kind::link, links, number);
        number -= link_count;
        if (number < valid_count) return chosen(Kind::defend, reach.valid, number);
        number -= valid_count;
        if (number < shield_count) return chosen(Kind::bomb, shields, number);
        return legacy::Attacks<Set>(pieces_, owner_, reach.valid).nth(number - shield_count);
    }

    static std::uint64_t mixed(std::uint64_t word, std::uint64_t number) {
        return Random(word * 0xD6E8FEB86659FD93U + number * 0xA0761D6478BD642FU).next();
    }

    // Owner, turn, who is gone and who is out: the fields after the rows and the number of seats.
    bool read_fields(const std::vector<std::string_view>& parts) {
        const auto owner = legacy::read_seats(parts[2], seats_);
        const auto turn = legacy::read_turn(parts[3]);
        if (!owner || !turn || parts[2].size() != 1) return false;
        owner_ = static_cast<std::uint8_t>(std::countr_zero(*owner));
        turn_ = *turn;
        std::size_t next = 4;
        const auto field = [&](std::string_view name, std::uint8_t& seats) {
            if (next == parts.size() || !parts[next].starts_with(name)) return true;
            const auto found = legacy::read_seats(parts[next++].substr(name.size()), seats_);
            seats = static_cast<std::uint8_t>(found.value_or(0));
            return found.has_value();
        };
        return field("gone:", gone_) && field("out:", out_) && next == parts.size();
    }

    // Whether the rules can lead to something like it.
    bool possible() const {
        for (int seat = 0; seat < seats_; ++seat) {
            const Set mine = pieces_.all(seat), plain = pieces_.plain & mine;
            if ((pieces_.source & mine).count() > 1) return false;
            if (plain.any() && !mine.without(plain).any()) return false;
            if ((gone_ >> seat & 1U) && can_act(seat)) return false;
        }
        if (left() == 0) return false;
        if (over()) return !(gone_ >> owner_ & 1U);
        return (left() >> owner_ & 1U) && can_act(owner_);
    }

    legacy::Pieces<Set> pieces_;
    std::int32_t turn_ = 1;
    std::uint8_t seats_ = 2;
    std::uint8_t side_ = 15;
    std::uint8_t owner_ = 0;
    std::uint8_t gone_ = 0;
    std::uint8_t out_ = 0;
};

// Boards up to 16 x 16 fit into one register of a modern machine; the wide state knows them too.
using RelatiLegacyNarrow = RelatiLegacy<Rows<std::uint16_t, 16>>;
using RelatiLegacyWide = RelatiLegacy<Rows<std::uint32_t, 24>>;

static_assert(GameKernel<RelatiLegacyNarrow> && GameKernel<RelatiLegacyWide>);

}  // namespace duiyi
