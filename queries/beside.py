"""Runs what only waits, a chat model's reply above all, beside what its caller does meanwhile. What may run so is the caller's to say."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Protocol, TypeVar

Result = TypeVar("Result")


class Start(Protocol):
    """Starts a task, and returns what gives its result, as often as it is asked for, or raises what the task raised."""

    def __call__(self, task: Callable[[], Result], /) -> Callable[[], Result]:
        """Start a task."""


@contextmanager
def side_by_side(threads: int) -> Iterator[Start]:
    """Return what starts tasks: in so many threads, or, with none, in the caller's own when the result is first asked for.

    At the end tasks under way are waited for, and those that have not begun are dropped; where the caller raises, none is waited for. A
    task may wait for one that was started before it, as long as no more are under way than there are threads. Without threads, one that
    raised runs again when its result is asked for again.
    """
    if not threads:
        yield cache
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield lambda task: pool.submit(task).result
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown(cancel_futures=True)
