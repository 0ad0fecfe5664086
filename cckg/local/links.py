"""Reads the cause–effect pairs of one sentence: what stands on either side of each cue, and what "which" or "this" takes up.

Whole texts, and what becomes a claim, are `cckg.local.extraction`'s work.
"""

import re
from dataclasses import dataclass, replace

from cckg.core.claims import Modality, Span
from cckg.core.text import content_words
from cckg.local.alternatives import affirmed_part, denies_each, denies_it_was, denies_what_follows, leaves_open, mixes
from cckg.local.arguments import (
    antecedent,
    clause_of_pronoun,
    ends_in_reference,
    is_pronoun,
    is_reference,
    left_bound,
    nominal_verb,
    opening_clause,
    right_bound,
    trimmed,
)
from cckg.local.cues import OPENING_FRAMES, VERB_FRAMES, Cue, find_cues
from cckg.local.grammar import has_finite_verb
from cckg.local.inversion import inverted_clauses
from cckg.local.modality import is_aim, is_norm, is_possible, modality_of
from cckg.local.openings import main_clause


@dataclass(frozen=True, slots=True)
class Link:
    """One cause–effect pair in a sentence, offsets in the text."""

    cue: Cue
    left: Span
    right: Span
    modality: Modality
    across: bool
    before: "Link | None"
    effect_words: str = ""  # what the effect is in words, where they are others than those of its stretch

    @property
    def cause(self) -> Span:
        """Return the side that the cue makes the cause."""
        return self.left if self.cue.frame in _CAUSE_FIRST_FRAMES else self.right

    @property
    def cause_is_prevented(self) -> bool:
        """Tell whether the cause is what the cue before prevents: "A prevented B, leading to C" says that C comes of no B."""
        return self.before is not None and self.before.cue.prevents and self.cause == self.before.effect

    @property
    def effect(self) -> Span:
        """Return the other side."""
        return self.right if self.cue.frame in _CAUSE_FIRST_FRAMES else self.left

    @property
    def is_subordinate(self) -> bool:
        """Tell whether the cue opens a subordinate clause or phrase: "because", "due to"."""
        return self.cue.frame in _SUBORDINATE_FRAMES


