"""Reads what a text says would have been: "Had the valve worked, the tank would have held" tells that neither was so.

Such a sentence names a cause by what was not so: of its condition and of its consequence the opposite is told. Where the condition is not
unreal ("if the valve works"), where the consequence only compares ("would have been worse"), and where the clauses do not part plainly,
nothing is read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cckg.core.claims import ExtractedClaim, Modality, Span
from cckg.core.text import squeeze
from cckg.local.clauses import hypothetical, in_past, statement, tidy
from cckg.local.grammar import has_finite_verb
from cckg.local.inflection import verb_form
from cckg.local.lexicon import is_past
from cckg.local.mentions import as_mention
from cckg.local.opposites import negated
from cckg.local.standalone import standalone
from cckg.local.times import find_date
from cckg.local.windows import told_before


def counterfactual_claims(text: str, sentence: Span, told: Sequence[Span]) -> Iterator[ExtractedClaim]:
    """Yield the claims of a sentence on what would have been without a cause, one for each consequence with its condition.

    "Even if …" and "would still …" deny them; "could have" and "might have" hedge them, but for "could not have", which asserts.

    Args:
        text: the text.
        sentence: one of its sentences.
        told: the sentences of its paragraph up to this one, itself among them.
    """
    if sentence.text.rstrip(_CLOSING_MARKS).endswith("?"):
        return
    for found in _conditionals(text, sentence):
        cause, effect = found.told_cause(), found.told_effect()
        if cause is None or effect is None:
            continue
        cause, effect = (
            standalone(words, told_before(text, side.start, told))
            for words, side in ((cause, found.condition), (effect, found.consequence))
        )
        if _POINTS.match(cause) or _POINTS.match(effect):
            continue
        time = find_date(text, sentence.start, sentence.end)
        yield ExtractedClaim(
            cause=as_mention(found.condition, prevented=False, text=cause),
            effect=as_mention(found.consequence, prevented=False, text=effect),
            cue=found.how,
            quote=sentence,
            modality=found.modality(),
            confidence=_CONFIDENCE,
            time=time.text if time else None,
        )


# Private

_CONFIDENCE = 0.8
_MOST_WORDS = 30  # of a side
_CLOSING_MARKS = " \"'”’)"
_REMOVES = (
    r"(?:(?:but|if not|were it not|had it not been|if it (?:had not|hadn['’]t) been|if it (?:were not|weren['’]t)) for|without|"
    r"in the absence of)"
)
_HOW = re.compile(rf"(?<![\w'’-])(?:(?:even )?(?:{_REMOVES}|if)|had)\s", re.IGNORECASE)
_HOW_BEHIND = re.compile(
    rf"{_HOW.pattern}(?<!without\s)|(?<=\s)without\s(?=(?:the|this|that|these|those|his|her|its|their)\s|(?-i:[A-Z]))", re.IGNORECASE
)
_HOW_SURE = r"(?:\s(?!not\b|never\b|have\b)(?:[a-z]+ly|also|still|ever|even|well|then))*"
_WOULD = re.compile(
    rf"(?<=\w)\s(?P<modal>would|could|might)(?P<short>n['’]t)?(?P<adverbs>{_HOW_SURE})(?P<no>\s(?:not|never))?{_HOW_SURE}"
    r"(?:\shave|['’]ve)\s(?:(?:[a-z]+ly|also|since)\s)?(?P<verb>[a-z]+)",
    re.IGNORECASE,
)
_PARTICIPLES = frozenset("been become come overcome run put cut hit let set cost hurt shut split spread burst cast quit gone done".split())
_CLAUSE = re.compile(r"[;:—–]\s|,\s(?:and|but|so|because|since|as)\s|\b(?:that|because)\s", re.IGNORECASE)
_OPENS = re.compile(rf"(?:\A|{_CLAUSE.pattern}|\b(?:and|but)\s)[\s\"'“‘(]*\Z", re.IGNORECASE)
_ENDS = re.compile(
    r"[;:—–\"“”]|,\s(?:and|but|so|which|who|because|while|as)\s|,\s(?:though|however)\b|\sand\s(?=[^,;]*\b(?:would|could|might)\b)|"
    r",\s(?:[\w.]+\s){1,3}(?:said|says|told|added|adds|wrote|writes|noted|notes|explain(?:s|ed))\b|[.!]*\s*\Z",
    re.IGNORECASE,
)
_INTRODUCES = re.compile(
    r"(?:[A-Z]\w*ly|(?:In|On|At|By|After|During|With|According|However|Thus|Therefore|Moreover|Indeed|Perhaps)\b[^,]*),\s"
)
_SAYS = re.compile(
    r".*\b(?:says?|said|believe[sd]?|thinks?|thought|argue[sd]?|concluded?|found|estimate[sd]?|noted|claim(?:s|ed)?)\s(?:that\s)?",
    re.DOTALL,
)
_OWNS = re.compile(r"\b(?:i|he|she|it|we|they|you|who|which|that|until|what)\s\Z", re.IGNORECASE)  # "until it | had the capacity"
_BY_THE_WAY = re.compile(r"(?:then|now|maybe|perhaps|probably|possibly|presumably|certainly|surely)\s", re.IGNORECASE)
_NO_SUBJECT = re.compile(
    r"\b(?:which|who|whom|whose|what|that|where|when|why|how|if|whether|because|while|there)\b|\s(?:i|he|she|it|we|they|you)\Z",
    re.IGNORECASE,
)
_POINTS = re.compile(r"(?:it|this|that|these|those|i|you|there|one|such)\b(?! was no\b)", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"(?:the|its|their|this)\s(?:[a-z]+\s)?(?:results?|outcomes?|consequences?|effects?|impact|situation)\Z", re.IGNORECASE
)
_AVOIDED = re.compile(r"been (?:[a-z]+ly )?(?:avoided|prevented|averted|stopped|spared)\b", re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(?:worse|better|more|less|fewer|sooner|earlier|later|greater|higher|lower|longer|shorter|faster|slower|easier|different|"
    r"otherwise|differently|nice|great|good|wonderful|the (?:first|last|only))\b",
    re.IGNORECASE,
)
_UNREAL = re.compile(r"\bhad(?:n['’]t)?\s", re.IGNORECASE)
_TWO_THINGS = re.compile(r"ed\b.*\sand\s.*ed\b", re.DOTALL)  # "had winds occurred and the fire escaped"
_HAD_SO = re.compile(r"\b(had(?:n['’]t| not| never)?) (?:[a-z]+ly|only|just|even|also) (?=[a-z])", re.IGNORECASE)
_THERE = re.compile(r"there\b", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|any|some|the)\s", re.IGNORECASE)
_NOBODY = re.compile(r"(?:no one|nobody|nothing|no (?P<what>.+))\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Conditional:
    """A condition and what would have come of it: their places and the conjunction's, and the parts of the consequence."""

    how: Span
    condition: Span
    consequence: Span
    subject: str
    would: re.Match[str]
    rest: str

    @property
    def _is_denied(self) -> bool:
        return bool(self.would["short"] or self.would["no"])

    @property
    def _is_all_the_same(self) -> bool:
        """Tell whether the consequence would have come about with the condition and without it."""
        return self.how.text.lower().startswith("even") or " still " in self._adverbs

    @property
    def _adverbs(self) -> str:
        return f" {self.would['adverbs']} ".lower()

    def modality(self) -> Modality:
        """Return how sure the sentence is that the condition mattered."""
        if self._is_all_the_same:
            return Modality.DENIED
        modal = self.would["modal"].lower()
        unsure = modal == "might" or (modal == "could" and not self._is_denied)
        doubted = any(f" {word} " in self._adverbs for word in ("probably", "likely", "possibly", "perhaps", "presumably"))
        return Modality.HEDGED if unsure or doubted or _BY_THE_WAY.match(self.subject) else Modality.ASSERTED

    def told_cause(self) -> str | None:
        """Return what was so in the place of the condition; None where it is no unreal one."""
        condition, how = squeeze(self.condition.text), squeeze(self.how.text).lower().removeprefix("even ")
        if how not in ("if", "had"):
            return None if has_finite_verb(condition) else tidy(condition)
        if how == "had":
            if _TWO_THINGS.search(condition):
                return None
            condition = statement("had", condition)
        if not _UNREAL.search(condition) or _COMPARES.search(condition):
            return None
        event, was_denied = in_past(_HAD_SO.sub(r"\1 ", condition))
        if was_denied:
            return event
        return f"there was no {_ARTICLE.sub('', event)}" if _THERE.match(condition) else negated(event)

    def told_effect(self) -> str | None:
        """Return what was so in the place of the consequence; None where it only compares."""
        subject, rest = _BY_THE_WAY.sub("", squeeze(self.subject)), squeeze(self.rest).removesuffix(" only")
        if _AVOIDED.match(rest) and not self._is_denied:
            return tidy(subject)
        nobody = _NOBODY.match(subject)
        if _COMPARES.search(f"{subject} {rest}") or _SAYS_NOTHING.match(subject) or (nobody and self._is_denied):
            return None
        is_denied = self._is_denied or nobody is not None
        subject = nobody["what"] or "someone" if nobody else subject
        return hypothetical(f"{subject} {'' if is_denied is not self._is_all_the_same else 'not '}have {rest}")


