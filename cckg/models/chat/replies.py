"""Replies of chat models: the JSON in them is found, validated against a schema, and checked for sense; what is wrong is said in words."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError


class Reply(BaseModel):
    """Base of all reply schemas: every field is asked for and no other may be there, which is what strict servers want.

    A field with a default may all the same be missing in the reply of a model that is not held to the schema.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)


Schema = TypeVar("Schema", bound=Reply)
Check: TypeAlias = Callable[[Schema], Sequence[str]]
"""Returns what makes no sense in a reply that has the right form, one sentence each."""

_MOST_COMPLAINTS = 3


class UnusableReplyError(Exception):
    """A reply cannot be used; the message says why, for whoever wrote it."""


def read_reply(text: str, schema: type[Schema], check: Check[Schema] | None = None) -> Schema:
    """Return what a reply says.

    Models that were not held to a schema think aloud, fence their JSON, or talk around it: of all JSON objects in the text the last one
    that fits the schema counts.

    Raises:
        UnusableReplyError: if there is none, or it makes no sense.
    """
    if not text.strip():
        raise UnusableReplyError("The reply is empty.")
    complaint = "There is no JSON object in the reply."
    for found in _objects(text):
        try:
            reply = schema.model_validate(found)
        except ValidationError as error:
            complaint = _explain(error)
            continue
        complaints = list(check(reply) if check else ())
        if complaints:
            raise UnusableReplyError(" ".join(complaints[:_MOST_COMPLAINTS]))
        return reply
    raise UnusableReplyError(complaint)


def json_schema(schema: type[Reply]) -> dict[str, Any]:
    """Return the JSON schema of a reply without what only people read, for every token of it is paid; it asks for every field."""
    found: dict[str, Any] = _bare(schema.model_json_schema())
    return found


# Private

_UNSENT = frozenset({"title", "description", "default"})


def _objects(text: str) -> Iterator[object]:
    """Yield the outermost JSON objects of a text, the last one first."""
    decoder = json.JSONDecoder()
    found: list[object] = []
    place = text.find("{")
    while place >= 0:
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            found.append(value)
        place = text.find("{", end)
    yield from reversed(found)


def _explain(error: ValidationError) -> str:
    said = []
    for problem in error.errors(include_url=False, include_context=False, include_input=False)[:_MOST_COMPLAINTS]:
        place = ".".join(str(part) for part in problem["loc"])
        said.append(f"{place}: {problem['msg']}." if place else f"{problem['msg']}.")
    return re.sub(r"\.+", ".", " ".join(said))


def _bare(schema: Any) -> Any:
    if isinstance(schema, dict):
        kept = {key: _bare(value) for key, value in schema.items() if not (key in _UNSENT and isinstance(value, str))}
        return kept | {"required": list(kept["properties"])} if kept.get("type") == "object" and "properties" in kept else kept
    return [_bare(item) for item in schema] if isinstance(schema, list) else schema
