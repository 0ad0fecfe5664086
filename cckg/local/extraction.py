"""The built-in extractor: claims of cause and effect, read by cues and a shallow grammar. No model, no network.

It reads several claims per sentence, chains inside a sentence ("A led to B, which caused C"), causes in the sentence before
("As a result, …", "This caused …"), passive, nominal, negated and hedged forms, and what a report names under "Root cause:" as the cause of
what it opens with. What it does not read: causality without a cue, and what a pronoun stands for, except "this", "that" and "which".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cckg.core.claims import ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.core.roles import Reading
from cckg.core.text import content_words, squeeze
from cckg.local.arguments import (
    antecedent,
    coordinated,
    ends_in_reference,
    is_joint,
    is_pronoun,
    is_reference,
    left_bound,
    nominal_verb,
    opening_clause,
    right_bound,
    trimmed,
)
from cckg.local.cues import VERB_FRAMES, Cue, find_cues
from cckg.local.grammar import has_finite_verb, reports_the_past
from cckg.local.labels import LabelledPart, labelled_parts, without_label
from cckg.local.modality import is_norm, modality_of
from cckg.local.polarity import polarity_of
from cckg.local.sentences import Sentence, read_sentences
from cckg.local.times import find_date, first_day


class LocalExtractor:
    """Reads claims by rules; deterministic, several thousand sentences a second."""

    name = "local-rules-1"
    width = 1

    def extract(self, texts: Sequence[str]) -> list[Reading]:
        """Read each text, in order."""
        return [Reading(tuple(_read_text(text))) for text in texts]


# Private

_RELATIVE = re.compile(r"(?P<comma>,)?\s+(?P<word>which|that|who)(?:\s+(?:in turn|then|itself|also))?\s*$", re.IGNORECASE)
_SHARED_SUBJECT = re.compile(r"(?:^|,?\s+)(?:and|but|or|then|and then)(?:\s+(?:also|then|later|likewise))?\s*$", re.IGNORECASE)
_JOINED = re.compile(r",\s(?:and|but)\s*\Z")
_JOINS_VERBS = re.compile(r"\b(?:and so|thus|hence|and therefore|and consequently)\b|\bso\s\w+ing\s")
_PREVENTED = re.compile(r"\s+from\s+(?=[a-z]+ing\b)")
_ARTICLE = re.compile(r"^(?:a|an|the|any)\s", re.IGNORECASE)
_FINDING = re.compile(
    r"(?:[\w-]+ ){0,3}?(?:engineers|engineering|investigators|technicians|we|teams?|investigation|analysis|board|inquiry)"
    r"(?: have| has)?(?: [a-z]+ly)? (?:determined?|identified|concluded|confirmed|found|established|discovered|suspect(?:ed|s)?|believed?)"
    r"(?: that|:)?\s+",
    re.IGNORECASE,
)
_UNSURE = re.compile(r"\b(?:suspect(?:ed|s)?|believed?|may|might|possibl[ey]|probabl[ey]|likely)\b", re.IGNORECASE)
_NAMED_AS = re.compile(r"\s+(?:as|to be) the (?:[a-z]+ ){0,2}(?:cause|trigger|culprit)\b.*\Z", re.IGNORECASE | re.DOTALL)
_THE_CASE = re.compile(
    r"(?:(?:the|this|these)\s)?(?:customer\s)?(?:incident|issue|issues|impact|problem|outage|event|accident|failure)s?", re.IGNORECASE
)
_BY_LABEL = 0.7
_LONGEST_QUOTE = 1_500  # characters
_HOLDS_VERB = VERB_FRAMES | {"participle"}
_NOMINAL_FRAMES = {"causenoun", "effectnoun"}
_SUBORDINATE_FRAMES = {"because", "preposition"}
_CAUSE_FIRST_FRAMES = {"active", "participle", "so", "sentence", "effectnoun"}


@dataclass(frozen=True, slots=True)
class _Sides:
    """What stands left and right of a cue; `across` says that the left is in the sentence before, `copula` is a nominal cue's verb."""

    left: Span | None
    right: Span | None
    across: bool = False
    copula: str = ""


@dataclass(frozen=True, slots=True)
class _Link:
    """One cause–effect pair in a sentence, offsets in the text."""

    cue: Cue
    left: Span
    right: Span
    modality: Modality
    across: bool
    before: "_Link | None"

    @property
    def cause(self) -> Span:
        return self.left if self.cue.frame in _CAUSE_FIRST_FRAMES else self.right

    @property
    def cause_is_prevented(self) -> bool:
        """Tell whether the cause is what the cue before prevents: "A prevented B, leading to C" says that C comes of no B."""
        return self.before is not None and self.before.cue.prevents and self.cause == self.before.effect

    @property
    def effect(self) -> Span:
        return self.right if self.cue.frame in _CAUSE_FIRST_FRAMES else self.left


