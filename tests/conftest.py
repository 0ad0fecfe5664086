"""What tests of every folder share."""

import pytest

from cckg.models.base import Embedder
from cckg.models.encoders import open_embedder
from cckg.settings import DEFAULT_EMBEDDING


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The encoder that users get by default; fetched once into the user's cache folder."""
    return open_embedder(DEFAULT_EMBEDDING, folder=None, offline=False, threads=0)
