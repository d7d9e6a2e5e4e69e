"""The C header: it compiles without a warning, and its tzaar is that of the Python rules.

`tzaar_board.c` beside this file puts its board behind a few commands. It is built with the address
and undefined-behaviour sanitizers, which end it at the first fault. `DUIYI_SOAK=1` walks further.
"""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from duiyi import game
from duiyi.core import BadPosition, State
from duiyi.games.tzaar.pieces import BOARD

SOAK = os.environ.get("DUIYI_SOAK") == "1"
WALKS = 400 if SOAK else 12
GARBAGE = 200_000 if SOAK else 4_000
HERE = Path(__file__).parent
SDK = HERE.parents[1] / "sdk" / "c"
STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic", "-Wconversion", "-Wshadow")
SANITIZED = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
START = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT w 1 1"
PERFT = {1: 42, 2: 1_797, 3: 260_556, 4: 11_010_135}
TZAAR = game("tzaar")


def build(source: Path, program: Path, *flags: str, compiler: str = "gcc") -> Path:
    command = [compiler, *flags, f"-I{SDK}", "-o", str(program), str(source)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert built.returncode == 0, built.stderr
    assert built.stderr == ""
    return program


class Board:
    """The C board in a process of its own."""

    def __init__(self, program: Path) -> None:
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def say(self, line: str | bytes) -> str:
        written = line.encode() if isinstance(line, str) else line
        _of(self.process.stdin).write(written + b"\n")
        _of(self.process.stdin).flush()
        answer = _of(self.process.stdout).readline()
        assert answer, _of(self.process.stderr).read().decode()
        return answer.decode().rstrip("\n")

    def close(self) -> tuple[int, str]:
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors.decode()


def _of(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("sdk") / "tzaar_board"
    return build(HERE / "tzaar_board.c", program, "-std=c11", *STRICT, *SANITIZED)


@pytest.fixture
def board(sanitized: Path) -> Iterator[Board]:
    """Ends with nothing on stderr: no fault, no leak."""
    opened = Board(sanitized)
    yield opened
    assert opened.close() == (0, "")


def told(answer: str) -> tuple[int, str, list[str]]:
    """Winner, position and tokens."""
    head, _, tokens = answer.partition("|")
    winner, _, text = head.partition(" ")
    return int(winner), text, tokens.split()


def expected(state: State[object]) -> tuple[int, str, set[str]]:
    winner = -1 if state.outcome is None else state.outcome.scores.index(1)
    return winner, state.dump(), {state.text(action) for action in state.actions()}


def assert_same(answer: str, state: State[object]) -> None:
    winner, text, tokens = told(answer)
    assert (winner, text, {*tokens}) == expected(state)
    assert len(tokens) == len({*tokens})


@pytest.mark.parametrize("standard", ["c11", "c17"])
@pytest.mark.parametrize("name", ["random_bot", "greedy_bot", "legal_bot"])
def test_the_starters_compile_without_a_warning(name: str, standard: str, tmp_path: Path) -> None:
    build(SDK / f"{name}.c", tmp_path / name, f"-std={standard}", "-O2", *STRICT)


@pytest.mark.parametrize("standard", ["c++11", "c++17", "c++20"])
def test_the_header_can_be_used_from_cpp(standard: str, tmp_path: Path) -> None:
    flags = ("-x", "c++", f"-std={standard}", "-O1", *STRICT)
    build(SDK / "random_bot.c", tmp_path / "bot", *flags, compiler="g++")


@pytest.mark.parametrize("name", ["greedy_bot", "legal_bot"])
def test_the_cpp_starters_compile_without_a_warning(name: str, tmp_path: Path) -> None:
    build(SDK / f"{name}.cpp", tmp_path / name, "-std=c++17", "-O2", *STRICT, compiler="g++")


def test_make_builds_the_starters(tmp_path: Path) -> None:
    for file in SDK.iterdir():
        if file.suffix in (".c", ".h", ".cpp") or file.name == "Makefile":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    made = subprocess.run(
        ["make", "-C", tmp_path], capture_output=True, text=True, timeout=120, check=False
    )
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "greedy_bot").exists()


@pytest.mark.parametrize("length", PERFT)
def test_t7_perft_of_the_header(length: int, tmp_path: Path) -> None:
    fast = Board(build(HERE / "tzaar_board.c", tmp_path / "board", "-std=c11", "-O2", *STRICT))
    assert_same(fast.say(f"read {START}"), TZAAR.start())
    assert fast.say(f"perft {length}") == str(PERFT[length])
    assert fast.close() == (0, "")


def test_random_walks_go_the_same_way_as_the_python_rules(board: Board) -> None:
    """From the fixed start and from dealt ones, each to its end, by T-4 or by T-5."""
    ends = set()
    for seed in range(WALKS):
        chance = random.Random(seed)
        options = {"setup": "random", "seed": seed} if seed % 2 else {}
        state = TZAAR.start(2, **options)
        assert_same(board.say(f"read {state.dump()}"), state)
        while state.outcome is None:
            token = state.text(chance.choice(state.actions()))
            state = state.play(token)
            assert_same(board.say(f"play {token}"), state)
        ends.add(state.outcome.reason)
    assert len(ends) == 2


def test_strange_positions_are_read_played_and_written_alike(board: Board) -> None:
    """Any heights, few pieces, one side nearly gone, somebody out: what no game reaches, too."""
    chance = random.Random(60)
    read = 0
    for _ in range(GARBAGE // 8):
        text = invented(chance)
        answer = board.say(f"read {text}")
        try:
            state = TZAAR.load(text)
        except BadPosition:
            assert answer == "bad", text
            continue
        read += 1
        assert_same(answer, state)
        if state.outcome is None:
            token = state.text(chance.choice(state.actions()))
            assert_same(board.say(f"play {token}"), state.play(token))
    assert read > GARBAGE // 20


def invented(chance: random.Random) -> str:
    letters = chance.choice(["ZRTzrt", "ZRTzrt.", "ZRTzrt" + "." * 12, "ZRTzrt" + "." * 60])
    tallest = chance.choice([1, 3, 40, 700])
    columns = []
    for column in BOARD.columns:
        pieces = [chance.choice(letters) for _ in column]
        heights = [chance.randint(1, tallest) for _ in column]
        written = [
            f"{piece}{height}" if piece != "." and height > 1 else piece
            for piece, height in zip(pieces, heights, strict=True)
        ]
        columns.append("".join(written))
    turn = chance.choice([1, 2, 3, 77, 999_900, 999_999])
    out = chance.choice(["", "", "", " out:w", " out:b"])
    return f"{'/'.join(columns)} {chance.choice('wb')} {chance.choice('12')} {turn}{out}"


def test_garbage_is_refused_exactly_where_python_refuses_it(board: Board) -> None:
    """Good positions with letters changed, lost, doubled: none crashes, none slips through."""
    chance = random.Random(8)
    alphabet = "ZRTzrt./ wb0123456789:outxA\t\\é"
    refused = taken = 0
    for _ in range(GARBAGE):
        text = list(chance.choice([START, invented(chance), f"{START} out:w"]))
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text))
            text[at : at + chance.choice([0, 1, 1, 5])] = chance.choice(
                [[chance.choice(alphabet)], [], [text[at]] * 2]
            )
        answer = board.say(f"read {''.join(text)}")
        try:
            state = TZAAR.load("".join(text))
        except BadPosition:
            refused += 1
            assert answer == "bad", text
        else:
            taken += 1
            assert_same(answer, state)
    assert refused > GARBAGE // 2
    assert taken > GARBAGE // 50