@dataclass(slots=True)
class _SentenceReader:
    """Reads one sentence; `earlier` is what the sentence before it in the same paragraph was about."""

    text: str
    start: int
    end: int
    earlier: Span | None

    def read(self) -> list[_Link]:
        links: list[_Link] = []
        cues = [_moved(cue, self.start) for cue in find_cues(self.text[self.start : self.end])]
        for before, cue, following in zip([None, *cues], cues, [*cues[1:], None], strict=False):
            floor = self._floor(cue, before.end if before else self.start)
            link = self._read_cue(cue, floor=floor, ceiling=self._ceiling(cue, following), before=links[-1] if links else None)
            if link:
                links.append(link)
        return links

    def _read_cue(self, cue: Cue, *, floor: int, ceiling: int, before: _Link | None) -> _Link | None:
        sides = self._sides(cue, floor=floor, ceiling=ceiling, before=before)
        if sides.left is None or sides.right is None:
            return None
        begins_here = cue.frame not in _NOMINAL_FRAMES and not sides.across and self.start <= sides.left.start < cue.start
        begin = sides.left.start if begins_here else cue.start
        sentence = self.text[self.start : self.end]
        modality = modality_of(sentence, _moved(cue, -self.start), begin=begin - self.start, copula=sides.copula)
        link = _Link(cue, sides.left, sides.right, modality, sides.across, before) if modality else None
        return None if link is None or is_norm(link.effect.text) else link

    def _sides(self, cue: Cue, *, floor: int, ceiling: int, before: _Link | None) -> _Sides:
        if cue.frame in _NOMINAL_FRAMES:
            return self._nominal_sides(cue, ceiling)
        if cue.frame == "sentence":
            return _Sides(self.earlier, self._right(cue, ceiling), across=True)
        if cue.frame in _SUBORDINATE_FRAMES and self._opens_clause(cue):
            return self._opening_sides(cue, ceiling)
        left, across = self._left(cue, floor=floor, before=before)
        return _Sides(left, self._right(cue, ceiling), across)

    def _nominal_sides(self, cue: Cue, ceiling: int) -> _Sides:
        """Read "the cause of E was C": what it is the cause of up to the verb, then what follows the verb."""
        found = nominal_verb(self.text, cue.end, ceiling)
        if not found:
            return _Sides(None, None)
        right = trimmed(self.text, found.end(), right_bound(self.text, replace(cue, end=found.end()), ceiling))
        return _Sides(trimmed(self.text, cue.end, found.start()), right, copula=found["verb"])

    def _opens_clause(self, cue: Cue) -> bool:
        """Tell whether the cue opens the sentence, or a clause within it: "…, and because C, E"."""
        opens = not trimmed(self.text, self.start, cue.start)
        return opens or (bool(_JOINED.search(self.text, self.start, cue.start)) and opening_clause(self.text, cue, self.end) is not None)

    def _opening_sides(self, cue: Cue, ceiling: int) -> _Sides:
        """Read "Because C, E", where the cue opens the sentence: the left side is the main clause that follows."""
        comma = opening_clause(self.text, cue, self.end)
        if comma is None:
            return _Sides(None, None)
        main = trimmed(self.text, comma, right_bound(self.text, replace(cue, end=comma + 1), max(ceiling, comma + 1)))
        return _Sides(main or trimmed(self.text, comma, self.end), trimmed(self.text, cue.end, comma))

    def _left(self, cue: Cue, *, floor: int, before: _Link | None) -> tuple[Span | None, bool]:
        """Return what stands left of the cue, and whether that is in the sentence before."""
        segment = self.text[floor : cue.start]
        relative = _RELATIVE.search(segment)
        if relative:
            return self._antecedent(cue, relative, floor=floor, before=before), False
        shared = _SHARED_SUBJECT.search(segment) if cue.frame in VERB_FRAMES else None
        if shared and before:
            return before.left, before.across
        if cue.frame == "participle" and before:
            coordinate = before.cue.frame == "participle" and "and" in self.text[cue.start : cue.end].split()[:2]
            return before.cause if coordinate else before.effect, False
        return self._subject(cue, floor=floor, end=floor + shared.start() if shared else cue.start, before=before)

    def _antecedent(self, cue: Cue, relative: re.Match[str], *, floor: int, before: _Link | None) -> Span | None:
        """Return what "which", "that" or "who" before the cue takes up."""
        if before:
            return before.effect if before.cue.frame in _SUBORDINATE_FRAMES else before.right
        end = floor + relative.start()
        bound = left_bound(self.text, floor, replace(cue, start=end))
        return trimmed(self.text, bound if relative["comma"] else antecedent(self.text, bound, end), end)

    def _subject(self, cue: Cue, *, floor: int, end: int, before: _Link | None) -> tuple[Span | None, bool]:
        begin = left_bound(self.text, floor, replace(cue, start=end), follows_verb=floor > self.start)
        span = trimmed(self.text, begin, end)
        if ends_in_reference(self.text, begin, end) or (span and is_reference(span.text)):
            return self._referred(begin)
        taken_up = _taken_up(cue, span, at_floor=begin == floor, before=before)
        if taken_up:
            return taken_up, False
        return (None, False) if span and is_pronoun(span.text) else (span, False)

    def _referred(self, begin: int) -> tuple[Span | None, bool]:
        """Return what "this" stands for: the clause before it in the sentence, else what the sentence before was about."""
        clause = trimmed(self.text, left_bound(self.text, self.start, Cue("because", begin, begin, "", 1.0, prevents=False)), begin)
        return (clause, False) if clause and has_finite_verb(clause.text) else (self.earlier, True)

    def _right(self, cue: Cue, ceiling: int) -> Span | None:
        span = trimmed(self.text, cue.end, right_bound(self.text, cue, ceiling))
        if span is None or is_pronoun(span.text) or is_reference(span.text):
            return None
        is_clause = cue.frame != "so" or has_finite_verb(span.text) or not _JOINS_VERBS.search(self.text, cue.start, span.end)
        return span if is_clause else None

    def _floor(self, cue: Cue, floor: int) -> int:
        """Return where the left side of a cue may begin: not before the parenthesis that it stands in, if there is something in it."""
        opening = self.text.rfind("(", floor, cue.start)
        inside = opening >= 0 and ")" not in self.text[opening : cue.start] and content_words(self.text[opening : cue.start])
        return opening + 1 if inside else floor

    def _ceiling(self, cue: Cue, following: Cue | None) -> int:
        """Return where the right side of a cue must end: with its parenthesis, before the next cue and the subject that belongs to it."""
        opened = self.text.count("(", self.start, cue.start) > self.text.count(")", self.start, cue.start)
        closing = self.text.find(")", cue.end, self.end) if opened else -1
        if closing >= 0 and (following is None or closing < following.start):
            return closing
        if following is None:
            return self.end
        segment = self.text[cue.end : following.start]
        tail = _RELATIVE.search(segment) or _SHARED_SUBJECT.search(segment)
        if tail:
            return cue.end + tail.start()
        subject = left_bound(self.text, cue.end, following, follows_verb=cue.frame in _HOLDS_VERB)
        return subject if subject > cue.end else following.start


