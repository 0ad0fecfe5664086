"""One exchange with a chat model: every attempt is paced, booked, and made again where it failed for a reason that may pass."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from cckg.core.chat import Usage
from cckg.core.errors import ModelError, ReplyError, StoppedError
from cckg.core.text import count_tokens
from cckg.models.chat.failures import CallFailure
from cckg.models.chat.pacing import Pace, backoff
from cckg.models.chat.providers import ChatModel, Message, Said
from cckg.models.chat.spending import Ledger, Price, usage_of
from cckg.settings import ChatSettings

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Exchange:
    """The attempts at one reply. `usage` is what they have cost until now, `seconds` how long the model took for them."""

    model: ChatModel
    settings: ChatSettings
    pace: Pace
    ledger: Ledger
    price: Price | None
    schema: dict[str, Any]
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0

    def say(self, messages: Sequence[Message]) -> Said:
        """Return what the model says to these messages.

        Raises:
            ReplyError: if it says nothing, after all retries.
            StoppedError: if no call may be made any more.
            ModelError: if no call can succeed.
        """
        expected = self._expected(messages)
        attempt = 1
        while True:
            try:
                said = self._attempt(messages, expected)
            except CallFailure as failure:
                self._wait_or_give_up(failure, attempt)
                attempt += 1
            else:
                self.pace.succeeded()
                return said

    # Private

    def _attempt(self, messages: Sequence[Message], expected: Usage) -> Said:
        if self.pace.is_open:
            raise StoppedError(
                f"{self.model.name} does not answer any more at {self.model.address}; see the failures before. "
                "The documents read until now are stored, and answers that were paid for are kept: the same command goes on from there."
            )
        self.ledger.reserve(expected)
        actual = Usage()
        try:
            self.pace.wait(expected.tokens)
            begun = time.perf_counter()
            try:
                said = self.model.ask(messages, self.schema)
            finally:
                self.seconds += time.perf_counter() - begun
            actual = self._counted(said, expected)
            self.pace.settle(actual.tokens - expected.tokens)
        finally:
            self.ledger.settle(expected, actual)
            self.usage += actual
        return said

    def _wait_or_give_up(self, failure: CallFailure, attempt: int) -> None:
        """Wait until a failed call may be made again, or raise what is to be said of it."""
        if failure.kind not in ("limited", "down", "absent"):
            self._reject(failure)
        if failure.kind == "absent" and not self.pace.has_answered:
            self._wait_once(attempt)
            return
        wait = failure.wait_seconds
        if attempt > self.settings.retries or (wait is not None and wait > self.settings.patience_seconds):
            self.pace.lost()
            asked = f"; it asks to wait {wait:.0f} s" if wait else ""
            raise ReplyError(f"{self.model.name} at {self.model.address}: {failure}{asked}, after {attempt} attempts")
        seconds = backoff(attempt, first=self.settings.backoff_seconds) if wait is None else wait
        level = logging.WARNING if self.pace.is_worth_telling(seconds) else logging.INFO
        turn = f"({attempt + 1} of {self.settings.retries + 1})"
        logger.log(level, "%s at %s: %s; trying again in %.0f s %s", self.model.name, self.model.address, failure, seconds, turn)
        if failure.kind == "limited" or wait is not None:
            self.pace.pause(seconds)
        else:
            self.pace.rest(seconds)

    def _wait_once(self, attempt: int) -> None:
        """Wait a moment for a server that has not answered yet in this run; it may be starting. Refuse to do so twice."""
        if attempt > min(self.settings.retries, 1):
            raise ModelError(self.model.absence)
        self.pace.rest(min(self.settings.backoff_seconds, _MOMENT))

    def _reject(self, failure: CallFailure) -> NoReturn:
        if failure.kind == "forbidden":
            raise ModelError(f"{self.model.name} refuses the key: {failure}. Check the key and what it may be used for.")
        if failure.kind == "unknown model":
            raise ModelError(f"{self.model.name} is not there: {failure}. Check the model's name and the server's address.")
        raise ReplyError(f"{self.model.name}: {failure}")

    def _expected(self, messages: Sequence[Message]) -> Usage:
        return self._priced(sum(count_tokens(text) for _, text in messages), self.settings.expected_output_tokens)

    def _counted(self, said: Said, expected: Usage) -> Usage:
        """Return what a call cost, as the provider counted; what it did not count is estimated."""
        given = expected.input_tokens if said.input_tokens is None else said.input_tokens
        taken = count_tokens(said.text) if said.output_tokens is None else said.output_tokens
        return self._priced(given, taken)

    def _priced(self, given: int, taken: int) -> Usage:
        return usage_of(self.price, 1, given, taken)


# Private

_MOMENT = 1.0  # seconds
