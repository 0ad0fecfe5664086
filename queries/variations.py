"""Counterfactual questions by rule, which of them are worth asking, and which evidence of all is kept (CF-RAG, seed 003, §4.1).

What neighbours there are (names, events, dates, roles of the documents) is handed in; so are baseline answers, relevance and vectors. What
the evidence says is weighed in `queries.arbitration`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from cckg.core.arbitration import Exploration, Operator, Variation
from cckg.core.questions import Asks
from cckg.core.text import STOP_WORDS, WORD, content_words, squeeze, words
from cckg.core.vectors import Matrix, Vector
from cckg.local.grammar import has_finite_verb
from cckg.local.inflection import inflect, noun_lemma, verb_form, verb_lemma
from cckg.local.lexicon import is_past, rows, word_class
from cckg.local.opposites import LocalOppositeWriter
from cckg.local.polarity import polarity_of
from cckg.local.questions import LocalQuestionParser
from cckg.local.times import month
from cckg.models.base import Embedder
from queries.ranking import variations as about_event

MOST_OF_A_KIND = 6
"""Questions that an operator gives at most."""

NEIGHBOURS = 2
"""Names, events, dates or roles that are put in the place of one, at most."""


@dataclass(frozen=True, slots=True)
class LocalVariationWriter:
    """Varies a question by rules, by a list of exchanges (`cckg/local/data/exchanges.tsv`), and by neighbours.

    Args:
        names: named things of the documents, the likeliest to stand in another's place first.
        events: wordings of events, the nearest to the question first.
        dates: wordings with years in them.
        roles: nouns for those who do something ("inspector"), singular and lower-case.
    """

    names: Sequence[str] = ()
    events: Sequence[str] = ()
    dates: Sequence[str] = ()
    roles: Sequence[str] = ()
    name: str = "rules"

    def vary(self, question: str) -> list[tuple[Operator, str]]:
        """Return questions with one thing changed, all different; by operator as `Operator` lists them, then as found.

        Up to `MOST_OF_A_KIND` for each operator; a question without words gives none. Raises InputError for one that is too long.

        >>> LocalVariationWriter().vary("Who wrote the first novel?")[0]
        (<Operator.ROLE: 'role'>, 'Who translated the first novel?')
        """
        question = squeeze(question)
        if not WORD.search(question):
            return []
        seen = {_key(question)}
        found: list[tuple[Operator, str]] = []
        about = self._about_events(question)
        for operator in Operator:
            fresh: list[str] = []
            for text in (*about[operator], *self._of(operator, question)):
                if _key(text) not in seen and len(fresh) < MOST_OF_A_KIND:
                    seen.add(_key(text))
                    fresh.append(text)
            found += [(operator, text) for text in fresh]
        return found

    # Private

    def _of(self, operator: Operator, question: str) -> Iterator[str]:
        """Yield what an operator makes of a question without knowing what it is about."""
        if operator is Operator.ENTITY:
            yield from self._other_names(question)
            return
        if operator is Operator.ROLE:
            yield from _swapped(question, self._named(question))
            yield from _turned(question)
        if operator is Operator.TEMPORAL:
            yield from self._other_years(question)
        yield from _exchanged(question, _exchanges()[operator])
        if operator is Operator.ROLE:
            yield from _exchanged(question, self._other_roles(question))

    def _about_events(self, question: str) -> dict[Operator, list[str]]:
        """Put opposite and other events into a causal question, and ask for effects instead of causes."""
        found: dict[Operator, list[str]] = {operator: [] for operator in Operator}
        parsed = LocalQuestionParser(max_characters=len(question)).parse(question)
        if parsed.asks not in _OF_EVENTS:
            return found
        asked = [request.event for request in parsed.interventions] + [event for event in (parsed.main_event,) if event]
        events = list(dict.fromkeys(asked))
        found[Operator.ROLE] += _swapped(question, events)
        others = [event for event in self.events if _key(event) not in set(map(_key, events))][:NEIGHBOURS]
        for event in events:
            opposite, _ = LocalOppositeWriter().opposite(event, polarity_of(event))
            found[Operator.CATEGORICAL].append(_in_place_of(question, event, opposite))
            found[Operator.ROLE] += about_event(question, event, other=None)[1:]
            found[Operator.ENTITY] += [_in_place_of(question, event, other) for other in others]
        return found

    def _named(self, question: str) -> list[str]:
        """Return the named things in a question, in its order: those of the documents, and other words with capitals."""
        known = [name for name in sorted(self.names, key=lambda name: (-len(name), name)) if name and _said(name).search(question)]
        first_word = question.split(maxsplit=1)[0]
        covered = [match.span() for name in known for match in _said(name).finditer(question)]
        capital = [match for match in _NAME.finditer(question, len(first_word)) if not month(match.group().partition(" ")[0])]
        outside = [match.group() for match in capital if not any(match.start() < end and start < match.end() for start, end in covered)]
        longest = [name for place, name in enumerate(known) if not any(_said(name).search(longer) for longer in known[:place])]
        return sorted(dict.fromkeys([*longest, *outside]), key=lambda name: question.lower().find(name.lower()))

    def _other_names(self, question: str) -> Iterator[str]:
        for named in self._named(question):
            others = [name for name in self.names if name and not _said(name).search(question) and not _said(named).search(name)]
            for other in others[:NEIGHBOURS]:
                yield _put(question, named, other)

    def _other_years(self, question: str) -> Iterator[str]:
        """Put the nearest other years of the documents in a year's place; where they have none, the years around it."""
        told = sorted({int(year) for wording in self.dates for year in _YEAR.findall(wording)})
        asked = [int(year) for year in _YEAR.findall(question)]
        for year in dict.fromkeys(asked):
            others = sorted((other for other in told if other not in asked), key=lambda other: (abs(other - year), other))
            for other in others[:NEIGHBOURS] or (year - 1, year + 1):
                yield _put(question, str(year), str(other))

    def _other_roles(self, question: str) -> Mapping[str, Sequence[str]]:
        """Return for each of the roles that a question names others that it does not."""
        asked = {noun_lemma(word) for word in words(question)} if self.roles else set()
        others = [role for role in self.roles if role not in asked][:NEIGHBOURS]
        return {role: others for role in self.roles if role in asked}


