"""Tries a chat model with one tiny call."""

from cckg.core.chat import Usage
from cckg.models.chat.chat import Chat
from cckg.models.chat.replies import Reply
from prompts import prompt


class Ready(Reply):
    """Whether the model follows a form."""

    ready: bool


def try_model(chat: Chat) -> Usage:
    """Make one call and return what it cost.

    Raises:
        ModelError: if no usable reply came.
    """
    return chat.complete(prompt("ready"), Ready).usage
