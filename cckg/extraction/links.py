"""Reads the cause–effect pairs of one sentence: what stands on either side of each connective, and what "which" or "this" takes up.

Also where the main clause begins after a phrase that opens a sentence without a comma ("As a result of the strike | the mill closed"),
only where the words leave one choice, and the clause that "only because C" turns round ("Only because the guard shut the gate was the
plant saved"). Whole texts, and what becomes a claim, are `cckg.extraction.document`'s work.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cckg.core.claims import Modality, Span
from cckg.core.text import content_words
from cckg.extraction.alternatives import affirmed_part, denies_each, denies_it_was, denies_what_follows, leaves_open, mixes
from cckg.extraction.arguments import (
    antecedent,
    clause_of_pronoun,
    ends_in_reference,
    is_pronoun,
    left_bound,
    nominal_verb,
    opening_clause,
    points_back,
    right_bound,
    trimmed,
)
from cckg.extraction.connectives import OPENING_FRAMES, VERB_FRAMES, Connective, find_connectives
from cckg.extraction.modality import is_aim, is_norm, is_possible, modality_of
from cckg.language import begins_clause, has_finite_verb, is_clause, is_past, noun_lemma, statement, word_class


def main_clause(text: str) -> int | None:
    """Return where the main clause begins in what follows "because of"; None where the words do not tell, and for an empty text.

    >>> [text[main_clause(text) or 0 :] for text in ("the strike the mill closed", "the fog flights were delayed")]
    ['the mill closed', 'flights were delayed']
    >>> main_clause("the gas leak repairs were made"), main_clause("the decision the board made the mill closed")
    (None, None)
    """
    if _MARKS.search(text):
        return None
    found = list(_WORD.finditer(text))
    words = [match.group() for match in found]
    lower = [word.lower() for word in words]
    openers = [at for at in range(1, len(lower)) if lower[at] in _opening_words() and begins_clause(text[found[at].start() :])]
    if openers:
        free = [at for at in openers if _may_follow(lower, at)]
        if len(free) != 1 or _RELATIVES.intersection(lower[: free[0]]):
            return None
        begin = found[free[0]].start()
        return None if has_finite_verb(text[:begin]) else begin
    head = 1 if lower and lower[0] in word_class("determiner") else 0
    return found[head + 1].start() if _is_pair(words[head : head + 3]) else None


def inverted_clauses(text: str, cue: Connective, end: int) -> list[Span]:
    """Return what may be the main clause behind a cue with "only", verb first, in order; empty where the words stay in their order."""
    if not _ONLY.match(text, cue.start):
        return []
    found = []
    for verb in _VERB_FIRST.finditer(text, cue.end, end):
        before = text[cue.end : verb.start()]
        rest = trimmed(text, verb.end(), right_bound(text, replace(cue, end=verb.end()), end))
        relative = _RELATIVE_CLAUSE.match(text, rest.end, end) if rest else None
        if relative:  # "… did the bus, which was old, crash"
            rest = trimmed(text, verb.end(), right_bound(text, replace(cue, end=relative.end()), end))
        if rest and not relative and _is_told_in_order(verb["verb"], rest.text):
            continue
        if rest and _ends_here(before, wants_verb=cue.frame == "because") and is_clause(verb["verb"], rest.text):
            found.append(Span(text[verb.start("verb") : rest.end], verb.start("verb"), rest.end))
    return found


def in_order(text: str) -> str:
    """Put a clause that begins with its verb into the order of a statement; other texts stay as they are.

    >>> in_order("was the north wing saved"), in_order("did the fire spread"), in_order("the fire spread")
    ('the north wing was saved', 'the fire spread', 'the fire spread')
    """
    opening = _OPENS.match(text)
    return statement(opening["verb"], text[opening.end() :]) if opening else text


@dataclass(frozen=True, slots=True)
class CausalLink:
    """One cause–effect pair in a sentence, offsets in the text."""

    cue: Connective
    left: Span
    right: Span
    modality: Modality
    across: bool
    before: "CausalLink | None"
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

    def read(self) -> list[CausalLink]:
        """Return the links in the order of their cues."""
        links: list[CausalLink] = []
        found = [cue.moved(self.start) for cue in find_connectives(self.text[self.start : self.end])]
        cues = [cue for cue in found if cue.frame not in _NOMINAL_FRAMES or nominal_verb(self.text, cue.end, self.end)]
        for before, cue, following in zip([None, *cues], cues, [*cues[1:], None], strict=False):
            floor = self._floor(cue, before.end if before else self.start)
            link = self._read_cue(cue, floor=floor, ceiling=self._ceiling(cue, following), before=links[-1] if links else None)
            if link:
                links.append(link)
        return links

    def _read_cue(self, cue: Connective, *, floor: int, ceiling: int, before: CausalLink | None) -> CausalLink | None:
        sides = self._sides(cue, floor=floor, ceiling=ceiling, before=before)
        if sides.left is None or sides.right is None:
            return None
        begins_here = cue.frame not in _NOMINAL_FRAMES and not sides.across and self.start <= sides.left.start < cue.start
        begin = sides.left.start if begins_here else cue.start
        sentence = self.text[self.start : self.end]
        modality = modality_of(sentence, cue.moved(-self.start), begin=begin - self.start, copula=sides.copula)
        if modality is None:
            return None
        if self._is_denied_each(cue, sides.left, sides.right):
            modality = Modality.DENIED
        left, right = (side if modality is Modality.DENIED else affirmed_part(side) for side in (sides.left, sides.right))
        wordings = (left.text, right.text)
        is_open = leaves_open(self.text[self.start : cue.start], *wordings) if modality is Modality.DENIED else any(map(mixes, wordings))
        if is_open:
            return None
        link = CausalLink(cue, left, right, modality, sides.across, before)
        if is_norm(link.effect.text) or is_norm(link.cause.text) or is_aim(self.text[self.start : link.effect.start]):
            return None
        unsure = _PROBABLY.search(self.text, self.start, cue.start) or is_possible(link.cause.text) or is_possible(link.effect.text)
        return replace(link, modality=Modality.HEDGED) if unsure and modality is Modality.ASSERTED else link

    def _is_denied_each(self, cue: Connective, left: Span, right: Span) -> bool:
        """Tell whether "neither … nor" denies what the cue says: on a side that is no clause of its own, or in front of the cue."""
        before = self.text[self.start : cue.start]
        subject = cue.frame in VERB_FRAMES | _NOMINAL_FRAMES and not _WHICH.search(before) and denies_each(left.text)
        after = cue.frame not in _CLAUSE_BEHIND and denies_each(right.text)
        return subject or after or denies_what_follows(before) or (cue.frame in VERB_FRAMES and denies_it_was(before))

    def _sides(self, cue: Connective, *, floor: int, ceiling: int, before: CausalLink | None) -> "_Sides":
        if cue.frame in _NOMINAL_FRAMES:
            return self._nominal_sides(cue, ceiling)
        if cue.frame in OPENING_FRAMES:
            return _Sides(self.earlier, self._right(cue, ceiling), across=True)
        if cue.frame in _SUBORDINATE_FRAMES and self._opens_clause(cue):
            return self._opening_sides(cue, ceiling)
        left, across = self._left(cue, floor=floor, before=before)
        return _Sides(left, self._right(cue, ceiling), across)

    def _nominal_sides(self, cue: Connective, ceiling: int) -> "_Sides":
        """Read "the cause of E was C": what it is the cause of up to the verb, then what follows the verb."""
        found = nominal_verb(self.text, cue.end, ceiling)
        if not found:
            return _Sides(None, None)
        right = trimmed(self.text, found.end(), right_bound(self.text, replace(cue, end=found.end()), ceiling))
        return _Sides(trimmed(self.text, cue.end, found.start()), right, copula=found["verb"])

    def _opens_clause(self, cue: Connective) -> bool:
        """Tell whether the cue opens the sentence, or a clause within it: "…, and because C, E"."""
        opens = not trimmed(self.text, self.start, cue.start)
        return opens or (bool(_JOINED.search(self.text, self.start, cue.start)) and opening_clause(self.text, cue, self.end) is not None)

    def _opening_sides(self, cue: Connective, ceiling: int) -> "_Sides":
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

    def _uncut_sides(self, cue: Connective, ceiling: int) -> "_Sides":
        """Read "Because of C E", without a comma, where the words tell where the main clause begins."""
        begin = main_clause(self.text[cue.end : ceiling]) if cue.frame == "preposition" else None
        if begin is None:
            return _Sides(None, None)
        place = cue.end + begin
        main = trimmed(self.text, place, right_bound(self.text, replace(cue, end=place), ceiling))
        return _Sides(main, trimmed(self.text, cue.end, place))

    def _left(self, cue: Connective, *, floor: int, before: CausalLink | None) -> tuple[Span | None, bool]:
        """Return what stands left of the cue, and whether that is in the sentence before."""
        segment = self.text[floor : cue.start]
        inverted = _NOR_VERB.search(segment)
        if inverted:  # "…, nor was it caused by C"
            same = before is not None and inverted["subject"].strip().lower() in {"it", "they"}
            return (before.left, before.across) if before and same else (None, False)
        relative = _RELATIVE.search(segment)
        if relative:
            return self._antecedent(cue, relative, floor=floor, before=before), False
        adds = _AND_ALSO.search(segment) or _NOR.match(self.text, cue.start)
        if adds and before and before.is_subordinate and self._is_further_cause(cue):
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

    def _begins_clause(self, cue: Connective, segment: str, *, before: CausalLink | None) -> bool:
        """Tell whether "and" or "nor" before a reason that is no further one joins a clause whose effect stands behind it."""
        joins = _JOINER.search(segment) if before and before.is_subordinate else _NOR.match(self.text, cue.start)
        return joins is not None

    def _is_further_cause(self, cue: Connective) -> bool:
        """Tell whether "and because of …" ends its clause: in "and because of the closure buses were cancelled" another one begins."""
        return cue.frame == "because" or (cue.frame == "preposition" and not has_finite_verb(self.text[cue.end : self.end]))

    def _antecedent(self, cue: Connective, relative: re.Match[str], *, floor: int, before: CausalLink | None) -> Span | None:
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

    def _subject(self, cue: Connective, *, floor: int, end: int, before: CausalLink | None) -> tuple[Span | None, bool]:
        begin = left_bound(self.text, floor, replace(cue, start=end), follows_verb=floor > self.start)
        span = trimmed(self.text, begin, end)
        if ends_in_reference(self.text, begin, end) or (span and points_back(span.text)):
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
        clause = trimmed(self.text, left_bound(self.text, self.start, Connective("because", begin, begin, "", 1.0, prevents=False)), begin)
        return (clause, False) if clause and has_finite_verb(clause.text) else (self.earlier, True)

    def _right(self, cue: Connective, ceiling: int) -> Span | None:
        end = right_bound(self.text, cue, ceiling)
        if cue.frame == "preposition" and not has_finite_verb(self.text[self.start : cue.start]):
            verb = _MAIN_VERB.search(self.text, cue.end, end)  # "removal due to maintenance may have harmed …"
            end = verb.start() if verb and not _RELATIVE_INSIDE.search(self.text, cue.end, verb.start()) else end
        if cue.frame in VERB_FRAMES and _OPENS_WITH_THAT.match(self.text, self.start, cue.start):
            verb = _ITS_VERB.search(self.text, cue.end, end)  # "the fault that caused the outage | was old"
            end = verb.start() if verb and content_words(self.text[cue.end : verb.start()]) else end
        span = trimmed(self.text, cue.end, end)
        if span is None or is_pronoun(span.text) or points_back(span.text):
            return None
        is_clause = cue.frame != "so" or has_finite_verb(span.text) or not _JOINS_VERBS.search(self.text, cue.start, span.end)
        return span if is_clause else None

    def _floor(self, cue: Connective, floor: int) -> int:
        """Return where the left side of a cue may begin: not before the parenthesis that it stands in, if there is something in it."""
        opening = self.text.rfind("(", floor, cue.start)
        inside = opening >= 0 and ")" not in self.text[opening : cue.start] and content_words(self.text[opening : cue.start])
        return opening + 1 if inside else floor

    def _ceiling(self, cue: Connective, following: Connective | None) -> int:
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

_MARKS = re.compile(r"[,;:()\[\]\"“”–—]")
_WORD = re.compile(r"[\w'’-]+")
_RELATIVES = frozenset("who which that what how where when whose whether why than as if because while".split())
_SUBJECTS = frozenset("he she we they some many most several few no".split())
_JOINING = frozenset("and or but nor plus half such quite rather not only even to".split())
_OF_MANY = frozenset("were are have had did do could would may might must can will".split())
_OF_ONE = frozenset("was is has had did could would may might must can will".split())


def _opening_words() -> frozenset[str]:
    return word_class("determiner") | _SUBJECTS


def _may_follow(lower: Sequence[str], at: int) -> bool:
    """Tell whether a subject may begin at a word: what stands before it does not govern it, as in "at the mill", "closing the mill"."""
    before = lower[at - 1]
    governs = before in _opening_words() | _JOINING | word_class("preposition") or before.endswith("ing")
    return not governs and (at < 2 or lower[at - 2] != "to")


def _is_pair(words: Sequence[str]) -> bool:
    """Tell whether two bare words before "were" are a cause and the subject of the next clause: "fog flights were", "fog Heathrow was"."""
    if len(words) < 3 or not words[0].islower() or words[0] in word_class("preposition") | _JOINING | _RELATIVES:
        return False
    subject, verb = words[1], words[2].lower()
    if subject[0].isupper():
        return verb in _OF_ONE
    return verb in _OF_MANY and subject.endswith("s") and noun_lemma(subject) != subject


_ONLY = re.compile(r"only\s", re.IGNORECASE)
_VERBS = r"(?P<verb>was|were|did|is|are|does|do|could|can)"
_VERB_FIRST = re.compile(rf"\s{_VERBS}\s(?=(?:the|a|an|its|their|his|her|it|they|he|she|we|this|that|these|those|no)\s|[A-Z])")
_RELATIVE_CLAUSE = re.compile(r",\s(?:which|who|whose)\s[^,;]*,\s")
_OPENS = re.compile(rf"{_VERBS}\s")


def _is_told_in_order(verb: str, rest: str) -> bool:
    """Tell whether a verb belongs to the clause before a comma, the main clause behind it: "the river | was the cause, they left"."""
    first, comma, behind = rest.partition(", ")
    return bool(comma) and verb in {"was", "were", "is", "are"} and not is_clause(verb, first) and has_finite_verb(behind)


def _ends_here(before: str, *, wants_verb: bool) -> bool:
    """Tell whether a clause or phrase may end here, with no other subject behind it, as in "…, the mill | was the last"."""
    _, comma, subject = before.rpartition(",")
    if comma and subject.strip() and not _has_verb(subject):
        return False
    return bool(before.strip()) and _has_verb(before if wants_verb else "") is wants_verb


def _has_verb(text: str) -> bool:
    return has_finite_verb(text) or any(map(is_past, text.lower().split()))


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


def _taken_up(cue: Connective, span: Span | None, *, at_floor: bool, before: CausalLink | None) -> Span | None:
    """Return what a cue without a left side of its own takes up of the link before it in the sentence; None where it has one."""
    if before is None:
        return None
    if span is None or (at_floor and cue.frame in _SUBORDINATE_FRAMES):
        return before.right
    return before.effect if at_floor and cue.frame == "so" else None