def worth_asking(
    question: str,
    candidates: Sequence[tuple[Operator, str]],
    *,
    embedder: Embedder,
    answers_of: Callable[[Sequence[str]], Sequence[str]],
    relevance_of: Callable[[Sequence[str]], Sequence[float]],
    dials: Exploration,
) -> tuple[Variation, ...]:
    """Return the N most informative of the candidates that are valid (CF-RAG eq. 2 and 3).

    Valid: sim(q, q′) > θ_sim, and the baseline answers differ in their words, but for function words.
    Info = α·(1 − sim) + β·answer distance + γ·relevance; for the distance see `answer_distance`.

    Args:
        question: q.
        candidates: operator and q′; of equal questions the first counts.
        embedder: gives sim, a cosine.
        answers_of: baseline answers to questions, in order, "" for none; asked once, for q and for all q′ that are near enough.
        relevance_of: how far questions ask about what the documents tell, 0..1 each, in order.
        dials: θ_sim, α, β, γ and N.

    Returns:
        The most informative first, ties by text; none where there are no valid candidates, and then nothing may be asked for.
    """
    texts = {_key(text): (operator, text) for operator, text in reversed(candidates) if _key(text) not in ("", _key(question))}
    fresh = list(texts.values())[::-1]
    if not fresh or not dials.variations:
        return ()
    vectors = embedder.encode([question, *(text for _, text in fresh)])
    near = [(*pair, float(cosine)) for pair, cosine in zip(fresh, vectors[1:] @ vectors[0], strict=True) if cosine > dials.least_similarity]
    near = sorted(near, key=lambda item: item[2])[
        : _ANSWERED * dials.variations
    ]  # the farthest of these tell most, and each costs an answer
    if not near:
        return ()
    own, *others = answers_of([question, *(text for _, text, _ in near)])
    told = [(*item, distance) for item, other in zip(near, others, strict=True) if (distance := answer_distance(own, other)) > 0]
    relevances = relevance_of([text for _, text, _, _ in told]) if told else ()
    valid = [
        Variation(text, operator, cosine, distance, relevance, _information(cosine, distance, relevance, dials))
        for (operator, text, cosine, distance), relevance in zip(told, relevances, strict=True)
    ]
    return tuple(sorted(valid, key=lambda variation: (-variation.information, variation.question))[: dials.variations])


