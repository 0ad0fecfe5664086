"""Results of the stages that can be run alone: matching, searching, walking the graph."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cckg.core.evidence import CausalChain, EntryEvent, Simulation, Verdict
from cckg.core.trace import Trace

SearchMethod: TypeAlias = Literal["dense", "bm25", "hybrid", "cis", "logic"]
"""How passages and events are searched: by vector, by words, by both with their ranks fused, by the Causal Inference Score, by logic."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Whether two wordings name the same event, go the same way, and both; and their cosine."""

    same_event: bool
    same_polarity: bool
    cosine: float

    @property
    def match(self) -> bool:
        """Tell whether the two may stand for one another."""
        return self.same_event and self.same_polarity


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A chunk or event that was found. `kind` says which; an event has no document of its own, its context stands in `title`."""

    kind: str
    id: str
    document: str | None
    uri: str | None
    title: str
    text: str
    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class Walk:
    """Chains around an event, or between two; `entry_events` are those that the words were matched to, `notes` as in `Answer`."""

    query: str
    entry_events: tuple[EntryEvent, ...]
    chains: tuple[CausalChain, ...]
    truncated: bool
    trace: Trace
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Both worlds around an event: simulations, and the verdict where an effect was asked about; `notes` as in `Answer`.

    `chains` are those that lead from the event, to the effect where one was asked about.
    """

    event: str
    entry_events: tuple[EntryEvent, ...]
    simulations: tuple[Simulation, ...]
    verdict: Verdict | None
    trace: Trace
    notes: tuple[str, ...] = ()
    chains: tuple[CausalChain, ...] = ()
