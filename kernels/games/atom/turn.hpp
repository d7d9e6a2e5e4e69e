// What a decision of atom does to a position. Each function is given only what is legal.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>

#include "games/atom/draws.hpp"
#include "games/atom/position.hpp"

namespace duiyi {

template <std::unsigned_integral Word>
class AtomTurn {
public:
    explicit AtomTurn(AtomPosition<Word>& position)
        : position_(position), owner_(position.owner()), other_(position.other()) {}

    // 階段 0.
    void choose(int what) {
        position_.step = atom_choice(what, position_.side(owner_).filled(), position_.turn);
    }

    // 階段 1.
    void draw(AtomCounts counts) {
        auto& held = position_.side(owner_).held;
        for (int colour = 0; colour < atom_colours; ++colour)
            held[static_cast<std::size_t>(colour)] += drawn(counts, colour);
        position_.step.phase = AtomPhase::placing;
        position_.step.atoms = 0;
    }

    // 階段 2.
    void place(int number, int colour, AtomSlot slot) {
        --position_.side(owner_).held[static_cast<std::size_t>(colour)];
        position_.cell(owner_, number).place(slot, static_cast<AtomColour>(colour));
        --position_.step.left;
    }

    void end_placing() { enter(AtomPhase::acting, position_.step.attacks); }

    // the end of the last turn ends the game without a winner.
    void end_turn() {
        if (position_.turn >= position_.options.turn_limit) return enter(AtomPhase::over);
        ++position_.turn;
        enter(AtomPhase::choosing);
    }

    // 6.2: damage to the player first, then atoms of the cell.
    void attack(int number, int target) {
        const AtomCell<Word>& mine = position_.cell(owner_, number);
        const AtomCell<Word>& theirs = position_.cell(other_, target);
        const int attacks = --position_.step.attacks;
        const int power = mine.reach().attack, twice_wall = theirs.reach().twice_defence;
        if (2 * power <= twice_wall) return;
        if (hurt(damage(power, twice_wall, theirs.count(AtomColour::green)))) return;
        const int wanted = 1 + mine.count(AtomColour::red) - theirs.count(AtomColour::blue);
        if (wanted <= 0) return;
        enter(AtomPhase::destroying_first, attacks);
        position_.step.cells = static_cast<std::uint8_t>(1 << target);
        position_.step.left = static_cast<std::uint16_t>(std::min(wanted, theirs.atoms()));
    }

    // 直接攻击.
    void attack_directly(int number) {
        --position_.step.attacks;
        hurt(position_.cell(owner_, number).reach().attack);
    }

    // one atom of the cell that was attacked; it is settled after the last of them.
    void destroy(AtomSlot slot) {
        position_.cell(other_, position_.first_cell()).remove(slot);
        position_.step.phase = AtomPhase::destroying;
        if (--position_.step.left == 0) settle_theirs();
    }

    void stop_destroying() { settle_theirs(); }

    // 動作 2: the atom goes, its own cell is settled, then its colour acts.
    void use(int number, AtomSlot slot) {
        AtomCell<Word>& cell = position_.cell(owner_, number);
        const AtomEffect effect{cell.colour(slot), cell.black_neighbours(slot)};
        cell.remove(slot);
        settle(owner_, 1U << number, effect);
    }

    // one of the atoms that a red takes; all touched cells are settled after the last.
    void lose(int number, AtomSlot slot) {
        AtomStep& step = position_.step;
        position_.cell(other_, number).remove(slot);
        step.cells = static_cast<std::uint8_t>(step.cells | 1 << number);
        if (--step.left == 0) settle_theirs();
    }

    // the part with this smallest black stays, the other parts go.
    void keep(AtomSlot smallest) {
        const AtomStep& step = position_.step;
        position_.cell(step.seat, position_.first_cell()).keep(smallest);
        settle(step.seat, step.cells, {step.effect, step.left});
    }

    // With two seats a withdrawal ends the game (W-3).
    void withdraw(int seat) {
        position_.out |= 1U << seat;
        enter(AtomPhase::over);
    }

private:
    void enter(AtomPhase phase, int attacks = 0) {
        position_.step = AtomStep{};
        position_.step.phase = phase;
        position_.step.attacks = static_cast<std::uint8_t>(attacks);
    }

    // What a successful attack takes from the player's life; his greens hold it off.
    int damage(int power, int twice_wall, int greens) const {
        switch (position_.options.damage) {
            case AtomDamage::attack: return std::max(0, power - greens);
            case AtomDamage::excess: return std::max(0, (2 * power - twice_wall + 1) / 2 - greens);
            case AtomDamage::none: break;
        }
        return 0;
    }

    // life at 0 or below ends the game at once; whether it did.
    bool hurt(int loss) {
        AtomSide<Word>& side = position_.side(other_);
        side.life -= loss;
        if (side.life <= 0) enter(AtomPhase::over);
        return side.life <= 0;
    }

    void settle_theirs() { settle(other_, position_.step.cells, {}); }

    // A-9 for each of these cells in turn, then the effect that waited for it.
    void settle(int seat, unsigned cells, AtomEffect effect) {
        const int attacks = position_.step.attacks;
        for (; cells != 0; cells &= cells - 1) {
            if (!position_.cell(seat, std::countr_zero(cells)).settle()) continue;
            enter(AtomPhase::keeping, attacks);
            position_.step.seat = static_cast<std::uint8_t>(seat);
            position_.step.cells = static_cast<std::uint8_t>(cells);
            position_.step.effect = effect.colour;
            position_.step.left = static_cast<std::uint16_t>(effect.y);
            return;
        }
        enter(AtomPhase::acting, attacks);
        resolve(effect);
    }

    // Red takes atoms from the other, blue gives blacks, green heals.
    void resolve(AtomEffect effect) {
        AtomSide<Word>& side = position_.side(owner_);
        switch (effect.colour) {
            case AtomColour::black: return;
            case AtomColour::red: return take(std::min(effect.y, position_.side(other_).atoms()));
            case AtomColour::blue: side.held[0] += effect.y; return;
            case AtomColour::green: side.life += healing(side.life, effect.y); return;
        }
    }

    void take(int atoms) {
        if (atoms == 0) return;
        position_.step.phase = AtomPhase::losing;
        position_.step.left = static_cast<std::uint16_t>(atoms);
    }

    // Up to the cap where there is one; a life above it is not lowered.
    int healing(int life, int y) const {
        const int cap = position_.options.life_cap;
        return cap == 0 ? y : std::clamp(cap - life, 0, y);
    }

    AtomPosition<Word>& position_;
    // Those of the turn in which the decision is made.
    int owner_;
    int other_;
};

}  // namespace duiyi
