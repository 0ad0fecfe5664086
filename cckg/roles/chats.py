"""The chat models of one application: each opened once, with what bounds its calls, all on one ledger and one file of answers."""

import logging
from functools import cached_property
from typing import TYPE_CHECKING

from cckg.core.chat import Usage
from cckg.settings import Settings

if TYPE_CHECKING:
    from cckg.models.chat import Chat, Ledger, Pace, Recording
    from cckg.stores import AnswerFile

logger = logging.getLogger(__name__)


class ChatModels:
    """Opens chat models by their names; those of one provider share its limits."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opened: dict[str, Chat] = {}
        self._paces: dict[str, Pace] = {}
        self._asked_for: set[str] = set()

    def connected(self, name: str) -> "Chat":
        """Return the chat model of a name, "provider:model", ready to be asked.

        Raises:
            ModelError: if it cannot be used.
            InputError: if the budget is in money and the model's price is not known.
        """
        chat = self.opened(name)
        chat.connect()
        return chat

    def for_role(self, name: str) -> "Chat":
        """Return the chat model of a name as `connected` does; where its server does not know it, that is logged the first time."""
        is_new = name not in self._asked_for
        self._asked_for.add(name)
        chat = self.connected(name)
        if is_new and (doubt := chat.doubt()):
            logger.warning("%s", doubt)
        return chat

    def opened(self, name: str) -> "Chat":
        """Return the chat model of a name, of which nothing but what a call would cost is to be wanted: no key is needed."""
        if name not in self._opened:
            from cckg.models.chat import Chat, ChatModel, Pace

            limits = self._settings.chat
            pace = self._paces.setdefault(
                name.partition(":")[0],
                Pace(
                    requests_per_minute=limits.requests_per_minute,
                    tokens_per_minute=limits.tokens_per_minute,
                    give_up_after=limits.give_up_after,
                ),
            )
            chat = Chat(ChatModel(name, limits), limits, ledger=self.ledger, pace=pace, answers=self._answers, recording=self._recording)
            self.ledger.admit(name, chat.price)
            self._opened[name] = chat
        return self._opened[name]

    def spent(self) -> Usage:
        """Return what chat models have cost until now."""
        return self.ledger.spent if self._opened else Usage()

    @cached_property
    def ledger(self) -> "Ledger":
        """What was spent, and the budget."""
        from cckg.models.chat import Budget, Ledger

        budget = self._settings.chat.budget
        return Ledger(Budget.parse(budget) if budget else None)

    def close(self) -> None:
        """Make no further call, and release the file of answers."""
        for pace in self._paces.values():
            pace.close()
        if self._opened and self._answers:
            self._answers.close()

    # Private

    @cached_property
    def _answers(self) -> "AnswerFile | None":
        """What was answered before; where traffic is recorded or replayed, all of it has to be."""
        if self._settings.chat.answers is None or self._recording:
            return None
        from cckg.stores import AnswerFile

        return AnswerFile(self._settings.chat.answers)

    @cached_property
    def _recording(self) -> "Recording | None":
        folder = self._settings.replay or self._settings.record
        if folder is None:
            return None
        from cckg.models.chat import Recording

        return Recording(folder, replayed=self._settings.replay is not None)
