"""Gives each language role to whom the settings say: the built-in implementation or a chat model, from one table.

No stage asks which one it has. At question time the built-in one steps in for a chat model whose reply cannot be used (`fallback`).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from cckg.core.roles import AnswerWriter, Extractor, LogicalQueryWriter, OppositeWriter, QuestionParser, QuestionRoles, Verifier
from cckg.roles.chats import ChatModels
from cckg.roles.fallback import NoHypothesis, WithFallback
from cckg.roles.readers import Readers
from cckg.settings import Settings

if TYPE_CHECKING:
    from cckg.core.arbitration import HypothesisWriter, Merge, Neighbours, VariationWriter
    from cckg.identity import EventReader, FinalPhraseReader, PairReader, PhraseReader
    from cckg.models import Embedder
    from cckg.models.chat import Chat
    from cckg.roles.counting import Tally
    from cckg.stores import GraphStore

LOCAL = "local"
"""Who plays a role in the settings: the built-in implementation."""
ROLES = ("extractor", "verifier", "parser", "opposites", "writer")
"""The roles that the settings give away."""

Role = TypeVar("Role")


@dataclass(frozen=True, slots=True)
class RoleEntry(Generic[Role]):
    """A role: the setting that says who plays it, and what opens it by a chat model, or built in where there is none."""

    name: str
    setting: str
    open: "Callable[[RoleRegistry, Chat | None], Role]"


@dataclass(frozen=True, slots=True)
class StandIns:
    """Roles that count instead of asking, what they count in, and an empty graph for them to fill."""

    extractor: Extractor
    coreference: "PairReader"
    tally: "Tally"
    store: "GraphStore"


class RoleRegistry:
    """The language roles of one application, each opened when it is first needed."""

    def __init__(self, settings: Settings, embedder: "Callable[[], Embedder]") -> None:
        self.settings = settings
        self.embedder = embedder
        self.chats = ChatModels(settings)
        self.readers = Readers(settings)
        self._reports: dict[str, str] = {}

    @cached_property
    def extractor(self) -> Extractor:
        """Who reads claims."""
        return self._open(EXTRACTOR)

    @cached_property
    def verifier(self) -> Verifier:
        """Who decides whether two wordings are the same event."""
        return self._open(VERIFIER)

    @cached_property
    def coreference(self) -> "PairReader":
        """Who tells of pairs of mentions whether they are one event: the verifier's chat model, or the built-in reader."""
        from cckg.identity import ChatCoreference

        chat = self._chat_of("verifier")
        return ChatCoreference(chat, most_mentions=compared_at_once(self.settings, chat.name)) if chat else self.event_reader

    @cached_property
    def linker(self) -> "PhraseReader | FinalPhraseReader | None":
        """Who tells what phrases of questions mean: the verifier's chat model, or the built-in reader."""
        return self._steady(LINKER, self._open(LINKER))

    @cached_property
    def event_reader(self) -> "EventReader":
        """The built-in reader of pairs of mentions."""
        from cckg.identity import EventReader
        from cckg.models import EVENT_READERS, MENTIONS, open_mention_encoder, signature_of

        models, name = self.settings.models, EVENT_READERS[self.settings.models.identity]
        encoder = partial(open_mention_encoder, folder=models.folder, offline=models.offline, threads=models.threads)
        return EventReader(self.readers.named(name), encoder, name=signature_of(name, MENTIONS))

    @property
    def decider(self) -> str:
        """The name of who tells which mentions are one event; a chat model is not opened for it."""
        name = model_of(self.settings, "verifier")
        return self.coreference.name if name == LOCAL else name

    @cached_property
    def parser(self) -> QuestionParser:
        """Who takes questions apart."""
        return self._open(PARSER)

    @cached_property
    def logical(self) -> LogicalQueryWriter:
        """Who writes logical queries: the parser's chat model, or the built-in rules."""
        return self._open(LOGICAL)

    @cached_property
    def opposites(self) -> OppositeWriter:
        """Who writes opposites."""
        return self._open(OPPOSITES)

    @cached_property
    def writer(self) -> AnswerWriter:
        """Who writes answers."""
        return self._open(WRITER)

    @cached_property
    def built_in_parser(self) -> QuestionParser:
        """Who takes questions apart for the built-in writers of CF-RAG, which ask too often for a chat model."""
        return self.parser if model_of(self.settings, "parser") == LOCAL else PARSER.open(self, None)

    def for_questions(self) -> QuestionRoles:
        """Return who answers questions; for each chat model whose reply cannot be used, the built-in role steps in and reports it."""
        return QuestionRoles(
            verifier=self._steady(VERIFIER, self.verifier),
            parser=self._steady(PARSER, self.parser),
            opposites=self._steady(OPPOSITES, self.opposites),
            writer=self._steady(WRITER, self.writer),
            logical=self._steady(LOGICAL, self.logical),
            take_reports=self._take_reports,
        )

    def variation_writer(self, near: "Neighbours") -> "VariationWriter":
        """Return who writes counterfactual queries, given what stands near the question: the parser's chat model, or the built-in rules."""
        entry: RoleEntry[VariationWriter] = RoleEntry("variations", "parser", partial(_variations, near))
        return self._steady(entry, self._open(entry))

    def hypothesis_writer(self, embedder: "Embedder") -> "tuple[HypothesisWriter, Merge | None]":
        """Return who answers from a share of the evidence, and who merges such answers, None for a vote: the writer, chat or built in."""
        from cckg.counterfactual_queries import ChatHypothesisWriter, LocalHypothesisWriter

        chat = self._chat_of("writer")
        if chat is None:
            return LocalHypothesisWriter(embedder, EXTRACTOR.open(self, None), self.built_in_parser), None
        writer = ChatHypothesisWriter(chat, width=self.settings.chat.concurrency)
        steady = cast("ChatHypothesisWriter", WithFallback("hypotheses", writer, NoHypothesis, self._reports))
        return steady, steady.merge

    @contextmanager
    def counting(self, embedder: "Embedder") -> Iterator[StandIns | None]:
        """Return stand-ins that count what the chat extractor and verifier would ask, or None if neither is one; no key is needed."""
        names = {role: model_of(self.settings, role) for role in ("extractor", "verifier")}
        chats = {role: self.chats.opened(name) for role, name in names.items() if name != LOCAL}
        if not chats:
            yield None
            return
        from cckg.extraction import ChatExtractor
        from cckg.roles.counting import CountingCoreference, CountingExtractor, Tally
        from cckg.stores import Fingerprint, open_store

        tally = Tally()
        extractor = EXTRACTOR.open(self, None)
        if chat := chats.get("extractor"):
            limits = self.settings.ingest
            asked = ChatExtractor(chat, most_tokens=read_at_once(self.settings, chat.name), shared_tokens=limits.shared_tokens)
            extractor = CountingExtractor(asked, chat, extractor, tally)
        most_mentions = compared_at_once(self.settings, names["verifier"])
        coreference = CountingCoreference(chats.get("verifier"), tally, most_mentions=most_mentions)
        with closing(open_store(":memory:")) as scratch:
            scratch.bind(Fingerprint(embedder.name, embedder.dimension))
            yield StandIns(extractor, coreference, tally, scratch)

    # Private

    def _take_reports(self) -> tuple[str, ...]:
        """Return the reports of replies that could not be used, in the order in which they came, and forget them."""
        taken = tuple(self._reports.values())
        self._reports.clear()
        return taken

    def _open(self, entry: RoleEntry[Role]) -> Role:
        return entry.open(self, self._chat_of(entry.setting))

    def _steady(self, entry: RoleEntry[Role], opened: Role) -> Role:
        """Return a role with who steps in for it, if a chat model plays it."""
        if model_of(self.settings, entry.setting) == LOCAL:
            return opened
        return cast("Role", WithFallback(entry.name, opened, cache(lambda: entry.open(self, None)), self._reports))

    def _chat_of(self, setting: str) -> "Chat | None":
        name = model_of(self.settings, setting)
        return None if name == LOCAL else self.chats.for_role(name)


