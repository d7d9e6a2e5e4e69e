"""`duiyi hand-in`: to a class, or only tried here; what becomes of it, step by step."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from duiyi.cli.arena.own_bot import InterfaceOption, SecondsOption, turn_seconds
from duiyi.cli.classes.hand_in_shown import Shown
from duiyi.cli.common.arguments import LanguageOption, RulesOption, SeatsOption, begin
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import DuiyiError, message

if TYPE_CHECKING:
    from duiyi.arena.classroom import Upload
    from duiyi.classes.validation import Validation
    from duiyi.cli.classes.site import Site

HELP = """Hand in to a class: received, compiled, checked, test games, active.

A source, a folder or a zip is sent to the class whose address is given. The first time a code is
shown, which its person types on the page. Whatever stops a hand-in is said with its place: the line
of the source, the position, the dialogue, the seconds. With `--dry-run` the same is done on this
machine, in the sandbox, and nothing is sent anywhere. The exit code is 1 if it stops.

    duiyi hand-in ./bot --class https://site.example/c/cs2
    duiyi hand-in --dry-run ./bot --game tzaar
    duiyi hand-in --dry-run bot.c --game tzaar --json
"""
STOPPED = 1
LOOK = 1.0
"""Seconds between two looks at what becomes of it."""
ENDED = ("active", "ready", "stopped")


def hand_in(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A source, a folder or a zip.")],
    name: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="With --dry-run: one of `duiyi games`."),
    ] = None,
    to: Annotated[
        str | None, typer.Option("--class", metavar="URL", help="The class, as its page has it.")
    ] = None,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="Show what becomes of it, or only send it.")
    ] = True,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only try it, on this machine; send nothing.")
    ] = False,
    seats: SeatsOption = None,
    rules: RulesOption = None,
    interface: InterfaceOption = None,
    seconds: SecondsOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Show every message.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    language: LanguageOption = None,
) -> int:
    from duiyi.arena.classroom import Settings, packed, validate
    from duiyi.arena.game.conditions import Conditions
    from duiyi.classes.validation import write_validation
    from duiyi.core.clock import Clock

    screen = screen_of(context)
    if to is not None and not dry_run:
        return _send(screen, packed(path), to, wait, everything, as_json)
    if not dry_run or name is None:
        raise DuiyiError(message("cli.hand-in.no-dry-run"))
    record = begin(name, seats, rules, None)
    clock = Clock("turn", turn_seconds(record.game, seconds))
    settings = Settings(
        record.game.id,
        record.first().options,
        record.seats,
        Conditions(clock=clock),
        interface=None if interface is None else interface.value,
    )
    upload = packed(path)
    shown = Shown(screen, everything)
    if not as_json:
        screen.say("hand-in.try", name=upload.shown, game=name, seconds=f"{clock.seconds:g}")
    with tempfile.TemporaryDirectory(prefix="duiyi-") as made:
        os.chmod(made, 0o755)  # what is compiled there is shown to its sandbox
        done = validate(upload, settings, Path(made), _silent if as_json else shown.tell)
    if as_json:
        screen.line(write_validation(done).decode())
    else:
        shown.end(done)
    return 0 if done.ready else STOPPED


def _send(
    screen: Screen, upload: Upload, to: str, wait: bool, everything: bool, as_json: bool
) -> int:
    from duiyi.cli.classes.site import Site, Tokens, configuration, read_address
    from duiyi.server.words import add_catalogs

    add_catalogs()
    site = Site(read_address(to), Tokens(configuration()))
    # What is said on the way is for the person; the result alone is for a program.
    tell = screen.errors.print if as_json else screen.out.print

    def show(address: str, code: str) -> None:
        tell(screen.phrase("hand-in.code", address=address, code=code), soft_wrap=True)

    handed = _handed_in(site, upload, lambda: site.sign_in(show, time.sleep))
    if not as_json:
        screen.say("hand-in.sent", name=upload.shown, number=handed["number"])
    shown = Shown(screen, everything)
    while wait and handed["state"] not in ENDED:
        time.sleep(LOOK)
        handed = site.version(handed["id"])
        if not as_json:
            shown.tell(_validation(handed))
    if as_json:
        screen.line(json.dumps(handed, ensure_ascii=False))
    elif wait:
        shown.end(_validation(handed))
    return STOPPED if handed["state"] == "stopped" else 0


def _handed_in(site: Site, upload: Upload, sign_in: Callable[[], None]) -> dict[str, Any]:
    """A token that is worth nothing any more is got anew, once."""
    from duiyi.cli.classes.site import UNKNOWN, Refusal

    if site.known:
        try:
            return site.hand_in(upload.name, upload.data)
        except Refusal as refusal:
            if refusal.status not in UNKNOWN:
                raise
            site.forget()
    sign_in()
    return site.hand_in(upload.name, upload.data)


def _validation(handed: dict[str, Any]) -> Validation:
    from duiyi.classes.validation import Validation

    return msgspec.convert(handed["validation"], Validation)


def _silent(validation: Validation) -> None:
    pass
