"""Both worlds of an intervention: what is lost without an event, and what its opposite led to elsewhere."""

from collections.abc import Mapping

import pytest

from cckg.core.evidence import Simulation
from cckg.core.graph import Event
from cckg.core.trace import Step
from cckg.identity import EventMatcher
from cckg.settings import MatchSettings
from cckg.stores import GraphStore
from queries.causal import opposite_contrast, simulate_absence
from queries.intervening import simulate_opposites, world_after, written_opposites
from tests.builders import stored
from tests.fakes import HashingEmbedder
from tests.roles import ListedOpposites, WordingVerifier


def event(store: GraphStore, name: str) -> Event:
    (found,) = store.events([name])
    return found


def absent(store: GraphStore, *names: str, limit: int = 99) -> Simulation:
    return simulate_absence(world_after(store, names, limit=limit), event(store, names[0]), same=store.events(names))


def opposite(store: GraphStore, name: str, opposites: Mapping[str, str], *, depth: int = 9) -> Simulation:
    matcher = EventMatcher(store, embedder=HashingEmbedder(), verifier=WordingVerifier(), settings=MatchSettings(min_cosine=-1))
    one = event(store, name)
    [written] = written_opposites([one], opposites=ListedOpposites(opposites), matcher=matcher, step=Step("intervene"))
    return simulate_opposites([(one, written)], store=store, matcher=matcher, depth=depth, limit=99)[0]


def ids(events: tuple[Event, ...]) -> list[str]:
    return sorted(found.id for found in events)


@pytest.mark.parametrize(
    ("documents", "lost", "kept", "unsettled"),
    [
        (["a -> b -> c"], "b c", "", ""),
        (["a -> b -> c; x -> b"], "", "", "b c"),  # nobody says that x would have been enough
        (["a -> b -> c; x => b"], "", "b c", ""),
        (["a -> b -> c; x -> c"], "b", "", "c"),
        (["a -> b -> c; x => c"], "b", "c", ""),
        (["a -> b -> c", "x ?> c"], "b ~c", "", ""),  # what may have another cause is probably lost
        (["a -> b -> c; x +> c"], "b c", "", ""),
        (["a -> b -> c; a -> c"], "b c", "", ""),
        (["x -> a -> b; x -> b"], "b", "", ""),  # the same chain told short
        (["a & x -> b"], "b", "", ""),
        (["a -> b; a !> c"], "b", "", ""),  # what is only denied to follow is no effect
        (["a -> b", "a !> b"], "", "", "b"),
        (["a -> b -> a; x -> b"], "", "b", ""),
        (["a ?> b"], "~b", "", ""),
        (["a ?> b; x -> b"], "", "", "b"),
        (["a ?> b; x => b"], "", "~b", ""),
        (["a +> b"], "~b", "", ""),
        (["c -> a; c ?> b; a -> d; c !> d"], "d", "", ""),
        (["x -> a"], "", "", ""),
    ],
)
def test_without_an_event_each_effect_becomes_what_the_verdict_says_of_it(
    documents: list[str], lost: str, kept: str, unsettled: str
) -> None:
    """Compare the outcomes; what is only probably so has a tilde."""
    simulation = absent(stored(*documents), "a")
    outcomes = [(simulation.lost, simulation.probably_lost), (simulation.kept, simulation.probably_kept), (simulation.unsettled, ())]
    told = [" ".join([*ids(surely), *(f"~{event}" for event in ids(probably))]) for surely, probably in outcomes]
    assert told == [lost, kept, unsettled]
    assert (simulation.kind, simulation.to, simulation.matched, simulation.gained) == ("absent", "absent", None, ())


def test_what_is_kept_is_told_with_the_links_that_are_left() -> None:
    simulation = absent(stored("a -> b -> c; x => b; y -> b; a -> d"), "a")
    assert [[event.id for event in chain.events] for chain in simulation.alternatives] == [["x", "b"], ["y", "b"], ["b", "c"]]


def test_what_may_be_kept_or_lost_is_told_without_links() -> None:
    simulation = absent(stored("a -> b -> c; x -> b; a -> d"), "a")
    assert (ids(simulation.lost), ids(simulation.unsettled), simulation.alternatives) == (["d"], ["b", "c"], ())


def test_where_not_everything_was_read_nothing_is_lost_for_certain() -> None:
    simulation = absent(stored("a -> b -> c -> d"), "a", limit=2)
    assert (simulation.lost, ids(simulation.unsettled)) == ((), ["b"])


def test_events_that_are_the_same_happening_are_taken_out_together() -> None:
    store = stored("a -> c; b -> c")
    assert ids(absent(store, "a").lost) == []
    assert ids(absent(store, "a", "b").lost) == ["c"]


def test_a_world_holds_what_is_downstream_and_every_cause_of_it() -> None:
    world = world_after(stored("a -> b -> c; x -> y -> c; c -> d; u -> v"), ["a"], limit=99)
    assert ids(world.downstream) == ["b", "c", "d"]
    assert sorted(world.subgraph.events) == ["a", "b", "c", "d", "x", "y"]


def test_the_opposite_is_looked_for_in_the_graph_and_what_it_led_to_is_gained() -> None:
    simulation = opposite(stored("-price -> demand -> sales", "+price -> thrift"), "+price", {"price": "price"})
    assert simulation.kind == "opposite"
    assert simulation.matched is not None
    assert simulation.matched.id == "-price"
    assert (simulation.to, ids(simulation.gained), simulation.lost) == ("price", ["demand", "sales"], ())


def test_an_opposite_that_the_documents_do_not_know_is_still_told() -> None:
    simulation = opposite(stored("flood -> ruin"), "flood", {"flood": "drought"})
    assert (simulation.to, simulation.matched, simulation.gained) == ("drought", None, ())


def test_an_event_is_never_its_own_opposite() -> None:
    assert opposite(stored("flood -> ruin"), "flood", {"flood": "flood"}).matched is None


def test_what_the_opposite_led_to_is_followed_no_further_than_the_depth() -> None:
    store = stored("~rain:rain -> drought -> famine -> unrest", "rain -> flood")
    assert ids(opposite(store, "rain", {"rain": "rain"}, depth=1).gained) == ["drought"]
    assert ids(opposite(store, "rain", {"rain": "rain"}).gained) == ["drought", "famine", "unrest"]


def test_the_other_side_of_a_denial_does_not_follow_from_the_opposite() -> None:
    assert ids(opposite(stored("~rain:rain -> drought; ~rain:rain !> strike", "rain -> flood"), "rain", {"rain": "rain"}).gained) == [
        "drought"
    ]


@pytest.mark.parametrize(
    ("documents", "says"),
    [
        ("+price -> sales; -price -> sales", 'The opposite, "price", is said to have led to "sales" as well.'),
        ("+price -> sales; -price -> ruin", 'the opposite of the effect is said to have followed: "ruin".'),
        ("+price -> sales; -price -> x", None),
        ("+price -> sales; ruin -> x", None),  # no opposite in the graph
    ],
)
def test_what_the_opposite_led_to_is_told_where_it_bears_on_the_effect(documents: str, says: str | None) -> None:
    store = stored(documents)
    found = opposite(store, "+price", {"price": "price"})
    said = opposite_contrast(found, effect=store.events(["sales"]), contrary=store.events(["ruin"]))
    assert said is None if says is None else said is not None and says in said
