"""Exchanges a name in a question for another of the same kind, and two names for each other.

Of which kind a name is, is told by its form ("Lake Erie", "Ariane 5", a country), by a noun that two names share ("Silver Bridge",
"Golden Gate Bridge"), or by what passages say of it. A name of which none of these tells anything is left alone.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from cckg.answering import name_spans as names_in
from cckg.core.text import STOP_WORDS, words
from cckg.counterfactual_queries.words import QUOTED, replaced
from cckg.language import in_dictionary, is_adverb, is_past, looks_plural, named_things, noun_lemma, parts_of_speech, word_class
from cckg.questions import listed_phrases


@dataclass(frozen=True, slots=True)
class OtherNames:
    """Names that may stand in another's place.

    Args:
        names: named things of the documents, the likeliest first.
        texts: of the documents, in which the names stand; they tell kinds and articles.
    """

    names: Sequence[str]
    texts: Sequence[str]
    _kinds: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def exchanged(self, question: str, *, most: int) -> Iterator[str]:
        """Yield the question with one name exchanged, in the order of the question, then of the names; each name at most `most` times.

        Names within quotations, and those that go on into a compound ("Texas freeze"), are left alone.
        """
        closed = [match.span() for match in QUOTED.finditer(question)]
        for start, end in self.places(question):
            if not any(begin < end and start < stop for begin, stop in closed) and not _goes_on(question, start, end):
                for other in islice(self._others(question, question[start:end]), most):
                    yield replaced(question, other, at=(start, end))

    def swapped(self, question: str) -> Iterator[str]:
        """Exchange the two names of a question of yes or no that stand on either side of an act or a comparison, if of one kind."""
        places = self.places(question)
        if len(places) != 2 or not _YES_NO.match(question):
            return
        (start, end), (next_start, next_end) = places
        before, left, between, right = question[:start], question[start:end], question[end:next_start], question[next_start:next_end]
        kinds = {self._kind(name) for name in (left, right)} - {""}
        is_act = _BETWEEN.fullmatch(between) and not _SYMMETRIC.search(between) and not _goes_on_as_name(question, next_end)
        articles_fit = self._has_article(left) == self._has_article(right) or between.endswith(" the ") == before.endswith(" the ")
        if len(kinds) <= 1 and is_act and articles_fit:
            yield before + right + between + left + question[next_end:]

    def places(self, question: str) -> list[tuple[int, int]]:
        """Return the places, from and to, of the names in a question, in order; the longest where several begin or end together."""
        spans = {(named.span.start, named.span.end) for named in named_things(question)}
        for name in self.names:
            spans.update(match.span() for match in _said(name).finditer(question) if name[:1].isupper())
        return sorted(one for one in spans if not any(other[0] <= one[0] and one[1] <= other[1] for other in spans if other != one))

    # Private

    def _others(self, question: str, name: str) -> Iterator[str]:
        kind = self._kind(name)
        for other in self.names if kind else ():
            if (
                self._kind(other) == kind
                and not _said(other).search(question)
                and not (_own_words(name) & _own_words(other))
                and self._agree(question, name, other)
            ):
                yield other

    def _kind(self, name: str) -> str:
        if name not in self._kinds:
            self._kinds[name] = kind_of_name(name, self.texts)
        return self._kinds[name]

    def _agree(self, question: str, name: str, other: str) -> bool:
        """Tell whether another name takes the article and the number of the one in the question."""
        has_article = bool(re.search(rf"\bthe {re.escape(name)}(?!\w)", question, re.IGNORECASE))
        same_number = not has_article or looks_plural(words(name)[-1]) == looks_plural(words(other)[-1])
        return same_number and has_article == self._has_article(other)

    def _has_article(self, name: str) -> bool:
        """Tell whether texts put "the" before a name; of one that stands nowhere its last word decides: "the Silver Bridge", "Milan"."""
        if name.startswith("United "):
            return True
        said = [match[1] for text in self.texts for match in re.finditer(rf"(\b[Tt]he )?\b{re.escape(name)}(?!\w)", text)]
        if not said:
            return len(name.split()) > 1 and in_dictionary(words(name)[-1])
        return 2 * sum(map(bool, said)) > len(said)


def kind_of_name(name: str, texts: Sequence[str]) -> str:
    """Return a key that names of one kind share, "" where nothing tells it.

    >>> [kind_of_name(name, ["She lived in Lyon.", "Ann Lee, a Danish painter, won."]) for name in ("Peru", "Silver Bridge", "Lyon", "Xyz")]
    ['country', 'head bridge', 'place', '']
    """
    plain = name.lower().removeprefix("the ")
    for listed in ("country", "state"):
        if plain in listed_phrases(listed):
            return listed
    parts = name.split()
    if series := _SERIES.fullmatch(name):
        return f"series {series['first']}"
    if len(parts) > 1 and parts[0] in _FIRST_HEADS:
        return f"head {parts[0].lower()}"
    told = _told(tuple(texts)).get(name, Counter())
    sure = {kind for kind in told if kind in ("person", "organisation", "place")}
    head = noun_lemma(parts[0 if "of" in parts else -1].lower())
    if len(parts) > 1 and sure != {"person"} and parts[0][0].isupper() and "NOUN" in parts_of_speech(head) and head not in _FIRMS:
        return f"head {head}"
    if len(sure) == 1:
        return sure.pop()
    if parts[-1].lower() in _FIRMS or any(_ACTS.match(text, said.end()) for text in texts for said in _said(name).finditer(text)):
        return "organisation"
    likely_place = told["perhaps place"] > told["perhaps organisation"] and not told["perhaps work"] and plain not in _CONTINENTS
    return "place" if likely_place else ""


# Private

_FIRST_HEADS = frozenset("Lake Mount Cape University Fort Port River Bank Battle Treaty Duke King Queen".split())
_FIRMS = frozenset("brothers brother inc ltd corporation company bank stearns sons airlines".split())
_CONTINENTS = frozenset("europe asia africa america antarctica earth mars moon".split())
_SERIES = re.compile(r"(?P<first>[A-Z][A-Za-z]+) (?:\d{1,4}|[IVX]+)")
_ACTS = re.compile(r" (?:filed|sued|acquired|hired|employs|employed|borrowed|insured|refused to buy|sold its|bought its|reported a loss)\b")
_YES_NO = re.compile(r"(?:did|does|is|was|are|were)\b", re.IGNORECASE)
_BETWEEN = re.compile(r" (?:(?!to |in |of |at |on |from )[a-z]+ ){1,3}(?:than )?(?:the )?")
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")
_SYMMETRIC = re.compile(r"\b(?:and|or|with|married?|related|connected|linked|meet|met|marry|same|near|beside|of|in|at|on|by|also)\b")


def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def _own_words(name: str) -> set[str]:
    """Return the words of a name but the last of several, which may be its noun, and the first, if that is."""
    parts = [part for part in name.split() if part.lower() not in STOP_WORDS and part not in _FIRST_HEADS]
    own = parts[:-1] if len(parts) > 1 and "NOUN" in parts_of_speech(noun_lemma(parts[-1].lower())) else parts
    series = _SERIES.fullmatch(name)
    return {part.lower() for part in own if not (len(own) > 1 and part.isdigit())} - ({series["first"].lower()} if series else set())


@lru_cache(maxsize=4)
def _told(texts: tuple[str, ...]) -> Mapping[str, Counter[str]]:
    """Return by name how often texts say of which kind it is, surely or perhaps."""
    found: dict[str, Counter[str]] = {}
    for text in texts:
        for sentence in _SENTENCES.split(text):
            for named in names_in(sentence):
                told = found.setdefault(named.span.text, Counter())
                told.update(named.kinds)
                told.update(f"perhaps {kind}" for kind in named.hints)
    return found


def _goes_on_as_name(question: str, end: int) -> bool:
    """Tell whether more of a name follows at a place: a possessive, a capital, "of"."""
    return bool(re.match(r"['’-]|[ ](?=[A-Z])| of\b", question[end:]))


def _goes_on(question: str, start: int, end: int) -> bool:
    """Tell whether a name is a part of what follows it: of a longer name, or a noun that it says more of ("the Facebook outage")."""
    behind = question[end:]
    if re.match(r"-| [A-Z]| of\b", behind) or question[start - 1 : start] == "-":
        return True
    following = re.match(r" ([a-z][\w-]*)", behind)
    word = following[1] if following else ""
    if not word or word in STOP_WORDS | word_class("auxiliary") or is_past(word) or is_adverb(word):
        return False
    subject = re.search(r"\b(?:did|does|do|would|could|will|can|was|were|is|are|has|have|had) (?:the )?\Z", question[:start], re.IGNORECASE)
    return not (subject and parts_of_speech(word) & {"VERB", "ADJ"}) and bool(parts_of_speech(word) - {"ADV"} or not in_dictionary(word))
