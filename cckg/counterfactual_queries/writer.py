"""Writes counterfactual questions by rule (CF-RAG §4.1.1): a question with one thing changed, in English, or nothing.

What neighbours there are (names, events, texts of the documents) is handed in. Which questions are worth asking is decided in
`queries.arbitration.variations`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cckg.core.arbitration import Operator
from cckg.core.roles import QuestionParser
from cckg.core.text import WORD, squeeze, words
from cckg.counterfactual_queries.events import about_events
from cckg.counterfactual_queries.names import OtherNames
from cckg.counterfactual_queries.words import (
    asked_of_place_or_time,
    denied_condition,
    denied_inversion,
    exchanged,
    is_free,
    listed_exchanges,
    turned,
    untouchable,
)
from cckg.questions import LocalQuestionParser

MOST_OF_A_KIND = 6
"""Questions that an operator gives at most."""

NEIGHBOURS = 2
"""Names, events or years that are put in the place of one, at most."""


@dataclass(frozen=True, slots=True)
class LocalVariationWriter:
    """Varies a question by rules, by a list of exchanges (`data/exchanges.tsv`), and by neighbours.

    Args:
        names: named things of the documents, the likeliest to stand in another's place first.
        events: wordings of events, the nearest to the question first.
        texts: of the documents; they tell years, and what the names are names of.
        parser: takes the question apart; by default the forms alone.
    """

    names: Sequence[str] = ()
    events: Sequence[str] = ()
    texts: Sequence[str] = ()
    parser: QuestionParser = field(default_factory=LocalQuestionParser)
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
        about, names = about_events(question, self.events, parser=self.parser, most=NEIGHBOURS), OtherNames(self.names, self.texts)
        for operator in Operator:
            fresh: list[str] = []
            for text in (*(text for kind, text in about if kind is operator), *self._of(operator, question, names=names)):
                if _key(text) not in seen and len(fresh) < MOST_OF_A_KIND:
                    seen.add(_key(text))
                    fresh.append(text)
            found += [(operator, text) for text in fresh]
        return found

    # Private

    def _of(self, operator: Operator, question: str, *, names: OtherNames) -> Iterator[str]:
        """Yield what an operator makes of a question without knowing what it is about."""
        if operator is Operator.ENTITY:
            yield from names.exchanged(question, most=NEIGHBOURS)
            return
        if operator is Operator.ROLE:
            yield from names.swapped(question)
            yield from turned(question)
        if operator is Operator.TEMPORAL:
            yield from self._other_years(question)
            yield from asked_of_place_or_time(question)
        if operator is Operator.CATEGORICAL:
            yield from denied_condition(question)
            yield from denied_inversion(question)
        yield from exchanged(question, listed_exchanges(operator))

    def _other_years(self, question: str) -> Iterator[str]:
        """Put the nearest other years of the documents in a year's place; where they have none near, the years around it.

        Years within names, titles and quotations are left alone, and those before a name, of which they are a part.
        """
        told = sorted({int(year) for text in self.texts for year in _YEAR.findall(text)})
        closed = untouchable(question)
        places = [match for match in _YEAR.finditer(question) if is_free(question, match.span(), closed=closed)]
        asked = [int(match.group()) for match in places]
        for match in places:
            year = int(match.group())
            near = (other for other in told if other not in asked and abs(other - year) <= _NEAR)
            for other in sorted(near, key=lambda other: (abs(other - year), other))[:NEIGHBOURS] or (year - 1, year + 1):
                yield f"{question[: match.start()]}{other}{question[match.end() :]}"


# Private

_NEAR = 10  # years from each other, at most
_YEAR = re.compile(r"(?<![\w.,$€£-])((?:1[0-9]|20)\d\d)(?![\w%-])(?![.,:]\d)(?!: [A-Z])(?! (?:[A-Z]|people|\w+s\b))")


def _key(text: str) -> str:
    return " ".join(words(text))
