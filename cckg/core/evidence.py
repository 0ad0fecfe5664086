"""What is found in the graph: sub-graphs, chains, simulations, and the package that the answer is written from."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from cckg.core.arbitration import Arbitration
from cckg.core.claims import Chunk, Claim, Degree, Modality
from cckg.core.graph import CausalEdge, Event
from cckg.core.questions import Part
from cckg.core.trace import Trace

Necessity = Literal["necessary", "probably necessary", "undetermined", "probably not necessary", "not necessary"]
"""The five verdicts on a cause: the two sure ones, the two that they are lowered to, and none."""
Ruling = Literal[
    "same",
    "contradicted",
    "denied only",
    "earlier",
    "implied only",
    "no chain",
    "closed cycle",
    "lost",
    "contributing",
    "lost if hedged",
    "survives",
    "survives if hedged",
    "hedged only",
    "open",
]
"""The conventions of the verdict, in the order in which they are asked: see `queries.causal.necessity.RULES`."""
Direction = Literal["causes", "effects"]


def leaning(necessity: Necessity) -> Literal["necessary", "not necessary"] | None:
    """Return the sure verdict that a verdict is, or probably is; None where it is undetermined."""
    if necessity in ("necessary", "probably necessary"):
        return "necessary"
    return None if necessity == "undetermined" else "not necessary"


def lowered(necessity: Necessity) -> Necessity:
    """Return a verdict as no more than probable."""
    sure = leaning(necessity)
    return "undetermined" if sure is None else "probably necessary" if sure == "necessary" else "probably not necessary"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a document is found and what it is called."""

    document: str
    uri: str
    title: str


@dataclass(frozen=True, slots=True)
class Bridge:
    """PERHAPS_SAME as it is crossed: from one event to another that may be the same, with the probability of it, 0..1.

    No claim states it, so it has no quote: either event is shown by its own wording, which stands in the source given.
    """

    left: Event
    right: Event
    probability: float
    left_source: Source
    right_source: Source

    @property
    def ends(self) -> frozenset[str]:
        """Return the ids of both events."""
        return frozenset((self.left.id, self.right.id))

    def turned(self) -> "Bridge":
        """Return the same the other way."""
        return Bridge(self.right, self.left, self.probability, self.right_source, self.left_source)


