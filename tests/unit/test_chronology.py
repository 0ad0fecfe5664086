"""Claims whose dates put the effect before the cause are left out, and said to be."""

import pytest

from cckg.core.evidence import Subgraph
from queries import chronology, timely
from queries.causal import judge
from tests.builders import stored


def graph(*documents: str) -> Subgraph:
    store = stored(*documents)
    return store.neighbourhood([event.id for event in store.graph().events.values()], "effects", depth=9, limit=99)


def left_out(*documents: str) -> list[str]:
    return [f"{claim.cause_event} {claim.effect_event}" for claim in timely(graph(*documents)).untimely]


@pytest.mark.parametrize(
    ("document", "untimely"),
    [
        ("a: the strike in 1998 -> b: the closure in 1995", ["a b"]),
        ("a: the strike in 1995 -> b: the closure in 1998", []),
        ("a: the strike in 1995 -> b: the closure in 1995", []),
        ("a: the strike in May 1995 -> b: the closure on 3 April 1995", ["a b"]),
        ("a: the strike in May 1995 -> b: the closure in 1995", []),  # as far as both go they are the same
        ("a: the strike -> b: the closure in 1995", []),
        ("a: the strike in 1998 ?> b: the closure in 1995", ["a b"]),
        ("a: the strike in 1998 !> b: the closure in 1995", []),  # a denial stands
        ("a: the strike of 1998 workers -> b: the closure in 1995", []),
        ("a: the review of the 1998 design -> b: the closure in 1995", []),  # a year before a noun dates no happening
    ],
)
def test_a_claim_is_left_out_if_its_effect_is_dated_before_its_cause(document: str, untimely: list[str]) -> None:
    assert left_out(document) == untimely


def test_an_event_is_dated_by_its_other_wordings() -> None:
    assert left_out("a: the strike in 1998 -> c: the protest", "a: the strike -> b: the closure in 1995") == ["a b"]


def test_an_event_whose_dates_disagree_has_none() -> None:
    documents = (
        "a: the strike in 1998 -> c: the protest",
        "a: the strike in 1990 -> d: the march",
        "a: the strike -> b: the closure in 1995",
    )
    assert left_out(*documents) == []


def test_what_came_before_its_cause_was_probably_there_without_it() -> None:
    found = timely(graph("a: the strike in 1998 -> b: the closure in 1995; c: the debts -> b; c -> d: the letters"))
    verdict = judge(found, cause=[found.events["a"]], effect=[found.events["b"]])
    assert (verdict.necessity, verdict.rule) == ("probably not necessary", "earlier")
    assert [[event.id for event in chain.events] for chain in verdict.alternatives] == [["c", "b"]]
    assert judge(found, cause=[found.events["a"]], effect=[found.events["d"]]).rule == "no chain"  # nothing says that it came of it
    both = judge(found, cause=[found.events[name] for name in "ad"], effect=[found.events["b"]], together=[found.events["d"]])
    assert both.rule == "no chain"  # of the other nothing is dated


def test_the_other_claims_stay_and_the_sentence_quotes_the_claim() -> None:
    found = timely(graph("a: the strike in 1998 -> b: the closure in 1995; a -> c: the protest"))
    assert [(claim.cause_event, claim.effect_event) for claim in found.claims] == [("a", "c")]
    (sentence,) = [note.text for note in chronology.left_out(found)]
    assert found.untimely[0].quote.text in sentence
    assert timely(found) == found
