"""The wheel holds our four packages with their data files, nothing else, and runs from there."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("cckg", "ingest", "queries", "prompts")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built with the build backend of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def unpacked(wheel: Path) -> Path:
    folder = wheel.parent / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def sources() -> set[str]:
    """Return the files of our packages as they stand in the tree, what Python and editors leave behind apart."""
    files = {path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()}
    return {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts and not path.name.startswith(".")}


def test_the_wheel_holds_exactly_our_packages_with_their_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == sources()
    assert {name.rsplit(".", 1)[-1] for name in held} >= {"py", "md", "sql", "tsv", "html"}


def test_the_wheel_installs_one_command_and_the_licence(unpacked: Path) -> None:
    (info,) = unpacked.glob("*.dist-info")
    assert (info / "entry_points.txt").read_text().strip() == "[console_scripts]\ncckg = cckg.terminal.cli.main:main"
    assert (info / "licenses" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_wheel_is_for_every_platform_and_small(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as content:
        weights = sum(entry.compress_size for entry in content.infolist() if entry.filename.startswith("cckg/models/data/"))
    assert 2_000_000 < weights < 23_000_000  # seven readers of one to three megabytes each, on the larger base one of four and one of five
    assert wheel.stat().st_size - weights < 1_000_000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--version"], "cckg "),
        (["parse", "Why did the dam fail?"], "causal"),
        (["extract", "--json"], '"the failure of the dam"'),
        (["ask", "Why?"], ""),
        (["init"], ""),
    ],
)
def test_what_was_unpacked_runs_without_the_tree(unpacked: Path, tmp_path: Path, arguments: list[str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cckg", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        input="The crack caused the failure of the dam.",
        capture_output=True,
        text=True,
        check=False,
    )
    assert said in done.stdout
    assert "Traceback" not in done.stderr
    assert "cckg failed" not in done.stderr


def test_every_package_is_imported_from_where_it_was_unpacked(unpacked: Path, tmp_path: Path) -> None:
    script = f"import {', '.join(PACKAGES)}; print(*(m.__file__ for m in ({', '.join(PACKAGES)})), sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [Path(line).parent for line in done.stdout.splitlines()] == [unpacked / package for package in PACKAGES]


def test_without_a_checkout_made_up_worlds_are_said_to_need_one(unpacked: Path, tmp_path: Path) -> None:
    script = "import sys; sys.modules['benchmarks'] = None; sys.argv = ['cckg', 'eval', 'worlds']; from cckg.terminal import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "come with a checkout of cckg" in " ".join(done.stderr.split())
