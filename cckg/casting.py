"""Gives each language role to whom the settings say: the built-in one, or a chat model with everything that bounds it."""

from contextlib import closing, contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from cckg.core.chat import Usage
from cckg.core.roles import AnswerWriter, Extractor, OppositeWriter, QuestionParser, Verifier
from cckg.settings import MatchSettings, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cckg.models.base import Embedder
    from cckg.models.chat import Chat
    from cckg.models.pacing import Pace
    from cckg.models.recording import Recording
    from cckg.models.spending import Ledger
    from cckg.stores.answers import AnswerFile
    from ingest.forecast import StandIns

LOCAL = "local"
ROLES = ("extractor", "verifier", "parser", "opposites", "writer")


class Cast:
    """The five roles of one application, each made when it is first needed.

    All chat models share one ledger and one file of answers; those of one provider share its limits.
    """

    def __init__(self, settings: Settings, embedder: "Callable[[], Embedder]") -> None:
        self._settings = settings
        self._embedder = embedder
        self._chats: dict[str, Chat] = {}
        self._paces: dict[str, Pace] = {}

    @staticmethod
    def without_embedder(settings: Settings) -> "Cast":
        """Return a cast whose chat models can be called, and none of the built-in roles that need an encoder."""

        def none() -> "Embedder":
            raise ValueError("this cast has no encoder")

        return Cast(settings, none)

    def spent(self) -> Usage:
        """Return what chat models have cost until now."""
        return self.ledger.spent if self._chats else Usage()

    @property
    def matching(self) -> MatchSettings:
        """Return how wordings are matched: with fewer candidates where each costs a call."""
        matching = self._settings.matching
        if model_of(self._settings, "verifier") == LOCAL:
            return matching
        return matching.model_copy(update={"candidates": matching.chat_candidates, "min_cosine": matching.chat_min_cosine})

    @cached_property
    def extractor(self) -> Extractor:
        """Who reads claims."""
        if chat := self._chat_of("extractor"):
            from cckg.chat.extraction import ChatExtractor

            return ChatExtractor(chat)
        from cckg.local.extraction import LocalExtractor

        return LocalExtractor()

    @cached_property
    def verifier(self) -> Verifier:
        """Who decides whether two wordings are the same event."""
        if chat := self._chat_of("verifier"):
            from cckg.chat.verification import ChatVerifier

            return ChatVerifier(chat)
        from cckg.local.verification import LocalVerifier

        return LocalVerifier(self._embedder())

    @cached_property
    def parser(self) -> QuestionParser:
        """Who takes questions apart."""
        most = self._settings.questions.max_characters
        if chat := self._chat_of("parser"):
            from cckg.chat.questions import ChatQuestionParser

            return ChatQuestionParser(chat, max_characters=most)
        from cckg.local.questions import LocalQuestionParser

        return LocalQuestionParser(max_characters=most)

    @cached_property
    def opposites(self) -> OppositeWriter:
        """Who writes opposites."""
        if chat := self._chat_of("opposites"):
            from cckg.chat.opposites import ChatOppositeWriter

            return ChatOppositeWriter(chat)
        from cckg.local.opposites import LocalOppositeWriter

        return LocalOppositeWriter()

    @cached_property
    def writer(self) -> AnswerWriter:
        """Who writes answers."""
        if chat := self._chat_of("writer"):
            from cckg.chat.answers import ChatAnswerWriter

            return ChatAnswerWriter(chat)
        from cckg.local.answers import LocalAnswerWriter

        return LocalAnswerWriter()

    @cached_property
    def ledger(self) -> "Ledger":
        """What was spent, and the budget."""
        from cckg.models.spending import Budget, Ledger

        budget = self._settings.chat.budget
        return Ledger(Budget.parse(budget) if budget else None)

    def chat(self, name: str) -> "Chat":
        """Return the chat model of a name, "provider:model".

        Raises:
            ModelError: if it cannot be used.
        """
        if name not in self._chats:
            from cckg.models.chat import Chat
            from cckg.models.pacing import Pace
            from cckg.models.providers import ChatModel

            limits = self._settings.chat
            pace = self._paces.setdefault(
                name.partition(":")[0],
                Pace(
                    requests_per_minute=limits.requests_per_minute,
                    tokens_per_minute=limits.tokens_per_minute,
                    give_up_after=limits.give_up_after,
                ),
            )
            self._chats[name] = Chat(
                ChatModel(name, limits), limits, ledger=self.ledger, pace=pace, answers=self._answers, recording=self._recording
            )
        return self._chats[name]

    @contextmanager
    def counting(self, embedder: "Embedder") -> "Iterator[StandIns | None]":
        """Return stand-ins that count what the chat extractor and verifier would ask, or None if neither is one."""
        chats = {role: self._chat_of(role) for role in ("extractor", "verifier")}
        if not any(chats.values()):
            yield None
            return
        from cckg.chat.counting import CountingExtractor, CountingVerifier, Tally
        from cckg.local.extraction import LocalExtractor
        from cckg.local.verification import LocalVerifier
        from cckg.stores import open_store
        from cckg.stores.base import Fingerprint
        from ingest.forecast import StandIns

        tally = Tally()
        extractor: Extractor = LocalExtractor()
        verifier: Verifier = LocalVerifier(embedder)
        if chat := chats["extractor"]:
            extractor = CountingExtractor(chat, extractor, tally, width=self.extractor.width)
        if chat := chats["verifier"]:
            verifier = CountingVerifier(chat, verifier, tally, width=self.verifier.width)
        with closing(open_store(":memory:")) as scratch:
            scratch.bind(Fingerprint(embedder.name, embedder.dimension))
            yield StandIns(extractor, verifier, self.matching, tally, scratch)

    def close(self) -> None:
        """Make no further call, and release the file of answers."""
        for pace in self._paces.values():
            pace.close()
        if self._chats and self._answers:
            self._answers.close()

    # Private

    def _chat_of(self, role: str) -> "Chat | None":
        name = model_of(self._settings, role)
        return None if name == LOCAL else self.chat(name)

    @cached_property
    def _answers(self) -> "AnswerFile | None":
        """What was answered before; where traffic is recorded or replayed, all of it has to be."""
        if self._settings.chat.answers is None or self._recording:
            return None
        from cckg.stores.answers import AnswerFile

        return AnswerFile(self._settings.chat.answers)

    @cached_property
    def _recording(self) -> "Recording | None":
        folder = self._settings.replay or self._settings.record
        if folder is None:
            return None
        from cckg.models.recording import Recording

        return Recording(folder, replayed=self._settings.replay is not None)


def model_of(settings: Settings, role: str) -> str:
    """Return who plays a role: "local", or "provider:model"."""
    name: str = getattr(settings.roles, role) or settings.roles.all
    return name
