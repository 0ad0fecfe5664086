"""Gives each language role to whom the settings say: the built-in one, or a chat model with everything that bounds it."""

import logging
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from cckg.core.chat import Usage
from cckg.core.roles import AnswerWriter, Extractor, LogicalQueryWriter, OppositeWriter, QuestionParser, Verifier
from cckg.settings import MatchSettings, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cckg.core.arbitration import HypothesisWriter, Merge, Neighbours, VariationWriter
    from cckg.core.trace import Progress
    from cckg.models import Embedder, KnowledgeScorer, LanguageModel, Reader
    from cckg.models.chat import Chat, Ledger, Pace, Recording
    from cckg.roles.counting import StandIns
    from cckg.scoring import CausalInferenceScore
    from cckg.stores import AnswerFile, GraphStore

logger = logging.getLogger(__name__)

LOCAL = "local"
ROLES = ("extractor", "verifier", "parser", "opposites", "writer")


@dataclass(frozen=True, slots=True)
class QuestionRoles:
    """Who answers questions. In `notes` they leave, by role, what is to be told beside the answer under way."""

    verifier: Verifier
    parser: QuestionParser
    opposites: OppositeWriter
    writer: AnswerWriter
    logical: LogicalQueryWriter
    notes: dict[str, str]


class Cast:
    """The five roles of one application, each made when it is first needed.

    All chat models share one ledger and one file of answers; those of one provider share its limits.
    """

    def __init__(self, settings: Settings, embedder: "Callable[[], Embedder]") -> None:
        self._settings = settings
        self._embedder = embedder
        self._chats: dict[str, Chat] = {}
        self._paces: dict[str, Pace] = {}
        self._wanted: set[str] = set()
        self._language_model: LanguageModel | None = None

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
            from cckg.extraction import ChatExtractor

            return ChatExtractor(chat)
        return self._local_extractor()

    @cached_property
    def verifier(self) -> Verifier:
        """Who decides whether two wordings are the same event."""
        if chat := self._chat_of("verifier"):
            from cckg.identity import ChatVerifier

            return ChatVerifier(chat)
        return self._local_verifier()

    @cached_property
    def parser(self) -> QuestionParser:
        """Who takes questions apart."""
        if chat := self._chat_of("parser"):
            from cckg.questions import ChatQuestionParser

            return ChatQuestionParser(chat, max_characters=self._settings.questions.max_characters)
        return self._local_parser()

    @cached_property
    def logical(self) -> LogicalQueryWriter:
        """Who writes logical queries: the parser's chat model, or the built-in rules."""
        if chat := self._chat_of("parser"):
            from cckg.questions import ChatLogicalQueryWriter, parse_logical_query

            return ChatLogicalQueryWriter(chat, parse=parse_logical_query)
        return self._local_logical()

    def variations(self, near: "Neighbours", notes: dict[str, str]) -> "VariationWriter":
        """Return who varies a question, given what stands near it: the parser's chat model, or the built-in rules."""
        from cckg.counterfactual_queries import LocalVariationWriter
        from cckg.language import entities_of

        names = Counter(entity.name for text in near.texts for entity in entities_of(text))
        local = LocalVariationWriter(names=[name for name, _ in names.most_common()], events=near.events, texts=near.texts)
        if chat := self._chat_of("parser"):
            from cckg.counterfactual_queries import ChatVariationWriter
            from cckg.roles.fallback import SteadyVariationWriter, Understudy

            return SteadyVariationWriter(Understudy("variations", ChatVariationWriter(chat), lambda: local, notes))
        return local

    def hypotheses(self, embedder: "Embedder", notes: dict[str, str]) -> "tuple[HypothesisWriter, Merge | None]":
        """Return who answers from a share of the evidence, and who merges such answers, None for a vote: the writer, chat or built in."""
        if chat := self._chat_of("writer"):
            from cckg.counterfactual_queries import ChatHypothesisWriter
            from cckg.roles.fallback import SteadyHypothesisWriter

            writer = SteadyHypothesisWriter(ChatHypothesisWriter(chat, width=self._settings.chat.concurrency), notes)
            return writer, writer.merge
        from cckg.counterfactual_queries import LocalHypothesisWriter

        return LocalHypothesisWriter(embedder, self._local_extractor()), None

    @cached_property
    def opposites(self) -> OppositeWriter:
        """Who writes opposites."""
        if chat := self._chat_of("opposites"):
            from cckg.roles.opposites import ChatOppositeWriter

            return ChatOppositeWriter(chat)
        return self._local_opposites()

    @cached_property
    def writer(self) -> AnswerWriter:
        """Who writes answers."""
        if chat := self._chat_of("writer"):
            from cckg.models import ENTAILMENT
            from cckg.realisation import ChatAnswerWriter

            return ChatAnswerWriter(chat, self._open_reader(ENTAILMENT))
        return self._local_writer()

    def scorer(self, store: "GraphStore", *, progress: "Progress | None" = None) -> "KnowledgeScorer | None":
        """Return who tells how far knowledge helps with a question, opened when first asked, or None if nobody does.

        Where it cannot be opened, asking raises NotAvailableError, for the extra `torch`, or WeightsError.
        """
        chosen = self._settings.cis
        if chosen.scorer == "off":
            return None
        from cckg.scoring import Deferred, Student

        return Deferred(lambda: Student(self._student) if chosen.scorer == "student" else self.teacher(store, progress=progress))

    def passage_scorer(self, store: "GraphStore", *, progress: "Progress | None" = None) -> "KnowledgeScorer | None":
        """Return who ranks passages anew: beside a student the reader that tells whether they are needed; else as `scorer`."""
        if self._settings.cis.scorer != "student":
            return self.scorer(store, progress=progress)
        from cckg.models import NEEDED
        from cckg.scoring import Deferred, Needed

        return Deferred(lambda: Needed(self._open_reader(NEEDED)))

    def teacher(self, store: "GraphStore", *, progress: "Progress | None" = None) -> "CausalInferenceScore":
        """Return the Causal Inference Score by the language model of the settings; it takes its priors from the store."""
        from cckg.scoring import CausalInferenceScore, StoredPriors

        return CausalInferenceScore(self.language_model(progress=progress), priors=StoredPriors(store))

    def language_model(self, *, progress: "Progress | None" = None) -> "LanguageModel":
        """Return the language model of the settings, opened; errors as of `cckg.scoring.teacher.open_language_model`."""
        if self._language_model is None:
            from cckg.scoring import open_language_model

            models, chosen = self._settings.models, self._settings.cis
            self._language_model = open_language_model(
                chosen.teacher, folder=models.folder, offline=models.offline, precision=chosen.precision, progress=progress
            )
        return self._language_model

    def for_questions(self) -> QuestionRoles:
        """Return who answers questions; for each chat model whose reply cannot be used, the built-in role steps in and leaves a note."""
        notes: dict[str, str] = {}
        roles = QuestionRoles(self.verifier, self.parser, self.opposites, self.writer, self.logical, notes)
        if all(model_of(self._settings, role) == LOCAL for role in ("verifier", "parser", "opposites", "writer")):
            return roles
        from cckg.roles.fallback import (
            SteadyLogicalQueryWriter,
            SteadyOppositeWriter,
            SteadyParser,
            SteadyVerifier,
            SteadyWriter,
            Understudy,
        )

        if model_of(self._settings, "verifier") != LOCAL:
            roles = replace(roles, verifier=SteadyVerifier(Understudy("verifier", self.verifier, self._local_verifier, notes)))
        if model_of(self._settings, "parser") != LOCAL:
            logical = SteadyLogicalQueryWriter(Understudy("logical", self.logical, self._local_logical, notes))
            roles = replace(roles, parser=SteadyParser(Understudy("parser", self.parser, self._local_parser, notes)), logical=logical)
        if model_of(self._settings, "opposites") != LOCAL:
            roles = replace(roles, opposites=SteadyOppositeWriter(Understudy("opposites", self.opposites, self._local_opposites, notes)))
        if model_of(self._settings, "writer") != LOCAL:
            roles = replace(roles, writer=SteadyWriter(Understudy("writer", self.writer, self._local_writer, notes)))
        return roles

    @cached_property
    def ledger(self) -> "Ledger":
        """What was spent, and the budget."""
        from cckg.models.chat import Budget, Ledger

        budget = self._settings.chat.budget
        return Ledger(Budget.parse(budget) if budget else None)

    def chat(self, name: str) -> "Chat":
        """Return the chat model of a name, "provider:model", ready to be asked.

        Raises:
            ModelError: if it cannot be used.
            InputError: if the budget is in money and the model's price is not known.
        """
        chat = self._unconnected(name)
        chat.connect()
        return chat

    @contextmanager
    def counting(self, embedder: "Embedder") -> "Iterator[StandIns | None]":
        """Return stand-ins that count what the chat extractor and verifier would ask, or None if neither is one; no key is needed."""
        names = {role: model_of(self._settings, role) for role in ("extractor", "verifier")}
        chats = {role: self._unconnected(name) for role, name in names.items() if name != LOCAL}
        if not chats:
            yield None
            return
        from cckg.extraction import ChatExtractor
        from cckg.identity import ChatVerifier
        from cckg.roles.counting import CountingExtractor, CountingVerifier, StandIns, Tally
        from cckg.stores import Fingerprint, open_store

        tally = Tally()
        extractor: Extractor = self._local_extractor()
        verifier: Verifier = self._local_verifier()
        if chat := chats.get("extractor"):
            extractor = CountingExtractor(chat, extractor, tally, width=ChatExtractor(chat).width)
        if chat := chats.get("verifier"):
            verifier = CountingVerifier(chat, verifier, tally, width=ChatVerifier(chat).width)
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

    def _unconnected(self, name: str) -> "Chat":
        """Return the chat model of a name, of which nothing but asking is to be wanted."""
        if name not in self._chats:
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
            self._chats[name] = chat
        return self._chats[name]

    @cached_property
    def _student(self) -> "Reader":
        from cckg.models import STUDENT, open_distilled

        folder = self._settings.cis.student
        return open_distilled(folder, threads=self._settings.models.threads) if folder else self._open_reader(STUDENT)

    def _local_verifier(self) -> Verifier:
        from cckg.identity import LocalVerifier

        return LocalVerifier(self._embedder(), self._reader("verifier"))

    def _reader(self, role: str) -> "Reader":
        from cckg.models import reader_of

        return self._open_reader(reader_of(role, self._settings.models.reader))

    def _open_reader(self, name: str) -> "Reader":
        from cckg.models import open_reader

        models = self._settings.models
        return open_reader(name, folder=models.folder, offline=models.offline, threads=models.threads)

    def _local_extractor(self) -> Extractor:
        from cckg.extraction import ClaimReader, LocalExtractor

        reader = ClaimReader(self._reader("extractor"), at_least=self._settings.ingest.min_confidence)
        return LocalExtractor(reader, strong=self._settings.models.reader == "strong")

    def _local_parser(self) -> QuestionParser:
        from cckg.questions import LocalQuestionParser

        return LocalQuestionParser(self._reader("parser"), max_characters=self._settings.questions.max_characters)

    def _local_logical(self) -> LogicalQueryWriter:
        from cckg.questions import LocalLogicalQueryWriter

        return LocalLogicalQueryWriter()

    def _local_opposites(self) -> OppositeWriter:
        from cckg.language import LocalOppositeWriter

        return LocalOppositeWriter()

    def _local_writer(self) -> AnswerWriter:
        from cckg.realisation import LocalAnswerWriter

        return LocalAnswerWriter()

    def _chat_of(self, role: str) -> "Chat | None":
        """Return the chat model of a role, or None; where its server does not know it, that is told when it is first wanted."""
        name = model_of(self._settings, role)
        if name == LOCAL:
            return None
        is_new = name not in self._wanted
        self._wanted.add(name)
        chat = self.chat(name)
        if is_new and (doubt := chat.doubt()):
            logger.warning("%s", doubt)
        return chat

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


def model_of(settings: Settings, role: str) -> str:
    """Return who plays a role: "local", or "provider:model"."""
    name: str = getattr(settings.roles, role) or settings.roles.all
    return name
