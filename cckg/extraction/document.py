"""The built-in extractor: claims of cause and effect, read by cues and a shallow grammar, and by a small trained reader beside these.

The rules read several claims per sentence, chains inside a sentence ("A led to B, which caused C"), causes in the sentence before
("As a result, …", "This caused …"), passive, nominal, negated and hedged forms, what would have been ("Had A not failed, B would have
held"), and what a report names under "Root cause:" as the cause of the mishap that it tells of before. What they do not read is left to
the reader (`cckg.extraction.reader`): causality without a cue or by other words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cckg.core.claims import ExtractedClaim, Mention, Modality, Span
from cckg.core.roles import Reading
from cckg.extraction.alternatives import denied_members, is_enough
from cckg.extraction.arguments import coordinated, is_joint, right_bound, trimmed
from cckg.extraction.connectives import Connective, degree_of, mostly_shared, overlap, same_places, words_of_cue
from cckg.extraction.contrast import Contrast, contrasts, put_right, without_contrasted
from cckg.extraction.counterfactuals import counterfactual_claims
from cckg.extraction.denial import reserved, scopes
from cckg.extraction.labels import LabelledCause, behind_label, labelled_causes
from cckg.extraction.links import CausalLink, SentenceReader, in_order
from cckg.extraction.policy import POLICY
from cckg.extraction.reader import ClaimReader, ReadClaims, SeenLink
from cckg.extraction.windows import as_mention, told_before
from cckg.language import Sentence, dates, find_date, first_day, has_finite_verb, make_standalone, read_sentences, without_pointing


class LocalExtractor:
    """Reads claims by rules, several thousand sentences a second, and by a trained reader where it is given one; deterministic."""

    width = 1
    most_tokens: int | None = None

    def __init__(self, reader: ClaimReader | None = None, *, strong: bool = False) -> None:
        """Take the trained reader, and whether it is the strong one; with None only what the rules know is read."""
        self.name = "local-rules-7" if reader is None else "local-9-strong" if strong else "local-9"
        self._reader = reader

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        """Read each text, in order; where it stands does not matter."""
        cut = [read_sentences(text) for text in texts]
        by_rules = [_read_text(text, found) for text, found in zip(texts, cut, strict=True)]
        if self._reader is None:
            return [Reading((*read.claims, *read.unreal)) for read in by_rules]
        read = zip(texts, cut, self._reader.seen(texts), strict=True)
        told = [replace(one, claims=tuple(reserved(text, one.claims, sentences=found))) for text, found, one in read]
        return [Reading(tuple(_joined(*each))) for each in zip(texts, by_rules, told, strict=True)]


# Private

_FINDING = re.compile(
    r"(?:[\w-]+ ){0,3}?(?:engineers|engineering|investigators|technicians|we|teams?|investigation|analysis|board|inquiry)"
    r"(?: have| has)?(?: [a-z]+ly)? (?:determined?|identified|concluded|confirmed|found|established|discovered|suspect(?:ed|s)?|believed?)"
    r"(?: that|:)?\s+",
    re.IGNORECASE,
)
_NAMED_AS = re.compile(r"\s(?:as|to be) (?:the|a) (?:[a-z]+ ){0,2}(?:cause|trigger|culprit)\b.*\Z", re.IGNORECASE | re.DOTALL)
_THE_CASE = re.compile(
    r"(?:(?:the|this|these)\s)?(?:customer\s)?(?:incident|issue|issues|impact|problem|outage|event|accident|failure)s?", re.IGNORECASE
)
_DAY_OF = re.compile(
    r"^(?:between|on|from|at|starting|beginning|in)\b|(?<!announced )(?<!reported )(?<!published )\b(?:on|between|from)\b(?= [\w: ]*\d)",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"(?:it|this|that|these|those|they|he|she|i|we|there)\b", re.IGNORECASE)
_LONGEST_QUOTE = 1_500  # characters


@dataclass(frozen=True, slots=True)
class _ByRules:
    """What the rules read of a text: the claims, those on what would have been, and the contrasts, which settle what else there is not."""

    claims: Sequence[ExtractedClaim]
    unreal: Sequence[ExtractedClaim]
    contrasts: Sequence[Contrast]


def _read_text(text: str, sentences: Sequence[Sentence]) -> _ByRules:
    claims: list[ExtractedClaim] = []
    unreal: list[ExtractedClaim] = []
    settled: list[Contrast] = []
    found = [sentence for sentence in sentences if sentence.kind != "code"]
    links_of: list[list[CausalLink]] = []
    subject: Span | None = None
    told: list[Span] = []
    averted: Span | None = None
    for previous, sentence, following in zip([None, *found], found, [*found[1:], None], strict=False):
        start, end = sentence.span.start, sentence.span.end
        behind = following.span.text if following and following.paragraph == sentence.paragraph else ""
        neighbours = previous is not None and previous.paragraph == sentence.paragraph
        told = [*(told if neighbours else []), sentence.span]
        links = SentenceReader(text, behind_label(sentence), end, subject if neighbours else None).read()
        turned = contrasts(text, start, end, links)
        turned += scopes(text, end, without_contrasted(links, turned), behind=behind)
        links = without_contrasted(links, turned)
        settled += turned
        for link in links:
            begins = previous.span.start if link.across and previous else start
            claims += _claims(text, link, quote=Span(text[begins:end], begins, end), told=told, averted=averted)
        unreal += counterfactual_claims(text, sentence.span, told)
        averted = links[-1].effect if links and links[-1].cue.prevents else None
        subject = _outcome(links[-1]) if links else _subject(text, start, end)
        links_of.append(links)
    labelled = [claim for one in labelled_causes(found) for claim in _labelled(text, one, found, links_of)]
    sure, would_have_been = (reserved(text, some, sentences=sentences) for some in ([*claims, *labelled], unreal))
    return _ByRules(sure, would_have_been, settled)


def _joined(text: str, read: _ByRules, told: ReadClaims) -> Iterator[ExtractedClaim]:
    """Yield the claims of the rules, and of the reader those that tell something else, in the order of the text."""
    weighed = [replace(claim, confidence=_weighed(claim, told.seen)) for claim in read.claims]
    righted = [one for claim in told.claims for one in put_right(text, claim)]
    open_claims = [one for one in righted if not any(turn.holds(one.cause.span, one.effect.span) for turn in read.contrasts)]
    added = [one for one in open_claims if not any(_tells_the_same(one, other) for other in (*read.claims, *read.unreal))]
    yield from sorted([*weighed, *read.unreal, *added], key=lambda claim: (claim.quote.start, claim.cause.span.start))


def _weighed(claim: ExtractedClaim, seen: Sequence[SeenLink]) -> float:
    """Return the confidence of a claim of the rules in the light of what the reader takes for cause and effect there.

    One that it does not see, and of which a side only points back ("it had an impact"), is left below what is kept.
    Of 275 claims of rules in reports that were judged, 43 % were right where it saw none, and 67 to 89 % where it did, the more the surer.
    """
    places = (claim.cause.span, claim.effect.span)
    sure = [one.confidence for one in seen if all(map(mostly_shared, places, (one.cause, one.effect)))]
    if not sure:
        return POLICY.pointing_back if any(map(_points_back, (claim.cause, claim.effect))) else POLICY.by_rules
    return round(POLICY.by_both + POLICY.by_both_surely * max(sure), 3)


def _points_back(side: Mention) -> bool:
    """Tell whether a side only points to what was told before: "it", "this duty", however it is told now."""
    is_this = bool(_POINTS_BACK.match(side.span.text)) and without_pointing(side.span.text) == side.text
    return (is_this or bool(_POINTS_BACK.match(side.text))) and not _THE_CASE.fullmatch(side.span.text)


def _tells_the_same(one: ExtractedClaim, other: ExtractedClaim) -> bool:
    return bool(one.cue and other.cue and overlap(one.cue, other.cue)) or same_places(one, other)


def _labelled(
    text: str, one: LabelledCause, found: Sequence[Sentence], links_of: Sequence[Sequence[CausalLink]]
) -> Iterator[ExtractedClaim]:
    """Read "Root cause: C" as the cause of the mishap told before; where C says itself what it led to, that leads on."""
    start, end = found[one.mishap].span.start, found[one.cause].span.end
    cause = _side_span(text, one.cause_start, end, links_of[one.cause])
    effect = _side_span(text, one.mishap_start, found[one.mishap].span.end, ())
    if cause is None or effect is None or end - start > _LONGEST_QUOTE:
        return
    time = find_date(text, start, found[one.mishap].span.end)
    yield ExtractedClaim(
        cause=as_mention(cause, prevented=False),
        effect=_on_its_day(as_mention(effect, prevented=False), text[start : found[one.mishap].span.end]),
        cue=one.label,
        quote=Span(text[start:end], start, end),
        modality=one.modality,
        confidence=POLICY.labelled,
        time=time.text if time else None,
    )


def _on_its_day(mention: Mention, sentence: str) -> Mention:
    """Name the day of a mishap with it: reports word one like another, and read alone nothing else tells them apart."""
    day = _DAY_OF.search(sentence)
    first = first_day(sentence, day.start(), len(sentence)) if day and not dates(mention.text) else None
    return replace(mention, text=f"{mention.text} on {first}") if first else mention


def _side_span(text: str, begin: int, end: int, links: Sequence[CausalLink]) -> Span | None:
    """Return what a sentence comes to: the last effect that it asserts, else what was found, or all of it.

    Where the effect is only "the incident", which the label speaks of already, it comes to what caused that; where all that it says is
    denied or prevented, to nothing.
    """
    if links:
        last = links[-1]
        if last.modality is Modality.DENIED or last.cue.prevents:
            return None
        return last.cause if _THE_CASE.fullmatch(last.effect.text) else last.effect
    finding = _FINDING.match(text, begin, end)
    if finding:
        begin = finding.end()
        end = right_bound(text, Connective("so", begin, begin, "", 1.0, prevents=False), end)
        return trimmed(text, begin, begin + len(_NAMED_AS.sub("", text[begin:end])))
    return trimmed(text, begin, end)


def _subject(text: str, start: int, end: int) -> Span | None:
    """Return what a sentence without a cue reports, if it reports something: it must hold a finite verb."""
    span = trimmed(text, start, end)
    return span if span and has_finite_verb(span.text) else None


def _outcome(link: CausalLink) -> Span:
    """Return what "this" takes up behind a link: its effect; where that is only "the incident", what is said to have caused that."""
    is_case = link.modality is Modality.ASSERTED and not link.cue.prevents and _THE_CASE.fullmatch(link.effect.text)
    return link.cause if is_case else link.effect


def _claims(text: str, link: CausalLink, *, quote: Span, told: Sequence[Span], averted: Span | None) -> list[ExtractedClaim]:
    joint = is_joint(text, link.cause)
    causes, effects = _members(link, link.cause, marked=joint), _effects(link)
    group = f"{link.cause.start}-{link.cause.end}" if joint and len(causes) > 1 else None
    cue = Span(text[link.cue.start : link.cue.end], link.cue.start, link.cue.end)
    time = find_date(text, quote.start, quote.end)
    degree = degree_of(words_of_cue(text, cue, within=quote))

    led = text[link.before.cue.start : link.before.cue.end] if link.before and link.before.effect == link.cause else ""

    def alone(side: Span, *, cue: str = "") -> str:
        return make_standalone(in_order(side.text), told_before(text, side.start, told), cue=cue)

    confidence = link.cue.confidence * (0.9 if link.across else 1.0) * (0.85 if len(quote.text.split()) > 60 else 1.0)
    return [
        ExtractedClaim(
            cause=as_mention(cause, prevented=link.cause_is_prevented or cause == averted, text=alone(cause, cue=led)),
            effect=as_mention(effect, prevented=link.cue.prevents, text=link.effect_words or alone(effect, cue=cue.text)),
            cue=cue,
            quote=quote,
            modality=link.modality,
            confidence=round(confidence, 3),
            group=group,
            time=time.text if time else None,
            degree=degree,
            enough=link.modality is not Modality.DENIED and is_enough(text, cause, cue, within=quote),
        )
        for cause in causes
        for effect in effects
        if not overlap(cause, effect)
    ]


def _members(link: CausalLink, side: Span, *, marked: bool) -> list[Span]:
    """Return the members of a side; where the link is denied, of "neither A nor B" both, each to be denied."""
    members = denied_members(side) if link.modality is Modality.DENIED else [side]
    return members if members != [side] else coordinated(side, marked=marked)


def _effects(link: CausalLink) -> list[Span]:
    """Return the members of the effect; of the clauses in front of "because" only the last: that one it surely explains."""
    if link.effect_words:
        return [link.effect]
    effects = _members(link, link.effect, marked=False)
    explained = link.is_subordinate and link.effect.end <= link.cue.start and has_finite_verb(effects[-1].text)
    return effects[-1:] if explained else effects
