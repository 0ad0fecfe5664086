"""What the event reader is trained on, incidents that several documents tell, and what the small one learns from it."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("transformers", reason="the extra `train` is not installed")

import torch

from cckg.models import BASE, Embedder, find_weights
from training.adapters import AdaptedBert
from training.identity import small, strong
from training.identity.small import near_happenings, taught
from training.identity.strong import CLASSES, both_sides, tellings
from training.loop import Example, open_tokenizer, predict


def test_spans_of_an_incident_stand_in_their_documents_and_some_incidents_are_kept_apart() -> None:
    learnt, kept = list(tellings(kept=False)), list(tellings(kept=True))
    counted = Counter(pair.label for _, pair in learnt)
    assert set(counted) <= set(CLASSES)
    assert counted["same"] > 1000
    assert {incident for incident, _ in learnt}.isdisjoint(incident for incident, _ in kept)
    assert 0.1 < len(kept) / len(learnt) < 0.25
    assert all(side.context.words and side.document for _, pair in learnt for side in (pair.left, pair.right))


def test_reports_that_are_told_anew_are_passed_over_without_the_public_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strong, "_reports_of", lambda _: {})
    assert not any(incident.startswith("retold") for incident, _ in tellings(kept=False))


def test_a_student_learns_what_was_marked_what_its_teacher_says_or_the_mean_of_both() -> None:
    tokenizer = open_tokenizer(find_weights(BASE))
    _, pair = next(tellings(kept=False))
    pairs = [replace(pair, label=label) for label in ("same", "", "same")]
    told = np.array([[np.nan] * 4, [0.6, 0.0, 0.0, 0.4], [0.6, 0.0, 0.0, 0.4]])
    learnt = taught(pairs, [both_sides(pair)] * 3, told, tokenizer)
    assert [one.told for one in learnt] == [(1.0, 0.0, 0.0, 0.0), (0.6, 0.0, 0.0, 0.4), (0.8, 0.0, 0.0, 0.2)]


def test_a_reader_of_lower_rank_is_gone_on_with_as_it_is(tmp_path: Path) -> None:
    weights, first = find_weights(BASE), tmp_path / "first.safetensors"
    begun = AdaptedBert(weights, classes=CLASSES, rank=16, seed=1)
    with torch.no_grad():
        for tensor in begun.trained().values():
            tensor += 0.01 * torch.randn(tensor.shape)
    begun.save(first)
    pair = open_tokenizer(weights).encode("the pump failed", "the failure of the pump")
    told = []
    for rank in (16, 24):
        model = AdaptedBert(weights, classes=CLASSES, rank=rank)
        model.load(first)
        told += [classes for classes, _ in predict(model, [Example(tuple(pair.ids), 0)])]
    assert torch.allclose(told[0], told[1], atol=1e-4)


def test_near_happenings_are_of_paragraphs_kept_apart_or_not(embedder: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small, "OWN", 30)
    learnt, kept = (near_happenings(embedder, random.Random(0), kept=one) for one in (False, True))
    assert {pair.label for pair in learnt} == {""}
    assert any(pair.left.document == pair.right.document for pair in learnt)
    assert any(pair.left.document != pair.right.document for pair in learnt)
    assert {side.context for pair in learnt for side in (pair.left, pair.right)}.isdisjoint(pair.left.context for pair in kept)
