"""How a question is understood, in the words of structural causal models (CCRAG §4.2)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from cckg.core.graph import Polarity


class Route(StrEnum):
    """Which kind of question this is, and so which evidence answers it."""

    FACTUAL = "factual"
    RELATIONAL = "relational"
    CAUSAL = "causal"
    COUNTERFACTUAL = "counterfactual"


Asks = Literal["causes", "effects", "path", "verdict", "whatif", "relation", "passage"]


Part = Literal["main event", "evidence", "intervention", "query variable"]
"""The parts of a question that are events."""


@dataclass(frozen=True, slots=True)
class InterventionRequest:
    """An event that the question sets by hand, and to what: "absent" (it does not happen) or the words of another state."""

    event: str
    to: str = "absent"
    polarity: Polarity = Polarity.OCCURRENCE


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question's parts; every event is a stretch of the question's own words, reworded only in tense and case.

    asks       what is wanted: causes or effects of the main event, the path to it, a verdict, what if, a relation, a passage
    given      events taken as having happened
    cause, effect   the ends of a path that is asked for, or the cause of a verdict where nothing is set by hand
    pair       the two things whose connection is asked for; else empty
    interventions   events set by hand: do(event := to)
    query_variable  the event whose state under the intervention is asked for
    main_event      the event that the question is about
    yes_when        what a yes means: "was X necessary for Y" necessary, "would Y have been without X" not necessary, "did X cause Y" cause,
                    "was X enough for Y" sufficient
    """

    question: str
    route: Route
    asks: Asks
    given: tuple[str, ...] = ()
    interventions: tuple[InterventionRequest, ...] = ()
    query_variable: str | None = None
    main_event: str | None = None
    yes_no: bool = False
    yes_when: Literal["necessary", "not necessary", "cause", "sufficient"] | None = None
    reasons: tuple[str, ...] = ()
    cause: str | None = None
    effect: str | None = None
    pair: tuple[str, ...] = ()

    @property
    def presupposed(self) -> tuple[str, ...]:
        """Return every event and thing that the question names as known, in its order: what `parse` prints as evidence."""
        return (*([self.cause] if self.cause else []), *self.pair, *self.given)
