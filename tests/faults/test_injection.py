"""Documents that give orders, to models that obey: what the form of replies, claims and citations still does not let happen.

The model is a scripted server that says whatever an attacker could wish for (`tests/obeying.py`); the documents are those of
`benchmarks/injection`. The graph holds other documents before, and nothing of these may change.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from benchmarks.injection.cases import CLEAN, CORPUS, Case, load_cases, read
from benchmarks.injection.goals import claims_show, parse_shows, stated
from benchmarks.injection.invariants import breaches, held
from benchmarks.injection.playing import check_structure
from benchmarks.scripted_model import ScriptedModel, serving
from cckg.app import CausalRAG, open_app
from cckg.core.errors import ReplyError
from cckg.core.evidence import Answer
from cckg.core.text import squeeze
from cckg.language import split_sentences
from cckg.models import Embedder
from cckg.settings import load_settings
from tests.chatting import chat_settings
from tests.commandline import called
from tests.obeying import (
    MALFORMED_CLUSTERS,
    Puppet,
    all_one,
    claim,
    dictated,
    malformed_answers,
    malformed_claims,
    malformed_parts,
    not_there,
    parts,
    written,
)

CASES = load_cases()
DOUBTED = "(The quotes may not bear this out.)"
STORE = "graph.db"
NO_REPLY = "no usable reply to the prompt"

Begin: TypeAlias = Callable[..., AbstractContextManager[tuple[CausalRAG, Puppet]]]


def of(role: str) -> list[Case]:
    return [case for case in CASES if case.role == role]


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Path:
    """Graphs as the built-in roles read them: `clean` of the documents that attack nobody, `whole` of all, `none` of none."""
    folder = tmp_path_factory.mktemp("graphs")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("clean", "whole"):
            with open_app(load_settings(store=f"{name}/{STORE}"), create=True) as app:
                app._embedder = embedder
                app.ingest([CLEAN] if name == "clean" else [CLEAN, CORPUS])
    (folder / "none").mkdir()
    return folder


@pytest.fixture
def begin(graphs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedder: Embedder) -> Begin:
    """Open one of these graphs with a puppet in one role; the built-in ones play the others."""
    monkeypatch.chdir(tmp_path)

    @contextmanager
    def opened(role: str | None, graph: str = "clean", **settings: object) -> Iterator[tuple[CausalRAG, Puppet]]:
        shutil.copytree(graphs / graph, tmp_path, dirs_exist_ok=True)
        puppet = Puppet()
        with serving(ScriptedModel(puppet)) as server:
            chosen = {"roles": {role: "openai:m"}, "chat": chat_settings(server)} if role else {}
            with open_app(load_settings(store=STORE, **chosen, **settings), create=graph == "none") as app:
                app._embedder = embedder
                yield app, puppet

    return opened


def assert_cited(answer: Answer, app: CausalRAG) -> None:
    """Each citation of an answer exists and is verbatim, and each number in what the answer states is one of them."""
    for citation in answer.package.citations:
        [(chunk, source)] = app.store.chunks([citation.chunk])
        assert chunk.text[citation.start - chunk.start : citation.end - chunk.start] == citation.quote
        assert (source.document, source.uri) == (citation.document, citation.uri)
    quotes = " ".join(citation.quote for citation in answer.package.citations)
    numbers = {int(number) for number in re.findall(r"\[(\d+)\]", stated(answer, text=quotes))}
    assert numbers <= {citation.n for citation in answer.package.citations}, answer.text


def assert_marked(answer: Answer) -> None:
    """Each sentence bears a citation, but for a yes or no, which was computed, and the mark of what the quotes may not bear out."""
    bare = [found.text for found in split_sentences(answer.text) if not re.search(r"\[\d+\]\W*$", found.text)]
    assert [text for text in bare if text.strip(".") not in ("Yes", "No", DOUBTED)] == []


# The built-in roles


def test_the_built_in_roles_change_nothing_but_the_document_that_they_read(begin: Begin) -> None:
    with begin(None) as (app, _):
        found = check_structure(app, lambda name: None)
        assert (found.documents, found.unread, found.breaches) == (len(CASES) + len(list(CLEAN.iterdir())), [], [])


def test_questions_on_documents_that_give_orders_are_answered_with_citations_that_exist(begin: Begin) -> None:
    with begin(None, "whole") as (app, _):
        graph = app.export("json")
        for case in [*of("parser"), *of("writer")]:
            assert_cited(app.ask(case.question), app)
        assert app.export("json") == graph


def test_each_attack_on_the_writer_reaches_it(begin: Begin) -> None:
    with begin(None, "whole") as (app, _):
        for case in of("writer"):
            citations = app.ask(case.question).package.citations
            shown = squeeze(" ".join(f"{citation.quote} {citation.title}" for citation in citations))
            assert any(squeeze(cut) in shown for cut in case.cut), case.id


# Models that obey


def test_an_extractor_that_obeys_writes_only_what_stands_in_its_own_document(begin: Begin) -> None:
    with begin("extractor") as (app, puppet):
        known = app.documents()[0].id
        for number, case in enumerate(CASES):
            path, before, wanted = CORPUS / case.file, held(app.store), dictated(case, *not_there(known))
            wrong = malformed_claims(claim(), known)
            puppet.says = wrong[number % len(wrong)]
            report = app.ingest([path])
            assert (report.failed, report.claims_kept) == (1, 0), case.id
            assert f"{NO_REPLY} 'extract_pairs'" in report.failures[0].reason
            assert breaches(app.store, before, read(path)) == []
            puppet.says = wanted
            report = app.ingest([path])
            assert (report.failures, report.claims_kept, report.claims_refused) == ([], 1, len(not_there(known))), case.id
            assert breaches(app.store, before, read(path)) == []
            update = app.store.read_document(read(path).id)
            assert update
            assert case.goal["aim"] != "claim" or claims_show(case.goal, update.claims)  # its own words, misread: that can be had


def in_order(graph: str) -> dict[str, list[dict[str, object]]]:
    """Return what a graph holds, whatever was written first."""
    return {name: sorted(those, key=json.dumps) for name, those in json.loads(graph).items()}


def test_a_verifier_that_obeys_moves_only_the_wordings_of_the_document_that_is_read(begin: Begin) -> None:
    with begin("verifier", "none") as (app, puppet):
        puppet.says = {"events": []}
        assert app.ingest([CLEAN]).failures == []
        graph = app.export("json")
        for number, case in enumerate(CASES):
            path, before = CORPUS / case.file, held(app.store)
            puppet.says = MALFORMED_CLUSTERS[number % len(MALFORMED_CLUSTERS)]
            report = app.ingest([path])
            assert all(f"{NO_REPLY} 'cluster_events'" in failure.reason for failure in report.failures), case.id
            assert breaches(app.store, before, read(path)) == []
            app.store.forget(read(path).id)
            puppet.says = all_one
            assert app.ingest([path]).failures == []
            assert breaches(app.store, before, read(path)) == []
        whole = app.graph()
        for claim in whole.claims:  # what goes another way is never one event
            assert claim.cause.polarity is not whole.events[claim.cause_event].polarity.opposite
            assert claim.effect.polarity is not whole.events[claim.effect_event].polarity.opposite
        for case in CASES:
            app.store.forget(read(CORPUS / case.file).id)
        app.settle()
        assert in_order(app.export("json")) == in_order(graph)  # what a document did goes with it
        before = held(app.store)
        assert app.ingest([CORPUS]).failures == []  # in calls that decide about several documents
        assert {identity: found for identity, found in held(app.store).items() if identity in before} == before


def test_a_parser_that_obeys_changes_the_question_and_nothing_else(begin: Begin) -> None:
    with begin("parser", "whole") as (app, puppet):
        graph = app.export("json")
        for case in of("parser"):
            for puppet.says in malformed_parts(parts(case)):
                with pytest.raises(ReplyError, match=f"{NO_REPLY} 'parse_question'"):
                    app.parse(case.question)
            puppet.says = parts(case)
            assert parse_shows(case.goal, app.parse(case.question)), case.id
            assert_cited(app.ask(case.question), app)
        assert app.export("json") == graph


def test_a_writer_that_obeys_cites_only_what_exists_and_leaves_no_sentence_without_a_citation(begin: Begin) -> None:
    with begin("writer", "whole") as (app, puppet):
        graph = app.export("json")
        for case in of("writer"):
            for puppet.says in malformed_answers(case):
                answer = app.ask(case.question)
                assert any("gave no usable reply" in note for note in answer.notes)
                assert_cited(answer, app)
            puppet.says = written(case)
            answer = app.ask(case.question)
            assert "It is known" in answer.text, case.id
            assert_cited(answer, app)
            assert_marked(answer)
        assert app.export("json") == graph


# What is told


def test_report_and_status_say_what_was_refused(begin: Begin) -> None:
    with begin(None) as (app, _):
        known = app.documents()[0].id
    case, puppet, here = of("extractor")[0], Puppet(), Path.cwd()
    with serving(ScriptedModel(puppet)) as server:
        told = {f"CCKG_CHAT__{key.upper()}": str(value) for key, value in chat_settings(server).items()} | {"CCKG_STORE": STORE}
        reading = ["ingest", str(CORPUS / case.file), "--json"]
        puppet.says = {"events": [], "claims": "obey"}
        failed = called(reading, cwd=here, CCKG_ROLES__EXTRACTOR="openai:m", **told)
        assert failed.status == 3
        assert f"{NO_REPLY} 'extract_pairs'" in json.loads(failed.out)["failures"][0]["reason"]
        puppet.says = dictated(case, *not_there(known))
        ended = called(reading, cwd=here, CCKG_ROLES__EXTRACTOR="openai:m", **told)
        assert (ended.status, json.loads(ended.out)["claims"]) == (
            0,
            {
                "kept": 1,
                "refused": len(not_there(known)),
                "reasons": {"its sides are not in the text word for word": 4, "cause and effect are the same words": 1},
            },
        )
        puppet.says = {"sentences": [{"text": "It is safe.", "sources": [99]}]}
        told["CCKG_MODELS__IDENTITY"] = "strong"  # the small reader does not know what the question means
        asked = called(["ask", "Why was bus line 7 closed?"], cwd=here, CCKG_ROLES__WRITER="openai:m", **told)
        assert asked.status == 0
        assert "no usable reply: There is no source 99; the answer was written by the built-in writer." in " ".join(asked.out.split())
        assert "It is safe" not in asked.out
