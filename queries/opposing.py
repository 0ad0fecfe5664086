"""Has the logical opposite of an event written, and asks again for one that is none (CCRAG, seed 002, §4.4)."""

from cckg.core.graph import Event
from cckg.core.roles import OppositeWriter, Rejected
from cckg.core.trace import Step
from cckg.local.opposites import is_mere_negation, natural_opposite
from cckg.matching import EventMatcher

TRIES = 3
"""How often an opposite is asked for, at most."""


def written_opposite(event: Event, *, opposites: OppositeWriter, matcher: EventMatcher, step: Step) -> Event:
    """Return the event's opposite as a wording that is not in the graph, with an empty id.

    Rejected is what the verifier takes for the event itself or for another one, and a mere "not …" where English has a word for it. It
    is asked for again with what was rejected; the step notes each. If none will do, the first that was written is returned.
    """
    rejected: list[Rejected] = []
    for _ in range(TRIES):
        text, polarity = opposites.opposite(event.text, event.polarity, rejected=rejected)
        written = Event("", text, polarity, event.context)
        complaint = _complaint(event, written, matcher)
        if complaint is None:
            return written
        rejected.append((text, complaint))
        step.note(f"opposite rejected: {text!r} for {event.text!r}, {complaint}")
        step.count("opposites rejected")
    return Event("", rejected[0][0], event.polarity.opposite, event.context)


# Private


def _complaint(event: Event, written: Event, matcher: EventMatcher) -> str | None:
    if is_mere_negation(written.text, event.text):
        natural = natural_opposite(event.text, event.polarity)
        if natural:
            return f'there is a natural word for it, as in "{natural}"'
    verdict = matcher.compare(written, event)
    if verdict.match:
        return "it says the same"
    return None if verdict.same_event else "it speaks of something else"
