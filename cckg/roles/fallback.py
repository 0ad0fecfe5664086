"""Built-in roles that step in at question time where a chat model's replies cannot be used, and say so beside the answer.

Nothing else lets them step in: where a model is not there, the budget is spent, or a replayed call is not recorded, there is no answer. At
ingestion nobody steps in, for who read a document is not to change in the middle of it.
"""

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from cckg.core.arbitration import Draft, Hypothesis, Operator, VariationWriter
from cckg.core.errors import NoUsableReplyError
from cckg.core.evidence import EvidencePackage
from cckg.core.graph import Event, Polarity
from cckg.core.questions import ParsedQuestion
from cckg.core.roles import AnswerWriter, Criterion, LogicalQueryWriter, MatchVerdict, OppositeWriter, QuestionParser, Rejected, Verifier
from cckg.counterfactual_queries import ChatHypothesisWriter

Role = TypeVar("Role")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Understudy(Generic[Role]):
    """A role's chat model and who steps in for it; `notes` holds by role what is to be told beside the answer under way."""

    role: str
    chat: Role
    local: Callable[[], Role]
    notes: MutableMapping[str, str]

    def play(self, part: Callable[[Role], Result]) -> Result:
        """Return what the chat model makes of a part, or else what the built-in role does."""
        try:
            return part(self.chat)
        except NoUsableReplyError as error:
            who, done = _TOLD[self.role]
            told = f"The {who} {error.model} gave no usable reply: {error.complaint}; {done} by the built-in {who}."
            self.notes.setdefault(self.role, told)
            return part(self.local())


class SteadyParser:
    """Takes questions apart by a chat model, or else by the built-in parser."""

    def __init__(self, understudy: Understudy[QuestionParser]) -> None:
        self.name = understudy.chat.name
        self._understudy = understudy

    def parse(self, question: str) -> ParsedQuestion:
        """Return the question's route and parts; see `cckg.core.roles.QuestionParser`."""
        return self._understudy.play(lambda role: role.parse(question))


class SteadyVerifier:
    """Decides by a chat model; all pairs of a call to which it gives no usable reply are decided by the built-in verifier."""

    judges_polarity = False

    def __init__(self, understudy: Understudy[Verifier]) -> None:
        self.name = understudy.chat.name
        self.width = understudy.chat.width
        self._understudy = understudy

    def foresee(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> None:
        """Tell the chat model what it will be asked."""
        self._understudy.chat.foresee(pairs, criterion)

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        """Return one verdict per pair, in order; see `cckg.core.roles.Verifier`."""
        return self._understudy.play(lambda role: role.verify(pairs, criterion))


class SteadyOppositeWriter:
    """Writes opposites by a chat model, or else by the built-in rules."""

    def __init__(self, understudy: Understudy[OppositeWriter]) -> None:
        self.name = understudy.chat.name
        self._understudy = understudy

    def opposite(self, text: str, polarity: Polarity, *, rejected: Sequence[Rejected] = ()) -> tuple[str, Polarity]:
        """Return the opposite's text and its polarity; see `cckg.core.roles.OppositeWriter`."""
        return self._understudy.play(lambda role: role.opposite(text, polarity, rejected=rejected))


class SteadyWriter:
    """Writes answers by a chat model, or else by the built-in writer."""

    def __init__(self, understudy: Understudy[AnswerWriter]) -> None:
        self.name = understudy.chat.name
        self._understudy = understudy

    def write(self, parsed: ParsedQuestion, package: EvidencePackage) -> str:
        """Return the answer; see `cckg.core.roles.AnswerWriter`."""
        return self._understudy.play(lambda role: role.write(parsed, package))


class SteadyLogicalQueryWriter:
    """Writes logical queries by a chat model, or else by the built-in rules."""

    def __init__(self, understudy: Understudy[LogicalQueryWriter]) -> None:
        self.name = understudy.chat.name
        self._understudy = understudy

    def write(self, question: str) -> str | None:
        """Return the logical query that a question means, or None; see `cckg.core.roles.LogicalQueryWriter`."""
        return self._understudy.play(lambda role: role.write(question))


class SteadyVariationWriter:
    """Varies questions by a chat model, or else by the built-in rules."""

    def __init__(self, understudy: Understudy[VariationWriter]) -> None:
        self.name = understudy.chat.name
        self._understudy = understudy

    def vary(self, question: str) -> list[tuple[Operator, str]]:
        """Return whole questions, each with what was changed; see `cckg.core.arbitration.VariationWriter`."""
        return self._understudy.play(lambda role: role.vary(question))


class SteadyHypothesisWriter:
    """Answers from shares of the evidence by a chat model, or, where a reply cannot be used, leaves that share without an answer."""

    def __init__(self, chat: ChatHypothesisWriter, notes: MutableMapping[str, str]) -> None:
        self.name = chat.name
        self.width = chat.width
        self._chat = chat
        self._notes = notes

    def write(self, question: str, evidence: Sequence[str]) -> Draft:
        """Return an answer with its rationale; see `cckg.core.arbitration.HypothesisWriter`."""
        try:
            return self._chat.write(question, evidence)
        except NoUsableReplyError as error:
            self._notes.setdefault("hypotheses", f"A hypothesis is missing: {error.model} gave no usable reply: {error.complaint}.")
            return Draft("", "")

    def merge(self, question: str, hypotheses: Sequence[Hypothesis]) -> Draft:
        """Return one answer made of the best ones, or the best where the reply cannot be used; see `cckg.core.arbitration.Merge`."""
        try:
            return self._chat.merge(question, hypotheses)
        except NoUsableReplyError as error:
            self._notes.setdefault("merge", f"The best hypothesis stands: {error.model} gave no usable reply: {error.complaint}.")
            return Draft(hypotheses[0].answer, hypotheses[0].rationale)


# Private

_TOLD = {
    "logical": ("writer of logical queries", "the question was put as a query"),
    "variations": ("writer of variations", "the question was varied"),
    "parser": ("parser", "the question was taken apart"),
    "verifier": ("verifier", "wordings were compared"),
    "opposites": ("opposite writer", "an opposite was written"),
    "writer": ("writer", "the answer was written"),
}
