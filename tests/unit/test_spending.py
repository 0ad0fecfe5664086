"""Prices, budgets and the ledger."""

import pytest

from cckg.core.chat import Usage
from cckg.core.errors import InputError, StoppedError
from cckg.models.chat import Budget, Ledger
from cckg.models.chat.spending import price_of


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("2.50", 2.5, "usd"),
        ("$2.50", 2.5, "usd"),
        ("2USD", 2, "usd"),
        ("3 dollars", 3, "usd"),
        ("200k tokens", 200_000, "tokens"),
        ("1M tokens", 1_000_000, "tokens"),
        (" 500 calls ", 500, "calls"),
        ("1 call", 1, "calls"),
    ],
)
def test_budgets_are_read(text: str, amount: float, unit: str) -> None:
    assert Budget.parse(text) == Budget(amount, unit)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "much", "-2", "2 euros", "tokens", "1e9 calls"])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no budget"):
        Budget.parse(text)


def test_a_budget_below_one_call_is_told_as_that() -> None:
    with pytest.raises(StoppedError, match="The budget of 10 tokens is less than a single call may cost"):
        Ledger(Budget(10, "tokens")).reserve(Usage(calls=1, input_tokens=11))


def test_a_budget_is_not_overdrawn_by_calls_under_way() -> None:
    ledger = Ledger(Budget(3, "calls"))
    one = Usage(calls=1, input_tokens=10)
    ledger.reserve(one)
    ledger.reserve(one)
    ledger.settle(one, one)
    ledger.reserve(one)
    with pytest.raises(StoppedError, match="The budget of 3 calls is spent"):
        ledger.reserve(one)
    ledger.settle(one, Usage())  # it came to nothing
    ledger.reserve(one)
    assert ledger.spent == one


def test_a_budget_in_money_admits_no_model_of_unknown_price() -> None:
    with pytest.raises(InputError, match=r"A budget of \$2 cannot be held with openai:m, .*\[chat\.prices\]"):
        Ledger(Budget(2, "usd")).admit("openai:m", None)
    Ledger(Budget(2, "usd")).admit("openai:m", price_of("openai:m", {"openai:*": (1.0, 2.0)}))
    Ledger(Budget(2, "calls")).admit("openai:m", None)
    Ledger().admit("openai:m", None)


def test_prices_of_ones_own_win_the_longest_pattern_first() -> None:
    found = price_of("openai:gpt-4o-mini", {"openai:*": (1.0, 2.0), "openai:gpt-4o*": (3.0, 4.0)})
    assert found is not None
    assert (found.input, found.output) == (3.0, 4.0)


def test_prices_are_found_by_the_longest_pattern() -> None:
    mini, large, local = price_of("openai:gpt-4o-mini-2024"), price_of("openai:gpt-4o"), price_of("ollama:llama3.1")
    assert mini is not None
    assert large is not None
    assert mini.input < large.input
    assert mini.date
    assert local is not None
    assert local.of(10**6, 10**6) == 0
    assert price_of("openai:my-own") is None
    assert large.of(1_000_000, 1_000_000) == large.input + large.output
