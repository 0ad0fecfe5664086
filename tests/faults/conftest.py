"""What goes wrong goes wrong alike whoever decides which mentions are one event: here the small reader does, in a fifth of the time."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def _small_event_reader() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CCKG_MODELS__IDENTITY", "small")
        yield
