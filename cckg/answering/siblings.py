"""Tells whether a sentence says of a sibling what a question asks of a thing: the Stone Bridge, line 9, the north mill, the mayor of Sorn.

A thing is told from others of its kind by a name, a number, an adjective of a pair such as old and new, an owner or a place. By words and
their order: no parser. What becomes of such a sentence is left to `cckg.answering.candidates` and `queries.retrieval.passages`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile
from typing import Literal

from cckg.answering.spans import name_spans, stems
from cckg.core.claims import Span
from cckg.core.text import STOP_WORDS, content_words
from cckg.language import MONTH_NAMES, TOKEN, deciding_part, is_past, main_verb, stem, verb_lemma, without_accents
from cckg.questions import AnswerKind, kind_of_noun, listed_phrases, wanted_answer


@dataclass(frozen=True, slots=True)
class Sibling:
    """What a question names, as it words it, and what a sentence speaks of instead, as that words it."""

    asked: str
    told: str


def sibling_told_of(
    question: str, sentence: str, *, before: Sequence[str] = (), topic: str = "", answer: Span | None = None
) -> Sibling | None:
    """Return the thing of which a sentence tells what is asked of another one; None where it may tell it of the thing itself.

    It does so where the sentence does not name what the question names, but has a sibling of it as the subject, or as the object of a verb
    of the question. A sentence about "it" is about what the one before it is about; one about "the ship" may be about the thing asked for.

    Args:
        question: in English.
        sentence: the sentence.
        before: the sentences before it in its paragraph, in order.
        topic: what its passage is about; a place or owner that it names need not be said again.
        answer: the stretch of the sentence that is to answer; without it, a sentence of which any part may be about the thing is.

    >>> sibling_told_of("When was the south mill sold?", "The north mill was sold in 1962.")
    Sibling(asked='south mill', told='north mill')
    >>> sibling_told_of("When was line 7 closed?", "It was closed in 1962.", before=["Line 9 was dug in 1950."])
    Sibling(asked='line 7', told='Line 9')
    >>> sibling_told_of("When was the Karen Marie scrapped?", "The ship was scrapped in 2015.") is None
    True
    """
    for asked in _mentions(question):
        for place, told in enumerate([sentence, *reversed(before)]):
            if _names_it(asked, told, topic=topic):
                break
            found = _other(asked, question, told, answer=None if place else answer)
            if found:
                return Sibling(_as_worded(asked, found), _as_worded(found, asked))
            if not is_of_it(told):
                break
    return None


def is_of_it(sentence: str) -> bool:
    """Tell whether the subject of a sentence is a pronoun or what "its" owns; a few words before a comma may stand before it."""
    return _IS_OF_IT.match(sentence) is not None


@lru_cache(maxsize=8192)
def subject_of(clause: str) -> str:
    """Return what stands before the main verb of a clause; all of it where none is found."""
    wording = deciding_part(clause)
    verb = main_verb(wording)
    if verb is None:
        return clause
    return clause[: list(TOKEN.finditer(clause))[wording.places[verb]].start()]


# Private

_Form = Literal["name", "number", "adjective", "of", "in", "beside"]
_NUMERALS = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBERED = re.compile(
    rf"\b(?P<noun>[^\W\d_]{{3,}})(?: (?:[Nn]o\.?|[Nn]umber|[Nn]r\.?))? #?"
    rf"(?P<first>\d{{1,4}}[a-z]?|[A-HJ-Z]|{'|'.join(_NUMERALS)})\b(?![.,]\d|['’])"
    r"(?P<more>(?:(?:, | and | or | to |, and )(?:\d{1,4}[a-z]?|[A-HJ-Z])\b)*)"
)
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_ROMAN = re.compile(r"[ivx]+|\d+[a-z]?")
_MONTHS = frozenset(name.lower() for name in MONTH_NAMES)
_PAIRS = (
    "north northern:south southern:east eastern:west western"
    ":north-east northeast:north-west northwest:south-east southeast:south-west southwest",
    "northbound:southbound:eastbound:westbound",
    "old older:new newer",
    "upper:lower:middle",
    "first:second:third:fourth:fifth:sixth:seventh:eighth:ninth:tenth:last",
    "left left-hand:right right-hand",
    "inner:outer",
    "indoor:outdoor",
    "inbound:outbound",
    "front:rear back",
    "top:bottom",
    "large larger big bigger:small smaller little",
    "elder eldest:younger youngest",
    "senior:junior",
    "morning:evening:night",
    "spring:summer:autumn:winter",
    "red:blue:green:yellow:black:white:brown:orange:purple:grey",
    "wooden:stone:steel:iron:brick:concrete",
    "passenger:freight goods",
    "public:private",
)
_GROUPS = {
    word: (group, place) for group, pair in enumerate(_PAIRS) for place, member in enumerate(pair.split(":")) for word in member.split()
}
_ADJECTIVE = re.compile(rf"\b(?P<mark>{'|'.join(sorted(_GROUPS, key=lambda word: -len(word)))})\b(?![-'’])", re.IGNORECASE)
_BEHIND = re.compile(r" (?P<one>[a-z][\w-]+)(?: (?P<two>[a-z][\w-]+))?")
_IN = re.compile(r"(?P<noun>[a-z][a-z-]+) (?P<word>in|at|near|of)(?: the)? \Z")
_THE = re.compile(r"\b(?:the|a|an|this|that) \Z", re.IGNORECASE)
_OWNS = re.compile(r"['’]s? (?P<noun>[a-z][a-z-]+)")
_NOUN = re.compile(r" (?P<noun>[a-z][a-z-]+)")
_BEHIND_NAME: tuple[tuple[re.Pattern[str], _Form], ...] = ((_OWNS, "of"), (_NOUN, "beside"))
_TITLES = frozenset("mr mrs ms dr sir lady lord saint st the".split())
_CLAUSE = re.compile(r"; |, (?:and|but|while|whereas) | (?:while|whereas) ")
_IS_OF_IT = re.compile(
    r"(?:(?:In|On|By|At|Until|Since|From|After|Later|Then|Finally|However)\b[^,]{0,30},? )?(?:it|its|she|her|he|his|they|their)\b", re.I
)
_PRONOUN = re.compile(r"\b(?:it|he|she|they)\b", re.IGNORECASE)
_NEAR = re.compile(r"(?:\b(?!(?:of|in|by|to|on|at|with|for|from)\b)[a-z-]+ ){0,4}\Z")  # what stands between a verb and its object
_HEAD_BEFORE = re.compile(r"(?P<head>[a-z]+) (?:of|on|in|at|for|to)(?: the| a| an)? \Z")
_LONG, _ALIKE = 7, 0.9  # letters of a word that may be spelt otherwise, and how alike the spellings are, 0..1
_ITSELF_A_NAME: frozenset[AnswerKind] = frozenset(["person", "place", "organisation", "work"])


@dataclass(frozen=True, slots=True)
class _Mention:
    """A thing of a text: how it is told from others of its kind, of which kinds it is, and by which words or numbers."""

    form: _Form
    kinds: frozenset[str]
    marks: frozenset[str]
    span: Span


@lru_cache(maxsize=8192)
def _mentions(text: str) -> tuple[_Mention, ...]:
    return (*_numbered(text), *_with_adjective(text), *_named(text))


def _numbered(text: str) -> Iterator[_Mention]:
    for match in _NUMBERED.finditer(text):
        noun = match["noun"].lower()
        if noun in STOP_WORDS | _MONTHS or is_past(noun) or _YEAR.fullmatch(match["first"]):
            continue
        marks = frozenset(re.findall(r"\w+", f"{match['first']} {match['more']}".lower())) - {"and", "or", "to"}
        marks = frozenset(str(_NUMERALS.index(mark) + 1) if mark in _NUMERALS else mark for mark in marks)
        yield _Mention("number", frozenset([stem(noun)]), marks, Span(match.group(), match.start(), match.end()))


def _with_adjective(text: str) -> Iterator[_Mention]:
    for match in _ADJECTIVE.finditer(text):
        behind = _BEHIND.match(text, match.end())
        nouns = list(takewhile(_may_be_noun, filter(None, behind.groups()))) if behind else []
        if nouns:
            end = match.end() + sum(len(noun) + 1 for noun in nouns)
            span = Span(text[match.start() : end], match.start(), end)
            yield _Mention("adjective", frozenset(map(stem, nouns)), frozenset([match["mark"].lower()]), span)


def _named(text: str) -> Iterator[_Mention]:
    for found in name_spans(text):
        if found.shape != "name":
            continue
        span, marks = found.span, frozenset(_words(found.span.text))
        if not marks or marks <= _MONTHS:
            continue
        yield _Mention("name", frozenset(), marks, span)
        before = _IN.search(text[: span.start])
        if before and _may_be_noun(before["noun"]):
            whole = Span(text[before.start() : span.end], before.start(), span.end)
            yield _Mention("of" if before["word"] == "of" else "in", frozenset([stem(before["noun"])]), marks, whole)
        for pattern, form in _BEHIND_NAME:
            after = pattern.match(text, span.end)
            if after and _may_be_noun(after["noun"]) and (form == "of" or _THE.search(text[: span.start])):
                whole = Span(text[span.start : after.end()], span.start, after.end())
                yield _Mention(form, frozenset([stem(after["noun"])]), marks, whole)


def _may_be_noun(word: str) -> bool:
    return word not in STOP_WORDS and not is_past(word)


@lru_cache(maxsize=8192)
def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name that tell it from others, lower-case: without initials and what only says that it is a captain."""
    plain = [word.removesuffix("'s").removesuffix("’s") for word in re.findall(r"[\w'’-]+", without_accents(name).lower())]
    telling = [word for word in plain if word not in STOP_WORDS | _TITLES and (len(word) > 1 or word in "ivx0123456789")]
    return tuple(word for word in telling if not (kind_of_noun(word) == "person" and word != telling[-1]))