def answer_distance(left: str, right: str) -> float:
    """Return 1 − |words of both| / |words of either|, 0..1 (CF-RAG table 6).

    Function words do not count beside others, but for those that change what is said. Of answers that say nothing: 0 if both do, else 1.

    >>> [answer_distance(*pair) for pair in (("the Orne", "Orne"), ("needed", "not needed"), ("", "yes"), ("", ""))]
    [0.0, 0.5, 1.0, 0.0]
    """
    first, second = ({word for word in words(text) if word not in _UNTOLD} or set(words(text)) for text in (left, right))
    return 1 - len(first & second) / len(first | second) if first | second else 0.0


def distinct(vectors: Matrix, *, relevance: Vector, texts: Sequence[str], threshold: float) -> list[int]:
    """Return one row for each group of near-duplicates: the most relevant (CF-RAG eq. 4).

    Rows are taken by relevance, ties by text and then as they stand; one that is nearer than the threshold to a row already taken is a
    duplicate of it. Equation 4, taken literally, would drop every member of such a group, and with it what several documents tell; one is
    kept here.

    Args:
        vectors: (n, d) float32, unit rows.
        relevance: (n,) s(q, e).
        texts: of the rows.
        threshold: θ_dedup, a cosine.

    Returns:
        Row numbers, the most relevant first; no rows give none.
    """
    kept: list[int] = []
    for row in sorted(range(len(texts)), key=lambda row: (-float(relevance[row]), texts[row])):
        if not kept or float(np.max(vectors[kept] @ vectors[row])) <= threshold:
            kept.append(row)
    return kept


def kept_evidence(texts: Sequence[str], *, vectors: Matrix, scores: Matrix, quality: Sequence[float], dials: Exploration) -> list[int]:
    """Return the rows of evidence that are kept: distinct, of enough quality, relevant to q or to some q′ (CF-RAG eq. 4 and 5).

    Args:
        texts: n of them.
        vectors: (n, d) float32, unit rows.
        scores: (1 + variations, n) s, 0..1; the first row is for q.
        quality: of each text, 0..1.
        dials: θ_dedup, θ_quality, θ_rel.

    Returns:
        Row numbers, the most relevant to q first; no texts give none.
    """
    if not texts:
        return []
    best = np.asarray(scores).max(axis=0)
    unlike = distinct(vectors, relevance=scores[0], texts=texts, threshold=dials.duplicate_cosine)
    return [row for row in unlike if quality[row] > dials.least_quality and best[row] > dials.least_relevance]


def text_quality(text: str) -> float:
    """Return how far a text can bear something out, 0..1: the share of letters among its marks, less where it has few different words.

    A stand-in for the paper's Q(e) ("coherence, informativeness, reliability"), for which it gives no formula. An empty text gives 0.

    >>> [round(text_quality(text), 1) for text in ("", "4.1 | 5.2 | 6", "Frost split the pipe, and the yard of the school was flooded.")]
    [0.0, 0.0, 1.0]
    """
    marks = [mark for mark in text if not mark.isspace()]
    told = {word for word in content_words(text) if not word.isdigit()}
    return sum(map(str.isalpha, marks)) / len(marks) * min(1.0, len(told) / _ENOUGH_WORDS) if marks else 0.0


# Private

_OF_EVENTS: tuple[Asks, ...] = ("causes", "effects", "path", "verdict", "whatif")
_UNTOLD = STOP_WORDS - {"no", "not", "without", "before", "after", "all", "some", "more", "most"}
_ENOUGH_WORDS = 6  # different words other than function words; a sentence of a report has about ten
_ANSWERED = 4  # candidates that are answered for each that is kept
_LONGEST = 4  # words of a wording in the list of exchanges
_YEAR = re.compile(r"(?<![\w.,-])((?:1[0-9]|20)\d\d)(?![\w-])(?![.,]\d)")
_NAME = re.compile(r"\b[A-Z][\w'’-]+(?: (?:(?:of|the|de|von|van|der|del|la) )*[A-Z][\w'’-]+)*")
_ARTICLE = re.compile(r"\b(?P<a>a)n? \Z", re.IGNORECASE)
_WHO = r"(?P<who>who|what|(?:which|what) [\w -]+?)"
_ACTIVE = re.compile(rf"^{_WHO} (?P<verb>[a-z]+) (?P<whom>(?:the |a |an )?[\w].*?)\s*\?*$", re.IGNORECASE)
_PASSIVE = re.compile(rf"^{_WHO} (?:was|were) (?P<verb>[a-z]+) by (?P<whom>.+?)\s*\?*$", re.IGNORECASE)


