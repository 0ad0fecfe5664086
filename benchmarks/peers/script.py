"""A scripted model that keeps what was asked of it by kind of prompt."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from benchmarks.scripted_model import Said, ScriptedModel

NOTHING_FOUND = "answer from nothing"
"""The kind of a prompt that asks for an answer and shows nothing to make it of."""


class Reply(NamedTuple):
    """The kind of a prompt, what is replied to it, and the names of the entities that are told there."""

    kind: str
    text: str
    names: frozenset[str] = frozenset()


@dataclass(slots=True)
class Spent:
    """Calls, with the tokens of their prompts and replies."""

    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0

    def add(self, other: "Spent") -> None:
        """Add what was spent elsewhere."""
        self.calls += other.calls
        self.prompt_tokens += other.prompt_tokens
        self.reply_tokens += other.reply_tokens


@dataclass(slots=True)
class CountingModel(ScriptedModel):
    """A scripted model that sees whole conversations; `replies` makes what it replies, and says what kind of prompt that was.

    `names` are those of all entities that it has told of.
    """

    replies: Callable[[Said], Reply] = lambda said: Reply("", "")
    by_kind: dict[str, Spent] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)

    def reply(self, said: Said) -> str:
        """Return the reply to a conversation, and count it."""
        kind, text, names = self.replies(said)
        spent = Spent(1, sum(self.count(part) for _, part in said), self.count(text))
        with self.lock:
            self.by_kind.setdefault(kind, Spent()).add(spent)
            self.names |= names
        return text

    def take(self) -> tuple[dict[str, Spent], list[int]]:
        """Return what was asked since this was called last, by kind, and how many texts each request for vectors held."""
        with self.lock:
            by_kind, self.by_kind = self.by_kind, {}
            embedded, self.embedded = self.embedded, []
        return by_kind, embedded
