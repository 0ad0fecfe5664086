import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.language import read_sentences, split_sentences
from cckg.language.sentences import MAX_SENTENCE
from tests.bounded import bounded

LAYOUT = st.lists(
    st.sampled_from(
        ["# ", "- ", "1. ", "| ", "|---|", "```", "~~~", "> ", "===", "\n", "\n\n", "\r\n", " ", "Dr. ", "It broke. ", "x", "[2]", "?!"]
    )
    | st.text(max_size=8),
    max_size=40,
).map("".join)


def texts(text: str) -> list[str]:
    return [span.text for span in split_sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "The U.S. economy shrank.",
        "See Fig. 3 for the crack.",
        "It fell at 2 p.m. on Monday.",
        "Pump No. 4 failed.",
        "Dr. Smith said so.",
        "Smith et al. (2019) found it.",
        "Prices rose by 3.5% in Jan. 2020.",
        "Acme Inc. closed the plant.",
        "E. coli caused the outbreak.",
    ],
)
def test_an_abbreviation_does_not_end_a_sentence(sentence: str) -> None:
    assert texts(f"{sentence} Then it rained.") == [sentence, "Then it rained."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t\r\n ", []),
        ("No full stop", ["No full stop"]),
        ("It fell at 2 p.m. The vote passed.", ["It fell at 2 p.m.", "The vote passed."]),
        ('"It broke." He left.', ['"It broke."', "He left."]),
        ("It broke.[2] Then it fell.[3][4] So it ended.[5]", ["It broke.[2]", "Then it fell.[3][4]", "So it ended.[5]"]),
        ("The dam failed because\nof rain. Then\r\nit fell.", ["The dam failed because\nof rain.", "Then\r\nit fell."]),
        ("It rained\n\nThe dam broke", ["It rained", "The dam broke"]),
        ("It rained\n \t\r\nThe dam broke", ["It rained", "The dam broke"]),
        ("# The dam. A story ##\nIt broke.", ["The dam. A story", "It broke."]),
        ("#hashtag rules", ["#hashtag rules"]),
        ("The dam\n=====\nIt broke.", ["The dam", "It broke."]),
        ("Causes:\n- rain\n* wind\n• age\n1. neglect\n2) greed", ["Causes:", "rain", "wind", "age", "neglect", "greed"]),
        ("- it rained. Then\n  it broke\n- wind", ["it rained.", "Then\n  it broke", "wind"]),
        ("It was built in\n1998. Then it fell.", ["It was built in\n1998.", "Then it fell."]),
        ("| cause | effect |\n|---|:--|\n| rain. It fell | flood |", ["| cause | effect |", "| rain. It fell | flood |"]),
        ("It broke.\n-----\nIt fell.", ["It broke.", "It fell."]),
        ("> It broke. It fell.", ["It broke.", "It fell."]),
        ("Before\n```py\nx = 1. Y\n```\nAfter", ["Before", "```py\nx = 1. Y\n```", "After"]),
        ("```\nIt broke. It fell.", ["```\nIt broke.", "It fell."]),
        (
            "Why it broke\nThe dam broke since nobody had looked after it.",
            ["Why it broke", "The dam broke since nobody had looked after it."],
        ),
    ],
)
def test_layout_and_punctuation_end_sentences(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("---\ntitle: The dam\ntags: [a, b]\n---\n\nIt broke.", ["code", "prose"]),
        ("---\r\ntitle: The dam\r\n\r\n  of old\r\n---\r\nIt broke.", ["code", "prose"]),
        ("---\nIt held. It broke.\n---\nIt rained.", ["prose", "prose", "prose"]),  # drawn lines
        ("---\nNote: It held.\nThen it broke.\n---\nIt rained.", ["prose", "prose", "prose"]),
        ("It broke.\n---\ntitle: The dam\n---\n", ["prose", "heading"]),
    ],
)
def test_front_matter_is_no_prose(text: str, kinds: list[str]) -> None:
    assert [sentence.kind for sentence in read_sentences(text)] == kinds


