"""What sentences alone show of two things is cited whole, or not at all."""

from cckg.core.claims import Span
from cckg.core.evidence import Passage
from cckg.core.trace import Step
from cckg.stores import GraphStore
from queries.evidence import PackageBuilder
from queries.retrieval import connection, joined_by_sentences, named_sides, of_sides, weighed_by_sentences, why_not_joined
from tests.unit.test_connections import SCHOOL, store_of

PAIR = ("Ana Bell", "Ben Cole")
KNOWN = (False, False)


def builder(budget: int) -> PackageBuilder:
    return PackageBuilder({}, budget, Step("evidence"))


def passage_of(store: GraphStore, name: str) -> Passage:
    ((chunk, source),) = store.chunks([name])
    return Passage(chunk, source, 0.0, 1)


def test_a_way_is_cited_whole_where_it_is_the_first_evidence() -> None:
    made = builder(1)
    joined = joined_by_sentences(connection(*PAIR, store=store_of(SCHOOL)), made)
    assert joined is not None
    assert joined.things == ("the Orlo Institute",)
    assert [citation.document for citation in made.package().citations] == ["document ana", "document ben"]


def test_of_a_way_that_does_not_fit_beside_other_evidence_nothing_is_cited_and_the_reason_names_the_budget() -> None:
    store = store_of(SCHOOL)
    made, found = builder(12), connection(*PAIR, store=store)
    made.quote(passage_of(store, "far"), Span("Lake Vell is cold.", 0, 18))
    assert joined_by_sentences(found, made) is None
    assert [citation.document for citation in made.package().citations] == ["document far"]
    assert "budget of evidence (questions.evidence_tokens)" in why_not_joined(found, PAIR, known=KNOWN)


def test_of_a_comparison_that_does_not_fit_nothing_is_cited() -> None:
    store = store_of({"a": ("Altra Hall", "Altra Hall opened in 1890."), "b": ("Bor Hall", "Bor Hall opened in 1901.")})
    texts = [passage_of(store, name) for name in "ab"]
    question = "Which opened first, Altra Hall or Bor Hall?"
    made = builder(8)
    made.quote(passage_of(store_of(SCHOOL), "far"), Span("Lake Vell is cold.", 0, 18))
    assert weighed_by_sentences(question, texts, made) is None
    assert len(made.package().citations) == 1
    assert weighed_by_sentences(question, texts, builder(100)) is not None


def test_what_no_sentence_names_is_told_as_that_and_no_more() -> None:
    found = connection("Ana Bell", "Zoe Marsh", store=store_of(SCHOOL))
    assert why_not_joined(found, ("Ana Bell", "Zoe Marsh"), known=KNOWN) == "No sentence was found that names “Zoe Marsh”."
    nothing = connection("X", "Y", store=store_of({}))
    assert why_not_joined(nothing, ("X", "Y"), known=KNOWN) == "No sentence was found that names “X” or “Y”."


def test_a_comparison_alone_has_two_sides() -> None:
    assert named_sides("Which opened first, Altra Hall or Bor Hall?") == ("Altra Hall", "Bor Hall")
    assert named_sides("When did Altra Hall open?") == ()


def test_for_a_side_what_was_not_found_for_both_is_added_if_it_names_it() -> None:
    store = store_of(
        {"a": ("Altra Hall", "Altra Hall opened in 1890."), "b": ("Bor Hall", "Bor Hall opened in 1901."), "c": ("Vell", "Vell is cold.")}
    )
    first, second, third = (passage_of(store, name) for name in "abc")
    looked: list[str] = []

    def look(question: str) -> list[Passage]:
        looked.append(question)
        return [first, second, third]

    added = of_sides("Which opened first, Altra Hall or Bor Hall?", ("Altra Hall", "Bor Hall"), found=[first], look=look)
    assert [passage.chunk.id for passage in added] == [second.chunk.id]
    assert [question.startswith(name) for question, name in zip(looked, ("Altra Hall", "Bor Hall"), strict=True)] == [True, True]
