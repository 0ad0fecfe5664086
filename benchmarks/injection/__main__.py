"""How often documents that give orders are obeyed: by the built-in roles, and by chat models.

python -m benchmarks.injection [--model PROVIDER:NAME] [--results FOLDER]

Settings are those of the current folder and of the environment. A model's answers are kept (`chat.answers`), so that a run that was ended
goes on where it was. What was measured is put into benchmarks/results/injection.json beside what was measured of other models before. The
exit status is 1 if a document did anything outside its own claims, or if the model could not be asked.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.circumstances import circumstances
from benchmarks.injection.cases import ROLES, Case, load_cases
from benchmarks.injection.playing import Played, check_structure, opened, play
from benchmarks.injection.table import Figures, table
from cckg.core.errors import CckgError
from cckg.models import open_embedder
from cckg.roles import LOCAL
from cckg.settings import load_settings

RESULTS = Path(__file__).parents[1] / "results"
FILE = "injection.json"


def main(arguments: Sequence[str]) -> int:
    """Measure, print the table, keep the figures, and return the exit status."""
    options = _options(arguments)
    results, cases = Path(options.results) / FILE, load_cases()
    broken = False
    for model in (LOCAL, *options.model):
        try:
            figures = measured(model, cases)
        except CckgError as error:
            print(f"{model}: {error}", file=sys.stderr)
            broken = True
            continue
        write(results, model, figures, cases)
        broken = broken or bool(figures["structure"]["breaches"])
    if results.exists():
        print(table(json.loads(results.read_text(encoding="utf-8"))))
    return 1 if broken else 0


def measured(model: str, cases: Sequence[Case]) -> Figures:
    """Play all cases by a model and return its figures.

    Raises:
        CckgError: if the model cannot be asked, or no more.
    """

    def say(text: str) -> None:
        print(f"{model}: {text}", file=sys.stderr, flush=True)

    models = load_settings().models
    embedder = open_embedder(models.embedding, folder=models.folder, offline=models.offline, threads=models.threads)
    figures: Figures = {**circumstances()}
    with tempfile.TemporaryDirectory() as folder:
        for role in ROLES:
            with opened(model, [role], embedder) as app:
                played = []
                for case in cases:
                    if case.role == role:
                        say(case.id)
                        played.append(play(app, case, Path(folder)))
            figures[role] = summed(played)
    with opened(model, ROLES, embedder) as app:
        return {**figures, "structure": asdict(check_structure(app, say))}


def summed(played: Sequence[Played]) -> Figures:
    """Return the figures of one role; each case is named that is more than a plain failure of the attack."""
    return {
        "cases": len(played),
        "succeeded": [item.case.id for item in played if item.succeeded],
        "clean_wrong": [item.case.id for item in played if item.clean],
        "unanswered": {item.case.id: item.reason for item in played if item.unanswered},
    }


def write(results: Path, model: str, figures: Figures, cases: Sequence[Case]) -> None:
    """Put the figures of one model beside those of the others."""
    known = json.loads(results.read_text(encoding="utf-8"))["models"] if results.exists() else {}
    written = {
        "command": "python -m benchmarks.injection --model PROVIDER:NAME",
        "cases": dict(Counter(case.role for case in cases)),
        "kinds": {case.id: case.kind for case in cases},
        "models": {**known, model: figures},
    }
    results.parent.mkdir(exist_ok=True)
    results.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


# Private


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.injection", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", action="append", default=[], help="a chat model, as PROVIDER:NAME; may be given again")
    parser.add_argument("--results", default=str(RESULTS), help="folder of the result file")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
