"""What `cckg eval` compares: cckg, cckg with a part taken out, and plain retrieval, all behind one interface.

Each system fills a store of its own where who reads or merges is another; otherwise systems share what was read. What they are asked, and
how answers are scored, is left to `cckg.evaluation.datasets` and `cckg.evaluation.comparing`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cckg.app import CausalRAG
from cckg.core.claims import ExtractedClaim
from cckg.core.evidence import Answer, Necessity, Verdict
from cckg.core.graph import Event, Polarity
from cckg.core.questions import ParsedQuestion
from cckg.core.roles import Criterion, Extractor, MatchVerdict, Reading, Verifier
from cckg.evaluation.plain_retrieval import plain_retrieval
from cckg.identity import PairReader, PairToRead, Unread
from cckg.models import Embedder
from cckg.roles import RoleRegistry

Ask = Callable[[str], Answer]


@dataclass(frozen=True, slots=True)
class System:
    """A way to answer questions: who plays the roles while a store is filled and afterwards, and how it is asked."""

    name: str
    about: str
    roles: type[RoleRegistry]
    asked: Callable[[CausalRAG], Ask]
    writes: bool = False  # the writer has to judge, which the built-in one does not


class _ByVerifier(RoleRegistry):
    """Lets the verifier, which the systems below replace, decide wording by wording."""

    @cached_property
    def coreference(self) -> PairReader:
        """Who tells of pairs of mentions whether they are one event."""
        return _VerdictReader(self.verifier, least=self.settings.matching.min_cosine)

    @cached_property
    def linker(self) -> None:
        """Nobody reads what phrases of questions mean but the verifier."""


class UnverifiedRoles(_ByVerifier):
    """Takes what is near by cosine for the same event: graph RAG without verification."""

    @cached_property
    def verifier(self) -> Verifier:
        """Who decides whether two wordings are the same event."""
        return _CosineVerifier(self.embedder())


class PolarityBlindRoles(_ByVerifier):
    """Reads every event as an occurrence and merges a rise with a fall: graph RAG without polarity."""

    @cached_property
    def extractor(self) -> Extractor:
        """Who reads claims."""
        return _NeutralExtractor(super().extractor)

    @cached_property
    def verifier(self) -> Verifier:
        """Who decides whether two wordings are the same event."""
        return _PolarityBlindVerifier(super().verifier)


# Private

_SURE = 0.95  # reading of two mentions that a verifier takes for one event
_NEAR: dict[Criterion, float] = {"interchangeable": 0.8, "same core": 0.6}  # cosines of MiniLM from which wordings pass for one event


class _VerdictReader:
    """Takes a verifier's verdicts on wordings for readings of mentions."""

    at_once = True
    unread: Sequence[Unread] = ()

    def __init__(self, verifier: Verifier, *, least: float) -> None:
        self.name = verifier.name
        self._verifier = verifier
        self._least = least

    def read(self, pairs: Sequence[PairToRead]) -> dict[tuple[str, str], float]:
        near = [pair for pair in pairs if pair.alike >= self._least]
        sides = [tuple(Event("", one.text, one.polarity, one.title) for one in pair[:2]) for pair in near]
        verdicts = self._verifier.verify(sides, "interchangeable")  # type: ignore[arg-type]
        return {
            (min(left.id, right.id), max(left.id, right.id)): _SURE if verdict.match else 0.0
            for (left, right, _), verdict in zip(near, verdicts, strict=True)
        }


class _CosineVerifier:
    name = "cosine"

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        if not pairs:
            return []
        left, right = (self._embedder.encode([pair[side].text for pair in pairs]) for side in (0, 1))
        cosines = (left * right).sum(axis=1).tolist()
        return [
            MatchVerdict(cosine >= _NEAR[criterion], first.polarity is second.polarity, max(0.0, cosine))
            for cosine, (first, second) in zip(cosines, pairs, strict=True)
        ]


class _PolarityBlindVerifier:
    def __init__(self, verifier: Verifier) -> None:
        self.name = f"{verifier.name} without polarity"
        self._verifier = verifier

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        return [replace(verdict, same_polarity=True) for verdict in self._verifier.verify(pairs, criterion)]


class _NeutralExtractor:
    def __init__(self, extractor: Extractor) -> None:
        self.name = f"{extractor.name} without polarity"
        self.width = extractor.width
        self.most_tokens = extractor.most_tokens
        self._extractor = extractor

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        readings = self._extractor.extract(texts, heads)
        return [replace(reading, claims=tuple(_without_polarity(claim) for claim in reading.claims)) for reading in readings]


