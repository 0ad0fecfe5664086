"""One hop: which stretches of passages may answer a question, and how well each does.

A sentence may call a thing by the noun that is asked for: "the supermarket chain Nordkurv" for "which supermarket". A question that
speaks of a thing only by description ("the director of Saltmarsh") is left to `cckg.answering.short_answers`, comparisons and questions
of yes or no to `cckg.answering.comparisons`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from cckg.answering.passage_sentences import PassageSentence, ReadPassages, plain_name
from cckg.answering.roles import is_of_another_half, is_of_other_sex, plays, role_asked
from cckg.answering.siblings import is_of_it, sibling_told_of, subject_of
from cckg.answering.spans import AnswerSpan, answer_spans, fit, kinds_of_description, name_spans, relations_of, root, say_the_same, stems
from cckg.core.claims import Span
from cckg.core.text import STOP_WORDS, content_words
from cckg.core.vectors import Vector
from cckg.language import is_past, sentence_fit, stem
from cckg.questions import LISTED_KINDS, WantedAnswer


def called_so(sentence: str, name: Span, *, noun: str) -> bool:
    """Tell whether the words that touch a name call it by a noun, singular or plural; False for no noun.

    >>> [called_so(f"{said} Nord", Span("Nord", len(said) + 1, len(said) + 5), noun="chain") for said in ("The old chain", "The man")]
    [True, False]
    """
    if not noun:
        return False
    before = _BEFORE.search(sentence[: name.start])
    behind = _BEHIND.match(sentence, name.end)
    near = f"{before[0] if before else ''} {behind['what'] if behind else ''}"
    return stem(noun) in stems(near)


def it_called_so(sentence: str, before: Sequence[str], *, noun: str) -> tuple[str, int] | None:
    """Return the name that the "it" at the head of a sentence stands for, and how many of the sentences before it back, from 1.

    The first one back whose subject is no pronoun decides; None where that calls nothing by the noun, which is lower-case.
    """
    if not noun or not is_of_it(sentence):
        return None
    for back, told in enumerate(reversed(before), start=1):
        if is_of_it(told):
            continue
        subject = subject_of(told)
        named = [found.span for found in name_spans(told) if found.shape == "name" and found.span.start < len(subject)]
        return next(((span.text, back) for span in named if called_so(told, span, noun=noun)), None)
    return None


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """An answer of few words.

    text        a verbatim stretch of a passage; or "yes" or "no"
    start, end  its place, in characters of that passage; for yes and no, that of the sentence that decides
    sentence    the sentence that says so, in characters of that passage; the answer itself may stand elsewhere, where a pronoun is for it
    passage     the number of the passage, from 0
    score       how well it answers, 0..1
    """

    text: str
    start: int
    end: int
    sentence: Span
    passage: int
    score: float


@dataclass(frozen=True, slots=True)
class Asked:
    """A question taken apart.

    text       its words
    wanted     what it wants
    anchors    stems of the names in it: what it is about
    relations  its other content words, without the noun that only says what is wanted
    known      stems of all its words: what cannot be the answer
    """

    text: str
    wanted: WantedAnswer
    anchors: frozenset[str]
    relations: tuple[str, ...]
    known: frozenset[str]


def asked_by(text: str, wanted: WantedAnswer) -> Asked:
    """Take a question apart."""
    anchors = frozenset(stem(word) for found in name_spans(text) for word in content_words(found.span.text))
    only_kind = wanted.kind in LISTED_KINDS or wanted.head in _ONLY_KINDS  # a text need not say the noun
    relations = tuple(
        word
        for word in dict.fromkeys(content_words(text))
        if stem(word) not in anchors and not (only_kind and stem(word) == stem(wanted.head)) and word not in _SAYS_LITTLE
    )
    return Asked(text, wanted, anchors, relations, anchors | stems(text))


def candidates(asked: Asked, read: ReadPassages, *, vector: Vector) -> list[ShortAnswer]:
    """Return the answers to a question that passages give in one sentence each, best first; ties in the order of the passages.

    `vector` is the question's, (d,), unit length. Each wording is returned once, with the score of its best place, 0..1, and a little more
    for each other passage that gives it too: how well its kind fits, times a weighed mean of how far the sentence is about what the
    question names, says its relation and fits it otherwise (`sentence_fit`), and of how near to the relation the answer stands, and how.
    """
    cosines = read.vectors @ vector if len(read.sentences) else np.zeros(0, dtype=np.float32)
    best: dict[str, ShortAnswer] = {}
    places: dict[str, set[int]] = {}
    for number, (sentence, cosine) in enumerate(zip(read.sentences, cosines, strict=True)):
        for found in _of_sentence(asked, sentence, read=read, cosine=float(cosine), number=number):
            if _is_of_sibling(asked, found, read=read, number=number):
                continue
            name = plain_name(found.text)
            places.setdefault(name, set()).add(found.passage)
            if name not in best or found.score > best[name].score:
                best[name] = found
    supported = [replace(found, score=min(1.0, found.score + _SUPPORT * (len(places[name]) - 1))) for name, found in best.items()]
    return sorted(supported, key=lambda found: -found.score)


def anchored(asked: Asked, sentence: PassageSentence, *, read: ReadPassages) -> float:
    """Return how far a sentence is about what the question names, 0..1: by its words and its topic, less by the rest of its passage."""
    if not asked.anchors:
        return 1.0
    near = stems(sentence.span.text) | stems(sentence.topic)
    far = stems(read.texts[sentence.passage])
    return sum(1.0 if word in near else _FAR if word in far else 0.0 for word in asked.anchors) / len(asked.anchors)


def related_share(asked: Asked, sentence: PassageSentence) -> float:
    """Return the share of the question's relation words that a sentence says, 0..1; 1 where the question has none."""
    if not asked.relations:
        return 1.0
    said = stems(sentence.span.text)
    roots = frozenset(map(root, said))
    titled = stems(sentence.topic)
    numbers = _relation_numbers(sentence.span.text)
    total = 0.0
    for word in asked.relations:
        if stem(word) in said:
            total += 1.0
        elif (
            root(word) in roots
            or not relations_of(word).isdisjoint(numbers)
            or (word in _BIRTH_AND_DEATH and _LIFE.search(sentence.span.text))
        ):
            total += _RELATED
        elif stem(word) in titled:
            total += 0.5
    return total / len(asked.relations)


