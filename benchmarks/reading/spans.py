"""Which stretches of a sentence are cause and effect: public data sets, marked by others."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cckg.core.claims import ExtractedClaim, Modality, Span
from cckg.core.text import token_f1

Row = Mapping[str, Any]
Reads = Callable[[Sequence[str]], Sequence[Sequence[ExtractedClaim]]]
ENOUGH = 0.5
"""The token F1 from which two stretches count as overlapping."""


def span_figures(rows: Sequence[Row], read: Reads) -> dict[str, float]:
    """Measure causes and effects, and which sentences state any.

    Args:
        rows: sentences with `text` and `relations`, each with `cause` and `effect` (stretches, or their words).
        read: reads the claims of texts; denied ones are no relations here.

    Returns:
        The mean over causes and effects of the F1 of stretches, "exact" and "overlap" (token F1 of a half, greedy one to one),
        both in lower case and without marks at the edges; and precision, recall and F1 of "sentences".
    """
    claims = [[claim for claim in found if claim.modality is not Modality.DENIED] for found in read([row["text"] for row in rows])]
    f1: dict[str, list[float]] = {"exact": [], "overlap": []}
    for side in ("cause", "effect"):
        told = [sorted({_plain(getattr(claim, side).span.text) for claim in found}) for found in claims]
        gold = [sorted({_plain(words) for relation in row["relations"] for words in _words(relation[side])}) for row in rows]
        for kind, paired in (("exact", _exact), ("overlap", _overlapping)):
            hits = sum(paired(one, other) for one, other in zip(told, gold, strict=True))
            f1[kind].append(2 * hits / max(1, sum(map(len, told)) + sum(map(len, gold))))
    figures = {kind: sum(values) / len(values) for kind, values in f1.items()}
    causal = [(bool(found), bool(row["relations"])) for found, row in zip(claims, rows, strict=True)]
    if not all(gold for _, gold in causal):
        hits = causal.count((True, True))
        told_causal, gold_causal = (sum(pair[at] for pair in causal) for at in (0, 1))
        figures |= {"precision": hits / max(1, told_causal), "recall": hits / max(1, gold_causal)}
        figures["sentences"] = 2 * hits / max(1, told_causal + gold_causal)
    return figures


def finance_figures(rows: Sequence[Row], read: Reads) -> dict[str, float]:
    """Measure texts that state one cause and one effect each (`cause`, `effect`): the task's own token F1.

    Every token is part of the cause, of the effect or of neither; what is returned is the F1 of the three, weighted by how many tokens
    are so in gold. Of several claims the surest counts.
    """
    counts = {name: [0, 0, 0] for name in ("cause", "effect", "")}
    for row, found in zip(rows, read([row["text"] for row in rows]), strict=True):
        best = max((claim for claim in found if claim.modality is not Modality.DENIED), key=lambda claim: claim.confidence, default=None)
        places = {side: (row[f"{side}_start"], row[f"{side}_end"]) for side in ("cause", "effect")}
        told = {side: (getattr(best, side).span.start, getattr(best, side).span.end) for side in places} if best else {}
        for token in re.finditer(r"\S+", row["text"]):
            gold, label = (_side_of(token.start(), where) for where in (places, told))
            counts[gold][2] += 1
            counts[label][1] += 1
            counts[gold][0] += gold == label
    tokens = sum(gold for _, _, gold in counts.values())
    return {"token F1": sum(gold / tokens * 2 * hits / max(1, told + gold) for hits, told, gold in counts.values())}


def event_figures(documents: Sequence[Row], read: Reads) -> dict[str, float]:
    """Measure documents in which words that name events are marked, and which of them cause which.

    Args:
        documents: with `text`, `events` (id and place), and `causal`: (cause, effect) ids.
        read: as of `span_figures`.

    Returns:
        Recall: the share of pairs for which there is a claim with the one event in its cause and the other in its effect; precision: the
        share of claims with marked events on both sides of which some pair is so marked; and their F1.
    """
    wanted = found = told = right = 0
    for document, claims in zip(documents, read([document["text"] for document in documents]), strict=True):
        pairs = {tuple(pair) for pair in document["causal"]}
        offered = [{(a, b) for a in _inside(document, claim.cause.span) for b in _inside(document, claim.effect.span)} for claim in claims]
        wanted += len(pairs)
        found += len(pairs & set().union(*offered))
        told += sum(bool(some) for some in offered)
        right += sum(bool(some & pairs) for some in offered)
    recall, precision = found / max(1, wanted), right / max(1, told)
    return {"recall": recall, "precision": precision, "F1": 2 * recall * precision / max(1e-9, recall + precision)}


# Private

_MARKS = " .,;:!?\"'()[]“”‘’-–"


def _side_of(place: int, sides: Mapping[str, tuple[int, int]]) -> str:
    return next((side for side, (start, end) in sides.items() if start <= place < end), "")


def _inside(document: Row, span: Span) -> list[str]:
    return [event["id"] for event in document["events"] if span.start <= event["start"] and event["end"] <= span.end]


def _words(side: Any) -> list[str]:
    return [side] if isinstance(side, str) else [stretch["text"] for stretch in side]


def _plain(words: str) -> str:
    return " ".join(words.lower().split()).strip(_MARKS)


def _exact(told: Sequence[str], gold: Sequence[str]) -> int:
    return len(set(told) & set(gold))


def _overlapping(told: Sequence[str], gold: Sequence[str]) -> int:
    ranked = sorted(((token_f1(one.split(), other.split()), one, other) for one in told for other in gold), reverse=True)
    taken: set[str] = set()
    left: set[str] = set()
    for score, one, other in ranked:
        if score >= ENOUGH and one not in taken and other not in left:
            taken.add(one)
            left.add(other)
    return len(taken)
