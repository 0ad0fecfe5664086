"""The two walks of docs/explanation/architecture.md are what a document and a question really pass."""

import re
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import pytest

from cckg.terminal.cli.main import run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
DOCUMENT, QUESTION = re.split(
    r"^## A question, .*$", PAGE.partition("## A document, ")[2].partition("Other plans differ")[0], flags=re.MULTILINE
)
ROOMS = re.compile(r"^\d+\. (?:back in the frame|\*\*([\w.]+)\*\*)", re.MULTILINE)
pytestmark = pytest.mark.slow


def passed(arguments: Sequence[str]) -> list[str]:
    """Return the functions of ours that a command passes, in the order in which each is first entered, those of threads included."""
    entered: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(f"{ROOT}/"):
            module = file.removeprefix(f"{ROOT}/").removesuffix(".py").replace("/", ".").removesuffix(".__init__")
            entered[f"{module}.{frame.f_code.co_qualname}"] = None

    before = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        assert run(arguments) == 0
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
    return list(entered)


def missing_steps(walk: str, entered: Sequence[str]) -> list[str]:
    """Return the steps of which no function was entered after one of the step before; steps that name only stores serve all the others."""
    last, missing = -1, []
    for step in re.split(r"^(?=\d+\. )", walk.partition("\n1. ")[2], flags=re.MULTILINE):
        named = [name for name in re.findall(r"`([a-z]\w*(?:\.\w+)+)`", step) if not name.startswith("cckg.stores")]
        places = [entered.index(name) for name in named if name in entered]
        later = [place for place in places if place > last]
        last = min(later, default=last)
        missing += [step] if named and not later else []
    return missing


@pytest.mark.parametrize(("walk", "steps"), [(DOCUMENT, 10), (QUESTION, 11)], ids=["document", "question"])
def test_no_room_of_a_walk_is_entered_twice(walk: str, steps: int) -> None:
    rooms = ROOMS.findall(walk)
    named = [room for room in rooms if room and room not in {"terminal", "stores"}]
    assert len(rooms) == steps
    assert len(named) == len(set(named))


def test_a_document_and_a_question_pass_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    read = passed(["ingest", str(ROOT / "examples/corpus/silver_bridge.md"), "--store", "walk.db"])
    asked = passed(["ask", "What did the collapse of the Silver Bridge lead to?", "--store", "walk.db"])
    assert missing_steps(DOCUMENT, read) == []
    assert missing_steps(QUESTION, asked) == []
