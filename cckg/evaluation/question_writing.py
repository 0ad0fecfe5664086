"""A chat model that words questions and ideal answers as a person would; what is right it is told."""

from collections.abc import Sequence

from cckg.core.text import squeeze
from cckg.models.chat import Chat, Reply
from prompts import prompt


class WrittenQuestion(Reply):
    """A question and its ideal answer."""

    question: str
    ideal: str


class ChatQuestionWriter:
    """Words questions by a chat model."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    def write(self, question: str, ideal: str, quotes: Sequence[str]) -> WrittenQuestion:
        """Return both in better words.

        Raises:
            ModelError: if no usable reply came.
        """
        asked = prompt("write_question", question=question, ideal=ideal, evidence="\n".join(f"- {squeeze(quote)}" for quote in quotes))
        return self._chat.complete(asked, WrittenQuestion, check=_complaints).reply


# Private

_MOST_WORDS = 60


def _complaints(reply: WrittenQuestion) -> list[str]:
    found = [] if reply.question.strip().endswith("?") else ["The question does not end with a question mark."]
    found += [] if reply.ideal.strip() else ["The ideal answer is empty."]
    return found + (["The question is too long."] if len(reply.question.split()) > _MOST_WORDS else [])
