"""Questions of every kind, end to end over a small corpus: parse, enter, walk, intervene, judge, cite, write; or abstain."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cckg.app import CausalRAG, open_app
from cckg.core.claims import Degree, Modality
from cckg.core.errors import InputError
from cckg.core.evidence import Answer
from cckg.core.questions import Route
from cckg.settings import load_settings

CORPUS = {
    "dam.txt": "The dam at Kerrville\n\nThe heavy rain caused the flood. The flood led to the collapse of the dam. The collapse of the "
    "dam caused the power outage. The broken valve by itself caused the power outage. The earthquake did not cause the collapse of the "
    "dam. "
    "The dam was built in 1911 by the city council.\n",
    "airport.md": "# The airport\n\nThe lightning may have caused the fire.\n\nThe strike caused the flight delays. "
    "Auditors deny the link: the strike did not cause the flight delays.\n",
    "harvest.txt": "The harvest\n\nThe frost led to the crop failure. The crop failure caused the famine. "
    "The hail by itself caused the famine.\n",
    "ferry.txt": "The ferry\n\nThe fog contributed to the sinking of the ferry. The worn hinge allowed the opening of the bow door. "
    "The sinking of the ferry caused a public inquiry.\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("questions")
    for name, text in CORPUS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[CausalRAG]:
    with open_app(load_settings(store=str(folder / "graph.db")), create=True) as app:
        app.ingest([folder])
        yield app


def read(citation_uri: str) -> str:
    return CORPUS[citation_uri.rpartition("/")[2]]


def links(answer: Answer) -> list[str]:
    """Return the chains with their events in lower case."""
    return [" > ".join(event.text.lower() for event in chain.events) for chain in answer.package.chains]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\[(\d+)\]", text)]


WHY = "What caused the power outage?"
EVERY_KIND = {
    "causes": WHY,
    "effects": "What did the heavy rain lead to?",
    "path": "How did the heavy rain lead to the power outage?",
    "necessary": "Was the flood necessary for the collapse of the dam?",
    "not necessary": "Would the power outage have happened without the collapse of the dam?",
    "hedged": "Was the lightning necessary for the fire?",
    "contradicted": "Did the strike cause the flight delays?",
    "denied": "Did the earthquake cause the collapse of the dam?",
    "whatif": "What if the frost had not happened?",
    "relation": "How are the heavy rain and the power outage related?",
    "fact": "When was the dam built?",
    "unknown": "Why did the parliament resign?",
    "unlinked": "Did the flood cause the famine?",
}
STAGES = {
    "causes": ["parse", "enter", "traverse", "evidence", "traverse", "verdict", "intervene", "synthesis"],
    "effects": ["parse", "enter", "traverse", "evidence", "synthesis"],
    "path": ["parse", "enter", "enter", "traverse", "evidence", "synthesis"],
    "necessary": ["parse", "enter", "enter", "traverse", "traverse", "intervene", "verdict", "intervene", "evidence", "synthesis"],
    "whatif": ["parse", "enter", "traverse", "intervene", "intervene", "traverse", "traverse", "evidence", "synthesis"],
    "fact": ["parse", "logic", "retrieve", "evidence", "synthesis"],
}


# What holds of every answer


@pytest.mark.parametrize("question", EVERY_KIND.values(), ids=EVERY_KIND)
def test_every_number_exists_and_every_citation_is_verbatim_in_its_file(app: CausalRAG, question: str) -> None:
    answer = app.ask(question)
    cited = [citation.n for citation in answer.package.citations]
    assert cited == list(range(1, len(cited) + 1))
    assert set(numbers(answer.text)) <= set(cited)
    for citation in answer.package.citations:
        assert read(citation.uri)[citation.start : citation.end] == citation.quote
    assert answer.abstained or numbers(answer.text)


@pytest.mark.parametrize(("kind", "stages"), STAGES.items(), ids=STAGES)
def test_the_trace_tells_the_stages_with_their_seconds(app: CausalRAG, kind: str, stages: list[str]) -> None:
    trace = app.ask(EVERY_KIND[kind]).trace
    assert sorted(step.stage for step in trace.steps) == sorted(stages)
    assert trace.steps[0].stage == "parse"
    assert trace.steps[-1].stage == "synthesis"
    assert all(step.seconds >= 0 for step in trace.steps)
    assert trace.usage.calls == 0


@pytest.mark.parametrize("question", EVERY_KIND.values(), ids=EVERY_KIND)
def test_the_same_question_gets_the_same_answer(app: CausalRAG, question: str) -> None:
    first, second = app.ask(question), app.ask(question)
    assert (first.text, first.package, first.entry_events) == (second.text, second.package, second.entry_events)


# Each kind


def test_causes_are_told_back_to_the_root(app: CausalRAG) -> None:
    answer = app.ask(WHY)
    assert answer.route is Route.CAUSAL
    assert sorted(links(answer)) == [
        "the broken valve > the power outage",
        "the heavy rain > the flood > the collapse of the dam > the power outage",
    ]
    assert {simulation.kind for simulation in answer.package.simulations} == {"absent", "opposite"}


def test_effects_are_told_to_the_end(app: CausalRAG) -> None:
    assert links(app.ask("What did the flood lead to?")) == ["the flood > the collapse of the dam > the power outage"]


@pytest.mark.parametrize(("question", "back"), [(WHY, "further back"), ("What did the heavy rain lead to?", "after that")])
def test_where_chains_go_on_beyond_the_depth_that_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch, question: str, back: str) -> None:
    told = []
    for depth in (1, 2, 3):
        monkeypatch.setenv("CCKG_QUESTIONS__DEPTH", str(depth))
        with open_app(load_settings(store=str(folder / "graph.db"))) as app:
            told.append([note for note in app.ask(question).notes if "questions.depth" in note and back in note])
    assert [len(notes) for notes in told] == [1, 1, 0]
    assert told[0][0].startswith("Chains are followed over 1 link;")


def test_a_path_is_told_from_end_to_end(app: CausalRAG) -> None:
    answer = app.ask(EVERY_KIND["path"])
    assert links(answer) == ["the heavy rain > the flood > the collapse of the dam > the power outage"]
    assert len(numbers(answer.text)) == 3


@pytest.mark.parametrize(
    ("question", "begins", "necessity"),
    [
        ("Was the flood necessary for the collapse of the dam?", "Yes.", "necessary"),
        ("Would the collapse of the dam have happened without the flood?", "No.", "necessary"),
        ("Did the flood cause the collapse of the dam?", "Yes.", "necessary"),
        ("Did the heavy rain cause the power outage?", "Yes.", "not necessary"),
        ("Was the collapse of the dam necessary for the power outage?", "No.", "not necessary"),
        ("Would the power outage have happened without the collapse of the dam?", "Yes.", "not necessary"),
        ("If the crop failure had not happened, would the famine have happened?", "Yes.", "not necessary"),
        ("Did the earthquake cause the collapse of the dam?", "No.", "not necessary"),
        ("Was the lightning necessary for the fire?", "Probably.", "probably necessary"),
        ("Was the strike necessary for the flight delays?", "", "undetermined"),
        ("Was the fog necessary for the sinking of the ferry?", "Probably.", "probably necessary"),
        ("Would the bow door have opened without the worn hinge?", "Probably not.", "probably necessary"),
    ],
)
def test_a_yes_or_no_question_begins_with_what_the_verdict_decides(app: CausalRAG, question: str, begins: str, necessity: str) -> None:
    answer = app.ask(question)
    assert answer.package.verdict is not None
    assert answer.package.verdict.necessity == necessity
    assert answer.text.startswith(begins or "The documents do not decide")
    assert bool(begins) == answer.text.startswith(("Yes.", "No.", "Probably"))


def test_what_was_not_necessary_names_the_surviving_alternative(app: CausalRAG) -> None:
    answer = app.ask(EVERY_KIND["not necessary"])
    assert answer.package.verdict is not None
    (alternative,) = answer.package.verdict.alternatives
    assert [event.text.lower() for event in alternative.events] == ["the broken valve", "the power outage"]
    assert "the broken valve" in answer.text.lower()


def test_a_cause_that_only_contributes_is_told_as_that_and_is_said_to_be_necessary_no_more_than_probably(app: CausalRAG) -> None:
    claim = next(claim for claim in app.graph().claims if claim.effect.text.lower() == "the sinking of the ferry")
    assert claim.degree is Degree.CONTRIBUTING
    answer = app.ask("Was the fog necessary for the public inquiry?")
    verdict = answer.package.verdict
    assert verdict is not None
    assert (verdict.necessity, verdict.rule, verdict.is_probable) == ("probably necessary", "contributing", True)
    assert "the fog was probably necessary" in answer.text
    assert "but they word it as no more than a contribution" in answer.text
    assert "The fog contributed to the sinking of the ferry [1]." in answer.text
    told = app.ask("Why did the ferry sink?").text
    assert "in part the fog [1]" in told
    assert "was necessary" not in told
    absent = app.whatif("the fog").simulations[0]
    assert [event.text.lower() for event in absent.probably_lost] == ["the sinking of the ferry", "a public inquiry"]


def test_a_contradiction_is_told_with_both_sides(app: CausalRAG) -> None:
    answer = app.ask(EVERY_KIND["contradicted"])
    assert answer.package.verdict is not None
    assert answer.package.verdict.necessity == "undetermined"
    assert [claim.modality for claim in answer.package.denials] == [Modality.DENIED]
    assert len(answer.package.citations) == 2
    assert set(numbers(answer.text)) == {1, 2}


def test_a_denied_cause_is_not_followed_and_its_denial_is_cited(app: CausalRAG) -> None:
    answer = app.ask(EVERY_KIND["denied"])
    assert not any("earthquake" in chain for chain in links(answer))
    (denial,) = answer.package.denials
    assert answer.package.numbers([denial])[0] in numbers(answer.text)


def test_a_hedged_cause_is_told_as_possible(app: CausalRAG) -> None:
    answer = app.ask("What caused the fire?")
    (chain,) = answer.package.chains
    assert chain.hedged
    assert re.search(r"\b(may|perhaps|possibly)\b", answer.text)


def test_what_if_loses_what_hung_on_the_event_alone(app: CausalRAG) -> None:
    answer = app.ask(EVERY_KIND["whatif"])
    absent = next(simulation for simulation in answer.package.simulations if simulation.kind == "absent")
    assert [event.text.lower() for event in absent.lost] == ["the crop failure"]
    assert [event.text.lower() for event in absent.kept] == ["the famine"]
    assert re.search(
        r"would not have happened: the crop failure \[\d\]\. .*still have come about: the famine, by the hail \[\d\]", answer.text
    )


def test_a_relation_is_told_by_the_chain_between_the_two(app: CausalRAG) -> None:
    answer = app.ask(EVERY_KIND["relation"])
    assert answer.route is Route.RELATIONAL
    assert links(answer) == ["the heavy rain > the flood > the collapse of the dam > the power outage"]


def test_a_fact_is_quoted(app: CausalRAG) -> None:
    answer = app.ask(EVERY_KIND["fact"])
    assert answer.route is Route.FACTUAL
    assert "The dam was built in 1911 by the city council." in answer.text
    assert answer.package.chains == ()


@pytest.mark.parametrize(
    ("question", "because"),
    [
        ("Why did the parliament resign?", "parliament"),
        ("What caused the heavy rain?", "no cause of it was read"),
        ("What did the famine lead to?", "nothing that followed"),
        ("Did the flood cause the famine?", "No chain was read that leads from"),
        ("How did the frost lead to the power outage?", "No chain was read that leads from"),
        ("What if the eclipse had not happened?", "eclipse"),
        ("Who won the chess championship of 1972?", "No passage fits"),
    ],
)
def test_where_the_documents_do_not_say_it_abstains_and_says_why(app: CausalRAG, question: str, because: str) -> None:
    answer = app.ask(question)
    assert answer.abstained
    assert answer.package.abstain_because is not None
    assert because in answer.package.abstain_because
    assert answer.text.startswith("The documents do not answer this.")
    assert answer.package.chains == ()


def test_after_a_document_is_forgotten_its_answers_are_gone(folder: Path, tmp_path: Path) -> None:
    with open_app(load_settings(store=str(tmp_path / "graph.db")), create=True) as app:
        app.ingest([folder])
        assert not app.ask(WHY).abstained
        app.forget(next(item.id for item in app.documents() if item.uri.endswith("dam.txt")))
        assert app.ask(WHY).abstained


def test_an_empty_graph_abstains(tmp_path: Path) -> None:
    with open_app(load_settings(store=str(tmp_path / "graph.db")), create=True) as app:
        assert [app.ask(question).abstained for question in EVERY_KIND.values()] == [True] * len(EVERY_KIND)


# Options


@pytest.mark.parametrize(
    ("route", "stage"),
    [(Route.FACTUAL, "retrieve"), (Route.RELATIONAL, "retrieve"), (Route.CAUSAL, "enter"), (Route.COUNTERFACTUAL, "enter")],
)
def test_a_given_route_is_taken(app: CausalRAG, route: Route, stage: str) -> None:
    answer = app.ask("the power outage", route=route)
    assert answer.route is route
    assert stage in {step.stage for step in answer.trace.steps}


def test_a_small_budget_cites_less_and_the_trace_says_what_was_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CCKG_QUESTIONS__EVIDENCE_TOKENS", "200")
    causes = "fire storm strike theft flood quake error leak crash fraud frost virus war riot drought plague".split()
    effect = "the great blackout of the northern states in the second summer of the long war"
    text = " ".join(f"The {cause} caused {effect}." for cause in causes)
    (folder.parent / "many.txt").write_text(f"Mishaps\n\n{text}\n", encoding="utf-8")
    with open_app(load_settings(store=":memory:"), create=True) as app:
        app.ingest([folder.parent / "many.txt"])
        answer = app.ask("What caused the great blackout?")
    left_out = sum(step.counts.get("chains left out for the budget", 0) for step in answer.trace.steps)
    assert left_out > 0
    assert sum(len(citation.quote.split()) for citation in answer.package.citations) <= 200


@pytest.mark.parametrize("question", ["", "  ", "?", "a" * 2001])
def test_a_question_that_cannot_be_read_is_an_error(app: CausalRAG, question: str) -> None:
    with pytest.raises(InputError):
        app.ask(question)


# The stages alone


def test_whatif_shows_both_worlds_and_the_verdict(app: CausalRAG) -> None:
    result = app.whatif("the collapse of the dam", effect="the power outage")
    assert [simulation.kind for simulation in result.simulations] == ["absent", "opposite"]
    assert result.verdict is not None
    assert result.verdict.necessity == "not necessary"
    assert app.whatif("the eclipse").simulations == ()


def test_walks_and_paths_stop_at_the_depth_that_is_given(app: CausalRAG) -> None:
    assert [len(chain.events) for chain in app.walk("the heavy rain", "effects", depth=1).chains] == [2]
    assert [len(chain.events) for chain in app.walk("the heavy rain", "effects").chains] == [4]
    assert app.path("the heavy rain", "the power outage", depth=2).chains == ()
    assert len(app.path("the heavy rain", "the power outage").chains) == 1


@pytest.mark.parametrize("method", ["dense", "bm25", "hybrid"])
def test_search_finds_the_chunk_and_ranks_from_one(app: CausalRAG, method: str) -> None:
    found = app.search("the famine after the frost", method=method, k=2)  # type: ignore[arg-type]
    assert found[0].uri is not None
    assert found[0].uri.endswith("harvest.txt")
    assert [item.rank for item in found] == list(range(1, len(found) + 1))
