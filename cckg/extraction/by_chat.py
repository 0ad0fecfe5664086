"""The chat extractor: claims that a model reads in a report or a section of one, each brought back to the very words of the text.

The model says which words; where they stand is found here. What cannot be used is said to the model once, with the reason, and refused
and listed if it still cannot.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cckg.core.chat import Prompt, Usage
from cckg.core.claims import Degree, ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.core.roles import Reading, Refused
from cckg.core.text import content_words, count_tokens, squeeze
from cckg.extraction.policy import POLICY
from cckg.extraction.windows import as_mention
from cckg.language import split_sentences, stem
from cckg.models.chat import Chat, Completed, Lost, Reply
from prompts import prompt

Says = Literal["asserted", "hedged", "denied", "implied", "needed", "perhaps needed", "not needed", "perhaps not needed"]
Role = Literal["trigger", "root", "stage", "latent", "contributing", "enabling", "mitigation", "detection"]


class EventReply(Reply):
    """A happening that statements speak of, in words that can be read alone."""

    id: int
    name: str
    polarity: Polarity


class ClaimReply(Reply):
    """One statement, as a model gives it; see `prompts/extract_pairs.md`. One without a role is a cause."""

    cause: int
    cause_in: int
    cause_words: str
    effect: int
    effect_in: int
    effect_words: str
    cue: str
    says: Says
    role: Role = "stage"
    group: str
    enough: bool = False
    time: str = ""


class Claims(Reply):
    """All statements of a text, and the happenings that they speak of."""

    events: list[EventReply]
    claims: list[ClaimReply]


class ChatExtractor:
    """Reads reports by a chat model, one call for each that is not longer than `most_tokens`, and one more where claims are refused.

    Short reports share a call; what is said of each is kept as if it had been read alone, so that it is never asked for again.
    """

    most_tokens: int | None

    def __init__(self, chat: Chat, *, most_tokens: int = 3_000, shared_tokens: int = 1_200) -> None:
        """Take the model, how many tokens of a report it reads at once, and how many those that share a call may have."""
        self.name = chat.name
        self.most_tokens = most_tokens
        self.shared_tokens = min(shared_tokens, most_tokens)
        self.width = chat.concurrency * _READ_AHEAD
        self._chat = chat

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        """Read each text, in order; `heads` say where each stands: its report's title and day, its headings, what came before.

        Raises:
            ModelError: if no call can succeed.
        """
        reports = [Report(text, head) for text, head in zip(texts, heads or [""] * len(texts), strict=True)]
        said = self._said(reports)
        read = [self._reading(report, one) if isinstance(one, _Said) else one for report, one in zip(reports, said, strict=True)]
        wrong = {
            place: one
            for place, one in enumerate(said)
            if isinstance(one, _Said) and any(refused.mendable for refused in read[place].refused)
        }
        prompts = [_prompt_again(reports[place], one.reply, read[place].refused) for place, one in wrong.items()]
        for (place, one), done in zip(wrong.items(), self._chat.complete_many(prompts, Claims), strict=True):
            first = read[place]
            if isinstance(done, Lost):
                read[place] = replace(first, usage=first.usage + done.usage)
                continue
            reply = done.reply.model_copy(update={"events": [*one.reply.events, *done.reply.events]})
            read[place] = _together(first, self._reading(reports[place], _Said(reply, done.usage)))
        return read

    # Private

    def _reading(self, report: "Report", said: "_Said") -> Reading:
        """Bring back what was said of a report to the words of its text."""
        text, reply = report.text, said.reply
        places, known = split_sentences(text), {stem(word) for word in content_words(text)}
        joint = Counter((claim.group, claim.effect) for claim in reply.claims if claim.group.strip())
        events = {event.id: event for event in reply.events if not _new_words(event.name, known)}
        kept: list[ExtractedClaim] = []
        refused: list[Refused] = []
        for claim in reply.claims:
            if claim.role in _NO_CAUSES and claim.says not in _COUNTERFACTUAL:
                told = f"told as {claim.role}, which leads to no effect"
                refused.append(Refused(claim.cause_words, claim.effect_words, told, mendable=False))
                continue
            found = _claim(text, places, events, claim, is_joint=joint[claim.group, claim.effect] > 1)
            if isinstance(found, Refused):
                refused.append(found)
            else:
                kept.append(found)
        return Reading(_in_order(kept), refused=tuple(refused), usage=said.usage)

    def _said(self, reports: Sequence["Report"]) -> list["_Said | Reading"]:
        """Return what the model says of each report, or why there is nothing; where a shared call came to nothing, each is read alone."""
        prompts = [extraction_prompt([report]) for report in reports]
        known = [self._chat.knows(prompt, Claims) for prompt in prompts]
        groups = [[place] for place in range(len(reports)) if known[place]]
        groups += sharing(reports, [place for place in range(len(reports)) if not known[place]], most_tokens=self.shared_tokens)
        said: dict[int, _Said | Reading] = {}
        for group, one in zip(groups, self._asked(reports, groups), strict=True):
            said |= dict(zip(group, one, strict=True)) if one else {}
        alone = [[place] for place in range(len(reports)) if place not in said]
        for group, one in zip(alone, self._asked(reports, alone), strict=True):
            said |= dict(zip(group, one or (), strict=True))
        return [said[place] for place in range(len(reports))]

    def _asked(self, reports: Sequence["Report"], groups: Sequence[Sequence[int]]) -> "list[list[_Said | Reading] | None]":
        """Ask about groups of reports; None for one of several whose reply could not be used."""
        prompts = [extraction_prompt([reports[place] for place in group]) for group in groups]
        return [
            self._shares([reports[place] for place in group], done)
            for group, done in zip(groups, self._chat.complete_many(prompts, Claims), strict=True)
        ]

    def _shares(self, reports: Sequence["Report"], done: "Completed[Claims] | Lost") -> "list[_Said | Reading] | None":
        if isinstance(done, Lost):
            if len(reports) > 1 and not done.stopped:
                return None
            return [Reading(unread=done.reason, stopped=done.stopped, usage=done.usage) for _ in reports]
        if len(reports) == 1:
            return [_Said(done.reply, done.usage)]
        shares = list(_shares_of(reports, done.reply))
        self._chat.keep((extraction_prompt([report]), share) for report, share in zip(reports, shares, strict=True))
        return [_Said(share, Usage() if place else done.usage) for place, share in enumerate(shares)]


@dataclass(frozen=True, slots=True)
class Report:
    """A report or a section of one, and what is told of where it stands."""

    text: str
    head: str = ""


def extraction_prompt(reports: Sequence[Report]) -> Prompt:
    """Return what the model is told about reports, at least one; their sentences are numbered on from one to the next."""
    number, passages = 1, []
    for report in reports:
        sentences = [f"[{place}] {squeeze(sentence.text)}" for place, sentence in enumerate(split_sentences(report.text), start=number)]
        number += len(sentences)
        passages.append("\n".join([*([report.head] if report.head else []), *sentences]))
    return prompt("extract_pairs", passage="\n<report>\n".join(passages))


def sharing(reports: Sequence[Report], places: Sequence[int], *, most_tokens: int) -> list[list[int]]:
    """Return the places of reports in groups, each of which is read in one call: short ones that follow one another together."""
    groups: list[list[int]] = []
    left = 0
    for place in places:
        tokens = count_tokens(reports[place].text)
        if tokens <= min(left, _SHORT_TOKENS):
            groups[-1].append(place)
        else:
            groups.append([place])
            left = most_tokens if tokens <= _SHORT_TOKENS else 0
        left -= tokens
    return groups


# Private

_SHORT_TOKENS = 400  # of a report that shares a call
_MOST_SENTENCES = 3  # that one quote may span; what stands further apart has two
_READ_AHEAD = 4  # texts for each call under way, so that the slowest of them holds up few
_TRIMMED = " \t\n\"'“”‘’.,;:"
_NEW_WORDS = 2  # of a name, that the text does not have
_MODALITIES: dict[Says, Modality] = {
    "asserted": Modality.ASSERTED,
    "hedged": Modality.HEDGED,
    "implied": Modality.IMPLIED,
    "denied": Modality.DENIED,
    "needed": Modality.ASSERTED,
    "perhaps needed": Modality.HEDGED,
    "not needed": Modality.DENIED,
    "perhaps not needed": Modality.DENIED,
}
_COUNTERFACTUAL: frozenset[Says] = frozenset({"needed", "perhaps needed", "not needed", "perhaps not needed"})
_DEGREES: dict[Role, Degree] = {"contributing": Degree.CONTRIBUTING, "enabling": Degree.ENABLING}
_NO_CAUSES: frozenset[Role] = frozenset({"mitigation", "detection"})


@dataclass(frozen=True, slots=True)
class _Said:
    """What a model said of one report, and what that cost."""

    reply: Claims
    usage: Usage


def _shares_of(reports: Sequence[Report], reply: Claims) -> Iterator[Claims]:
    """Yield what a reply about several reports says of each, its sentences numbered from 1; a claim goes where its effect is told."""
    before, counts = 0, [len(split_sentences(report.text)) for report in reports]
    for count in counts:
        own = [claim for claim in reply.claims if before < max(1, min(claim.effect_in, sum(counts))) <= before + count]
        told = {event for claim in own for event in (claim.cause, claim.effect)}
        numbered = [claim.model_copy(update={"cause_in": claim.cause_in - before, "effect_in": claim.effect_in - before}) for claim in own]
        yield Claims(events=[event for event in reply.events if event.id in told], claims=numbered)
        before += count


def _prompt_again(report: Report, reply: Claims, refused: Sequence[Refused]) -> Prompt:
    """Return what the model is told about statements of its that were refused: the reason of each, and the sentences about them."""
    sides = {(claim.cause_words, claim.effect_words): claim for claim in reply.claims}
    told, shown = [], set[int]()
    for number, one in enumerate((one for one in refused if one.mendable), start=1):
        claim = sides[one.cause, one.effect]
        told.append(
            f"{number}. {claim.cause} “{one.cause}” [{claim.cause_in}] → {claim.effect} “{one.effect}” [{claim.effect_in}]: {one.reason}"
        )
        shown |= {place + by for place in (claim.cause_in, claim.effect_in) for by in (-1, 0, 1)}
    sentences = [f"[{n}] {squeeze(one.text)}" for n, one in enumerate(split_sentences(report.text), start=1) if n in shown]
    return prompt("extract_pairs", system="system_again", user="user_again", passage="\n".join(sentences), refused="\n".join(told))


def _together(first: Reading, mended: Reading) -> Reading:
    """Return both readings as one; what was refused first is so still unless it came again, so that no refusal is silent."""
    known = {(claim.cause.span, claim.effect.span) for claim in first.claims}
    new = [claim for claim in mended.claims if (claim.cause.span, claim.effect.span) not in known]
    final, open_ = ([one for one in first.refused if one.mendable is mendable] for mendable in (False, True))
    left = max(len(mended.refused), len(open_) - len(new))  # what was neither mended nor given again stays refused
    refused = [*mended.refused, *(one for one in open_ if one not in mended.refused)][:left]
    return Reading(_in_order([*first.claims, *new]), (*final, *refused), usage=first.usage + mended.usage)


def _in_order(claims: Sequence[ExtractedClaim]) -> tuple[ExtractedClaim, ...]:
    return tuple(sorted(claims, key=lambda claim: (claim.quote.start, claim.cause.span.start, claim.effect.span.start)))


def _claim(
    text: str, places: Sequence[Span], events: Mapping[int, EventReply], claim: ClaimReply, *, is_joint: bool
) -> ExtractedClaim | Refused:
    """Return a claim with its words found in the text, or why it is refused: a side is not there, or both are the same words."""
    cause = _find(text, _nearest_first(places, claim.cause_in - 1), claim.cause_words)
    effect = _find(text, _nearest_first(places, claim.effect_in - 1), claim.effect_words)
    if not cause or not effect:
        missing = "its cause is" if not cause and effect else "its effect is" if not effect and cause else "its sides are"
        return Refused(claim.cause_words, claim.effect_words, f"{missing} not in the text word for word")
    if cause.start < effect.end and effect.start < cause.end:
        return Refused(claim.cause_words, claim.effect_words, "cause and effect are the same words")
    cause_quote, quote = _quotes(text, places, cause, effect)
    where = [quote, *([cause_quote] if cause_quote else [])]
    time = _find(text, [*where, *places], claim.time)
    return ExtractedClaim(
        cause=_mention(cause, events.get(claim.cause)),
        effect=_mention(effect, events.get(claim.effect)),
        cue=_find(text, where, claim.cue),
        quote=quote,
        modality=_MODALITIES[claim.says],
        confidence=POLICY.by_chat,
        group=squeeze(claim.group) if is_joint else None,
        time=squeeze(time.text) if time else None,
        degree=_DEGREES.get(claim.role, Degree.DIRECT),
        enough=claim.enough and claim.says in ("asserted", "hedged"),
        counterfactual=claim.says in _COUNTERFACTUAL,
        cause_quote=cause_quote,
        tentative=claim.says == "perhaps not needed",
    )


def _new_words(name: str, known: set[str]) -> bool:
    """Tell whether a name brings more words than a wording needs that the text does not have."""
    return sum(stem(word) not in known for word in content_words(name)) > _NEW_WORDS


def _mention(span: Span, event: EventReply | None) -> Mention:
    """Return a side: in the words by which its happening can be read alone, and in its own where no happening is told."""
    if event is None:
        return as_mention(span, prevented=False)
    return Mention(span, squeeze(event.name) or squeeze(span.text), event.polarity)


def _nearest_first(places: Sequence[Span], at: int) -> list[Span]:
    """Return the sentences, the one that was named first, then those about it, those before sooner than those after."""
    return [places[place] for place in sorted(range(len(places)), key=lambda place: (abs(place - at), place))]


def _find(text: str, where: Sequence[Span], wanted: str) -> Span | None:
    """Find words in the first of some stretches that has them: white space counts as any, and case only where both are there."""
    words = wanted.strip(_TRIMMED).split()
    if not words:
        return None
    pattern = r"\s+".join(re.escape(word) for word in words)
    for flags in (re.NOFLAG, re.IGNORECASE):
        bounded = re.compile(rf"(?<!\w){pattern}(?!\w)", flags)
        for stretch in where:
            if found := bounded.search(text, stretch.start, stretch.end):
                return Span(found.group(), found.start(), found.end())
    return None


def _quotes(text: str, places: Sequence[Span], cause: Span, effect: Span) -> tuple[Span | None, Span]:
    """Return the sentences that hold both sides; where these are too far apart for one quote, those of the cause, and of the effect."""
    both = list(_holding(places, min(cause.start, effect.start), max(cause.end, effect.end)))
    if len(both) <= _MOST_SENTENCES:
        return None, _stretch(text, both, cause, effect)
    return tuple(_stretch(text, list(_holding(places, side.start, side.end)), side) for side in (cause, effect))  # type: ignore[return-value]


def _holding(places: Sequence[Span], start: int, end: int) -> Iterator[Span]:
    return (place for place in places if place.start < end and place.end > start)


def _stretch(text: str, sentences: Sequence[Span], *sides: Span) -> Span:
    spans = [*sentences, *sides]
    start, end = min(span.start for span in spans), max(span.end for span in spans)
    return Span(text[start:end], start, end)
