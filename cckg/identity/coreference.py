"""Event coreference: which mentions are one event, decided for all of them together.

A function of the mentions, of what a reader says of pairs, of what was decided by hand, and of nothing else: the order of documents and
the number of workers change nothing. Pairs that were read before are not read again. Candidates are found by `candidates`, clusters made
by `clusters`; what decisions by hand come to, by `decisions`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import count, pairwise
from typing import NamedTuple, Protocol

from cckg.core.graph import EventMention, PerhapsSame, Polarity, Settlement
from cckg.core.text import content_words
from cckg.core.vectors import Matrix
from cckg.identity.candidates import NARROW, WIDE, Contradict, candidates, contradictions
from cckg.identity.clusters import Clustering, Link, Pair, cluster
from cckg.identity.decisions import NOTHING, Standing
from cckg.identity.event_reader import PairToRead, log_odds, shifted, weighed
from cckg.identity.policy import POLICY


class Unread(NamedTuple):
    """A document whose mentions a reader could not compare, why, and whether it can compare none of the run any more."""

    document: str
    reason: str
    stopped: bool


class PairReader(Protocol):
    """Tells of pairs of mentions how likely they are one event. `name` is that under which its readings are kept.

    One that reads `at_once` is given all pairs together, and may tell of others that it was shown with them. What it could not read it
    leaves out, and says so in `unread` until it is asked again.
    """

    name: str
    at_once: bool

    @property
    def unread(self) -> Sequence[Unread]:
        """Return what could not be read of what was asked last."""

    def read(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        """Return by the ids of two mentions, the smaller first, the probability, 0..1, that they are one event."""


class Asked(Protocol):
    """Asks a reader about pairs, but for what it told before, or had been asked together with others."""

    @property
    def at_once(self) -> bool:
        """Tell whether the reader is given all pairs together."""

    def __call__(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        """Return what is known of these pairs, and of others that were told of with them, as of `PairReader.read`."""


def resolve(
    mentions: Sequence[EventMention],
    vectors: Matrix,
    stated: Iterable[tuple[str, str]],
    asked: Asked,
    *,
    decided_by: str,
    based_on: int,
    by_hand: Standing = NOTHING,
) -> Settlement:
    """Decide which mentions are one event.

    Pairs are read round by round, the nearest first, and clusters are made after each: of two clusters few pairs are read, and none more
    of a mention that was another event each time. A reader that reads at once is asked about all that is near in a wider sense.

    Args:
        mentions: all of the graph, ordered by id.
        vectors: (len(mentions), d) unit rows, of their wordings.
        stated: ids of the mentions that are cause and effect of a claim.
        asked: the reader.
        decided_by: its name.
        based_on: the store's version at which all this was read.
        by_hand: what is one event, or never is, whatever else is said; mentions that are not there are left out.
    """
    place = {mention.id: number for number, mention in enumerate(mentions)}
    links = sorted((place[cause], place[effect]) for cause, effect in set(stated) if cause in place and effect in place)
    chains: defaultdict[str, list[Pair]] = defaultdict(list)
    for cause, effect in links:
        chains[mentions[cause].document].append((cause, effect))
    contradict = contradictions(mentions, {cause for cause, _ in links})
    pairs = candidates(mentions, vectors, links, contradict, WIDE if asked.at_once else NARROW)
    parted = _places(by_hand.apart, place)
    alike = {pair: round(float(vectors[pair[0]] @ vectors[pair[1]]), 5) for pair in set(pairs).difference(parted)}
    nearest = sorted(alike, key=lambda pair: (-alike[pair], pair))
    together = [pair for group in by_hand.together for pair in pairwise(sorted(place[name] for name in group if name in place))]
    clustered = partial(_clustered, len(mentions), together=together, apart=[*links, *parted], chains=chains, contradict=contradict)
    shown = {pair: PairToRead(mentions[pair[0]], mentions[pair[1]], alike[pair]) for pair in nearest}
    read: dict[Pair, float] = {}

    def ask(chosen: Sequence[Pair]) -> None:
        for (left, right), same in asked([shown[pair] for pair in chosen]).items():
            pair = (place.get(left, -1), place.get(right, -1))
            is_near = pair in shown or (min(pair) >= 0 and mentions[pair[0]].document == mentions[pair[1]].document)
            if is_near and not contradict(
                *pair
            ):  # what was near while other documents were there is not, or it would depend on their order
                read[pair] = weighed(same, shown.get(pair) or PairToRead(mentions[pair[0]], mentions[pair[1]]))

    if asked.at_once:
        ask(nearest)
        return _settlement(mentions, vectors, clustered(read), decided_by=decided_by, based_on=based_on)
    made = clustered(read)
    for number in count():
        chosen = _worth_reading(nearest, alike, read, made, one_each=number < POLICY.first_rounds)
        if not chosen:
            break
        ask(chosen)
        made = clustered(read)
    return _settlement(mentions, vectors, made, decided_by=decided_by, based_on=based_on)


# Private


def _clustered(
    many: int,
    read: Mapping[Pair, float],
    *,
    together: Sequence[Pair],
    apart: Sequence[Pair],
    chains: Mapping[str, Sequence[Pair]],
    contradict: Contradict,
) -> Clustering:
    bars = {"surely": 0.5, "perhaps": POLICY.perhaps_one, "unread": POLICY.unread}
    return cluster(many, read, **bars, together=together, apart=apart, chains=chains, contradict=contradict)


def _places(pairs: Iterable[tuple[str, str]], place: Mapping[str, int]) -> list[Pair]:
    return sorted((place[left], place[right]) for left, right in set(pairs) if left in place and right in place)


def _worth_reading(
    nearest: Sequence[Pair], alike: Mapping[Pair, float], read: Mapping[Pair, float], made: Clustering, *, one_each: bool
) -> list[Pair]:
    """Return the pairs to read next: of two clusters the nearest that was not read, unless what was read of them tells enough.

    What is told in nearly the same words is read whatever one other pair of the clusters told.

    With `one_each` no mention is in two of them: the nearest may make the others superfluous.
    """
    of_mention = {member: number for number, members in enumerate(made.clusters) for member in members}
    between: defaultdict[Pair, list[float]] = defaultdict(list)
    others: Counter[int] = Counter()
    for pair, same in read.items():
        between[_clusters_of(pair, of_mention)].append(same)
        others.update(pair if same < POLICY.another else ())
    chosen: dict[Pair, Pair] = {}
    busy: set[int] = set()
    for pair in nearest:
        key = _clusters_of(pair, of_mention)
        if pair in read or key[0] == key[1] or key in chosen or busy.intersection(pair):
            continue
        told = between.get(key, [])
        is_another = told and sum(told) / len(told) < POLICY.another and alike[pair] < POLICY.nearly_same_words
        enough = len(told) >= POLICY.read_between or is_another
        if enough or max(others[pair[0]], others[pair[1]]) >= POLICY.tries:
            continue
        chosen[key] = pair
        busy.update(pair if one_each else ())
    return list(chosen.values())


def _clusters_of(pair: Pair, of_mention: Mapping[int, int]) -> Pair:
    left, right = of_mention[pair[0]], of_mention[pair[1]]
    return min(left, right), max(left, right)


def _settlement(mentions: Sequence[EventMention], vectors: Matrix, made: Clustering, *, decided_by: str, based_on: int) -> Settlement:
    """Name the events: each has the id of its smallest mention, and is shown by the mention that says most of those like the others."""
    ids = [mentions[members[0]].id for members in made.clusters]
    events = {event: [mentions[place] for place in members] for event, members in zip(ids, made.clusters, strict=True)}
    event_of = {mention.id: event for event, members in events.items() for mention in members if mention.event != event}
    named_by = {event: _shown_by(events[event], vectors[list(members)]).id for event, members in zip(ids, made.clusters, strict=True)}
    perhaps = [
        PerhapsSame(min(pair), max(pair), round(_told(link, made, mentions), 4))
        for link in made.doubtful
        for pair in [(ids[link.left], ids[link.right])]
    ]
    return Settlement(event_of, named_by, tuple(sorted(perhaps, key=lambda one: (one.left, one.right))), decided_by, based_on)


def _told(link: Link, made: Clustering, mentions: Sequence[EventMention]) -> float:
    """Return the calibrated probability of a link."""
    places = [place for number in (link.left, link.right) for place in made.clusters[number]]
    if len({mentions[place].document for place in places}) == 1:
        return shifted(link.probability, 1.0, log_odds(POLICY.one_inside))
    return shifted(shifted(link.probability, 1.0, log_odds(POLICY.one_across)), POLICY.across_slope, POLICY.across_shift)


def _shown_by(mentions: Sequence[EventMention], vectors: Matrix) -> EventMention:
    """Return the mention whose wording an event is shown by: it goes the way that most go, and says much in few words.

    One that is far less like the others than the likest names nothing: it may be joined wrongly.
    """
    likeness = (vectors @ vectors.sum(axis=0) - 1) / max(1, len(mentions) - 1)  # mean cosine with the others
    least = float(likeness.max()) - POLICY.unlike_others
    likely = [mention for mention, like in zip(mentions, likeness.tolist(), strict=True) if round(like - least, 5) >= 0]
    ways = Counter(mention.polarity for mention in likely)
    way = max(ways, key=lambda polarity: (ways[polarity], polarity is not Polarity.OCCURRENCE, polarity.value))
    return min((mention for mention in likely if mention.polarity is way), key=_worth)


def _worth(mention: EventMention) -> tuple[int, int, str]:
    return -min(len(content_words(mention.text)), POLICY.telling_name), len(mention.text), mention.id
