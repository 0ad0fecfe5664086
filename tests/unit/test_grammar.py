"""The shallow grammar: what holds a finite verb, what begins a clause."""

import pytest

from cckg.language import begins_clause, has_finite_verb, reports_the_past


@pytest.mark.parametrize(
    "text",
    [
        "the pumps stopped",
        "prices rose",
        "the valve was open",
        "it doesn't hold",
        "the crew couldn’t see",
        "the wall, which fell, was old",
        "The town flooded in May",
    ],
)
def test_a_clause_holds_a_finite_verb(text: str) -> None:
    assert has_finite_verb(text)
    assert begins_clause(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a stopped pump",
        "stopped pumps",
        "the failure of the pumps",
        "the need for speed",
        "the rises in price",
        "a fault caused by frost",
        "a period of degraded service",
        "plans to cut costs",
        "the weed bed",
    ],
)
def test_a_phrase_holds_none(text: str) -> None:
    assert not has_finite_verb(text)


def test_a_clause_has_its_verb_among_its_first_nine_words() -> None:
    assert not begins_clause("the loss of the power of the pumps of the mill stopped")


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("the disk failed", True),
        ("a fuse blew in May", True),
        ("users may have lost mail", True),
        ("the disk has failed", True),
        ("the mail was lost", True),
        ("a disk has two sides", False),
        ("disks that failed are replaced", False),
        ("the queue is designed to hold mail", False),
        ("the list must be updated", False),
        ("disks may also fail", False),
        ("disks should normally have no faults", False),
        ("users may intermittently have lost mail", True),
        ("on 8 May 2020 the disk failed", True),
        ("the disk can't be read", False),
        ("a broken disk", False),
    ],
)
def test_a_report_is_told_from_a_description_by_its_first_finite_verb(text: str, *, past: bool) -> None:
    assert reports_the_past(text) == past
