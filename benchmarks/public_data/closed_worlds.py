"""Puts a stated world into a graph, as a text would that leaves nothing out, and asks the engine what would have been.

Each thing is two events, its two states. What is stated to bring a state about is enough for it, and where no other causes are, its being
missing is enough for the contrary: of causes needed together each one's, of causes each enough all of them. That there are no links but
these is a denial of every other.

The question names what was in place of what: that is taken out, and what was observed and what is there instead are taken as given. Asked
is whether the state of the effect that was would have been without it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.public_data.stated_worlds import Mechanism, StatedWorld, UnreadError, read_world
from benchmarks.public_data.states import State
from cckg.core.claims import Claim, Mention, Modality, Span
from cckg.core.evidence import Source, Subgraph
from cckg.core.graph import Event, Polarity
from queries.causal import Given, Removal, judge, reachable


@dataclass(frozen=True, slots=True)
class Told:
    """Whether what was asked about would have been, None where that is left open, and the engine's first reason."""

    would_be: bool | None
    because: str

    @property
    def yes_or_no(self) -> str | None:
        """Return the answer in a word, None where there is none."""
        return None if self.would_be is None else "yes" if self.would_be else "no"


def asked_of(background: str, given: str, question: str) -> Told:
    """Read a world and its question, and ask the engine; what cannot be read is told as the reason."""
    try:
        return would_be(read_world(background, given, question))
    except UnreadError as error:
        return Told(None, f"Unread: {error}.")


def would_be(world: StatedWorld) -> Told:
    """Ask the engine whether what is asked about would have been."""
    if world.open_things:
        return Told(None, f"Nothing is told of {', '.join(world.open_things)}.")
    graph = graph_of(world)
    was = _as_it_was(world, graph)
    if was is None:
        return Told(None, f"The graph does not tell whether {world.asked.thing} was.")
    given = _given(world, present=(world.was, world.instead))
    verdict = judge(graph, cause=[graph.events[str(world.was)]], effect=[graph.events[str(was)]], given=given)
    if verdict.leaning is None:
        return Told(None, verdict.reasons[0])
    left = was.contrary if verdict.leaning == "necessary" else was
    return Told(left == world.asked, verdict.reasons[0])


def graph_of(world: StatedWorld) -> Subgraph:
    """Return the graph of a world: two events a thing, the claims stated, and of a closed world what follows from there being no others."""
    states = [state for thing in world.things for state in (State(thing), State(thing).contrary)]
    mechanisms = [*world.mechanisms, *(_contrary(mechanism) for mechanism in world.mechanisms if world.closed)]
    claims = [claim for mechanism in mechanisms for claim in _claims(mechanism)]
    links = [(claim.cause_event, claim.effect_event) for claim in claims]
    if world.closed:
        claims += [
            _claim(cause, effect, modality=Modality.DENIED)
            for cause in states
            for effect in states
            if cause.thing != effect.thing and str(effect) not in reachable(links, [str(cause)])
        ]
    return Subgraph({str(state): _event(state) for state in states}, tuple(claims), {_WORLD: Source(_WORLD, _WORLD, _WORLD)})


# Private

_WORLD = "world"


def _contrary(mechanism: Mechanism) -> Mechanism:
    """Return what brings the contrary of an effect about where nothing else brings the effect about."""
    return Mechanism(tuple(cause.contrary for cause in mechanism.causes), mechanism.effect.contrary, not mechanism.together)


def _claims(mechanism: Mechanism) -> Iterator[Claim]:
    for cause in mechanism.causes:
        yield _claim(cause, mechanism.effect, group=f"of {mechanism.effect}" if mechanism.together else None)


def _claim(cause: State, effect: State, *, group: str | None = None, modality: Modality = Modality.ASSERTED) -> Claim:
    link = f"{cause} {'does not cause' if modality is Modality.DENIED else 'causes'} {effect}"
    return Claim(
        id=link,
        document=_WORLD,
        chunk=f"{_WORLD}#0",
        cause_event=str(cause),
        effect_event=str(effect),
        cause=_mention(cause),
        effect=_mention(effect),
        cue=None,
        quote=Span(link, 0, len(link)),
        modality=modality,
        confidence=1.0,
        extractor="stated",
        group=group,
        enough=modality is Modality.ASSERTED,
    )


def _event(state: State) -> Event:
    return Event(str(state), str(state), Polarity.OCCURRENCE if state.holds else Polarity.ABSENCE)


def _mention(state: State) -> Mention:
    event = _event(state)
    return Mention(Span(event.text, 0, len(event.text)), event.text, event.polarity)


def _as_it_was(world: StatedWorld, graph: Subgraph) -> State | None:
    """Return the state of the effect in the world as it was, by the engine; None where it is not one of the two."""
    given = _given(world, present=(world.was,), absent=(world.instead,))
    present = Removal(graph, (graph.events[str(world.was)],), given).asserted.factual
    held = [state for state in (world.asked, world.asked.contrary) if str(state) in present]
    return held[0] if len(held) == 1 else None


def _given(world: StatedWorld, *, present: Sequence[State], absent: Sequence[State] = ()) -> Given:
    """Return what is taken as given: what was observed, its contraries as absent, and these states."""
    contraries = (state.contrary for state in world.observed)
    return Given(frozenset(map(str, (*world.observed, *present))), frozenset(map(str, (*contraries, *absent))))
