"""Finds what a report gives as a cause under a label or a heading, such as "Root cause: a disk failed", and of what it was the cause.

Only what a report calls a mishap is taken for the effect, and only what it says has happened for the cause; a label is no licence to guess.
What becomes a claim, `cckg.extraction.document` decides.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from cckg.core.claims import Modality, Span
from cckg.core.text import content_words
from cckg.extraction.modality import is_hedged
from cckg.language import Sentence, has_finite_verb, reports_the_past, stem, word_set


@dataclass(frozen=True, slots=True)
class LabelledCause:
    """The label; the numbers of the sentences that tell the cause and the mishap, and where either begins behind its label; how sure."""

    label: Span
    cause: int
    cause_start: int
    mishap: int
    mishap_start: int
    modality: Modality


def labelled_causes(found: Sequence[Sentence]) -> Iterator[LabelledCause]:
    """Yield the labelled causes of a text's sentences.

    The mishap is the first one told in prose since the cause before it, or the same as before where nothing is told in between. Under
    other labels ("Mitigation: …") none is looked for, except those that announce it ("Impact: …"). A cause that is not known, or that a
    text only says it is not, is none; what the text is not sure of is hedged.
    """
    since, mishap = 0, None
    for number, sentence in enumerate(found):
        label = _label(sentence)
        if label is None:
            continue
        mishap = next((place for place in range(since, number) if _tells_a_mishap(found, place)), mishap)
        cause = _cause(found, number, label)
        since = max(number, cause or 0) + 1
        if mishap is None or cause is None or not _fits(label.text, found[mishap].span.text):
            continue
        hedged = _HEDGED.search(label.text) or is_hedged(found[cause].span.text)
        start = _start(found[cause], label if cause == number else None)
        modality = Modality.HEDGED if hedged else Modality.ASSERTED
        yield LabelledCause(label, cause, start, mishap, _start(found[mishap], None), modality)


def behind_label(sentence: Sentence) -> int:
    """Return where a sentence begins behind the label of a cause, if it has one."""
    label = _label(sentence)
    return _start(sentence, label) if label else sentence.span.start


# Private

_LONGEST = 6  # sentences under a label that are looked at
_HEDGES = r"preliminary|potential|possible|probable|likely|suspected|presumed|unconfirmed|not confirmed|hypothesis|theory|tbc"
_NAME = (
    rf"(?:(?:the|initial|{_HEDGES}|final|main|primary|immediate|direct|technical|underlying|root)\s+){{0,3}}causes?"
    r"(?:\s+(?:and|of|analysis|summary)\b[^:.\n]{0,40})?(?:\s*\([^)\n]{0,40}\))?"
)
_CAUSE_LABEL = re.compile(rf"\W{{0,3}}(?P<label>{_NAME})\W{{0,2}}:[\s*_]*", re.IGNORECASE)
_CAUSE_HEADING = re.compile(rf"\W{{0,3}}(?:\d+[.)]?\s+)?(?P<label>{_NAME})\W{{0,3}}", re.IGNORECASE)
_ANY_LABEL = re.compile(r"\W{0,3}[A-Z][\w-]*(?: [\w-]+){0,4}(?: \([^)\n]{0,40}\))?\W{0,2}:[*_]*\s+")
_ANNOUNCING = re.compile(
    r"\W{0,3}(?:[\w-]+ ){0,2}(?:summary|impact|incident|symptoms?|event|accident|description|what happened)\b", re.IGNORECASE
)
_HEDGED = re.compile(rf"\b(?:{_HEDGES})\b", re.IGNORECASE)
_OF = re.compile(r"\bcauses? of (?P<what>.+)", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:unknown|unclear|tb[dc]|n/?a|none|see (?:above|below)|pending|under (?:investigation|review)|to be (?:determined|confirmed))\b"
    r"|\b(?:not|never|no|cannot|without|yet to be)\b.{0,40}"
    r"\b(?:known|determined?|identif(?:y|ied)|found|established?|clear|cause\w*|due|because|evidence)\b",
    re.IGNORECASE,
)
_RESPONSE = re.compile(
    r"\W*(?:[\w-]+ ){0,3}?(?:we|they|teams?|engineers|crews?|staff|technicians)(?: [a-z]+ly| have| also)? "
    r"(?:restart|replac|fix|restor|apologi|notif|met\b|ruled|looked|review|roll|revert|mitigat|monitor|expect|deploy(?:ed)? a fix)",
    re.IGNORECASE,
)
_ANY_CASE = "incident accident outage issue problem failure"
_NOBODY = re.compile(r"\W*(?:nobody|no one|nothing|no)\b", re.IGNORECASE)


def _label(sentence: Sentence) -> Span | None:
    """Return the label of a cause that a sentence begins with, or that a heading is."""
    text = sentence.span.text
    found = {"heading": _CAUSE_HEADING.fullmatch, "prose": _CAUSE_LABEL.match, "item": _CAUSE_LABEL.match}
    match = found[sentence.kind](text) if sentence.kind in found else None
    return Span(match["label"], match.start("label"), match.end("label")).shifted(sentence.span.start) if match else None


def _fits(label: str, mishap: str) -> bool:
    """Tell whether a label that says of what it is the cause means the mishap: "Cause of the delay" a delay, or "the incident"."""
    what = _OF.search(label)
    if not what:
        return True
    named = _stems(what["what"])
    return bool(named & (_stems(mishap) | _stems(_ANY_CASE)))


def _start(sentence: Sentence, label: Span | None) -> int:
    """Return where a sentence begins behind its label."""
    text = sentence.span.text
    match = (_CAUSE_LABEL.match(text) if label else None) or (_ANY_LABEL.match(text) if sentence.kind != "heading" else None)
    return sentence.span.start + (match.end() if match else 0)


def _tells_a_mishap(found: Sequence[Sentence], place: int) -> bool:
    sentence = found[place]
    label = _ANY_LABEL.match(sentence.span.text)
    if sentence.kind != "prose" or (label and not _ANNOUNCING.match(sentence.span.text)):
        return False
    text = sentence.span.text[label.end() if label else 0 :]
    return bool(_stems(text) & _mishaps()) and not _NOBODY.match(text) and reports_the_past(text)


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, content_words(text)))


@cache
def _mishaps() -> frozenset[str]:
    return frozenset(map(stem, word_set("mishaps")))


def _cause(found: Sequence[Sentence], number: int, label: Span) -> int | None:
    """Return the number of the sentence that tells the cause under a label, or None."""
    inline = found[number].kind != "heading"
    for place in range(number if inline else number + 1, min(len(found), number + 1 + _LONGEST)):
        sentence = found[place]
        begins = _start(sentence, label if place == number else None) - sentence.span.start
        body = sentence.span.text[begins:]
        beyond = (inline and sentence.paragraph != found[number].paragraph) or (place > number and begins > 0)
        is_other = body.rstrip().endswith("?") or _OPEN.search(body) or _RESPONSE.match(body)
        if beyond or is_other or sentence.kind not in ("prose", "item"):
            return None
        if reports_the_past(body) or (inline and place == number and content_words(body) and not _has_verb(body)):
            return place
    return None


def _has_verb(text: str) -> bool:
    """Tell whether a text may be a clause, in whatever tense: with a finite verb, or a word that may be one in the present."""
    return has_finite_verb(text) or bool(re.search(r"\b(?!its\b|this\b|was\b|gas\b)[a-z]{3,}[^s\W]s\b", " ".join(text.split()[1:4])))
