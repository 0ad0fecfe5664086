"""Counterfactual exploration by chat models: they vary questions, answer from a share of the evidence, merge answers (CF-RAG)."""

from collections.abc import Sequence

from cckg.core.arbitration import Draft, Hypothesis, Operator
from cckg.core.text import squeeze
from cckg.models.chat import Chat, Reply
from prompts import prompt


class Varied(Reply):
    """A question with one thing changed."""

    operator: Operator
    question: str


class VariedQuestions(Reply):
    """Some of them."""

    variations: list[Varied]


class Answered(Reply):
    """A short answer with its reason; the answer is "" where the evidence does not say it."""

    answer: str
    rationale: str


class ChatVariationWriter:
    """Varies a question by a chat model, one call for each question; implements `cckg.core.arbitration.VariationWriter`."""

    def __init__(self, chat: Chat) -> None:
        self.name = chat.name
        self._chat = chat

    def vary(self, question: str) -> list[tuple[Operator, str]]:
        """Return whole questions, each with what was changed.

        Raises:
            ModelError: if no usable reply came.
        """
        reply = self._chat.complete(prompt("vary_question", question=squeeze(question)), VariedQuestions).reply
        return [(varied.operator, squeeze(varied.question)) for varied in reply.variations if varied.question.strip()]


class ChatHypothesisWriter:
    """Answers from a share of the evidence by a chat model; implements `cckg.core.arbitration.HypothesisWriter`."""

    def __init__(self, chat: Chat, *, width: int) -> None:
        """Take the model, and how many answers may be written at once."""
        self.name = chat.name
        self.width = width
        self._chat = chat

    def write(self, question: str, evidence: Sequence[str]) -> Draft:
        """Return an answer with its rationale.

        Raises:
            ModelError: if no usable reply came.
        """
        told = "\n".join(f"[{number}] {squeeze(text)}" for number, text in enumerate(evidence, start=1))
        reply = self._chat.complete(prompt("hypothesis", question=squeeze(question), evidence=told), Answered).reply
        return Draft(squeeze(reply.answer), squeeze(reply.rationale))

    def merge(self, question: str, hypotheses: Sequence[Hypothesis]) -> Draft:
        """Return one answer made of the best ones that do not agree (eq. 12).

        Raises:
            ModelError: if no usable reply came.
        """
        told = "\n".join(
            f"[{number}] score {hypothesis.score:.2f}: {hypothesis.answer}. {hypothesis.rationale}"
            for number, hypothesis in enumerate(hypotheses, start=1)
        )
        reply = self._chat.complete(prompt("merge_hypotheses", question=squeeze(question), hypotheses=told), Answered).reply
        return Draft(squeeze(reply.answer), squeeze(reply.rationale))
