"""Says in plain words where a logical query cannot be read. The grammar is in `queries.logic`."""

from typing import TYPE_CHECKING

from cckg.core.text import squeeze

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput


def explained(query: str, error: "UnexpectedInput") -> str:
    """Say in one line at which character, counted from 1, a query cannot be read on, and what could stand there."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    ended = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    place = error.pos_in_stream
    if ended or place is None:
        place = len(query)
    rest = squeeze(query[place:])
    at = f"at character {place + 1}, before {rest[:_SHOWN]!r}" if rest else "at its end"
    expected = error.accepts if isinstance(error, UnexpectedToken) else set()
    if isinstance(error, UnexpectedCharacters):
        what = "a quote is not closed, or was not opened"
    elif "QUOTED" in expected:
        what = "a term, NOT or ( is missing"
    elif ended and "RPAR" in expected:
        what = "a ) is missing"
    else:
        what = "AND or OR, or its end, is missing"
        what += "" if rest.startswith(")") else ". Terms are joined by AND, OR and NOT, in capitals"
    return f"The logical query cannot be read {at}: {what}."


# Private

_SHOWN = 20  # characters of the rest of a query that are shown
