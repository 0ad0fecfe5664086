"""The paragraphs that the reader of claims is trained on keep their form."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[2] / "training" / "data"
WRITTEN = sorted((DATA / "claims").glob("own_*.jsonl"))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_what_is_marked_stands_in_the_text_and_neither_side_in_the_other(path: Path) -> None:
    for row in lines(path):
        for claim in row["claims"]:
            places = {side: row["text"].find(claim[side]) for side in ("cause", "effect")}
            assert min(places.values()) >= 0, claim
            assert claim["cue"] is None or claim["cue"] in row["text"], claim
            ends = {side: place + len(claim[side]) for side, place in places.items()}
            assert ends["cause"] <= places["effect"] or ends["effect"] <= places["cause"], claim
            assert claim["modality"] in ("asserted", "hedged", "denied")
            assert claim["strength"] in ("direct", "contributing", "enabling")


def test_no_paragraph_stands_twice() -> None:
    texts = Counter(row["text"] for path in WRITTEN for row in lines(path))
    assert [text for text, count in texts.items() if count > 1] == []


UNSEEN = DATA.parents[1] / "benchmarks" / "reading" / "unseen.jsonl"
FACTUALITY = [*sorted((DATA / "factuality").glob("*.jsonl")), UNSEEN]
VALUES = {
    "factuality": set("asserted hedged disputed denied unknown counterfactual hypothetical generic implied aim".split()),
    "relation": {"cause", "contribute", "enable", "prevent"},
    "role": {None, "trigger", "root", "contributing", "enabling", "latent", "mitigation", "detection"},
    "says": {None, "needed", "not needed", "enough", "not enough"},
    "cause_polarity": {"occurrence", "absence", "increase", "decrease"},
    "effect_polarity": {"occurrence", "absence", "increase", "decrease"},
}


@pytest.mark.parametrize("path", FACTUALITY, ids=lambda path: path.stem)
def test_every_statement_with_its_factuality_stands_in_its_text(path: Path) -> None:
    for row in lines(path):
        for claim in row["claims"]:
            for side in ("cause", "effect"):
                start = claim.get(f"{side}_at", row["text"].find(claim[side]))
                assert row["text"][start:].startswith(claim[side]), claim
                assert claim[f"{side}_text"]
            assert all(claim[name] is None or claim[name] in row["text"] for name in ("cue", "by")), claim
            assert all(claim.get(name) in values for name, values in VALUES.items()), claim


def test_of_public_reports_only_places_are_kept() -> None:
    for row in lines(DATA / "claims" / "government_reports.jsonl"):
        assert "text" not in row
        assert 0 <= row["start"] < row["end"]
        for claim in row["claims"]:
            sides = [claim["cause"], claim["effect"], *([claim["cue"]] if claim["cue"] else [])]
            assert all(0 <= start < end <= row["end"] - row["start"] for start, end in sides)


def test_conditionals_hold_what_they_suppose() -> None:
    for row in lines(DATA / "conditionals" / "conditionals.jsonl"):
        assert row["antecedent"] in row["text"]
        assert row["consequent"] is None or row["consequent"] in row["text"]


def test_happenings_are_told_in_more_words_and_in_fewer() -> None:
    for path in sorted((DATA / "details").glob("*.jsonl")):
        for row in lines(path):
            told = [*row["plain"], *row["fuller"], *row["shorter"]]
            assert len(told) == len(set(told)), row["context"]
            assert not set(told) & set(row["other"]), row["context"]


def test_a_marked_passage_becomes_tokens_of_its_stretches() -> None:
    pytest.importorskip("torch", reason="the extra `train` is not installed")
    from cckg.models import find_weights
    from training.claims import example
    from training.loop import open_tokenizer
    from training.passages import Marked, Passage

    tokenizer = open_tokenizer(find_weights("all-MiniLM-L6-v2", folder=None, offline=False, progress=None))
    text = "Frost split the pipe."
    read = example(Passage(text, "report", (Marked((0, 5), (6, 20), None, "hedged", "direct"),)), tokenizer)
    assert read.pairs["cause"] == [(2, 2)]  # behind [CLS] and the sign
    assert read.pairs["effect"] == [(3, 5)]
    assert read.pairs["heads"] == [(2, 3)]
    assert read.pairs["tails"] == [(2, 5)]
    assert read.told == {(2, 3): {"hedged": True, "denied": False, "contributing": False, "enabling": False}}
