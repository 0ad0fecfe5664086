"""Varies questions of cause and effect by their events: asks for effects instead of causes, for the opposite, for another event.

What a question asks is read by a parser that is handed in. An event that would make no English where it is put is left out.
"""

import re
from collections.abc import Iterator, Sequence

from cckg.core.arbitration import Operator
from cckg.core.questions import ParsedQuestion
from cckg.core.roles import QuestionParser
from cckg.core.text import WORD, content_words, words
from cckg.counterfactual_queries.words import replaced
from cckg.language import (
    has_finite_verb,
    is_listed,
    is_past,
    looks_plural,
    noun_lemma,
    opposite_of,
    parts_of_speech,
    polarity_of,
    reports_the_past,
    stem,
    word_class,
)
from cckg.language import in_dictionary as is_common_word


def about_events(question: str, events: Sequence[str], *, parser: QuestionParser, most: int) -> list[tuple[Operator, str]]:
    """Return variations of a question of causes or effects, with what was changed; none of one that asks something else.

    Up to `most` of `events`, wordings with the nearest to the question first, are put in an event's place.

    Raises:
        InputError: for a question without words.
    """
    parsed = parser.parse(question)
    told = [request.event for request in parsed.interventions] + [*parsed.presupposed, *([parsed.main_event] if parsed.main_event else [])]
    asked = list(dict.fromkeys(told))
    others = _others(asked, events)[:most]
    if parsed.asks in ("causes", "effects") and len(asked) == 1:
        return list(_of_one(question, asked[0], others, effects=parsed.asks == "effects"))
    if parsed.asks in ("path", "verdict") and len(asked) == 2:
        return list(_of_two(question, asked, others, parsed))
    return []


def is_event(wording: str) -> bool:
    """Tell whether a wording is a clause, or a noun phrase whose head is a word for something that happens.

    >>> [is_event(wording) for wording in ("the pump failed", "the loss of Columbia", "the German parliament", "a strike")]
    [True, True, False, True]
    """
    return _is_clause(wording) or _happens(wording)


# Private

_HEAD_ENDS = frozenset("of in on at to for by from with after before during between around that which who near due into over under".split())
_HAPPENS = re.compile(r".+(?:tion|sion|ment|ure|al|ance|ence|ing|age|sis|down|out|fall|ism|erry|quake)s?")
_BODIES = frozenset(
    "parliament government department document regiment apartment instrument cement commission administration station region union nation "
    "association corporation organisation organization building bearing ceiling wing railing manager hospital official capital metal canal "
    "bank fund house plant manual figure structure creature furniture age page image village garage language".split()
)
_THINGS_DONE = frozenset(
    "war flood drought storm earthquake tsunami fire strike crisis blackout wave accident famine epidemic outbreak hurricane tornado bust "
    "boom merger error bankruptcy mistake panic defeat victory frost heatwave disease injury illness blockade deal law depression".split()
)
_WHY = re.compile(r"[^,;:]*\b(?:why|how come)\b", re.IGNORECASE)
_NOW = re.compile(r"\b(?:leads|causes|follows|makes|does|do|are|is|results|triggers|drives|happens)\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|did|led|caused|followed|made|happened)\b", re.IGNORECASE)
_REST = re.compile(r"\s*(?:(?:caused|triggered|brought about) by|lead to|cause|bring about|result in|have)?[\s?.!]*", re.IGNORECASE)
_ACTIVE = re.compile(r"(?:lead to|led to|cause|caused|trigger|prevent|bring about|result in|affect|contribute to|the (?:\w+ )?cause of) $")
_NO_OPPOSITE = re.compile(r"\bappear(?:ed|s|ing)? from\b|\b(?:worked|stopped) to\b")
_ROSE = re.compile(r"\b(?:rose|fell|rises|falls)\b")
_REDUCED = re.compile(r"(?:more|less|fewer) [\w-]+ \w+ed\b", re.IGNORECASE)
_DETERMINERS = r"(?:the|a|an|its|their|his|her|this|that)"
_LOWERED = re.compile(r"(?:The|An?|Its?|Their|This|More|High|Low|Too|Most|Many|Some|All|Early|Late|[A-Z][a-z]+ing)\b")
_TO_DO = re.compile(r" to (?P<verb>[a-z]+)\b")
_ODD = re.compile(r"\b(?:\w+ing (?:is|was|are|were)|it|this|that|they|he|she|them|these|those)\b(?! (?:of|that)\b)", re.IGNORECASE)
_CAPITALS = re.compile(r"\b[A-Z][\w-]*(?<!\bThe)")
_DENIED = re.compile(r"there (?:was|were|is|are) no (?P<rest>.+)", re.IGNORECASE)
_TOLD_TIME = re.compile(r"\b(?:in|on|around|by|until) (?:\d|(?:early|late) \d|[A-Z][a-z]+ \d)")


