"""The event reader: what two mentions are to each other, read in their contexts by a trained cross-encoder.

Beside what is read counts how near they lie in their contexts by an encoder of mentions. How both were trained: `training/`.

A side is written `wording | title | left context [ mention ] right context`; the first begins with `same document` or `other document`
where that is known.
"""

import math
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from statistics import fmean
from typing import Literal, NamedTuple

from cckg.core.graph import EventMention
from cckg.core.roles import MatchVerdict
from cckg.core.text import content_words
from cckg.identity.policy import POLICY, PairWeights
from cckg.language import stem
from cckg.models import Comparer, Embedder


class PairToRead(NamedTuple):
    """Two mentions, with the cosine of their wordings, −1..1; the default lets all be read that may matter."""

    left: EventMention
    right: EventMention
    alike: float = 1.0


class EventReader:
    """Reads pairs of mentions by a comparer whose classes are "same", "less", "opposite", "different", and an encoder of mentions."""

    at_once = False
    is_final: Literal[False] = False

    def __init__(self, comparer: Comparer, encoder: Callable[[], Embedder], *, name: str) -> None:
        """Take the comparer, what opens the encoder once it is needed, and the name under which their readings are kept."""
        self.name = name
        self._comparer = comparer
        self._open_encoder = encoder
        self._meant: dict[tuple[str, str], tuple[float, float]] = {}
        self._same, self._less, self._opposite = map(comparer.classes.index, ("same", "less", "opposite"))

    @property
    def unread(self) -> tuple[()]:
        """Return nothing: it reads whatever it is asked."""
        return ()

    def read(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        """Return by the ids of two mentions, the smaller first, what `same` tells of each pair."""
        names = [(min(left.id, right.id), max(left.id, right.id)) for left, right, _ in pairs]
        return dict(zip(names, self.same(pairs), strict=True))

    def same(self, pairs: Sequence[PairToRead]) -> list[float]:
        """Return the probability that the two are one event, for each pair, whichever way round it is given.

        Not read are those of which the likeness of wordings and contexts tells that no reading would join them. Read the other way round as
        well, and averaged, are those that the first reading leaves in doubt: a fifth.
        """
        ordered = [(left, right) if left.id <= right.id else (right, left) for left, right, _ in pairs]
        likeness = [_likeness(pair, near) for pair, near in zip(pairs, self._nearness(ordered), strict=True)]
        weights = [_weights(pair) for pair in pairs]
        found = [_UNREAD] * len(pairs)

        def told(place: int, reading: float) -> float:
            return shifted(reading, weights[place].reading, likeness[place])

        read = [place for place in range(len(pairs)) if told(place, _SURELY) >= POLICY.perhaps_one]
        for place, one in zip(read, self._compared([ordered[place] for place in read]), strict=True):
            found[place] = one
        in_doubt = [place for place in read if found[place] < POLICY.surely_one]
        open_ = [place for place in in_doubt if told(place, (found[place] + 1) / 2) >= bar_of(pairs[place])]
        for place, one in zip(open_, self._compared([ordered[place][::-1] for place in open_]), strict=True):
            found[place] = (found[place] + one) / 2
        return [round(told(place, reading), 4) for place, reading in enumerate(found)]

    def meant(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        """Return of each phrase of a question and each mention whether the phrase means it; a phrase may say less.

        A phrase is read in its question, which tells which happening is meant. A question tells of other happenings too: where the mention
        has all content words of the phrase, that is also read alone, and the mean of both counts, in log odds. What was read is remembered:
        a question comes back to its phrases.
        """
        sides = [[(wording, written(mention)) for wording in _asked_sides(phrase, mention)] for phrase, mention in pairs]
        if len(self._meant) > _REMEMBERED:
            self._meant.clear()
        new = [both for both in dict.fromkeys(both for of_pair in sides for both in of_pair) if both not in self._meant]
        for both, one in zip(new, self._comparer.compare(new), strict=True):
            self._meant[both] = float(one[self._same] + one[self._less]), float(one[self._opposite])
        return [self._verdict(*map(_mean, zip(*map(self._meant.__getitem__, of_pair), strict=True))) for of_pair in sides]

    def nearness(self, phrase: EventMention, mentions: Sequence[EventMention]) -> list[float]:
        """Return the cosine of a phrase of a question with each mention, −1..1, by the encoder of mentions."""
        vectors = self._encoder.encode([written(phrase), *map(written, mentions)])
        cosines: list[float] = (vectors[1:] @ vectors[0]).tolist()
        return cosines

    def interchangeable(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        """Return of each two mentions whether either may stand for the other, or for its opposite; read both ways, the mean counts."""
        there = [(written(left), written(right)) for left, right in pairs]
        told = self._comparer.compare([*there, *((right, left) for left, right in there)])
        means = (told[: len(pairs)] + told[len(pairs) :]) / 2
        return [self._verdict(float(one[self._same]), float(one[self._opposite])) for one in means]

    # Private

    @cached_property
    def _encoder(self) -> Embedder:
        return self._open_encoder()

    def _nearness(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[float]:
        """Return the cosines of mentions in their contexts."""
        vectors = self._encoder.encode([written(mention) for pair in pairs for mention in pair])
        cosines: list[float] = (vectors[::2] * vectors[1::2]).sum(axis=1).tolist()
        return cosines

    def _compared(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[float]:
        """Return the probabilities that pairs of mentions are one event, as the comparer tells."""
        return [float(one) for one in self._comparer.compare([_sides(*pair) for pair in pairs])[:, self._same]]

    def _verdict(self, same: float, opposite: float) -> MatchVerdict:
        return MatchVerdict(max(same, opposite) >= POLICY.meant, same > opposite, round(same, 4), round(opposite, 4))


def bar_of(pair: PairToRead) -> float:
    """Return the probability from which two mentions are one event, 0..1."""
    return POLICY.one_inside if pair.left.document == pair.right.document else POLICY.one_across


def weighed(same: float, pair: PairToRead) -> float:
    """Return a probability, 0..1, moved in log odds, so that its bar lies at .5."""
    return shifted(same, 1.0, -log_odds(bar_of(pair)))


def shifted(probability: float, slope: float, shift: float) -> float:
    """Return the probability whose log odds are those of another, times a slope, plus a shift."""
    return 1 / (1 + math.exp(-(slope * log_odds(probability) + shift)))


def log_odds(probability: float) -> float:
    """Return the log odds of a reading, 0..1, which is rounded to four digits: 0 and 1 are no surer than half a digit from there."""
    kept = min(max(probability, 5e-5), 1 - 5e-5)
    return math.log(kept / (1 - kept))


def written(mention: EventMention) -> str:
    """Return a side of a pair; parts that are missing are left out with their bar, and so is a title that is a file's name or an id."""
    told = mention.context
    parts = [mention.text, *([] if _NO_TITLE.fullmatch(mention.title) else [mention.title])]
    if told.words:
        left, right = told.left[-POLICY.context_read :].lstrip(), told.right[: POLICY.context_read].rstrip()
        parts.append(" ".join(part for part in (left, f"[ {told.words} ]", right) if part))
    return " | ".join(parts)


def first_side(mention: EventMention, other: EventMention) -> str:
    """Return the side of a pair that stands first, with what is known of where the other stands."""
    known = mention.document and other.document
    return f"{'same' if mention.document == other.document else 'other'} document | {written(mention)}" if known else written(mention)


# Private


def _asked_sides(phrase: EventMention, mention: EventMention) -> list[str]:
    """Return a phrase as it is read with a mention: in its question, and alone where the mention has all of its content words."""
    asked, told = (set(map(stem, content_words(one.text))) for one in (phrase, mention))
    return list(dict.fromkeys([written(phrase), *([phrase.text] if asked <= told else [])]))


def _mean(probabilities: Sequence[float]) -> float:
    """Return the probability whose log odds are the mean of those of others."""
    return shifted(0.5, 0.0, fmean(map(log_odds, probabilities)))


def _weights(pair: PairToRead) -> PairWeights:
    return POLICY.inside if pair.left.document == pair.right.document else POLICY.across


def _likeness(pair: PairToRead, near: float) -> float:
    """Return what speaks, in log odds, for two mentions being one event before they are read."""
    weights = _weights(pair)
    return weights.nearness * near + weights.wordings * pair.alike + weights.shift


def _sides(left: EventMention, right: EventMention) -> tuple[str, str]:
    return first_side(left, right), written(right)


_SURELY, _UNREAD = 0.99, 0.02  # readings: of what is one event, and what stands for that of mentions far apart
_REMEMBERED = 10_000  # pairs of a phrase and a mention
_NO_TITLE = re.compile(r"|\S+\.\w{1,8}(?:#\S*)?|[\W\d_]+|[0-9a-f-]{8,}")
"""Nothing, a file's name (with the number or id of a row), a number, an id."""
