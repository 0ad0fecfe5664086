"""The composition root and the Python API: `open_app(settings)` wires store, models and roles; `CausalRAG` does the work."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TypeAlias, get_args

from cckg.core.claims import DocumentSummary, ExtractedClaim
from cckg.core.errors import InputError, NotAvailableError, ReplyError, StoppedError, StoreError
from cckg.core.evidence import Answer, Direction, Subgraph
from cckg.core.graph import MOST_LINKS, Event, Merge
from cckg.core.questions import ParsedQuestion, Route
from cckg.core.results import MatchResult, SearchMethod, SearchResult, Walk, WhatIf
from cckg.core.text import worded
from cckg.core.trace import Progress, Trace
from cckg.roles import RoleRegistry
from cckg.settings import Settings
from cckg.stores import Fingerprint, GraphStore, Searchable, Stats, open_store

Paths: TypeAlias = str | Path | Sequence[str | Path]
"""A file or folder, or several."""

if TYPE_CHECKING:
    from cckg.models import Embedder, KnowledgeScorer
    from cckg.stores import CopyReport
    from ingest import Forecast, IngestReport, Ledger, UpgradeReport
    from queries import QueryEngine
    from queries.arbitration import Explorer


def open_app(
    settings: Settings, *, create: bool = False, progress: Progress | None = None, roles: type[RoleRegistry] = RoleRegistry
) -> "CausalRAG":
    """Open the configured store and return the application; models are loaded when they are first needed.

    Args:
        settings: from `cckg.settings.load_settings`.
        create: make the store if it is not there; otherwise a missing store is a StoreError.
        progress: told about downloads and long work.
        roles: who plays them; `cckg.evaluation.systems` has others, with which cckg is compared.

    Raises:
        StoreError: if the store cannot be opened.
    """
    return CausalRAG(settings, open_store(settings.store, create=create, neo4j=settings.neo4j), progress=progress, roles=roles)


class CausalRAG:
    """Reads documents into a causal graph and answers questions from it. Use it as a context manager, from one thread."""

    def __init__(
        self, settings: Settings, store: GraphStore, *, progress: Progress | None = None, roles: type[RoleRegistry] = RoleRegistry
    ) -> None:
        self.settings = settings
        self.store = store
        self._progress = progress or _silent
        self.roles = roles(settings, self.embedder)
        self._embedder: Embedder | None = None
        self._engine: QueryEngine | None = None
        self._arbiter: Explorer | None = None

    def __enter__(self) -> "CausalRAG":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Release the store."""
        self.roles.chats.close()
        self.store.close()

    # Documents

    def ingest(self, paths: Paths) -> "IngestReport":
        """Read files and folders into the graph, one or several; what stands there unchanged is left alone.

        Raises:
            InputError: if a path does not exist, or nothing readable is found.
            StoreError: if somebody else has decided which mentions are one event than the settings name; see `upgrade`.
            NotAvailableError, WeightsError, ModelError: if the teacher that scores (`cis.teacher`) cannot be opened; nothing is read.
        """
        from ingest import IngestContext, ingest_paths
        from ingest.loading import find_documents

        paths = _listed(paths)
        find_documents(paths)  # a path that is wrong is told before a model is opened
        self._require_decider()
        self.settle()
        teacher = self.roles.readers.teacher(self.store, progress=self._progress) if self.settings.cis.scorer == "teacher" else None
        context = IngestContext(
            store=self.store,
            embedder=self.bound_embedder(),
            extractor=self.roles.extractor,
            coreference=self.roles.coreference,
            settings=self.settings,
            meter=self.roles.chats.spent,
            progress=self._progress,
        )
        report = ingest_paths(paths, context)
        if teacher:
            from ingest import complete_priors

            complete_priors(self.store, teacher, progress=self._progress)
        return report

    def upgrade(self) -> "UpgradeReport":
        """Decide anew which mentions are one event, by who the settings name, from what is stored; no document is read again."""
        from ingest import upgrade_identity

        self.bound_embedder()
        return upgrade_identity(self.store, self.roles.coreference, progress=self._progress)

    def forecast(self, paths: Paths) -> "Forecast":
        """Find out what `ingest` would do, without writing anything."""
        from ingest import forecast_paths

        with self.roles.counting(self.embedder()) as stand_ins:
            return forecast_paths(
                _listed(paths),
                store=self.store,
                embedder=self.embedder(),
                settings=self.settings,
                stand_ins=stand_ins,
                progress=self._progress,
            )

    def documents(self) -> list[DocumentSummary]:
        """Return all documents, failed ones included, ordered by uri."""
        return self.store.documents()

    def forget(self, reference: str) -> DocumentSummary:
        """Take a document out of the graph, named by a uri or path where it was found, its id, or the beginning of its id.

        Files with the same text are one document, which goes whole, whichever of them is named.

        Raises:
            InputError: if no document, or more than one, is meant.
            TypeError: if it is no text.
        """
        from ingest.loading import uri_of

        if not isinstance(reference, str):
            raise TypeError(f"The document must be a str, got {type(reference).__name__}.")
        at_uri = self.store.find_document(reference) or self.store.find_document(uri_of(Path(reference)))
        found = [at_uri] if at_uri else [item for item in self.store.documents() if reference and item.id.startswith(reference)]
        if len(found) != 1:
            many = "No document is" if not found else f"{len(found)} documents are"
            raise InputError(f"{many} called {reference!r}. `cckg documents` shows their ids and uris.")
        self.store.forget(found[0].id)
        return found[0]

    def forget_all(self) -> list[DocumentSummary]:
        """Take all documents out of the graph, failed ones too, and return them; the store keeps its schema and its encoder.

        Each goes in a transaction of its own: what was stopped goes on when it is called again.
        """
        found = self.store.documents()
        for place, document in enumerate(found):
            self._progress(f"Forgetting {document.uri}", place, len(found))
            self.store.forget(document.id)
        return found

    # Questions

    def ask(self, question: str, *, route: Route | None = None, arbitrated: bool = False) -> Answer:
        """Answer a question from the graph, or abstain; `arbitrated` as `ask --arbitrate`, see `queries.engine.QueryEngine.ask`.

        Raises:
            InputError: if the question is empty or too long.
            TypeError: if it is no text.
        """
        return self.engine().ask(question, route=route, arbitrated=arbitrated)

    def parse(self, question: str) -> ParsedQuestion:
        """Take a question apart, without the graph."""
        return self.roles.parser.parse(question)

    def whatif(self, event: str, *, effect: str | None = None) -> WhatIf:
        """Take an event out of the world, and put its opposite in; say what follows, and whether an effect needed it."""
        return self.engine().whatif(event, effect=effect)

    def walk(self, event: str, direction: Direction, *, depth: int | None = None) -> Walk:
        """Return the chains that lead to an event ("causes") or from it ("effects").

        Raises:
            InputError: if there is no word in it.
            ValueError: if there is no such direction, or `depth`, links of a chain at most, is none of 1..20; None takes `questions.depth`.
        """
        _require_depth(depth)
        return self.engine().walk(event, direction, depth=depth)

    def path(self, cause: str, effect: str, *, depth: int | None = None) -> Walk:
        """Return the chains from one event to another.

        Raises:
            InputError: if there is no word in one of them.
            ValueError: if `depth`, links of a chain at most, is none of 1..20; None sets no bound.
        """
        _require_depth(depth)
        return self.engine().path(cause, effect, depth=depth)

    def search(self, query: str, *, method: SearchMethod = "hybrid", over: Searchable = "chunks", k: int = 10) -> list[SearchResult]:
        """Retrieve chunks or events, best first, k at most.

        "cis" ranks the first of "hybrid" anew by the Causal Inference Score; "logic" takes a logical query, or a question that means one.

        Raises:
            InputError: if the query has no word in it, or is a logical query that cannot be read.
            TypeError: if it is no text, or k no whole number.
            ValueError: if there is no such method, chunks or events are not what is searched, or k is below 1.
        """
        if over not in get_args(Searchable):
            raise ValueError(f"over must be one of {', '.join(get_args(Searchable))}, got {over!r}")
        if not isinstance(k, int):
            raise TypeError(f"k must be a whole number, got {k!r}")
        if k < 1:
            raise ValueError(f"k must be at least 1, got {k}")
        return self.engine().search(query, method=method, over=over, k=k)

    def logical_query(self, query: str) -> str | None:
        """Return the logical query as which `search` by "logic" reads a text, written out; None where "hybrid" serves it.

        Raises:
            InputError: if the query has no word in it, or is a logical query that cannot be read.
        """
        return self.engine().logical_query(query)

    def any_fits(self, query: str, found: Sequence[SearchResult]) -> bool:
        """Tell whether one of the results of `search` by "logic" is likelier than not about a term that its logical query affirms.

        True where the query affirms none, and where nothing was found. `query` is the logical query that was searched by.

        Raises:
            InputError: if the query cannot be read.
        """
        from cckg.questions import parse_logical_query
        from queries.logic import any_fits

        over: Searchable = "events" if found and found[0].kind == "event" else "chunks"
        least = self.settings.matching.min_cosine if over == "events" else None
        return any_fits(parse_logical_query(query), found, store=self.store, embedder=self.embedder(), over=over, least=least)

    # Stages

    def extract(self, texts: Sequence[str]) -> list[list[ExtractedClaim]]:
        """Read claims out of texts; no store is touched.

        Raises:
            ReplyError: if a chat model could not read one of them.
            StoppedError: if no call may be made any more.
            TypeError: if one text is given instead of several.
        """
        if isinstance(texts, str):
            raise TypeError("extract takes a list of texts, not one text: write extract([text])")
        readings = self.roles.extractor.extract(texts)
        for reading in readings:
            if reading.unread:
                raise StoppedError(reading.unread) if reading.stopped else ReplyError(reading.unread)
        return [list(reading.claims) for reading in readings]

    def match(self, pairs: Sequence[tuple[str, str]]) -> list[MatchResult]:
        """Decide for each pair of wordings whether they name the same event with the same polarity.

        Raises:
            InputError: if there is no word in one of them.
        """
        from cckg.language import polarity_of

        def named(text: str) -> Event:
            return Event("", worded(text, name="wording"), polarity_of(text))

        events = [(named(left), named(right)) for left, right in pairs]
        verdicts = self.roles.verifier.verify(events, "interchangeable")
        vectors = self.embedder().encode([text for pair in pairs for text in pair])
        cosines = (vectors[0::2] * vectors[1::2]).sum(axis=1)
        return [
            MatchResult(verdict.same_event, verdict.same_polarity, float(cosine)) for verdict, cosine in zip(verdicts, cosines, strict=True)
        ]

    # The graph

    def stats(self) -> Stats:
        """Count what is stored."""
        return self.store.stats()

    def graph(self) -> Subgraph:
        """Return the whole causal graph."""
        return self.store.graph()

    def merges(self) -> list[Merge]:
        """Return the ledger of which wording went into which event."""
        return self.store.merges()

    def ledger(self) -> "Ledger":
        """Return the ledger, which shows why mentions are one event, and takes decisions by hand on events and claims."""
        from ingest import Ledger

        return Ledger(self.store, settle=self.settle, may_decide=self._require_decider, embedder=self.bound_embedder)

    def export(self, format: str) -> str:  # noqa: A002 - the option's name
        """Return the graph as text in one of the formats of `cckg.export.graph`."""
        from cckg.export import export

        return export(self.store.graph(), self.store.documents(), self.store.merges(), format=format)

    def copy(self, url: str) -> "CopyReport":
        """Bring all that the store holds to the one that a URL names, and verify the copy; see `cckg.stores.copying.copy_graph`.

        Raises:
            InputError: if that is this store itself.
        """
        from cckg.stores import copy_graph

        with closing(open_store(url, create=True, neo4j=self.settings.neo4j)) as target:
            if target.url == self.store.url:
                raise InputError(f"{url} is the store that is copied. Name another one.")
            return copy_graph(self.store, target, progress=self._progress)

    # Parts, loaded when first needed

    def embedder(self) -> "Embedder":
        """Return the configured encoder, loading it on first use.

        Raises:
            WeightsError: if its weights cannot be had.
        """
        if self._embedder is None:
            from cckg.models import open_embedder

            models = self.settings.models
            self._embedder = open_embedder(
                models.embedding, folder=models.folder, offline=models.offline, threads=models.threads, progress=self._progress
            )
        return self._embedder

    def bound_embedder(self) -> "Embedder":
        """Return the encoder after making sure that the store was built with it, or is new.

        Raises:
            StoreMismatchError: if the store was built with another one.
        """
        embedder = self.embedder()
        self.store.bind(Fingerprint(embedder.name, embedder.dimension))
        return embedder

    def settle(self) -> None:
        """Decide which mentions are one event, where that was begun and not finished.

        Raises:
            StoreError: if somebody else has decided so far than the settings name.
        """
        if self.store.is_settled():
            return
        if self.store.decided_by() not in (self.roles.decider, None):
            raise StoreError(self._decided_otherwise())
        from ingest import settle_events

        settle_events(self.store, self.roles.coreference, trace=Trace(), progress=self._progress)

    def engine(self) -> "QueryEngine":
        """Return the query engine over this store; errors as of `settle`."""
        self.settle()
        if self._engine is None:
            from cckg.models import RememberingEmbedder
            from queries import QueryEngine

            embedder, roles = RememberingEmbedder(self.bound_embedder()), self.roles.for_questions()
            scorer = self.roles.readers.scorer(self.store, progress=self._progress)
            self._engine = QueryEngine(
                store=self.store,
                embedder=embedder,
                roles=roles,
                matching=self.settings.matching,
                settings=self.settings,
                meter=self.roles.chats.spent,
                scorer=scorer,
                passage_scorer=self.roles.readers.passage_scorer(self.store, progress=self._progress),
                explorer=lambda: self._explorer(embedder, scorer),
                linker=self.roles.linker,
            )
        return self._engine

    # Private

    def _require_decider(self) -> None:
        """Raise StoreError if documents that are read now would be decided on by somebody else than those that are there."""
        decided_by = self.store.decided_by()
        if self.store.fingerprint() is None:  # nothing of ours is there
            return
        is_begun = decided_by is None and not self.store.is_settled()
        if not is_begun and decided_by != self.roles.decider and self.store.stats().events:
            raise StoreError(self._decided_otherwise())

    def _decided_otherwise(self) -> str:
        now = self.roles.decider
        before = self.store.decided_by() or "rules or a chat model, one by one"
        told = f"Which mentions of {self.store.url} are one event was decided by {before}; the settings name {now} for it."
        return f"{told} `cckg upgrade` decides it anew by {now}."

    def _explorer(self, embedder: "Embedder", scorer: "KnowledgeScorer | None") -> "Explorer":
        """Return who explores counterfactual questions and arbitrates, made when first needed.

        Raises:
            NotAvailableError: if the Causal Inference Score is to tell how well texts fit, and nobody gives it.
        """
        if self._arbiter:
            return self._arbiter
        from queries.arbitration import CosineScorer, Explorer, KnowledgePairs

        chosen = self.settings.arbitration
        if chosen.scorer == "cis" and scorer is None:
            raise NotAvailableError("arbitration.scorer is cis, and cis.scorer is off. Set one of them otherwise.")
        hypotheses, merge = self.roles.hypothesis_writer(embedder)
        self._arbiter = Explorer(
            store=self.store,
            embedder=embedder,
            pairs=KnowledgePairs(scorer) if scorer and chosen.scorer == "cis" else CosineScorer(embedder),
            varying=self.roles.variation_writer,
            hypotheses=hypotheses,
            policy=chosen,
            profile=chosen.profile,
            seed=chosen.seed,
            found=chosen.passages,
            merge=merge,
        )
        return self._arbiter


def _listed(paths: Paths) -> list[Path]:
    return [Path(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]


def _require_depth(depth: int | None) -> None:
    if depth is not None and not 1 <= depth <= MOST_LINKS:
        raise ValueError(f"depth must be 1 to {MOST_LINKS}, got {depth}")


def _silent(message: str, done: int, total: int | None) -> None:
    del message, done, total
