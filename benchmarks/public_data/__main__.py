"""Measure the local roles on public data that nobody here wrote: make bench-public-data.

python -m benchmarks.public_data [--sets cloud_incidents,causal_judgement,cladder,det_counterfactuals,crass] [--wrong]

The data is no part of the project: it is looked for in $CCKG_DATA, or beside the project in shared/data; a set that is not there is named
and left out. Incidents come in two halves: rules may be written with an eye on the first, the second is what is reported.
Of cladder the questions of what would have been in a world without chance are asked apart as well (make bench-cladder): of a graph that is
given the claims as they are stated, which measures the engine alone, and of the text.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.circumstances import RESULTS, ROOT, circumstances
from benchmarks.public_data import closed_worlds, incidents, yes_or_no
from benchmarks.stores.measures import Figures
from cckg.app import open_app
from cckg.core.text import content_hash
from cckg.settings import load_settings

RESULT = RESULTS / "public_data.json"
DATA = Path(os.environ.get("CCKG_DATA", ROOT.parent / "shared" / "data"))
DETERMINISTIC = "det_counterfactuals"
PLACES = {
    "cloud_incidents": "cloud_incidents/docs.jsonl",
    **{name: f"{name}/questions.jsonl" for name in yes_or_no.ITEMS},
    DETERMINISTIC: "cladder/questions.jsonl",
}


def main(arguments: Sequence[str]) -> None:
    """Measure the sets that are there, print the figures, and write the result file."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.public_data", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sets", default=",".join(PLACES), help="which sets, with commas between them")
    parser.add_argument(
        "--wrong",
        action="store_true",
        help="a line for each root cause of the first half, or each question of a world without chance, that is not right",
    )
    options = parser.parse_args(arguments)
    kept = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    for name in options.sets.split(","):
        file = DATA / PLACES[name]
        if not file.exists():
            print(f"{name}: left out, for there is no {PLACES[name]}; set CCKG_DATA to the folder of the public data", file=sys.stderr)
            continue
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        figures = _measured(name, rows, wrong=options.wrong)
        kept[name] = {**circumstances(), **figures}
        RESULT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        print(json.dumps({name: figures}, indent=1))


# Private


def _measured(name: str, rows: Sequence[Mapping[str, Any]], *, wrong: bool) -> Figures:
    if name == "cloud_incidents":
        return _incidents(rows, wrong=wrong)
    return _deterministic(rows, wrong=wrong) if name == DETERMINISTIC else _yes_or_no([yes_or_no.ITEMS[name](row) for row in rows])


def _incidents(rows: Sequence[Mapping[str, Any]], *, wrong: bool) -> Figures:
    asked = incidents.incidents(rows)
    halves = {half: [one for one in asked if _is_first(one.id) == (half == "first half")] for half in ("first half", "second half")}
    with tempfile.TemporaryDirectory() as place, open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
        folder = Path(place, "reports")
        folder.mkdir()
        incidents.write_reports(rows, folder)
        app.ingest([folder])
        figures: Figures = {"reports": len(rows), "claims": app.stats().claims}
        for name, offer in incidents.systems(app).items():
            shares: dict[str, Any] = {}
            for half, members in halves.items():
                offered = [offer(one.question) for one in members]
                hits = [incidents.found(sentences, one, app.embedder()) for sentences, one in zip(offered, members, strict=True)]
                shares |= {half: round(sum(hits) / len(hits), 3), f"{half}: asked": len(hits)}
                shares[f"{half}: nothing offered"] = sum(not sentences for sentences in offered)
                if wrong and half == "first half" and name == "cckg":
                    _print_wrong(members, offered, hits)
            figures[name] = shares
    return figures


def _is_first(incident: str) -> bool:
    return int(content_hash(incident), 16) % 2 == 0


def _print_wrong(asked: Sequence[incidents.Incident], offered: Sequence[Sequence[str]], hits: Sequence[bool]) -> None:
    for one, sentences, hit in zip(asked, offered, hits, strict=True):
        if not hit:
            first = " | ".join(sentences[: incidents.FIRST]) or "nothing"
            print(f"{one.id}: {one.question}\n  offered: {first}\n  gold: {' '.join(one.gold)[:300]}")


def _yes_or_no(items: Sequence[yes_or_no.Item]) -> Figures:
    with tempfile.TemporaryDirectory() as place, open_app(load_settings(store=f"{place}/graph.db"), create=True) as app:
        return yes_or_no.scored(items, yes_or_no.answers(app, items, Path(place)))


def _deterministic(rows: Sequence[Mapping[str, Any]], *, wrong: bool) -> Figures:
    asked = [row for row in rows if row["query_type"] == "det-counterfactual"]
    items = [yes_or_no.cladder(row) for row in asked]
    told = [closed_worlds.asked_of(row["background"], row["given_info"], row["question"]) for row in asked]
    for row, item, one in zip(asked, items, told, strict=True):
        if wrong and one.yes_or_no != item.gold:
            print(f"{row['id']}: {one.yes_or_no or 'declined'}, not {item.gold}: {one.because}")
    of_claims = yes_or_no.scored([replace(item, part="claims given") for item in items], [one.yes_or_no for one in told])
    return of_claims | _yes_or_no([replace(item, part="text read") for item in items])


if __name__ == "__main__":
    main(sys.argv[1:])
