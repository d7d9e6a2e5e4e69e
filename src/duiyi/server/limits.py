"""Limits: how much one guest, one address and all together may ask for. All numbers are here.

Every limit is enforced, and whoever exceeds one is told which. `limiter` counts, and `fair_queue`
says who is served next. `docs/architecture/server.md` has the same table: a test compares.
"""

from __future__ import annotations

from dataclasses import dataclass

KILOBYTE = 1024
MEGABYTE = 1024 * KILOBYTE
MINUTES_A_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and `per_minute` in the long run."""

    burst: int
    per_minute: float

    def times(self, factor: int) -> Rate:
        return Rate(self.burst * factor, self.per_minute * factor)


def a_day(amount: int) -> Rate:
    """So much at once, and as much again every day."""
    return Rate(amount, amount / MINUTES_A_DAY)


_HANDED_IN, _PLAYED = a_day(8 * MEGABYTE), a_day(32 * MEGABYTE)


@dataclass(frozen=True, slots=True)
class Limits:
    """What `--limits` chooses. Of an IPv6 address the first 64 bits count: one customer has them.

    First what one guest may ask for, and an address `address_factor` times as much.
    """

    requests: Rate = Rate(240, 1200)
    messages: Rate = Rate(60, 600)
    """Over all sockets."""
    tables: Rate = Rate(20, 20)
    records: Rate = Rate(20, 20)
    hints: Rate = Rate(10, 20)
    """Each is half a second of thinking."""
    coach: Rate = Rate(60, 120)
    """Each is a third of a second at most; up to three for a decision and its answer."""
    openings: Rate = Rate(60, 120)
    """Positions that openings are wanted for, and looks at how a deal is getting on."""
    puzzles: Rate = Rate(40, 60)
    """That are begun, tries, hints, solutions: a second of thinking at most, and mostly none."""
    ratings: Rate = Rate(20, 2)
    """First tries in puzzles that count for their ratings; others are judged all the same."""
    tries: Rate = Rate(60, 120)
    """In lessons, and lessons that are begun."""
    analysis: Rate = Rate(30, 30)
    """Each is half a second of thinking."""
    followed: Rate = Rate(120, 240)
    """Positions that are read and played on from, and whether help with them is fair."""
    explore: Rate = Rate(120, 600)
    """Lines that are walked, clicks and texts that are explained: a few milliseconds each."""
    edits: Rate = Rate(240, 600)
    """Changes of positions in the editor: some ten milliseconds each."""
    classes: Rate = Rate(120, 600)
    """What members ask of classes."""
    doors: Rate = Rate(20, 30)
    """Sign-ins, links, codes, devices: whoever comes in, or tries to."""
    hand_ins: Rate = Rate(10, 10)
    """What a member sends; the class has a number for each day besides."""
    unfinished_tables: int = 50
    """Made by a guest; of an address those of the last week count."""
    address_factor: int = 8

    # What one address may ask for
    guests: Rate = Rate(60, 60)
    """New ones."""
    record_bytes: Rate = _HANDED_IN
    """Records that are handed in, each of 4 KB at least."""
    log_bytes: Rate = _PLAYED
    """What is written about tables: made, played at, undone."""
    previews: Rate = Rate(30, 30)
    """Pictures for links that are drawn anew."""
    open_tables: int = 10
    """Public tables that wait for somebody, made within the time that the lobby shows them."""
    computer_tables: int = 4
    """Tables of computers alone at which something happened in the last hour."""

    # What is there for all
    records_bytes: int = 1024 * MEGABYTE
    """All records that were handed in; then no more are taken until some have expired."""
    record_days: int = 60
    """Then what was only handed in is gone; games that were played here stay."""
    sockets_per_guest: int = 20
    sockets_per_address: int = 200
    sockets: int = 5000
    connections: int = 8000
    """Open connections of all kinds, also those that have not asked for anything yet; more than
    sockets, so that a full house still answers requests."""
    body: int = 16 * KILOBYTE
    edited_body: int = 96 * KILOBYTE
    record_body: int = MEGABYTE
    roster_body: int = 256 * KILOBYTE
    keys: int = 20_000
    """How many guests and addresses are remembered for each rate; the longest idle go first."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """What `--limits` does not change: sizes, times, and how many may wait."""

    # Reading what strangers hand in
    reading_seconds: float = 3.0
    """CPU time for one text."""
    reading_waiting: int = 100
    reading_waiting_each: int = 12
    """Of one address."""
    record_nodes: int = 30_000
    """Decisions of a record, those of its variations too."""

    # Exploring
    exploring_seconds: float = 1.0
    """CPU time for one line."""
    explored_steps: int = 200
    """Decisions of one line."""
    explored_views: int = 24
    """Positions of one line that are seen."""

    edited_pieces: int = 1000
    """Pieces of a position in the editor, and operations at once."""

    # Thinking
    hints_waiting: int = 40
    hints_waiting_each: int = 10
    """Of one address; the coach's words count with them."""
    deals: int = 20
    """That are played out or wait for it."""
    deals_each: int = 2
    """Of one address."""
    deal_games: int = 200
    """For one deal, of both sides together."""
    deals_kept: int = 10_000
    """Deals of which it is known how they came out."""
    opening_rows: int = 2_000_000
    """Of the index of openings; then only what is in it is counted."""
    attended_seconds: float = 60.0
    """So long a person's computers go on without anybody at the table; then they wait. Where only
    computers sit they wait at once."""

    # Teaching
    tries_waiting: int = 200
    """Each is a few milliseconds."""
    tries_waiting_each: int = 50
    """Of one address."""

    # Ratings of puzzles
    puzzle_days: int = 90
    """So long it is known, by a hash, who has tried a puzzle."""
    puzzle_marks: int = 400_000
    """Of who has tried what; with so many no further try counts."""

    # Tables
    lobby_minutes: int = 60
    """So long lists of public tables show one at which nobody is and nothing happens."""
    listed_tables: int = 100
    seat_holders: int = 8
    """Guests, that is devices, at one seat."""
    game_steps: int = 30_000
    waiting_requests: int = 5000
    """For the rules."""
    waiting_reads: int = 400
    """For tables to be read from the store, and histories to be shown."""
    waiting_reads_each: int = 100
    """Of one address."""
    previews_kept: int = 128
    """Pictures for links that are remembered."""
    frames: int = 100
    """Positions of a game in one answer."""
    creations: int = 8
    """Tables that are made at the same time, each for another address."""
    creations_waiting_each: int = 100
    """Of one address."""

    # Classes
    doors_waiting: int = 200
    """Sign-ins, each some hundredths of a second on purpose."""
    doors_waiting_each: int = 100
    """Of one address: a class may sit behind one."""
    uploads: int = 32
    """Hand-ins that arrive at the same time."""
    uploads_each: int = 2
    """Of one person."""
    upload_seconds: float = 120.0

    # Texts and lines
    name: int = 30
    """Characters."""
    name_marks: int = 3
    """Combining marks on one character."""
    message: int = 4096
    """Characters of a message on a socket."""
    socket_frame: int = 16 * KILOBYTE
    waiting_texts: int = 256
    waiting_characters: int = 4_000_000
    """For a slow reader, who is dropped then."""
    head: int = 64 * KILOBYTE
    head_seconds: float = 20.0
    """From the moment when a request is awaited until its head has arrived."""
    body_seconds: float = 30.0
    stalled_seconds: float = 15.0
    """Somebody who reads nothing at all for so long is cut off."""
    leaving_seconds: float = 3.0
    """For the last bytes to somebody who is being sent away."""


NORMAL = Limits()
_MANY = Rate(1_000_000, 60_000_000)
_HUGE = a_day(1024 * 1024 * MEGABYTE)
GENEROUS = Limits(
    requests=_MANY,
    messages=_MANY,
    tables=_MANY,
    records=_MANY,
    hints=_MANY,
    coach=_MANY,
    openings=_MANY,
    puzzles=_MANY,
    ratings=_MANY,
    tries=_MANY,
    analysis=_MANY,
    followed=_MANY,
    explore=_MANY,
    edits=_MANY,
    classes=_MANY,
    doors=_MANY,
    hand_ins=_MANY,
    unfinished_tables=100_000,
    guests=_MANY,
    record_bytes=_HUGE,
    log_bytes=_HUGE,
    previews=_MANY,
    open_tables=100_000,
    computer_tables=100_000,
    sockets_per_guest=100_000,
    sockets_per_address=100_000,
    sockets=100_000,
    connections=110_000,
)
"""For load tests and closed circles: only sizes are limited, and queues are fair."""
NAMED = {"normal": NORMAL, "generous": GENEROUS}
FIXED = Fixed()
