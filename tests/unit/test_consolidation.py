"""Consolidation: which mentions become one event, which never do, and what the ledger says of it."""

from collections.abc import Sequence

import pytest

from cckg.core.claims import Document, ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.core.roles import MatchVerdict
from cckg.identity import EventMatcher, consolidate, wording_key, wordings_of
from cckg.identity.consolidation import FOUNDER, Consolidation
from cckg.settings import MatchSettings
from cckg.stores import GraphStore
from tests.builders import DIMENSION, stored
from tests.fakes import OPPOSITE, OTHER, SAME, HashingEmbedder, ScriptedVerifier

DOCUMENT = Document("new", "new.txt", "New report", "text/plain", "")


def mention(text: str, polarity: Polarity = Polarity.OCCURRENCE) -> Mention:
    return Mention(Span(text, 0, len(text)), text, polarity)


def claim(cause: str | Mention, effect: str | Mention) -> ExtractedClaim:
    sides = [mention(side) if isinstance(side, str) else side for side in (cause, effect)]
    return ExtractedClaim(sides[0], sides[1], None, Span("q", 0, 1), Modality.ASSERTED, 0.9)


def consolidated(
    claims: Sequence[ExtractedClaim],
    *,
    store: GraphStore | None = None,
    same: Sequence[tuple[str, str]] = (),
    script: dict[tuple[str, str], MatchVerdict] | None = None,
    min_cosine: float = -1.0,
) -> Consolidation:
    """Consolidate against a store; pairs in `same` are the same to the verifier, those in `script` as it says, all others are not."""
    verifier = Lenient({**dict.fromkeys(same, SAME), **(script or {})})
    embedder = HashingEmbedder()
    limits = MatchSettings(min_cosine=min_cosine)
    matcher = EventMatcher(store or stored(), embedder=embedder, verifier=verifier, settings=limits)
    wordings = wordings_of(claims, DOCUMENT, embedder=embedder)
    return consolidate(claims, DOCUMENT, wordings, matcher=matcher, verifier=verifier, min_cosine=min_cosine)


class Lenient(ScriptedVerifier):
    """A scripted verifier to whom every pair that is not scripted is another event."""

    def _verdict(self, left: str, right: str) -> MatchVerdict:
        return self.script.get((left, right), SAME if left.lower() == right.lower() else OTHER)


def event(result: Consolidation, text: str, polarity: Polarity = Polarity.OCCURRENCE) -> str:
    return result.event_of[wording_key(mention(text, polarity))]


def test_no_claims_give_nothing() -> None:
    result = consolidated([])
    assert (result.events, result.merges, result.reused) == ((), (), 0)
    assert result.event_vectors.shape == (0, DIMENSION)


def test_a_new_wording_founds_an_event_with_its_words_and_the_title_as_context() -> None:
    result = consolidated([claim("the dam broke", "the town flooded")])
    assert [(found.text, found.context) for found in result.events] == [("the dam broke", "New report"), ("the town flooded", "New report")]
    assert [(merge.verifier, merge.cosine) for merge in result.merges] == [(FOUNDER, 1.0)] * 2
    assert result.event_vectors.shape == (2, DIMENSION)


def test_the_same_words_in_another_case_are_one_wording() -> None:
    result = consolidated([claim("The dam broke", "x"), claim("the dam broke", "y")])
    assert [found.text for found in result.events] == ["The dam broke", "x", "y"]


def test_the_same_words_with_another_polarity_are_another_event() -> None:
    result = consolidated([claim(mention("prices", Polarity.INCREASE), "x"), claim(mention("prices", Polarity.DECREASE), "y")])
    assert event(result, "prices", Polarity.INCREASE) != event(result, "prices", Polarity.DECREASE)


def test_a_wording_goes_to_the_event_of_the_graph_that_the_verifier_accepts() -> None:
    result = consolidated([claim("the dam burst", "x")], store=stored("dam:the dam broke -> y"), same=[("the dam burst", "the dam broke")])
    assert event(result, "the dam burst") == "dam"
    assert [found.text for found in result.events] == ["x"]
    (merge,) = [merge for merge in result.merges if merge.event == "dam"]
    assert (merge.verifier, merge.wording, merge.document) == ("scripted", "the dam burst", "new")
    assert merge.cosine < 1
    assert result.reused == 1


