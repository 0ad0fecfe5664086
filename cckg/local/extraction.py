"""The built-in extractor: claims of cause and effect, read by cues and a shallow grammar. No model, no network.

It reads several claims per sentence, chains inside a sentence ("A led to B, which caused C"), causes in the sentence before
("As a result, …", "This caused …"), passive, nominal, negated and hedged forms. What it does not read: causality without a cue,
and what a pronoun stands for, except "this", "that" and "which".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cckg.core.claims import ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.core.text import squeeze
from cckg.local.arguments import (
    antecedent,
    coordinated,
    is_joint,
    is_pronoun,
    is_reference,
    left_bound,
    opening_clause,
    right_bound,
    trimmed,
)
from cckg.local.cues import Cue, find_cues
from cckg.local.grammar import has_finite_verb
from cckg.local.modality import modality_of
from cckg.local.polarity import polarity_of
from cckg.local.sentences import Sentence, read_sentences


class LocalExtractor:
    """Reads claims by rules; deterministic, several thousand sentences a second."""

    name = "local-rules-1"

    def extract(self, texts: Sequence[str]) -> list[list[ExtractedClaim]]:
        """Return the claims of each text, in the order of the text; offsets are characters of that text."""
        return [_read_text(text) for text in texts]


# Private

_RELATIVE = re.compile(r"(?P<comma>,)?\s+(?P<word>which|that|who)(?:\s+(?:in turn|then|itself|also))?\s*$", re.IGNORECASE)
_SHARED_SUBJECT = re.compile(r"(?:^|,?\s+)(?:and|but|or|then|and then)(?:\s+(?:also|then|later|likewise))?\s*$", re.IGNORECASE)
_COPULA = re.compile(
    r"\s(?P<verb>(?:(?:may|might|could|must|would|is|was|are|were|has|have|had|not|probably|possibly|likely|perhaps|also|therefore|most|very|"
    r"thought|believed|found|said|considered|reported|known|to)\s)*(?:was|were|is|are|be|been|included?|includes|lay in|lies in|remained|"
    r"proved to be|turned out to be)(?:\s(?:not|probably|possibly|likely|perhaps|also|most likely|thought to be|believed to be|found to be|simply))*)"
    r"(?:\sthat)?(?=[\s:])",
    re.IGNORECASE,
)
_VERB_FRAMES = {"active", "backward", "participle"}
_PREVENTED = re.compile(r"\s+from\s+(?=[a-z]+ing\b)")


@dataclass(frozen=True, slots=True)
class _Link:
    """One cause–effect pair in a sentence, offsets in the text."""

    cue: Cue
    left: Span | None
    right: Span | None
    cause: Span
    effect: Span
    modality: Modality
    across: bool


@dataclass(slots=True)
class _SentenceReader:
    """Reads one sentence; `earlier` is what the sentence before it in the same paragraph was about."""

    text: str
    start: int
    end: int
    earlier: Span | None

    def read(self) -> list[_Link]:
        links: list[_Link] = []
        sentence = self.text[self.start : self.end]
        cues = [_moved(cue, self.start) for cue in find_cues(sentence)]
        for position, cue in enumerate(cues):
            floor = cues[position - 1].end if position else self.start
            ceiling = self._ceiling(cue, cues[position + 1] if position + 1 < len(cues) else None)
            link = self._read_cue(cue, floor=floor, ceiling=ceiling, before=links[-1] if links and position else None)
            if link:
                links.append(link)
        return links

    def _read_cue(self, cue: Cue, *, floor: int, ceiling: int, before: _Link | None) -> _Link | None:
        copula = ""
        if cue.frame in {"causenoun", "effectnoun"}:
            found = _COPULA.search(self.text, cue.end, ceiling)
            if not found:
                return None
            copula = found["verb"]
            left = trimmed(self.text, cue.end, found.start())
            right = trimmed(self.text, found.end(), right_bound(self.text, _moved_end(cue, found.end()), ceiling))
            begin = cue.start
            across = False
        else:
            left, right, across = self._sides(cue, floor=floor, ceiling=ceiling, before=before)
            begin = left.start if left and not across and self.start <= left.start < cue.start else cue.start
        if left is None or right is None:
            return None
        sentence = self.text[self.start : self.end]
        modality = modality_of(sentence, _moved(cue, -self.start), begin=begin - self.start, copula=copula)
        if modality is None:
            return None
        forward = cue.frame in {"active", "participle", "so", "sentence", "effectnoun"}
        cause, effect = (left, right) if forward else (right, left)
        return _Link(cue, left, right, cause, effect, modality, across)

    def _sides(self, cue: Cue, *, floor: int, ceiling: int, before: _Link | None) -> tuple[Span | None, Span | None, bool]:
        """Return what stands left and right of the cue, and whether the left is in the sentence before."""
        if cue.frame in {"sentence", "label"}:
            return self.earlier, self._right(cue, ceiling), True
        if cue.frame in {"because", "preposition"} and not trimmed(self.text, self.start, cue.start):
            comma = opening_clause(self.text, cue, self.end)
            if comma is None:
                return None, None, False
            main = trimmed(self.text, comma, right_bound(self.text, _moved_end(cue, comma), max(ceiling, comma)))
            return main or self._main_clause(comma), trimmed(self.text, cue.end, comma), False
        left, across = self._left(cue, floor=floor, before=before)
        return left, self._right(cue, ceiling), across

    def _left(self, cue: Cue, *, floor: int, before: _Link | None) -> tuple[Span | None, bool]:
        segment = self.text[floor : cue.start]
        relative = _RELATIVE.search(segment)
        if relative:
            end = floor + relative.start()
            if before:
                return (before.effect if before.cue.frame in {"because", "preposition"} else before.right), False
            bound = left_bound(self.text, floor, _cut(cue, end))
            begin = bound if relative["comma"] else antecedent(self.text, bound, end)
            return trimmed(self.text, begin, end), False
        shared = _SHARED_SUBJECT.search(segment) if cue.frame in {"active", "backward"} else None
        if shared and before:
            return before.left, before.across
        if cue.frame == "participle" and before:
            return before.effect, False
        end = floor + shared.start() if shared else cue.start
        begin = left_bound(self.text, floor, _cut(cue, end), follows_verb=floor > self.start)
        raw = self.text[begin:end]
        span = trimmed(self.text, begin, end)
        if is_reference(raw) or (span and is_reference(span.text)):
            return self.earlier, True
        if before and (span is None or (begin == floor and cue.frame in {"because", "preposition"})):
            return before.right, False
        if before and begin == floor and cue.frame == "so":
            return before.effect, False
        return (None, False) if span and is_pronoun(span.text) else (span, False)

    def _right(self, cue: Cue, ceiling: int) -> Span | None:
        span = trimmed(self.text, cue.end, right_bound(self.text, cue, ceiling))
        return None if span and (is_pronoun(span.text) or is_reference(span.text)) else span

    def _main_clause(self, begin: int) -> Span | None:
        return trimmed(self.text, begin, self.end)

    def _ceiling(self, cue: Cue, following: Cue | None) -> int:
        """Return where the right side of a cue must end: before the next cue and the subject that belongs to it."""
        if following is None:
            return self.end
        segment = self.text[cue.end : following.start]
        tail = _RELATIVE.search(segment) or _SHARED_SUBJECT.search(segment)
        if tail:
            return cue.end + tail.start()
        subject = left_bound(self.text, cue.end, following, follows_verb=cue.frame in _VERB_FRAMES)
        return subject if subject > cue.end else following.start


def _read_text(text: str) -> list[ExtractedClaim]:
    claims: list[ExtractedClaim] = []
    previous: Sentence | None = None
    subject: Span | None = None
    for sentence in read_sentences(text):
        if sentence.kind == "code":
            continue
        start, end = sentence.span.start, sentence.span.end
        neighbours = previous is not None and previous.paragraph == sentence.paragraph
        links = _SentenceReader(text, start, end, subject if neighbours else None).read()
        for link in links:
            begins = previous.span.start if link.across and previous else start
            claims += _claims(text, link, quote=Span(text[begins:end], begins, end))
        subject = links[-1].effect if links else _subject(text, start, end)
        previous = sentence
    return claims


def _subject(text: str, start: int, end: int) -> Span | None:
    """Return what a sentence without a cue reports, if it reports something: it must hold a finite verb."""
    span = trimmed(text, start, end)
    return span if span and has_finite_verb(span.text) else None


def _claims(text: str, link: _Link, *, quote: Span) -> list[ExtractedClaim]:
    joint = is_joint(text, link.cause)
    causes, effects = coordinated(link.cause, marked=joint), coordinated(link.effect)
    group = f"{link.cause.start}-{link.cause.end}" if joint and len(causes) > 1 else None
    cue = Span(text[link.cue.start : link.cue.end], link.cue.start, link.cue.end)
    confidence = link.cue.confidence * (0.9 if link.across else 1.0) * (0.85 if len(quote.text.split()) > 60 else 1.0)
    return [
        ExtractedClaim(
            cause=_mention(cause, prevented=False),
            effect=_mention(effect, prevented=link.cue.prevents),
            cue=cue,
            quote=quote,
            modality=link.modality,
            confidence=round(confidence, 3),
            group=group,
        )
        for cause in causes
        for effect in effects
        if cause.end <= effect.start or effect.end <= cause.start
    ]


def _mention(span: Span, *, prevented: bool) -> Mention:
    text = squeeze(span.text)
    if not prevented:
        return Mention(span, text, polarity_of(text))
    polarity = polarity_of(text)
    if _PREVENTED.search(text):
        return Mention(span, _PREVENTED.sub(" not ", text, count=1), Polarity.ABSENCE)
    return Mention(span, f"no {text}", Polarity.ABSENCE if polarity is Polarity.OCCURRENCE else polarity.opposite)


def _moved(cue: Cue, by: int) -> Cue:
    return Cue(cue.frame, cue.start + by, cue.end + by, cue.auxiliaries, cue.confidence, cue.prevents)


def _moved_end(cue: Cue, end: int) -> Cue:
    return Cue(cue.frame, cue.start, end, cue.auxiliaries, cue.confidence, cue.prevents)


def _cut(cue: Cue, start: int) -> Cue:
    return Cue(cue.frame, start, cue.end, cue.auxiliaries, cue.confidence, cue.prevents)
