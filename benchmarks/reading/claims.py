"""Claims read by rules, by the trained reader and by both: public data sets, marked by others. A set that is not there is named."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.public_data.__main__ import DATA
from benchmarks.reading.chat import chat_figures
from benchmarks.reading.degrees import degree_figures
from benchmarks.reading.questions import conditional_figures
from benchmarks.reading.spans import Reads, Row, event_figures, finance_figures, span_figures
from benchmarks.rows import rows
from cckg.core.claims import ExtractedClaim
from cckg.extraction import ClaimReader, LocalExtractor
from cckg.extraction.windows import SIGNS
from cckg.models import TokenReader
from cckg.models.weights import QWEN
from training.passages import for_training, is_held_out

SETS = {
    "cnc": ("cnc/sentences.jsonl", "news"),
    "semeval2010t8": ("semeval2010t8/sentences.jsonl", "nouns"),
    "altlex": ("altlex/sentences.jsonl", "report"),
    "because": ("because/sentences.jsonl", "report"),
    "fcr": ("fcr/sentences.jsonl", "report"),
    "ade": ("ade/sentences.jsonl", "report"),
    "biocause": ("biocause/sections.jsonl", "report"),
    "fincausal": ("fincausal/pairs.jsonl", "report"),
    "meci_en": ("meci_en/docs.jsonl", "report"),
    "eventstoryline": ("eventstoryline/docs.jsonl", "report"),
}
"""Each set's file, and the way of marking that the reader is asked for."""

BEST = 0.25
"""The confidence from which the reader's F1 was best on the paragraphs kept apart; what is shipped asks for more."""

STEPS = tuple(round(0.05 * step, 2) for step in range(1, 9))
"""Confidences that are tried on what was kept apart."""

HALVED = {"semeval2010t8", "counterfactual_spans"}
"""Sets without a training part of their own: one half is trained on (`training.passages.for_training`), the other measured."""


def claim_figures(readers: Mapping[str, TokenReader]) -> dict[str, Any]:
    """Measure the rules and these readers, by name, on all sets that are there."""
    figures: dict[str, Any] = {}
    for name, (file, sign) in SETS.items():
        rows = _rows(name, file)
        if rows:
            measure, prepared = _prepared(name, rows)
            trained = {kind: ClaimReader(reader, sign) for kind, reader in readers.items()}
            best = _best(name, trained)
            systems = _systems(trained, best)
            figures[name] = {"texts": len(rows), **{kind: measure(prepared, read) for kind, read in systems.items()}}
            figures[name]["confidence asked for"] = best
            for kind, reader in readers.items():
                if "sentences" in figures[name][kind]:
                    figures[name][kind]["sentences, told as a whole"] = _told_as_a_whole(reader, sign, rows)
            if name == "fcr":
                figures["fcr: degrees"] = {kind: degree_figures(rows, read) for kind, read in systems.items()}
    rows = _rows("counterfactual_spans", "counterfactual_spans/sentences.jsonl")
    if rows:
        told = {kind: conditional_figures(rows, ClaimReader(reader)) for kind, reader in readers.items()}
        figures["counterfactual_spans"] = {"texts": len(rows), **told}
    return figures


def chat_sample(readers: Mapping[str, TokenReader], *, sentences: int) -> dict[str, Any]:
    """Measure a chat model on so many sentences of `cnc`, beside the rules and these readers on the same ones; nothing without the set."""
    file, sign = SETS["cnc"]
    rows = _rows("cnc", file)
    trained = {kind: ClaimReader(reader, sign) for kind, reader in readers.items()}
    return chat_figures(rows, QWEN.name, sentences=sentences, beside=_systems(trained, _best("cnc", trained))) if rows else {}


# Private


def _best(name: str, trained: Mapping[str, ClaimReader]) -> dict[str, float]:
    """Return the confidence that each reader alone is asked for.

    In `fincausal` every text states a claim, so any will do. For `cnc` it is what was best, exact and overlapping F1 together, on those
    sentences of its training part that were kept apart.
    """
    if name == "fincausal":
        return dict.fromkeys(trained, 0.0)
    rows = [row for row in _rows(name, "cnc/train.jsonl") if is_held_out(row["text"])] if name == "cnc" else []
    if not rows:
        return dict.fromkeys(trained, BEST)

    def worth(reader: ClaimReader, confidence: float) -> float:
        found = span_figures(rows, replace(reader, at_least=confidence).read)
        return found["exact"] + found["overlap"]

    return {kind: max(STEPS, key=partial(worth, reader)) for kind, reader in trained.items()}


def _systems(trained: Mapping[str, ClaimReader], best: Mapping[str, float]) -> dict[str, Reads]:
    systems: dict[str, Reads] = {"rules": partial(_claims, LocalExtractor())}
    for kind, reader in trained.items():
        systems[kind] = replace(reader, at_least=best[kind]).read
        systems[f"rules and {kind}"] = partial(_claims, LocalExtractor(reader))
    return systems


def _claims(extractor: LocalExtractor, texts: Sequence[str]) -> list[tuple[ExtractedClaim, ...]]:
    return [reading.claims for reading in extractor.extract(texts)]


def _told_as_a_whole(reader: TokenReader, sign: str, rows: Sequence[Row]) -> float:
    """Return the F1 of whether a sentence states anything by the reader's own word on it, whatever stretches it marks."""
    told = [bool(given.classes[1] > given.classes[0]) for given in reader.read([row["text"] for row in rows], sign=SIGNS[sign])]
    gold = [bool(row["relations"]) for row in rows]
    return 2 * sum(one and other for one, other in zip(told, gold, strict=True)) / max(1, sum(told) + sum(gold))


def _rows(name: str, file: str) -> list[dict[str, Any]]:
    path = Path(DATA, file)
    if not path.exists():
        print(f"{name}: left out, for there is no {file}; set CCKG_DATA to the folder of the public data", file=sys.stderr)
        return []
    given = rows(path)
    return [row for row in given if not for_training(row["id"])] if name in HALVED else given


def _prepared(name: str, rows: Sequence[Row]) -> tuple[Callable[[Sequence[Row], Reads], dict[str, float]], list[Row]]:
    """Return what measures a set, and its rows as that wants them."""
    if name == "fincausal":
        return finance_figures, list(rows)
    if name in ("meci_en", "eventstoryline"):
        key = "causal" if name == "meci_en" else "plot_links"
        return event_figures, [{**row, "causal": [(pair["cause"], pair["effect"]) for pair in row[key] if "cause" in pair]} for row in rows]
    if name == "biocause":
        return span_figures, [{**row, "relations": [*filter(None, map(_biocause, row["relations"]))]} for row in rows]
    return span_figures, list(rows)


def _biocause(relation: Row) -> dict[str, Any] | None:
    """Return a relation with its cause, which may be an evidence."""
    cause = relation.get("cause") or relation.get("evidence")
    return {"cause": [cause], "effect": [relation["effect"]]} if cause and relation.get("effect") else None
