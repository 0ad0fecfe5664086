"""Finds what a report gives as a cause under a label or a heading: "Root cause: …", "Preliminary root cause and mitigation: …", "## Cause".

What came of it stands in no such sentence: it is what the report opens with. What either says, the extractor reads.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.claims import Modality, Span
from cckg.local.sentences import Sentence


@dataclass(frozen=True, slots=True)
class LabelledPart:
    """A label with its place in the text, how sure it is, and the numbers of the sentences under it and of those before it."""

    label: Span
    modality: Modality
    under: tuple[int, ...]
    before: tuple[int, ...]


def labelled_parts(found: Sequence[Sentence]) -> list[LabelledPart]:
    """Return the parts of a text that tell a cause under a label, in order.

    A part goes on to the next label or heading of any kind, at most over six sentences. `before` are the sentences of prose that precede
    it, up to the first part's label: the label of a later one is none of them.
    """
    parts = []
    first = None
    for number, sentence in enumerate(found):
        label = _label(sentence)
        if label is None:
            continue
        first = number if first is None else first
        before = tuple(place for place in range(first) if found[place].kind == "prose")
        parts.append(LabelledPart(label, _modality(label.text), tuple(_under(found, number)), before))
    return parts


def without_label(sentence: Sentence) -> int:
    """Return where a sentence begins behind its label, if it has one: "Summary of impact: the portal failed"."""
    label = _ANY_LABEL.match(sentence.span.text) if sentence.kind != "heading" else None
    return sentence.span.start + (label.end() if label else 0)


# Private

_LONGEST = 6  # sentences of a part
_HEDGES = r"preliminary|potential|possible|probable|likely|suspected|presumed"
_NAME = (
    rf"(?:(?:the|initial|{_HEDGES}|final|main|primary|immediate|direct|technical|underlying|root)\s+){{0,3}}causes?"
    r"(?:\s+(?:and|of|for|analysis|summary)\b[^:.\n]{0,40})?(?:\s*\([^)\n]{0,40}\))?"
)
_CAUSE_LABEL = re.compile(rf"\W{{0,3}}(?P<label>{_NAME})\W{{0,2}}:[\s*]*", re.IGNORECASE)
_CAUSE_HEADING = re.compile(rf"\W{{0,3}}(?:\d+[.)]?\s+)?(?P<label>{_NAME})\W{{0,3}}", re.IGNORECASE)
_ANY_LABEL = re.compile(r"\W{0,3}[A-Z][\w-]*(?: [\w-]+){0,4}(?: \([^)\n]{0,40}\))?\W{0,2}:\s+")
_HEDGED = re.compile(rf"\b(?:{_HEDGES})\b", re.IGNORECASE)


def _label(sentence: Sentence) -> Span | None:
    """Return the label of a cause that a sentence begins with, or that a heading is."""
    text = sentence.span.text
    found = {"heading": _CAUSE_HEADING.fullmatch, "prose": _CAUSE_LABEL.match, "item": _CAUSE_LABEL.match}
    match = found[sentence.kind](text) if sentence.kind in found else None
    return Span(match["label"], match.start("label"), match.end("label")).shifted(sentence.span.start) if match else None


def _under(found: Sequence[Sentence], label: int) -> list[int]:
    """Return the numbers of the sentences that a label governs."""
    numbers = [] if found[label].kind == "heading" else [label]
    for number in range(label + 1, min(len(found), label + 1 + _LONGEST)):
        sentence = found[number]
        if sentence.kind in ("heading", "code") or _ANY_LABEL.match(sentence.span.text):
            break
        numbers.append(number)
    return numbers[:_LONGEST]


def _modality(label: str) -> Modality:
    return Modality.HEDGED if _HEDGED.search(label) else Modality.ASSERTED
