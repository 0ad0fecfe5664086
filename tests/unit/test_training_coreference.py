"""What the event reader is trained on: incidents that several documents tell."""

from collections import Counter

import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("transformers", reason="the extra `train` is not installed")

from training import coreference
from training.coreference import CLASSES, tellings


def test_spans_of_an_incident_stand_in_their_documents_and_some_incidents_are_kept_apart() -> None:
    learnt, kept = list(tellings(kept=False)), list(tellings(kept=True))
    counted = Counter(pair.label for _, pair in learnt)
    assert set(counted) <= set(CLASSES)
    assert counted["same"] > 1000
    assert {incident for incident, _ in learnt}.isdisjoint(incident for incident, _ in kept)
    assert 0.1 < len(kept) / len(learnt) < 0.25
    assert all(side.context.words and side.document for _, pair in learnt for side in (pair.left, pair.right))


def test_reports_that_are_told_anew_are_passed_over_without_the_public_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coreference, "_reports_of", lambda _: {})
    assert not any(incident.startswith("retold") for incident, _ in tellings(kept=False))
