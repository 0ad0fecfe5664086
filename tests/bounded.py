"""Bounds on the processor's time, to tell what ends from what would not: generous, for machines differ; benchmarks measure speed."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Fail if this process computes for longer; waiting for a busy machine does not count."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < seconds
