"""Reads causes set against each other: "caused not by A but by B", "because of B, not because of A", "B rather than A caused E".

What is denied and what is asserted become two links of the one effect; what the trained reader takes of them by other verbs ("B, not A,
destroyed E") is put right. What "did not V because of C" denies is `cckg.extraction.denial`'s work.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cckg.core.claims import ExtractedClaim, Modality, Span
from cckg.extraction.alternatives import has_verb
from cckg.extraction.arguments import left_bound, right_bound, trimmed
from cckg.extraction.connectives import Connective, find_connectives, overlap
from cckg.extraction.links import CausalLink
from cckg.extraction.modality import is_denied, modality_of
from cckg.extraction.windows import as_mention
from cckg.language import has_finite_verb, word_class

_NOT = r"not\s+(?!only\b|just\b|merely\b|solely\b|simply\b|to\b|until\b|least\b|long\b|yet\b|all\b|because\s+it\b)"
AGAINST = rf"(?:,\s+(?:and\s+|but\s+)?{_NOT}|\s+and\s+{_NOT}|,?\s+(?:rather\s+than|instead\s+of|as\s+opposed\s+to)\s+)"
"""What sets one cause against the other in front of it, as a regular expression: ", not", "rather than"; it ends in white space."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """What is read of causes set against each other: the links, maybe none, and the stretches that nothing else is to be read between."""

    cue: Connective
    links: tuple[CausalLink, ...]
    parts: tuple[Span, ...]
    unsaid: Span | None = None  # a clause that is not said as it stands: "the plant did not close", where it did

    def holds(self, cause: Span, effect: Span) -> bool:
        """Tell whether a claim that joins two stretches would join two of these, or what is not said."""
        if self.unsaid and any(overlap(self.unsaid, side) for side in (cause, effect)):
            return True
        sides = [{at for at, part in enumerate(self.parts) if overlap(part, side)} for side in (cause, effect)]
        return any(one != other for one in sides[0] for other in sides[1])


def contrasts(text: str, start: int, end: int, links: Sequence[CausalLink]) -> list[Contrast]:
    """Return the contrasts of the sentence from `start` to `end` in the order of their cues; `links` is what else was read of it."""
    read = {link.cue.start: link for link in links}
    kept: list[Contrast] = []
    for cue in (found.moved(start) for found in find_connectives(text[start:end])):
        if kept and cue.start < max(part.end for part in kept[-1].parts):
            continue
        link = read.get(cue.start)
        if cue.frame == "active":
            contrast = _of_subjects(text, cue, start=start, end=end, link=link)
        else:
            contrast = _of_reasons(text, link, start=start, end=end)
        if contrast:
            kept.append(contrast)
    return kept


def without_contrasted(links: Sequence[CausalLink], found: Sequence[Contrast]) -> list[CausalLink]:
    """Return links with those that contrasts settle replaced by what the contrasts say, in the order of their cues."""
    settled = [link for link in links if any(_settles(one, link) for one in found)]
    kept = [link for link in links if link not in settled and not _takes_up(link, settled)]
    return sorted([*kept, *(link for one in found for link in one.links)], key=lambda link: (link.cue.start, link.cause.start))


def turned_to(text: str, begin: int, end: int, *, last_word: str = "") -> tuple[Span, Span] | None:
    """Return a reason that begins at `begin` and the one that "but" sets against it: "the flu, but because of | the flood".

    The sentence ends at `end`. `last_word` is a preposition that may stand before the second reason too, such as the "by" of "caused by";
    without it only words that say a reason may.
    """
    for turn in _BUT.finditer(text, begin, end):
        if _CLAUSE_ENDS.search(text, begin, turn.start()):
            return None
        first = trimmed(text, begin, turn.start())
        second = _reason(text, turn.end(), end=end, last_word=last_word, bare=bool(last_word) and bool(_NAMES.match(text, turn.end())))
        if first and second:
            return first, second
    return None


def is_plain(text: str) -> bool:
    """Tell whether a phrase holds no other that a contrast in it could be set against: "the use of steel", "eating bread" do."""
    words = text.lower().split()
    return len(words) <= _LONGEST_BARE and not any(word in word_class("preposition") or word.endswith("ing") for word in words)


def put_right(text: str, claim: ExtractedClaim) -> list[ExtractedClaim]:
    """Return a claim as its words have it: of "B rather than A" B asserted and A denied; nothing where its effect is not what is said.

    So it is of "the house was not destroyed by a bomb but by a leak", where the house was destroyed. Other claims come back as they are.
    """
    cause, effect = claim.cause.span, claim.effect.span
    before = text[claim.quote.start : cause.start]
    if effect.end <= cause.start and _TURNS.search(text, effect.end, cause.start) and _NOT_DONE.search(effect.text):
        return []
    parts = _parts(text, cause)
    if parts:
        judged = zip(parts, (claim.modality, Modality.DENIED), strict=True)
        told = [replace(claim, cause=as_mention(part, prevented=False), modality=how) for part, how in judged]
        return told if claim.modality is Modality.ASSERTED else told[:1]
    if claim.modality is Modality.ASSERTED and _BEHIND_MARK.search(before):
        return [replace(claim, modality=Modality.DENIED)]
    mark = _APART.match(text, cause.end, max(cause.end, effect.start))
    around = before + text[mark.end() : max(mark.end(), effect.end)] if mark else ""
    if mark and claim.modality is Modality.DENIED and not _NEGATION_OR_DENIAL.search(around):
        return [replace(claim, modality=Modality.ASSERTED)]
    return [claim]


# Private

_SAYS_REASON = r"(?:due to|owing to|because of|as a (?:result|consequence) of|on account of|thanks to|for(?=\s(?:[\w-]+\s){1,3}reasons?\b))"
_BUT = re.compile(
    r",?\s+but,?\s+(?!(?:also|only|not|never|nor|rather not)\b)(?:(?:rather|instead|simply|mainly|in fact|probably),?\s+)?",
    re.IGNORECASE,
)
_APART = re.compile(AGAINST, re.IGNORECASE)
_CLAUSE_ENDS = re.compile(r";|:\s|\s[—–]\s|,\s(?:and|but|which|who|while|whereas|so|or)\s(?!not\b)", re.IGNORECASE)
_BECAUSE = re.compile(r"because\s+(?!of\b)", re.IGNORECASE)
_RELATIVE = re.compile(r",?\s(?:which|that|who|whose|where|when)\s", re.IGNORECASE)
_PART = r"[^,;:()]{1,120}?"
_IT_WAS = r"(?:it\s+(?:was|is)\s+)?"
_NOT_BUT = re.compile(
    rf"\W*{_IT_WAS}{_NOT}(?P<denied>{_PART}),?\s+but\s+(?:rather\s+)?(?P<asserted>{_PART}),?(?:\s+(?:that|which|who))?\s*\Z", re.IGNORECASE
)
_BUT_NOT = re.compile(rf"\W*{_IT_WAS}(?P<asserted>{_PART}){AGAINST}(?P<denied>{_PART}),?(?:\s+(?:that|which|who))?\s*\Z", re.IGNORECASE)
_NEGATION = re.compile(r"\b(?:not|never|neither)\b|n['’]t\b", re.IGNORECASE)
_REASON_FRAMES = {"backward", "preposition", "because", "causenoun"}
_NAMES = re.compile(r"(?<=rather )|(?<=instead )|(?:a|an|the|its|their|his|her|this|these|some|several)\s|(?-i:[A-Z])", re.IGNORECASE)
_LONGEST_BARE = 4  # words


def _of_reasons(text: str, link: CausalLink | None, *, start: int, end: int) -> Contrast | None:
    """Read causes behind the cue: "was not caused by A but by B", "because of B, not because of A"."""
    if link is None or link.cue.frame not in _REASON_FRAMES or link.cause.start < link.cue.end:
        return None
    copula = text[link.effect.end : link.cause.start] if link.cue.frame == "causenoun" else ""
    own = f"{link.cue.auxiliaries} {text[link.cue.start : link.cue.end]} {copula}"
    if link.modality is Modality.DENIED and (is_denied(own) or link.cause.text.lower().startswith("neither ")):
        return _turned(text, link, start=start, end=end, copula=copula)
    return _set_apart(text, link, end=end)


def _turned(text: str, link: CausalLink, *, start: int, end: int, copula: str) -> Contrast | None:
    words = text[link.cue.start : link.cue.end].lower().split()
    pair = turned_to(text, link.cause.start, end, last_word="not" if copula else words[-1])
    if pair is None:
        return None
    modality = _without_not(text, link, start=start, end=end, copula=copula)
    if modality is None or modality is Modality.DENIED:
        return None
    denied, asserted = (_with_cause(link, cause, held) for cause, held in zip(pair, (Modality.DENIED, modality), strict=True))
    return Contrast(link.cue, (denied, asserted), (link.effect, *pair))


def _without_not(text: str, link: CausalLink, *, start: int, end: int, copula: str) -> Modality | None:
    """Return how sure the sentence would be of a claim if its cue had no "not"."""
    cue = replace(link.cue.moved(-start), auxiliaries=_NEGATION.sub(" ", link.cue.auxiliaries))
    sentence = text[start:end]
    blank = _NEGATION.sub(lambda found: " " * len(found.group()), sentence[cue.start : cue.end])
    sentence = sentence[: cue.start] + blank + sentence[cue.end :]
    begin = link.effect.start - start if start <= link.effect.start < link.cue.start else cue.start
    return modality_of(sentence, cue, begin=begin, copula=_NEGATION.sub(" ", copula))


def _set_apart(text: str, link: CausalLink, *, end: int) -> Contrast | None:
    """Read "because of B, not because of A"; a bare "rather than A" only behind a plain noun, where it can be set against nothing else."""
    last_word = "" if link.cue.frame == "because" else text[link.cue.start : link.cue.end].lower().split()[-1]
    for apart in _APART.finditer(text, link.cause.start, end):
        if _CLAUSE_ENDS.search(text, link.cause.start, apart.start()):
            return None
        asserted = trimmed(text, link.cause.start, apart.start())
        bare = asserted is not None and link.cue.frame != "because" and is_plain(asserted.text)
        denied = _reason(text, apart.end(), end=end, last_word=last_word, bare=bare)
        if asserted and denied and (not _is_bare(text, denied) or is_plain(denied.text)):
            links = [_with_cause(link, asserted, link.modality)]
            if link.modality is Modality.ASSERTED:
                links.append(_with_cause(link, denied, Modality.DENIED))
            return Contrast(link.cue, tuple(links), (link.effect, asserted, denied))
    return None


def _is_bare(text: str, reason: Span) -> bool:
    """Tell whether a reason follows "not" or "than" with no preposition of its own."""
    before = text[max(0, reason.start - 12) : reason.start].lower().split()
    return bool(before) and before[-1] in {"not", "than", "of"} and before[-2:] != ["because", "of"]


def _reason(text: str, begin: int, *, end: int, last_word: str, bare: bool) -> Span | None:
    """Return the reason that begins at a place: a clause behind "because", else a phrase behind a preposition or, where `bare`, alone."""
    because = _BECAUSE.match(text, begin, end)
    found = None if because else re.compile(rf"(?:{_SAYS_REASON}|{last_word or 'due to'})\s+", re.IGNORECASE).match(text, begin, end)
    if not (because or found or bare):
        return None
    place = because.end() if because else found.end() if found else begin
    frame = "because" if because else "preposition"
    span = trimmed(text, place, right_bound(text, Connective(frame, place, place, "", 1.0, prevents=False), end))
    if span is None or not any(map(str.isalpha, span.text)) or not _stands_alone(text, span, end):
        return None
    if because:
        return span if has_verb(span.text) else None
    phrase = _RELATIVE.split(span.text, maxsplit=1)[0]
    governed = not found and phrase.split()[0].lower() in word_class("preposition") | word_class("auxiliary") | {"it", "they", "he", "she"}
    return None if has_verb(phrase) or governed else span


def _stands_alone(text: str, span: Span, end: int) -> bool:
    """Tell whether no verb follows a reason that would make it a subject: "but by noon | had spread"."""
    rest = text[span.end : end].split(maxsplit=1)
    return not rest or not has_finite_verb(f"it {rest[0]}") or text[span.end : end].lstrip()[:1] in ",;:."


def _of_subjects(text: str, cue: Connective, *, start: int, end: int, link: CausalLink | None) -> Contrast | None:
    """Read causes in front of the cue: "not A but B caused E", "B, not A, caused E"."""
    for begin in sorted({start, *(left_bound(text, start, one) for one in (cue, replace(cue, frame="because")))}):
        segment = text[begin : cue.start]
        found = _NOT_BUT.fullmatch(segment) or _BUT_NOT.fullmatch(segment)
        if found:
            denied, asserted = (trimmed(text, begin + found.start(name), begin + found.end(name)) for name in ("denied", "asserted"))
            if denied and asserted and not any(map(has_verb, (denied.text, asserted.text))):
                effect = link.effect if link else trimmed(text, cue.end, right_bound(text, cue, end))
                modality = modality_of(text[start:end], cue.moved(-start), begin=begin - start)
                return _by_subjects(cue, denied, asserted, effect=effect, modality=modality)
    return None


def _by_subjects(cue: Connective, denied: Span, asserted: Span, *, effect: Span | None, modality: Modality | None) -> Contrast | None:
    if effect is None or modality is None or modality is Modality.DENIED:
        return None
    links = [CausalLink(cue, asserted, effect, modality, across=False, before=None)]
    if modality is Modality.ASSERTED:
        links.append(CausalLink(cue, denied, effect, Modality.DENIED, across=False, before=None))
    return Contrast(cue, tuple(links), (effect, asserted, denied))


def _with_cause(link: CausalLink, cause: Span, modality: Modality) -> CausalLink:
    """Return a link with another cause, which stands behind its cue."""
    return replace(link, left=link.effect, right=cause, modality=modality)


def _settles(one: Contrast, link: CausalLink) -> bool:
    """Tell whether a link is read of the cue of a contrast, or of one within what it settles."""
    last = max(part.end for part in one.parts)
    told = any(link.cue == other.cue for other in one.links)
    return told or one.cue.start <= link.cue.start < last or (link.cue.start >= one.cue.start and one.holds(link.cause, link.effect))


def _takes_up(link: CausalLink, settled: Sequence[CausalLink]) -> bool:
    """Tell whether a link has a side of a settled one before it, which "which" took up where the contrast was not seen."""
    before = link.before
    return before is not None and before in settled and bool({before.cause, before.effect} & {link.cause, link.effect})


_BEHIND_MARK = re.compile(rf"{AGAINST}(?:(?:by|of|from|to)\s+)?(?:(?:a|an|the|its|their)\s+)?\Z", re.IGNORECASE)
_PREPOSITION = re.compile(r"(?:by|of|from|to|because of|due to)\s+", re.IGNORECASE)
_TURNS = re.compile(r",?\s+but\s+(?:rather\s+|instead\s+)?(?:by|of|from|to|because of|due to)\s+\Z", re.IGNORECASE)
_NOT_DONE = re.compile(r"\b(?:was|were|is|are|did|does|do|has|had|have)(?:\snot|n['’]t)\s", re.IGNORECASE)
_NEGATION_OR_DENIAL = re.compile(r"\b(?:not|never|no|nor|neither|denie[sd]|deny|rejected|unlikely)\b|n['’]t\b", re.IGNORECASE)


def _parts(text: str, cause: Span) -> tuple[Span, Span] | None:
    """Return B and A of a cause "B rather than A" where it is of plain phrases; None for another one."""
    mark = _APART.search(text, cause.start, cause.end)
    if mark is None:
        return None
    opened = _PREPOSITION.match(text, mark.end(), cause.end)
    first, second = trimmed(text, cause.start, mark.start()), trimmed(text, opened.end() if opened else mark.end(), cause.end)
    if first is None or second is None or any(has_verb(part.text) or not is_plain(part.text) for part in (first, second)):
        return None
    return first, second
