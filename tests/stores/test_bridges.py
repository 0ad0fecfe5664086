"""A doubtful identity costs neither a wrong answer nor a lost chain: questions over two events that may be one, on every store.

Two reports tell one story: the storm cut the cable and so brought the blackout, says one; the outage stopped the pumps and so flooded the
mine, says the other. Whether the blackout is the outage is doubtful (.6).
"""

from dataclasses import replace
from typing import Literal

import pytest

from cckg.core.evidence import Answer
from cckg.core.graph import PerhapsSame, Settlement
from cckg.core.questions import Asks, InterventionRequest, ParsedQuestion, Route
from cckg.core.trace import Trace
from cckg.export import ask_payload
from cckg.identity import EventMatcher
from cckg.realisation import LocalAnswerWriter
from cckg.settings import MatchSettings, QuestionSettings
from cckg.stores import GraphStore
from queries.context import QueryContext
from queries.plans import PLANS
from tests.builders import graph_update
from tests.fakes import HashingEmbedder
from tests.roles import ListedOpposites, WordingVerifier, question_roles

FIRST = "storm:the storm -> cable:the cut cable -> blackout:the blackout"
LAST = "outage:the outage -> pumps:the stopped pumps -> flood:the flood"
DOUBTED = PerhapsSame("blackout", "outage", 0.6)
CONDITION = "if the blackout (in “Title of d1”) is the same as the outage (in “Title of d2”) (.6)"


def written(store: GraphStore, *documents: str, perhaps: tuple[PerhapsSame, ...] = (DOUBTED,)) -> GraphStore:
    """Write documents, and decide that each mention is the event that it is written with, and which may be one."""
    known: set[str] = set()
    for number, text in enumerate(documents, start=1):
        update = graph_update(text, document=f"d{number}", known=known)
        known |= {event.id for event in update.events}
        store.write_document(replace(update, settled=False))
    store.settle(Settlement({}, {}, perhaps, "reader", store.version()))
    return store


def answered(
    store: GraphStore,
    asks: Asks,
    *,
    main: str | None = None,
    cause: str | None = None,
    effect: str | None = None,
    without: str | None = None,
    yes_when: Literal["necessary", "not necessary", "cause"] | None = None,
) -> Answer:
    """Answer a question; events are meant by their very words."""
    embedder = HashingEmbedder()
    context = QueryContext(
        store=store,
        embedder=embedder,
        matcher=EventMatcher(store, embedder=embedder, verifier=WordingVerifier(), settings=MatchSettings(min_cosine=-1)),
        roles=question_roles(verifier=WordingVerifier(), opposites=ListedOpposites({})),
        limits=QuestionSettings(),
        trace=Trace(),
    )
    parsed = ParsedQuestion(
        "question",
        Route.CAUSAL,
        asks,
        main_event=main,
        cause=cause,
        effect=effect if asks == "path" else None,
        interventions=(InterventionRequest(without, "absent"),) if without else (),
        query_variable=None if asks == "path" else effect,
        yes_no=yes_when is not None,
        yes_when=yes_when,
    )
    found = PLANS[asks](context, parsed)
    text = LocalAnswerWriter().write(parsed, found.package)
    return Answer("question", parsed.route, text, found.package.abstain_because is not None, found.package, found.entries, context.trace)


def told(answer: Answer) -> list[str]:
    return [" ".join(event.id for event in chain.events) for chain in answer.package.chains]


def test_why_goes_over_a_bridge_and_says_on_what_condition(store: GraphStore) -> None:
    answer = answered(written(store, FIRST, LAST), "causes", main="the flood")
    assert told(answer) == ["outage pumps flood", "storm cable blackout outage pumps flood"]
    [bridge] = answer.package.chains[1].bridges
    assert (bridge.left.id, bridge.right.id, bridge.probability) == ("blackout", "outage", 0.6)
    assert (bridge.left_source.document, bridge.right_source.title) == ("d1", "Title of d2")
    assert answer.package.chains[1].strength < answer.package.chains[0].strength * 0.6
    assert answer.text.endswith(f"I{CONDITION[1:]}: The storm led to the cut cable [3]. The cut cable led to the blackout [4].")
    assert answer.text.count("is the same as") == 1


def test_what_followed_goes_over_a_bridge(store: GraphStore) -> None:
    answer = answered(written(store, FIRST, LAST), "effects", main="the blackout")
    assert told(answer) == ["blackout outage pumps flood"]
    assert answer.text == f"I{CONDITION[1:]}: The outage led to the stopped pumps [1]. The stopped pumps led to the flood [2]."
    assert not answer.abstained


def test_a_path_goes_over_no_bridge_where_there_is_one_without(store: GraphStore) -> None:
    graph = written(store, FIRST, LAST, "storm:the storm -> rain:the rain -> flood:the flood")
    answer = answered(graph, "path", cause="the storm", effect="the flood")
    assert told(answer) == ["storm rain flood"]
    assert CONDITION[1:] not in answer.text


