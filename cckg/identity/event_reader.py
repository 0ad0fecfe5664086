"""The event reader: what two mentions are to each other, read in their contexts by a trained cross-encoder.

A side is written `wording | title | left context [ mention ] right context`; the first begins with `same document` or `other document`
where that is known. How the reader was trained: `training/`.
"""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from cckg.core.graph import EventMention
from cckg.core.roles import MatchVerdict
from cckg.identity.policy import POLICY
from cckg.models import Comparer


class PairToRead(NamedTuple):
    """Two mentions, with the cosine of their wordings, −1..1; the default lets all be read that may matter."""

    left: EventMention
    right: EventMention
    alike: float = 1.0


class EventReader:
    """Reads pairs of mentions by a comparer whose classes are "same", "less", "opposite", "different"."""

    def __init__(self, comparer: Comparer, *, name: str) -> None:
        """Take the comparer, and the name under which its readings are kept."""
        self.name = name
        self._comparer = comparer
        self._meant: dict[tuple[str, str], MatchVerdict] = {}
        self._same, self._less, self._opposite = map(comparer.classes.index, ("same", "less", "opposite"))

    def same(self, pairs: Sequence[PairToRead]) -> list[float]:
        """Return the probability that the two are one event, for each pair, whichever way round it is given.

        Read the other way round as well, and averaged, are those that the first reading leaves in doubt: a fifth of them.
        """
        ordered = [(left, right) if left.id <= right.id else (right, left) for left, right, _ in pairs]
        found = [float(one) for one in self._comparer.compare([_sides(*pair) for pair in ordered])[:, self._same]]
        open_ = [place for place, pair in enumerate(pairs) if found[place] < POLICY.surely_one and (found[place] + 1) / 2 >= bar_of(pair)]
        for place, one in zip(open_, self._comparer.compare([_sides(*ordered[place][::-1]) for place in open_]), strict=True):
            found[place] = (found[place] + float(one[self._same])) / 2
        return [round(one, 4) for one in found]

    def meant(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        """Return of each phrase of a question and each mention whether the phrase means it; a phrase may say less.

        What was read is remembered: a question comes back to its phrases.
        """
        sides = [(written(phrase), written(mention)) for phrase, mention in pairs]
        if len(self._meant) > _REMEMBERED:
            self._meant.clear()
        new = [both for both in dict.fromkeys(sides) if both not in self._meant]
        for both, one in zip(new, self._comparer.compare(new), strict=True):
            self._meant[both] = self._verdict(float(one[self._same] + one[self._less]), float(one[self._opposite]))
        return [self._meant[both] for both in sides]

    def interchangeable(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        """Return of each two mentions whether either may stand for the other, or for its opposite; read both ways, the mean counts."""
        there = [(written(left), written(right)) for left, right in pairs]
        told = self._comparer.compare([*there, *((right, left) for left, right in there)])
        means = (told[: len(pairs)] + told[len(pairs) :]) / 2
        return [self._verdict(float(one[self._same]), float(one[self._opposite])) for one in means]

    # Private

    def _verdict(self, same: float, opposite: float) -> MatchVerdict:
        return MatchVerdict(max(same, opposite) >= POLICY.meant, same > opposite, round(same, 4))


def bar_of(pair: PairToRead) -> float:
    """Return the reading from which two mentions are one event, 0..1; of two documents the likeness of the wordings lowers it."""
    if pair.left.document == pair.right.document:
        return POLICY.one_inside
    return shifted(POLICY.one_across, 1.0, -POLICY.wordings_weight * (pair.alike - POLICY.wordings_cosine))


def weighed(same: float, pair: PairToRead) -> float:
    """Return a reading, 0..1, moved in log odds, so that its bar lies at .5."""
    return shifted(same, 1.0, -log_odds(bar_of(pair)))


def calibrated(probability: float) -> float:
    """Return how often two mentions of two documents whose reading, `weighed`, is so high, 0..1, are one event.

    What is joined is decided on the reader's own scale; this is what is told of what stays in doubt.
    """
    return shifted(probability, POLICY.calibrated_slope, POLICY.calibrated_shift)


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


def _sides(left: EventMention, right: EventMention) -> tuple[str, str]:
    return first_side(left, right), written(right)


_REMEMBERED = 10_000  # pairs of a phrase and a mention
_NO_TITLE = re.compile(r"|\S+\.\w{1,8}(?:#\S*)?|[\W\d_]+|[0-9a-f-]{8,}")
"""Nothing, a file's name (with the number or id of a row), a number, an id."""
