"""What README.md and the tutorials show is what happens.

In a ```console block, `$ ` begins a command and the lines below it are its output; in docs/tutorials/python.md the block after the
```python block is what the program prints. A line that is shown must be there, in that order; lines may be left out, and "…" stands for
anything.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from examples import python_api

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/tutorials/quickstart.md")
NOT_RUN = re.compile(r"make |pipx |uv |git |docker ")


@dataclass(frozen=True, slots=True)
class Shown:
    """A command and the lines of output that the page shows below it."""

    command: str
    lines: list[str]


def blocks(page: str) -> list[tuple[str, str]]:
    """Return the (language, content) of a page's fenced blocks."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[Shown]:
    """Return the commands of a page's console blocks, in order, without those that install something."""
    found: list[Shown] = []
    for line in "".join(content for language, content in blocks(page) if language == "console").splitlines():
        if line.startswith("$ "):
            found.append(Shown(line.removeprefix("$ "), []))
        elif line.strip():
            found[-1].lines.append(line)
    return [shown for shown in found if not NOT_RUN.match(shown.command)]


def missing(lines: Sequence[str], output: str) -> list[str]:
    """Return the shown lines that the output does not hold in this order; runs of white space count as one blank."""
    text, found = " ".join(output.split()), []
    for line in lines:
        pieces = [re.escape(" ".join(piece.split())) for piece in line.split("…")]
        match = re.search(".*?".join(pieces), text)
        if match:
            text = text[match.end() :]
        else:
            found.append(line)
    return found


def run(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command as a reader would, with the `cckg` of these tests, no settings of our own, and nobody typing."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("CCKG_")}
    environ |= {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{environ['PATH']}", "COLUMNS": "80", "NO_COLOR": "1"}
    environ["XDG_STATE_HOME"] = str(folder / "state")
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder as it is after cloning, as far as a reader's commands need it."""
    shutil.copytree(ROOT / "examples" / "corpus", tmp_path / "examples" / "corpus")
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_give_what_it_shows(page: str, clone: Path) -> None:
    shown = commands(page)
    assert shown, "the page has no command left to run"
    for step in shown:
        ended = run(step.command, clone)
        assert ended.returncode == 0, f"{step.command}\n{ended.stdout}{ended.stderr}"
        assert missing(step.lines, ended.stdout) == [], f"{step.command}\nprints now:\n{ended.stdout}"


def test_the_python_example_prints_what_the_page_shows(clone: Path) -> None:
    found = blocks("docs/tutorials/python.md")
    examples = [(code, shown) for (language, code), (after, shown) in pairwise(found) if (language, after) == ("python", "text")]
    assert examples, "the page has no example left to run"
    for code, shown in examples:
        (clone / "example.py").write_text(code, encoding="utf-8")
        ended = run("python example.py", clone)
        assert ended.returncode == 0, ended.stderr
        assert missing(shown.splitlines(), ended.stdout) == [], ended.stdout


def test_the_example_program_prints_chains_quotes_and_a_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    python_api.main()
    shown = [
        "2 documents",
        "stress corrosion in the eyebar joint -> … -> the Silver Bridge collapse",
        "[1] silver_bridge.md …: …",
        "The documents do not answer this.",
        "lost: the Silver Bridge collapse",
        "necessary, by the rule 'lost'",
    ]
    assert missing(shown, capsys.readouterr().out) == []


def test_readme_names_the_two_commands_to_try_first() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in readme
    assert "make test" in readme


@pytest.mark.parametrize("page", sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]))
def test_links_between_pages_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    assert [target for target in targets if target and not (ROOT / page).parent.joinpath(target).exists()] == []


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        (("a b", "c"), []),
        (("a   b",), []),
        (("a … c",), []),
        (("c", "a"), ["a"]),
        (("d",), ["d"]),
    ],
)
def test_a_shown_line_is_missed_unless_it_is_there_in_order(shown: tuple[str, ...], wanted: list[str]) -> None:
    assert missing(shown, "a b\nc\n") == wanted