def _without_polarity(claim: ExtractedClaim) -> ExtractedClaim:
    cause, effect = (replace(mention, polarity=Polarity.OCCURRENCE) for mention in (claim.cause, claim.effect))
    return replace(claim, cause=cause, effect=effect)


class _Parsed:
    """Gives one parse to whatever it is asked."""

    name = "given"

    def __init__(self, parsed: ParsedQuestion) -> None:
        self._parsed = parsed

    def parse(self, question: str) -> ParsedQuestion:
        return replace(self._parsed, question=question)


def _whole(app: CausalRAG) -> Ask:
    return app.ask


def _without_intervention(app: CausalRAG) -> Ask:
    """Ask for chains where a verdict is asked for, and take a chain for a necessary cause; ask for effects where something is supposed."""

    def ask(question: str) -> Answer:
        engine = app.engine()
        parsed = engine.roles.parser.parse(question)
        if parsed.asks not in ("verdict", "whatif"):
            return app.ask(question)
        removed = parsed.interventions[0].event if parsed.interventions else next(iter(parsed.presupposed), parsed.main_event)
        sought = parsed.query_variable or (parsed.main_event if parsed.asks == "verdict" else None)
        if removed is None or sought is None:
            posed = replace(parsed, asks="effects", main_event=removed)
        else:
            posed = replace(parsed, asks="path", cause=removed, effect=sought, given=(), yes_no=False)
        answer = replace(engine, roles=replace(engine.roles, parser=_Parsed(posed))).ask(question)
        return _judged(answer, "necessary" if answer.package.chains else "undetermined") if posed.asks == "path" else answer

    return ask


def _as_in_the_paper(app: CausalRAG) -> Ask:
    """Leave verdicts to who writes, and read them off the Yes or No that the answer begins with."""

    def ask(question: str) -> Answer:
        engine = app.engine()
        parsed = engine.roles.parser.parse(question)
        questions = engine.settings.questions.model_copy(update={"profile": "paper"})
        settings = engine.settings.model_copy(update={"questions": questions})
        answer = replace(engine, roles=replace(engine.roles, parser=_Parsed(parsed)), settings=settings).ask(question)
        return _judged_by_text(answer, parsed)

    return ask


def _judged_by_text(answer: Answer, parsed: ParsedQuestion) -> Answer:
    if parsed.asks != "verdict" or answer.abstained:
        return answer
    said = re.match(r"(yes|no)\b", answer.text, re.IGNORECASE)
    if said is None:
        return _judged(answer, "undetermined")
    needed = (said[1].lower() == "yes") == (parsed.yes_when != "not necessary")
    return _judged(answer, "necessary" if needed else "not necessary")


def _judged(answer: Answer, necessity: Necessity) -> Answer:
    """Return an answer with this verdict on its first and last entry event; one without entry events as it is."""
    events = [entry.event for entry in answer.entry_events]
    if not events:
        return answer
    verdict = Verdict(events[0], events[-1], necessity, "lost" if necessity == "necessary" else "no chain")
    return replace(answer, package=replace(answer.package, verdict=verdict))


SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        System("cckg", "the whole pipeline, as `cckg ask` runs it", RoleRegistry, _whole),
        System("no-verification", "what is near by cosine is taken for the same event", UnverifiedRoles, _whole),
        System("no-polarity", "a rise is merged with a fall, and found for it", PolarityBlindRoles, _whole),
        System(
            "no-intervention",
            "a chain is taken for a necessary cause; nothing is taken out of the graph",
            RoleRegistry,
            _without_intervention,
        ),
        System("paper", "the verdict is left to a chat model that writes the answer", RoleRegistry, _as_in_the_paper, writes=True),
        System("rag-bm25", "claims of the five best passages by BM25, without a graph", RoleRegistry, plain_retrieval("bm25")),
        System("rag-dense", "the same by the encoder", RoleRegistry, plain_retrieval("dense")),
        System("rag-hybrid", "the same by both, fused by rank", RoleRegistry, plain_retrieval("hybrid")),
        System(
            "rag-rerank", "the same, ranked again by the sentences that fit best", RoleRegistry, plain_retrieval("hybrid", reranked=True)
        ),
    )
}
"""By name; the first is what the others are compared with."""
