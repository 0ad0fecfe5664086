"""The generated pages say what the code says, and the pages that lead through the code name what is there."""

import ast
import importlib.util
import re
import subprocess
from pathlib import Path

import pytest

from cckg.settings import keys
from docs.figures import KEPT
from docs.generate import PAGES, cli_page, json_page, main, settings_page, stale

ROOT = Path(__file__).parents[1]
EXPLAINED = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "explanation").rglob("*.md"))
WORDS = 20_000
"""How long all that a reader may want to read can be; reference and research are looked things up in."""


def test_the_generated_pages_are_fresh() -> None:
    assert stale() == [], "run `make docs`"


def test_a_page_that_was_changed_by_hand_is_stale(tmp_path: Path) -> None:
    for name, write in PAGES.items():
        (tmp_path / name).write_text(write() + ("more" if name == "settings.md" else ""), encoding="utf-8")
    assert [path.name for path in stale(tmp_path)] == ["settings.md"]


def test_check_exits_with_0_on_fresh_pages() -> None:
    assert main(["--check"]) == 0


@pytest.mark.parametrize(
    "command",
    (
        "init doctor ingest documents forget ask shell extract match parse search whatif causes effects path stats export copy browse "
        "distil merges-review claims-reject"
    ).split(),
)
def test_every_command_has_a_section(command: str) -> None:
    assert f"\n## cckg {command.replace('-', ' ')}\n" in cli_page()


def test_every_command_that_prints_json_leads_to_its_shape() -> None:
    wanted = re.findall(r"json\.md#(cckg-[a-z-]+)", cli_page())
    sections = [title.replace(" ", "-") for title in re.findall(r"^## (cckg .*)$", json_page(), re.MULTILINE)]
    assert wanted == sections


@pytest.mark.parametrize("later", ["cckg serve"])
def test_what_this_version_does_not_have_is_not_documented(later: str) -> None:
    assert later not in cli_page()


def test_every_setting_has_a_row() -> None:
    page = settings_page()
    assert [key for key in keys() if f"`CCKG_{key.replace('.', '__').upper()}`" not in page] == []


def test_every_file_of_results_is_shown() -> None:
    kept = {path.name for path in (ROOT / "benchmarks" / "results").glob("*.json")}
    assert {shown.file for shown in KEPT} == kept


def test_readme_and_pages_stay_short() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    apart = {"reference", "research"}
    read = [path for path in pages if not apart & set(path.relative_to(ROOT).parts) and path.name != "CHANGELOG.md"]
    assert sum(len(path.read_text(encoding="utf-8").split()) for path in read) <= WORDS
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.parametrize("page", EXPLAINED)
def test_the_functions_and_files_that_a_page_names_are_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    functions = re.findall(r"`((?:cckg|ingest|queries|prompts)(?:\.\w+)+)(?:\(\))?`", text)
    files = re.findall(r"`((?:cckg|ingest|queries|prompts|benchmarks|tests|training|examples|docs)/[\w./-]*)`", text)
    assert [name for name in functions if name not in {*keys(), "cckg.toml"} and not is_defined(name)] == []
    assert [name for name in files if not (ROOT / name).exists()] == []


def test_the_names_beside_the_files_of_the_index_are_there() -> None:
    index = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8").partition("## Where is it decided?")[2]
    rows = [line.split(" | ") for line in index.splitlines() if line.startswith("| ") and " | " in line]
    missing = []
    for _, files, names in (row for row in rows if len(row) == 3):
        texts = " ".join((ROOT / file).read_text(encoding="utf-8") for file in re.findall(r"`([\w/.]+\.\w+)`", files))
        missing += [name for name in re.findall(r"`([\w.]+)`", names) if name.rpartition(".")[2] not in texts]
    assert missing == []


def test_every_module_that_is_to_be_run_is_there() -> None:
    made = subprocess.run(["make", "--dry-run", "train", "train-strong"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    pages = [ROOT / "Makefile", ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    text = " ".join([made, *(path.read_text(encoding="utf-8") for path in pages)])
    named = set(re.findall(r"-m ((?:training|benchmarks|docs)(?:\.\w+)*)", text))
    assert {name for name in named if importlib.util.find_spec(name) is None} == set()
    assert len(named) > 10


def test_every_room_has_its_paragraph() -> None:
    page = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
    rooms = [
        path.parent.relative_to(ROOT).as_posix()
        for top in ("cckg", "ingest", "queries", "prompts")
        for path in ROOT.glob(f"{top}/**/__init__.py")
    ]
    inner = {"cckg", "cckg/terminal/cli", "cckg/stores/sqlite", "cckg/stores/neo4j"}
    assert [room for room in rooms if room not in inner and f"`{room}`" not in page] == []


def is_defined(name: str) -> bool:
    """Tell whether a dotted name is a module of ours, or something that one defines; no module is imported."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:length])
        file = place.with_suffix(".py") if place.with_suffix(".py").exists() else place / "__init__.py"
        if file.exists():
            return holds(ast.parse(file.read_text(encoding="utf-8")), parts[length:])
    return False


def holds(tree: ast.AST, names: list[str]) -> bool:
    """Tell whether a module or class defines a name, or takes it over from another module; then further names inside it."""
    if not names:
        return True
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == names[0]:
            return holds(node, names[1:])
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == names[0] for target in targets):
                return True
        if isinstance(node, ast.ImportFrom) and any((alias.asname or alias.name) == names[0] for alias in node.names):
            return True
    return False


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("cckg.app.CausalRAG.ask", True),
        ("queries.plans.PLANS", True),
        ("prompts.render", True),
        ("cckg.app.CausalRAG.sing", False),
        ("cckg.no", False),
    ],
)
def test_a_name_is_told_to_be_there_only_if_it_is(name: str, *, there: bool) -> None:
    assert is_defined(name) is there
