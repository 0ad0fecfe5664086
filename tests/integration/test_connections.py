"""How two things are connected, and how they compare, end to end over small corpora: joined, decided by both sides, or declined."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from cckg.app import CausalRAG, open_app
from cckg.core.evidence import Answer
from cckg.export import ask_payload
from cckg.settings import load_settings

ITEMS = json.loads((Path(__file__).parent.parent / "connection_items.json").read_text(encoding="utf-8"))
HELD_LEAST = 0.8  # share of the items that nothing was chosen on


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, CausalRAG]]:
    opened = {}
    for name, documents in ITEMS["corpora"].items():
        folder = tmp_path_factory.mktemp(name)
        for file, text in documents.items():
            (folder / file).write_text(text, encoding="utf-8")
        opened[name] = open_app(load_settings(store=":memory:"), create=True)
        opened[name].ingest([folder])
    yield opened
    for app in opened.values():
        app.close()


def is_as_expected(answer: Answer, item: Mapping[str, Any]) -> bool:
    package = answer.package
    if "declines" in item:
        return answer.abstained and item["declines"] in (package.abstain_because or "")
    if "undecided" in item:
        return package.short_answer is None
    if "answer" in item:
        return package.short_answer == item["answer"] and len(package.citations) == 2
    if "chains" in item:
        told = {" > ".join(event.text.lower() for event in chain.events) for chain in package.chains}
        return told == {chain.lower() for chain in item["chains"]}
    if package.joined_by is None:
        return False
    return [thing.removeprefix("the ") for thing in package.joined_by] == item["joined_by"]


@pytest.mark.parametrize("item", ITEMS["seen"], ids=lambda item: item["question"])
def test_a_question_of_the_first_half_gets_what_its_documents_say(apps: Mapping[str, CausalRAG], item: Mapping[str, Any]) -> None:
    answer = apps[item["corpus"]].ask(item["question"])
    assert is_as_expected(answer, item), answer.text


def test_of_the_other_half_most_get_what_their_documents_say(apps: Mapping[str, CausalRAG]) -> None:
    right = [is_as_expected(apps[item["corpus"]].ask(item["question"]), item) for item in ITEMS["held"]]
    assert sum(right) >= HELD_LEAST * len(right)


@pytest.mark.parametrize("item", [*ITEMS["seen"], *ITEMS["held"]], ids=lambda item: item["question"])
def test_every_sentence_that_is_shown_stands_in_its_document(apps: Mapping[str, CausalRAG], item: Mapping[str, Any]) -> None:
    answer = apps[item["corpus"]].ask(item["question"])
    for citation in answer.package.citations:
        document = ITEMS["corpora"][item["corpus"]][Path(citation.uri).name]
        assert document[citation.start : citation.end] == citation.quote
        assert f"[{citation.n}]" in answer.text


def test_the_answer_says_through_what_two_things_are_joined_and_shows_the_sentences_in_order(apps: Mapping[str, CausalRAG]) -> None:
    answer = apps["bridges"].ask("How is the Alder Bridge related to the Marl Lighthouse?")
    assert answer.text == (
        "The Alder Bridge and the Marl Lighthouse are joined by Nora Vick: “The Alder Bridge is a road bridge in Belgium. It was designed "
        "by Nora Vick.” [1] “Nora Vick was an engineer who also built the Marl Lighthouse.” [2]"
    )
    payload = ask_payload(answer)
    assert (payload["short_answer"], payload["abstained"]) == ("Nora Vick", False)


def test_where_nothing_joins_two_things_no_sentence_of_one_alone_is_quoted(apps: Mapping[str, CausalRAG]) -> None:
    answer = apps["company"].ask("Is there a connection between Zelo and Pell Drills?")
    assert answer.abstained
    assert answer.package.citations == ()


def test_a_comparison_shows_a_sentence_of_either_side(apps: Mapping[str, CausalRAG]) -> None:
    answer = apps["company"].ask("Which is older, Zelo or Karst Valves?")
    assert answer.text == "Karst Valves. “Zelo was founded in 1950.” [1] “Karst Valves was founded in 1921.” [2]"


def test_what_one_side_does_not_say_is_not_guessed(apps: Mapping[str, CausalRAG]) -> None:
    answer = apps["bridges"].ask("Which opened first, the Alder Bridge or the Cedar Bridge?")
    assert answer.package.short_answer is None
    assert not answer.text.startswith(("The Alder Bridge.", "The Cedar Bridge."))


@pytest.mark.parametrize(
    ("corpus", "question"),
    [
        ("company", "Which is older, Zelo or Karst Valves?"),
        ("bridges", "Which opened first, the Alder Bridge or the Cedar Bridge?"),
        ("bridges", "How is the Alder Bridge related to the Marl Lighthouse?"),
        ("company", "Is there a connection between Zelo and Pell Drills?"),
    ],
)
def test_what_is_arbitrated_stands_beside_what_sentences_say_of_both(apps: Mapping[str, CausalRAG], corpus: str, question: str) -> None:
    alone, beside = (apps[corpus].ask(question, arbitrated=arbitrated) for arbitrated in (False, True))
    assert beside.arbitration is not None
    assert (beside.text, beside.package) == (alone.text, alone.package)


def test_where_more_than_two_things_are_asked_about_the_answer_says_so(apps: Mapping[str, CausalRAG]) -> None:
    answer = apps["company"].ask("How are Zelo, Karst Valves and Pell Drills connected?")
    assert answer.abstained
    assert "More than two things are asked about at once" in answer.text
