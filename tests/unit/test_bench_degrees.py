"""The benchmark of degrees: which claim is judged by which relation, and what is counted; the texts here are made up."""

from collections.abc import Sequence

import pytest

from benchmarks.reading.degrees import degree_figures
from cckg.core.claims import Degree, ExtractedClaim, Mention, Modality, Span
from cckg.core.graph import Polarity

TEXTS = ("A loan allowed growth, and growth caused a shortage.", "A ban prevented sales. Rain caused floods.")


def place(text: str, words: str) -> dict[str, int]:
    return {"start": text.rindex(words), "end": text.rindex(words) + len(words)}


def relation(text: str, kind: str, cause: str, effect: str) -> dict[str, object]:
    return {"type": kind, "cause": [place(text, cause)], "effect": [place(text, effect)]}


ROWS = [
    {
        "text": TEXTS[0],
        "relations": [relation(TEXTS[0], "enable", "A loan", "growth"), relation(TEXTS[0], "cause", "growth", "a shortage")],
    },
    {"text": TEXTS[1], "relations": [relation(TEXTS[1], "prevent", "A ban", "sales"), relation(TEXTS[1], "cause", "Rain", "floods")]},
]


def claim(text: str, cause: str, effect: str, degree: Degree) -> ExtractedClaim:
    sides = [
        Mention(Span(words, place(text, words)["start"], place(text, words)["end"]), words, Polarity.OCCURRENCE)
        for words in (cause, effect)
    ]
    return ExtractedClaim(sides[0], sides[1], None, Span(text, 0, len(text)), Modality.ASSERTED, 1.0, degree=degree)


def test_claims_are_judged_by_the_relation_whose_effect_they_overlap() -> None:
    def read(texts: Sequence[str]) -> list[list[ExtractedClaim]]:
        assert tuple(texts) == TEXTS
        return [
            [
                claim(TEXTS[0], "A loan", "growth", Degree.ENABLING),
                claim(TEXTS[0], "growth", "a shortage", Degree.ENABLING),
                claim(TEXTS[0], "a shortage", "A loan", Degree.DIRECT),  # overlaps no effect
            ],
            [claim(TEXTS[1], "A ban", "sales", Degree.DIRECT), claim(TEXTS[1], "Rain", "floods", Degree.DIRECT)],
        ]

    found = degree_figures(ROWS, read)
    assert (found["claims"], found["enabling"]) == (3, 1)
    assert (found["accuracy"], found["macro F1"]) == (pytest.approx(2 / 3), pytest.approx(2 / 3))


def test_a_contribution_is_neither_and_no_claims_give_nothing() -> None:
    contributing = claim(TEXTS[1], "Rain", "floods", Degree.CONTRIBUTING)
    assert degree_figures(ROWS, lambda texts: [[], [contributing]]) == {"claims": 1, "enabling": 0, "accuracy": 0.0, "macro F1": 0.0}
    assert degree_figures(ROWS, lambda texts: [[], []])["claims"] == 0
