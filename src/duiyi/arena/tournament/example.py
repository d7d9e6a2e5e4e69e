"""The `cup.toml` that `duiyi cup init` writes: it runs as it is, and says what can be changed."""

EXAMPLE = """\
# A cup: `duiyi cup run cup.toml` plays it. Everything but `game` and `bots` may be left out.
title = "My first cup"
game = "tzaar"            # one of `duiyi games`
seats = 2                 # 3 to 6, where the game has them: groups instead of pairs

# round-robin: everybody meets everybody.   swiss: equals meet equals, `rounds = 5`.
# knockout: who loses is out (the order below is the seeding; `tie_breaks = 2` decide a tie).
# gauntlet: one meets everybody (`challenger = "random"`; the first bot otherwise).
# final: everybody meets everybody, then the first `again = 8` who are even meet again, looked at
# after `looks = [20, 50, 100]` games of a pairing; who cannot be told apart shares a rank.
format = "round-robin"
games = 2                 # per pairing; seats are swapped from game to game
seed = 1                  # the same seed: the same schedule, set-ups and draws

# A bot is one of our own players (greedy, level-3, strong:0.2), a program that speaks the
# protocol ("./bot", "python3 bot.py"), one that reads and writes files ("files-a:./bot"), or its
# C or C++ source ("./bot.c", "files-a:./bot.c"), which is compiled first.
# A whole class: `bots = "bots/"`, with one folder for each bot. Paths start from this file.
bots = [
    { name = "random", spec = "random" },
    { name = "greedy", spec = "greedy" },
    { name = "level 3", spec = "level-3" },
]

# C and C++ are compiled with -O2; flags of a short list can be added (see docs/run-a-cup.md).
cflags = []

# Bots see the system's interpreters. Others that they may use, with all that lies in there:
# interpreters = ["/opt/pypy"]

# A grade for each bot. Known are rank, n (how many bots), points, games, share (points divided by
# games), wins, draws, losses, rating, faults (games lost by a fault of its own), clean (games ended
# without one), and min, max, round, abs, floor, ceil, sqrt, log, exp.
grades = "60 + 40 * (n - rank) / (n - 1) if clean else 0"

# Who is on the list and cannot play: last in every table, with no points and the reason.
# absent = [{ name = "Wang", id = "B12345678", reason = "does not compile" }]

# The class list, with the columns id, name, email: grades are keyed by id then.
# students = "students.csv"

[clock]                   # or `clock = "none"` above
turn = 5                  # seconds for each turn; or `game = 300` with `increment = 2`

[options]                 # those of the game, see `duiyi games tzaar`
setup = "random"          # twin games have the same random set-up, with seats swapped

[openings]                # left out: none, unless games of a pairing would be the same again
random_turns = 0          # turns played at random before the bots begin, alike in twin games

[conditions]              # what each bot may use
memory = 512              # megabytes, of all its processes together
cores = 1                 # with 2, two threads that think for a second cost one second
start_up = 10             # seconds until it has to be ready
wall_factor = 3           # the hard limit by the wall clock, waiting for a core left out
trust = false             # true: run bots without the sandbox; the records show it
"""
