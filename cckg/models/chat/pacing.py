"""How fast calls may be made: requests and tokens a minute, pauses that a provider asks for, and when to stop asking at all.

Calls are spaced evenly, so that a limit holds in every minute and not only on average. One `Pace` is shared by all threads that call
one provider.
"""

import random
import threading
import time
from collections.abc import Callable

_MINUTE = 60.0
_NAP = 0.5  # seconds, after which one looks whether the run is over
_NOTICED = 1.0  # seconds of waiting that are told of
_BETWEEN = 5.0  # seconds at least between two words of it


class Pace:
    """Lets calls through one by one.

    A pause holds back all calls, for what a provider says to one of them goes for the others. After `give_up_after` calls in a row that
    came to nothing the circuit is open: nothing is let through any more.
    """

    def __init__(
        self,
        *,
        requests_per_minute: float = 0,
        tokens_per_minute: float = 0,
        give_up_after: int = 3,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """Make a pace; a limit of 0 is none."""
        self._request_seconds = _MINUTE / requests_per_minute if requests_per_minute else 0.0
        self._token_seconds = _MINUTE / tokens_per_minute if tokens_per_minute else 0.0
        self._give_up_after = give_up_after
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._next_request = self._next_token = self._paused_until = 0.0
        self._lost = 0
        self._told_until = 0.0
        self.has_answered = False
        """Whether the provider has answered in this run."""

    @property
    def is_open(self) -> bool:
        """Tell whether the circuit is open."""
        return self._lost >= self._give_up_after

    def wait(self, tokens: int) -> None:
        """Wait until a call of about so many tokens may be made."""
        with self._lock:
            now = self._clock()
            at = max(now, self._next_request, self._next_token)
            self._next_request = at + self._request_seconds if self._request_seconds else 0.0
            self._next_token = at + tokens * self._token_seconds if self._token_seconds else 0.0
        self._sleep_until(lambda: max(at, self._paused_until))

    def rest(self, seconds: float) -> None:
        """Hold back this caller alone for so long."""
        at = self._clock() + seconds
        self._sleep_until(lambda: at)

    def is_worth_telling(self, seconds: float) -> bool:
        """Tell whether somebody who waits so long should say so: long enough to be noticed, and no other has just said it."""
        with self._lock:
            now = self._clock()
            if seconds < _NOTICED or now < self._told_until:
                return False
            self._told_until = now + max(seconds, _BETWEEN)
            return True

    def settle(self, tokens: int) -> None:
        """Correct what a call was taken for by so many tokens, which may be fewer than none."""
        with self._lock:
            self._next_token += tokens * self._token_seconds

    def pause(self, seconds: float) -> None:
        """Hold back all calls for so long from now."""
        with self._lock:
            self._paused_until = max(self._paused_until, self._clock() + seconds)

    def succeeded(self) -> None:
        """Remember that the provider answers."""
        with self._lock:
            self._lost = 0 if self._lost < self._give_up_after else self._lost
            self.has_answered = True

    def close(self) -> None:
        """Let nothing through any more: the run is over, and calls that still wait in the background are not to be made."""
        with self._lock:
            self._lost = self._give_up_after
            self._paused_until = 0.0

    def lost(self) -> None:
        """Remember that a call came to nothing for no fault of its own."""
        with self._lock:
            self._lost += 1

    # Private

    def _sleep_until(self, at: Callable[[], float]) -> None:
        """Sleep until a time that may be put off meanwhile, or until nothing is let through any more."""
        while not self.is_open and (left := at() - self._clock()) > 0:
            self._sleep(min(left, _NAP))


def backoff(attempt: int, *, first: float, most: float = 60.0) -> float:
    """Return how long to wait after the nth failed attempt (from 1): doubled each time, with jitter of a half to the whole."""
    return min(first * 2.0 ** (attempt - 1), most) * random.uniform(0.5, 1.0)  # noqa: S311 - no secret