@dataclass(slots=True)
class SentenceReader:
    """Reads one sentence; `earlier` is what the sentence before it in the same paragraph was about."""

    text: str
    start: int
    end: int
    earlier: Span | None

    def read(self) -> list[Link]:
        """Return the links in the order of their cues."""
        links: list[Link] = []
        found = [_moved(cue, self.start) for cue in find_cues(self.text[self.start : self.end])]
        cues = [cue for cue in found if cue.frame not in _NOMINAL_FRAMES or nominal_verb(self.text, cue.end, self.end)]
        for before, cue, following in zip([None, *cues], cues, [*cues[1:], None], strict=False):
            floor = self._floor(cue, before.end if before else self.start)
            link = self._read_cue(cue, floor=floor, ceiling=self._ceiling(cue, following), before=links[-1] if links else None)
            if link:
                links.append(link)
        return links

    def _read_cue(self, cue: Cue, *, floor: int, ceiling: int, before: Link | None) -> Link | None:
        sides = self._sides(cue, floor=floor, ceiling=ceiling, before=before)
        if sides.left is None or sides.right is None:
            return None
        begins_here = cue.frame not in _NOMINAL_FRAMES and not sides.across and self.start <= sides.left.start < cue.start
        begin = sides.left.start if begins_here else cue.start
        sentence = self.text[self.start : self.end]
        modality = modality_of(sentence, _moved(cue, -self.start), begin=begin - self.start, copula=sides.copula)
        if modality is None:
            return None
        if self._is_denied_each(cue, sides.left, sides.right):
            modality = Modality.DENIED
        left, right = (side if modality is Modality.DENIED else affirmed_part(side) for side in (sides.left, sides.right))
        wordings = (left.text, right.text)
        is_open = leaves_open(self.text[self.start : cue.start], *wordings) if modality is Modality.DENIED else any(map(mixes, wordings))
        if is_open:
            return None
        link = Link(cue, left, right, modality, sides.across, before)
        if is_norm(link.effect.text) or is_norm(link.cause.text) or is_aim(self.text[self.start : link.effect.start]):
            return None
        unsure = _PROBABLY.search(self.text, self.start, cue.start) or is_possible(link.cause.text) or is_possible(link.effect.text)
        return replace(link, modality=Modality.HEDGED) if unsure and modality is Modality.ASSERTED else link

    def _is_denied_each(self, cue: Cue, left: Span, right: Span) -> bool:
        """Tell whether "neither … nor" denies what the cue says: on a side that is no clause of its own, or in front of the cue."""
        before = self.text[self.start : cue.start]
        subject = cue.frame in VERB_FRAMES | _NOMINAL_FRAMES and not _WHICH.search(before) and denies_each(left.text)
        after = cue.frame not in _CLAUSE_BEHIND and denies_each(right.text)
        return subject or after or denies_what_follows(before) or (cue.frame in VERB_FRAMES and denies_it_was(before))

    def _sides(self, cue: Cue, *, floor: int, ceiling: int, before: Link | None) -> "_Sides":
        if cue.frame in _NOMINAL_FRAMES:
            return self._nominal_sides(cue, ceiling)
        if cue.frame in OPENING_FRAMES:
            return _Sides(self.earlier, self._right(cue, ceiling), across=True)
        if cue.frame in _SUBORDINATE_FRAMES and self._opens_clause(cue):
            return self._opening_sides(cue, ceiling)
        left, across = self._left(cue, floor=floor, before=before)
        return _Sides(left, self._right(cue, ceiling), across)

    def _nominal_sides(self, cue: Cue, ceiling: int) -> "_Sides":
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

    def _opening_sides(self, cue: Cue, ceiling: int) -> "_Sides":
        """Read "Because C, E", where the cue opens the sentence: the left side is the main clause that follows."""
        denied = _NEITHER.match(self.text, cue.start) or denies_what_follows(self.text[self.start : cue.start])
        if denied:  # "Neither because of C nor because of D was E …"
            return _Sides(None, None)
        inverted = inverted_clauses(self.text, cue, ceiling)
        if inverted:
            cause = trimmed(self.text, cue.end, inverted[0].start) if len(inverted) == 1 else None
            is_whole = cause is not None and not self.text[cause.end : inverted[0].start].strip(" ,")  # not "what time it | was"
            return _Sides(inverted[0], cause if is_whole else None)
        comma = opening_clause(self.text, cue, self.end)
        if comma is None:
            return self._uncut_sides(cue, ceiling)
        main = trimmed(self.text, comma, right_bound(self.text, replace(cue, end=comma + 1), max(ceiling, comma + 1)))
        return _Sides(main or trimmed(self.text, comma, self.end), trimmed(self.text, cue.end, comma))

    def _uncut_sides(self, cue: Cue, ceiling: int) -> "_Sides":
        """Read "Because of C E", without a comma, where the words tell where the main clause begins."""
        begin = main_clause(self.text[cue.end : ceiling]) if cue.frame == "preposition" else None
        if begin is None:
            return _Sides(None, None)
        place = cue.end + begin
        main = trimmed(self.text, place, right_bound(self.text, replace(cue, end=place), ceiling))
        return _Sides(main, trimmed(self.text, cue.end, place))

    def _left(self, cue: Cue, *, floor: int, before: Link | None) -> tuple[Span | None, bool]:
        """Return what stands left of the cue, and whether that is in the sentence before."""
        segment = self.text[floor : cue.start]
        inverted = _NOR_VERB.search(segment)
        if inverted:  # "…, nor was it caused by C"
            same = before is not None and inverted["subject"].strip().lower() in {"it", "they"}
            return (before.left, before.across) if before and same else (None, False)
        relative = _RELATIVE.search(segment)
        if relative:
            return self._antecedent(cue, relative, floor=floor, before=before), False
        if (
            before
            and before.is_subordinate
            and (_AND_ALSO.search(segment) or _NOR.match(self.text, cue.start))
            and self._is_further_cause(cue)
        ):
            return before.effect, before.across
        if cue.frame in _SUBORDINATE_FRAMES and self._begins_clause(cue, segment, before=before):
            return None, False
        shared = _SHARED_SUBJECT.search(segment) if cue.frame in VERB_FRAMES else None
        if shared and before:
            return before.left, before.across
        if cue.frame == "participle" and before:
            coordinate = before.cue.frame == "participle" and "and" in self.text[cue.start : cue.end].split()[:2]
            return before.cause if coordinate else before.effect, False
        return self._subject(cue, floor=floor, end=floor + shared.start() if shared else cue.start, before=before)

    def _begins_clause(self, cue: Cue, segment: str, *, before: Link | None) -> bool:
        """Tell whether "and" or "nor" before a reason that is no further one joins a clause whose effect stands behind it."""
        joins = _JOINER.search(segment) if before and before.is_subordinate else _NOR.match(self.text, cue.start)
        return joins is not None

    def _is_further_cause(self, cue: Cue) -> bool:
        """Tell whether "and because of …" ends its clause: in "and because of the closure buses were cancelled" another one begins."""
        return cue.frame == "because" or (cue.frame == "preposition" and not has_finite_verb(self.text[cue.end : self.end]))

    def _antecedent(self, cue: Cue, relative: re.Match[str], *, floor: int, before: Link | None) -> Span | None:
        """Return what "which", "that" or "who" before the cue takes up."""
        if before:
            return before.effect if before.cue.frame in _SUBORDINATE_FRAMES else before.right
        end = floor + relative.start()
        bound = left_bound(self.text, floor, replace(cue, start=end))
        if relative["comma"]:
            return trimmed(self.text, bound, end)
        begin = antecedent(self.text, bound, end)
        cleft = _IT_WAS.match(self.text, begin, end)
        return trimmed(self.text, cleft.end() if cleft else begin, end)

    def _subject(self, cue: Cue, *, floor: int, end: int, before: Link | None) -> tuple[Span | None, bool]:
        begin = left_bound(self.text, floor, replace(cue, start=end), follows_verb=floor > self.start)
        span = trimmed(self.text, begin, end)
        if ends_in_reference(self.text, begin, end) or (span and is_reference(span.text)):
            return self._referred(begin)
        if before and _IT_AGAIN.fullmatch(self.text[floor:end]):  # a pronoun takes up the subject of the clause before
            return before.left, before.across
        pronoun = clause_of_pronoun(self.text, begin, end)
        if pronoun:
            return (None if pronoun["mark"] == "," else trimmed(self.text, begin, pronoun.start())), False
        taken_up = _taken_up(cue, span, at_floor=begin == floor, before=before)
        if taken_up:
            return taken_up, False
        return (None, False) if span and is_pronoun(span.text) else (span, False)

    def _referred(self, begin: int) -> tuple[Span | None, bool]:
        """Return what "this" stands for: the clause before it in the sentence, else what the sentence before was about."""
        clause = trimmed(self.text, left_bound(self.text, self.start, Cue("because", begin, begin, "", 1.0, prevents=False)), begin)
        return (clause, False) if clause and has_finite_verb(clause.text) else (self.earlier, True)

    def _right(self, cue: Cue, ceiling: int) -> Span | None:
        end = right_bound(self.text, cue, ceiling)
        if cue.frame == "preposition" and not has_finite_verb(self.text[self.start : cue.start]):
            verb = _MAIN_VERB.search(self.text, cue.end, end)  # "removal due to maintenance may have harmed …"
            end = verb.start() if verb and not _RELATIVE_INSIDE.search(self.text, cue.end, verb.start()) else end
        if cue.frame in VERB_FRAMES and _OPENS_WITH_THAT.match(self.text, self.start, cue.start):
            verb = _ITS_VERB.search(self.text, cue.end, end)  # "the fault that caused the outage | was old"
            end = verb.start() if verb and content_words(self.text[cue.end : verb.start()]) else end
        span = trimmed(self.text, cue.end, end)
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


