"""How fast calls are let through, on a clock that only moves when somebody sleeps."""

import itertools
import threading
import time

import pytest

from cckg.models.chat import Pace
from cckg.models.chat.pacing import backoff


class Clock:
    """A clock that stands still but while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def paced(**limits: float) -> tuple[Pace, Clock]:
    clock = Clock()
    return Pace(clock=clock, sleep=clock.sleep, **limits), clock  # type: ignore[arg-type]


def test_without_limits_nobody_waits() -> None:
    pace, clock = paced()
    for _ in range(100):
        pace.wait(1000)
    assert clock.now == 1000


def test_requests_are_spaced_evenly() -> None:
    pace, clock = paced(requests_per_minute=600)
    times = []
    for _ in range(601):
        pace.wait(10)
        times.append(clock.now - 1000)
    assert times[-1] == pytest.approx(60, rel=1e-6)
    assert all(later - earlier == pytest.approx(0.1) for earlier, later in itertools.pairwise(times))


def test_tokens_are_paid_in_advance_and_corrected() -> None:
    pace, clock = paced(tokens_per_minute=6000)
    pace.wait(100)  # one second's worth
    pace.settle(200)  # it took three
    pace.wait(1)
    assert clock.now == pytest.approx(1003)


def test_an_idle_time_is_no_credit() -> None:
    pace, clock = paced(requests_per_minute=60)
    pace.wait(1)
    clock.now += 600
    pace.wait(1)
    first = clock.now
    pace.wait(1)
    assert clock.now == pytest.approx(first + 1)


def test_a_pause_holds_back_everybody() -> None:
    pace, clock = paced()
    pace.pause(7)
    pace.pause(3)
    pace.wait(1)
    assert clock.now == 1007


def test_the_circuit_opens_after_so_many_losses_in_a_row() -> None:
    pace, _ = paced(give_up_after=2)
    pace.lost()
    pace.succeeded()
    pace.lost()
    assert not pace.is_open
    pace.lost()
    assert pace.is_open


def test_a_wait_is_told_of_once_by_whoever_waits_first() -> None:
    pace, clock = paced()
    assert not pace.is_worth_telling(0.5)
    assert pace.is_worth_telling(8)
    assert not pace.is_worth_telling(9)
    clock.now += 8
    assert pace.is_worth_telling(2)
    clock.now += 3
    assert not pace.is_worth_telling(2)  # nor more often than every five seconds


def test_threads_keep_the_limit_together() -> None:
    pace = Pace(requests_per_minute=6000)
    times: list[float] = []

    def work() -> None:
        for _ in range(10):
            pace.wait(1)
            times.append(time.monotonic())

    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(times) - min(times) >= 0.48  # 49 gaps of 10 ms


def test_backoff_doubles_with_jitter_up_to_a_bound() -> None:
    for attempt, whole in ((1, 1.0), (2, 2.0), (5, 16.0), (20, 60.0)):
        drawn = [backoff(attempt, first=1.0) for _ in range(200)]
        assert whole / 2 <= min(drawn) <= max(drawn) <= whole
        assert len(set(drawn)) > 1
