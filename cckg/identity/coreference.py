"""Event coreference: which mentions are one event, decided for all of them together.

A function of the mentions, of what a reader says of pairs, and of nothing else: the order of documents and the number of workers change
nothing. Pairs that were read before are not read again. Candidates are found by `candidates`, clusters made by `clusters`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from cckg.core.graph import EventMention, PerhapsSame, Polarity, Settlement
from cckg.core.text import content_words
from cckg.core.vectors import Matrix
from cckg.identity.candidates import candidates
from cckg.identity.clusters import Clustering, Pair, cluster
from cckg.identity.policy import POLICY


class PairReader(Protocol):
    """Tells of pairs of mentions how likely they are one event. `name` is that under which its readings are kept."""

    name: str

    def same(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[float]:
        """Return the probability, 0..1, that the two are one event, for each pair, whichever way round it is given."""


Readings = Mapping[tuple[str, str], float]
"""Probabilities by the ids of two mentions, the smaller first."""


def unread_pairs(
    mentions: Sequence[EventMention], vectors: Matrix, stated: Iterable[tuple[str, str]], known: Readings
) -> list[tuple[EventMention, EventMention]]:
    """Return the pairs of mentions that a reader has still to be asked about; arguments as of `settled`."""
    pairs, _ = _gate(mentions, vectors, stated)
    return [(mentions[left], mentions[right]) for left, right in pairs if (mentions[left].id, mentions[right].id) not in known]


def settled(
    mentions: Sequence[EventMention],
    vectors: Matrix,
    stated: Iterable[tuple[str, str]],
    readings: Readings,
    *,
    decided_by: str,
    based_on: int,
) -> Settlement:
    """Decide which mentions are one event.

    Args:
        mentions: all of the graph, ordered by id.
        vectors: (len(mentions), d) unit rows, of their wordings.
        stated: ids of the mentions that are cause and effect of a claim.
        readings: what a reader said of pairs; those that the mentions as they are now give no reason to read do not count.
        decided_by: the reader.
        based_on: the store's version at which all this was read.
    """
    pairs, apart = _gate(mentions, vectors, stated)
    read = {(left, right): readings.get((mentions[left].id, mentions[right].id), 0.0) for left, right in pairs}
    made = cluster(len(mentions), read, surely=POLICY.surely_one, perhaps=POLICY.perhaps_one, unread=POLICY.unread, apart=apart)
    return _settlement(mentions, made, decided_by=decided_by, based_on=based_on)


# Private


def _gate(mentions: Sequence[EventMention], vectors: Matrix, stated: Iterable[tuple[str, str]]) -> tuple[list[Pair], list[Pair]]:
    place = {mention.id: number for number, mention in enumerate(mentions)}
    links = sorted((place[cause], place[effect]) for cause, effect in set(stated) if cause in place and effect in place)
    return candidates(mentions, vectors, links)


def _settlement(mentions: Sequence[EventMention], made: Clustering, *, decided_by: str, based_on: int) -> Settlement:
    """Name the events: each has the id of its smallest mention, and is shown by the mention that says most."""
    event_of: dict[str, str] = {}
    named_by: dict[str, str] = {}
    ids = [mentions[members[0]].id for members in made.clusters]
    before = _members_before(mentions)
    for event, members in zip(ids, made.clusters, strict=True):
        of_event = [mentions[place] for place in members]
        moved = [mention.id for mention in of_event if mention.event != event]
        event_of |= dict.fromkeys(moved, event)
        if moved or before.get(event) != {mention.id for mention in of_event}:
            named_by[event] = _shown_by(of_event).id
    perhaps = [
        PerhapsSame(min(ids[link.left], ids[link.right]), max(ids[link.left], ids[link.right]), round(link.probability, 4))
        for link in made.doubtful
    ]
    return Settlement(event_of, named_by, tuple(sorted(perhaps, key=lambda one: (one.left, one.right))), decided_by, based_on)


def _members_before(mentions: Sequence[EventMention]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for mention in mentions:
        found.setdefault(mention.event, set()).add(mention.id)
    return found


def _shown_by(mentions: Sequence[EventMention]) -> EventMention:
    """Return the mention whose wording an event is shown by: it goes the way that most go, and says much in few words."""
    ways = Counter(mention.polarity for mention in mentions)
    way = max(ways, key=lambda polarity: (ways[polarity], polarity is not Polarity.OCCURRENCE, polarity.value))
    return min((mention for mention in mentions if mention.polarity is way), key=_worth)


def _worth(mention: EventMention) -> tuple[int, int, str]:
    return -min(len(content_words(mention.text)), POLICY.telling_name), len(mention.text), mention.id