def _conditionals(text: str, sentence: Span) -> Iterator[_Conditional]:
    for would in _WOULD.finditer(text, sentence.start, sentence.end):
        verb = would["verb"].lower()
        if verb not in _PARTICIPLES and not is_past(verb) and verb_form(verb) != "VBN":
            continue
        found = _before(text, sentence.start, would) or _behind(text, sentence.start, would)
        if found and max(len(side.text.split()) for side in (found.condition, found.consequence)) <= _MOST_WORDS:
            yield found


def _before(text: str, start: int, would: re.Match[str]) -> _Conditional | None:
    """Read "Had C, E would have …"."""
    comma = text.rfind(",", start, would.start())
    opened = [how for how in _HOW.finditer(text, start, max(comma, start)) if _OPENS.search(text[start : how.start()])]
    if not opened:
        return None
    return _made(text, opened[-1], opened[-1].end(), comma, would, subject=comma, end=_end(text, would))


def _behind(text: str, start: int, would: re.Match[str]) -> _Conditional | None:
    """Read "E would have … had C"."""
    end = _end(text, would)
    how = _HOW_BEHIND.search(text, would.end(), end)
    if how is None or (how.group().lower() == "had " and _OWNS.search(text[would.end() : how.start()])):
        return None
    begin = max([start, *(clause.end() for clause in _CLAUSE.finditer(text, start, would.start()))])
    opening = _INTRODUCES.match(text, begin, would.start()) or _SAYS.match(text, begin, would.start())
    return _made(text, how, how.end(), end, would, subject=opening.end() if opening else begin, end=how.start())


