"""A very careful reader in the place of the chat model: what it says of six reports comes into the graph as it says it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from benchmarks.scripted_model import ScriptedModel, serving
from cckg.app import CausalRAG, open_app
from cckg.core.claims import Modality, quotes_of
from cckg.core.evidence import leaning
from cckg.settings import load_settings
from ingest import IngestReport
from prompts import render
from tests.chatting import chat_settings
from tests.recorded.judging import is_right
from tests.recorded.player import REPORTS, Player
from tests.recorded.tables import makes_a_link, questions

MOST_REFUSED = 0.02
LEAST_RIGHT = 34
MOST_CALLS = 5


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[CausalRAG, IngestReport, ScriptedModel]]:
    folder = tmp_path_factory.mktemp("recorded")
    with serving(ScriptedModel(Player())) as server:
        settings = load_settings(
            store=str(folder / "graph.db"),
            roles={"all": "openai:m"},
            chat={**chat_settings(server), "answers": None},
        )
        with open_app(settings, create=True) as app:
            yield app, app.ingest(REPORTS), server


def test_hardly_a_claim_of_a_correct_reply_is_refused(read: tuple[CausalRAG, IngestReport, ScriptedModel]) -> None:
    _, report, _ = read
    told = [claim for table in Player().tables for claim in table["claims"] if makes_a_link(claim)]
    assert report.failures == []
    assert report.claims_kept > 300
    refused = [one for _, one in report.refusals if one.mendable]
    assert len(refused) <= MOST_REFUSED * len(told), report.refused


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
    first = [call for call in server.answered if call.system == render("extract_pairs", "system")]
    assert len(first) == len(REPORTS)


def test_questions_are_answered_right_and_no_verdict_says_the_contrary_of_a_report(
    read: tuple[CausalRAG, IngestReport, ScriptedModel],
) -> None:
    app, _, server = read
    right, contrary, calls = [], [], []
    for question in questions():
        before = len(server.answered)
        answer = app.ask(question["question"])
        calls.append(len(server.answered) - before)
        right += [question["id"]] if is_right(question, answer) else []
        verdict = answer.package.verdict
        if verdict and question["verdict"] and {verdict.leaning, leaning(question["verdict"])} == {"necessary", "not necessary"}:
            contrary.append(question["id"])
    assert contrary == []
    assert len(right) >= LEAST_RIGHT, sorted({question["id"] for question in questions()} - set(right))
    assert median(calls) <= MOST_CALLS
