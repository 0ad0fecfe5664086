"""What a text says of a statement as a whole: that it is open, that somebody claims it, that it is one of two, that it was disproved.

Claims of the rules and of the trained reader alike go through here; what each side of a cue is, and what the words of the cue itself
deny, has been read before.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cckg.core.claims import ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.local.arguments import trimmed
from cckg.local.grammar import has_finite_verb
from cckg.local.mentions import as_mention
from cckg.local.places import overlap
from cckg.local.sentences import Sentence
from cckg.local.takebacks import Takeback, is_lone_exclusion, takeback

LONGEST_FRAME = 300
"""Characters of a sentence before a statement in which what it says of the statement is looked for."""


def reserved(text: str, claims: Sequence[ExtractedClaim], *, sentences: Sequence[Sentence]) -> list[ExtractedClaim]:
    """Return the claims of a text, in their order, each as sure as the text is of it; no claims give none.

    "It is unclear whether C caused E", "critics say that C caused E" and "either B or C caused E" are hedged, "the court rejected the
    claim that C caused E" and "C caused E, which proved false" denied; the words that say so belong to neither side. Of "neither B nor C"
    both are denied. Left out are claims across sentences that are made of "C was excluded as a cause", which names no effect.

    Args:
        text: the text.
        claims: what was read in it.
        sentences: its sentences, in order, as `cckg.local.sentences.read_sentences` gives them.
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


# Private

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
    begin = max(sentence.start, first.start - LONGEST_FRAME)
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
        before = text[max(sentence.start, side.span.start - LONGEST_FRAME) : side.span.start]
        opens = _BEFORE_OR.search(before)
        members = _members(text, side.span) if opens or _EITHER.match(side.span.text) else []
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


def _members(text: str, side: Span) -> list[Span]:
    """Return A and B of a side "A or B", the side alone where it cannot be told where they part; nothing where there is no "or"."""
    cuts = list(_OR.finditer(side.text))
    if not cuts:
        return []
    bounds = [0, *(edge for cut in cuts for edge in cut.span()), len(side.text)]
    pieces = [trimmed(text, side.start + start, side.start + stop) for start, stop in zip(bounds[::2], bounds[1::2], strict=True)]
    named = [piece for piece in pieces if piece]
    short = all(len(piece.text.split()) <= _SHORT for piece in named)
    parted = all(_OPENS_MEMBER.match(side.text, cut.end()) or has_finite_verb(side.text[cut.end() :]) for cut in cuts)
    return named if len(named) == len(pieces) and (short or parted) else [side]


def _excludes_the_whole(claim: ExtractedClaim, sentence: Span, *, behind: Span) -> bool:
    """Tell whether the sentence before "C was excluded as a cause" tells of nothing but the effect: "The bridge fell in June."."""
    effect = claim.effect.span
    is_whole = effect.start == sentence.start and effect.end >= sentence.end - 1
    return is_whole and is_lone_exclusion(behind.text)


def _with_the_other(text: str, claim: ExtractedClaim, *, known: Sequence[ExtractedClaim]) -> Iterator[ExtractedClaim]:
    """Yield a claim, and where only B is denied of "neither A nor B", the same of A in front of it."""
    begin = max(claim.quote.start, claim.cause.span.start - LONGEST_FRAME)
    neither = _NEITHER.search(text[begin : claim.cause.span.start]) if claim.modality is Modality.DENIED else None
    other = trimmed(text, begin + neither.start("other"), begin + neither.end("other")) if neither else None
    if other and not has_finite_verb(other.text) and not any(overlap(side.span, other) for one in known for side in _sides(one)):
        yield replace(claim, cause=as_mention(other, prevented=False))
    yield claim