def _others(asked: Sequence[str], events: Sequence[str]) -> list[str]:
    """Return the events that may stand in another's place: sound ones that share few words with what is asked about or taken before."""
    found: list[str] = []
    for event in (_worded(event) for event in events if WORD.search(event)):
        is_sound = is_event(event) and not (_ODD.search(event) or _REDUCED.match(event))
        if is_sound and not any(_alike(event, other) for other in (*asked, *found)):
            found.append(event)
    return found


def _of_one(question: str, event: str, others: Sequence[str], *, effects: bool) -> Iterator[tuple[Operator, str]]:
    place = _place(question, event)
    is_clause = _is_clause(event) or bool(_WHY.match(question))
    if _ODD.search(event) or (not is_clause and (place is None or not _happens(event))):
        return
    if is_clause and (_opens_with_auxiliary(event) or "," in question):
        return
    if place and not _REST.fullmatch(question[place[1] :]):
        return
    now = not is_clause and bool(_NOW.search(question)) and not _PAST.search(question)
    yield Operator.ROLE, _asking(event, effects=not effects, clause=is_clause, now=now)
    if opposite := _opposite(event, effects=effects, clause=is_clause):
        yield Operator.CATEGORICAL, opposite
    for other in others:
        if place and not (is_clause or _is_clause(other)) and _agrees(question, event, other):
            yield Operator.ENTITY, replaced(question, other, at=place)
        else:
            yield Operator.ENTITY, _asking(other, effects=effects, clause=_is_clause(other))


def _of_two(question: str, asked: Sequence[str], others: Sequence[str], parsed: ParsedQuestion) -> Iterator[tuple[Operator, str]]:
    """Vary a question of how or whether one event led to another; both stand in it as nouns, and only happenings change places."""
    places = [_place(question, event) for event in asked]
    if any(place is None for place in places) or any(_is_clause(event) or not _happens(event) for event in asked):
        return
    (start, end), (next_start, next_end) = sorted(place for place in places if place)
    first, between, second = question[start:end], question[end:next_start], question[next_start:next_end]
    if end > next_start or not _ACTIVE.search(between):
        return
    if _same_number(first, second):
        yield Operator.ROLE, question[:start] + _lowered(second) + between + _lowered(first) + question[next_end:]
    for other in others:
        if not _is_clause(other) and _agrees(question, first, other):
            yield Operator.ENTITY, replaced(question, other, at=(start, end))


def _asking(event: str, *, effects: bool, clause: bool, now: bool = False) -> str:
    """Return a question for the causes or effects of an event; `now`: what they always are, not what they were."""
    event = _worded(event)
    if not clause:
        verb = ("follows from" if now else "followed from") if effects else ("leads to" if now else "led to")
        return f"What {verb} {event}?"
    if not effects:
        return f"Why is it that {event}?"
    return f"What happened because {event}?" if reports_the_past(event) else f"What follows from the fact that {event}?"


