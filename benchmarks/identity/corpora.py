"""Real reports: look-alikes, of which none may be joined, and incidents that two texts tell, which should be."""

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.rows import rows
from cckg.app import CausalRAG

MIXED = {"osha_accidents": 110, "faa_maintenance": 140, "nasa_lessons": 50, "safenet_wildfire": 50, "wikitech_incidents": 50}
"""How many reports of each set make the mixed corpus."""
TELLINGS = Path(__file__).parents[2] / "training" / "data" / "tellings"
_SEED = 400


@dataclass(frozen=True, slots=True)
class Corpus:
    """Reports, and which happening each tells: reports that may tell one have one value."""

    name: str
    reports: tuple[Mapping[str, str], ...]
    incident: Mapping[str, str]


def corpora(data: Path) -> list[Corpus]:
    """Return the corpora whose sets are there: `cloud`, `mixed` and `together`."""
    found = []
    if (data / "cloud_incidents").is_dir():
        reports = [_report(row, row["id"]) for row in rows(data / "cloud_incidents" / "docs.jsonl")]
        found.append(Corpus("cloud", tuple(reports), {report["id"]: report["id"] for report in reports}))
    if all((data / name).is_dir() for name in MIXED):
        chance = random.Random(_SEED)  # noqa: S311 - a sample
        reports = []
        learnt = _learnt_from()
        for name, count in MIXED.items():
            of_set = [row for row in rows(data / name / "docs.jsonl") if row["id"] not in learnt]
            reports += [_report(row, f"{name}-{row['id']}") for row in chance.sample(of_set, min(count, len(of_set)))]
        found.append(Corpus("mixed", tuple(reports), {report["id"]: report["id"] for report in reports}))
    if all((data / name).is_dir() for name in ("incident_oneliners", "postmortems")):
        told = [(name, row) for name in ("incident_oneliners", "postmortems") for row in rows(data / name / "docs.jsonl")]
        reports = [_report(row, f"{name}-{row['id']}") for name, row in told]
        found.append(Corpus("together", tuple(reports), {f"{name}-{row['id']}": _address(row["url"]) for name, row in told}))
    return found


def write_reports(corpus: Corpus, folder: Path) -> None:
    """Write the reports as JSON Lines."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(report, ensure_ascii=False) for report in corpus.reports]
    (folder / f"{corpus.name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def joined_figures(app: CausalRAG, corpus: Corpus) -> dict[str, Any]:
    """Measure which reports a graph joins: events with several documents, those of different happenings, claims that touch one.

    Where several reports tell one happening, also in how many of those where each yields a claim they share an event.
    """
    name = {document.id: document.uri.rpartition("#")[2] for document in app.documents()}
    claims = app.store.graph().claims
    told: dict[str, set[str]] = {}
    for claim in claims:
        for event in (claim.cause_event, claim.effect_event):
            told.setdefault(event, set()).add(name[claim.document])
    several = {event: of_event for event, of_event in told.items() if len(of_event) > 1}
    unlike = {event for event, of_event in several.items() if len({corpus.incident[one] for one in of_event}) > 1}
    touched = sum(bool({claim.cause_event, claim.effect_event} & unlike) for claim in claims)
    tellings: dict[str, set[str]] = {}
    for report in {one for of_event in told.values() for one in of_event}:
        tellings.setdefault(corpus.incident[report], set()).add(report)
    twice = {incident: reports for incident, reports in tellings.items() if len(reports) > 1}
    sharing = sum(any(len(reports & of_event) > 1 for of_event in several.values()) for reports in twice.values())
    return {
        "claims": len(claims),
        "events": len(told),
        "events with several documents": len(several),
        "of different happenings": len(unlike),
        "claims that touch one": round(touched / max(1, len(claims)), 4),
        "incidents told twice and read in both": len(twice),
        "of them sharing an event": round(sharing / max(1, len(twice)), 3),
    }


def shown(app: CausalRAG, corpus: Corpus) -> list[str]:
    """Return a line for each event that joins different happenings, for a person to judge."""
    name = {document.id: document.uri.rpartition("#")[2] for document in app.documents()}
    wordings: dict[str, dict[str, str]] = {}
    for merge in app.store.merges():
        wordings.setdefault(merge.event, {})[name[merge.document]] = merge.wording
    found = []
    for event, told in sorted(wordings.items()):
        if len({corpus.incident[report] for report in told}) > 1:
            found.append(f"{event}: " + " | ".join(f"{report}: {wording}" for report, wording in sorted(told.items())))
    return found


# Private


def _learnt_from() -> set[str]:
    """Return the reports that the event reader was trained with."""
    told = [row for path in sorted(TELLINGS.glob("retold_*.jsonl")) for row in rows(path)]
    return {name for row in told for name in (row["id"], row["neighbour"])}


def _report(row: Mapping[str, Any], name: str) -> dict[str, str]:
    kept = {"id": name, "title": row.get("title") or "", "text": re.sub(r"<br\s*/?>", "\n", row["text"])}
    return kept | ({"date": row["date"]} if row.get("date") else {})


def _address(url: str) -> str:
    """Return an address without the archive's prefix, scheme and last slash."""
    bare = re.sub(r"^https?://web\.archive\.org/web/\d+[a-z_]*/", "", url)
    return re.sub(r"^(?:https?://)?(?:www\.)?", "", bare).rstrip("/").lower()
