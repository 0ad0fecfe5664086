"""Headings of a text, and under which of them a place stands."""

import pytest

from cckg.language import headings_of


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# Report\n\n## What happened\nIt broke.\n\n### Why\nRust.\n", [(1, "Report"), (2, "What happened"), (3, "Why")]),
        ("Report\n======\n\nCause\n-----\nA leak.", [(1, "Report"), (2, "Cause")]),
        ("## Closed ##\ntext", [(2, "Closed")]),
        ("Summary\n\nThe pump failed in May.\n\nRoot cause\n\nA seal was worn.", [(1, "Summary"), (1, "Root cause")]),
        ("The pump failed.\n\nA seal was worn.", []),
        ("One line of words that is much too long to be the heading of anything\n\nText.", []),
        ("- a list\n- of things", []),
        ("# Marked\n\nAlone\n\nText.", [(1, "Marked")]),
        ("", []),
    ],
)
def test_headings_are_marked_underlined_or_short_lines_alone(text: str, headings: list[tuple[int, str]]) -> None:
    assert [(heading.level, heading.text) for heading in headings_of(text).headings] == headings


def test_a_place_stands_under_the_last_heading_of_each_level_above_it() -> None:
    text = "# Report\nA\n## First\nB\n### Deep\nC\n## Second\nD\n"
    sections = headings_of(text)
    assert [sections.above(text.index(letter)) for letter in ("A\n", "B\n", "C\n", "D\n")] == [
        ("Report",),
        ("Report", "First"),
        ("Report", "First", "Deep"),
        ("Report", "Second"),
    ]
    assert headings_of("no heading").above(3) == ()