def _taken_up(cue: Cue, span: Span | None, *, at_floor: bool, before: _Link | None) -> Span | None:
    """Return what a cue without a left side of its own takes up of the link before it in the sentence; None where it has one."""
    if before is None:
        return None
    if span is None or (at_floor and cue.frame in _SUBORDINATE_FRAMES):
        return before.right
    return before.effect if at_floor and cue.frame == "so" else None


def _read_text(text: str) -> list[ExtractedClaim]:
    claims: list[ExtractedClaim] = []
    found = [sentence for sentence in read_sentences(text) if sentence.kind != "code"]
    links_of: list[list[_Link]] = []
    previous: Sentence | None = None
    subject: Span | None = None
    for sentence in found:
        start, end = sentence.span.start, sentence.span.end
        neighbours = previous is not None and previous.paragraph == sentence.paragraph
        links = _SentenceReader(text, start, end, subject if neighbours else None).read()
        for link in links:
            begins = previous.span.start if link.across and previous else start
            claims += _claims(text, link, quote=Span(text[begins:end], begins, end))
        subject = links[-1].effect if links else _subject(text, without_label(sentence), end)
        links_of.append(links)
        previous = sentence
    return claims + [claim for part in labelled_parts(found) for claim in _labelled(text, part, found, links_of)]