# Private

_RELATIVE = re.compile(r"(?P<comma>,)?\s+(?P<word>which|that|who)(?:\s+(?:in turn|then|itself|also))?\s*$", re.IGNORECASE)
_IT_WAS = re.compile(r"\W*it (?:was|is)(?: not|n['’]t)?(?: also| mainly| probably)? (?!neither|either|both|only|until)", re.IGNORECASE)
_SHARED_SUBJECT = re.compile(r"(?:^|,?\s+)(?:and|but|or|nor|then|and then)(?:\s+(?:also|then|later|likewise))?\s*$", re.IGNORECASE)
_MAIN_VERB = re.compile(r"\s(?:may|might|can|could|will|would|must)\s")
_OPENS_WITH_THAT = re.compile(r"\W*(?:the|a|an|this|another)\s(?:[\w'’>-]+\s){1,4}that\s\Z", re.IGNORECASE)
_ITS_VERB = re.compile(r"\s(?:was|were|is|are|had|has)\s")
_RELATIVE_INSIDE = re.compile(r"\b(?:which|that|who|whose|where|when|as|than|how|what|why)\s")
_PROBABLY = re.compile(r"\b(?:probably|possibly|perhaps|presumably|apparently|likely)(?: also)?\s*\Z", re.IGNORECASE)
_IT_AGAIN = re.compile(r"[^;]*;\s(?:it|they)\s", re.IGNORECASE)
_JOINER = re.compile(r"\b(?:and|or|but|nor)\s*\Z", re.IGNORECASE)
_AND_ALSO = re.compile(r"(?:\band|\bor|\bbut)(?: (?:also|partly|mainly|probably|possibly))?\s*\Z", re.IGNORECASE)
_CLAUSE_BEHIND = OPENING_FRAMES | {"so", "because"}
_WHICH = re.compile(r",\s+which(?:\s\w+){0,2}\s*\Z")
_NOR = re.compile(r"nor\s", re.IGNORECASE)
_NEITHER = re.compile(r"(?:neither|nor)\s", re.IGNORECASE)
_NOR_VERB = re.compile(
    r"\bnor\s(?:was|were|is|are|did|does|do|has|have|had|could|can|will|would|may|might)\s(?P<subject>[^,;]*)\Z", re.IGNORECASE
)
_JOINED = re.compile(r",\s(?:and|but)\s*\Z")
_JOINS_VERBS = re.compile(r"\b(?:and so|thus|hence|and therefore|and consequently)\b|\bso\s\w+ing\s")
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


def _taken_up(cue: Cue, span: Span | None, *, at_floor: bool, before: Link | None) -> Span | None:
    """Return what a cue without a left side of its own takes up of the link before it in the sentence; None where it has one."""
    if before is None:
        return None
    if span is None or (at_floor and cue.frame in _SUBORDINATE_FRAMES):
        return before.right
    return before.effect if at_floor and cue.frame == "so" else None


def _moved(cue: Cue, by: int) -> Cue:
    return replace(cue, start=cue.start + by, end=cue.end + by)
