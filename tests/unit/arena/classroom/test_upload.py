"""What is sent becomes a folder with a program in it, or a sentence; nothing else happens."""

from __future__ import annotations

import io
import stat
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.handed_in import SETTINGS, zipped

from duiyi.arena.classroom.pipeline import validate
from duiyi.arena.classroom.upload import Upload, packed, receive
from duiyi.classes.validation import Action, Level
from duiyi.core import DuiyiError
from duiyi.core.locale import LANGUAGES, text

MAIN = "int main(void) { return 0; }\n"


def refusal(upload: Upload, place: Path) -> str:
    with pytest.raises(DuiyiError) as error:
        receive(upload, SETTINGS, place)
    for language in LANGUAGES:
        assert "{" not in text(error.value.message, language)
    return error.value.message.key.removeprefix("core:")


def linked() -> Upload:
    """A zip with a link to a file of the host."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        info = zipfile.ZipInfo("bot.c")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    return Upload("bot.zip", made.getvalue())


def bomb() -> Upload:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("bot.c", MAIN)
        archive.writestr("zeros.h", bytes(33_000_000))
    return Upload("bot.zip", made.getvalue())


def locked() -> Upload:
    """The flag of a password, where the list of contents has it."""
    data = bytearray(zipped({"bot.c": MAIN}).data)
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    return Upload("bot.zip", bytes(data))


HOSTILE = {
    "outside": (zipped({"../../bot.c": MAIN}), "cup.zip.name"),
    "absolute": (zipped({"/etc/bot.c": MAIN}), "cup.zip.name"),
    "control": (zipped({"bot\x1b[31m.c": MAIN}), "cup.zip.name"),
    "link": (linked(), "cup.zip.kind"),
    "bomb": (bomb(), "cup.zip.large"),
    "encrypted": (locked(), "cup.zip.encrypted"),
    "many": (zipped({f"{n}.c": "" for n in range(2_001)}), "cup.zip.many"),
    "no-zip": (Upload("bot.zip", b"PK\x03\x04 and nothing else"), "cup.zip.broken"),
    "rar": (Upload("bot.rar", b"Rar!"), "cup.import.archive-kind"),
    "large": (Upload("bot.c", bytes(2_000_001)), "validation.receive.large"),
    "empty": (Upload("bot.c", b""), "validation.receive.empty"),
    "nothing": (Upload("notes.txt", b"hello"), "validation.receive.nothing"),
    "several": (zipped({"a.py": "", "b.py": ""}), "validation.receive.several"),
    "flag": (zipped({"bot.c": MAIN, "bot.toml": 'cflags = ["-fplugin=x"]'}), "cup.config.option"),
    "name": (Upload("a<b>.c", b"x"), "cup.zip.name"),
    "hidden": (Upload(".c", b"x"), "cup.zip.name"),
    "option": (Upload("-o.c", b"x"), "cup.zip.name"),
    "steering": (Upload("a\x1b[2J.c", b"x"), "cup.zip.name"),
    "no-name": (Upload("", b"x"), "cup.zip.name"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_cannot_be_taken_is_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    upload, key = HOSTILE[name]
    place = tmp_path / "inner" / "files"
    place.mkdir(parents=True)
    assert refusal(upload, place) == key
    outside = [path for path in tmp_path.rglob("*") if not path.is_relative_to(place)]
    assert outside == [tmp_path / "inner"]


def test_a_refusal_stops_the_first_step_and_names_nothing_of_this_machine(tmp_path: Path) -> None:
    done = validate(HOSTILE["steering"][0], SETTINGS, tmp_path)
    assert done.stopped is done.steps[0]
    (finding,) = done.stopped.findings
    assert (finding.level, finding.action) == (Level.problem, Action.choose_file)
    words = text(finding.sentence.message)
    assert "\\x1b[2J" in words
    assert "\x1b" not in words
    assert str(tmp_path) not in words
    assert not done.counts
    assert [*tmp_path.iterdir()] == []


def test_a_path_before_the_name_is_left_out(tmp_path: Path) -> None:
    received = receive(Upload("C:\\home\\wang\\bot.c", MAIN.encode()), SETTINGS, tmp_path)
    assert [file.name for file in received.files] == ["bot.c"]
    assert received.folder.is_relative_to(tmp_path)


def test_each_file_is_listed_with_why_it_is_not_used(tmp_path: Path) -> None:
    upload = zipped(
        {
            "bot/main.c": MAIN,
            "bot/old/main.c": MAIN,
            "bot/duiyi.h": "",
            "bot/bot.toml": 'source = "main.c"',
            "bot/a.out": b"\x7fELF",
            "bot/.vscode/x.json": "{}",
            "__MACOSX/bot/._main.c": "",
        }
    )
    received = receive(upload, replace(SETTINGS, interface=None), tmp_path)
    said = {
        file.name: None if file.ignored is None else file.ignored.key.rpartition(".")[2]
        for file in received.files
    }
    assert said["main.c"] is said["duiyi.h"] is said["bot.toml"] is None
    assert said["a.out"] == "no-source"
    assert said[".vscode/x.json"] == said["__MACOSX/bot/._main.c"] == "hidden"
    assert [*said].index("main.c") < [*said].index("a.out")
    assert received.compiles


def test_sources_that_are_not_named_are_not_used(tmp_path: Path) -> None:
    files = {"a.c": MAIN, "b.c": "", "c.c": MAIN, "bot.toml": 'source = ["a.c", "b.c"]'}
    received = receive(zipped(files), SETTINGS, tmp_path)
    ignored = [file.name for file in received.files if file.ignored is not None]
    assert ignored == ["c.c"]


def test_a_folder_is_packed_without_what_is_hidden(tmp_path: Path) -> None:
    folder = tmp_path / "mybot"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "config").write_text("secret")
    (folder / "src").mkdir()
    (folder / "src" / "main.c").write_text(MAIN)
    (folder / ".env").write_text("secret")
    upload = packed(folder)
    assert upload.name == "mybot.zip"
    with zipfile.ZipFile(io.BytesIO(upload.data)) as archive:
        assert archive.namelist() == ["src/main.c"]
    assert packed(folder / "src" / "main.c") == Upload("main.c", MAIN.encode())
    with pytest.raises(DuiyiError):
        packed(tmp_path / "missing")
