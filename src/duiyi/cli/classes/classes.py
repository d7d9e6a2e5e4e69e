"""`duiyi class`: make a class, look at it, open and close its code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duiyi.cli.classes import data, members
from duiyi.cli.classes.opened import (
    OPERATOR,
    URL,
    DirectoryOption,
    Slug,
    UrlOption,
    class_of,
    link_address,
    now,
    opened,
)
from duiyi.cli.classes.problems import left_out
from duiyi.cli.common.arguments import LanguageOption, RulesOption, SeatsOption
from duiyi.cli.common.columns import headed
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import Message, message
from duiyi.core import game as find_game

if TYPE_CHECKING:
    from duiyi.classes.rows import Class
    from duiyi.classes.settings import ClassSettings
    from duiyi.classes.store.sqlite import SqliteClasses

HELP = """Make and look after classes: roster, links, code, export, deletion.

Start with `duiyi class new`. Everything else is done on the page, by the teacher whose link that
prints; these commands are for whoever runs the site, and for scripts.
"""
NEW = """Make a class, its teacher's one-time link and the code by which students join.

Every setting has a value that works; the page can change all of them later. A deadline is read in
the class's time zone. The roster is CSV with the columns id, name and email, in UTF-8, Big5 or GBK;
lines that cannot be taken are told with their numbers, and everybody else gets in.

    duiyi class new cs2 --game tzaar --title "Programming 2" --teacher "Lin Mei"
    duiyi class new cs2 -g tzaar --title Strategy --teacher 林老師 --roster students.csv
    duiyi class new cs2 -g tzaar --title Strategy --teacher 林老師 --deadline "2026-12-18 23:59"
"""
LIST = """List all classes.

    duiyi class list
"""
SHOW = """Show the settings of a class, and how many have come and handed in.

    duiyi class show cs2
"""
CODE = """Show the code by which students join; open a new one, or close it.

Whoever knows the code can join as somebody of the roster who has not come yet. Everybody else
waits until the teacher says yes.

    duiyi class code cs2
    duiyi class code cs2 --new
    duiyi class code cs2 --close
