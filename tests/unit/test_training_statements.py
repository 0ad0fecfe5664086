"""What the reader of entailment learns from: the files keep their form, and what is said by rule is what it is called."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from training.statements import rows, said_of_claims, written

MEASURED = Path(__file__).parents[2] / "benchmarks" / "reading" / "entailment.jsonl"
TEXT = "Rust weakened the valve, so it failed. The burst may have flooded the cellar."


def claim(cause: str, effect: str, modality: str = "asserted", strength: str = "direct", cue: str = "so") -> dict[str, str]:
    return {"cause_text": cause, "effect_text": effect, "modality": modality, "strength": strength, "cue": cue}


def said(*claims: dict[str, str]) -> set[tuple[str, str]]:
    """Everything that is said of these claims, whatever chance chooses, as (label, text)."""
    drawn = (one for seed in range(200) for one in said_of_claims({"text": TEXT, "claims": list(claims)}, random.Random(seed)))
    return {(one.label, one.said) for one in drawn}


def test_what_is_written_by_hand_has_seven_sentences_of_which_three_are_entailed() -> None:
    for row in written():
        assert len({one.said for one in row}) == 7
        assert Counter(one.label == "entailed" for one in row) == {True: 3, False: 4}


def test_what_is_measured_is_not_trained_on() -> None:
    quotes = {quote for line in MEASURED.read_text(encoding="utf-8").splitlines() for quote in json.loads(line)["quotes"]}
    assert quotes.isdisjoint(quote for row in rows("entailment") for quote in row["quotes"])


def test_a_stated_cause_is_entailed_and_neither_its_reverse_nor_its_denial_is() -> None:
    found = said(claim("rust", "the failure of the valve"))
    assert ("entailed", "Rust led to the failure of the valve.") in found
    assert ("contradicted", "The failure of the valve led to rust.") in found
    assert ("contradicted", "Rust did not lead to the failure of the valve.") in found


@pytest.mark.parametrize(
    ("modality", "entailed", "label"),
    [("hedged", "Rust may have led to the failure.", "unsaid"), ("denied", "Rust did not lead to the failure.", "contradicted")],
)
def test_a_hedge_or_a_denial_may_not_be_dropped(modality: str, entailed: str, label: str) -> None:
    found = said(claim("rust", "the failure", modality))
    assert ("entailed", entailed) in found
    assert (label, "Rust led to the failure.") in found


def test_sides_of_two_claims_are_crossed_unless_a_chain_joins_them() -> None:
    apart = said(claim("rust", "the failure"), claim("rain", "the flood"))
    assert ("unsaid", "Rust led to the flood.") in apart
    chained = said(claim("rust", "the failure"), claim("the failure", "the flood"))
    assert all(text != "Rust led to the flood." for _, text in chained)


def test_what_keeps_something_from_happening_is_left_out() -> None:
    assert said(claim("the dam", "a flood", cue="prevented")) == set()
