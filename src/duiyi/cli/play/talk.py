"""The conversation of `duiyi play`: what a person types, and what is answered."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import typer
from rich.text import Text

from duiyi.cli.common.arguments import seat_number
from duiyi.cli.common.board import BoardPrinter
from duiyi.cli.common.columns import grouped, in_columns, shortened
from duiyi.cli.common.files import Saved, read_record
from duiyi.cli.common.screen import Screen
from duiyi.cli.play.table import Table
from duiyi.core import BadToken, DuiyiError, IllegalAction, Seat, State, message
from duiyi.core.view.forced import forced_in
from duiyi.core.view.reading import meant
from duiyi.draw.look import look_of
from duiyi.draw.terminal.board import legend

with contextlib.suppress(ImportError):  # line editing, where the system has it
    import readline  # noqa: F401

INTERRUPTED = 130
MANY = 80
"""More moves than this are listed one line per group."""


class Leave(Exception):
    """The person has had enough."""


class Talk:
    """Asks people for their decisions, lets computers decide, tells everyone what happened."""

    def __init__(
        self,
        table: Table,
        names: Mapping[Seat, str],
        screen: Screen,
        printer: BoardPrinter,
        file: Saved | None,
        skip: bool = True,
    ) -> None:
        self.table = table
        self.names = names
        self.screen = screen
        self.printer = printer
        self.file = file
        self.skip = skip
        self.own = [file.path] if file else []
        self.saved = table.record
        self.commands: dict[str, Callable[[Sequence[str]], None]] = {
            "moves": self.moves,
            "why": self.why,
            "undo": self.undo,
            "resign": self.resign,
            "show": self.show,
            "dump": self.dump,
            "save": self.save,
            "load": self.load,
            "help": self.help,
            "quit": self.quit,
        }

    # The conversation

    def run(self) -> int:
        """Until the person leaves, or computers alone have ended the game; 130 if interrupted."""
        if self.file:
            self.file.write(self.table.record)
        try:
            self.go_on()
            while not self.nobody_here():
                self.answer(self.ask())
        except Leave:
            self.goodbye()
        except EOFError:
            self.screen.out.print()
            self.goodbye()
        except KeyboardInterrupt:
            self.screen.out.print()
            self.goodbye()
            return INTERRUPTED
        return 0

    def nobody_here(self) -> bool:
        """Whether only computers play, and have played to the end."""
        state = self.table.state
        return state.outcome is not None and set(range(state.seats)) <= {*self.table.players}

    def ask(self) -> str:
        """The next line; a line from a pipe is shown as if it had been typed."""
        view = self.table.state.view()
        who = "" if view.actor is None else self.printer.symbol(view, view.actor).plain
        line = input(f"{who}> ")
        if not sys.stdin.isatty():
            print(line)
        return line.replace("\0", "?")  # no file can have such a name

    def answer(self, line: str) -> None:
        """Moves or a command; whatever is wrong with them is said and changes nothing."""
        words = line.split()
        state = self.table.state
        if not words and state.outcome is not None:
            raise Leave
        try:
            if words and words[0] in self.commands and not self.is_legal(words[0]):
                self.commands[words[0]](words[1:])
            else:
                self.play(self.understood(words))
        except DuiyiError as error:
            self.screen.out.print(self.screen.error(error))
        except typer.BadParameter as error:
            self.screen.out.print(error.message)
        except OSError as error:
            self.screen.out.print(f"{error.filename}: {error.strerror}")
        if self.table.state is not state:
            self.keep()
            self.go_on()

    def is_legal(self, token: str) -> bool:
        """Whether the word is a move here; a game's own words go before commands."""
        try:
            return self.table.state.why_not(token) is None
        except BadToken:
            return False

    # Moves

    def understood(self, words: Sequence[str]) -> Sequence[str]:
        """The tokens of a line; a line may also say a move, or a turn, as lists of moves do."""
        return meant(self.table.state, " ".join(words), self.screen.language) or words

    def read(self, word: str) -> Any:
        """The action that a word means: its token, in any letter case, or its notation."""
        state = self.table.state
        try:
            return state.parse(word)
        except BadToken:
            tokens = meant(state, word, self.screen.language)
            if len(tokens) != 1:
                raise
            return state.parse(tokens[0])

    def play(self, tokens: Sequence[str]) -> None:
        """Play tokens while the same seat is the actor; what is left over is judged as such."""
        actor = self.table.state.actor
        for token in tokens:
            state = self.table.state
            if state.actor != actor:
                if (violation := state.leftover(token)) is not None:
                    raise IllegalAction(violation)
                return
            try:
                self.decide(self.read(token))
            except BadToken as error:
                self.screen.out.print(self.screen.error(error))
                self.hint(token)
                return

    def decide(self, action: Any) -> None:
        """Someone decides: play it, tell what it did, keep it."""
        before = self.table.state
        self.table.play(action)
        sign = self.printer.symbol(before.view(), before.actor)
        for event in before.narrate(action):
            self.screen.out.print(Text.assemble(sign, " ", self.screen.words(event.message)))
            sign = Text(" ")
        self.keep()

    def go_on(self) -> None:
        """Let chance and computers decide until a person is asked, then show the position.

        A step that decides nothing is played for the person, who is told.
        """
        while True:
            if not self.table.waiting:
                self.decide(self.table.next_action())
            elif self.skip and (token := forced_in(self.table.state)) is not None:
                self.decide(self.table.state.parse(token))
                self.screen.say("skipped")
            else:
                break
        self.show()
        if self.table.state.outcome is not None and not self.nobody_here():
            self.screen.say("over-help")

    def hint(self, word: str) -> None:
        """The move, or the command, that may have been meant."""
        tokens = self.tokens(self.table.state)
        near = get_close_matches(word, [*self.commands, *tokens], 1, 0.6)
        if near:
            self.screen.say("did-you-mean", near=near[0])
        else:
            self.screen.say("try-help")

    def tokens(self, state: State[Any]) -> list[str]:
        return [state.text(action) for action in state.actions()]

    # Commands

    def moves(self, words: Sequence[str]) -> None:
        """All legal moves, or those that contain a word."""
        state = self.table.state
        tokens = [t for t in self.tokens(state) if all(word in t for word in words)]
        self.screen.say("moves", count=len(tokens))
        groups, width = grouped(tokens), self.screen.out.width - 2
        if len(tokens) > MANY and len(groups) > 1:
            for group in groups.values():
                self.screen.out.print(f"  {shortened(group, width)}")
            head = max(groups, key=lambda head: (head != "", len(groups[head])))
            colon = ":" if groups[head][0].startswith(f"{head}:") else ""
            self.screen.say("moves-more", head=head + colon)
            return
        for group in groups.values():
            for line in in_columns(group, width):
                self.screen.out.print(f"  {line}")

    def why(self, words: Sequence[str]) -> None:
        if not words:
            self.screen.say("why-what")
        for word in words:
            violation = self.table.state.why_not(word)
            if violation is None:
                self.screen.say("legal", token=word)
            else:
                self.screen.out.print(self.screen.words(violation.message))

    def undo(self, words: Sequence[str]) -> None:
        if not self.table.undo():
            self.screen.say("nothing-to-undo")

    def resign(self, words: Sequence[str]) -> None:
        """The seat that is asked, or another one that is named."""
        state = self.table.state
        seat = state.actor
        if words:
            seat = seat_number(words[0])
        self.table.withdraw(-1 if seat is None else seat)
        symbol = self.printer.symbol(state.view(), seat)
        self.screen.out.print(Text.assemble(symbol, " ", self.screen.phrase("resigned")))

    def show(self, words: Sequence[str] = ()) -> None:
        names = {s: self.names.get(s, self.screen.phrase("person")) for s in self.everyone()}
        people = {*self.everyone()} - {*self.names}
        self.printer.show(
            self.table.state,
            self.table.before,
            names if self.names else {},
            people if len(people) == 1 else (),
            self.table.last,
        )

    def dump(self, words: Sequence[str]) -> None:
        self.screen.line(self.table.state.dump())

    def save(self, words: Sequence[str]) -> None:
        """A copy as it is now; without a name, the file that is kept up to date."""
        if not words and not self.file:
            self.screen.say("save-where")
            return
        file = Saved.to(Path(" ".join(words)), *self.own) if words else self.file
        assert file is not None
        file.write(self.table.record)
        self.own.append(file.path)
        self.saved = self.table.record
        self.screen.say("saved", file=str(file.path))

    def load(self, words: Sequence[str]) -> None:
        """Another game at this table; if games are kept in a file, this one stays in its own."""
        if not words:
            self.screen.say("load-what")
            return
        path = Path(" ".join(words))
        self.table = Table(read_record(path), self.table.players, self.table.progress.seed)
        if self.file:
            self.file = Saved(path)
        self.saved = self.table.record

    def help(self, words: Sequence[str]) -> None:
        for line in self.screen.phrase("help").split("\n"):
            self.screen.out.print(line)
        state = self.table.state
        view, look = state.view(), look_of(state.game)
        for glyph, key in look.names.items():
            letters = " ".join(look.letters[glyph])
            self.screen.out.print(
                f"  {letters:3}  {self.screen.words(message(f'{state.game.id}:{key}'))}"
            )
        for written, mark in legend(view, plain=self.printer.plain):
            self.screen.out.print(f"  {written}  {self.screen.phrase(f'mark.{mark}')}")
        for line in self.printer.areas(view):
            self.screen.out.print(line)

    def quit(self, words: Sequence[str]) -> None:
        raise Leave

    # The file

    def keep(self) -> None:
        """Keep the file up to date; the game goes on even if that fails."""
        if self.file:
            try:
                self.file.write(self.table.record)
            except OSError as error:
                self.screen.out.print(f"{error.filename}: {error.strerror}")

    def goodbye(self) -> None:
        """Say where the game is, and how to go on with it."""
        state = self.table.state
        if self.file:
            name = shlex.quote(str(self.file.path))
            who = "".join(f" --player {seat}={name}" for seat, name in self.names.items())
            again = f"duiyi play {state.game.id} --load {name} --save {name}{who}"
            self.screen.say("saved", file=str(self.file.path))
            if state.outcome is None:
                self.screen.line(self.screen.phrase("resume", command=again))
        elif self.table.record != self.saved and state.outcome is None:
            self.screen.say("not-saved")

    def everyone(self) -> range:
        return range(self.table.state.seats)
