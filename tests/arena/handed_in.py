"""Hand-ins for tests: bots that do one thing wrong, as somebody would send them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from tests.arena.command_lines import HERE, SDK

from duiyi import game
from duiyi.arena.classroom import Settings, Upload, validate
from duiyi.arena.game.conditions import Conditions
from duiyi.classes.validation import Finding, Validation, read_validation, write_validation
from duiyi.core.clock import Clock
from duiyi.core.locale import LANGUAGES, text

HEADER = (SDK / "c" / "duiyi.h").read_text("utf-8")
GREEDY = (SDK / "c" / "greedy_bot.c").read_text("utf-8")
SETTINGS = Settings(
    "tzaar",
    game("tzaar").start().options,
    conditions=Conditions(Clock("turn", 1.0), start_up=10.0, wall_factor=60.0),
    interface="protocol",
)
LARGEST = 300_000
"""Bytes of what is told of any hand-in."""
LATER = """
#include "duiyi.h"
#include <time.h>
static void burn(double seconds) {
    clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    while (clock() < end) continue;
}
int main(void) {
    duiyi_bot bot;
    int asked = 0, first = 0;
    duiyi_start(&bot, "later", "");
    while (duiyi_turn(&bot)) {
        int turn = atoi(strrchr(bot.position, ' '));
        if (asked++ == 0) first = turn;
        duiyi_legal(&bot);
        if (bot.seat == 0 && first > 1 && asked > 1) { MISBEHAVE }
        duiyi_move(&bot, bot.legal[0]);
    }
    return 0;
}
"""
"""Well until a game begins with an opening, as test games do, and it is asked there again."""


def zipped(files: Mapping[str, str | bytes], name: str = "bot.zip") -> Upload:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for file, data in files.items():
            archive.writestr(file, data)
    return Upload(name, made.getvalue())


def c_bot(source: str, name: str = "bot.c") -> Upload:
    return zipped({"duiyi.h": HEADER, name: source})


def broken(mode: str) -> Upload:
    """The bot of `check-bot`'s tests, in one of its modes."""
    source = (HERE / "bots" / "broken.c").read_text("utf-8")
    chosen = source.replace('mode = count > 1 ? arguments[1] : "";', f'mode = "{mode}";')
    assert chosen != source
    return c_bot(chosen)


def later(misbehave: str) -> Upload:
    return c_bot(LATER.replace("MISBEHAVE", misbehave))


def misbehaving(words: str) -> Upload:
    """The bot of the misbehaviour suite, which is told its mode by arguments."""
    folder = HERE / "programs"
    files = {file.name: file.read_bytes() for file in folder.glob("*.h")}
    files["bad_bot.inc"] = (folder / "bad_bot.c").read_bytes()
    given = ["bot", *words.split()]
    listed = ", ".join(json.dumps(word) for word in given)
    main = f"""
#define main bad_main
#include "bad_bot.inc"
#undef main
int main(void) {{ char *words[] = {{{listed}, NULL}}; return bad_main({len(given)}, words); }}
"""
    return zipped({**files, "bot.c": main})


def handed_in(upload: Upload, workspace: Path, settings: Settings = SETTINGS) -> Validation:
    """What became of it; whatever that is, it travels, and is short and harmless."""
    told: list[Validation] = []
    done = validate(upload, settings, workspace, told.append)
    assert told[-1] == done
    written = write_validation(done)
    assert read_validation(written) == done
    assert len(written) < LARGEST
    assert str(workspace).encode() not in written
    for sign in written.decode():
        assert sign >= " ", "JSON has every control character escaped"
    for escaped in (b"\\u0000", b"\\u001b", b"\\u0007"):
        assert escaped not in written
    return done


def seconds(limit: float, settings: Settings = SETTINGS) -> Settings:
    return replace(settings, conditions=replace(settings.conditions, clock=Clock("turn", limit)))


def stop(done: Validation) -> tuple[str, Finding]:
    """At which step it stopped, and for what; it is said in every language."""
    assert done.stopped is not None, done
    first = done.stopped.findings[0]
    assert done.heading == first.heading is not None
    for language in LANGUAGES:
        for said in (first.heading, first.sentence, first.where, *first.advice):
            assert said is None or "{" not in text(said.message, language)
    return done.stopped.name.value, first
