"""What goes wrong goes wrong alike whoever decides which mentions are one event: here the small reader does, in a fifth of the time.

A chat model is given each document in a call of its own, so that it is known which one a fault hits.
"""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def _small_event_reader() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CCKG_MODELS__IDENTITY", "small")
        patch.setenv("CCKG_INGEST__SHARED_TOKENS", "0")
        yield
