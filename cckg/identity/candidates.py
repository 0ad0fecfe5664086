"""Which pairs of mentions are worth an event reader's look: the cheap gate in front of it.

Inside a document those are the nearest. Across documents the documents must first seem to tell of one matter, by the rare words (names,
numbers, details) that stand around their mentions; then the nearest mentions of the two are compared. The result is a function of all
mentions together, whatever order they came in.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from cckg.core.graph import EventMention, MentionContext
from cckg.core.text import STOP_WORDS, content_words, words
from cckg.core.vectors import Matrix
from cckg.identity.clusters import Pair
from cckg.identity.contradictions import days_in, of_other_numbers, on_other_days
from cckg.identity.policy import POLICY
from cckg.language import dates, days_on_end, years_of

Contradict = Callable[[int, int], bool]
"""Tells of the places of two mentions whether they cannot be one event."""


class Gate(NamedTuple):
    """From which cosine of two wordings a reader is asked about them, and about how many of the nearest, at most.

    `most_across` are those of one other document, `most_of_others` those of all others together.
    """

    near_inside: float = POLICY.near_cosine
    most_inside: int = POLICY.nearest_inside
    near_across: float = POLICY.near_across_cosine
    most_across: int = POLICY.nearest_across
    most_of_others: int | None = None


NARROW = Gate()
"""The gate in front of the built-in reader, which sees one pair at a time."""
WIDE = Gate(-1.0, POLICY.chat_nearest_inside, POLICY.chat_near_across_cosine, most_of_others=POLICY.chat_nearest_of_others)
"""The gate in front of a chat model, which sees many at once."""


def candidates(
    mentions: Sequence[EventMention], vectors: Matrix, stated: Iterable[Pair], contradict: Contradict, gate: Gate = NARROW
) -> list[Pair]:
    """Return the pairs to be read, in order, each with the smaller place first.

    Args:
        mentions: all of them, ordered by id.
        vectors: (len(mentions), d) unit rows, of their wordings.
        stated: places of the causes and effects that the documents state: never one event.
        contradict: which others never are.
        gate: how near they are to be.
    """
    never = {(min(pair), max(pair)) for pair in stated}

    def may_be_one(pairs: Iterable[Pair]) -> set[Pair]:
        return {pair for pair in pairs if pair not in never and not contradict(*pair)}

    across = may_be_one(_across(mentions, vectors, gate))
    if gate.most_of_others is not None:
        across = set(_few_of_each(across, mentions, vectors, most=gate.most_of_others))
    return sorted(may_be_one(_inside(mentions, vectors, gate)) | across)


def contradictions(mentions: Sequence[EventMention], causes: Container[int] = ()) -> Contradict:
    """Return what tells of two mentions, by their places, whether what is known of them speaks against their being one event.

    Args:
        mentions: all of the graph.
        causes: places of those that are the cause of a claim; what is no cause is an effect.
    """
    days, scenes = _days(mentions), _scenes(mentions)
    times = [_time(mention.context, is_cause=place in causes) for place, mention in enumerate(mentions)]

    @cache
    def contradict(left: int, right: int) -> bool:
        here, there = mentions[left], mentions[right]
        if _contradict(here, there, days) or _elsewhere(scenes.get(here.document), scenes.get(there.document)):
            return True
        return here.document != there.document and _years_apart(times[left], times[right]) > POLICY.reported_within_years

    return contradict


# Private

_WORD = re.compile(r"[^\W_]{3,}")


def _inside(mentions: Sequence[EventMention], vectors: Matrix, gate: Gate) -> Iterator[Pair]:
    """Yield each mention with the nearest of its own document, and one of few words ("the failure") with the one before it."""
    for places in _by_document(mentions).values():
        yield from _nearest(places, places, vectors, least=gate.near_inside, most=gate.most_inside)
        for before, place in pairwise(sorted(places, key=lambda place: (mentions[place].context.start, place))):
            if len(content_words(mentions[place].text)) <= POLICY.few_words:
                yield min(before, place), max(before, place)


def _across(mentions: Sequence[EventMention], vectors: Matrix, gate: Gate) -> Iterator[Pair]:
    """Yield each mention with the nearest of those documents that seem to tell of the same matter."""
    places = _by_document(mentions)
    for left, right in _alike(mentions, places):
        yield from _nearest(places[left], places[right], vectors, least=gate.near_across, most=gate.most_across)


def _few_of_each(pairs: Iterable[Pair], mentions: Sequence[EventMention], vectors: Matrix, *, most: int) -> Iterator[Pair]:
    """Yield the pairs that are among the nearest of either side, ties by place.

    Mentions in the same words are counted apart: copies of a text are not to hide what another text tells in other words.
    """
    worded = [" ".join(words(mention.text)) for mention in mentions]
    cosines = {pair: round(float(vectors[pair[0]] @ vectors[pair[1]]), 5) for pair in pairs}
    taken: Counter[tuple[int, bool]] = Counter()
    for left, right in sorted(cosines, key=lambda pair: (-cosines[pair], pair)):
        sides = [(place, worded[left] == worded[right]) for place in (left, right)]
        if min(taken[side] for side in sides) < most:
            yield left, right
        taken.update(sides)


def _by_document(mentions: Sequence[EventMention]) -> dict[str, list[int]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for place, mention in enumerate(mentions):
        found[mention.document].append(place)
    return dict(sorted(found.items()))


def _nearest(rows: Sequence[int], columns: Sequence[int], vectors: Matrix, *, least: float, most: int) -> Iterator[Pair]:
    """Yield the pairs in which one is among the nearest of the other, ties by place."""
    cosines = np.round(vectors[rows] @ vectors[columns].T, 5)
    cosines[np.equal.outer(rows, columns)] = -np.inf
    for table, ours, theirs in ((cosines, rows, columns), (cosines.T, columns, rows)):
        order = np.argsort(-table, axis=1, kind="stable")[:, :most]
        for row, found in enumerate(order.tolist()):
            for column in found:
                if table[row, column] >= least:
                    yield min(ours[row], theirs[column]), max(ours[row], theirs[column])


def _alike(mentions: Sequence[EventMention], places: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of documents that share enough rare words around their mentions, of each the nearest few."""
    from scipy import sparse
    from sklearn.preprocessing import normalize

    documents = list(places)
    said = [_words(mentions[place] for place in of_document) for of_document in places.values()]
    most = max(len(documents), POLICY.fewest_documents)
    share = Counter(word for of_document in said for word in of_document)
    column = {word: number for number, word in enumerate(sorted(share))}
    entries = [
        (row, column[word], (1 + math.log(count)) * math.log((most + 1) / share[word]))
        for row, of_document in enumerate(said)
        for word, count in sorted(of_document.items())
    ]
    if not entries:
        return
    rows, columns, weights = map(np.array, zip(*entries, strict=True))
    table = sparse.csr_matrix((weights, (rows, columns)), shape=(len(documents), len(column)))
    table = normalize(table)
    near: set[tuple[int, int]] = set()
    for start in range(0, len(documents), _BLOCK):
        cosines = np.round((table[start : start + _BLOCK] @ table.T).toarray(), 5)
        for row, of_document in enumerate(cosines, start):
            of_document[row] = -1.0
            order = np.argsort(-of_document, kind="stable")[: POLICY.alike_documents].tolist()
            near |= {(min(row, other), max(row, other)) for other in order if of_document[other] >= POLICY.same_matter_cosine}
    yield from ((documents[left], documents[right]) for left, right in sorted(near))