"""

app = typer.Typer(no_args_is_help=False, rich_markup_mode="markdown")


@app.command(help=NEW)
def new(
    context: typer.Context,
    slug: Annotated[str, typer.Argument(metavar="CLASS", help="A short name, such as cs2.")],
    game: Annotated[
        str, typer.Option("--game", "-g", metavar="GAME", help="One of `duiyi games`.")
    ],
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="As people call it.")],
    teacher: Annotated[
        str, typer.Option("--teacher", metavar="NAME", help="Who gets the first link.")
    ],
    seats: SeatsOption = None,
    rules: RulesOption = None,
    clock: Annotated[
        str, typer.Option("--clock", metavar="CLOCK", help="5/turn, 60+1 or none.")
    ] = "5/turn",
    deadline: Annotated[
        str | None, typer.Option("--deadline", metavar="TIME", help="Such as 2026-12-18 23:59.")
    ] = None,
    zone: Annotated[
        str, typer.Option("--zone", metavar="ZONE", help="The class's time zone.")
    ] = "Asia/Taipei",
    grace: Annotated[
        int, typer.Option("--grace", metavar="MINUTES", help="How late is still taken.")
    ] = 30,
    hand_ins: Annotated[
        int, typer.Option("--hand-ins", metavar="N", help="A day; what does not compile is free.")
    ] = 10,
    most_bytes: Annotated[
        int, typer.Option("--bytes", metavar="N", help="Of one hand-in, at most.")
    ] = 2_000_000,
    formula: Annotated[
        str | None, typer.Option("--formula", metavar="TEXT", help="For grades, as cups have it.")
    ] = None,
    roster: Annotated[
        Path | None, typer.Option("--roster", metavar="FILE", help="CSV: id, name, email.")
    ] = None,
    url: UrlOption = URL,
    directory: DirectoryOption = None,
    language: LanguageOption = None,
) -> int:
    from duiyi.arena.game.clocks import read_clock
    from duiyi.classes import formula as formulas
    from duiyi.classes.making import make_class
    from duiyi.classes.people.codes import shown_code
    from duiyi.classes.roster import Entry, Roster, read_roster
    from duiyi.classes.settings import ClassSettings, read_deadline

    screen = screen_of(context)
    people = read_roster(roster.read_bytes()) if roster is not None else Roster()
    settings = ClassSettings(
        game=game,
        options=dict(find_game(game).options.parse(rules or ()).items()),
        seats=seats or 0,
        clock=read_clock(clock),
        deadline=None if deadline is None else read_deadline(deadline, zone),
        zone=zone,
        grace=grace,
        hand_ins=hand_ins,
        bytes=most_bytes,
        formula=formula or formulas.DEFAULT,
    )
    with opened(directory, create=True) as store:
        made = make_class(
            store, slug, title, settings, Entry("", teacher, ""), now(), people.entries
        )
    screen.say("class.made", slug=slug, title=made.made.title)
    _say_settings(screen, made.made.settings)
    if roster is not None:
        screen.say("class.roster", count=len(people.entries))
    screen.say("class.link", teacher=teacher)
    screen.line(f"  {link_address(url, made.link)}")
    screen.say("class.code", code=shown_code(made.code), slug=slug)
    if roster is None:
        screen.say("class.next-roster", slug=slug)
    else:
        screen.say("class.next-links", slug=slug)
    return left_out(screen, people.problems)


@app.command("list", help=LIST)
def list_classes(
    context: typer.Context, directory: DirectoryOption = None, language: LanguageOption = None
) -> None:
    screen = screen_of(context)
    with opened(directory) as store:
        rows = [_row(screen, store, one) for one in store.classes.all()]
    if not rows:
        screen.say("class.none")
        return
    heads = (
        *(screen.phrase("class.column-class"), screen.phrase("column.title")),
        *(screen.phrase("column.game"), screen.phrase("class.column-members")),
        *(screen.phrase("class.column-due"), screen.phrase("class.column-state")),
    )
    table = headed(heads)
    for row in rows:
        table.add_row(*row)
    screen.out.print(table)


@app.command(help=SHOW)
def show(
    context: typer.Context,
    slug: Slug,
    directory: DirectoryOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.classes.people.codes import shown_code
    from duiyi.classes.rows import MemberState

    screen = screen_of(context)
    with opened(directory) as store:
        chosen = class_of(store, slug)
        people = store.members.of_class(chosen.id)
        versions = store.versions.of_class(chosen.id)
        active = len(store.versions.active(chosen.id))
        games = store.games.count(chosen.id)
        waiting = store.jobs.counts(chosen.id)
    states: dict[str, Any] = {
        state.value: sum(one.state is state for one in people) for state in MemberState
    }
    screen.say("class.shown", slug=slug, title=chosen.title, state=_state(chosen))
    _say_settings(screen, chosen.settings)
    screen.say("class.people", **states)
    handed_in = len({version.member for version in versions})
    screen.say("class.work", people=handed_in, versions=len(versions), active=active, games=games)
    queued, leased = (waiting.get(state, 0) for state in _job_states())
    screen.say("class.queue", queued=queued, leased=leased)
    if chosen.code is None:
        screen.say("class.no-code", slug=slug)
    else:
        screen.say("class.code", code=shown_code(chosen.code), slug=slug)


@app.command(help=CODE)
def code(
    context: typer.Context,
    slug: Slug,
    fresh: Annotated[bool, typer.Option("--new", help="Open a new one; the old ends.")] = False,
    close: Annotated[bool, typer.Option("--close", help="Nobody joins by code any more.")] = False,
    directory: DirectoryOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.classes.people.codes import shown_code
    from duiyi.classes.people.joining import close_code, open_code
    from duiyi.classes.rows import AuditLine

    if fresh and close:
        raise typer.BadParameter("--new and --close: one of them")
    screen = screen_of(context)
    with opened(directory) as store:
        chosen = class_of(store, slug)
        found = chosen.code
        if fresh:
            found = open_code(store, chosen.id)
        if close:
            close_code(store, chosen.id)
            found = None
        if fresh or close:
            action = "open-code" if fresh else "close-code"
            store.audit.add(AuditLine(now(), OPERATOR, action, class_id=chosen.id))
    if found is None:
        screen.say("class.no-code", slug=slug)
    else:
        screen.say("class.code", code=shown_code(found), slug=slug)


app.command("roster", help=members.ROSTER)(members.roster)
app.command("links", help=members.LINKS)(members.links)
app.command("member", help=members.MEMBER)(members.member)
app.command("export", help=data.EXPORT)(data.export)
app.command("delete", help=data.DELETE)(data.delete)


def _state(one: Class) -> Message:
    return message(f"class.state.{one.state.value}")


def _row(screen: Screen, store: SqliteClasses, one: Class) -> tuple[str, ...]:
    from duiyi.classes.rows import MemberState
    from duiyi.classes.settings import shown_moment

    settings = one.settings
    count = sum(
        member.state in (MemberState.invited, MemberState.joined)
        for member in store.members.of_class(one.id)
    )
    due = "-" if settings.deadline is None else shown_moment(settings.deadline, settings.zone)
    return one.slug, one.title, settings.game, str(count), due, screen.words(_state(one))


def _job_states() -> tuple[Any, Any]:
    from duiyi.classes.rows import JobState

    return JobState.queued, JobState.leased


def _say_settings(screen: Screen, settings: ClassSettings) -> None:
    from duiyi.arena.game.clocks import clock_text
    from duiyi.classes.settings import shown_moment

    options = " ".join(f"{key}={value}" for key, value in settings.options.items())
    game = f"{settings.game} {options}".strip()
    clock = clock_text(settings.clock)
    screen.say("class.game", game=game, seats=settings.seats, clock=clock)
    if settings.deadline is None:
        screen.say("class.no-deadline")
    else:
        due = shown_moment(settings.deadline, settings.zone)
        screen.say("class.deadline", due=due, zone=settings.zone, grace=settings.grace)
    screen.say("class.rules", hand_ins=settings.hand_ins, bytes=settings.bytes)
    screen.say("class.formula", formula=settings.formula)