def _made(text: str, how: re.Match[str], start: int, stop: int, would: re.Match[str], *, subject: int, end: int) -> _Conditional | None:
    """Return the conditional with its condition from start to stop, and its consequence from its subject to its end."""
    condition, consequence = _trimmed(text, start, stop), _trimmed(text, subject, end)
    rest = _trimmed(text, would.start("verb"), end)
    doer = _trimmed(text, subject, would.start())
    if not (condition and consequence and rest and doer) or _WOULD.search(condition.text):
        return None
    if re.search("[,()]", doer.text) or _NO_SUBJECT.search(doer.text) or has_finite_verb(doer.text):
        return None
    mark = Span(how.group().rstrip(), how.start(), how.start() + len(how.group().rstrip()))
    return _Conditional(mark, condition, consequence, doer.text, would, rest.text)


def _end(text: str, would: re.Match[str]) -> int:
    """Return where the clause behind "would have" ends."""
    found = _ENDS.search(text, would.end(), would.endpos)
    return found.start() if found else would.endpos


def _trimmed(text: str, start: int, end: int) -> Span | None:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip(" \t\n,;:\"“'‘("))
    end = start + len(text[start:end].rstrip(' \t\n,;:.!"”)'))
    return Span(text[start:end], start, end) if start < end else None