_BLOCK = 1024  # documents that are compared with all others at a time


def _words(mentions: Iterable[EventMention]) -> Counter[str]:
    """Count the content words around the mentions of a document; those of its title, which one mention may not repeat, once."""
    found: Counter[str] = Counter()
    titles: set[str] = set()
    for mention in mentions:
        told = mention.context
        found.update(_content(f"{told.left} {told.words} {told.right}"))
        titles |= set(_content(" ".join([mention.title, *told.headings, told.place])))
    return found + Counter(titles - found.keys())


def _content(text: str) -> list[str]:
    return [word for word in map(str.lower, _WORD.findall(text)) if word not in STOP_WORDS]


def _contradict(left: EventMention, right: EventMention, days: Mapping[str, tuple[date, date]]) -> bool:
    """Tell whether what is known of two mentions speaks against their being one event: opposite ways, other numbers, or other days.

    A document that is older than what another one tells cannot tell of that.
    """
    if left.polarity is right.polarity.opposite or of_other_numbers(left.text, right.text):
        return True
    if on_other_days(days_in(left.text), days_in(right.text)):
        return True
    if {left.document, right.document} <= days.keys() and _days_between(days[left.document], days[right.document]) > POLICY.days_apart:
        return True
    here, there = left.context, right.context
    if _is_older(here, days.get(right.document)) or _is_older(there, days.get(left.document)):
        return True
    if here.date and there.date and {here.date_source, there.date_source} <= _TOLD_OF_EVENT:
        return on_other_days(frozenset([here.date]), frozenset([there.date]))
    return False


