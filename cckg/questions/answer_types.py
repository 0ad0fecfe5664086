"""Tells what kind of answer a question of fact wants: a person, a place, a time, a profession, yes or no, one of two that it names.

By the question word, the noun it asks for, and word lists (`data/answer_heads.tsv`, `data/answer_words.tsv`). Which stretches of a passage
are of a kind is decided in `cckg.answering`.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal, cast, get_args

from cckg.language import rows

ListedKind = Literal["profession", "nationality", "genre", "religion", "sport", "language", "colour", "instrument", "position"]
AnswerKind = Literal["person", "place", "time", "number", "organisation", "work", "thing", "decision", "choice"] | ListedKind

LISTED_KINDS: frozenset[str] = frozenset(get_args(ListedKind))
"""The kinds whose answers are words of a list."""


@dataclass(frozen=True, slots=True)
class WantedAnswer:
    """What a question wants.

    kind          decision: yes or no; choice: one of the `alternatives`; thing: whatever the head says
    head          the noun that is asked for, lower-case: "genre" of "what genre is …"; "" where there is none
    alternatives  what a choice is between, or what a question of yes or no compares, as the question words them
    """

    kind: AnswerKind
    head: str = ""
    alternatives: tuple[str, ...] = ()


def wanted_answer(question: str) -> WantedAnswer:
    """Tell what kind of answer a question wants; an empty one, or one without a question word, wants a thing without head.

    >>> wanted_answer("In which city was the director of Saltmarsh born?")
    WantedAnswer(kind='place', head='city', alternatives=())
    >>> wanted_answer("Who is older, Ada Byron or Mary Shelley?").alternatives
    ('Ada Byron', 'Mary Shelley')
    """
    question = " ".join(question.split()).rstrip(" ?.!")
    between = _alternatives(question)
    if between and (_LISTED_OR.search(question) or _OR.search(question) or _WHICH_OF.match(question)):
        return WantedAnswer("choice", alternatives=between)
    if _AUXILIARY.match(question):
        return WantedAnswer("decision", alternatives=between)
    return _by_question_word(question)


def compares_openly(question: str) -> bool:
    """Tell whether a question compares, but names no two things to compare: only all that there are could answer it.

    >>> [compares_openly(f"Which tunnel {rest}?") for rest in ("is longer", "opened first", "is longer, the Marl or the Corve")]
    [True, True, False]
    """
    question = " ".join(question.split()).rstrip(" ?.!")
    return not _alternatives(question) and _OPEN_COMPARISON.search(question) is not None


def kind_of_noun(noun: str) -> AnswerKind | None:
    """Return the kind of thing a lower-case noun is a word for, singular or plural; None for a noun that is not listed.

    >>> [kind_of_noun(noun) for noun in ("cities", "brother", "film director", "spoon")]
    ['place', 'person', 'person', None]
    """
    forms = (noun, *_singulars(noun))
    kinds = (_heads()[form] for form in forms if form in _heads())
    return next(kinds, None if listed_phrases("profession").isdisjoint(forms) else "person")


@cache
def listed_phrases(name: str) -> frozenset[str]:
    """Return the phrases of a class of `data/answer_words.tsv` in lower case; KeyError for a class that is not there."""
    phrases = {row[0]: row[1] for row in rows("answer_words", room=__package__)}[name]
    return frozenset(phrase.strip().lower() for phrase in phrases.split(","))


@cache
def listed_pattern(name: str) -> re.Pattern[str]:
    """Return a pattern for the phrases of a class, longest first; demonyms, religions and languages only with their capital."""
    phrases = {row[0]: row[1] for row in rows("answer_words", room=__package__)}[name]
    longest_first = sorted((re.escape(phrase.strip()) for phrase in phrases.split(",")), key=lambda phrase: (-len(phrase), phrase))
    flags = re.NOFLAG if name in _CAPITALISED else re.IGNORECASE
    endings = {"sport": r"(?=(?:ers?)?(?![\w-]))", "nationality": r"(?!\w)"}  # "football" in "footballer", "Swiss" in "Swiss-born"
    ending = endings.get(name, r"(?:(?<=[a-z])e?s)?(?![\w-])")
    opening = r"(?<!\w)" if name == "nationality" else r"(?<![\w-])"
    return re.compile(rf"{opening}(?:{'|'.join(longest_first)}){ending}", flags)


# Private

_CAPITALISED = frozenset(["nationality", "religion", "language", "country", "state"])
_AUXILIARY = re.compile(r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b", re.I)
_CAPITALISED_WORD = r"[\"“]?[A-ZÀ-Þ\d][\w.&'’:!-]*[\"”]?"
_PARTICLE = r"(?:of|the|de|la|le|du|des|di|del|von|van|and|in|on|&|a) "
_NAME = rf"(?:[Tt]he )?{_CAPITALISED_WORD}(?: (?:{_PARTICLE}){{0,2}}{_CAPITALISED_WORD})*"
_SHORT_NAME = _NAME.replace("|and|", "|")
_OR = re.compile(rf"(?P<left>{_NAME}),? or (?:the )?(?P<right>{_NAME})")
_NOUNS_BEHIND = (
    r"(?: (?!(?:or|and|in|on|at|of|for|from|by|to|with|as|if|when|that|who|which|today|now|then|first|last|there|here)\b)[a-z]+){0,2}"
)
_LISTED_OR = re.compile(rf", (?:the )?(?P<left>{_NAME}{_NOUNS_BEHIND}),? or (?:the )?(?P<right>{_NAME}{_NOUNS_BEHIND})$")
"""Behind a comma to the end, so that the nouns behind a name belong to it: "the Varn power station"."""
_AND = re.compile(rf"(?:(?i:is|are|were|was|do|did|does|have|has|between|of)) (?P<left>{_SHORT_NAME}),? and (?P<right>{_SHORT_NAME})")
_THAN = re.compile(rf"^\w+ (?P<left>{_NAME}) .*\bthan (?:that of )?(?P<right>{_NAME})")
_WHICH_OF = re.compile(r"(?:which|who|what) (?:one )?(?:\w+ )?(?:of|between|out of)\b", re.I)
_BEFORE = re.compile(rf"^\w+ (?P<left>{_NAME}) .*\b(?:before|after) (?P<right>{_NAME})")
_MORE_OF_IT = (
    r"(?:taller|higher|longer|larger|bigger|deeper|wider|heavier|greater|faster|shorter|lower|smaller|fewer|shallower|narrower|lighter|slower"
    r"|older|younger|newer|stronger|weaker|cheaper|safer|richer|poorer|warmer|colder|better|worse|(?:more|less) [a-z]+)"
)
_MAKES_IT_SO = r"(?!.*\b(?:ma(?:de|kes?|king)|did|does|do|left|kept|got|turned)\b)"  # "what made the bridge stronger" compares nothing
_OPEN_COMPARISON = re.compile(
    rf"^(?:which|what|who)\b{_MAKES_IT_SO}.*(?<!\bno )\b{_MORE_OF_IT}(?: of (?:the )?(?:two|both))?$"  # "which tunnel is longer"
    rf"|^(?:which|what|who) (?:is|are|was|were) (?:the )?{_MORE_OF_IT}(?: \w+)?$"  # "what is the longer tunnel"
    rf"|(?<!\bno )\b(?:{_MORE_OF_IT}|more|less|earlier|later)(?: [\w-]+)* than (?:the |that of )*(?-i:[A-ZÀ-Þ])"
    rf"|^which\b{_MAKES_IT_SO}.* (?:more|most|less|least|first|last|earlier|later|earliest|latest)$",
    re.I,
)
_FIRST_WORD = re.compile(
    r"^(?:(?:in|on|at|by|for|from|to|of|with|into|under|after|during|about|through|as|against|over|across|until|since) )?"
    r"(?P<word>what|which|who|whom|whose|when|where|how)\b",
    re.I,
)
_LATER_WORD = re.compile(r"\b(?P<word>what|which|whose|whom|who|when|where|how (?:many|much|long|tall|old))\b", re.I)
_AFTER_WH = re.compile(r"^(?:[’']s|is|are|was|were)\b *", re.I)
_CAPITAL_OF = re.compile(r"\b(?P<head>capital|seat|county seat) (?:city )?of$", re.I)
_WORK_AS = re.compile(r"\b(?:work(?:ed|s)? as|do for a living|job|profession|occupation)\b", re.I)
_WORD = re.compile(r"[^\W_][\w'’.-]*")
_ARTICLES = frozenset(["the", "a", "an"])
_NO_HEAD = frozenset(["name", "names", "kind", "type", "types", "sort", "form", "title", "full", "part", "one"])
_STOPS_A_NOUN = frozenset(
    "is are was were be been do does did has have had can could will would may might of for in on at by from to with that which who whom "
    "whose where when after and or into whether as named called located based".split()
)
_MUSIC = re.compile(r"\b(?:kind|type|style|sort|genre)s? of (?:music|film|movie|book|novel|game|song|album|literature|fiction)\b", re.I)
_PLAYING = re.compile(r"\b(?:play(?:s|ed|ing)?|team|club)\b", re.I)


@cache
def _heads() -> dict[str, AnswerKind]:
    return {noun: cast("AnswerKind", kind) for kind, nouns in rows("answer_heads", room=__package__) for noun in nouns.split()}


def _singulars(noun: str) -> tuple[str, ...]:
    if noun.endswith("ies"):
        return (noun[:-3] + "y", noun[:-1])
    if noun.endswith("s") and not noun.endswith("ss"):
        return (noun[:-1], noun.removesuffix("es"))
    return ()


def _alternatives(question: str) -> tuple[str, ...]:
    for pattern in (_LISTED_OR, _OR, _AND, _THAN, _BEFORE):
        found = pattern.search(question)
        if found:
            return (_plain_name(found["left"]), _plain_name(found["right"]))
    return ()


def _plain_name(name: str) -> str:
    words = name.strip(' "“”,').split()
    while len(words) > 1 and (_AUXILIARY.fullmatch(words[0]) or words[0].lower() in {"which", "who", "what", "the", "both"}):
        words = words[1:]
    return " ".join(words)


def _by_question_word(question: str) -> WantedAnswer:
    found = _FIRST_WORD.match(question) or _last_question_word(question)
    if not found:
        return WantedAnswer("thing")
    word, rest = found["word"].lower(), question[found.end() :].strip()
    if word.startswith("how"):
        return WantedAnswer("number", head=" ".join((word.removeprefix("how") + " " + rest).split()[:1]).lower())
    if word == "when":
        return WantedAnswer("time")
    if word == "where":
        return WantedAnswer("place")
    if word in {"who", "whom", "whose"}:
        return WantedAnswer("person")
    return _by_head(question, rest)


def _last_question_word(question: str) -> re.Match[str] | None:
    """Find the question word of a question that does not open with it: what and which before who and where, which may be relative."""
    found = list(_LATER_WORD.finditer(question))
    asking = [match for match in found if match["word"].lower() in {"what", "which"} or match["word"].lower().startswith("how")]
    return (asking or found)[-1] if found else None


def _by_head(question: str, rest: str) -> WantedAnswer:
    """Judge a question with "what" or "which" by what stands behind it."""
    if _CAPITAL_OF.search(question):
        return WantedAnswer("place")
    if _MUSIC.match(rest):
        return WantedAnswer("genre", head="genre")
    asked = _AFTER_WH.match(rest)
    head = _noun_asked(rest[asked.end() :]) if asked else _noun_of(rest, skipped=listed_phrases("nationality"), ends_at_verb=True)
    if not head:
        return WantedAnswer("profession" if _WORK_AS.search(rest) else "thing")
    kind = kind_of_noun(head) or "thing"
    if kind == "position" and not _PLAYING.search(question):
        kind = "thing"  # an office
    return WantedAnswer(kind, head=head)


def _noun_of(text: str, *, skipped: frozenset[str], ends_at_verb: bool = False) -> str:
    """Return the head noun that a text opens with, behind words to be skipped: "film" of "science fiction film did …"; "" of "does …"."""
    nouns: list[str] = []
    for word in _WORD.findall(text):
        lower = word.lower()
        if not nouns and lower in skipped:
            continue
        if lower in _STOPS_A_NOUN or word[0].isupper():
            if lower == "of" and nouns and nouns[-1] in _NO_HEAD:
                nouns = []
                continue
            break
        nouns.append(lower)
        if ends_at_verb and len(nouns) > 1 and _is_verb(lower):
            nouns.pop()
            break
    return nouns[-1] if nouns else ""


def _is_verb(word: str) -> bool:
    return word.endswith("ed") or word in {"won", "wrote", "made", "began", "led", "built", "plays", "flows", "lies", "holds", "speaks"}


def _noun_asked(rest: str) -> str:
    """Return the noun of "what is the occupation of …", "what is X's occupation", "what was the name of the band that …"."""
    owner = re.match(r"(?:(?! of ).)*?[’']s? ", rest)
    if not re.match(r"(?:the|a|an|his|her|their|its)\b", rest, re.I) and not owner:
        return ""
    return _noun_of(rest[owner.end() :] if owner else rest, skipped=_ARTICLES)
