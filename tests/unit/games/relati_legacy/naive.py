"""relati legacy once more, clause by clause and slowly: what the game is compared with.

A board is a dictionary from (column, row) to (seat, status). Nothing here is shared with the
game but the text of positions, so that a mistake would have to be made twice.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product

Cell = tuple[int, int]
Board = dict[Cell, tuple[int, str]]
Position = tuple[int, int, Board, int, frozenset[int], frozenset[int]]
"""Size, seats, pieces, whose turn it is, who is eliminated, who has withdrawn."""

LETTERS = "OXDUAH"
MARKS = {"": "normal", "*": "source", "#": "shield", "!": "weapon", "@": "bomb"}
EIGHT = [(x, y) for x, y in product((-1, 0, 1), (-1, 0, 1)) if (x, y) != (0, 0)]
FOUR = [(0, -1), (0, 1), (-1, 0), (1, 0)]
SLANTED = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
INERT = ("weapon", "bomb", "dead")


def read(text: str) -> Position:
    rows, seats, owner, _turn, *extras = text.split(" ")
    board: Board = {}
    for y, row in enumerate(rows.split("/")):
        for x, piece in enumerate(re.findall(r"\.|[A-Za-z][*#!@]?", row)):
            if piece != ".":
                status = "dead" if piece.islower() else MARKS[piece[1:]]
                board[x, y] = (LETTERS.index(piece[0].upper()), status)
    marked = dict(extra.split(":") for extra in extras)
    gone, out = (frozenset(map(LETTERS.index, marked.get(n, ""))) for n in ("gone", "out"))
    size = len(rows.split("/"))
    return size, int(seats), forbid(board, size), LETTERS.index(owner), gone, out


def name(cell: Cell) -> str:
    return f"{'ABCDEFGHIJKLMNOPQRSTUVW'[cell[0]]}{cell[1] + 1}"


def on_board(cell: Cell, size: int) -> bool:
    return 0 <= cell[0] < size and 0 <= cell[1] < size


def go(cell: Cell, way: Cell, steps: int = 1) -> Cell:
    return cell[0] + steps * way[0], cell[1] + steps * way[1]


def blank(board: Board, cell: Cell, seat: int) -> bool:
    """L-2."""
    if cell not in board:
        return True
    owner, status = board[cell]
    return status in INERT or (status == "shield" and owner == seat)


def valid(board: Board, cell: Cell, seat: int) -> bool:
    """L-1."""
    return cell in board and board[cell][1] != "forbidden" and not blank(board, cell, seat)


def own_valid(board: Board, cell: Cell, seat: int) -> bool:
    return valid(board, cell, seat) and board[cell][0] == seat


@cache
def routes(cell: Cell) -> list[list[Cell]]:
    """L-4: all ways to a source, the cells between and the source itself last."""
    found = [[go(cell, way)] for way in EIGHT]
    found += [[go(cell, way), go(cell, way, 2)] for way in EIGHT]
    for ahead in FOUR:
        for aside in FOUR:
            if ahead[0] * aside[0] + ahead[1] * aside[1] == 0:
                one, two = go(cell, ahead), go(cell, ahead, 2)
                corner = go(one, aside)
                found.append([one, two, go(two, aside)])
                found.append([one, corner, go(corner, aside)])
                found.append([one, corner, go(corner, ahead)])
    return found


def linked(board: Board, cell: Cell, seat: int) -> bool:
    return any(
        own_valid(board, route[-1], seat) and all(blank(board, c, seat) for c in route[:-1])
        for route in routes(cell)
    )


def forbid(board: Board, size: int) -> Board:
    """L-5: all plain pieces are forbidden, then those that are linked recover one by one."""
    board = {
        cell: (seat, "forbidden" if status == "normal" else status)
        for cell, (seat, status) in board.items()
    }
    changed = True
    while changed:
        changed = False
        for cell, (seat, status) in board.items():
            if status == "forbidden" and linked(board, cell, seat):
                board[cell] = (seat, "normal")
                changed = True
    return board


def safe(board: Board, cell: Cell, seat: int) -> bool:
    """L-15: whether the cell is inside a zone of the seat."""
    shields = {c for c, piece in board.items() if piece == (seat, "shield")}
    return any(
        (a[0], b[1]) in shields and (b[0], a[1]) in shields
        for a, b in product(shields, repeat=2)
        if a[0] < b[0] and a[1] < b[1] and a[0] <= cell[0] <= b[0] and a[1] <= cell[1] <= b[1]
    )


def actions(position: Position) -> set[str]:
    size, seats, board, me, _gone, _out = position
    found = set()
    for cell in product(range(size), range(size)):
        if cell not in board:
            if all(seat != me for seat, _ in board.values()):
                found.add(f"L:{name(cell)}")
            if linked(board, cell, me):
                found.add(f"R:{name(cell)}")
            if any(escape_line(board, cell, way, me, size) for way in EIGHT):
                found.add(f"E:{name(cell)}")
        elif board[cell] == (me, "shield"):
            found.add(f"AB:{name(cell)}")
        elif own_valid(board, cell, me):
            found.add(f"D:{name(cell)}")
        elif board[cell][0] != me and attackable(board, cell):
            found |= attacks(board, cell, me, size, seats)
    return found


def attackable(board: Board, cell: Cell) -> bool:
    """L-7."""
    owner, status = board[cell]
    return status in ("source", "normal", "forbidden") and not safe(board, cell, owner)


def escape_line(board: Board, cell: Cell, way: Cell, me: int, size: int) -> bool:
    """L-6."""
    cell = go(cell, way)
    while on_board(cell, size) and not own_valid(board, cell, me):
        if not blank(board, cell, me):
            return False
        cell = go(cell, way)
    return on_board(cell, size)


def attacks(board: Board, target: Cell, me: int, size: int, seats: int) -> set[str]:
    """L-8, L-9."""
    found = set()
    for way in EIGHT:
        between: list[Cell] = []
        medium = go(target, way)
        while on_board(medium, size):
            spent = go(medium, way)
            if (
                own_valid(board, medium, me)
                and own_valid(board, spent, me)
                and not any(safe(board, spent, other) for other in range(seats) if other != me)
            ):
                if all(carries(board, c, me) for c in between):
                    found.add(f"AN:{name(target)}:{name(medium)}")
                if all(blank(board, c, me) or board[c][0] == me for c in between):
                    found.add(f"AR:{name(target)}:{name(medium)}")
            between.append(medium)
            medium = go(medium, way)
    return found


def carries(board: Board, cell: Cell, me: int) -> bool:
    """不為空白或他方視為空白."""
    if not blank(board, cell, me):
        return True
    return cell in board and board[cell][0] != me


def play(position: Position, token: str) -> Position:
    size, seats, board, me, gone, out = position
    board = act(dict(board), token, me, size)
    while True:
        board = forbid(board, size)
        dying = [cell for cell in board if pincered(board, cell, me)]
        if not dying:
            break
        for cell in dying:
            board[cell] = (board[cell][0], "dead")
    seat = me
    while True:
        seat = (seat + 1) % seats
        if seat in gone | out:
            continue
        if len(gone | out) == seats - 1:
            return size, seats, board, -1, gone, out
        if actions((size, seats, board, seat, gone, out)):
            return size, seats, board, seat, gone, out
        gone |= {seat}


def act(board: Board, token: str, me: int, size: int) -> Board:
    code, *names = token.split(":")
    cells = {name(cell): cell for cell in product(range(size), range(size))}
    cell = cells[names[0]]
    if code == "L":
        board[cell] = (me, "source")
    elif code == "R":
        board[cell] = (me, "normal")
    elif code == "E":
        for other, (seat, status) in board.items():
            if seat == me and status != "shield":
                board[other] = (me, "dead")
        board[cell] = (me, "source")
    elif code == "D":
        board[cell] = (me, "shield")
    elif code == "AB":
        before = dict(board)
        board[cell] = (me, "bomb")
        for near in (go(cell, way) for way in EIGHT):
            if valid(before, near, me):
                board[near] = (before[near][0], "dead")
            elif near not in before and on_board(near, size):
                board[near] = (me, "dead")
    else:
        medium = cells[names[1]]
        steps = max(abs(medium[0] - cell[0]), abs(medium[1] - cell[1]))
        way = (medium[0] - cell[0]) // steps, (medium[1] - cell[1]) // steps
        board[cell] = (board[cell][0], "dead")
        board[go(medium, way)] = (me, "weapon")
        if code == "AR":
            board[medium] = (me, "weapon")
    return board


def pincered(board: Board, cell: Cell, me: int) -> bool:
    """L-13."""
    if not valid(board, cell, me) or board[cell][0] == me:
        return False
    return any(all(own_valid(board, go(cell, way), me) for way in ways) for ways in (FOUR, SLANTED))
