"""Finds what a question only describes, "the director of Saltmarsh", so that it can be asked for first and its name be put in its place.

By patterns over the words between the names. Who answers either question is left to `cckg.local.short_answers`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cckg.core.text import STOP_WORDS
from cckg.local.answer_kinds import relations_of
from cckg.local.answer_names import names
from cckg.local.answer_types import LISTED_KINDS, WantedAnswer, kind_of_noun
from cckg.local.lexicon import is_past


@dataclass(frozen=True, slots=True)
class Description:
    """A description within a question.

    before, text, after  the question in three parts; the text is the description, as a question of its own
    wanted               what the description is of
    """

    before: str
    text: str
    after: str
    wanted: WantedAnswer

    def named(self, name: str) -> str:
        """Return the question with a name instead of the description."""
        return " ".join(f"{self.before} {name} {self.after}".split())


def descriptions(question: str) -> list[Description]:
    """Return the descriptions in a question that may be asked for first, the most likely first; those that are all of it are left out.

    >>> [(found.text, found.named("Ann Lee")) for found in descriptions("Where was the director of Saltmarsh born?")]
    [('the director of Saltmarsh', 'Where was Ann Lee born')]
    """
    question = " ".join(question.split()).rstrip(" ?.!")
    masked = _masked(question)
    found: dict[tuple[int, int], Description] = {}
    stated = _statement(question)
    for start, end, head in (*([stated] if stated else []), *_clauses(masked), *_of_names(masked)):
        wanted = _wanted(head)
        before, after = question[:start].strip(), question[end:].strip()
        if wanted and _asks_more(before, after):
            found.setdefault((start, end), Description(before, question[start:end].strip(), after, wanted))
    return list(found.values())


# Private

_NAME = "\x00"  # stands for each character of a name
_HEAD = r"(?P<head>(?:[a-z][\w-]* ){0,3}?[a-z][\w-]*)"
_OF_NAME = re.compile(
    rf"\b(?:the|a|an) {_HEAD} (?:of|for|to|behind|from|by|on|at|in)(?: (?:the|a) (?:[\w-]+ ){{1,3}}(?:of|for|to|in|by|from))?"
    rf" (?:the |both )?(?:(?:\d{{4}}|[a-z-]+) ){{0,3}}?{_NAME}+(?:[’']s)?"
)
_MADE_BY_NAME = re.compile(
    rf"\b(?:the|a|an) {_HEAD} (?P<verb>[a-z]+) (?:by|in|from|for|at|on|as|to|after|with) (?:the )?(?:[a-z-]+ ){{0,2}}?{_NAME}+"
)
_OWNED = re.compile(rf"{_NAME}+[’']s? {_HEAD}")
_BESIDE = re.compile(rf"\b[Tt]he {_NAME}+ (?P<head>[a-z]+)")
_RELATIVE = re.compile(
    rf"\b(?:[Tt]he|a|an|this) {_HEAD} (?:(?:{_NAME}+|[a-z]+ by {_NAME}+) )?"
    r"(?:(?:in|on|at|by|for|to|from|with|of|after|about|under|against) )?(?:who|whom|whose|which|that|where|when)\b(?P<clause>.*)$"
)
_AUXILIARY_BEFORE = re.compile(r"\b(?P<aux>is|are|was|were|did|does|do|has|had|have|can|will)$", re.I)
_LAST_VERB = re.compile(r" (?P<verb>[a-z]+)(?: (?:in|at|for|from|by|with|on|to|into|as|of))?$")
_VERB_LATER = re.compile(r"(?P<name>\x00)? (?P<verb>[a-z]+)\b(?=.* (?:what|which|who|whom|where|when|how)\b)")
_AT_ONCE = frozenset("is was were are has had did does died plays won worked lived studied".split())
_STATEMENT = re.compile(
    rf"^(?P<said>.*\b(?:a|an|the) (?:[A-Z]\w+ )?{_HEAD}) (?P<rest>(?:(?:that|which|who) )?(?:(?:is|was|were) )?(?:[a-z]+ )?(?:[a-z]+ )?"
    r"(?:in|from|by|at|on|for|to|with|of|during) (?:which|what|whom|whose)\b.*)$"
)
_OPENING = 2  # words before a description that opens its question, fewer than
_QUESTION_WORD = re.compile(r"\b(?:who|whom|whose|what|which|where|when|how)\b", re.I)
_NO_HEAD = frozenset("same first last name title part year date day time number end beginning".split())
_QUESTION_WORDS = re.compile(
    r"\b(?:who|whom|whose|what|which|where|when|how|is|are|was|were|the|name|named|of|does|do|did|in|at|on|by|for|to)\b", re.I
)
_WHO_IS = re.compile(r"(?:who|what) (?:is|are|was|were)", re.I)
_NO_VERBS = frozenset("named called known titled".split())


def _masked(question: str) -> str:
    """Return the question with every character of a name as the same mark, so that places stay."""
    letters = list(question)
    for found in names(question):
        if found.shape in {"name", "title"}:
            letters[found.span.start : found.span.end] = _NAME * (found.span.end - found.span.start)
    return "".join(letters)


def _of_names(masked: str) -> Iterator[tuple[int, int, str]]:
    """Give descriptions by one name: "the director of NAME", "the library designed by NAME", "NAME's father", "the NAME singer"."""
    for pattern in (_MADE_BY_NAME, _OF_NAME, _OWNED, _BESIDE):
        place = 0
        while found := pattern.search(masked, place):
            is_made = pattern is not _MADE_BY_NAME or is_past(found["verb"]) or found["verb"] in {"written", "made", "built", "born"}
            if is_made and not set(found["head"].split()) & STOP_WORDS:
                yield found.start(), found.end(), found["head"]
            place = found.start() + 1


def _clauses(masked: str) -> Iterator[tuple[int, int, str]]:
    """Give descriptions by a relative clause, the innermost first; the question's own verb, at its end, is no part of them."""
    found: list[tuple[int, int, str]] = []
    place = 0
    while match := _RELATIVE.search(masked, place):
        place = match.start() + 1
        if not set(match["head"].split()) & STOP_WORDS:
            found += [(match.start(), end, match["head"]) for end in _ends(masked, match)]
    yield from sorted(found, key=lambda item: -item[0])


