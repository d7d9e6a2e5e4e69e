"""Planted bugs of tzaar and atom."""

from __future__ import annotations

from tests.differential.planted import Bug

_tzaar, _atom = "tzaar", "atom"
_tzaar_rules, _pieces = "games/tzaar.hpp", "games/tzaar_pieces.hpp"
_atom_rules, _turn, _cell = "games/atom.hpp", "games/atom_turn.hpp", "games/atom_cell.hpp"
_draws, _lattice = "games/atom_draws.hpp", "games/atom_lattice.hpp"

BUGS = (
    Bug(
        "equal heights cannot capture",
        _tzaar,
        _pieces,
        "~(height + met).negative()",
        "(nothing - height - met).negative()",
    ),
    Bug(
        "a stack is as high as the piece that moved",
        _tzaar,
        _pieces,
        "moved + (met & ~enemies)",
        "moved",
    ),
    Bug(
        "pieces that were stacked upon still count for their kind",
        _tzaar,
        _pieces,
        "--counts_[met_piece];",
        "if (enemies) --counts_[met_piece];",
    ),
    Bug(
        "two of one side do not see each other across the vacated point",
        _tzaar,
        _pieces,
        "(across.same_side & at_lower) | (down.same_side & at_behind)",
        "(down.same_side & at_behind)",
    ),
    Bug(
        "what was seen across the vacated point is not forgotten",
        _tzaar,
        _pieces,
        "at_lower | at_behind | Triple::all(one(vacated)) | at_changed",
        "at_behind | Triple::all(one(vacated)) | at_changed",
    ),
    Bug(
        "the hash keeps the piece that was captured",
        _tzaar,
        _pieces,
        "key(piece, target, result) - key(piece, source, moved) -\n"
        "                 key(met_piece, target, met)",
        "key(piece, target, result) - key(piece, source, moved)",
    ),
    Bug(
        "random steps never pass",
        _tzaar,
        _pieces,
        "draw(pass + 1)",
        "draw(pass > 0 ? pass : 1)",
    ),
    Bug(
        "White's first turn has two steps",
        _tzaar,
        _tzaar_rules,
        "turn_ == 1 && side_ == 0",
        "false",
    ),
    Bug(
        "no capture is judged before kinds gone",
        _tzaar,
        _tzaar_rules,
        "!over() && !pieces_.can_capture(side_)",
        "!pieces_.can_capture(side_)",
    ),
    Bug(
        "stacking away the last of an own kind wins",
        _tzaar,
        _tzaar_rules,
        "met < tzaar::kinds ? 1 : 0",
        "side_",
    ),
    Bug(
        "the seat that withdraws wins",
        _tzaar,
        _tzaar_rules,
        "end(Ending::withdrawn, 1 - seat);",
        "end(Ending::withdrawn, seat);",
    ),
    Bug(
        "black is too rare",
        _atom,
        _draws,
        "power(3, black)",
        "power(2, black)",
    ),
    Bug(
        "the very first turn has attacks",
        _atom,
        _turn,
        "atom_choice(what, position_.side(owner_).filled(), position_.turn)",
        "atom_choice(what, position_.side(owner_).filled(), 2)",
    ),
    Bug(
        "an attack succeeds when it is as great as the defence",
        _atom,
        _turn,
        "2 * power <= twice_wall",
        "2 * power < twice_wall",
    ),
    Bug(
        "blues do not save atoms",
        _atom,
        _turn,
        "1 + mine.count(AtomColour::red) - theirs.count(AtomColour::blue)",
        "1 + mine.count(AtomColour::red)",
    ),
    Bug(
        "more atoms may be destroyed than there are",
        _atom,
        _turn,
        "std::min(wanted, theirs.atoms())",
        "wanted",
    ),
    Bug(
        "half an excess is no damage",
        _atom,
        _turn,
        "(2 * power - twice_wall + 1) / 2 - greens",
        "(2 * power - twice_wall) / 2 - greens",
    ),
    Bug(
        "there is one turn too many",
        _atom,
        _turn,
        "position_.turn >= position_.options.turn_limit",
        "position_.turn > position_.options.turn_limit",
    ),
    Bug(
        "healing lowers a life above the cap",
        _atom,
        _turn,
        "std::clamp(cap - life, 0, y)",
        "std::min(cap - life, y)",
    ),
    Bug(
        "of the cells that a red has touched only the last is settled",
        _atom,
        _turn,
        "step.cells | 1 << number",
        "1 << number",
    ),
    Bug(
        "an effect is lost where its own cell falls apart",
        _atom,
        _turn,
        "settle(step.seat, step.cells, {step.effect, step.left});",
        "settle(step.seat, step.cells, {});",
    ),
    Bug(
        "the player can be attacked while he has one cell",
        _atom,
        _atom_rules,
        "theirs().filled() == 0",
        "theirs().filled() <= 1",
    ),
    Bug(
        "one of the six neighbours is not counted",
        _atom,
        _cell,
        "ones(black_row(down) & Window::below(bit))",
        "ones(black_row(down) & bit)",
    ),
    Bug(
        "cells never fall apart",
        _atom,
        _cell,
        "torn_ || divided(Window::ring(taken_, slot))",
        "torn_",
    ),
    Bug(
        "the extent of a cell does not shrink",
        _atom,
        _cell,
        "if (loose_) tighten();",
        "",
    ),
    Bug(
        "points above a removed atom stay free",
        _atom,
        _cell,
        "redraw_border(at);\n        redraw_border((at + 1) % Window::span);",
        "redraw_border(at);",
    ),
    Bug(
        "the hash keeps atoms that are gone",
        _atom,
        _cell,
        "hash_ ^= key(slot, gone);",
        "",
    ),
    Bug(
        "a cell may be a step wider than its cap",
        _atom,
        _lattice,
        "std::min(right + 2, left + 2 * caps.width)",
        "right + 2",
    ),
    Bug(
        "random steps place beyond the cap",
        _atom,
        _lattice,
        "right - left + 2 <= 2 * caps.width",
        "right - left <= 2 * caps.width",
    ),
)
