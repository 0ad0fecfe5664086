"""Finds the events where a question enters the graph: nearest by vector, verified as the same core event (CCRAG, seed 002, §4.3)."""

from dataclasses import dataclass

from cckg.core.evidence import EntryEvent
from cckg.core.graph import Event, Polarity
from cckg.core.trace import Step
from cckg.matching import Candidate, EventMatcher

_CLOSE = 0.25  # entry events may be this much less sure than the best


@dataclass(frozen=True, slots=True)
class Entry:
    """The events that a wording of the question was matched to, best first; empty if the graph does not know it."""

    wording: str
    events: tuple[EntryEvent, ...]

    @property
    def ids(self) -> list[str]:
        """Return the ids of the events."""
        return [entry.event.id for entry in self.events]

    @property
    def found(self) -> list[Event]:
        """Return the events themselves."""
        return [entry.event for entry in self.events]


def enter(matcher: EventMatcher, wording: str, polarity: Polarity, *, limit: int, step: Step) -> Entry:
    """Match a wording to at most `limit` events; what was kept and dropped, and why, is noted in the step."""
    candidates = matcher.candidates([Event("", wording, polarity)], "same core")[0]
    accepted = [candidate for candidate in candidates if candidate.verdict.match]
    floor = accepted[0].verdict.score - _CLOSE if accepted else 1.0
    kept = [candidate for candidate in accepted if candidate.verdict.score >= floor][:limit]
    step.count("candidates", len(candidates))
    step.count("kept", len(kept))
    for candidate in candidates:
        step.note(f"{'kept' if candidate in kept else 'dropped'}: {candidate.event.text!r} for {wording!r}, {_why(candidate)}")
    events = tuple(EntryEvent(candidate.event, candidate.cosine, rank) for rank, candidate in enumerate(kept, start=1))
    return Entry(wording, events)


# Private


def _why(candidate: Candidate) -> str:
    verdict = candidate.verdict
    if not verdict.same_event:
        return f"not the same event ({verdict.score:.2f})"
    return f"score {verdict.score:.2f}" if verdict.same_polarity else f"other polarity ({candidate.event.polarity})"
