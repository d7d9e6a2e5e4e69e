"""Routes for whoever analyses: lines of decisions without a table, records in their other form,
certificates."""

from __future__ import annotations

from typing import Annotated

from duiyi.server.http.operations import KnownGuest, Operations, Query
from duiyi.server.services import Services
from duiyi.server.wire.editing import Edited, EditorWanted, EditWanted
from duiyi.server.wire.exploring import (
    CertificateText,
    Checked,
    ConvertWanted,
    Counted,
    Explained,
    ExplainWanted,
    Exploration,
    ExploreWanted,
    Job,
    RecordText,
    UnderstandWanted,
    Understood,
)

operations = Operations("exploring")
LINE = {"game": "relati-classic", "tokens": ["E5"]}
EDITOR = {"game": "relati-classic"}
RECORD = '[Game "relati-classic"] [Version "1"] [Seats "2"] [Result "*"]\n1 @0 E5\n'


@operations("POST", "/api/explore", "Its positions.", example=LINE, rate="explore")
async def explore(services: Services, guest: KnownGuest, wanted: ExploreWanted) -> Exploration:
    """Walk through a line of decisions."""
    return await services.exploring.explore(wanted)


@operations(
    "POST", "/api/explore/why", "What is against them.", rate="explore",
    example=LINE | {"path": ["E5"]},
)  # fmt: skip
async def explain(
    services: Services, guest: KnownGuest, wanted: ExplainWanted
) -> Annotated[bytes, Explained]:
    """Why clicks mean nothing at the end of a line."""
    return await services.exploring.explain(wanted)


@operations(
    "POST", "/api/explore/read", "What it means.", rate="explore",
    example=LINE | {"text": "a1"},
)  # fmt: skip
async def understand(services: Services, guest: KnownGuest, wanted: UnderstandWanted) -> Understood:
    """The decision that a typed text means at the end of a line."""
    return Understood(await services.exploring.understand(wanted))


@operations("POST", "/api/editor", "What can be edited.", example=EDITOR, rate="edits")
async def open_editor(services: Services, guest: KnownGuest, wanted: EditorWanted) -> Edited:
    """A position to edit, with what the game's box holds."""
    return await services.exploring.editor(wanted)


@operations(
    "POST", "/api/editor/edit", "What came of it.", rate="edits", largest_body="edited_body",
    example=EDITOR | {"position": {"seats": 2}, "operations": [{"do": "clear"}]},
)  # fmt: skip
async def edit(services: Services, guest: KnownGuest, wanted: EditWanted) -> Edited:
    """Change a position, possible or not; nothing is kept."""
    return await services.exploring.edit(wanted)


@operations(
    "POST", "/api/records/convert", "The same record.", rate="records",
    largest_body="record_body", example={"text": RECORD, "to": "json"},
)  # fmt: skip
async def convert_record(
    services: Services, guest: KnownGuest, wanted: ConvertWanted
) -> RecordText:
    """A record in its other form; it is checked by replaying it, and not kept."""
    return RecordText(await services.records.converted(wanted.text, wanted.to))


@operations(
    "POST", "/api/explore/certificate", "What it proves.", rate="records",
    largest_body="record_body", example={"text": "duiyi-certificate 1"},
)  # fmt: skip
async def check_certificate(
    services: Services, guest: KnownGuest, certificate: CertificateText
) -> Checked:
    """Check a certificate by the rules alone."""
    return await services.exploring.check(certificate.text, certificate.job)


class CountQuery(Query, frozen=True):
    """`job`: the number that was sent with the certificate."""

    job: Job = 0


@operations("GET", "/api/explore/certificate", "How far it is.", rate="explore")
async def count_certificate(services: Services, guest: KnownGuest, query: CountQuery) -> Counted:
    """How many positions of a certificate have been checked."""
    return services.exploring.checked(query.job)
