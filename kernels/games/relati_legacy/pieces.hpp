// The pieces of relati legacy, what they are to whom, and what an action does to them. Whose turn
// it is and who is still in is the business of rules.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/relati_legacy/lines.hpp"

namespace duiyi::legacy {

inline constexpr int most_seats = 6;
inline constexpr int smallest_side = 9;
inline constexpr int largest_side = 23;

// L, R, E, AN, AR, AB, D
enum class Kind : std::uint8_t { locate, link, escape, attack_near, attack_remote, bomb, defend };

// In one number, which is ordered by kind, cell and medium.
class Action {
public:
    Action() = default;
    explicit Action(std::uint32_t number) : number_(number) {}
    Action(Kind kind, int cell, int medium = 0)
        : number_(static_cast<std::uint32_t>(kind) << 20 | static_cast<std::uint32_t>(cell) << 10 |
                  static_cast<std::uint32_t>(medium)) {}

    std::uint32_t number() const { return number_; }
    Kind kind() const { return static_cast<Kind>(number_ >> 20); }
    int cell() const { return static_cast<int>(number_ >> 10 & 1023U); }  // an attack's target
    int medium() const { return static_cast<int>(number_ & 1023U); }      // of an attack only

    friend bool operator==(Action, Action) = default;

private:
    std::uint32_t number_;
};

// A seat's valid pieces, and the sites that a link of one of them leads to (also taken ones and
// beyond the board).
template <typename Set>
struct Reach {
    Set valid;
    Set linkable;
};

template <typename Set>
struct Pieces {
    using Site = typename Set::Site;

    // Per seat the sites of all its pieces, whatever their status, and the sites of each status; a
    // piece of no status is dead. Which plain pieces are forbidden follows and is not kept.
    std::array<Set, most_seats> owned;
    Set source, plain, shield, weapon, bomb;
    Set board;

    Set all(int seat) const { return owned[static_cast<std::size_t>(seat)]; }

    Set empty() const {
        Set taken;
        for (const Set& side : owned) taken |= side;
        return board.without(taken);
    }

    Set living() const { return source | plain | shield; }

    // L-2: a shield is blank to its owner.
    Set blank(int seat) const { return board.without(source | plain | shield.without(all(seat))); }

    // L-5: what a seat's source reaches over its plain pieces.
    Reach<Set> reach(int seat) const {
        const Set passable = blank(seat), relays = plain & all(seat);
        Reach<Set> found{source & all(seat), Set()};
        for (Set next = found.valid; next.any();) {
            found.linkable |= linked(next, passable);
            next = (found.linkable & relays).without(found.valid);
            found.valid |= next;
        }
        return found;
    }

    Set escapes(int seat, const Set& valid) const { return swept(valid, blank(seat)); }

    // Of some sites those with a piece that is valid to a seat: an enemy's shield is one of them.
    Set valid_among(const Set& sites, int seat) const {
        Set found = sites & (source | shield.without(all(seat)));
        const Set doubtful = sites & plain;
        for (int side = 0; side < most_seats && doubtful.any(); ++side) {
            const Set here = doubtful & all(side);
            if (here.any()) found |= here & reach(side).valid;
        }
        return found;
    }

    void kill(const Set& sites) {
        source = source.without(sites);
        plain = plain.without(sites);
        shield = shield.without(sites);
    }

    void play(Action action, int seat) {
        Set& mine = owned[static_cast<std::size_t>(seat)];
        const Set cell = Set::only(action.cell());
        switch (action.kind()) {
            case Kind::locate: mine |= cell, source |= cell; return;
            case Kind::link: mine |= cell, plain |= cell; break;
            case Kind::escape: return escape(cell, mine);
            case Kind::attack_near:
            case Kind::attack_remote: attack(action, cell); break;
            case Kind::bomb: explode(cell, seat); break;
            case Kind::defend:
                kill(cell);
                shield |= cell;
                break;
        }
        pincer(seat);
    }

private:
    // L-6: all but the shields dies. Nothing is left to enclose anyone with.
    void escape(const Set& cell, Set& mine) {
        const Set dying = mine.without(shield);
        source = source.without(dying) | cell;
        plain = plain.without(dying);
        weapon = weapon.without(dying);
        bomb = bomb.without(dying);
        mine |= cell;
    }

    // L-8, L-9: the material stands one step beyond the medium.
    void attack(Action action, const Set& target) {
        const auto sign = [](int number) { return (number > 0) - (number < 0); };
        const Site from = action.cell(), to = action.medium();
        const Site step = Set::site(sign(Set::row_of(to) - Set::row_of(from)),
                                    sign(Set::column_of(to) - Set::column_of(from)));
        Set spent = Set::only(to + step);
        if (action.kind() == Kind::attack_remote) spent.add(to);
        kill(target | spent);
        weapon |= spent;
    }

    // L-11
    void explode(const Set& cell, int seat) {
        const Set near = around(cell).without(cell);
        const Set dying = valid_among(near, seat), rubble = near & empty();
        kill(dying | cell);
        bomb |= cell;
        owned[static_cast<std::size_t>(seat)] |= rubble;
    }

    // L-13, L-14: forbidding, then the pincer, until nothing dies. What is forbidden is asked only
    // where the answer matters.
    void pincer(int seat) {
        for (;;) {
            const Set others = living().without(all(seat));
            if (!(enclosed((source | plain) & all(seat)) & others).any()) return;
            const Set dying = valid_among(enclosed(reach(seat).valid) & others, seat);
            if (!dying.any()) return;
            kill(dying);
        }
    }
};

}  // namespace duiyi::legacy
