"""Count the calls that questions would make if a chat model played all roles, by kind of question and role, on the demo corpus.

python -m benchmarks.question_calls

No model is asked: the built-in roles answer, and what is asked of them is counted as the chat roles would ask it, so that a reply is never
refused. One call compares many wordings; a pair that was compared before is not asked about again.
"""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from benchmarks.circumstances import ROOT
from cckg.app import CausalRAG, open_app
from cckg.core.evidence import EvidencePackage
from cckg.core.graph import Event, EventMention, Polarity
from cckg.core.questions import ParsedQuestion
from cckg.core.roles import Criterion, MatchVerdict, QuestionRoles, Rejected
from cckg.evaluation.gold import load_gold
from cckg.identity import linking_calls, verification_calls
from cckg.settings import load_settings
from queries import QueryEngine

EXAMPLES = ROOT / "examples"
ROLES = ("parser", "verifier", "opposites", "writer")


def main() -> None:
    """Ask the questions and print the mean counts, a line for each kind."""
    counted: dict[str, list[Counter[str]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as place, open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
        app.ingest([EXAMPLES / "corpus"])
        for question in load_gold(EXAMPLES).questions:
            counter = Counting(app)
            answer = _engine(app, counter).ask(question.question)
            kind = "declined" if answer.abstained else str(counter.asks)
            counted[kind].append(counter.calls)
    print(f"{'':12}{'questions':>10}" + "".join(f"{role:>11}" for role in (*ROLES, "all", "most")))
    for kind, calls in sorted(counted.items()):
        means = [sum(of_one[role] for of_one in calls) / len(calls) for role in ROLES]
        cells = [*means, sum(means), max(of_one.total() for of_one in calls)]
        print(f"{kind:12}{len(calls):>10}" + "".join(f"{cell:>11.1f}" for cell in cells))


@dataclass(slots=True)
class Counting:
    """The built-in roles for one question, each of which counts what it is asked."""

    app: CausalRAG
    calls: Counter[str] = field(default_factory=Counter)
    asks: str = ""
    name: str = "counting"
    reads_passages: bool = False
    is_final: Literal[True] = True
    _known: set[tuple[str, ...]] = field(default_factory=set)
    _linked: set[tuple[EventMention, EventMention]] = field(default_factory=set)

    def parse(self, question: str) -> ParsedQuestion:
        """Count one call."""
        self.calls["parser"] += 1
        parsed = self.app.roles.parser.parse(question)
        self.asks = parsed.asks
        return parsed

    def verify(self, pairs: Sequence[tuple[Event, Event]], criterion: Criterion) -> list[MatchVerdict]:
        """Count the calls for the pairs that are new."""
        new = [pair for pair in pairs if (criterion, *(event.text for event in pair)) not in self._known]
        self._known.update((criterion, *(event.text for event in pair)) for pair in new)
        self.calls["verifier"] += len(verification_calls(new, criterion))
        return self.app.roles.verifier.verify(pairs, criterion)

    def meant(self, pairs: Sequence[tuple[EventMention, EventMention]]) -> list[MatchVerdict]:
        """Count the calls for what phrases were not asked about yet, and let the built-in reader tell."""
        for call in linking_calls([pair for pair in pairs if pair not in self._linked]):
            self._linked.update(product(call.phrases, call.mentions))
            self.calls["verifier"] += 1
        return self.app.roles.event_reader.meant(pairs)

    def opposite(self, text: str, polarity: Polarity, *, rejected: Sequence[Rejected] = ()) -> tuple[str, Polarity]:
        """Count one call."""
        self.calls["opposites"] += 1
        return self.app.roles.opposites.opposite(text, polarity, rejected=rejected)

    def write(self, parsed: ParsedQuestion, package: EvidencePackage) -> str:
        """Count one call, but none for an abstention, which is not left to a model."""
        self.calls["writer"] += package.abstain_because is None
        return self.app.roles.writer.write(parsed, package)


# Private


def _engine(app: CausalRAG, counting: Counting) -> QueryEngine:
    return QueryEngine(
        store=app.store,
        embedder=app.bound_embedder(),
        roles=QuestionRoles(counting, counting, counting, counting, app.roles.logical),
        matching=app.settings.matching,
        settings=app.settings,
        meter=app.roles.chats.spent,
        linker=counting,
    )


if __name__ == "__main__":
    main()
