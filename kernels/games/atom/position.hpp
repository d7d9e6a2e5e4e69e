// What a position of atom consists of. What may be decided in it is in rules.hpp, its text in
// text.hpp.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>

#include "games/atom/cell.hpp"

namespace duiyi {

inline constexpr int atom_cells = 3;

enum class AtomDamage : std::uint8_t { attack, none, excess };

struct AtomOptions {
    AtomDamage damage = AtomDamage::attack;
    std::uint8_t max_height = 24;
    std::uint8_t max_width = 23;
    std::uint8_t unused = 0;
    std::uint16_t turn_limit = 200;
    std::uint16_t life_cap = 0;  // 0: none

    AtomCaps caps() const { return {max_height, max_width}; }
};

// The phases of a turn (回合流程), and the decisions inside an action. That the first atom
// to be destroyed must be black makes a phase of its own.
enum class AtomPhase : std::uint8_t {
    choosing,
    drawing,
    placing,
    acting,
    destroying_first,
    destroying,
    keeping,
    losing,
    over,
};

// What an atom does when it is removed, by its colour and its y. Only black has no effect,
// so that black says that there is none.
struct AtomEffect {
    AtomColour colour = AtomColour::black;
    int y = 0;
};

// What is still to be done in a turn; what a phase does not use is 0.
struct AtomStep {
    AtomPhase phase = AtomPhase::choosing;
    std::uint8_t attacks = 0;  // how many the turn has left
    std::uint8_t atoms = 0;    // drawing: what chance gives
    std::uint8_t cells = 0;    // destroying, keeping, losing: a bit for each cell to be settled
    std::uint16_t left = 0;    // drawing, placing: placements; destroying, losing: atoms
    std::uint8_t seat = 0;     // keeping: whose cells
    // keeping: of the effect that waits; `left` is then its y
    AtomColour effect = AtomColour::black;
};

static_assert(sizeof(AtomOptions) == 8 && sizeof(AtomStep) == 8, "hashed as one word each");

// One player: life, atoms held by colour, and his three cells.
template <std::unsigned_integral Word>
struct AtomSide {
    std::int32_t life = 20;
    std::array<std::int32_t, atom_colours> held = {7, 1, 1, 1};
    std::array<AtomCell<Word>, atom_cells> cells;

    // x: how many cells are not empty.
    int filled() const {
        int total = 0;
        for (const auto& cell : cells) total += cell.empty() ? 0 : 1;
        return total;
    }

    int atoms() const {
        int total = 0;
        for (const auto& cell : cells) total += cell.atoms();
        return total;
    }
};

template <std::unsigned_integral Word>
struct AtomPosition {
    AtomOptions options;
    AtomStep step;
    std::int32_t turn = 1;
    std::uint32_t out = 0;
    std::array<AtomSide<Word>, 2> sides;

    // Turns alternate.
    int owner() const { return (turn - 1) & 1; }
    int other() const { return turn & 1; }

    const AtomSide<Word>& side(int seat) const { return sides[static_cast<std::size_t>(seat)]; }
    AtomSide<Word>& side(int seat) { return sides[static_cast<std::size_t>(seat)]; }
    const AtomCell<Word>& cell(int seat, int number) const {
        return side(seat).cells[static_cast<std::size_t>(number)];
    }
    AtomCell<Word>& cell(int seat, int number) {
        return side(seat).cells[static_cast<std::size_t>(number)];
    }

    // The first of the cells that are to be settled.
    int first_cell() const { return std::countr_zero(step.cells); }
};

// 階段 0: what (a), (b) or (c) makes of a turn that begins with so many filled cells.
// the very first turn has no attacks.
constexpr AtomStep atom_choice(int what, int filled, int turn) {
    constexpr int atoms = 5, placements = 4, attacks = 1;
    const int allowed = what == 2 && filled > attacks ? filled : attacks;
    AtomStep step{};
    step.phase = AtomPhase::drawing;
    step.atoms = static_cast<std::uint8_t>(atoms + (what == 0 ? filled : 0));
    step.left = static_cast<std::uint16_t>(placements + (what == 1 ? filled : 0));
    step.attacks = static_cast<std::uint8_t>(turn > 1 ? allowed : 0);
    return step;
}

}  // namespace duiyi