def _labelled(text: str, part: LabelledPart, found: Sequence[Sentence], links_of: Sequence[Sequence[_Link]]) -> Iterator[ExtractedClaim]:
    """Read "Root cause: C" as the cause of what the report opens with; where C says itself what it led to, that leads on.

    What merely describes, in the present tense, is no cause: "Root cause: The queue holds requests. The disk under it failed."
    """
    cause = _first_told((number, _told(text, found[number], links_of[number])) for number in part.under)
    effect = _first_told((number, _told(text, found[number], ())) for number in part.before)
    if cause is None or effect is None:
        return
    start, end = found[effect[0]].span.start, found[cause[0]].span.end
    if end - start > _LONGEST_QUOTE:
        return
    unsure = part.modality is Modality.HEDGED or _UNSURE.search(text, found[cause[0]].span.start, cause[1].start)
    time = find_date(text, start, end)
    yield ExtractedClaim(
        cause=_mention(cause[1], prevented=False),
        effect=_on_its_day(_mention(effect[1], prevented=False), first_day(text, start, found[effect[0]].span.end)),
        cue=part.label,
        quote=Span(text[start:end], start, end),
        modality=Modality.HEDGED if unsure else Modality.ASSERTED,
        confidence=_BY_LABEL,
        time=time.text if time else None,
    )


def _on_its_day(mention: Mention, day: str | None) -> Mention:
    """Name the day of an incident with it: reports word one like another, and read alone nothing else tells them apart."""
    return mention if day is None or day in mention.text else replace(mention, text=f"{mention.text} on {day}")


def _first_told(told: Iterable[tuple[int, Span | None]]) -> tuple[int, Span] | None:
    """Return the first sentence that tells something, by its number, and what it tells."""
    return next(((number, span) for number, span in told if span), None)


def _told(text: str, sentence: Sentence, links: Sequence[_Link]) -> Span | None:
    """Return what a sentence comes to: the last effect that it asserts, else what was found, or what it reports as past.

    Where the effect is only "the incident", which the label speaks of already, it comes to what caused that.
    """
    asserted = [link for link in links if link.modality is not Modality.DENIED and not link.cue.prevents]
    if asserted:
        last = asserted[-1]
        return last.cause if _THE_CASE.fullmatch(last.effect.text) else last.effect
    begin, end = without_label(sentence), sentence.span.end
    finding = _FINDING.match(text, begin, end)
    if finding:
        begin = finding.end()
        end = right_bound(text, Cue("so", begin, begin, "", 1.0, prevents=False), end)
        return trimmed(text, begin, begin + len(_NAMED_AS.sub("", text[begin:end])))
    return _subject(text, begin, end) if reports_the_past(text[begin:end]) else None


def _subject(text: str, start: int, end: int) -> Span | None:
    """Return what a sentence without a cue reports, if it reports something: it must hold a finite verb."""
    span = trimmed(text, start, end)
    return span if span and has_finite_verb(span.text) else None


def _claims(text: str, link: _Link, *, quote: Span) -> list[ExtractedClaim]:
    joint = is_joint(text, link.cause)
    causes, effects = coordinated(link.cause, marked=joint), _effects(link)
    group = f"{link.cause.start}-{link.cause.end}" if joint and len(causes) > 1 else None
    cue = Span(text[link.cue.start : link.cue.end], link.cue.start, link.cue.end)
    time = find_date(text, quote.start, quote.end)
    confidence = link.cue.confidence * (0.9 if link.across else 1.0) * (0.85 if len(quote.text.split()) > 60 else 1.0)
    return [
        ExtractedClaim(
            cause=_mention(cause, prevented=link.cause_is_prevented),
            effect=_mention(effect, prevented=link.cue.prevents),
            cue=cue,
            quote=quote,
            modality=link.modality,
            confidence=round(confidence, 3),
            group=group,
            time=time.text if time else None,
        )
        for cause in causes
        for effect in effects
        if cause.end <= effect.start or effect.end <= cause.start
    ]


def _effects(link: _Link) -> list[Span]:
    """Return the members of the effect; of the clauses in front of "because" only the last: that one it surely explains."""
    effects = coordinated(link.effect)
    explained = link.cue.frame in _SUBORDINATE_FRAMES and link.effect.end <= link.cue.start and has_finite_verb(effects[-1].text)
    return effects[-1:] if explained else effects


def _mention(span: Span, *, prevented: bool) -> Mention:
    text = squeeze(span.text)
    polarity = polarity_of(text)
    if not prevented:
        return Mention(span, text, polarity)
    if _PREVENTED.search(text):
        return Mention(span, _PREVENTED.sub(" not ", text, count=1), Polarity.ABSENCE)
    return Mention(span, f"no {_ARTICLE.sub('', text)}", Polarity.ABSENCE if polarity is Polarity.OCCURRENCE else polarity.opposite)


def _moved(cue: Cue, by: int) -> Cue:
    return replace(cue, start=cue.start + by, end=cue.end + by)
