"""Is a cause told from what only made the effect possible? Sentences of company reports (fcr), whose relations are named by hand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cckg.core.claims import Degree, ExtractedClaim, Span

Row = Mapping[str, Any]
Read = Callable[[Sequence[str]], Sequence[Sequence[ExtractedClaim]]]
"""Returns the claims of each text, in order."""


def degree_figures(rows: Sequence[Row], read: Read) -> dict[str, float]:
    """Measure the degree of the claims whose effect overlaps that of a relation, against this relation's type.

    Args:
        rows: with `text` and `relations`: `type`, and `cause` and `effect` as lists of {start, end}. A "cause" is direct, an "enable"
            enabling; "prevent", and whatever else there is, is left out.
        read: what is measured. A claim that is read as contributing counts as neither of the two.

    Returns:
        How many claims were judged, how many of them are enabling, accuracy, and macro F1 of the two; 0 where no claim was judged.
    """
    pairs: list[tuple[Degree, Degree]] = []
    for row, claims in zip(rows, read([row["text"] for row in rows]), strict=True):
        found = [(_nearest(row["relations"], claim), claim.degree) for claim in claims]
        pairs += [(_DEGREES[relation["type"]], degree) for relation, degree in found if relation and relation["type"] in _DEGREES]
    right = sum(gold is told for gold, told in pairs)
    return {
        "claims": len(pairs),
        "enabling": sum(gold is Degree.ENABLING for gold, _ in pairs),
        "accuracy": right / max(1, len(pairs)),
        "macro F1": sum(_f1(pairs, degree) for degree in _DEGREES.values()) / len(_DEGREES),
    }


# Private

_DEGREES = {"cause": Degree.DIRECT, "enable": Degree.ENABLING}


def _nearest(relations: Sequence[Row], claim: ExtractedClaim) -> Row | None:
    """Return the relation whose effect overlaps the claim's: of several the one that both sides overlap most, then the first."""
    overlapping = [relation for relation in relations if _overlap(relation["effect"], claim.effect.span)]
    both = [_overlap(relation["effect"], claim.effect.span) + _overlap(relation["cause"], claim.cause.span) for relation in overlapping]
    return overlapping[both.index(max(both))] if both else None


def _overlap(places: Sequence[Row], span: Span) -> int:
    """Return how many characters of a span lie in these places."""
    return sum(max(0, min(place["end"], span.end) - max(place["start"], span.start)) for place in places)


def _f1(pairs: Sequence[tuple[Degree, Degree]], degree: Degree) -> float:
    hits = sum(gold is told is degree for gold, told in pairs)
    return 2 * hits / max(1, sum((gold is degree) + (told is degree) for gold, told in pairs))
