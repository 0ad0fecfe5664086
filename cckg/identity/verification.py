"""The built-in verifier of "same event, same polarity": the event reader, shown two wordings and the titles of their documents."""

from collections.abc import Sequence
from dataclasses import replace

from cckg.core.graph import Event, EventMention, MentionContext
from cckg.core.roles import Criterion, MatchVerdict
from cckg.core.text import words
from cckg.identity.contradictions import of_other_numbers
from cckg.identity.event_reader import EventReader


class LocalVerifier:
    """Decides by the event reader; some dozens of pairs a second."""

    def __init__(self, reader: EventReader) -> None:
        self.name = reader.name
        self._reader = reader

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        """Return one verdict per pair, in order; see `cckg.core.roles.Verifier`. The same words are the same event.

        Wordings of other numbers are not.
        """
        unlike = [place for place, (left, right) in enumerate(pairs) if words(left.text) != words(right.text)]
        mentions = [(_mention(pairs[place][0]), _mention(pairs[place][1])) for place in unlike]
        told = self._reader.meant(mentions) if criterion == "same core" else self._reader.interchangeable(mentions)
        verdicts = [MatchVerdict(same_event=True, same_polarity=True, score=1.0)] * len(pairs)
        for place, verdict in zip(unlike, told, strict=True):
            is_other = of_other_numbers(pairs[place][0].text, pairs[place][1].text)
            verdicts[place] = replace(verdict, same_event=verdict.same_event and not is_other)
        return verdicts


# Private


def _mention(event: Event) -> EventMention:
    return EventMention(event.id, event.id, "", event.context, event.text, event.polarity, MentionContext("", 0, 0))
