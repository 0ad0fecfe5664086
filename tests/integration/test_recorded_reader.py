"""A very careful reader in the place of the chat model: what it says of six reports comes into the graph as it says it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.scripted_model import ScriptedModel, serving
from cckg.app import CausalRAG, open_app
from cckg.core.claims import Modality, quotes_of
from cckg.settings import load_settings
from ingest import IngestReport
from tests.chatting import chat_settings
from tests.recorded.player import REPORTS, Player

MOST_REFUSED = 0.02


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[CausalRAG, IngestReport, ScriptedModel]]:
    folder = tmp_path_factory.mktemp("recorded")
    with serving(ScriptedModel(Player())) as server:
        settings = load_settings(
            store=str(folder / "graph.db"),
            roles={"extractor": "openai:m"},
            models={"identity": "small"},
            chat={**chat_settings(server), "answers": None},
        )
        with open_app(settings, create=True) as app:
            yield app, app.ingest(REPORTS), server


def test_hardly_a_claim_of_a_correct_reply_is_refused(read: tuple[CausalRAG, IngestReport, ScriptedModel]) -> None:
    _, report, _ = read
    told = [claim for table in Player().tables for claim in table["claims"] if claim["role"] not in ("mitigation", "detection")]
    assert report.failures == []
    assert report.claims_kept > 300
    assert report.claims_refused <= MOST_REFUSED * len(told), report.refused


def test_every_quote_stands_in_its_report_and_holds_both_sides(read: tuple[CausalRAG, IngestReport, ScriptedModel]) -> None:
    app, _, _ = read
    texts = {app.store.documents()[place].id: "" for place in range(len(REPORTS))}
    for document in app.store.documents():
        texts[document.id] = Path(document.uri).read_text(encoding="utf-8")
    for claim in app.graph().claims:
        quotes = quotes_of(claim)
        assert all(quote.is_verbatim_in(texts[claim.document]) for quote in quotes)
        for side in (claim.cause.span, claim.effect.span):
            assert any(quote.start <= side.start and side.end <= quote.end for quote in quotes)
    assert any(claim.cause_quote for claim in app.graph().claims)


def test_what_would_have_been_groups_and_enough_come_over(read: tuple[CausalRAG, IngestReport, ScriptedModel]) -> None:
    claims = read[0].graph().claims
    told = Counter((claim.counterfactual, claim.modality) for claim in claims)
    assert told[True, Modality.ASSERTED] > 5
    assert told[True, Modality.DENIED] > 0
    assert sum(claim.enough for claim in claims) >= 1
    assert sum(claim.group is not None for claim in claims) >= 10


def test_a_report_is_read_in_one_call(read: tuple[CausalRAG, IngestReport, ScriptedModel]) -> None:
    server = read[2]
    first = [call for call in server.answered if "Of these statements of yours" not in call.user]
    assert len(first) == len(REPORTS)