@pytest.mark.parametrize("verdict", [OTHER, OPPOSITE])
def test_what_the_verifier_refuses_founds_an_event(verdict: MatchVerdict) -> None:
    script = {("the dam burst", "the dam broke"): verdict}
    assert (
        event(consolidated([claim("the dam burst", "x")], store=stored("dam:the dam broke -> y"), script=script), "the dam burst") != "dam"
    )


def test_two_wordings_of_one_document_become_one_event() -> None:
    result = consolidated([claim("a dam broke", "x"), claim("a dam burst", "y")], same=[("a dam burst", "a dam broke")])
    assert event(result, "a dam burst") == event(result, "a dam broke")
    assert len(result.events) == 3


def test_a_wording_follows_an_earlier_one_to_the_event_of_the_graph() -> None:
    pairs = [("a dam burst", "the dam broke"), ("one dam bust", "a dam burst")]
    result = consolidated([claim("a dam burst", "x"), claim("one dam bust", "y")], store=stored("dam:the dam broke -> z"), same=pairs)
    assert event(result, "one dam bust") == event(result, "a dam burst") == "dam"


def test_a_cause_and_its_effect_are_never_one_event() -> None:
    result = consolidated([claim("a dam broke", "a dam burst")], same=[("a dam burst", "a dam broke")])
    assert event(result, "a dam burst") != event(result, "a dam broke")


def test_the_ends_of_a_chain_are_never_one_event() -> None:
    chain = [claim("a dam broke", "a flood"), claim("a flood", "a dam burst")]
    result = consolidated(chain, same=[("a dam burst", "a dam broke")])
    assert event(result, "a dam burst") != event(result, "a dam broke")


def test_a_wording_does_not_close_a_circle_through_the_graph() -> None:
    result = consolidated(
        [claim("a flood", "a dam burst")], store=stored("dam:the dam broke -> flood:a flood"), same=[("a dam burst", "the dam broke")]
    )
    assert (event(result, "a flood"), event(result, "a dam burst") == "dam") == ("flood", False)


def test_the_same_words_may_close_a_circle_for_then_the_documents_state_one() -> None:
    result = consolidated([claim("a flood", "the dam broke")], store=stored("dam:the dam broke -> flood:a flood"))
    assert (event(result, "a flood"), event(result, "the dam broke")) == ("flood", "dam")


@pytest.mark.parametrize(("later", "taken_up"), [("the long crack", True), ("this long crack", True), ("a long crack", False)])
def test_the_and_this_take_up_what_was_told_just_before_even_if_the_verifier_is_less_sure(later: str, *, taken_up: bool) -> None:
    unsure = MatchVerdict(same_event=False, same_polarity=True, score=0.4)
    result = consolidated([claim("x", "a crack in the wall"), claim(later, "y")], script={(later, "a crack in the wall"): unsure})
    assert (event(result, later) == event(result, "a crack in the wall")) is taken_up


def test_pairs_below_the_least_cosine_are_not_shown_to_the_verifier() -> None:
    result = consolidated(
        [claim("a dam broke", "x"), claim("one dyke burst", "y")], same=[("one dyke burst", "a dam broke")], min_cosine=0.95
    )
    assert event(result, "one dyke burst") != event(result, "a dam broke")


def test_every_wording_has_one_line_in_the_ledger_with_its_vector_and_the_ids_do_not_depend_on_the_run() -> None:
    claims = [claim("a dam broke", "x"), claim("a dam burst", "y")]
    first, second = consolidated(claims), consolidated(claims)
    assert len({merge.id for merge in first.merges}) == len(first.event_of) == len(first.merge_vectors) == 4
    assert (first.event_of, [merge.id for merge in first.merges]) == (second.event_of, [merge.id for merge in second.merges])