def model_of(settings: Settings, role: str) -> str:
    """Return who plays a role: "local", or "provider:model"."""
    name: str = getattr(settings.roles, role) or settings.roles.all
    return name


def decider_of(settings: Settings) -> str:
    """Return the name of the reader that decides which mentions are one event."""
    from cckg.models import EVENT_READERS, MENTIONS, signature_of

    name = model_of(settings, "verifier")
    return signature_of(EVENT_READERS[settings.models.identity], MENTIONS) if name == LOCAL else name


def read_at_once(settings: Settings, model: str) -> int:
    """Return how many tokens of a document a chat model reads at once: where prompt and reply share a context, no more than fit."""
    most = settings.ingest.chat_tokens
    return min(most, max(200, settings.chat.ollama_context // _SHARES)) if model.startswith("ollama:") else most


def compared_at_once(settings: Settings, model: str) -> int:
    """Return how many mentions a chat model compares in one call: as many as take no more room than what it reads at once."""
    return max(_FEWEST_MENTIONS, read_at_once(settings, model) // _TOKENS_PER_MENTION)


# Private

_TOKENS_PER_MENTION = 25
_FEWEST_MENTIONS = 8
_SHARES = 6  # of a context, one for what is read; the others for what is told of it, and the reply


def _extractor(roles: RoleRegistry, chat: "Chat | None") -> Extractor:
    from cckg.extraction import ChatExtractor, ClaimReader, LocalExtractor

    if chat:
        limits = roles.settings.ingest
        return ChatExtractor(chat, most_tokens=read_at_once(roles.settings, chat.name), shared_tokens=limits.shared_tokens)
    reader = ClaimReader(roles.readers.of_role("extractor"), at_least=roles.settings.ingest.min_confidence)
    return LocalExtractor(reader, strong=roles.settings.models.reader == "strong")


def _verifier(roles: RoleRegistry, chat: "Chat | None") -> Verifier:
    from cckg.identity import ChatVerifier, LocalVerifier

    return ChatVerifier(chat) if chat else LocalVerifier(roles.event_reader)


def _linker(roles: RoleRegistry, chat: "Chat | None") -> "PhraseReader | FinalPhraseReader":
    from cckg.identity import ChatLinker

    return ChatLinker(chat) if chat else roles.event_reader


def _parser(roles: RoleRegistry, chat: "Chat | None") -> QuestionParser:
    from cckg.questions import ChatQuestionParser, LocalQuestionParser

    most = roles.settings.questions.max_characters
    if chat:
        return ChatQuestionParser(chat, max_characters=most)
    return LocalQuestionParser(roles.readers.of_role("parser"), max_characters=most)


def _logical(_: RoleRegistry, chat: "Chat | None") -> LogicalQueryWriter:
    from cckg.questions import ChatLogicalQueryWriter, LocalLogicalQueryWriter

    return ChatLogicalQueryWriter(chat) if chat else LocalLogicalQueryWriter()


def _opposites(_: RoleRegistry, chat: "Chat | None") -> OppositeWriter:
    from cckg.roles.opposites import ChatOppositeWriter, LocalOppositeWriter

    return ChatOppositeWriter(chat) if chat else LocalOppositeWriter()


def _writer(roles: RoleRegistry, chat: "Chat | None") -> AnswerWriter:
    from cckg.models import ENTAILMENT
    from cckg.realisation import ChatAnswerWriter, LocalAnswerWriter

    return ChatAnswerWriter(chat, roles.readers.named(ENTAILMENT)) if chat else LocalAnswerWriter()


def _variations(near: "Neighbours", roles: RoleRegistry, chat: "Chat | None") -> "VariationWriter":
    from cckg.counterfactual_queries import ChatVariationWriter, LocalVariationWriter
    from cckg.language import entities_of

    if chat:
        return ChatVariationWriter(chat)
    names = Counter(entity.name for text in near.texts for entity in entities_of(text))
    return LocalVariationWriter(
        names=[name for name, _ in names.most_common()], events=near.events, texts=near.texts, parser=roles.built_in_parser
    )


EXTRACTOR: RoleEntry[Extractor] = RoleEntry("extractor", "extractor", _extractor)
VERIFIER: RoleEntry[Verifier] = RoleEntry("verifier", "verifier", _verifier)
LINKER: "RoleEntry[PhraseReader | FinalPhraseReader]" = RoleEntry("linker", "verifier", _linker)
PARSER: RoleEntry[QuestionParser] = RoleEntry("parser", "parser", _parser)
LOGICAL: RoleEntry[LogicalQueryWriter] = RoleEntry("logical", "parser", _logical)
OPPOSITES: RoleEntry[OppositeWriter] = RoleEntry("opposites", "opposites", _opposites)
WRITER: RoleEntry[AnswerWriter] = RoleEntry("writer", "writer", _writer)
