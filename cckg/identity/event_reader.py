"""The event reader: what two mentions are to each other, read in their contexts by a trained cross-encoder.

A side is written `wording | title | left context [ mention ] right context`; the first begins with `same document` or `other document`
where that is known. Both directions are read and averaged. How the reader was trained: `training/`.
"""

import math
import re
from collections.abc import Sequence

from cckg.core.graph import EventMention
from cckg.core.roles import MatchVerdict
from cckg.core.vectors import Vector
from cckg.identity.policy import POLICY
from cckg.models import Comparer


class EventReader:
    """Reads pairs of mentions by a comparer whose classes are "same", "less", "opposite", "different"."""

    def __init__(self, comparer: Comparer, *, name: str) -> None:
        """Take the comparer, and the name under which its readings are kept."""
        self.name = name
        self._comparer = comparer
        self._same, self._less, self._opposite = map(comparer.classes.index, ("same", "less", "opposite"))

    def same(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[float]:
        """Return the probability that the two are one event, for each pair, whichever way round it is given."""
        ordered = [(left, right) if left.id <= right.id else (right, left) for left, right in pairs]
        there = [(first_side(left, right), written(right)) for left, right in ordered]
        back = [(first_side(right, left), written(left)) for left, right in ordered]
        told = self._comparer.compare([*there, *back])[:, self._same]
        return [round(float(one + other) / 2, 4) for one, other in zip(told[: len(pairs)], told[len(pairs) :], strict=True)]

    def meant(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        """Return of each phrase of a question and each mention whether the phrase means it; a phrase may say less.

        Read both ways, what is surer counts: a short phrase is understood the better where it stands behind.
        """
        there = [(written(phrase), written(mention)) for phrase, mention in pairs]
        back = [(written(mention), written(phrase)) for phrase, mention in pairs]
        told = self._comparer.compare([*there, *back])
        return [self._verdict(one, other) for one, other in zip(told[: len(pairs)], told[len(pairs) :], strict=True)]

    def interchangeable(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        """Return of each two mentions whether either may stand for the other, or for its opposite; read both ways, the mean counts."""
        there = [(written(left), written(right)) for left, right in pairs]
        told = self._comparer.compare([*there, *((right, left) for left, right in there)])
        means = (told[: len(pairs)] + told[len(pairs) :]) / 2
        return [self._verdict_of(float(one[self._same]), float(one[self._opposite])) for one in means]

    # Private

    def _verdict(self, there: Vector, back: Vector) -> MatchVerdict:
        same = max(float(there[self._same] + there[self._less]), float(back[self._same]))
        opposite = float(max(there[self._opposite], back[self._opposite]))
        return self._verdict_of(same, opposite)

    def _verdict_of(self, same: float, opposite: float) -> MatchVerdict:
        return MatchVerdict(max(same, opposite) >= POLICY.meant, same > opposite, round(same, 4))


def calibrated(probability: float) -> float:
    """Return how often two mentions of two documents that are read at a probability, 0..1, are one event.

    The reader is surer than it is right. What is joined is decided on its own scale; this is what is told of what stays in doubt.
    """
    return 1 / (1 + math.exp(-(POLICY.calibrated_slope * log_odds(probability) + POLICY.calibrated_shift)))


def log_odds(probability: float) -> float:
    """Return the log odds of a reading, 0..1, which is rounded to four digits: 0 and 1 are no surer than half a digit from there."""
    kept = min(max(probability, 5e-5), 1 - 5e-5)
    return math.log(kept / (1 - kept))


def written(mention: EventMention) -> str:
    """Return a side of a pair; parts that are missing are left out with their bar, and so is a title that is a file's name or an id."""
    told = mention.context
    parts = [mention.text, *([] if _NO_TITLE.fullmatch(mention.title) else [mention.title])]
    if told.words:
        parts.append(" ".join(part for part in (told.left, f"[ {told.words} ]", told.right) if part))
    return " | ".join(parts)


def first_side(mention: EventMention, other: EventMention) -> str:
    """Return the side of a pair that stands first, with what is known of where the other stands."""
    known = mention.document and other.document
    return f"{'same' if mention.document == other.document else 'other'} document | {written(mention)}" if known else written(mention)


# Private

_NO_TITLE = re.compile(r"|\S+\.\w{1,8}(?:#\S*)?|[\W\d_]+|[0-9a-f-]{8,}")
"""Nothing, a file's name (with the number or id of a row), a number, an id."""
