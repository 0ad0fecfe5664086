"""Claims read by a chat model on this machine, on a sample of sentences, beside what the built-in ways make of the same ones.

Reading by it takes many seconds a sentence on two cores, so it is done when it is asked for: python -m benchmarks.reading --chat.
"""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.reading.spans import Reads, Row, span_figures
from cckg.core.claims import ExtractedClaim
from cckg.core.text import content_hash
from cckg.extraction import ChatExtractor
from cckg.roles import ChatModels
from cckg.settings import load_settings
from examples.chat.server import start
from examples.processes import free_port


def chat_figures(rows: Sequence[Row], model: str, *, sentences: int, beside: Mapping[str, Reads]) -> dict[str, Any]:
    """Measure one of `cckg.models.weights.CHAT_MODELS`, and other ways by name, on so many of the rows, the same for all.

    A sentence for which no usable reply came counts as read and without a claim; `lost` tells how many there are.
    """
    sample = sorted(rows, key=lambda row: content_hash(row["id"]))[:sentences]
    readings = _read_by(model, [row["text"] for row in sample])

    def told(_: Sequence[str]) -> list[tuple[ExtractedClaim, ...]]:
        return [reading.claims for reading in readings]

    figures = {name: span_figures(sample, read) for name, read in ({model: told} | dict(beside)).items()}
    return {"sentences": len(sample), "lost": sum(reading.unread is not None for reading in readings), **figures}


# Private


def _read_by(model: str, texts: Sequence[str]) -> list[Any]:
    with tempfile.TemporaryDirectory() as place:
        server = start(model, Path(place), free_port())
        try:
            chat = {"openai_url": server.url, "timeout_seconds": 3600}
            chats = ChatModels(load_settings(roles={"extractor": f"openai:{model}"}, chat=chat))
            return ChatExtractor(chats.for_role(f"openai:{model}")).extract(texts)
        finally:
            server.kill()