@dataclass(frozen=True, slots=True)
class Subgraph:
    """A part of the causal graph: events by id, the claims between them, and the documents that make them.

    `truncated` says that a bound was met before everything reachable was read. `untimely` holds the claims that were taken out of
    `claims` because their dates put the effect before the cause. `bridges` are pairs of its events that may be one. A neighbourhood has
    none itself: what is reached over one bridge stands, with the bridges, in the larger sub-graph `across`, None where there is none.
    """

    events: dict[str, Event]
    claims: tuple[Claim, ...]
    sources: dict[str, Source]
    truncated: bool = False
    untimely: tuple[Claim, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    across: "Subgraph | None" = None

    def edges(self) -> list[CausalEdge]:
        """Return one edge per (cause, effect), with counts of distinct documents, in the order of first mention."""
        return aggregate_edges(self.claims)


def aggregate_edges(claims: Iterable[Claim]) -> list[CausalEdge]:
    """Aggregate claims into causal edges; each count is of distinct documents; the order is that of first mention."""
    documents: dict[tuple[str, str], dict[Modality, set[str]]] = {}
    for claim in claims:
        by_modality = documents.setdefault((claim.cause_event, claim.effect_event), defaultdict(set))
        by_modality[claim.modality].add(claim.document)
    return [
        CausalEdge(
            cause, effect, len(found[Modality.ASSERTED]), len(found[Modality.HEDGED] | found[Modality.IMPLIED]), len(found[Modality.DENIED])
        )
        for (cause, effect), found in documents.items()
    ]


def degree_of_link(claims: Iterable[Claim]) -> Degree:
    """Return how strong a cause the claims of one link word it: contributing or enabling if all that count agree, else direct.

    Asserted claims count; where there are none hedged, then implied ones, for what may be makes nothing surer. Denied claims never count.
    """
    by_modality: dict[Modality, set[Degree]] = defaultdict(set)
    for claim in claims:
        by_modality[claim.modality].add(claim.degree)
    degrees = by_modality[Modality.ASSERTED] or by_modality[Modality.HEDGED] or by_modality[Modality.IMPLIED]
    return next(iter(degrees)) if len(degrees) == 1 else Degree.DIRECT


@dataclass(frozen=True, slots=True)
class CausalChain:
    """A simple directed path, cause first. `claims[i]` are the claims that join `events[i]` to `events[i + 1]`, none denied.

    There are none where the chain goes over a bridge, from an event to one that may be the same; `bridges` holds those in order.
    `strength` is how well documents support it, 0..1 (`queries.causal.strength`); None where nobody has asked.
    """

    events: tuple[Event, ...]
    claims: tuple[tuple[Claim, ...], ...]
    strength: float | None = None
    bridges: tuple[Bridge, ...] = ()

    @property
    def hedged(self) -> bool:
        """Tell whether some link of the chain rests on hedged or implied claims only."""
        return any(link and all(claim.modality is not Modality.ASSERTED for claim in link) for link in self.claims)

    @property
    def told_whole(self) -> bool:
        """Tell whether one document tells every link of the chain; else it is put together from several."""
        documents = [{claim.document for claim in link} for link in self.claims if link]
        return bool(documents) and bool(set.intersection(*documents))


@dataclass(frozen=True, slots=True)
class EntryEvent:
    """A verified event by which a question enters the graph, and which part of the question means it. Rank starts at 1 in each part.

    `cis` and `contrast` are None until a scorer has run.
    """

    event: Event
    cosine: float
    rank: int
    cis: float | None = None
    contrast: float | None = None
    role: Part = "main event"


@dataclass(frozen=True, slots=True)
class Simulation:
    """What follows from an intervention: do(event := opposite), matched in the graph, or do(event := absent).

    `gained` follows from the opposite. Of what followed from the event, without it `lost` would not have been, `kept` would have been all
    the same, and of `unsettled` the documents do not decide: for each of them the verdict is necessary, not necessary, undetermined.
    `probably_lost` and `probably_kept` are those of the two verdicts between.
    `alternatives` are what still leads to those that are kept; `together` are further events that are taken out with the first.
    `perhaps_lost` followed, and would not have been, only if two events are one: each with the bridge that it takes.
    """

    kind: Literal["opposite", "absent"]
    event: Event
    to: str
    matched: Event | None
    gained: tuple[Event, ...] = ()
    lost: tuple[Event, ...] = ()
    kept: tuple[Event, ...] = ()
    unsettled: tuple[Event, ...] = ()
    alternatives: tuple[CausalChain, ...] = ()
    together: tuple[Event, ...] = ()
    perhaps_lost: tuple[tuple[Event, Bridge], ...] = ()
    probably_lost: tuple[Event, ...] = ()
    probably_kept: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Was the cause necessary for the effect, as far as the documents tell?

    `rule` is the convention that decided; `alternatives` are the chains that still lead to the effect when the cause is absent; `reasons`
    are short sentences. `sufficient` tells whether the cause alone brings the effect when every other root cause is absent, None where
    the documents do not settle it; `partners` are the events that it is stated to need for that. `together` are further causes that were
    taken out with it: "necessary" then says that at least one of them was. It is no more than probable where it rests on hedged claims, on
    what only contributes, or holds only if the two events of `bridge` are one; where it would be another if those of `unless` were one, it
    is told with that. `grounds` are the claims whose sentences decide it: of what would have been, or that a cause is enough. `sources` are
    the fewest documents, one of each source, that would have to be wrong for it to fall; none where that was not asked or found.
    """

    cause: Event
    effect: Event
    necessity: Necessity
    rule: Ruling
    alternatives: tuple[CausalChain, ...] = ()
    reasons: tuple[str, ...] = ()
    sufficient: bool | None = None
    partners: tuple[Event, ...] = ()
    together: tuple[Event, ...] = ()
    bridge: Bridge | None = None
    unless: Bridge | None = None
    grounds: tuple[Claim, ...] = ()
    sources: tuple[Source, ...] = ()

    @property
    def leaning(self) -> Literal["necessary", "not necessary"] | None:
        """Return the sure verdict that it is, or probably is; None where it is undetermined."""
        return leaning(self.necessity)

    @property
    def is_probable(self) -> bool:
        """Tell whether it is decided, but no more than probably so."""
        return self.necessity in ("probably necessary", "probably not necessary")


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as evidence, with its score and rank (from 1) under the method that found it."""

    chunk: Chunk
    source: Source
    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered source of an answer: a verbatim quote, its place in a document, and the ids of the claims that it states."""

    n: int
    document: str
    uri: str
    title: str
    chunk: str
    start: int
    end: int
    quote: str
    claims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidencePackage:
    """All that an answer may be written from; every claim and passage in it has a numbered citation.

    short_answer   the words of a cited sentence that answer a question of fact, as the built-in reader finds them; what a
                   comparison came to, or yes or no; or what joins two things, as `joined_by`
    contested      the values that sentences give where they do not agree, each with the number of its citation; `short_answer` is None then
    joined_by      where sentences show how two things are joined, the things between them: none if one sentence names both; else None
    """

    chains: tuple[CausalChain, ...] = ()
    simulations: tuple[Simulation, ...] = ()
    verdict: Verdict | None = None
    denials: tuple[Claim, ...] = ()
    passages: tuple[Passage, ...] = ()
    citations: tuple[Citation, ...] = ()
    events: dict[str, Event] = field(default_factory=dict)
    abstain_because: str | None = None
    short_answer: str | None = None
    joined_by: tuple[str, ...] | None = None
    contested: tuple[tuple[str, int], ...] = ()

    def numbers(self, claims: Iterable[Claim]) -> list[int]:
        """Return the citation numbers of these claims, ascending, without repeats."""
        wanted = {claim.id for claim in claims}
        return sorted({citation.n for citation in self.citations if not wanted.isdisjoint(citation.claims)})


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question, with everything that it rests on; `notes` tell who stepped in for a chat model, and why."""

    question: str
    route: str
    text: str
    abstained: bool
    package: EvidencePackage
    entry_events: tuple[EntryEvent, ...]
    trace: Trace
    notes: tuple[str, ...] = ()
    arbitration: Arbitration | None = None
