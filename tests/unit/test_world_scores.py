"""Scores of answers about a made-up world."""

from collections.abc import Sequence

import pytest

from benchmarks.worlds.oracle import Judgement, Outcomes
from benchmarks.worlds.world_questions import Kind, WorldQuestion
from benchmarks.worlds.world_scores import Count, WorldScore, score_answer, summary
from cckg.core.evidence import Answer, EntryEvent, EvidencePackage, Simulation, Verdict
from cckg.core.graph import Event, Polarity
from cckg.core.questions import Route
from cckg.core.trace import Trace
from queries.causal import chains
from tests.builders import subgraph


def event(name: str) -> Event:
    return Event(name, name, Polarity.OCCURRENCE)


def question(kind: Kind, **gold: object) -> WorldQuestion:
    return WorldQuestion("q1", "?", kind, Route.CAUSAL, "causes", target=("b",), **gold)  # type: ignore[arg-type]


def answer(*documents: str, text: str = "", entries: Sequence[str] = (), because: str | None = None, **package: object) -> Answer:
    """Make an answer whose chains are all those that lead from the event "a"."""
    graph = subgraph(*documents) if documents else None
    found = chains(graph, starts=["a"], direction="effects", depth=9, limit=9) if graph else []
    made = EvidencePackage(chains=tuple(found), abstain_because=because, **package)  # type: ignore[arg-type]
    entered = tuple(EntryEvent(event(name), 1.0, rank) for rank, name in enumerate(entries, start=1))
    return Answer("?", "causal", text, because is not None, made, entered, Trace())


def scored(found: Answer, gold: WorldQuestion, known: str = "a b c d") -> WorldScore:
    return score_answer(found, gold, {name: name for name in known.split()}.get)


def test_events_are_counted_by_identity_and_what_was_asked_about_is_not_counted() -> None:
    found = scored(answer("a -> b; a -> c", entries=["a"]), question("effects", events=("b", "d")))
    assert found.events == Count(wanted=2, found=1, named=2, right=1)
    assert (found.events.recall, found.events.precision) == (0.5, 0.5)


def test_the_ends_of_a_path_count() -> None:
    found = scored(answer("a -> b -> c", entries=["a", "c"]), question("path", events=("a", "b", "c")))
    assert found.events == Count(3, 3, 3, 3)


def test_an_event_of_the_graph_that_is_none_of_the_world_is_not_right() -> None:
    found = scored(answer("a -> b; a -> x", entries=["a"]), question("effects", events=("b",)))
    assert found.events == Count(1, 1, 2, 1)


@pytest.mark.parametrize(("given", "right"), [("necessary", True), ("undetermined", False), (None, False)])
def test_a_verdict_must_be_the_gold_verdict(given: str | None, *, right: bool) -> None:
    verdict = Verdict(event("a"), event("b"), given, "lost") if given else None  # type: ignore[arg-type]
    gold = question("necessary", verdict=Judgement("necessary", "lost"), yes_no="yes")
    assert scored(answer(verdict=verdict), gold).verdict is right


@pytest.mark.parametrize(
    ("text", "gold", "right"), [("Yes. It did.", "yes", True), ("No.", "yes", False), ("Perhaps.", None, True), ("Yes.", None, False)]
)
def test_an_answer_begins_with_yes_or_no_where_the_evidence_decides(text: str, gold: str | None, *, right: bool) -> None:
    asked = question("cause or not", verdict=Judgement("necessary", "lost"), yes_no=gold)
    assert scored(answer(text=text), asked).yes_no is right


def test_a_what_if_goes_astray_by_telling_an_effect_of_the_side_that_was_not_supposed() -> None:
    gold = question("opposite", outcomes=Outcomes(("b",), (), ()), gained=("c",), contrary=("c",))

    def supposed(*, lost: str, gained: str) -> WorldScore:
        absent = Simulation("absent", event("a"), "absent", None, lost=(event(lost),))
        return scored(answer(simulations=(absent, Simulation("opposite", event("a"), "not a", event("x"), gained=(event(gained),)))), gold)

    told = [supposed(lost=lost, gained=gained) for lost, gained in ("bc", "cc", "bb", "dd")]
    assert [score.astray for score in told] == [False, True, True, False]
    assert [score.outcome for score in told] == [True, False, False, False]


def test_where_absence_is_supposed_what_follows_from_the_opposite_may_be_told_and_no_other() -> None:
    gold = question("absent", outcomes=Outcomes(("b",), (), ()), contrary=("c",))
    absent = Simulation("absent", event("a"), "absent", None, lost=(event("b"),))
    told = [answer(simulations=(absent, Simulation("opposite", event("a"), "not a", event("x"), gained=(event(name),)))) for name in "cd"]
    assert [scored(found, gold).outcome for found in told] == [True, False]


def test_a_verdict_is_scored_by_the_conventions_of_before_as_well() -> None:
    verdict = Verdict(event("a"), event("b"), "undetermined", "open")
    found = scored(answer(verdict=verdict), question("without", verdict=Judgement("undetermined", "open"), formerly="not necessary"))
    assert (found.verdict, found.formerly) == (True, False)


def test_outcomes_must_be_lost_and_gained_exactly() -> None:
    gold = question("opposite", outcomes=Outcomes(("b",), (), ("d",)), gained=("c",))
    absent = Simulation("absent", event("a"), "absent", None, lost=(event("b"),))
    opposite = Simulation("opposite", event("a"), "not a", event("x"), gained=(event("c"),))
    more = Simulation("absent", event("a"), "absent", None, lost=(event("b"), event("d")))
    assert scored(answer(simulations=(absent, opposite)), gold).outcome is True
    assert scored(answer(simulations=(absent,)), gold).outcome is False
    found = scored(answer(simulations=(more, opposite)), gold)
    assert (found.outcome, found.lost) == (False, Count(1, 1, 2, 1))


def test_a_trap_is_passed_if_nothing_of_the_opposite_is_named() -> None:
    gold = question("effects", events=("b",), trap=("c",))
    assert scored(answer("a -> b", entries=["a"]), gold).passed is True
    assert scored(answer("a -> b; a -> c", entries=["a"]), gold).passed is False


def test_an_unanswerable_question_is_to_be_declined_and_an_answerable_one_answered() -> None:
    declined, given = answer(because="They do not say."), answer("a -> b")
    assert [scored(item, question("causes", why="no cause")).declined for item in (declined, given)] == [True, False]
    assert [scored(item, question("causes", events=("a",))).answered for item in (declined, given)] == [False, True]


def test_a_summary_gives_shares_and_nothing_where_nothing_was_asked() -> None:
    asked = question("effects", events=("b", "d"))
    found = summary([scored(answer("a -> b; a -> c", entries=["a"]), asked), scored(answer(because="no"), asked)])
    figures = [found[name] for name in ("questions", "causes and effects found", "causes and effects right", "false declines")]
    assert figures == [2, 0.25, 0.5, 0.5]
    assert found["verdicts right"] is None
