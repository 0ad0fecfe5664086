"""Who writes the opposite of an event: the rules of `cckg.language`, or a chat model, whose opposite has to be one."""

from collections.abc import Sequence

from cckg.core.graph import Polarity
from cckg.core.roles import Rejected
from cckg.core.text import content_words, squeeze
from cckg.language import opposite_of
from cckg.models.chat import Chat, Reply
from prompts import prompt


class LocalOppositeWriter:
    """The built-in `OppositeWriter`: rules and a list of antonyms."""

    name = "local"

    def opposite(self, text: str, polarity: Polarity, *, rejected: Sequence[Rejected] = ()) -> tuple[str, Polarity]:
        """Return the opposite's text and the opposite polarity; see `cckg.language.opposite_of`."""
        return opposite_of(text, polarity, rejected={written for written, _ in rejected}), polarity.opposite


class Opposite(Reply):
    """The opposite of a happening."""

    opposite: str


class ChatOppositeWriter:
    """Writes opposites by a chat model; the polarity follows from the event's."""

    def __init__(self, chat: Chat) -> None:
        self.name = chat.name
        self._chat = chat

    def opposite(self, text: str, polarity: Polarity, *, rejected: Sequence[Rejected] = ()) -> tuple[str, Polarity]:
        """Return the opposite's text and its polarity; what was rejected is told to the model, and why.

        Raises:
            ModelError: if no usable reply came.
        """
        lines = [f"\nThis will not do: {squeeze(written)} ({why}). Write another." for written, why in rejected]
        asked = prompt("opposite", event=squeeze(text), rejected="".join(lines))
        done = self._chat.complete(asked, Opposite, check=lambda reply: _complaints(reply, text))
        return squeeze(done.reply.opposite), polarity.opposite


# Private

_MOST_TIMES = 3  # as many words as the event has
_SPARE_WORDS = 6


def _complaints(reply: Opposite, text: str) -> list[str]:
    given, written = squeeze(text).casefold().split(), squeeze(reply.opposite).casefold().split()
    if not written:
        return ["It is empty."]
    if written == given or (content_words(reply.opposite) == content_words(text) and "not" not in written):
        return ["It says the same as the happening."]
    return ["It adds to the happening. Be brief."] if len(written) > _MOST_TIMES * len(given) + _SPARE_WORDS else []
