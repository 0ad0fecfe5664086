"""Questions by a chat model: route and parts as it sees them, in the question's own words; and the logical query that a question means.

A formula has to be one (ITLR §3.1): what cannot be read is sent back with its error.
"""

from collections.abc import Iterator
from typing import Literal

from cckg.core.errors import InputError
from cckg.core.questions import Asks, InterventionRequest, ParsedQuestion, Route
from cckg.core.text import content_words, squeeze
from cckg.language import polarity_of, stem
from cckg.models.chat import Chat, Reply
from cckg.questions.formulas import parse_logical_query
from cckg.questions.parser import readable
from prompts import prompt


class AskedIntervention(Reply):
    """A happening that the question changes in thought."""

    event: str
    to: str


class Parsed(Reply):
    """A question's parts, as a model gives them; see `prompts/parse_question.md`."""

    route: Route
    asks: Asks
    main_event: str
    query_variable: str
    interventions: list[AskedIntervention]
    evidence: list[str]
    yes_no: bool
    yes_means: Literal["necessary", "not necessary", "cause", ""]


class ChatQuestionParser:
    """Takes questions apart by a chat model, one call for each."""

    def __init__(self, chat: Chat, *, max_characters: int) -> None:
        self.name = chat.name
        self.max_characters = max_characters
        self._chat = chat

    def parse(self, question: str) -> ParsedQuestion:
        """Return the question's route and parts.

        Raises:
            InputError: for a question that is empty or too long.
            ModelError: if no usable reply came.
        """
        given = readable(question, max_characters=self.max_characters)
        reply = self._chat.complete(
            prompt("parse_question", question=given), Parsed, check=lambda reply: list(_complaints(reply, given))
        ).reply
        known = tuple(squeeze(event) for event in reply.evidence if event.strip())
        is_path, pair = reply.asks == "path", known[:2] if reply.asks == "relation" and len(known) > 1 else ()
        asked_about = squeeze(reply.query_variable) or None
        return ParsedQuestion(
            question=given,
            route=reply.route,
            asks=reply.asks,
            given=known[1 if is_path else len(pair) :],
            cause=next(iter(known), None) if is_path else None,
            effect=asked_about if is_path else None,
            pair=pair,
            interventions=tuple(_intervention(asked) for asked in reply.interventions),
            query_variable=None if is_path else asked_about,
            main_event=squeeze(reply.main_event) or None,
            yes_no=reply.yes_no,
            yes_when=reply.yes_means or None,
            reasons=(f"as {self.name} reads it",),
        )


class LogicalQuery(Reply):
    """A formula of quoted terms, or "" for a question without an operator."""

    query: str


class ChatLogicalQueryWriter:
    """Writes logical queries by a chat model, one call for each question."""

    def __init__(self, chat: Chat) -> None:
        self.name = chat.name
        self._chat = chat

    def write(self, question: str) -> str | None:
        """Return the logical query that a question means, or None.

        Raises:
            ModelError: if no usable reply came.
        """
        given = squeeze(question)
        asked = prompt("logical_query", question=given)
        done = self._chat.complete(asked, LogicalQuery, check=lambda reply: self._complaints(reply, given))
        return squeeze(done.reply.query) or None

    # Private

    def _complaints(self, reply: LogicalQuery, question: str) -> list[str]:
        if not reply.query.strip():
            return []
        try:
            parse_logical_query(reply.query)
        except InputError as error:
            return [str(error)]
        said = {stem(word) for word in content_words(question)}
        new = [word for word in content_words(reply.query) if stem(word) not in said]
        return [f"{new[0]!r} is not in the question's own words."] if len(new) > _SPARE_WORDS else []


# Private

_SPARE_WORDS = 2  # a term may be put a little otherwise
_NEEDING_EVENT: frozenset[Asks] = frozenset({"causes", "effects", "verdict"})


def _complaints(reply: Parsed, question: str) -> Iterator[str]:
    """Yield what makes no sense: words that the question does not say, parts that what is asked for needs."""
    said = {stem(word) for word in content_words(question)}
    for event in (reply.main_event, reply.query_variable, *(asked.event for asked in reply.interventions), *reply.evidence):
        new = [word for word in content_words(event) if stem(word) not in said]
        if len(new) > 1:  # one may be the affirmative form of a verb
            yield f"{event!r} is not in the question's own words."
    if reply.asks in _NEEDING_EVENT and not reply.main_event.strip():
        yield f"{reply.asks!r} needs a main_event."
    if reply.asks in {"verdict", "whatif"} and not reply.interventions:
        yield f"{reply.asks!r} needs an intervention."


def _intervention(asked: AskedIntervention) -> InterventionRequest:
    event, to = squeeze(asked.event), squeeze(asked.to)
    return InterventionRequest(event, to or "absent", polarity_of(event))
