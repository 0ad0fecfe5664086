"""What the errors of clients mean, whatever their classes are."""

import errno
import socket
import time
from email.utils import formatdate

import pytest

from cckg.models.chat.failures import failure_of


class Response:
    def __init__(self, **headers: str) -> None:
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class ClientError(Exception):
    """An error as a client raises it."""

    def __init__(self, message: str, status: int | None = None, response: Response | None = None) -> None:
        super().__init__(message)
        self.status_code = status
        self.response = response


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (429, "limited"),
        (500, "down"),
        (503, "down"),
        (529, "down"),
        (408, "down"),
        (400, "rejected"),
        (413, "rejected"),
        (422, "rejected"),
        (401, "forbidden"),
        (403, "forbidden"),
        (404, "unknown model"),
        (None, "down"),
    ],
)
def test_a_status_decides(status: int | None, kind: str) -> None:
    assert failure_of(ClientError("no", status)).kind == kind


@pytest.mark.parametrize(
    "below", [ConnectionRefusedError(111, "refused"), socket.gaierror(-2, "no such name"), OSError(errno.ENETUNREACH, "no way")]
)
def test_where_nothing_listens_is_told_from_a_connection_that_broke(below: OSError) -> None:
    error = ClientError("Connection error.")
    error.__cause__ = below
    assert failure_of(error).kind == "absent"
    error.__cause__ = ConnectionResetError(104, "reset")
    assert failure_of(error).kind == "down"


@pytest.mark.parametrize(
    ("response", "message", "seconds"),
    [
        (Response(Retry_After="7"), "", 7),
        (Response(retry_after_ms="1500"), "", 1.5),
        (Response(Retry_After="nonsense"), "", None),
        (Response(), "quota; retryDelay': '31s'", 31),
        (Response(), "Please retry in 4.5s.", 4.5),
        (Response(), "no hint", None),
        (Response(Retry_After="-3"), "", 0),
    ],
)
def test_the_wait_that_is_asked_for_is_found(response: Response, message: str, seconds: float | None) -> None:
    assert failure_of(ClientError(message, 429, response)).wait_seconds == seconds


def test_a_date_is_a_wait_until_then() -> None:
    found = failure_of(ClientError("", 429, Response(Retry_After=formatdate(time.time() + 30, usegmt=True)))).wait_seconds
    assert found is not None
    assert 27 <= found <= 30


def test_what_lies_below_an_error_is_looked_at_even_where_it_is_hidden() -> None:
    try:
        try:
            raise ClientError("slow down", 429, Response(Retry_After="2"))
        except ClientError:
            raise RuntimeError("the call failed") from None
    except RuntimeError as error:
        found = failure_of(error)
    assert (found.kind, found.wait_seconds) == ("limited", 2)


@pytest.mark.parametrize(
    "said",
    [
        "Incorrect API key provided: sk-proj-abc123def456ghi789. You can find",
        "invalid key=AIzaSyA1234567890abcdefghijklmnop",
        "Authorization: Bearer very-secret-token-123 was refused",
    ],
)
def test_keys_are_struck_out(said: str) -> None:
    told = str(failure_of(ClientError(said, 401)))
    assert not any(secret in told for secret in ("abc123def456", "SyA1234567890", "very-secret-token"))


def test_a_long_answer_is_one_short_line() -> None:
    told = str(failure_of(ClientError("<html>\n" * 500, 502)))
    assert len(told) < 400
    assert "\n" not in told
