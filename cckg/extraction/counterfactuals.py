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
from cckg.extraction.policy import POLICY
from cckg.extraction.windows import as_mention, told_before
from cckg.language import (
    be_for,
    find_date,
    has_finite_verb,
    hypothetical,
    in_past,
    is_past,
    make_standalone,
    negated,
    parts_of_speech,
    statement,
    tidy,
    verb_form,
    verb_lemma,
)


def counterfactual_claims(text: str, sentence: Span, told: Sequence[Span]) -> Iterator[ExtractedClaim]:
    """Yield the claims of a sentence on what would have been without a cause, one for each consequence with its condition.

    "Even if …" and "would still …" deny them; "could have" and "might have" hedge them, but for "could not have", which asserts.
    `told` are the sentences of the paragraph up to this one, itself among them.
    """
    if sentence.text.rstrip(_CLOSING_MARKS).endswith("?"):
        return
    for found in _conditionals(text, sentence):
        cause, effect = found.cause_wording(), found.effect_wording()
        if cause is None or effect is None:
            continue
        cause = make_standalone(cause, told_before(text, found.condition.start, told))
        before = told_before(text, found.consequence.start, told)
        if found.condition.start < found.consequence.start:
            before = [*before[:-1], f"{cause[:1].upper()}{cause[1:]}."]  # what "it" takes up is named in the condition
        effect = make_standalone(effect, before)
        if _POINTS.match(cause) or _POINTS.match(effect):
            continue
        time = find_date(text, sentence.start, sentence.end)
        yield ExtractedClaim(
            cause=as_mention(found.condition, prevented=False, text=cause),
            effect=as_mention(found.consequence, prevented=False, text=effect),
            cue=found.how,
            quote=sentence,
            modality=found.modality(),
            confidence=POLICY.counterfactual,
            time=time.text if time else None,
            counterfactual=True,
            tentative=found.modality() is Modality.DENIED and found.is_hedged(),
        )


# Private