def _opposite(event: str, *, effects: bool, clause: bool) -> str | None:
    """Return a question for the causes or effects of an event's opposite, None where that makes no English."""
    opposite = opposite_of(event, polarity_of(event))
    if denied := _DENIED.match(opposite):
        if clause or looks_plural(denied["rest"].split()[0]):
            return None
        told = re.sub(rf"^{_DETERMINERS} ", "", event)
        if effects:
            return f"What would have happened without {event}?"
        return f"Why was there no {told}?" if event != told and not _TOLD_TIME.search(event) else None
    rises = _ROSE.search(opposite) and not any(is_listed(word, "quantities") for word in words(event))
    odd = rises or opposite.startswith("it is not the case") or _ODD.search(opposite) or _NO_OPPOSITE.search(opposite)
    if odd or not set(_CAPITALS.findall(event)) <= set(_CAPITALS.findall(opposite)):
        return None
    is_clause = _is_clause(opposite)
    return _asking(opposite, effects=effects, clause=is_clause) if is_clause or (not clause and _happens(opposite)) else None


def _opens_with_auxiliary(event: str) -> bool:
    first = words(event)[0]
    return first in word_class("auxiliary") or first.endswith(("n't", "n’t"))


def _place(question: str, event: str) -> tuple[int, int] | None:
    found = re.search(rf"(?<![\w-]){re.escape(event)}(?![\w-])", question, re.IGNORECASE)
    return found.span() if found else None


def _worded(event: str) -> str:
    """Return an event as it stands within a sentence: without a capital that only opened one, and without a full stop."""
    plain = event.strip().rstrip(".;,")
    return plain[:1].lower() + plain[1:] if _LOWERED.match(plain) or _is_common(plain) else plain


def _lowered(event: str) -> str:
    return event[:1].lower() + event[1:] if re.match(rf"{_DETERMINERS} ", event, re.IGNORECASE) else event


def _is_common(event: str) -> bool:
    """Tell whether an event opens with a common noun or adjective with a capital: "Overfishing of cod", but not "Columbia broke up"."""
    first, *rest = event.split()
    return first[1:].islower() and is_common_word(first.lower()) and bool(rest) and rest[0].islower()


def _is_clause(event: str) -> bool:
    return has_finite_verb(event) and not re.match(r"(?:when|while|if|because|that|which|who|without|after|before)\b", event, re.IGNORECASE)


def _happens(wording: str) -> bool:
    """Tell whether a noun phrase is one for something that happens, by its head."""
    if _is_clause(wording):
        return False
    parts = words(wording)
    if (behind := _TO_DO.search(wording)) and not any(
        noun_lemma(part) in word_class("takes_infinitive") for part in words(wording[: behind.start()])
    ):
        return False
    at = _head_end(parts)
    if at > 1 and (is_past(parts[at - 1]) or (looks_plural(parts[at - 2]) and "VERB" in parts_of_speech(parts[at - 1]))):
        return False
    head = noun_lemma(parts[at - 1]) if parts else ""
    if head in _BODIES:
        return False
    return bool(head in _THINGS_DONE or is_listed(head, "mishaps") or parts_of_speech(head) >= {"NOUN", "VERB"} or _HAPPENS.fullmatch(head))


def _alike(event: str, other: str) -> bool:
    """Tell whether two wordings share most content words of the shorter one, and so may mean one event."""
    left, right = ({stem(word) for word in content_words(text)} for text in (event, other))
    return 2 * len(left & right) >= min(len(left), len(right))


def _agrees(question: str, event: str, other: str) -> bool:
    """Tell whether another event takes the number of the one in the question, where a form of "be" or "do" goes with it."""
    return _same_number(event, other) or not re.search(r"\b(?:was|were|is|are|does|do|has|have)\b", question)


def _same_number(left: str, right: str) -> bool:
    first, second = (looks_plural(parts[_head_end(parts) - 1]) for parts in (words(left), words(right)))
    return first == second


def _head_end(parts: Sequence[str]) -> int:
    """Return the place behind the head of a noun phrase, in words."""
    return next((place for place, word in enumerate(parts) if place and word in _HEAD_ENDS), len(parts))