def _other(asked: _Mention, question: str, sentence: str, *, answer: Span | None) -> _Mention | None:
    """Return the sibling of one thing of the question of which the sentence tells."""
    ours = _mentions(question)
    siblings = [
        told
        for told in _mentions(sentence)
        if _are_siblings(asked, told) and not any(one.form == told.form and told.marks <= one.marks for one in ours)
    ]
    return next((told for told in siblings if _is_told_of(told, asked, question, sentence, answer=answer)), None)


def _as_worded(one: _Mention, other: _Mention) -> str:
    """Return the words of a thing, up to the noun that both things share."""
    tokens = one.span.text.split(" ")
    shared = [place for place, word in enumerate(tokens) if one.form == "adjective" and stem(word.lower()) in other.kinds]
    return " ".join(tokens[: shared[-1] + 1] if shared else tokens)


def _names_it(asked: _Mention, sentence: str, *, topic: str) -> bool:
    """Tell whether a sentence has the words that tell the thing from others."""
    if asked.form in {"number", "adjective"}:
        return any(one.form == asked.form and asked.marks <= one.marks and asked.kinds & one.kinds for one in _mentions(sentence))
    said = set(_words(sentence))
    if asked.form == "name":
        return all(mark in said or any(_is_spelt_like(mark, word) for word in said) for mark in asked.marks)
    return bool(asked.marks & (said | set(_words(topic))))


