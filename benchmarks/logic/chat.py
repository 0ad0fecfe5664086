"""A chat model on this machine as the writer of logical queries, while something is measured."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cckg.core.errors import ReplyError
from cckg.models import Embedder
from cckg.roles import RoleRegistry
from cckg.settings import load_settings
from examples.chat.server import start
from examples.processes import free_port


@contextmanager
def chat_writer(model: str, embedder: Embedder) -> Iterator[Callable[[str], str | None]]:
    """Serve one of `CHAT_MODELS`, and yield what puts questions as logical queries by it; None also where no usable reply came."""
    with tempfile.TemporaryDirectory() as place:
        server = start(model, Path(place), free_port())
        try:
            chat = {"openai_url": server.url, "timeout_seconds": 3600}
            writer = RoleRegistry(load_settings(roles={"parser": f"openai:{model}"}, chat=chat), lambda: embedder).logical

            def written(question: str) -> str | None:
                try:
                    return writer.write(question)
                except ReplyError:
                    return None

            yield written
        finally:
            server.kill()
