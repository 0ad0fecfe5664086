"""What is counted of passages that nobody looked at; the passages here are made up."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.reading import unseen
from benchmarks.reading.unseen import tallies
from cckg.core.claims import ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity
from cckg.core.roles import Reading

TEXT = "Frost split the pipe. Rust did not sink the boat."


def claim(cause: str, effect: str, modality: Modality = Modality.ASSERTED) -> ExtractedClaim:
    """Return a claim between two stretches of the text."""
    spans = [Span(words, TEXT.index(words), TEXT.index(words) + len(words)) for words in (cause, effect)]
    sides = [Mention(span, span.text, Polarity.OCCURRENCE) for span in spans]
    return ExtractedClaim(sides[0], sides[1], None, Span(TEXT, 0, len(TEXT)), modality, 0.9)


class Reads:
    """An extractor that reads these claims in every text."""

    name, width, most_tokens = "made up", 1, None

    def __init__(self, *claims: ExtractedClaim) -> None:
        self._claims = claims

    def extract(self, texts: Sequence[str], heads: Sequence[str] = ()) -> list[Reading]:
        """Read each text."""
        return [Reading(self._claims) for _ in texts]


def row(kind: str) -> dict[str, Any]:
    """Return a passage with a statement that is asserted and one that is denied."""
    told = [("Frost", "the pipe", "asserted"), ("Rust", "the boat", "denied")]
    return {"kind": kind, "text": TEXT, "claims": [{"cause": one, "effect": other, "factuality": how} for one, other, how in told]}


def test_a_denial_that_is_told_as_a_fact_is_wrong_and_not_found() -> None:
    tally = tallies([row("c")], Reads(claim("Frost", "the pipe"), claim("Rust", "the boat")))["c"]
    assert (tally.wrongly, tally.found, tally.statements, tally.matched) == (1, 1, 2, 2)


def test_what_is_told_as_it_is_is_found() -> None:
    tally = tallies([row("c")], Reads(claim("Frost", "the pipe"), claim("Rust", "the boat", Modality.DENIED)))["c"]
    assert (tally.wrongly, tally.found, tally.statements) == (0, 2, 2)


def test_of_doubt_only_what_is_asserted_need_be_found() -> None:
    tally = tallies([row("a")], Reads(claim("Frost", "the pipe")))["a"]
    assert (tally.wrongly, tally.found, tally.statements) == (0, 1, 1)


def test_sides_that_are_swapped_meet_nothing() -> None:
    tally = tallies([row("c")], Reads(claim("the pipe", "Frost")))["c"]
    assert (tally.wrongly, tally.found, tally.matched) == (1, 0, 0)


def test_of_public_reports_places_alone_are_kept_and_what_is_not_at_hand_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fires").mkdir()
    (tmp_path / "fires" / "docs.jsonl").write_text(json.dumps({"id": 7, "text": f"Heading. {TEXT}"}), encoding="utf-8")
    monkeypatch.setattr(unseen, "DATA", tmp_path)
    places = [{"cause": [0, 5], "effect": [6, 20], "factuality": "asserted"}]
    stored = [{"kind": "p", "source": f"{name}/7", "start": 9, "end": 9 + len(TEXT), "claims": places} for name in ("fires", "floods")]
    (row,) = unseen.with_texts(stored)
    assert row["text"] == TEXT
    assert "floods is not in" in capsys.readouterr().err
    (tally,) = tallies([row], Reads(claim("Frost", "split the pipe"))).values()
    assert (tally.statements, tally.found) == (1, 1)