@pytest.mark.parametrize(
    "line",
    [b"read ", b"read " + b"Z" * 300_000, b"read \xff\xfe\x00\x01", b"read " + b"/" * 9, b"\x00"],
)
def test_bytes_that_are_no_position_at_all_do_no_harm(board: Board, line: bytes) -> None:
    assert board.say(line) in ("bad", "unknown")
    assert board.say(f"read {START}") != "bad"


@pytest.mark.parametrize("token", ["", "pass", "A1", "Z9xA1", "A1xZ9", "A9xA1", "A1-A2", "A1xA2x"])
def test_tokens_that_are_not_legal_are_refused(board: Board, token: str) -> None:
    board.say(f"read {START}")
    assert board.say(f"play {token}") == "bad"
    assert_same(board.say("play D3xC3"), TZAAR.start().play("D3xC3"))


# The conversation

GAME = "game tzaar version 1 seats 2 seat 0 clock turn 5 options setup=fixed"
CALM = ["hello 1", GAME, f"position {START}", "go left 4.930 since @1 D3xC3 E6+E5"]


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The starters, with sanitizers."""
    at = tmp_path_factory.mktemp("bots")
    flags = ("-std=c11", *STRICT, *SANITIZED)
    return {
        name: build(SDK / f"{name}.c", at / name, *flags)
        for name in ("random_bot", "greedy_bot", "legal_bot")
    }


def talk(program: Path, lines: list[str], end: str = "\n") -> tuple[int, list[str], str]:
    """What a bot answers to these lines, when its input ends after them."""
    said = "".join(line + end for line in lines).encode()
    ran = subprocess.run([program], input=said, capture_output=True, timeout=60, check=False)
    return ran.returncode, ran.stdout.decode().splitlines(), ran.stderr.decode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["random_bot", "greedy_bot"])
def test_a_bot_answers_and_ends_with_its_input(bots: dict[str, Path], name: str, end: str) -> None:
    code, said, errors = talk(bots[name], CALM, end)
    words = [line.partition(" ")[0] for line in said if not line.startswith("info")]
    assert (code, errors) == (0, "")
    assert words == ["id", "ready", "ready", "move"]
    assert TZAAR.start().why_not(said[-1].removeprefix("move ")) is None


def test_the_bot_for_any_game_asks_what_is_legal(bots: dict[str, Path]) -> None:
    many = [f"C{number}" for number in range(20_000)]
    lines = [*CALM, f"legal {' '.join(many)}", "go", "legal pass", "result 1 0 won", "quit", "go"]
    code, said, errors = talk(bots["legal_bot"], lines)
    assert (code, errors) == (0, "")
    moves = [line.removeprefix("move ") for line in said if line.startswith("move")]
    assert moves[0] in many
    assert moves[1:] == ["pass"]
    assert said.count("legal?") == 2


def test_whatever_the_referee_says_a_bot_does_not_crash(bots: dict[str, Path]) -> None:
    """Lines cut short, mixed up and repeated. A bot may give up (1), never fall over."""
    chance = random.Random(5)
    lines = [
        *CALM,
        "legal A B C",
        "legal",
        "stop",
        "result",
        "go left",
        "go since",
        "game",
        "",
        "game tzaar clock",
        "game tzaar clock game",
        "position",
        " ",
        "hello",
        "nonsense 7",
    ]
    for _ in range(300 if SOAK else 40):
        chosen = [chance.choice(lines) for _ in range(chance.randint(1, 12))]
        mangled = [
            line[: chance.randint(0, len(line))] if chance.random() < 0.3 else line
            for line in chosen
        ]
        name = chance.choice(sorted(bots))
        code, _, errors = talk(bots[name], mangled)
        assert code in (0, 1), (name, mangled, errors)
        assert "Sanitizer" not in errors, (name, mangled, errors)
        assert "runtime error" not in errors, (name, mangled, errors)
