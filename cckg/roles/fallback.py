"""A built-in role that steps in at question time where a chat model's reply cannot be used, and the report of it beside the answer.

Nothing else lets it step in: where a model is not there, the budget is spent, or a replayed call is not recorded, there is no answer. At
ingestion nobody steps in, for who read a document is not to change in the middle of it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from cckg.core.arbitration import Draft, Hypothesis
from cckg.core.errors import NoUsableReplyError


class WithFallback:
    """Plays a role by a chat model and, call by call, by the built-in role where no usable reply came.

    It has all that the chat model's role has, so that it may stand wherever the role's protocol is asked for. `role` is a key of
    `REPORTED`, `built_in` opens who steps in, and `reports` is given what is to be told of it beside the answer under way, of each role
    the first.
    """

    def __init__(self, role: str, chat: object, built_in: Callable[[], object], reports: dict[str, str]) -> None:
        self._role = role
        self._chat = chat
        self._built_in = built_in
        self._reports = reports

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the chat model's role; a method steps aside where its reply cannot be used."""
        attribute = getattr(self._chat, name)
        if not callable(attribute):
            return attribute

        def played(*arguments: Any, **options: Any) -> Any:
            try:
                return attribute(*arguments, **options)
            except NoUsableReplyError as error:
                told = REPORTED.get(f"{self._role}.{name}") or REPORTED[self._role]
                self._reports.setdefault(f"{self._role}.{name}", told.format(model=error.model, complaint=error.complaint))
                return getattr(self._built_in(), name)(*arguments, **options)

        return played


class NoHypothesis:
    """Steps in for a chat model that writes hypotheses: a share of the evidence is left without an answer, and the best one stands."""

    def write(self, question: str, evidence: Sequence[str]) -> Draft:
        """Return no answer."""
        return Draft("", "")

    def merge(self, question: str, hypotheses: Sequence[Hypothesis]) -> Draft:
        """Return the best of the hypotheses that do not agree."""
        return Draft(hypotheses[0].answer, hypotheses[0].rationale)


_REPORT = "The {who} {{model}} gave no usable reply: {{complaint}}; {done} by the built-in {who}."

REPORTED: dict[str, str] = {
    "logical": _REPORT.format(who="writer of logical queries", done="the question was put as a query"),
    "variations": _REPORT.format(who="writer of variations", done="the question was varied"),
    "parser": _REPORT.format(who="parser", done="the question was taken apart"),
    "verifier": _REPORT.format(who="verifier", done="wordings were compared"),
    "linker": _REPORT.format(who="verifier", done="the happenings of the question were found"),
    "opposites": _REPORT.format(who="opposite writer", done="an opposite was written"),
    "writer": _REPORT.format(who="writer", done="the answer was written"),
    "hypotheses.write": "A hypothesis is missing: {model} gave no usable reply: {complaint}.",
    "hypotheses.merge": "The best hypothesis stands: {model} gave no usable reply: {complaint}.",
}
"""What is told where the built-in role steps in, by role, or by role and method; it names the model and what was wrong with its reply."""
