"""Finds the events where a question enters the graph: nearest by vector, verified as the same core event (CCRAG, seed 002, §4.3)."""

from dataclasses import dataclass

from cckg.core.evidence import EntryEvent
from cckg.core.graph import Event, Polarity
from cckg.core.text import WORD, words
from cckg.core.trace import Step
from cckg.local.synonyms import stem
from cckg.matching import Candidate, EventMatcher
from cckg.stores.base import GraphStore

_CLOSE = 0.45  # further entry events must reach this share of the best one's score


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


def enter(matcher: EventMatcher, wording: str, polarity: Polarity, *, store: GraphStore, limit: int, step: Step) -> Entry:
    """Match a wording to at most `limit` events; what was kept and dropped, and why, is noted in the step.

    An event is kept if the verifier accepts it, if its score comes near the best one's, and if every name in the wording is named by the
    event, by the titles of its documents, or by the quotes that speak of it: the collapse of another bridge is another event.
    """
    candidates = matcher.candidates([Event("", wording, polarity)], "same core")[0]
    unsaid = _unsaid_names(wording, candidates, store)
    accepted = [candidate for candidate in candidates if candidate.verdict.match and not unsaid[candidate.event.id]]
    floor = accepted[0].verdict.score * _CLOSE if accepted else 1.0
    kept = [candidate for candidate in accepted if candidate.verdict.score >= floor][:limit]
    step.count("candidates", len(candidates))
    step.count("kept", len(kept))
    for candidate in candidates:
        decision = "kept" if candidate in kept else "dropped"
        step.note(f"{decision}: {candidate.event.text!r} for {wording!r}, {_why(candidate, unsaid[candidate.event.id])}")
    events = tuple(EntryEvent(candidate.event, candidate.cosine, rank) for rank, candidate in enumerate(kept, start=1))
    return Entry(wording, events)


# Private


def _unsaid_names(wording: str, candidates: list[Candidate], store: GraphStore) -> dict[str, list[str]]:
    """Return for each candidate the names of the wording that nothing said of it names."""
    names = [match.group() for match in WORD.finditer(wording) if match.group()[0].isupper() and (match.start() > 0 or not match.group().istitle())]
    ids = [candidate.event.id for candidate in candidates]
    said = {candidate.event.id: f"{candidate.event.text} {candidate.event.context}" for candidate in candidates}
    if names and ids:
        for direction in ("causes", "effects"):
            around = store.neighbourhood(ids, direction, depth=1, limit=len(ids) * 20)
            for claim in around.claims:
                for side in (claim.cause_event, claim.effect_event):
                    if side in said:
                        said[side] += f" {claim.quote.text} {around.sources[claim.document].title}"
    stems = {event: {stem(word) for word in words(text)} for event, text in said.items()}
    return {event: [name for name in names if stem(name.lower()) not in found] for event, found in stems.items()}


def _why(candidate: Candidate, unsaid: list[str]) -> str:
    verdict = candidate.verdict
    if not verdict.same_event:
        return f"not the same event ({verdict.score:.2f})"
    if not verdict.same_polarity:
        return f"other polarity ({candidate.event.polarity})"
    return f"nothing there names {', '.join(unsaid)}" if unsaid else f"score {verdict.score:.2f}"