def _key(text: str) -> str:
    return " ".join(words(text))


def _said(wording: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(wording)}(?!\w)", re.IGNORECASE)


def _put(question: str, wording: str, other: str) -> str:
    return _said(wording).sub(lambda _: other, question)


def _in_place_of(question: str, event: str, other: str) -> str:
    """Put another event in an event's place; a clause comes into a noun's place as a fact."""
    is_clause = has_finite_verb(other) and not has_finite_verb(event)
    return about_event(question, event, other=f"the fact that {other}" if is_clause and _said(event).search(question) else other)[-1]


def _information(cosine: float, distance: float, relevance: float, dials: Exploration) -> float:
    return dials.divergence_weight * (1 - cosine) + dials.answer_weight * distance + dials.relevance_weight * relevance


@cache
def _exchanges() -> dict[Operator, dict[str, list[str]]]:
    """Return by operator and wording what may stand in its place, in the order of the list."""
    found: dict[Operator, dict[str, list[str]]] = {operator: {} for operator in Operator}
    for kind, wording, other, *one in rows("exchanges"):
        found[Operator(kind)].setdefault(wording, []).append(other)
        if not one:
            found[Operator(kind)].setdefault(other, []).append(wording)
    return found


def _exchanged(question: str, exchanges: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Put others in the place of the wordings that a question has, one at a time, the longest first; names are left alone."""
    tokens = list(WORD.finditer(question))
    covered: set[int] = set()
    for length in range(_LONGEST, 0, -1):
        for first in range(len(tokens) - length + 1):
            places = range(first, first + length)
            start, end = tokens[first].start(), tokens[first + length - 1].end()
            if covered.intersection(places) or any(tokens[place].group()[0].isupper() for place in places if place):
                continue
            others = _others(question[start:end].lower(), exchanges)
            covered.update(places if others else ())
            for other in others:
                yield _replaced(question, start, end, other)


def _others(wording: str, exchanges: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return what may stand in a wording's place; a plural is read from its singular where that is in the list."""
    if wording in exchanges or " " in wording or not wording.endswith("s"):
        return exchanges.get(wording, ())
    return [inflect(other, "NNS") for other in exchanges.get(noun_lemma(wording), ()) if " " not in other]


def _replaced(question: str, start: int, end: int, other: str) -> str:
    """Put words between two places; a capital is kept, and an article in front is fitted."""
    before = question[:start]
    if article := _ARTICLE.search(before):
        before = before[: article.start()] + article["a"] + ("n " if other[0] in "aeiou" else " ")
    return before + (other.capitalize() if question[start].isupper() else other) + question[end:]


def _swapped(question: str, wordings: Sequence[str]) -> list[str]:
    """Exchange the first two of some wordings where the question has both, one behind the other."""
    places = sorted(match.span() for wording in wordings[:2] if (match := _said(wording).search(question)))
    if len(places) < 2 or places[0][1] > places[1][0]:
        return []
    (start, end), (next_start, next_end) = places
    return [question[:start] + question[next_start:next_end] + question[end:next_start] + question[start:end] + question[next_end:]]


def _turned(question: str) -> Iterator[str]:
    """Ask for the other side of an act: "Who acquired X?" becomes "Who was acquired by X?", and back."""
    if passive := _PASSIVE.match(question):
        yield f"{passive['who']} {inflect(verb_lemma(passive['verb']), 'VBD')} {passive['whom']}?"
        return
    active = _ACTIVE.match(question)
    verb = active["verb"].lower() if active else ""
    left_alone = word_class("auxiliary") | word_class("linking") | _exchanges()[Operator.ROLE].keys()
    if active and is_past(verb) and verb_form(verb) == "VBD" and verb not in left_alone:
        yield f"{active['who']} was {inflect(verb_lemma(verb), 'VBN')} by {active['whom']}?"
