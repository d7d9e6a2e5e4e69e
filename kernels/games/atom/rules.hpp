// The rules of atom: a position, and what may be decided in it. What a decision does is in
// turn.hpp, the lattice of a cell in cell.hpp.
//
// The caps of the options say how large a window a cell needs: AtomNarrow has room for caps up to
// 29, the default among them; AtomWide for all, in four times the space.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/kernel.hpp"
#include "games/atom/draws.hpp"
#include "games/atom/position.hpp"
#include "games/atom/text.hpp"
#include "games/atom/tokens.hpp"
#include "games/atom/turn.hpp"

namespace duiyi {

template <std::unsigned_integral Word>
class Atom {
public:
    using Cell = AtomCell<Word>;
    using Side = AtomSide<Word>;
    using Which = typename Cell::Which;
    using Action = AtomAction;
    using Kind = Action::Kind;
    // No other decision has as many possibilities as placing.
    using Actions = ActionList<Action, atom_cells * atom_colours * Cell::most_free + 1>;

    static constexpr std::string_view id = "atom";

    int seats() const { return 2; }
    int owner() const { return position_.owner(); }
    int turn() const { return position_.turn; }
    std::uint32_t out() const { return position_.out; }
    bool over() const { return step().phase == AtomPhase::over; }

    int actor() const {
        switch (step().phase) {
            case AtomPhase::drawing: return chance;
            case AtomPhase::keeping: return step().seat;
            case AtomPhase::losing: return other();
            case AtomPhase::over: return nobody;
            default: return owner();
        }
    }

    // The position has it all: who withdrew, and whose life is used up.
    int winner() const {
        if (!over()) return nobody;
        if (out() != 0) return out() == 1 ? 1 : 0;
        return theirs().life <= 0 ? owner() : nobody;
    }

    std::string_view reason() const {
        if (out() != 0) return "withdrawn";
        return theirs().life <= 0 ? "life" : "turn-limit";
    }

    // Cells that differ by whole windows in where they are have the same hash; they play alike.
    std::uint64_t hash() const {
        std::uint64_t hash = std::bit_cast<std::uint64_t>(step());
        mix(hash, std::bit_cast<std::uint64_t>(position_.options));
        mix(hash, static_cast<std::uint64_t>(position_.turn) << 2 | position_.out);
        for (const Side& side : position_.sides) {
            mix(hash, static_cast<std::uint32_t>(side.life));
            for (const int held : side.held) mix(hash, static_cast<std::uint32_t>(held));
            for (const Cell& cell : side.cells) mix(hash, cell.hash());
        }
        return hash;
    }

    void actions(Actions& actions) const {
        actions.clear();
        switch (step().phase) {
            case AtomPhase::choosing:
                for (int what = 0; what < 3; ++what) actions.add(action(Kind::choose, 0, what));
                break;
            case AtomPhase::placing:
                if (step().left > 0) list_placements(actions);
                actions.add({Kind::end});
                break;
            case AtomPhase::acting:
                if (step().attacks > 0) list_attacks(actions);
                for (int number = 0; number < atom_cells; ++number)
                    list_atoms<Which::coloured>(actions, Kind::effect, owner(), number);
                actions.add({Kind::end});
                break;
            case AtomPhase::destroying_first:
                list_atoms<Which::black>(actions, Kind::destroy, other(), position_.first_cell());
                break;
            case AtomPhase::destroying:
                list_atoms<Which::any>(actions, Kind::destroy, other(), position_.first_cell());
                actions.add({Kind::stop});
                break;
            case AtomPhase::keeping: {
                const int number = position_.first_cell();
                position_.cell(step().seat, number).each_black_part([&](AtomSlot smallest) {
                    actions.add(action(Kind::keep, number, 0, smallest));
                });
                break;
            }
            case AtomPhase::losing:
                for (int number = 0; number < atom_cells; ++number)
                    list_atoms<Which::any>(actions, Kind::lose, other(), number);
                break;
            case AtomPhase::drawing:
            case AtomPhase::over: break;
        }
    }

