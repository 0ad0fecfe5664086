"""The chat extractor: claims that a model reads in a report or a section of one, each brought back to the very words of the text.

The model says which words; where they stand is found here. What cannot be used is said to the model once, with the reason, and refused
and listed if it still cannot.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from cckg.core.chat import Prompt, Usage
from cckg.core.claims import Degree, ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.core.roles import Reading, Refused
from cckg.core.text import content_words, squeeze
from cckg.extraction.policy import POLICY
from cckg.extraction.windows import as_mention
from cckg.language import split_sentences, stem
from cckg.models.chat import Chat, Lost, Reply
from prompts import prompt

Says = Literal["asserted", "hedged", "denied", "implied", "needed", "perhaps needed", "not needed"]
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
    """Reads reports by a chat model, one call for each that is not longer than `most_tokens`, and one more where claims are refused."""

    most_tokens: int | None

    def __init__(self, chat: Chat, *, most_tokens: int = 3_000) -> None:
        self.name = chat.name
        self.most_tokens = most_tokens
        self.width = chat.concurrency * _READ_AHEAD
        self._chat = chat

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        """Read each text, in order; `heads` say where each stands: its report's title and day, its headings, what came before.

        Raises:
            ModelError: if no call can succeed.
        """
        heads = heads or [""] * len(texts)
        read = self._read([extraction_prompt(text, head) for text, head in zip(texts, heads, strict=True)], texts)
        refused = [place for place, reading in enumerate(read) if reading.refused]
        again = self._read([extraction_prompt(texts[at], heads[at], read[at].refused) for at in refused], [texts[at] for at in refused])
        for place, mended in zip(refused, again, strict=True):
            read[place] = _together(read[place], mended)
        return read

    # Private

    def _read(self, prompts: Sequence[Prompt], texts: Sequence[str]) -> list[Reading]:
        return [
            Reading(unread=done.reason, stopped=done.stopped, usage=done.usage)
            if isinstance(done, Lost)
            else _reading(text, done.reply, done.usage)
            for text, done in zip(texts, self._chat.complete_many(prompts, Claims), strict=True)
        ]


def extraction_prompt(text: str, head: str = "", refused: Sequence[Refused] = ()) -> Prompt:
    """Return what the model is told about a text, or about the claims of its that were refused."""
    numbered = [f"[{number}] {squeeze(sentence.text)}" for number, sentence in enumerate(split_sentences(text), start=1)]
    passage = "\n".join([*([head] if head else []), *numbered])
    if not refused:
        return prompt("extract_pairs", passage=passage)
    told = [f"{number}. {one.cause} → {one.effect}: {one.reason}" for number, one in enumerate(refused, start=1)]
    return prompt("extract_pairs", user="user_again", passage=passage, refused="\n".join(told))


# Private

_MOST_SENTENCES = 3  # that one quote may span; what stands further apart has two
_READ_AHEAD = 4  # texts for each call under way, so that the slowest of them holds up few
_TRIMMED = " \t\n\"'“”‘’.,;:"
_NEW_WORDS = 2  # of a name, that the text does not have
_MODALITIES: dict[Says, Modality] = {
    "asserted": Modality.ASSERTED,
    "hedged": Modality.HEDGED,
    "implied": Modality.HEDGED,
    "denied": Modality.DENIED,
    "needed": Modality.ASSERTED,
    "perhaps needed": Modality.HEDGED,
    "not needed": Modality.DENIED,
}
_COUNTERFACTUAL: frozenset[Says] = frozenset({"needed", "perhaps needed", "not needed"})
_DEGREES: dict[Role, Degree] = {"contributing": Degree.CONTRIBUTING, "enabling": Degree.ENABLING}
_NO_CAUSES: frozenset[Role] = frozenset({"mitigation", "detection"})


def _together(first: Reading, mended: Reading) -> Reading:
    """Return both readings as one; what was refused first is so still unless it came again, so that no refusal is silent."""
    if mended.unread:
        return Reading(first.claims, first.refused, usage=first.usage + mended.usage)
    known = {(claim.cause.span, claim.effect.span) for claim in first.claims}
    new = [claim for claim in mended.claims if (claim.cause.span, claim.effect.span) not in known]
    left = max(len(mended.refused), len(first.refused) - len(new))  # what was neither mended nor given again stays refused
    refused = (*mended.refused, *(one for one in first.refused if one not in mended.refused))[:left]
    return Reading(_in_order([*first.claims, *new]), refused, usage=first.usage + mended.usage)


def _reading(text: str, reply: Claims, usage: Usage) -> Reading:
    places, known = split_sentences(text), {stem(word) for word in content_words(text)}
    joint = Counter((claim.group, claim.effect) for claim in reply.claims if claim.group.strip())
    told = [claim for claim in reply.claims if claim.role not in _NO_CAUSES]
    events = {event.id: event for event in reply.events if not _new_words(event.name, known)}
    found = [_claim(text, places, events, claim, is_joint=joint[claim.group, claim.effect] > 1) for claim in told]
    kept = _in_order([claim for claim in found if isinstance(claim, ExtractedClaim)])
    return Reading(kept, refused=tuple(claim for claim in found if isinstance(claim, Refused)), usage=usage)


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
        enough=claim.enough and claim.says in ("asserted", "hedged", "implied"),
        counterfactual=claim.says in _COUNTERFACTUAL,
        cause_quote=cause_quote,
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
