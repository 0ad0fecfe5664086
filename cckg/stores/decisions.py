"""Decisions by hand as text, which is how every store keeps them: one value of JSON, with the wordings and claims that they are about."""

from functools import cache

from pydantic import TypeAdapter

from cckg.core.decisions import Decision


def decision_text(decision: Decision) -> str:
    """Return a decision as JSON."""
    return _decisions().dump_json(decision).decode()


def decision_of(text: str) -> Decision:
    """Read a decision from JSON."""
    return _decisions().validate_json(text)


# Private


@cache
def _decisions() -> TypeAdapter[Decision]:
    return TypeAdapter(Decision)