_MOST_WORDS = 30  # of a side
_REACH = 300  # characters in front of "would have" in which its condition and its subject are looked for
_CLOSING_MARKS = " \"'”’)"
_REMOVES = (
    r"(?:(?:but|if not|were it not|had it not been|if it (?:had not|hadn['’]t) been|if it (?:were not|weren['’]t)) for|without|"
    r"in the absence of)"
)
_HOW = re.compile(rf"(?<![\w'’-])(?:(?:even )?(?:{_REMOVES}|if(?: only)?)|had)\s", re.IGNORECASE)
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
    r",(?!\d)|[;:—–\"“”]|\s(?:but|because|while|although|so that)\s|\sand\s(?=[^,;]*\b(?:would|could|might)\b)|[.!]*\s*\Z", re.IGNORECASE
)
_INTRODUCES = re.compile(
    r"(?:[A-Z]\w*ly|(?:In|On|At|By|After|During|With|According|However|Thus|Therefore|Moreover|Indeed|Perhaps)\b[^,]*),\s"
)
_SAYS = re.compile(
    r".*\b(?:says?|said|believe[sd]?|thinks?|thought|argue[sd]?|concluded?|found|estimate[sd]?|noted|claim(?:s|ed)?)\s(?:that\s)?",
    re.DOTALL,
)
_DENYING = re.compile(
    r"\b(?:not|no|nobody|none|never|cannot|den(?:y|ie[sd]|ying)|disput\w*|doubt\w*|unlikely|reject\w*|refut\w*|dismiss\w*|false|untrue|"
    r"wrong\w*|hardly|wonder\w*|whether|unclear|what)\b|n['’]t\b",
    re.IGNORECASE,
)
_BY_THE_WAY = re.compile(r"(?:then|now|maybe|perhaps|probably|possibly|presumably|certainly|surely)\s", re.IGNORECASE)
_NO_SUBJECT = re.compile(
    r"\b(?:which|who|whom|whose|what|that|where|when|why|how|if|whether|because|while|there)\b|\s(?:i|he|she|it|we|they|you)\Z",
    re.IGNORECASE,
)
_OPENS_CLAUSE = re.compile(
    r"(?:(?:the|an?|its|their|his|her|this|that|these|those|it|he|she|they|we|there|not|more|another|someone|somebody)\b|(?-i:[A-Z]))",
    re.IGNORECASE,
)
_SUBORDINATES = re.compile(
    r"\b(?:once|as|since|because|whether|when|before|after|until|while|than|who|that|which|if|where|what)\b", re.IGNORECASE
)
_IF_OR_NOT = frozenset("known seen asked wondered told said checked determined decided remembered established guessed tested".split())
_POINTS = re.compile(r"(?:it|this|that|these|those|i|you|there|one|such)\b(?! w(?:as|ere) no\b)", re.IGNORECASE)
_AVOIDED = re.compile(r"been (?:[a-z]+ly )?(?:avoided|prevented|averted|spared)\b", re.IGNORECASE)
_THIS_CASE = re.compile(
    r"this (?=(?:incident|issue|problem|outage|accident|event|failure|fire|crash|explosion|injury|death|loss)\Z)", re.IGNORECASE
)
_ESCAPED = re.compile(
    r"(?:been (?:[a-z]+ly )?(?:saved|rescued|stopped|detected|caught|discovered|noticed|treated)|survived|escaped|saved|prevented|stopped|"
    r"avoided)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:worse|better|more|less|fewer|sooner|earlier|later|greater|higher|lower|longer|shorter|faster|slower|easier|smaller|larger|bigger|"
    r"stronger|weaker|cheaper|different|differently|otherwise|limited|reduced|lessened|minimi[sz]ed|mitigated|today|now|"
    r"the (?:first|last|only))\b"
    r"|\b(?:been|become) (?:[a-z]+ly )?[a-z]{3,}er\b",
    re.IGNORECASE,
)
_DIFFERENT = re.compile(r"\b(?:different(?:ly)?|otherwise|today|now)\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never)\b|n['’]t\b", re.IGNORECASE)
_COUNTS = re.compile(  # what "not" in front of it, or taken away, would turn into something else
    r"\b(?:none|few|only|hardly|barely|rarely|seldom|scarcely|neither|nor|either|both|nothing|any\w*|every\w*|each|all|enough|yet)\b",
    re.IGNORECASE,
)
_NO = re.compile(r"\bno\b", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"(?:the|its|their|this)\s(?:[a-z]+\s)?(?:results?|outcomes?|consequences?|effects?|impact|situation)\Z", re.IGNORECASE
)
_ALL_THE_SAME = re.compile(
    r"\s(?:anyway|anyhow|regardless|nevertheless|all the same|just the same|in any (?:case|event)|either way)\b", re.IGNORECASE
)
_IDIOM = re.compile(
    r"(?:an? )?(?:doubt|question|warning|hesitation|exception|fail|delay|notice|once|most|some|many|him|her|them|us|me|you|it|this|that)\b"
    r"|(?:[a-z]+ ){0,3}?[a-z]+ing\b",
    re.IGNORECASE,
)
_UNREAL = re.compile(r"\bhad(?:n['’]t)?\s", re.IGNORECASE)
_HAD_SO = re.compile(r"\b(had(?:n['’]t| not| never)?) (?:only|just|even|also|actually|simply|merely|already) (?=[a-z])", re.IGNORECASE)
_HAD_HOW = re.compile(r"\bhad(?:n['’]t| not| never)? [a-z]+ly\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:and|or|but)\s(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_RELATIVE = re.compile(r"\b(?:who|which|that)\b", re.IGNORECASE)
_THERE = re.compile(r"there\b", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|some|the)\s", re.IGNORECASE)
_DID_NOT = re.compile(r"\bdid not (?P<verb>[\w'’-]+)")
_BEEN = re.compile(r"been (?P<no>no )?(?P<what>[^\d\W][^,;]*)\Z", re.IGNORECASE)
_NOBODY = re.compile(r"(?:(?P<one>no one|nobody)|nothing|no (?P<what>(?!amount|matter|doubt|way|more|other)[\w-]+))\Z", re.IGNORECASE)


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
        even = self.how.text.lower().startswith("even") or " still " in self._adverbs
        return even or bool(_ALL_THE_SAME.search(f" {self.rest}"))

    @property
    def _adverbs(self) -> str:
        return f" {self.would['adverbs']} ".lower()

    @property
    def _is_open(self) -> bool:
        """Tell whether it only says what may have been: "the fire could have started if a spark had fallen"."""
        escaped = _AVOIDED.match(self.rest) or _ESCAPED.match(self.rest)
        is_unlike = escaped or self._is_denied or self._removes or _NOT.search(self.condition.text)
        return self.would["modal"].lower() != "would" and not is_unlike

    @property
    def _removes(self) -> bool:
        """Tell whether the condition is that a thing is taken away, as by "without"."""
        return squeeze(self.how.text).lower().removeprefix("even ").removesuffix(" only") not in ("if", "had")

    def modality(self) -> Modality:
        """Return how sure the sentence is that the condition mattered."""
        if self._is_all_the_same:
            return Modality.DENIED
        return Modality.HEDGED if self.is_hedged() else Modality.ASSERTED

    def is_hedged(self) -> bool:
        """Tell whether the sentence is not sure of what would have been."""
        modal = self.would["modal"].lower()
        unsure = modal == "might" or (modal == "could" and not self._is_denied)
        doubted = any(f" {word} " in self._adverbs for word in ("probably", "likely", "possibly", "perhaps", "presumably"))
        return bool(unsure or doubted or _BY_THE_WAY.match(self.subject))

    def cause_wording(self) -> str | None:
        """Return what was so in the place of the condition; None where it is no unreal one, or not plain."""
        condition = squeeze(self.condition.text)
        if self._removes:
            return None if has_finite_verb(condition) or _IDIOM.match(condition) else tidy(condition)
        several = _SEVERAL.search(condition)
        if several and any(map(is_past, several["rest"].lower().split())):
            return None
        if self.how.text.lower() == "had":
            condition = statement("had", condition)
        condition = _HAD_SO.sub(r"\1 ", condition)
        if len(_UNREAL.findall(condition)) != 1 or any(odd.search(condition) for odd in (_DIFFERENT, _COUNTS, _HAD_HOW)):
            return None
        says_no = _NO.search(condition) and not re.match(r"(?:there had been no|no one|nobody)\b", condition.lower())
        if says_no or _RELATIVE.search(condition):
            return None
        event, was_denied = in_past(condition)
        if was_denied:
            return event
        if _THERE.match(condition):
            return f"there {be_for(event)} no {_ARTICLE.sub('', event)}"
        return _plain(negated(event))

    def effect_wording(self) -> str | None:
        """Return what was so in the place of the consequence; None where it only compares, or is not plain."""
        subject = _BY_THE_WAY.sub("", squeeze(self.subject))
        rest = _ALL_THE_SAME.sub("", f" {squeeze(self.rest)}").strip()
        verb = self.would["verb"].lower()
        if self._is_open or verb in ("caused", "led", "resulted", "triggered"):
            return None
        if _AVOIDED.match(rest) and not self._is_denied:
            return None if _COUNTS.search(subject) or _NO.search(subject) else tidy(_THIS_CASE.sub("the ", subject))
        if subject.lower() == "there":
            return self._told_existence(rest)
        nobody = _NOBODY.match(subject)
        plain = rest if nobody else f"{subject} {rest}"
        if _COMPARES.search(f"{subject} {rest}") or _SAYS_NOTHING.match(subject) or _COUNTS.search(plain) or _NO.search(plain):
            return None
        if nobody:
            if self._is_denied or self.would["modal"].lower() != "would" or verb in ("happened", "changed", "mattered"):
                return None
            subject = "someone" if nobody["one"] else nobody["what"] or "something"
        is_denied = self._is_denied or nobody is not None
        return _plain(hypothetical(f"{subject} {'' if is_denied is not self._is_all_the_same else 'not '}have {rest}"))

    def _told_existence(self, rest: str) -> str | None:
        """Return what there was, of "there would have been no famine"; None where it is not plain."""
        found = _BEEN.match(rest)
        if not found or self._is_all_the_same or (found["no"] and self._is_denied) or _COMPARES.search(rest) or _COUNTS.search(rest):
            return None
        what = found["what"]
        return tidy(what) if found["no"] or self._is_denied else f"there {be_for(what)} no {_ARTICLE.sub('', what)}"


def _plain(told: str | None) -> str | None:
    """Return a statement; None where what stands behind its "did not" is no verb, so that the clause was not taken apart rightly."""
    verb = _DID_NOT.search(told or "")
    is_verb = verb is None or (verb_lemma(verb["verb"].lower()) == verb["verb"].lower() and "VERB" in parts_of_speech(verb["verb"].lower()))
    return told if is_verb else None


def _conditionals(text: str, sentence: Span) -> Iterator[_Conditional]:
    for would in _WOULD.finditer(text, sentence.start, sentence.end):
        verb = would["verb"].lower()
        if verb not in _PARTICIPLES and not is_past(verb) and verb_form(verb) != "VBN":
            continue
        start = max(sentence.start, would.start() - _REACH)
        found = _before(text, start, would) or _behind(text, start, would)
        if found and max(len(side.text.split()) for side in (found.condition, found.consequence)) <= _MOST_WORDS:
            yield found


def _before(text: str, start: int, would: re.Match[str]) -> _Conditional | None:
    """Read "Had C, E would have …"."""
    opened = [how for how in _HOW.finditer(text, start, would.start()) if _opens(text[start : how.start()])]
    comma = text.find(",", opened[-1].end(), would.start()) if opened else -1
    if comma < 0 or _DENYING.search(text, start, opened[-1].start()):
        return None
    how = opened[-1]
    return _made(text, how, _trimmed(text, how.end(), comma), would, subject=comma, end=_end(text, would.end(), would.endpos))


def _opens(before: str) -> bool:
    """Tell whether a clause opens behind what stands before it in its sentence: nothing, "in any case,", "and"."""
    return bool(_OPENS.search(before) or _INTRODUCES.fullmatch(before.lstrip()))


def _behind(text: str, start: int, would: re.Match[str]) -> _Conditional | None:
    """Read "E would have … had C"."""
    how = _HOW.search(text, would.end(), min(would.endpos, would.end() + _REACH))
    if how is None or not _joins(text, how, would):
        return None
    begin = max([start, *(clause.end() for clause in _CLAUSE.finditer(text, start, would.start()))])
    opening = _INTRODUCES.match(text, begin, would.start()) or _SAYS.match(text, begin, would.start())
    subject = opening.end() if opening else begin
    if _DENYING.search(text, start, subject):
        return None
    end = _end(text, how.end(), would.endpos)
    return _made(text, how, _trimmed(text, how.end(), end), would, subject=subject, end=how.start())


def _joins(text: str, how: re.Match[str], would: re.Match[str]) -> bool:
    """Tell whether a conjunction behind "would have" opens its condition, and is no past perfect, "whether" or way of doing it."""
    word, between = how.group().strip().lower(), text[would.end() : how.start()].rstrip(", \n")
    if re.search(r"[,;:.\"“”]", between) or _SUBORDINATES.search(between):
        return False
    if word == "had":
        return _OPENS_CLAUSE.match(text, how.end()) is not None
    if word == "without":
        return bool(would["short"] or would["no"])
    return word != "if" or bool(between) or would["verb"].lower() not in _IF_OR_NOT


def _made(text: str, how: re.Match[str], condition: Span | None, would: re.Match[str], *, subject: int, end: int) -> _Conditional | None:
    """Return the conditional with this condition, and its consequence from its subject to its end."""
    consequence = _trimmed(text, subject, end)
    rest = _trimmed(text, would.start("verb"), end)
    doer = _trimmed(text, subject, would.start())
    if not (condition and consequence and rest and doer) or re.search(r"\b(?:would|could|might)\b|[\"“”]", condition.text):
        return None
    if re.search(r"[,()\"“”]", doer.text) or has_finite_verb(doer.text):
        return None
    if _NO_SUBJECT.search(doer.text) and doer.text.lower() != "there":
        return None
    mark = Span(how.group().rstrip(), how.start(), how.start() + len(how.group().rstrip()))
    return _Conditional(mark, condition, consequence, doer.text, would, rest.text)


def _end(text: str, place: int, limit: int) -> int:
    """Return where the clause that goes on at a place ends."""
    found = _ENDS.search(text, place, limit)
    return found.start() if found else limit


def _trimmed(text: str, start: int, end: int) -> Span | None:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip(" \t\n,;:\"“'‘("))
    end = start + len(text[start:end].rstrip(' \t\n,;:.!"”)'))
    return Span(text[start:end], start, end) if start < end else None
