"""The chat writer of logical queries: a model writes the formula, and it has to be one (ITLR, seed 001, §3.1)."""

from collections.abc import Callable

from cckg.core.errors import InputError
from cckg.core.text import content_words, squeeze
from cckg.local.synonyms import stem
from cckg.models.chat import Chat
from cckg.models.replies import Reply
from prompts import prompt


class LogicalQuery(Reply):
    """A formula of quoted terms, or "" for a question without an operator."""

    query: str


class ChatLogicalQueryWriter:
    """Writes logical queries by a chat model, one call for each question."""

    def __init__(self, chat: Chat, *, parse: Callable[[str], object]) -> None:
        """Take the model, and a function that raises InputError for what is no logical query."""
        self.name = chat.name
        self._chat = chat
        self._parse = parse

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
            self._parse(reply.query)
        except InputError as error:
            return [str(error)]
        said = {stem(word) for word in content_words(question)}
        new = [word for word in content_words(reply.query) if stem(word) not in said]
        return [f"{new[0]!r} is not in the question's own words."] if len(new) > _SPARE_WORDS else []


# Private

_SPARE_WORDS = 2  # a term may be put a little otherwise
