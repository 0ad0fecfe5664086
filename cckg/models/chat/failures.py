"""What clients of chat models raise, brought to a few kinds: may the call be tried again, when, and what is to be said of it.

The clients' own errors are read by what they hold, not by their classes: each provider has a tree of its own, and they change.
"""

import errno
import re
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any, Literal

Kind = Literal["limited", "down", "absent", "rejected", "forbidden", "unknown model"]


class CallFailure(Exception):  # noqa: N818 - it is no error until the retries are over
    """A call without a reply.

    limited      the provider asks for patience (429); `wait_seconds` if it says how much
    down         the connection broke, no answer in time, half an answer, or a fault of the server: it may work the next time
    absent       nothing listens at the address, or there is no way to it
    rejected     the request is not accepted (400, 413, 422 …): no use to send it again
    forbidden    the key is missing, wrong, or has no right (401, 403)
    unknown model   there is no such model or address (404)
    """

    def __init__(self, kind: Kind, reason: str, *, wait_seconds: float | None = None) -> None:
        super().__init__(reason)
        self.kind: Kind = kind
        self.wait_seconds = wait_seconds

    @property
    def is_about_form(self) -> bool:
        """Tell whether the server may have rejected the wish for a reply of a certain form."""
        named = re.search(r"response_?format|json_?schema|\bformat\b|\bschema\b", str(self), re.IGNORECASE)
        return self.kind == "rejected" and named is not None


def failure_of(error: BaseException, *, secrets: Sequence[str] = ()) -> CallFailure:
    """Return what a client's error means; none of the secrets, nor what looks like one, stands in its message."""
    if isinstance(error, CallFailure):
        return error
    chain = list(_chain(error))
    status, headers = _status(chain), _headers(chain)
    reason = _reason(error, chain, secrets)
    if status is None:
        return CallFailure("absent", "nothing answers there") if any(map(_is_absence, chain)) else CallFailure("down", reason)
    if status == _TOO_MANY:
        return CallFailure("limited", f"{reason} (status 429)", wait_seconds=_wait(headers, str(error)))
    if status in _TRANSIENT or status >= _SERVER:
        return CallFailure("down", f"{reason} (status {status})", wait_seconds=_wait(headers, ""))
    kinds: dict[int, Kind] = {401: "forbidden", 403: "forbidden", 404: "unknown model"}
    return CallFailure(kinds.get(status, "rejected"), f"{reason} (status {status})")


# Private

_TOO_MANY = 429
_SERVER = 500
_TRANSIENT = {408, 409, 425}
_REASON = 300  # characters
_NO_WAY = {errno.EHOSTUNREACH, errno.ENETUNREACH}


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and what it was raised from, or while handling what; `from None` hides the latter, but does not lose it."""
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        found = waiting.pop(0)
        if id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        waiting += [item for item in (found.__cause__, found.__context__) if item is not None]


def _is_absence(error: BaseException) -> bool:
    return isinstance(error, ConnectionRefusedError | socket.gaierror) or (isinstance(error, OSError) and error.errno in _NO_WAY)


def _status(chain: list[BaseException]) -> int | None:
    values = (getattr(error, name, None) for error in chain for name in ("status_code", "code"))
    return next((value for value in values if isinstance(value, int) and value >= 100), None)


def _headers(chain: list[BaseException]) -> Mapping[str, str]:
    found = (getattr(getattr(error, "response", None), "headers", None) for error in chain)
    headers: Mapping[Any, Any] = next((one for one in found if isinstance(one, Mapping)), {})
    return {str(key).lower(): str(value) for key, value in headers.items()}


def _wait(headers: Mapping[str, str], said: str) -> float | None:
    """Return for how many seconds a provider asks, in its header, as a number or a date, or, as Gemini does, in what it says."""
    try:
        if milliseconds := headers.get("retry-after-ms"):
            return max(float(milliseconds) * 0.001, 0.0)
        if after := headers.get("retry-after"):
            return max(_seconds(after), 0.0)
    except ValueError:
        return None
    found = re.search(r"""retry(?:Delay['"]?:\s*['"]| in )(\d+(?:\.\d+)?)s""", said)
    return float(found.group(1)) if found else None


def _seconds(after: str) -> float:
    try:
        return float(after)
    except ValueError:
        return parsedate_to_datetime(after).timestamp() - time.time()


def _reason(error: BaseException, chain: list[BaseException], secrets: Sequence[str]) -> str:
    """Return in one line what the provider said, or else what went wrong, without anything that looks like a key."""
    body = next((found for item in chain if isinstance(found := getattr(item, "message", None), str) and found), None)
    text = " ".join((body or str(error) or type(error).__name__).split())
    for secret in secrets:
        text = text.replace(secret, "…")
    return _without_keys(text)[:_REASON].rstrip(".")


def _without_keys(text: str) -> str:
    """Return a text with everything that looks like a key struck out: providers repeat part of a wrong one."""
    text = re.sub(r"(?i)(bearer\s+|key[=:]\s*['\"]?)[^\s'\"&,]+", r"\1…", text)
    return re.sub(r"\b(?:sk|AIza|gsk|xai)[-_]?[\w*-]{8,}", "…", text)
