"""What a text says of a statement as a whole: that it is open, claimed by somebody, one of two, taken back behind it, or disproved.

"…, but the inquiry ruled this out", "…, which proved false", "Fog was excluded as a cause" take a statement back. In "X did not V because
of C" the "not" may deny the verb or the reason: "…, but because of D" shows that the reason is denied: X did V, but not because of C.
Where nothing follows, a verb of acting leaves it open, and nothing is read; a failure or a state ("did not open because of rust"), and a
reason in a clause of its own ("… because the valve stuck"), say why X did not V. Claims of rules and of the trained reader alike go
through here; other causes set against each other are `cckg.extraction.contrast`'s work.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from cckg.core.claims import ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.extraction.arguments import parted, trimmed
from cckg.extraction.connectives import overlap
from cckg.extraction.contrast import Contrast, turned_to
from cckg.extraction.links import CausalLink
from cckg.extraction.windows import as_mention
from cckg.language import Form, Sentence, has_finite_verb, inflect, is_past, verb_lemma, word_class


class Takeback(StrEnum):
    """How a statement is taken back.

    As disproved; as ruled out; by one who only denies it; or, where it is "rejected" or "ruled out" as "it", perhaps not itself but
    a thing that it names: "led to an offer, but the farmers rejected it".
    """

    DISPROVED = "disproved"
    RULED_OUT = "ruled out"
    CONTESTED = "contested"
    REFUSED = "refused"


def takeback(behind: str, following: str = "") -> Takeback | None:
    """Return how what is `behind` a statement in its sentence, or the whole next one, takes it back; None where neither does."""
    found = _BEHIND.match(behind) or _SENTENCE.match(following)
    return _kind(found) if found else None


def is_lone_exclusion(sentence: str) -> bool:
    """Tell whether a sentence says that something was excluded as a cause, without saying of what: "Fog was ruled out as a cause."."""
    return bool(_LONE.match(sentence))


def reserved(text: str, claims: Sequence[ExtractedClaim], *, sentences: Sequence[Sentence]) -> list[ExtractedClaim]:
    """Return the claims of a text, in their order, each as sure as the text is of it; no claims give none.

    "It is unclear whether C caused E", "critics say that C caused E" and "either B or C caused E" are hedged, "the court rejected the
    claim that C caused E" and "C caused E, which proved false" denied; the words that say so belong to neither side. Of "neither B nor C"
    both are denied. Left out are claims across sentences that are made of "C was excluded as a cause", which names no effect. `sentences`
    are those of the text, in order, as `cckg.language.sentences.read_sentences` gives them.
    """
    starts = [sentence.span.start for sentence in sentences]
    kept: list[ExtractedClaim] = []
    for claim in claims:
        first, last = (max(bisect_right(starts, side.span.start) - 1, 0) for side in _sides(claim))
        sentence, behind = sentences[first].span, sentences[last].span
        following = sentences[first + 1].span if first + 1 < len(sentences) else None
        near = following is not None and sentences[first + 1].paragraph == sentences[first].paragraph
        if first != last and (is_lone_exclusion(sentence.text) or is_lone_exclusion(behind.text)):
            if _excludes_the_whole(claim, sentence, behind=behind):
                kept.append(replace(claim, modality=Modality.DENIED))
            continue
        told = _judged(text, claim, sentence=sentence, following=following.text if following and near and first == last else "")
        kept += _alternatives(text, told, sentence=sentence)
    return [one for claim in kept for one in _with_the_other(text, claim, known=kept)]


def scopes(text: str, end: int, links: Sequence[CausalLink], *, behind: str) -> list[Contrast]:
    """Return what is settled of the links of a sentence that ends at `end`, in their order; none where "not" denies no verb.

    `behind` is the sentence that follows in the same paragraph, or empty.
    """
    kept: list[Contrast] = []
    for link in links:
        clause = _negated(text, link)
        if clause and not any(one.holds(link.cause, link.effect) for one in kept):
            kept += _settled(text, end, link, clause, links=links, behind=behind)
    return kept


# Private

_LONGEST_FRAME = 300  # characters of a sentence before a statement in which what it says of the statement is looked for
_IT = r"(?:this|that|it|them|these|the (?:idea|theory|claim|suspicion|suggestion|allegation|charge|rumou?r|hypothesis|possibility)s?)"
_WHO = r"(?:[\w'’-]+\s){1,8}?"
_FALSE = r"(?:false|untrue|wrong|incorrect|unfounded|baseless|groundless|mistaken|a mistake|a myth|an error|not (?:true|the case|so))"
_BE_LATER = r"(?:is|are|was|were|has been|have been|had been)(?:\s(?:later|since|soon|then|subsequently|quickly|now|also|eventually))?"
_LATER = r"(?:(?:later|since|soon|then|subsequently|also|eventually|has|have|had|quickly|finally)\s)*"
_PROVED = rf"(?:prove[dn]?(?: to be)?|turned out(?: to be)?|{_BE_LATER})"
_PLAIN = rf"(?:later|soon|eventually|has|have|since|then|subsequently)?\s?{_PROVED}\s(?:\w+ly\s)?{_FALSE}\b"
_REFUTES = rf"(?P<disproved>disprove[sd]|refuted|debunked|rebutted|(?:showed|found|proved) otherwise|proved {_IT} (?:false|wrong))"
_DENYING = r"(?:denied|denies|deny|disputed|disputes|dispute|contested)"
_REJECTS = rf"(?P<refused>ruled {_IT} out|(?:ruled out|rejected|dismissed|excluded|discounted) {_IT})"
_REFUTING = r"(?P<disproved_of>disproved|disproven|refuted|debunked|discredited)|ruled out|(?P<refused_of>rejected|dismissed|excluded)"
_BODY = (
    rf"(?:{_WHO}{_LATER}(?:{_REFUTES}(?:\s{_IT})?|ruled (?:this out|out this)|{_REJECTS}|(?P<contested>{_DENYING} (?!it\b|them\b){_IT}))"
    rf"|{_IT}\s{_BE_LATER}\s(?:\w+ly\s)?(?:{_REFUTING})|{_IT}\s{_PLAIN})"
)
_BEHIND = re.compile(
    r"[\s\"”’]*(?:[,;]\s|\s[—–-]\s|\s?\b(?=but\b))(?:(?:but|yet|although|though|while|and|however,?)\s+)?"
    rf"(?:{_BODY}|(?:which|though)\s(?:{_PLAIN}|{_BE_LATER}\s(?:\w+ly\s)?"
    r"(?P<disproved_which>disproved|disproven|refuted|debunked|discredited|ruled out)))\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(rf"\W*(?:(?:but|yet|however),?\s+)?{_BODY}(?:\s(?:by|in|on|after|when)\s[^,;]{{1,60}})?[.!]?\W*\Z", re.IGNORECASE)
_LONE = re.compile(
    rf"[^,;:]{{1,160}}\s{_BE_LATER}\s(?:\w+ly\s)?(?:ruled out|excluded|discounted|dismissed|eliminated|rejected)\s(?:as|from being)\s"
    r"(?:(?:a|an|the|one|any|possible|likely|probable|contributory|contributing|main|direct|underlying)\s)*"
    r"(?:causes?|reasons?|factors?|explanations?)(?!\s(?:of|for|in|behind)\b)",
    re.IGNORECASE,
)


def _kind(found: re.Match[str]) -> Takeback:
    if found["contested"]:
        return Takeback.CONTESTED
    if found["refused"] or found["refused_of"]:
        return Takeback.REFUSED
    named = found.groupdict()
    disproved = any(named.get(name) for name in ("disproved", "disproved_of", "disproved_which"))
    return Takeback.DISPROVED if disproved else Takeback.RULED_OUT


_CLAUSE_END = re.compile(r";\s|,\s(?:but|and|so|yet)\s", re.IGNORECASE)
_WHETHER = re.compile(
    r"\bwhether(?: or not)?\s|\b(?:know|knows|knew|known|clear|unclear|sure|unsure|certain|uncertain|say|tell|ask(?:s|ed|ing)?|"
    r"(?:wonder|establish|determin|decid|examin|investigat|test|check|doubt|question)\w*) if\s",
    re.IGNORECASE,
)
_OR_WHETHER = re.compile(r",?\sor (?:whether\b.*|not)\Z", re.IGNORECASE | re.DOTALL)
_SUBORDINATE = re.compile(
    r"\s*(?:\w+ly\s)?(?:because|due to|owing to|thanks to|on account of|as a (?:result|consequence) of)\b", re.IGNORECASE
)
_ABOUT = re.compile(
    r"(?<!agree )(?<!divided )(?<!split )(?<!differ )\b(?:about|over|of|on|as to|regarding|concerning|question|issue|debate|dispute)\s+\Z",
    re.IGNORECASE,
)
_JOINS_ON = re.compile(r"\s*(?:,|;|and\b|but\b|or\b|so\b)", re.IGNORECASE)
_NOUN = (
    r"(?:claims?|allegations?|accusations?|arguments?|assertions?|contentions?|notions?|beliefs?|suggestions?|ideas?|theor(?:y|ies)|"
    r"hypothes[ei]s|views?|rumou?rs?|suspicions?|assumptions?|charges?|complaints?|myth)"
)
_REFUSED = (
    r"(?:reject|dismiss|refut|den[yi]|disprov|disput|debunk|rebut|discount|disbeliev|contradict|overturn|threw out|throw out|thrown out|"
    r"ruled? out|found no support for|no truth in|contrary to)\w*"
)
_NOUN_THAT = re.compile(rf"\b(?:{_NOUN}|reports?|news|fact)\s+that\s+\Z", re.IGNORECASE)
_UPHELD = re.compile(
    r"\b(?:confirm|support|prov(?:e|en|ing)\b|bear|bore|borne|vindicat|accept|uphold|upheld|corroborat|agree|strengthen|not|never)\w*"
    rf"\b[^,;]{{0,40}}\b{_NOUN}\s+that\s\Z",
    re.IGNORECASE,
)
_PARTISAN = (
    r"(?:critics|opponents|supporters|advocates|campaigners|activists|sceptics|skeptics|detractors|proponents|some|others|many|people|"
    r"locals|residents|villagers|neighbou?rs|parents|(?:trade )?unions?|conspiracy theorists)"
)
_THAT = r"(?:that\s+|(?=(?:the|a|an|his|her|its|their)\s|\Z))"
_ATTRIBUTED = re.compile(
    r"\b(?:(?:alleg(?:e|es|ed|ing)|insist(?:s|ed|ing)?|contend(?:s|ed|ing)?|assert(?:s|ed)|assum(?:e|es|ed|ing)|presum(?:e|es|ed)|"
    rf"suppos(?:e|es|ed)|imagin(?:e|ed)|guess(?:ed|es)?|accus(?:e|es|ed)|claim(?:s|ed|ing)?|suspect(?:s|ed)?|believ(?:e|es|ed)|"
    rf"fear(?:s|ed)?|maintain(?:s|ed)?)\s+{_THAT}"
    rf"|{_PARTISAN}(?:\s[\w'’-]+){{0,5}}?\s(?:say|says|said|argue|argues|argued|maintain|maintains|maintained|complain|complained)\s+{_THAT}"
    rf"|{_NOUN}\s+that\s+)",
    re.IGNORECASE,
)
_REFUSING = re.compile(
    rf"\b{_REFUSED}\s+(?:(?:the|any|all|this|that|a|an|such|both|as)\s+)*(?:[\w'’-]+\s+){{0,3}}?{_NOUN}\s+that\s+\Z", re.IGNORECASE
)
_SAID = re.compile(
    r"\b(?:say|says|said|rul(?:e|es|ed)|held|judge[sd]?|wr(?:ite|ites|ote)|report(?:s|ed)?|stat(?:e|es|ed)|announced?|th(?:ink|inks|ought)|"
    r"conclude[sd]?|f(?:ind|inds|ound)|suggest(?:s|ed)?|declare[sd]?|warn(?:s|ed)?)\s+that\s",
    re.IGNORECASE,
)
_EITHER = re.compile(r"\beither\s", re.IGNORECASE)
_ENDS_EITHER = re.compile(r"\s+either\W*\Z", re.IGNORECASE)
_PREPOSITION = r"(?:by|to|from|of|in|on|for|because|because of|due to)"
_BEFORE_OR = re.compile(rf"\beither(?:\s{_PREPOSITION})?\s+\Z", re.IGNORECASE)
_OR = re.compile(rf",?\s+or\s+(?:else\s+)?(?:{_PREPOSITION}\s+)?", re.IGNORECASE)
_AFTER_OR = re.compile(rf"\beither\s[^;]{{1,150}}?\sor\s+(?:else\s+)?(?:{_PREPOSITION}\s+)?\Z", re.IGNORECASE)
_NEITHER = re.compile(rf"\bneither\s+(?:{_PREPOSITION}\s+)?(?P<other>[^,;]{{1,120}}?),?\s+nor\s+(?:{_PREPOSITION}\s+)?\Z", re.IGNORECASE)
_OPENS_MEMBER = re.compile(r"(?:a|an|the|its|their|his|her|some|this|no|too)\s", re.IGNORECASE)
_SHORT = 2  # words of the members of "either drought or blight", which no article parts
_DENIES = re.compile(
    r"\b(?:no|not|none|nobody|nothing|never|neither|nor|cannot|without|fail\w*|unable|refus\w*|den(?:y|ie[ds]|ial)|reject\w*|dismiss\w*|"
    r"ruled?|ruling|exclud\w*|eliminat\w*|discount\w*|refut\w*|disprov\w*|disput\w*|debunk\w*|discredit\w*|wrong\w*|mistak\w*|false\w*|"
    r"incorrect\w*|untrue|myth|contrary|doubt\w*|unlikely|hardly|barely|scarcely|little|few|unrelated|irrelevant|independent\w*|innocent|"
    r"despite|although|though|instead of|rather than|unfounded|baseless|exonerat\w*|"
    r"clear(?:s|ed)|absolv\w*|acquit\w*|absen\w*|lack\w*|even if|(?:would|could|might) (?:\w+ )?still)\b|n['’]t\b",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"\s(?:(?:is|are|was|were|has|have|had|been|being|be|to|prove[ds]?|proven|turned out|remains?|remained|"
    r"later|since|still|now|largely|also|never|not|yet|an?|under|the)\s)+"
    r"(?P<word>refuted|rejected|dismissed|disproved|disproven|debunked|discredited|ruled out|excluded|false|wrong|untrue|"
    r"open(?: question)?|unclear|unknown|uncertain|known|disputed|unproven|unconfirmed|confirmed|established|contested|"
    r"(?:investigation|review|study|dispute))\W*\Z",
    re.IGNORECASE,
)
_REFUTED = re.compile(
    r"(?:refuted|rejected|dismissed|disprove[dn]|debunked|discredited|ruled out|excluded|false|wrong|untrue)\Z", re.IGNORECASE
)


def _sides(claim: ExtractedClaim) -> tuple[Mention, Mention]:
    first, last = sorted((claim.cause, claim.effect), key=lambda side: side.span.start)
    return first, last


def _judged(text: str, claim: ExtractedClaim, *, sentence: Span, following: str) -> ExtractedClaim:
    """Return a claim without the words that tell what is thought of it, as sure as they are."""
    if claim.modality is Modality.DENIED and not _DENIES.search(claim.quote.text):
        claim = replace(claim, modality=Modality.ASSERTED)
    first, last = _sides(claim)
    opens, frame = _frame(text, sentence, first=first.span, last=last.span)
    claim = _cut(claim, first, text=text, start=opens)
    modality = _by_frame(frame, claim.modality)
    verdict = _VERDICT.search(last.span.text) if frame else None
    ends = verdict or (_OR_WHETHER.search(last.span.text) if _WHETHER.search(frame) else None)
    claim = _cut(claim, last, text=text, end=last.span.start + ends.start()) if ends else claim
    if verdict:
        refuted = _REFUTED.match(verdict["word"]) and not _WHETHER.search(frame)
        modality = Modality.DENIED if refuted else Modality.HEDGED
    end = max(claim.cause.span.end, claim.effect.span.end)
    taken = takeback(text[end : max(sentence.end, end)], following)
    return replace(claim, modality=_taken_back(modality, taken, told=bool(frame)) if taken else modality)


def _taken_back(modality: Modality, taken: Takeback, *, told: bool) -> Modality:
    """Return how sure a claim is that is taken back behind; what the text states itself only words that speak of statements take back."""
    if modality is Modality.DENIED:
        return modality
    told = told or modality is Modality.HEDGED
    if taken is Takeback.DISPROVED or (told and taken is Takeback.RULED_OUT):
        return Modality.DENIED
    if taken is Takeback.REFUSED:
        return Modality.DENIED if told else modality
    return Modality.HEDGED


def _frame(text: str, sentence: Span, *, first: Span, last: Span) -> tuple[int, str]:
    """Return where the first side begins without the words that say what is thought of the statement, and these words; else "".

    They may stand in front of it, or the side may open with them where what is left of it goes on to the cue.
    """
    begin = max(sentence.start, first.start - _LONGEST_FRAME)
    begin += max((cut.end() for cut in _CLAUSE_END.finditer(text[begin : first.start])), default=0)
    before = text[begin : min(first.end, last.start)]
    inside = first.start - begin
    for pattern in (_WHETHER, _ATTRIBUTED, _SAID):
        found = max(pattern.finditer(before), key=lambda match: match.end(), default=None)
        if found is None:
            continue
        if found.end() <= inside:
            between = before[found.end() : inside]
            if "," not in between if pattern is _WHETHER else not has_finite_verb(between):
                return first.start, before[: found.end()]
        elif _goes_on(before, found, joining=text[first.end : last.start], is_whether=pattern is _WHETHER):
            return begin + found.end(), before[: found.end()]
    return first.start, ""


def _goes_on(before: str, found: re.Match[str], *, joining: str, is_whether: bool) -> bool:
    """Tell whether the clause behind "whether" or "that" goes on to the cue, rather than being a part of its subject.

    So it does where it has no verb yet, and behind "nobody knows whether" or "critics say that"; behind "doubt about whether the bank would
    last" and "the claim that the king was dead" it does not.
    """
    if not has_finite_verb(before[found.end() :]):
        return True
    subject = before[: found.start()] if is_whether else before[: found.end()]
    nominal = _ABOUT.search(subject) and not has_finite_verb(subject) if is_whether else _NOUN_THAT.search(subject)
    hangs = _SUBORDINATE.match(joining)
    return not nominal and not _JOINS_ON.match(joining) and (is_whether or not hangs)


def _by_frame(frame: str, modality: Modality) -> Modality:
    """Return how sure a claim is behind the words that a statement is framed by."""
    if not frame:
        return modality
    if _WHETHER.search(frame):
        return Modality.HEDGED
    if _REFUSING.search(frame):
        return Modality.DENIED
    attributed = _ATTRIBUTED.search(frame) and not _UPHELD.search(frame)
    return Modality.HEDGED if attributed and modality is Modality.ASSERTED else modality


def _cut(claim: ExtractedClaim, side: Mention, *, text: str, start: int | None = None, end: int | None = None) -> ExtractedClaim:
    """Return a claim with one of its sides shortened; the claim as it is where nothing is cut or nothing would be left."""
    start, end = side.span.start if start is None else start, side.span.end if end is None else end
    if (start, end) == (side.span.start, side.span.end):
        return claim
    span = trimmed(text, start, end)
    if span is None:
        return claim
    is_cause = side.span == claim.cause.span
    mention = _remade(side, span)
    return replace(claim, cause=mention) if is_cause else replace(claim, effect=mention)


def _remade(side: Mention, span: Span) -> Mention:
    """Return the mention of another stretch, prevented where the side was: then its words open with the "no" that the text has not."""
    prevented = side.polarity is Polarity.ABSENCE and side.text.startswith("no ") and not side.span.text.lower().startswith("no ")
    return as_mention(span, prevented=prevented)


def _alternatives(text: str, claim: ExtractedClaim, *, sentence: Span) -> Iterator[ExtractedClaim]:
    """Yield a claim that "either … or" makes of one of two things as hedged; one that it makes of both, once of each."""
    for side in _sides(claim):
        before = text[max(sentence.start, side.span.start - _LONGEST_FRAME) : side.span.start]
        opens = _BEFORE_OR.search(before)
        members = _members(side.span) if opens or _EITHER.match(side.span.text) else []
        lone = (opens and _OR.match(text, side.span.end)) or _AFTER_OR.search(before)
        if not (members or lone):
            continue
        unsure = _without_either(claim if claim.modality is Modality.DENIED else replace(claim, modality=Modality.HEDGED), text=text)
        mentions = [_remade(side, member) for member in members] or [side]
        if side.span == claim.cause.span:
            yield from (replace(unsure, cause=mention) for mention in mentions)
        else:
            yield from (replace(unsure, effect=mention) for mention in mentions)
        return
    yield claim


def _without_either(claim: ExtractedClaim, *, text: str) -> ExtractedClaim:
    """Return a claim without the "either" that its first side ends with: "it was shut either because of …"."""
    first = _sides(claim)[0]
    found = _ENDS_EITHER.search(first.span.text)
    return _cut(claim, first, text=text, end=first.span.start + found.start()) if found else claim


def _members(side: Span) -> list[Span]:
    """Return A and B of a side "A or B", the side alone where it cannot be told where they part; nothing where there is no "or"."""
    cuts = list(_OR.finditer(side.text))
    if not cuts:
        return []
    members = parted(side, cuts, begin=0, end=len(side.text))
    short = all(len(member.text.split()) <= _SHORT for member in members)
    apart = all(_OPENS_MEMBER.match(side.text, cut.end()) or has_finite_verb(side.text[cut.end() :]) for cut in cuts)
    return members if members and (short or apart) else [side]


def _excludes_the_whole(claim: ExtractedClaim, sentence: Span, *, behind: Span) -> bool:
    """Tell whether the sentence before "C was excluded as a cause" tells of nothing but the effect: "The bridge fell in June."."""
    effect = claim.effect.span
    is_whole = effect.start == sentence.start and effect.end >= sentence.end - 1
    return is_whole and is_lone_exclusion(behind.text)


def _with_the_other(text: str, claim: ExtractedClaim, *, known: Sequence[ExtractedClaim]) -> Iterator[ExtractedClaim]:
    """Yield a claim, and where only B is denied of "neither A nor B", the same of A in front of it."""
    begin = max(claim.quote.start, claim.cause.span.start - _LONGEST_FRAME)
    neither = _NEITHER.search(text[begin : claim.cause.span.start]) if claim.modality is Modality.DENIED else None
    other = trimmed(text, begin + neither.start("other"), begin + neither.end("other")) if neither else None
    if other and not has_finite_verb(other.text) and not any(overlap(side.span, other) for one in known for side in _sides(one)):
        yield replace(claim, cause=as_mention(other, prevented=False))
    yield claim


_NOT_DONE = re.compile(
    r"(?P<subject>.+?)\s(?P<verb>did|does|do|was|were|is|are|has|had|have)(?:\snot|n['’]t)\s(?!(?:only|just|merely|simply|solely)\b)(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_UNSURE_REST = re.compile(
    r"[,;]|\b(?:and|or|but|until|till|before|after|when|while|that|which|who|whether|if|how|what|to|any|anyone|anything|either|yet|"
    r"enough|so|been)\b|\b(?:had|did|was|were)\b",
    re.IGNORECASE,
)
_NOR = re.compile(r",?\s+nor\s+(?:because|due|owing|on account)\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"\W*(?:(?:instead|rather),?\s)?(?:he|she|it|they|we|i|you)\s(?P<be>was\s|were\s|is\s|are\s|had\s|has\s|have\s)?(?:only\s|instead\s)?(?P<verb>[\w'’-]+)(?P<rest>\s(?:so|it|this|that)\b)?",
    re.IGNORECASE,
)
_FORMS: dict[str, Form] = {"did": "VBD", "does": "VBZ"}
_DO, _BE = ("did", "does", "do"), ("was", "were", "is", "are")


@dataclass(frozen=True, slots=True)
class _Negated:
    """A clause in front of a reason: its subject, the verb that "not" follows, and the words behind "not"."""

    subject: str
    verb: str
    rest: str

    @property
    def lemma(self) -> str:
        """Return the base form of the verb that is denied, or of the participle."""
        return verb_lemma(self.rest.split()[0])

    @property
    def affirmed(self) -> str:
        """Return the clause without its "not": "the school was closed", "the plant closed"."""
        if self.verb.lower() not in _DO:
            return f"{self.subject} {self.verb} {self.rest}"
        head, _, more = self.rest.partition(" ")
        form = _FORMS.get(self.verb.lower())
        verb = inflect(head, form) if form else head
        return f"{self.subject} {verb} {more}".strip()

    @property
    def leaves_open(self) -> bool:
        """Tell whether the clause says of an act, and of no failure or state, that it was not done."""
        if self.verb.lower() in _BE:
            return is_past(self.rest.split()[0].lower()) and self.lemma in word_class("decided")
        return self.lemma not in word_class("unwilled")


def _negated(text: str, link: CausalLink) -> _Negated | None:
    """Return the clause that a reason follows without a comma, where "not" denies its verb; None where its words are not plain."""
    if not link.is_subordinate or link.across or link.effect.end > link.cue.start or text[link.effect.end : link.cue.start].strip():
        return None
    found = _NOT_DONE.fullmatch(link.effect.text)
    if found is None or _UNSURE_REST.search(found["rest"]) or link.modality is Modality.DENIED:
        return None
    return _Negated(found["subject"], found["verb"], found["rest"])


def _settled(text: str, end: int, link: CausalLink, clause: _Negated, *, links: Sequence[CausalLink], behind: str) -> Iterator[Contrast]:
    denied = replace(link, modality=Modality.DENIED, effect_words=clause.affirmed)
    pair = turned_to(text, link.cause.start, end)
    if pair:
        sides = [replace(denied, right=pair[0]), replace(denied, right=pair[1], modality=Modality.ASSERTED)]
        yield Contrast(link.cue, tuple(sides), (link.effect, *pair), link.effect)
        return
    parts = (link.effect, link.cause)
    nor = _NOR.match(text, link.cause.end)
    if nor:
        yield Contrast(link.cue, (), (*parts, Span(text[nor.start() : end], nor.start(), end)), link.effect)
    elif _does_it_after_all(clause, text[link.cause.end : end], behind):
        yield Contrast(link.cue, (denied, *_told_again(text, link, clause, links)), parts, link.effect)
    elif clause.leaves_open and link.cue.frame == "preposition":
        yield Contrast(link.cue, (), parts, link.effect)


def _does_it_after_all(clause: _Negated, rest: str, behind: str) -> bool:
    """Tell whether what follows says that the thing was done: "; it closed because …", "; he did so for …"."""
    mark, _, after = rest.partition(";")
    if mark.strip(" .!"):
        return False
    again = _AGAIN.match(after or behind)
    if again is None:
        return False
    if again["verb"].lower() in _DO:
        return bool(again["rest"])
    passive = clause.verb.lower() in _BE
    return passive == ((again["be"] or "").strip().lower() in _BE) and verb_lemma(again["verb"]) == clause.lemma


def _told_again(text: str, link: CausalLink, clause: _Negated, links: Sequence[CausalLink]) -> Iterator[CausalLink]:
    """Yield the links of the clause that says it was done, "it" put into words: "it closed because of the strike"."""
    for other in links:
        between = text[link.cause.end : other.cue.start] if other.is_subordinate else ""
        again = _AGAIN.match(between) if between.startswith(";") else None
        if again and not re.search(r"[,;]|\b(?:and|but)\b", between[again.end() :]):
            yield replace(other, left=link.effect, effect_words=clause.affirmed, across=False)