def _ends(masked: str, match: re.Match[str]) -> Iterator[int]:
    before = masked[: match.start()].rstrip()
    later = _main_verb(masked, match.start("clause")) if len(before.split()) < _OPENING else None
    if later is not None:
        yield later
        return
    auxiliary, verb = _AUXILIARY_BEFORE.search(before), _LAST_VERB.search(match["clause"])
    if auxiliary and verb and len(match["clause"].split()) > 1:
        word = verb["verb"]
        is_asked = auxiliary["aux"].lower() in {"did", "does", "do"} or is_past(word) or word in {"born", "from"}
        if is_asked and word not in _NO_VERBS:
            yield match.start("clause") + verb.start()
            if auxiliary["aux"].lower() in {"did", "does", "do"}:
                return
    yield match.end()


def _main_verb(masked: str, start: int) -> int | None:
    """Return where the main verb of a question begins that opens with a description and asks at its end; None where it does not."""
    for found in _VERB_LATER.finditer(masked, start):
        if found["verb"] in _AT_ONCE or (found["name"] and is_past(found["verb"])):
            return found.start("verb") - 1
    return None


def _statement(question: str) -> tuple[int, int, str] | None:
    """Return the description that opens "NAME sang in a band formed in which city?": all up to the noun that is asked about."""
    masked = _masked(question)
    found = _STATEMENT.match(masked)
    if not found or _NAME not in found["said"] or _QUESTION_WORD.search(found["said"]) or set(found["head"].split()) & STOP_WORDS:
        return None
    return 0, found.end("said"), found["head"]


def _wanted(head: str) -> WantedAnswer | None:
    """Return what a description with this noun is of; None for a noun that names no thing that has a name."""
    last = head.rsplit(maxsplit=1)[-1]
    if last in _NO_HEAD or is_past(last):
        return None
    kind = kind_of_noun(head) or kind_of_noun(last)
    if kind is None:
        return WantedAnswer("thing", head=last) if relations_of(last) else None
    if kind in LISTED_KINDS or kind in {"time", "number"}:
        return None
    return WantedAnswer(kind, head=last)


def _asks_more(before: str, after: str) -> bool:
    """Tell whether a question asks more of what it describes than for its name."""
    if _WHO_IS.fullmatch(before) and not any(is_past(word) or word in STOP_WORDS or word.endswith("ing") for word in after.split()):
        return False  # "the brother of the leader of the Lund | strike"
    rest = _QUESTION_WORDS.sub(" ", f"{before} {after}")
    return any(character.isalpha() for character in rest)
