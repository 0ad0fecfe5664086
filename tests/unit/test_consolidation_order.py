"""Consolidation over whole documents: order of claims, circles, self-causes, and what later documents find."""

from collections.abc import Sequence
from itertools import permutations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.claims import Document, ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Event, Polarity
from cckg.core.roles import Criterion, MatchVerdict
from cckg.identity import EventMatcher, consolidate, wording_key, wordings_of
from cckg.identity.consolidation import FOUNDER, Consolidation
from cckg.settings import MatchSettings
from cckg.stores import GraphStore
from tests.builders import stored
from tests.fakes import HashingEmbedder
from tests.roles import WordingVerifier

NAMES = ["the dam broke", "a flood", "the power cut", "losses rose", "panic"]
PAIRS = st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES))


class Generous(WordingVerifier):
    """Takes two wordings for the same event if they share their last word."""

    name = "last word"

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        return super().verify([(last_word(left), last_word(right)) for left, right in pairs], criterion)


def last_word(event: Event) -> Event:
    return Event(event.id, event.text.split()[-1], event.polarity)


def claim(cause: str, effect: str) -> ExtractedClaim:
    sides = [Mention(Span(text, 0, len(text)), text, Polarity.OCCURRENCE) for text in (cause, effect)]
    return ExtractedClaim(sides[0], sides[1], None, Span("q", 0, 1), Modality.ASSERTED, 0.9)


def consolidated(
    pairs: Sequence[tuple[str, str]], *, store: GraphStore | None = None, document: str = "new", verifier: WordingVerifier | None = None
) -> Consolidation:
    chosen, embedder = verifier or WordingVerifier(), HashingEmbedder()
    matcher = EventMatcher(store or stored(), embedder=embedder, verifier=chosen, settings=MatchSettings(min_cosine=-1.0))
    source = Document(document, f"{document}.txt", f"Title of {document}", "text/plain", "")
    claims = [claim(*pair) for pair in pairs]
    wordings = wordings_of(claims, source, embedder=embedder)
    return consolidate(claims, source, wordings, matcher=matcher, verifier=chosen, min_cosine=-1.0)


def where(result: Consolidation, text: str) -> str:
    return result.event_of[wording_key(claim(text, "x").cause)]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(pairs=st.lists(PAIRS, min_size=1, max_size=6))
def test_every_wording_goes_to_one_event_and_the_ledger_says_which(pairs: list[tuple[str, str]]) -> None:
    result = consolidated(pairs)
    texts = {text for pair in pairs for text in pair}
    assert {merge.wording for merge in result.merges} == texts
    assert {merge.event for merge in result.merges} == set(result.event_of.values())
    founders = {merge.event for merge in result.merges if merge.verifier == FOUNDER}
    assert founders == {event.id for event in result.events}
    assert len(result.events) == len(result.event_vectors) == len(texts) - result.reused
    assert [event.text for event in result.events] == list(dict.fromkeys(text for pair in pairs for text in pair))


@settings(deadline=None, derandomize=True, max_examples=60)
@given(pairs=st.lists(PAIRS, min_size=1, max_size=5), data=st.data())
def test_the_order_of_claims_changes_no_partition_of_plain_wordings(pairs: list[tuple[str, str]], data: st.DataObject) -> None:
    turned = data.draw(st.permutations(pairs))
    assert consolidated(pairs).event_of == consolidated(turned).event_of


CHAIN = [("a great storm", "the big flood"), ("the big flood", "a small fire"), ("a small fire", "the late storm")]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_ends_of_a_chain_stay_apart_in_whatever_order_it_is_told(order: Sequence[int]) -> None:
    result = consolidated([CHAIN[at] for at in order], verifier=Generous())
    assert where(result, "a great storm") != where(result, "the late storm")
    assert where(result, "the big flood") != where(result, "a small fire")


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_wordings_that_no_chain_joins_become_one_event_in_whatever_order(order: Sequence[int]) -> None:
    pairs = [("a great storm", "the big flood"), ("one late storm", "a small fire"), ("the cold", "two dead pumps")]
    result = consolidated([pairs[at] for at in order], verifier=Generous())
    assert where(result, "a great storm") == where(result, "one late storm")
    assert result.reused == 1


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    pairs=st.lists(
        st.tuples(st.integers(0, 6), st.integers(0, 6), st.sampled_from("xyz"), st.sampled_from("xyz")).filter(
            lambda found: found[0] < found[1]
        ),
        min_size=1,
        max_size=7,
    )
)
def test_what_is_told_without_a_circle_has_none_after_consolidation_however_generous_the_verifier(
    pairs: list[tuple[int, int, str, str]],
) -> None:
    told = [(f"w{first} {one}", f"w{second} {other}") for first, second, one, other in pairs]
    assert nx.is_directed_acyclic_graph(nx.DiGraph(told))
    result = consolidated(told, verifier=Generous())
    assert nx.is_directed_acyclic_graph(nx.DiGraph([(where(result, cause), where(result, effect)) for cause, effect in told]))


def test_a_self_cause_that_the_text_states_is_kept_as_one_event() -> None:
    result = consolidated([("panic", "Panic")])
    assert len(set(result.event_of.values())) == len(result.events) == 1


def test_a_stated_circle_is_kept() -> None:
    result = consolidated([("panic", "a flood"), ("a flood", "panic")])
    assert len(result.events) == 2
    assert where(result, "panic") != where(result, "a flood")


def test_the_same_wording_in_a_later_document_goes_to_the_event_of_the_first() -> None:
    store = stored("panic -> flood:a flood")
    result = consolidated([("a flood", "the power cut")], store=store)
    assert where(result, "a flood") == "flood"
    assert [event.text for event in result.events] == ["the power cut"]
    store.close()


@pytest.mark.parametrize("first", ["d1", "d2"])
def test_the_ids_of_new_events_follow_from_the_document_and_the_words_alone(first: str) -> None:
    again = [consolidated([("panic", "a flood")], document=first) for _ in range(2)]
    other = consolidated([("panic", "a flood")], document="d3")
    assert again[0].event_of == again[1].event_of
    assert set(again[0].event_of.values()).isdisjoint(other.event_of.values())


@pytest.mark.parametrize("text", ["…", "  ", "42", "日本", "the", "a " * 200 + "b"])
def test_odd_wordings_are_consolidated_like_others(text: str) -> None:
    result = consolidated([(text, "a flood"), ("panic", text)])
    assert len(result.merges) == 3
    assert result.event_of[wording_key(claim(text, "x").cause)] in {event.id for event in result.events}
