"""What a follow-up ("and why?", "then what?", "and without it?") means behind an answer: a question of the event that it ended at.

Which lines are follow-ups, and how they are answered, is left to `cckg.terminal.shell`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cckg.core.claims import Modality
from cckg.core.evidence import Answer, CausalChain, Direction, Subgraph
from cckg.core.graph import Event
from cckg.core.questions import ParsedQuestion


@dataclass(frozen=True, slots=True)
class Exhausted:
    """Nothing is read that goes on from an answer; `told` says so in a sentence."""

    told: str


def question_of(event: str, direction: Direction) -> str:
    """Return the whole question of what led to an event ("causes") or followed from it ("effects").

    >>> question_of("the dam broke", "effects")
    'What followed from "the dam broke"?'
    """
    return f'What {"caused" if direction == "causes" else "followed from"} "{event}"?'


def without_it(answer: Answer, parsed: ParsedQuestion) -> str | None:
    """Return the whole question of "and without it?": was the first thing that an answer told needed for the next; None without chains.

    Behind an answer that told what followed or would follow from an event, "it" is that event; behind others, what led straight to the
    event asked about.
    """
    if not answer.package.chains:
        return None
    events = answer.package.chains[0].events
    cause, effect = events[:2] if parsed.asks in ("effects", "whatif") else events[-2:]
    return f'Was "{cause.text}" necessary for "{effect.text}"?'


def going_on(
    answer: Answer, parsed: ParsedQuestion, direction: Direction, *, around: Callable[[str, Direction], Subgraph]
) -> str | Exhausted | None:
    """Return the event that a follow-up in a direction is about.

    Behind an answer that told what followed (or what led to) an event, it is the farthest event told in which the graph goes on that way,
    those of the first chains first; behind others it is the event that was asked about, or else the first that the answer begins from.
    It is `Exhausted` where the answer told all that the graph has that way, and None where there is no event. `parsed` is the question of
    the answer; `around` returns of an event's id what lies one link from it that way.
    """
    entries = answer.entry_events
    main = parsed.main_event or (entries[0].event.text if entries else None)
    if parsed.asks != direction:
        return main
    if not answer.package.chains:
        return main and _exhausted(main, direction)
    ends = _ends(answer.package.chains, direction)
    told = {event.id for chain in answer.package.chains for event in chain.events}
    further = next((end for end in ends if _beyond(around(end.id, direction), end.id, direction) - told), None)
    return further.text if further else _exhausted(ends[0].text, direction)


# Private


def _ends(chains: tuple[CausalChain, ...], direction: Direction) -> list[Event]:
    """Return the events where the chains end that way, those of the longest chains first, each once."""
    ends = [chain.events[0 if direction == "causes" else -1] for chain in sorted(chains, key=lambda chain: -len(chain.events))]
    return list({event.id: event for event in ends}.values())


def _beyond(near: Subgraph, event: str, direction: Direction) -> set[str]:
    """Return the ids of the events that claims lead to from an event that way; what is denied leads nowhere."""
    links = [
        (claim.cause_event, claim.effect_event) if direction == "effects" else (claim.effect_event, claim.cause_event)
        for claim in near.claims
        if claim.modality is not Modality.DENIED
    ]
    return {end for begin, end in links if begin == event}


def _exhausted(event: str, direction: Direction) -> Exhausted:
    return Exhausted(f"Nothing further was read that {'led to' if direction == 'causes' else 'followed from'} “{event}”.")