class _Scene(NamedTuple):
    """The names in the place of a document, and the words around its mentions."""

    place: frozenset[str]
    words: frozenset[str]


def _scenes(mentions: Sequence[EventMention]) -> dict[str, _Scene]:
    """Return the scene of each document that tells its place."""
    places = _by_document(mentions)
    named = {name: _names(mentions[of_document[0]].context.place) for name, of_document in places.items()}
    return {name: _Scene(place, frozenset(_words(mentions[one] for one in places[name]))) for name, place in named.items() if place}


def _names(place: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(place) if word[0].isupper())


def _elsewhere(here: _Scene | None, there: _Scene | None) -> bool:
    """Tell whether two documents tell of two places, neither of which the other one names."""
    return here is not None and there is not None and here.place.isdisjoint(there.words) and there.place.isdisjoint(here.words)


_TOLD_OF_EVENT = frozenset(["sentence", "heading"])
"""Sources of a date that is the event's own; that of a document may be later."""
_TOLD_IN_TEXT = _TOLD_OF_EVENT | {"claim", "text"}


def _days(mentions: Iterable[EventMention]) -> dict[str, tuple[date, date]]:
    """Return of each document the first and last day told in it or around its mentions, where these are few and on end: of its matter."""
    told: defaultdict[str, set[str]] = defaultdict(set)
    for mention in mentions:
        around = mention.context
        told[mention.document] |= dates(f"{around.left} {around.words} {around.right}")
        told[mention.document].update([around.date] if around.date_source in _TOLD_IN_TEXT else ())
    return {document: days for document, those in told.items() if (days := days_on_end(those))}


def _days_between(left: tuple[date, date], right: tuple[date, date]) -> int:
    return max((left[0] - right[1]).days, (right[0] - left[1]).days)


def _is_older(told: MentionContext, days: tuple[date, date] | None) -> bool:
    """Tell whether the document of a mention has a date before the days of which another document tells."""
    if days is None or not told.date or told.date_source in _TOLD_IN_TEXT:
        return False
    of_document, of_matter = years_of(told.date), years_of(days[0].isoformat())
    return of_document is not None and of_matter is not None and of_document[1] + POLICY.days_apart / _DAYS_A_YEAR < of_matter[0]


_DAYS_A_YEAR = 365
Years = tuple[float, float]


def _time(told: MentionContext, *, is_cause: bool) -> Years | None:
    """Return the years, from and to, in which a mention's event was by its date.

    A claim's day that stands nearer to its other side says when that was: a cause was no later, an effect no earlier.
    """
    found = years_of(told.date)
    if found is None or told.date_source != "claim":
        return found
    return (-math.inf, found[1]) if is_cause else (found[0], math.inf)


def _years_apart(left: Years | None, right: Years | None) -> float:
    return max(left[0] - right[1], right[0] - left[1], 0.0) if left and right else 0.0