# Private

_STOPS = "|".join(sorted(STOP_WORDS))
_BEFORE = re.compile(rf"(?:\b(?!(?:{_STOPS})\b)[a-z-]+ ){{0,2}}\b(?!(?:{_STOPS})\b)[a-z-]+(?:, the|,)? \Z", re.IGNORECASE)
_BEHIND = re.compile(r"(?:,| is| was)(?: also)? (?:an?|the|its|their|his|her) (?P<what>(?:[a-z-]+ ){0,2}[a-z-]+)")
_SUPPORT = 0.02  # added for each further passage that gives the same answer
_FAR = 0.5  # what a name counts that only another sentence of the passage says
_RELATED = 0.9  # what a word counts of which the sentence says another of the same relation
_WEIGHTS = (0.34, 0.22, 0.18, 0.16, 0.10)  # of anchors, relations, sentence, nearness, pattern
_UNRELATED = 0.4  # what a sentence loses that says nothing of the relation
_UNRELATED_LISTED = 0.2  # the same, where the answer is a word of a list and so says the relation itself
_LEAST_ANCHORED = 0.45
_MISPLACED = 0.4  # what a stretch keeps that stands where no answer stands: the object of whom the subject is asked for
_DOES = 0.6  # least fit of a name of no known kind that stands as the subject of the question's verb, where "who" asks for that
_CUE_RELATED = 0.8  # how near a word of the same relation seems, beside the very word of the question
_TELLS_THE_RELATION = 0.6  # "manufacturer of pens" as what somebody makes
_SAYS_LITTLE = frozenset(
    "name names named called kind type sort form part one also come comes came many much long old tall high far large big often first "
    "what's who's who’s what’s based".split()
) - {"named", "first", "based"}
_BIRTH_AND_DEATH = frozenset("born birth birthday die died death dead".split())
_LIFE = re.compile(r"\((?:[^()]*?\b)?(?:born|\d{4})[^()]*\)")
_LIFE_SPAN = re.compile(r"\((?P<birth>[^()]*?\d{4})\s*[–—-]\s*(?P<death>[^()]*?\d{4})\s*\)")
_BORN_IN_BRACKETS = re.compile(r"\([^()]*?(?:\bborn|\bb\.)\s(?P<birth>[^()]*?\d{4})[^()]*\)")
_PREPOSITIONS = {
    "person": frozenset(["by", "to", "with", "of"]),
    "place": frozenset("in at from near to into through across of over".split()),
    "time": frozenset("in on since until from of born".split()),
    "organisation": frozenset("by at for to from with of through on".split()),
}
_ONLY_KINDS = frozenset(
    "city town village country nation state province county region place location continent area year date day month time century decade "
    "person man woman".split()
)
_PRONOUN = re.compile(r"\b(?:he|she|it|they|his|her|its|their)\b", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[,;()]")


@lru_cache(maxsize=8192)
def _relation_numbers(text: str) -> frozenset[int]:
    return frozenset(number for word in content_words(text) for number in relations_of(word))


@lru_cache(maxsize=8192)
def _tokens(text: str) -> tuple[tuple[str, int, int], ...]:
    return tuple((match.group().lower(), match.start(), match.end()) for match in _TOKEN.finditer(text))


def _of_sentence(asked: Asked, sentence: PassageSentence, *, read: ReadPassages, cosine: float, number: int) -> list[ShortAnswer]:
    """Return what a sentence offers: its own stretches, and what its "it" stands for, or the topic, where it names neither."""
    about = anchored(asked, sentence, read=read)
    if about < _LEAST_ANCHORED:
        return []
    related = related_share(asked, sentence)
    fits = max(0.0, sentence_fit(asked.text, sentence.span.text, title=sentence.topic, cosine=cosine))
    said = _WEIGHTS[0] * about + _WEIGHTS[1] * related + _WEIGHTS[2] * fits
    trust = 1 - (_UNRELATED_LISTED if asked.wanted.kind in LISTED_KINDS else _UNRELATED) * (1 - related)
    found: list[ShortAnswer] = []
    for offered in answer_spans(sentence.span.text, asked.wanted):
        if _is_known(offered.span.text, asked):
            continue
        is_called_so = offered.shape in {"name", "title"} and called_so(sentence.span.text, offered.span, noun=asked.wanted.head)
        value = 1.0 if is_called_so else _fit(offered, asked, read=read)
        value = _placed(value, offered, asked, sentence=sentence) * trust
        score = value * (
            said
            + _WEIGHTS[3] * _nearness(offered.span, asked, sentence=sentence)
            + _WEIGHTS[4] * _pattern(offered, asked, sentence=sentence)
        )
        start = sentence.span.start + offered.span.start
        found.append(ShortAnswer(offered.span.text, start, start + len(offered.span.text), sentence.span, sentence.passage, score))
    named = _it_as_answer(asked, sentence, read=read, said=said, number=number) or _topic_as_answer(asked, sentence, read=read, said=said)
    return [*found, replace(named, score=named.score * trust)] if named else found


def _is_of_sibling(asked: Asked, found: ShortAnswer, *, read: ReadPassages, number: int) -> bool:
    """Tell whether a sentence says what is asked of a sibling of the thing; the topic may be an answer that it does not hold."""
    sentence = read.sentences[number]
    start = found.start - sentence.span.start
    inside = 0 <= start < len(sentence.span.text)
    answer = Span(found.text, start, start + len(found.text)) if inside else None
    return sibling_told_of(asked.text, sentence.span.text, before=read.before(number), topic=sentence.topic, answer=answer) is not None


def _placed(value: float, offered: AnswerSpan, asked: Asked, *, sentence: PassageSentence) -> float:
    """Return what a stretch keeps of its fit by where it stands; a name of no known kind that does what is asked is one who does."""
    text, span = sentence.span.text, offered.span
    if is_of_another_half(text, span, anchors=asked.anchors) or is_of_other_sex(text, span, question=asked.text):
        return value * _MISPLACED
    role = role_asked(asked.text) if asked.wanted.kind == "person" else None
    does = plays(text, span, asked=role) if role else None
    if does is False or (role and text.startswith(("'s", "’s"), span.end)):
        return value * _MISPLACED
    return max(value, _DOES) if does and role and role[1] == "does" and offered.shape == "name" and not offered.kinds else value


def _fit(offered: AnswerSpan, asked: Asked, *, read: ReadPassages) -> float:
    if offered.shape == "names":
        return _fit_of_pair(offered, asked, read=read)
    wanted = asked.wanted
    description = read.describes(offered.span.text) if offered.shape in {"name", "title"} else ""
    value = fit(offered, wanted, kinds=kinds_of_description(description))
    if offered.shape == "phrase" and any(
        _cue(word, asked) and stem(word) != stem(wanted.head) for word in content_words(offered.span.text)
    ):
        return value * _TELLS_THE_RELATION
    if wanted.head and description and stem(wanted.head) in stems(description):
        return max(value, 1.0)
    opens = offered.span.text.lower().startswith(f"{wanted.head} ")  # "family Asteraceae" for "which family"
    if wanted.head and not opens and wanted.kind not in LISTED_KINDS and stem(wanted.head) in stems(offered.span.text):
        return max(value, 0.95)
    return value


def _fit_of_pair(offered: AnswerSpan, asked: Asked, *, read: ReadPassages) -> float:
    """Judge "Ann Lee and Max Lee": as its worse part, and a little better for the two together."""
    left, _, right = offered.span.text.partition(" and ")
    if any(_is_known(part, asked) for part in (left, right)):
        return 0.0
    parts = [AnswerSpan(Span(part, 0, len(part)), "name", offered.kinds, frozenset(["person"])) for part in (left, right)]
    several = asked.wanted.head.endswith("s") or asked.wanted.kind == "person"
    return min(fit(part, asked.wanted, kinds=read.kinds(part.span.text)) for part in parts) * (1.03 if several else 0.7)


def _is_known(text: str, asked: Asked) -> bool:
    """Tell whether a stretch says nothing that the question does not, or is a longer form of the name of whom it asks about."""
    own = stems(text)
    is_longer = asked.wanted.kind == "person" and len(asked.anchors) > 1 and asked.anchors <= own
    return not own or own <= asked.known or is_longer


def _topic_as_answer(asked: Asked, sentence: PassageSentence, *, read: ReadPassages, said: float) -> ShortAnswer | None:
    """Return what the passage is about, at the place where it is first named, as the answer of a sentence that does not name it."""
    topic, text = sentence.topic, read.texts[sentence.passage]
    if topic not in text:
        topic = topic.partition(",")[0]
    place = text.find(topic) if topic else -1
    if place < 0 or asked.wanted.kind in LISTED_KINDS | {"time", "number"} or _is_known(topic, asked) or topic in sentence.span.text:
        return None
    if _only_heads(topic, place, passage=sentence.passage, read=read):
        return None
    pronoun = _PRONOUN.search(sentence.span.text)
    offered = AnswerSpan(Span(topic, 0, len(topic)), "name")
    stands = Span(pronoun.group(), pronoun.start(), pronoun.end()) if pronoun else Span("", 0, 0)
    score = _fit(offered, asked, read=read) * (said + _WEIGHTS[3] * _nearness(stands, asked, sentence=sentence) + _WEIGHTS[4] / 2)
    return ShortAnswer(topic, place, place + len(topic), sentence.span, sentence.passage, score)


def _it_as_answer(asked: Asked, sentence: PassageSentence, *, read: ReadPassages, said: float, number: int) -> ShortAnswer | None:
    """Return the name that "it" stands for at the head of a sentence, where a sentence before calls that by the noun asked for."""
    taken = it_called_so(sentence.span.text, read.before(number), noun=asked.wanted.head)
    if taken is None or asked.wanted.kind in LISTED_KINDS | {"time", "number"} or _is_known(taken[0], asked):
        return None
    name, back = taken
    place = read.texts[sentence.passage].index(name, read.sentences[number - back].span.start)
    score = said + _WEIGHTS[3] * _nearness(Span("", 0, 0), asked, sentence=sentence) + _WEIGHTS[4] / 2
    return ShortAnswer(name, place, place + len(name), sentence.span, sentence.passage, score)


def _only_heads(topic: str, place: int, *, passage: int, read: ReadPassages) -> bool:
    """Tell whether a topic is the heading of its passage and no name: "The October recall"; one that a sentence says is a thing."""
    if not any(word[0].islower() for word in topic.split() if word.lower() not in STOP_WORDS):
        return False
    told = (one for one in read.sentences if one.passage == passage and one.span.text.strip(" .") != topic)
    return not any(one.span.start <= place < one.span.end for one in told)


def _nearness(offered: Span, asked: Asked, *, sentence: PassageSentence) -> float:
    """Return how near a stretch stands to what the sentence says of the relation, 0..1; to the names of the question where it says none."""
    text = sentence.span.text
    if asked.wanted.kind == "time":
        life = _life_nearness(offered, asked, text=text)
        if life is not None:
            return life
    tokens = _tokens(text)
    cues = {place: weight for place, (word, *_) in enumerate(tokens) if (weight := _cue(word, asked))}
    if not cues:
        cues = {place: 1.0 for place, (word, *_) in enumerate(tokens) if stem(word) in asked.anchors}
        if not cues:
            return 0.4 if asked.relations else 0.6
    inside = [place for place, (_, start, end) in enumerate(tokens) if start < offered.end and offered.start < end] or [0]
    return max(weight / (1 + _distance(tokens, cue, inside=inside) / 4) for cue, weight in cues.items())


def _cue(word: str, asked: Asked) -> float:
    """Return how surely a word of a sentence says the question's relation: 0 for one that does not."""
    if word in STOP_WORDS or not any(say_the_same(word, relation) for relation in asked.relations):
        return 0.0
    return 1.0 if any(stem(word) == stem(relation) for relation in asked.relations) else _CUE_RELATED


def _distance(tokens: tuple[tuple[str, int, int], ...], cue: int, *, inside: list[int]) -> float:
    """Count the words between a cue and a stretch; a mark or "and" between them counts for three."""
    if inside[0] <= cue <= inside[-1]:
        return 0.0
    between = tokens[inside[-1] + 1 : cue] if cue > inside[-1] else tokens[cue + 1 : inside[0]]
    behind = 0.5 if cue > inside[-1] else 0.0
    return behind + sum(3.0 if word in {",", ";", "and", "(", ")"} else 0.5 if word in STOP_WORDS else 1.0 for word, *_ in between)


def _life_nearness(offered: Span, asked: Asked, *, text: str) -> float | None:
    """Judge the dates in brackets behind a person's name: the first is of the birth, the second of the death."""
    wants = "birth" if {"born", "birth", "birthday"} & set(asked.relations) else "death" if _BIRTH_AND_DEATH & set(asked.relations) else ""
    if not wants:
        return None
    for pattern in (_LIFE_SPAN, _BORN_IN_BRACKETS):
        found = pattern.search(text)
        if found and found.start() <= offered.start < found.end():
            inside = wants in found.groupdict() and found.start(wants) <= offered.start and offered.end <= found.end(wants)
            return 1.0 if inside else 0.0
    return None


def _pattern(offered: AnswerSpan, asked: Asked, *, sentence: PassageSentence) -> float:
    """Return whether a stretch stands as an answer of its kind does, 0..1: behind "by", "in" or "on", or behind a noun of the relation."""
    before = _tokens(sentence.span.text[: offered.span.start])
    word = before[-1][0] if before else ""
    if word in {"the", "a", "an"} and len(before) > 1:
        word = before[-2][0]
    if asked.wanted.kind in {"person", "organisation"} and (word == "by" or _does(sentence.span.text[offered.span.end :], asked)):
        return 1.0
    if word and word == asked.text.rstrip(" ?.").rpartition(" ")[2]:
        return 1.0  # "known for" of "What is she known for?"
    return _cue(word, asked) or (0.6 if word in _PREPOSITIONS.get(asked.wanted.kind, frozenset()) else 0.0)


def _does(behind: str, asked: Asked) -> bool:
    """Tell whether what stands behind a name opens with the very verb of the question: "Collins flew"."""
    return any(is_past(word) and _cue(word, asked) == 1 for word, *_ in _tokens(behind[:40])[:1])