def _is_spelt_like(word: str, other: str) -> bool:
    """Tell whether two words may be spellings of one name: "hieronymous" and "hieronymus"."""
    return min(len(word), len(other)) >= _LONG and SequenceMatcher(None, word, other).ratio() >= _ALIKE


def _are_siblings(asked: _Mention, told: _Mention) -> bool:
    if asked.form != told.form:
        return False
    if asked.form == "name":
        return _are_like_names(_words(asked.span.text), _words(told.span.text))
    if not asked.kinds & told.kinds:
        return False
    if asked.form == "adjective":
        left, right = (_GROUPS[next(iter(one.marks))] for one in (asked, told))
        return left[0] == right[0] and left[1] != right[1]
    if asked.form == "number":
        return not asked.marks & told.marks
    wider = asked.marks <= listed_phrases("country") and not told.marks <= listed_phrases("country")  # a town there may be meant
    return not (asked.marks <= told.marks or told.marks <= asked.marks or wider)


def _are_like_names(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Tell whether two names are of two things of one kind: "Iron Bridge" and "Stone Bridge", "Lake Erie" and "Lake Huron"."""
    if set(left) <= set(right) or set(right) <= set(left):
        return False
    if left[-1] == right[-1]:
        return True
    shared = next((place for place, (one, other) in enumerate(zip(left, right, strict=False)) if one != other), min(len(left), len(right)))
    if shared and all(_ROMAN.fullmatch(word) for word in (*left[shared:], *right[shared:])):
        return True
    return left[0] == right[0] and len(left) == len(right) == 2 and kind_of_noun(left[0]) not in {None, "person"}


def _is_the_answer(told: _Mention, question: str, *, answer: Span | None) -> bool:
    if answer:
        return told.span.start < answer.end and answer.start < told.span.end
    wanted = wanted_answer(question).kind
    kinds = next((found.kinds for found in name_spans(told.span.text) if found.span.text == told.span.text), frozenset[AnswerKind]())
    return told.form == "name" and wanted not in {"time", "number", "place"} and (not kinds or wanted in kinds)


def _is_told_of(told: _Mention, asked: _Mention, question: str, sentence: str, *, answer: Span | None) -> bool:
    """Tell whether a sibling is the subject of what is told, or the object of a verb of the question, or has the same thing in it."""
    head = _HEAD_BEFORE.search(question[: asked.span.start]) or _OWNS.match(question, asked.span.end)
    noun = head[1] if head else ""
    own = _HEAD_BEFORE.search(sentence[: told.span.start])
    if noun and own and stem(own["head"]) == stem(noun):
        return True
    if _is_the_answer(told, question, answer=answer):
        return False
    lemmas = {verb_lemma(word) for word in content_words(question)}
    object_of = _NEAR.search(sentence[: told.span.start])
    near = object_of[0].split() if object_of else []
    if any(is_past(word) and verb_lemma(word) in lemmas for word in near):
        return True
    states = list(_states(told, sentence, head=noun if kind_of_noun(noun) in _ITSELF_A_NAME else ""))
    if answer is None:
        return "other" in [state for state, _ in states] and "open" not in [state for state, _ in states]
    return next((state for state, clause in reversed(states) if state and clause.start <= answer.start), "") == "other"


def _states(told: _Mention, sentence: str, *, head: str) -> Iterator[tuple[str, Span]]:
    """Give each clause with "other" where the sibling stands in its subject, "open" where something else does, "" without a subject."""
    start = 0
    for end in [*(match.end() for match in _CLAUSE.finditer(sentence)), len(sentence)]:
        clause = Span(sentence[start:end], start, end)
        subject = subject_of(clause.text)
        in_it = start <= told.span.start < start + len(subject)
        if not content_words(subject) and (start or not _PRONOUN.search(subject)):
            state = ""
        elif in_it and not _PRONOUN.search(subject) and (not head or stem(head) in stems(subject)):
            state = "other"
        else:
            state = "open"
        yield state, clause
        start = end
