"""The tree has the shape that its architecture says, and names no machine and no package registry."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = {"cckg", "ingest", "queries", "prompts", "tests", "docs", "benchmarks", "examples", "training"}
FILES = {"docker-compose.yml", "mkdocs.yml", "pyproject.toml", "README.md", "CONTRIBUTING.md", "Makefile", "CHANGELOG.md", "LICENSE"}
REQUIRED = {"cckg", "ingest", "queries", "prompts", "tests", "pyproject.toml", "README.md", "LICENSE", "Makefile"}
MOST_KIB = 2048
MOST_KIB_OF_ADAPTERS = 8192
"""Those of a trained reader on a large base have to be shipped, for nobody can fetch them elsewhere; they hardly ever change."""
# Written so that this file does not name what it looks for.
REGISTRIES = re.compile(
    r"\b(pypi|pythonhosted|crates|npmjs|deb[.]debian)[.](org|com|io)\b|\b(maven|golang)[.](apache[.]org|org)\b", re.IGNORECASE
)
MACHINE_PATHS = re.compile(r"(?<![\w.])/(work|farm|root|home/\w+|Users/\w+|tmp/lab)/")


def tracked() -> list[Path]:
    """Return the files that git tracks; where there is no git, such as in a source archive, there is nothing to check."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("this is no git repository")
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in tracked():
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    return found


def test_the_top_level_is_that_of_the_architecture() -> None:
    names = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {name for name in names if not name.startswith(".")} - FOLDERS - FILES == set()
    assert REQUIRED - names == set()


def test_stores_in_a_checkout_are_ignored_and_nothing_tracked_is() -> None:
    tracked()  # skips where there is no git
    stores = ["back.db", "docs/graph.db", "back.db-wal", "back.db-shm"]
    ignored = subprocess.run(["git", "check-ignore", *stores], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ignored.stdout.split() == stores
    both = subprocess.run(
        ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert both.stdout == ""


def test_no_file_is_so_large_that_it_belongs_elsewhere() -> None:
    adapters = set((ROOT / "cckg" / "models" / "data").glob("*.safetensors"))
    too_large = [path.name for path in tracked() if path.stat().st_size > (MOST_KIB_OF_ADAPTERS if path in adapters else MOST_KIB) * 1024]
    assert too_large == []


@pytest.mark.parametrize("pattern", [REGISTRIES, MACHINE_PATHS], ids=["package registries", "paths of one machine"])
def test_no_file_names(pattern: re.Pattern[str]) -> None:
    assert lines_with(pattern) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [(REGISTRIES, "https://" + "pypi" + ".org/simple"), (MACHINE_PATHS, "cd /" + "work/main"), (MACHINE_PATHS, '"/' + "home/ann/x" + '"')],
)
def test_the_patterns_find_what_they_are_for(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


def test_every_package_says_what_it_is_for() -> None:
    starts = [ROOT / package / "__init__.py" for package in ("cckg", "ingest", "queries", "prompts")]
    assert [path.parent.name for path in starts if not path.read_text(encoding="utf-8").startswith('"""')] == []
