"""Regular RAG as a baseline: passages are retrieved, and the claims that stand in them answer, without a graph, verification or worlds.

So that answers can be scored by the same rules, events bear the ids that the graph gave them; nothing else is taken from it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cckg.app import CausalRAG
from cckg.core.claims import Claim, Modality
from cckg.core.evidence import Answer, CausalChain, Citation, EntryEvent, EvidencePackage, Subgraph, Verdict
from cckg.core.graph import Event, Polarity
from cckg.core.questions import ParsedQuestion
from cckg.core.results import SearchMethod
from cckg.core.trace import Trace
from cckg.models import Embedder
from queries.retrieval import answer_sentences, find_passages


def plain_retrieval(method: SearchMethod, *, reranked: bool = False) -> Callable[[CausalRAG], Callable[[str], Answer]]:
    """Return a way to ask an application: by the claims of the passages that a method finds.

    If `reranked`, four times as many are found, and those are kept that hold the sentences which fit the question best.
    """

    def asked(app: CausalRAG) -> Callable[[str], Answer]:
        return _Reader(app, method, reranked, app.graph()).ask

    return asked


# Private

_PASSAGES = 5
_ALIKE = 0.5  # cosine of a question's wording with a claim's from which they pass for the same


@dataclass(frozen=True, slots=True)
class _Reader:
    app: CausalRAG
    method: SearchMethod
    reranked: bool
    graph: Subgraph

    def ask(self, question: str) -> Answer:
        parsed = self.app.roles.parser.parse(question)
        found = self._found(question)
        claims = [claim for claim in self.graph.claims if claim.chunk in found and claim.modality is not Modality.DENIED]
        return self._answer(question, parsed, claims)

    def _found(self, question: str) -> set[str]:
        """Return the ids of the passages that are read."""
        if not self.reranked:
            return {result.id for result in self.app.search(question, method=self.method, k=_PASSAGES)}
        embedder = self.app.embedder()
        offered = find_passages(question, store=self.app.store, embedder=embedder, k=4 * _PASSAGES)
        best = dict.fromkeys(sentence.passage.chunk.id for sentence in answer_sentences(question, offered, embedder=embedder))
        return set(list(best)[:_PASSAGES])

    def _answer(self, question: str, parsed: ParsedQuestion, claims: Sequence[Claim]) -> Answer:
        cause, effect = _sides(parsed)
        causes = _alike(cause, [claim.cause.text for claim in claims], self.app.embedder())
        effects = _alike(effect, [claim.effect.text for claim in claims], self.app.embedder())
        kept = [claim for claim, *alike in zip(claims, causes, effects, strict=True) if all(alike)]
        events = self.graph.events
        chains = tuple(CausalChain((events[claim.cause_event], events[claim.effect_event]), ((claim,),)) for claim in kept)
        asked = {claim.cause_event for claim in kept if cause} | {claim.effect_event for claim in kept if effect}
        entries = tuple(EntryEvent(events[event], 0.0, rank) for rank, event in enumerate(sorted(asked), start=1))
        package = EvidencePackage(
            chains=chains,
            verdict=_verdict(parsed, cause, effect, chains),
            citations=tuple(self._citation(claim, number) for number, claim in enumerate(kept, start=1)),
            abstain_because=None if chains else "No passage tells of it.",
        )
        text = " ".join(f"{claim.quote.text} [{number}]" for number, claim in enumerate(kept, start=1)) or "No passage tells of it."
        return Answer(question, parsed.route, text, not chains, package, entries, Trace())

    def _citation(self, claim: Claim, number: int) -> Citation:
        source = self.graph.sources[claim.document]
        quote = claim.quote
        return Citation(number, claim.document, source.uri, source.title, claim.chunk, quote.start, quote.end, quote.text, (claim.id,))


def _sides(parsed: ParsedQuestion) -> tuple[str | None, str | None]:
    """Return what the question says of the cause and of the effect; None for what it asks."""
    removed = parsed.interventions[0].event if parsed.interventions else next(iter(parsed.presupposed), None)
    if parsed.asks == "causes":
        return None, parsed.main_event
    if parsed.asks in ("effects", "whatif") and not parsed.query_variable:
        return removed or parsed.main_event, None
    return removed, parsed.query_variable or parsed.main_event


def _alike(wording: str | None, texts: Sequence[str], embedder: Embedder) -> list[bool]:
    if wording is None or not texts:
        return [True] * len(texts)
    cosines = embedder.encode(list(texts)) @ embedder.encode([wording])[0]
    return [bool(cosine >= _ALIKE) for cosine in cosines]


def _verdict(parsed: ParsedQuestion, cause: str | None, effect: str | None, chains: Sequence[CausalChain]) -> Verdict | None:
    """Take a claim for a necessary cause, as who reads passages alone does."""
    if parsed.asks != "verdict" or cause is None or effect is None:
        return None
    if chains:
        return Verdict(chains[0].events[0], chains[0].events[-1], "necessary", "lost")
    asked = [Event("", text, Polarity.OCCURRENCE) for text in (cause, effect)]
    return Verdict(asked[0], asked[1], "undetermined", "no chain")
