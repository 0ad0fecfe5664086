"""The stages alone: extract, match, parse, search, whatif."""

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from cckg.core.errors import InputError, UnreadableDocumentError
from cckg.terminal.cli.batch import Stage, answer, answer_lines, checked, chosen, input_lines
from cckg.terminal.cli.session import FAILED, JsonOption, Session, opened, opened_without_store

if TYPE_CHECKING:
    from cckg.app import CausalRAG
    from cckg.core.results import SearchResult


def extract(
    ctx: typer.Context,
    *,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Documents; without any, stdin is read: JSON lines {id, text}, or plain text."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read the claims of cause and effect out of texts; no store is touched.

    Offsets are characters of the given text. The status is 3 if a line, or one of several files, could not be read.
    """
    from cckg.export import extract_payload
    from cckg.terminal.render import claims_view

    stage = Stage(("text",), lambda app, texts: app.extract(texts)[0], payload=extract_payload, view=claims_view)
    with opened_without_store(ctx) as session:
        if files:
            _extract_files(session, files, as_json=as_json)
            return
        first, lines = _first_line(input_lines(("files",)))
        if first.lstrip().startswith(b"{"):
            answer_lines(session, lines, stage)
        else:
            _extract_one(session, _decoded(b"".join(lines)), name=None, as_json=as_json)


def match(
    ctx: typer.Context,
    *,
    left: Annotated[str | None, typer.Argument(metavar="A", help="One wording; without both, JSON lines {id, a, b} are read.")] = None,
    right: Annotated[str | None, typer.Argument(metavar="B", help="The other wording.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Say whether two wordings name the same event with the same polarity."""
    from cckg.export import match_payload
    from cckg.terminal.render import match_view

    stage = Stage(("a", "b"), lambda app, texts: app.match([(texts[0], texts[1])])[0], payload=match_payload, view=match_view)
    answer(opened_without_store(ctx), [left, right], stage, as_json=as_json)


def parse(
    ctx: typer.Context,
    *,
    question: Annotated[
        str | None,
        typer.Argument(metavar="QUESTION", help="The question; without it, JSON lines {id, question} are read."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show how a question is understood."""
    from cckg.export import parse_payload
    from cckg.terminal.render import parsed_view

    stage = Stage(("question",), lambda app, texts: app.parse(texts[0]), payload=parse_payload, view=parsed_view)
    answer(opened_without_store(ctx), [question], stage, as_json=as_json)


def search(
    ctx: typer.Context,
    *,
    query: Annotated[
        str | None,
        typer.Argument(metavar="QUERY", help="What to look for; without it, JSON lines {id, query} are read."),
    ] = None,
    method: Annotated[str, typer.Option("--method", metavar="dense|bm25|hybrid|cis|logic", help="How to search.")] = "hybrid",
    over: Annotated[str, typer.Option("--over", metavar="chunks|events", help="What to search.")] = "chunks",
    k: Annotated[int, typer.Option("-k", "--limit", min=1, max=1000, help="How many results, at most.")] = 10,
    as_json: JsonOption = False,
) -> None:
    """Retrieve chunks or events, without an answer."""
    from cckg.core.results import SearchMethod
    from cckg.export import search_payload
    from cckg.questions import is_logical
    from cckg.stores import Searchable
    from cckg.terminal.render import search_view

    how: SearchMethod = chosen(method, get_args(SearchMethod), option="--method")
    what: Searchable = chosen(over, get_args(Searchable), option="--over")

    def compute(app: "CausalRAG", texts: list[str]) -> "tuple[str | None, list[SearchResult], bool]":
        if how != "logic":
            return None, app.search(texts[0], method=how, over=what, k=k), True
        query = app.logical_query(texts[0])
        asked = query if query and not is_logical(texts[0]) else texts[0]
        found = app.search(asked, method="logic" if query else "hybrid", over=what, k=k)
        return query, found, query is None or app.any_fits(asked, found)

    stage = Stage(
        fields=("query",),
        compute=compute,
        payload=lambda found, identifier=None: search_payload(found[1], logical_query=found[0], identifier=identifier),
        view=lambda found: search_view(found[1], read_as=_read_as(found[0]) if how == "logic" else None, fits=found[2]),
    )
    answer(opened(ctx), [query], stage, as_json=as_json)


def whatif(
    ctx: typer.Context,
    *,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The event that is taken out of the world, and replaced by its opposite.")],
    effect: Annotated[str | None, typer.Option("--effect", help="Say whether this event needed it.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Take an event out of the world, and put its opposite in; say what follows."""
    from cckg.export import whatif_payload
    from cckg.terminal.render_answer import whatif_view

    text = checked(event, name="event")
    wanted = None if effect is None else checked(effect, name="effect")
    with opened(ctx) as session:
        result = session.app.whatif(text, effect=wanted)
        if as_json:
            session.write(whatif_payload(result))
        else:
            session.write(whatif_view(result, {document.id: document for document in session.app.documents()}, effect=wanted))


# Private


def _read_as(query: str | None) -> str:
    return f"As a logical query: {query}" if query else "No logical query is meant; searched as by hybrid."


def _first_line(lines: Iterator[bytes]) -> tuple[bytes, Iterable[bytes]]:
    """Return the first line that is not blank, and all lines from the first on."""
    read = []
    for line in lines:
        read.append(line)
        if line.strip():
            return line.removeprefix(b"\xef\xbb\xbf"), itertools.chain(read, lines)
    return b"", read


def _decoded(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"Standard input is no UTF-8 text: byte {error.start} does not belong. Convert it, or name the file.") from error


def _extract_one(session: Session, text: str, *, name: str | None, as_json: bool) -> None:
    from cckg.export import extract_payload
    from cckg.terminal.render import claims_view

    claims = session.app.extract([text])[0]
    session.write(extract_payload(claims, identifier=name) if as_json else claims_view(claims, name=name))


def _extract_files(session: Session, files: list[Path], *, as_json: bool) -> None:
    from cckg.export import error_payload
    from cckg.terminal.render import error_line
    from ingest.loading import find_documents, load

    failed = False
    max_bytes = int(session.app.settings.ingest.max_megabytes * 1_000_000)
    for path in find_documents(files)[0]:
        for document in load(path, max_bytes=max_bytes):
            if not isinstance(document, UnreadableDocumentError):
                _extract_one(session, document.text, name=document.uri, as_json=as_json)
                continue
            failed = True
            session.write(error_payload(document.reason, identifier=document.uri) if as_json else error_line(str(document)))
    if failed:
        raise typer.Exit(FAILED)