def test_what_an_event_was_needed_for_over_a_bridge_is_probable(store: GraphStore) -> None:
    answer = answered(written(store, FIRST, LAST), "verdict", without="the storm", effect="the flood", yes_when="not necessary")
    verdict = answer.package.verdict
    assert verdict is not None
    assert (verdict.necessity, verdict.rule, verdict.is_probable) == ("probably necessary", "lost", True)
    assert answer.text.startswith(f"Probably not. I{CONDITION[1:]}: As far as the documents tell, the storm was necessary for the flood")
    assert answer.text.count("is the same as") == 1
    payload = ask_payload(answer)["verdict"]
    assert payload["bridge"] == {
        "left": {"event": "blackout", "wording": "the blackout", "document": "d1", "uri": "d1.txt"},
        "right": {"event": "outage", "wording": "the outage", "document": "d2", "uri": "d2.txt"},
        "probability": 0.6,
    }


def test_what_is_less_likely_than_not_is_said_with_perhaps(store: GraphStore) -> None:
    graph = written(store, FIRST, LAST, perhaps=(replace(DOUBTED, probability=0.34),))
    answer = answered(graph, "verdict", without="the storm", effect="the flood", yes_when="cause")
    assert answer.text.startswith("Perhaps. The storm led to the cut cable")
    assert answer.text.count("is the same as the outage (in “Title of d2”) (.3): As far as the documents tell") == 1


def test_was_it_necessary_is_probably_not_so_where_something_else_leads_there(store: GraphStore) -> None:
    graph = written(store, FIRST, LAST + "; wind:the wind => outage:the outage")
    answer = answered(graph, "verdict", without="the storm", effect="the flood", yes_when="necessary")
    verdict = answer.package.verdict
    assert verdict is not None
    assert (verdict.necessity, verdict.rule, verdict.is_probable) == ("probably not necessary", "survives", True)
    assert [[event.id for event in chain.events] for chain in verdict.alternatives] == [["wind", "outage", "pumps", "flood"]]
    assert answer.text.startswith(f"Probably not. I{CONDITION[1:]}: ")


def test_it_stays_open_over_a_bridge_where_nobody_says_that_something_else_is_enough(store: GraphStore) -> None:
    graph = written(store, FIRST, LAST + "; wind:the wind -> outage:the outage")
    answer = answered(graph, "verdict", without="the storm", effect="the flood", yes_when="necessary")
    verdict = answer.package.verdict
    assert verdict is not None
    assert (verdict.necessity, verdict.rule, verdict.is_probable) == ("undetermined", "open", False)
    assert verdict.bridge is not None
    assert [[event.id for event in chain.events] for chain in verdict.alternatives] == [["wind", "outage", "pumps", "flood"]]
    assert answer.text.startswith(f"I{CONDITION[1:]}: ")
    assert 'whether "the wind" would have been enough' in answer.text


def test_what_is_left_may_itself_lead_over_the_bridge(store: GraphStore) -> None:
    """Open without the bridge, for nobody says that the rain would have been enough; over the bridge the wind brings it all the same."""
    first = "storm:the storm -> flood:the flood; rain:the rain -> flood:the flood; surge:the surge => flood:the flood"
    doubted = PerhapsSame("surge", "wave", 0.6)
    graph = written(store, first, "wind:the wind => wave:the wave", "storm:the storm -> surge:the surge", perhaps=(doubted,))
    verdict = answered(graph, "verdict", without="the storm", effect="the flood").package.verdict
    assert verdict is not None
    assert (verdict.necessity, verdict.rule, verdict.is_probable) == ("probably not necessary", "survives", True)
    left = [[event.id for event in chain.events] for chain in verdict.alternatives]
    assert left == [["rain", "flood"], ["wind", "wave", "surge", "flood"]]
    assert verdict.alternatives[0].bridges == ()
    assert verdict.alternatives[1].claims[1] == ()
    assert verdict.alternatives[1].bridges[0].left.id == "wave"


def test_a_bridge_that_decides_nothing_leaves_what_is_open_as_it_is(store: GraphStore) -> None:
    first = "storm:the storm -> flood:the flood; rain:the rain -> flood:the flood; surge:the surge -> flood:the flood"
    doubted = PerhapsSame("surge", "wave", 0.6)
    graph = written(store, first, "wind:the wind -> wave:the wave", "storm:the storm -> surge:the surge", perhaps=(doubted,))
    verdict = answered(graph, "verdict", without="the storm", effect="the flood").package.verdict
    assert verdict is not None
    assert (verdict.necessity, verdict.rule, verdict.bridge, verdict.unless) == ("undetermined", "open", None, None)
    assert [[event.id for event in chain.events] for chain in verdict.alternatives] == [["rain", "flood"]]


