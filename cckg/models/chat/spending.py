"""What calls cost, and when to stop: prices with their date, a budget in money, tokens or calls, and the sum of what was spent."""

import re
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Literal

from cckg.core.chat import Usage
from cckg.core.errors import InputError, StoppedError

Unit = Literal["usd", "tokens", "calls"]


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens of prompt and of reply, as of a date."""

    input: float
    output: float
    date: str

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """Return what so many tokens cost, in US dollars."""
        return (input_tokens * self.input + output_tokens * self.output) / 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a run may spend."""

    amount: float
    unit: Unit

    @staticmethod
    def parse(text: str) -> "Budget":
        """Read "2.50", "$2.50", "2.50 usd", "200k tokens", "1M tokens" or "500 calls"; an amount alone is US dollars.

        Raises:
            InputError: if it is none of these.
        """
        found = re.fullmatch(r"\s*\$?\s*(\d+(?:\.\d+)?)\s*([kKmM]?)\s*(usd|\$|dollars?|tokens?|calls?)?\s*", text, re.IGNORECASE)
        if not found:
            raise InputError(f"{text!r} is no budget. Write it as '2.50 usd', '200k tokens' or '500 calls'.")
        amount = float(found.group(1)) * {"": 1, "k": 1_000, "m": 1_000_000}[found.group(2).lower()]
        return Budget(amount, _UNITS[(found.group(3) or "usd")[0].lower()])

    def left(self, spent: Usage) -> float:
        """Return how much of it is left, in its own unit."""
        return self.amount - {"usd": spent.cost_usd, "tokens": spent.tokens, "calls": spent.calls}[self.unit]

    def __str__(self) -> str:
        return f"${self.amount:g}" if self.unit == "usd" else f"{self.amount:,.0f} {self.unit}"


class Ledger:
    """The sum of what all models of a run cost. Threads may share it."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget
        self._lock = threading.Lock()
        self.spent = self._reserved = Usage()

    def admit(self, model: str, price: Price | None) -> None:
        """Let a model be called in this run.

        Raises:
            InputError: if the budget is in money and the model's price is not known.
        """
        if price is None and self.budget and self.budget.unit == "usd":
            raise InputError(
                f"A budget of {self.budget} cannot be held with {model}, whose price is not known: give it in tokens or calls, or write "
                f'the price of a million tokens of prompt and of reply into cckg.toml, under [chat.prices], as "{model}" = [0.10, 0.40].'
            )

    def reserve(self, expected: Usage) -> None:
        """Set aside what a call will cost at most.

        Raises:
            StoppedError: if the budget does not hold that much any more; nothing is set aside then.
        """
        with self._lock:
            wanted = self.spent + self._reserved + expected
            if self.budget and self.budget.left(wanted) < 0:
                if wanted == expected:
                    raise StoppedError(
                        f"The budget of {self.budget} is less than a single call may cost. Raise it, and run the same command."
                    )
                raise StoppedError(f"The budget of {self.budget} is spent. The same command goes on from here.")
            self._reserved += expected

    def settle(self, expected: Usage, actual: Usage) -> None:
        """Book what a call cost in place of what was set aside for it."""
        with self._lock:
            self._reserved -= expected
            self.spent += actual

    def book_cached(self) -> Usage:
        """Book a call that was answered before, and return what it costs: nothing."""
        usage = Usage(cached=1)
        with self._lock:
            self.spent += usage
        return usage


def price_of(model: str, own: Mapping[str, tuple[float, float]] | None = None) -> Price | None:
    """Return the price of "provider:model", or None if it is not known; what Ollama runs is free.

    Args:
        model: its name.
        own: dollars for a million tokens of prompt and of reply by name or pattern, which win over the file's.
    """
    for pattern, (given, taken) in sorted((own or {}).items(), key=lambda item: -len(item[0])):
        if fnmatchcase(model, pattern):
            return Price(given, taken, date="")
    return next((price for pattern, price in _prices() if fnmatchcase(model, pattern)), None)


def usage_of(price: Price | None, calls: int, input_tokens: int, output_tokens: int) -> Usage:
    """Return what calls to a model of this price cost."""
    if price is None:
        return Usage(calls, 0, input_tokens, output_tokens, unpriced=calls)
    return Usage(calls, 0, input_tokens, output_tokens, price.of(input_tokens, output_tokens))


# Private

_UNITS: dict[str, Unit] = {"u": "usd", "$": "usd", "d": "usd", "t": "tokens", "c": "calls"}


@cache
def _prices() -> list[tuple[str, Price]]:
    """Return the prices by pattern, the longest pattern first."""
    text = resources.files("cckg.models.chat").joinpath("data/prices.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    prices = [(name, Price(entry["input"], entry["output"], found["date"])) for name, entry in found["models"].items()]
    return sorted(prices, key=lambda item: -len(item[0]))
