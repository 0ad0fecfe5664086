"""Reports that others wrote: each set is read without a failure, every span is verbatim, and a second run reads nothing.

The texts are no part of the project: they are looked for in $CCKG_DATA, or beside the project in shared/data. `pytest -s` shows figures.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cckg.app import CausalRAG, open_app
from cckg.settings import load_settings

pytestmark = pytest.mark.slow

DATA = Path(os.environ.get("CCKG_DATA", Path(__file__).parents[3] / "shared" / "data"))
SETS = ("postmortems", "osha_accidents", "nasa_lessons", "wikitech_incidents")
MOST_DOCUMENTS = 100


@pytest.fixture(params=SETS)
def rows(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The texts of one set by id, written to docs.jsonl in the working folder as they come."""
    file = DATA / request.param / "docs.jsonl"
    if not file.exists():
        pytest.skip(f"there is no {request.param}/docs.jsonl; set CCKG_DATA to the folder of the public texts")
    lines = file.read_text(encoding="utf-8").splitlines()[:MOST_DOCUMENTS]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return {row["id"]: row.get("text") or "" for row in map(json.loads, lines)}


@pytest.fixture
def app(rows: dict[str, str]) -> Iterator[CausalRAG]:
    with open_app(load_settings(store="graph.db"), create=True) as app:
        yield app


def test_public_texts_are_read_whole_and_verbatim(rows: dict[str, str], app: CausalRAG, request: pytest.FixtureRequest) -> None:
    report = app.ingest([Path("docs.jsonl")])
    without_text = {f"docs.jsonl#{name}" for name, text in rows.items() if not text.strip()}
    assert {failure.document for failure in report.failures} == without_text
    assert report.added + report.unchanged + report.failed == len(rows)

    uris = {document.id: document.uri for document in app.documents()}
    claims = app.graph().claims
    assert claims
    for claim in claims:
        text = rows[uris[claim.document].partition("#")[2]]
        for span in (claim.quote, claim.cause.span, claim.effect.span, *([claim.cue] if claim.cue else [])):
            assert text[span.start : span.end] == span.text, (uris[claim.document], span)
    assert [claim.quote.text for claim in claims if claim.cause_event == claim.effect_event] == []
    assert app.store.check() == []

    before = app.export("json")
    again = app.ingest([Path("docs.jsonl")])
    assert (again.added, again.updated, again.failed, again.chunks) == (0, 0, len(without_text), 0)
    assert app.export("json") == before

    read = max(1, report.added)
    print(  # noqa: T201 - the figures are what one runs this for
        f"\n{request.node.callspec.params['rows']}: {report.added} documents, {report.events_created} events, "
        f"{len(claims)} claims, {report.claims_refused} refused, {len(claims) / read:.1f} claims/document, "
        f"{report.seconds / read:.2f} s/document"
    )