def test_what_is_probable_for_a_hedged_link_rests_on_no_bridge_but_may_be_changed_by_one(store: GraphStore) -> None:
    first = "storm:the storm -> flood:the flood; rain:the rain ?> flood:the flood; surge:the surge -> flood:the flood"
    doubted = PerhapsSame("surge", "wave", 0.6)
    graph = written(store, first, "wind:the wind -> wave:the wave", "storm:the storm -> surge:the surge", perhaps=(doubted,))
    answer = answered(graph, "verdict", without="the storm", effect="the flood", yes_when="necessary")
    verdict = answer.package.verdict
    assert verdict is not None
    assert (verdict.necessity, verdict.rule, verdict.is_probable, verdict.bridge) == ("probably necessary", "lost if hedged", True, None)
    assert verdict.unless is not None
    assert verdict.unless.ends == {"surge", "wave"}
    assert answer.text.startswith("Probably. ")
    assert "It is otherwise if the surge (in “Title of d1”) is the same as the wave (in “Title of d2”) (.6)." in answer.text


def test_a_verdict_where_nothing_is_in_doubt_rests_on_no_bridge(store: GraphStore) -> None:
    alone = answered(written(store, LAST, perhaps=()), "verdict", without="the outage", effect="the flood", yes_when="necessary")
    verdict = alone.package.verdict
    assert verdict is not None
    assert (verdict.necessity, verdict.bridge, verdict.unless) == ("necessary", None, None)


def test_a_verdict_is_told_with_the_bridge_that_would_change_it(store: GraphStore) -> None:
    graph = written(
        store, "spark:the spark -> fire:the fire", "fuse:the fuse -> blaze:the blaze", perhaps=(PerhapsSame("blaze", "fire", 0.6),)
    )
    answer = answered(graph, "verdict", without="the spark", effect="the fire", yes_when="necessary")
    verdict = answer.package.verdict
    assert verdict is not None
    assert (verdict.necessity, verdict.is_probable) == ("necessary", False)
    assert answer.text.startswith("Yes. As far as the documents tell, the spark was necessary for the fire")
    assert "It is otherwise if the blaze (in “Title of d2”) is the same as the fire (in “Title of d1”) (.6)." in answer.text


def test_what_is_reached_over_a_bridge_alone_is_perhaps_lost(store: GraphStore) -> None:
    answer = answered(written(store, FIRST, LAST), "whatif", without="the storm")
    [absent] = [simulation for simulation in answer.package.simulations if simulation.kind == "absent"]
    assert [event.id for event in absent.lost] == ["cable", "blackout"]
    assert [(event.id, bridge.probability) for event, bridge in absent.perhaps_lost] == [("flood", 0.6), ("pumps", 0.6)]
    assert f"Without the storm, this would perhaps not have happened either, {CONDITION}: " in answer.text
    assert [item["id"] for item in ask_payload(answer)["simulations"][0]["effects_perhaps_lost"]] == ["flood", "pumps"]


def test_what_something_else_brings_about_is_not_perhaps_lost(store: GraphStore) -> None:
    answer = answered(written(store, FIRST, LAST + "; wind:the wind -> outage:the outage"), "whatif", without="the storm")
    assert answer.package.simulations[0].perhaps_lost == ()


def test_no_chain_goes_over_two_bridges(store: GraphStore) -> None:
    graph = written(store, "a -> b", "c -> d", "e -> f", perhaps=(PerhapsSame("b", "c", 0.6), PerhapsSame("d", "e", 0.6)))
    assert told(answered(graph, "causes", main="f")) == ["e f", "c d e f"]
    assert answered(graph, "path", cause="a", effect="f").abstained


def test_a_graph_without_doubt_is_answered_as_ever(store: GraphStore) -> None:
    written(store, FIRST, LAST, perhaps=())
    around = store.neighbourhood(["flood"], "causes", depth=9, limit=99)
    assert around.across is None
    assert told(answered(store, "causes", main="the flood")) == ["outage pumps flood"]
    assert answered(store, "path", cause="the storm", effect="the flood").abstained


@pytest.mark.parametrize("limit", [3, 4, 99])
def test_what_lies_over_a_bridge_takes_no_room_from_what_does_not(store: GraphStore, limit: int) -> None:
    written(store, FIRST, LAST)
    around = store.neighbourhood(["flood"], "causes", depth=9, limit=limit)
    assert around.events.keys() == {"flood", "pumps", "outage"}
    assert not around.truncated
    if limit == 3:
        assert around.across is None
    else:
        whole = around.across
        assert whole is not None
        assert whole.truncated == (limit == 4)
        assert len(whole.events) == min(limit, 6)
        assert [(bridge.left.id, bridge.right.id, bridge.left_source.document) for bridge in whole.bridges] == [
            ("blackout", "outage", "d1")
        ]


def test_the_whole_graph_and_its_counts_hold_the_bridges(store: GraphStore) -> None:
    written(store, FIRST, LAST)
    assert [bridge.ends for bridge in store.graph().bridges] == [{"blackout", "outage"}]
    assert store.stats().perhaps_same == 1
