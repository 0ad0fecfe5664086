"""What is said to a chat model, and what that costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt: `system` is the same for every call of its kind and stands first, so that providers can cache it; `user` is what varies.

    `name` is that of its file in `prompts`.
    """

    name: str
    system: str
    user: str

    @property
    def role(self) -> str | None:
        """Return the language role whose prompt it is; None if it belongs to none."""
        return _ROLES.get(self.name)


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls to chat models cost: tokens as the provider counted them; `cost_usd` counts models of a known price only.

    `calls` were answered by a model, `cached` by what it had answered before; `unpriced` are those calls of which no price is known.
    """

    calls: int = 0
    cached: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0

    @property
    def tokens(self) -> int:
        """Return the tokens of prompts and replies together."""
        return self.input_tokens + self.output_tokens

    @property
    def money(self) -> float | None:
        """Return US dollars, or None where the price of a call is not known."""
        return None if self.unpriced else self.cost_usd

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.cached + other.cached,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost_usd + other.cost_usd,
            self.unpriced + other.unpriced,
        )

    def __sub__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls - other.calls,
            self.cached - other.cached,
            self.input_tokens - other.input_tokens,
            self.output_tokens - other.output_tokens,
            self.cost_usd - other.cost_usd,
            self.unpriced - other.unpriced,
        )


@dataclass(frozen=True, slots=True)
class Kept:
    """A reply that was kept, and what it cost when it was asked for."""

    reply: str
    usage: Usage


class Answers(Protocol):
    """Where replies are kept under a hash of all that decides them. Threads may share it."""

    def get(self, keys: Sequence[str]) -> dict[str, Kept]:
        """Return what was kept under these keys; a key under which nothing was kept is left out."""

    def put(self, prompt: str, kept: Mapping[str, Kept]) -> None:
        """Keep validated replies by their keys, all or none; `prompt` is the prompt's name."""

    def timed(self, model: str, prompt: str, seconds: float) -> None:
        """Remember how long a model took for a reply to a prompt of this name."""

    def seconds(self, model: str, prompt: str) -> float | None:
        """Return how long a model takes for such a reply, or else for any, on average; None if it was never asked."""


# Private

_ROLES = {
    "extract_pairs": "extractor",
    "same_event": "verifier",
    "parse_question": "parser",
    "opposite": "opposites",
    "synthesise": "writer",
    "answer_from_passages": "writer",
}