def test_each_sentence_tells_its_kind_and_paragraph() -> None:
    text = "# Dam\nIt broke. It fell.\nTwo died.\n\nNext.\n- one two\n- three\n| a | b |\n```\ncode\n```\nEnd.\n"
    text += "\nA title\nThe text below it is much longer."
    found = [(sentence.kind, sentence.paragraph) for sentence in read_sentences(text)]
    assert found == [
        *[("heading", 0), ("prose", 1), ("prose", 1), ("prose", 1), ("prose", 2), ("item", 3), ("item", 4), ("row", 5), ("code", 6)],
        *[("prose", 7), ("heading", 8), ("prose", 9)],
    ]


def test_a_wrapped_first_line_is_no_title() -> None:
    assert [
        sentence.kind for sentence in read_sentences("The dam that broke last night in the\nBlue Valley was built of earth in 1923.")
    ] == ["prose"]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        pytest.param("a log line without stop\n" * 200, "stop", id="at line ends"),
        pytest.param("word " * 1000, "word", id="at white space"),
        pytest.param("因为下雨" * 1000, "雨", id="anywhere where there is no white space"),
        pytest.param("| cell " * 1000, ("|", "cell"), id="rows too"),
    ],
)
def test_a_very_long_sentence_is_cut(text: str, ends: str | tuple[str, ...]) -> None:
    found = texts(text)
    assert len(found) > 1
    assert all(len(part) <= MAX_SENTENCE and part.endswith(ends) for part in found)
    assert "".join("".join(found).split()) == "".join(text.split())


@given(LAYOUT)
@settings(max_examples=300, deadline=None)
def test_sentences_are_verbatim_stripped_and_in_order(text: str) -> None:
    spans = split_sentences(text)
    assert all(span.is_verbatim_in(text) and span.text == span.text.strip() for span in spans)
    assert all(left.end <= right.start for left, right in pairwise(spans))


@given(LAYOUT)
@settings(max_examples=300, deadline=None)
def test_no_letter_is_left_out(text: str) -> None:
    covered = {position for span in split_sentences(text) for position in range(span.start, span.end)}
    assert [text[i] for i in range(len(text)) if text[i].isalpha() and i not in covered] == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("!?" * 200_000, id="terminators"),
        pytest.param("a" * 500_000, id="one word"),
        pytest.param("# a" + " " * 200_000 + "x", id="heading with a gap"),
        pytest.param("```a\n" * 100_000, id="unclosed fences"),
        pytest.param("- " * 200_000 + "x", id="bullets"),
        pytest.param("x.[" * 100_000, id="brackets"),
    ],
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    with bounded(20):  # quadratic time would be minutes
        split_sentences(text)


def test_two_megabytes_take_about_a_second() -> None:
    random_words = random.Random(7)
    words = "rain dam flood because led to the of Dr. failure valley 3.5 pressure (see Fig. 3) U.S. engineers".split()
    text = "".join(
        f"The {' '.join(random_words.choices(words, k=14))} broke.{random_words.choice([' ', ' ', chr(10) * 2])}" for _ in range(22_000)
    )
    split_sentences("Warm up.")
    with bounded(10):  # measured: half a second
        split_sentences(text)


def test_a_line_that_begins_with_a_label_of_reports_begins_a_paragraph() -> None:
    text = "Pump failure\nRoot cause: bearing seizure\nImpact: the reactor was down\nfor 31 hours\n**Next steps:** grease it\n"
    found = read_sentences(text)
    assert [(sentence.span.text, sentence.kind) for sentence in found] == [
        ("Pump failure", "heading"),
        ("Root cause: bearing seizure", "prose"),
        ("Impact: the reactor was down\nfor 31 hours", "prose"),
        ("**Next steps:** grease it", "prose"),
    ]
    assert len({sentence.paragraph for sentence in found}) == 4