    void chances(Actions& actions, Weights& weights) const {
        actions.clear();
        if (step().phase != AtomPhase::drawing) return;
        AtomDraws::each(step().atoms, [&](AtomCounts counts, std::uint64_t ways) {
            weights[actions.size()] = ways;
            actions.add(action(Kind::draw, 0, 0, counts));
        });
    }

    void play(Action action) {
        AtomTurn<Word> turn(position_);
        switch (action.kind) {
            case Kind::choose: return turn.choose(action.detail);
            case Kind::draw: return turn.draw(action.slot);
            case Kind::place: return turn.place(action.cell, action.detail, action.slot);
            case Kind::end:
                if (step().phase == AtomPhase::placing) return turn.end_placing();
                return turn.end_turn();
            case Kind::attack: return turn.attack(action.cell, action.detail);
            case Kind::direct: return turn.attack_directly(action.cell);
            case Kind::destroy: return turn.destroy(action.slot);
            case Kind::stop: return turn.stop_destroying();
            case Kind::effect: return turn.use(action.cell, action.slot);
            case Kind::lose: return turn.lose(action.cell, action.slot);
            case Kind::keep: return turn.keep(action.slot);
        }
    }

    void withdraw(int seat) { AtomTurn<Word>(position_).withdraw(seat); }

    // Without listing: the number of possibilities, one of them, and where in the order it is.
    void random_step(Random& random) {
        AtomTurn<Word> turn(position_);
        switch (step().phase) {
            case AtomPhase::choosing: return turn.choose(pick(random, 3));
            case AtomPhase::drawing: return turn.draw(AtomDraws::random(step().atoms, random));
            case AtomPhase::placing: return place_randomly(turn, random);
            case AtomPhase::acting: return act_randomly(turn, random);
            case AtomPhase::destroying_first: {
                const Cell& cell = position_.cell(other(), position_.first_cell());
                const int n = pick(random, cell.count(AtomColour::black));
                return turn.destroy(cell.template nth_atom<Which::black>(n));
            }
            case AtomPhase::destroying: {
                const Cell& cell = position_.cell(other(), position_.first_cell());
                const int n = pick(random, cell.atoms() + 1);
                if (n == cell.atoms()) return turn.stop_destroying();
                return turn.destroy(cell.template nth_atom<Which::any>(n));
            }
            case AtomPhase::keeping: return keep_randomly(turn, random);
            case AtomPhase::losing: return lose_randomly(turn, random);
            case AtomPhase::over: return;
        }
    }

    std::string text(Action action) const { return AtomTokens<Word>(position_).write(action); }

    std::optional<Action> parse(std::string_view token) const {
        return AtomTokens<Word>(position_).read(token);
    }

    std::string dump() const { return AtomWriter<Word>::write(position_); }

    // Nothing also for caps that are too large for the window.
    static std::optional<Atom> load(std::string_view text) {
        const auto position = AtomReader<Word>::read(text);
        return position ? std::optional(Atom(*position)) : std::nullopt;
    }

    Atom() = default;

    const AtomPosition<Word>& position() const { return position_; }

private:
    explicit Atom(const AtomPosition<Word>& position) : position_(position) {}

    const AtomStep& step() const { return position_.step; }
    int other() const { return position_.other(); }
    const Side& mine() const { return position_.side(owner()); }
    const Side& theirs() const { return position_.side(other()); }

    static void mix(std::uint64_t& hash, std::uint64_t value) {
        hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32;
    }

    static Action action(Kind kind, int cell, int detail = 0, AtomSlot slot = 0) {
        return {kind, static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(detail), slot};
    }

    static int pick(Random& random, int count) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    }

    // 階段 2: next to another atom; the first atom of a cell is black.
    void list_placements(Actions& actions) const {
        for (int number = 0; number < atom_cells; ++number) {
            const Cell& cell = position_.cell(owner(), number);
            for (int colour = 0; colour < (cell.empty() ? 1 : atom_colours); ++colour) {
                if (mine().held[static_cast<std::size_t>(colour)] == 0) continue;
                cell.each_free(position_.options.caps(), [&](AtomSlot slot) {
                    actions.add(action(Kind::place, number, colour, slot));
                });
            }
        }
    }

    // 動作 1: cell against cell, or the player when all his cells are empty.
    void list_attacks(Actions& actions) const {
        const bool direct = theirs().filled() == 0;
        for (int number = 0; number < atom_cells; ++number) {
            if (position_.cell(owner(), number).empty()) continue;
            if (direct) actions.add(action(Kind::direct, number));
            for (int target = 0; target < atom_cells; ++target)
                if (!position_.cell(other(), target).empty())
                    actions.add(action(Kind::attack, number, target));
        }
    }

    template <Which which>
    void list_atoms(Actions& actions, Kind kind, int seat, int number) const {
        position_.cell(seat, number).template each_atom<which>([&](AtomSlot slot) {
            actions.add(action(kind, number, 0, slot));
        });
    }

    // In which cell is settled by comparing, not by branching: no processor could foresee it.
    void place_randomly(AtomTurn<Word> turn, Random& random) {
        if (step().left == 0) return turn.end_placing();
        const Side& side = mine();
        const AtomCaps caps = position_.options.caps();
        unsigned held = 0;
        for (std::size_t colour = 0; colour < atom_colours; ++colour)
            held |= static_cast<unsigned>(side.held[colour] > 0) << colour;
        // For an empty cell and for a filled one.
        const std::array<int, 2> colours = {static_cast<int>(held & 1U), count_set_bits(held)};
        std::array<int, atom_cells> points{}, up_to{};
        int total = 0;
        for (std::size_t number = 0; number < atom_cells; ++number) {
            const Cell& cell = side.cells[number];
            points[number] = cell.free_count(caps);
            total += points[number] * colours[cell.empty() ? 0 : 1];
            up_to[number] = total;
        }
        const int n = pick(random, total + 1);
        if (n == total) return turn.end_placing();
        const auto number = static_cast<std::size_t>((n >= up_to[0]) + (n >= up_to[1]));
        const int way = number == 0 ? n : n - up_to[number - 1];
        const int colour = nth_set_bit(held, way / points[number]);
        turn.place(static_cast<int>(number), colour,
                   side.cells[number].nth_free(way % points[number], caps));
    }

    void act_randomly(AtomTurn<Word> turn, Random& random) {
        const Side& side = mine();
        const int targets = theirs().filled();
        const int attacks = step().attacks > 0 ? side.filled() * std::max(1, targets) : 0;
        int effects = 0;
        for (const Cell& cell : side.cells) effects += cell.coloured();
        int n = pick(random, attacks + effects + 1);
        if (n < attacks) {
            const int number = nth_filled(side, n / std::max(1, targets));
            if (targets == 0) return turn.attack_directly(number);
            return turn.attack(number, nth_filled(theirs(), n % targets));
        }
        n -= attacks;
        if (n == effects) return turn.end_turn();
        int number = 0;
        for (; n >= position_.cell(owner(), number).coloured(); ++number)
            n -= position_.cell(owner(), number).coloured();
        turn.use(number, position_.cell(owner(), number).template nth_atom<Which::coloured>(n));
    }

    static int nth_filled(const Side& side, int n) {
        for (int number = 0;; ++number)
            if (!side.cells[static_cast<std::size_t>(number)].empty() && n-- == 0) return number;
    }

    void lose_randomly(AtomTurn<Word> turn, Random& random) {
        int n = pick(random, theirs().atoms());
        int number = 0;
        for (; n >= position_.cell(other(), number).atoms(); ++number)
            n -= position_.cell(other(), number).atoms();
        turn.lose(number, position_.cell(other(), number).template nth_atom<Which::any>(n));
    }

    void keep_randomly(AtomTurn<Word> turn, Random& random) {
        const Cell& cell = position_.cell(step().seat, position_.first_cell());
        std::array<AtomSlot, Cell::most_atoms / 2> parts;
        int count = 0;
        cell.each_black_part(
            [&](AtomSlot smallest) { parts[static_cast<std::size_t>(count++)] = smallest; });
        turn.keep(parts[static_cast<std::size_t>(pick(random, count))]);
    }

    AtomPosition<Word> position_;
};

using AtomNarrow = Atom<std::uint32_t>;
using AtomWide = Atom<std::uint64_t>;

static_assert(GameKernel<AtomNarrow> && GameKernel<AtomWide>);

}  // namespace duiyi
