"""The sides of a cue: how far the clause goes, what is trimmed off, what is split, what only points back."""

import pytest

from cckg.core.claims import Span
from cckg.extraction.arguments import (
    MAX_WORDS,
    antecedent,
    coordinated,
    ends_in_reference,
    is_joint,
    is_pronoun,
    left_bound,
    nominal_verb,
    opening_clause,
    points_back,
    right_bound,
    trimmed,
)
from cckg.extraction.connectives import Connective, find_connectives


def cue_in(text: str, words: str) -> Connective:
    (cue,) = [cue for cue in find_connectives(text) if text[cue.start : cue.end] == words]
    return cue


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  the fire.", "the fire"),
        ("however, the fire", "the fire"),
        ("According to the inquiry, the fire", "the fire"),
        ("On 3 May, the fire", "the fire"),
        ("11th, the fire", "the fire"),
        ("Suddenly, the fire", "the fire"),
        ("10:45 UTC - the fire", "the fire"),
        ("there was a fire", "a fire"),
        ("although the fire", "the fire"),
        ("06 January 2017 several fires", "several fires"),
        ("meaning that the fire", "the fire"),
        ("First, the fire", "the fire"),
        ("Later testing revealed that the fire", "the fire"),
        ("The root cause of the leak was later identified as a fire", "a fire"),
        ("The incident was triggered when the fire broke out", "the fire broke out"),
        ("The problem was the result of a fire", "a fire"),
        ("the fire, however,", "the fire"),
        ("“the fire” was", "the fire"),
        ("the fire shortly", "the fire"),
        ("the fire may", "the fire"),
        ("the fire in May", "the fire in May"),
        ("the fire of 3 May", "the fire of 3 May"),
        ("the ship was struck, it", "the ship was struck"),
        ("The farmer lit fires, but these", "The farmer lit fires"),
        ("The plant fitted filters; those", "The plant fitted filters"),
        ("the school was closed until May", "the school was closed until May"),
        ("the fire (of 1906", "the fire"),
        ("of 1906) the fire", "the fire"),
        ("the fire (of 1906)", "the fire (of 1906)"),
    ],
)
def test_fillers_are_cut_off_both_ends(text: str, kept: str) -> None:
    span = trimmed(text, 0, len(text))
    assert span is not None
    assert (span.text, span.is_verbatim_in(text)) == (kept, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " , ",
        "it",
        "it, meanwhile the pump",
        "the one",
        "this",
        "probably",
        "12:30",
        "the result",
        "such",
        "was acceptable",
        "the following",
        "whether",
        "[speculation]",
        "Since we’ve",
        "the deeper",
        "fire " * (MAX_WORDS + 1),
    ],
)
def test_what_names_no_event_is_dropped(text: str) -> None:
    assert trimmed(text, 0, len(text)) is None


@pytest.mark.parametrize(
    ("text", "words", "left"),
    [
        ("Rain fell, and a leak caused a fire.", "caused", "a leak"),
        ("Rain fell and a leak caused a fire.", "caused", "a leak"),
        ("Rain fell; a leak caused a fire.", "caused", "a leak"),
        ("Rain fell hard. A leak caused a fire.", "caused", "A leak"),
        ("Rain fell but a leak caused a fire.", "caused", "a leak"),
        ("The report said that a leak caused a fire.", "caused", "a leak"),
        ("It is clear that a leak caused a fire.", "caused", "a leak"),
        ("A leak and a spark caused a fire.", "caused", "A leak and a spark"),
        ("The pump, which was old, caused a fire.", "caused", "The pump, which was old,"),
        ("Bells rang when a leak caused a fire.", "caused", "a leak"),
        ("A gap between the pump and the wall caused a fire.", "caused", "A gap between the pump and the wall"),
        ("It broke, when a leak was there, because of frost.", "because of", "a leak was there,"),
        ("It broke on May 3, before the thaw, because of frost.", "because of", "It broke on May 3, before the thaw,"),
    ],
)
def test_the_left_side_begins_with_its_clause(text: str, words: str, left: str) -> None:
    cue = cue_in(text, words)
    assert text[left_bound(text, 0, cue) : cue.start].strip() == left


@pytest.mark.parametrize(
    ("text", "words", "right"),
    [
        ("A leak caused a fire, which spread.", "caused", "a fire"),
        ("A leak caused a fire; all fled.", "caused", "a fire"),
        ("A leak caused a fire when the crew slept.", "caused", "a fire"),
        ("A leak caused a fire, and the crew fled.", "caused", "a fire"),
        ("Frost caused leaks, it is not the only cause.", "caused", "leaks"),
        ("Frost caused leaks, most of them small.", "caused", "leaks"),
        ("The fire was due to a leak on May 3, 1987, in Rome.", "was due to", "a leak on May 3, 1987"),
        ("A leak caused a fire, a flood and a panic.", "caused", "a fire, a flood and a panic."),
        ("The fire was due to a leak at Acme, the owner.", "was due to", "a leak at Acme"),
        ("The fire was due to a leak, a spark and a wind.", "was due to", "a leak, a spark and a wind."),
    ],
)
def test_the_right_side_ends_with_its_clause(text: str, words: str, right: str) -> None:
    cue = cue_in(text, words)
    assert text[cue.end : right_bound(text, cue, len(text))].strip() == right


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [
        ("Because it froze, it burst.", "Because", ", it burst."),
        ("Because of frost, it burst.", "Because of", ", it burst."),
    ],
)
def test_an_opening_clause_ends_at_the_comma_before_the_main_clause(text: str, words: str, rest: str) -> None:
    comma = opening_clause(text, cue_in(text, words), len(text))
    assert comma is not None
    assert text[comma:] == rest


def test_an_opening_clause_without_a_comma_has_no_end() -> None:
    assert opening_clause("Because it froze it burst.", cue_in("Because it froze it burst.", "Because"), 26) is None


@pytest.mark.parametrize(("text", "noun"), [("There was a storm", "a storm"), ("They met a man in the rain", "a man in the rain")])
def test_a_restrictive_that_takes_up_a_noun_phrase(text: str, noun: str) -> None:
    assert text[antecedent(text, 0, len(text)) :] == noun


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("the loss of power and the failure of the pump", ["the loss of power", "the failure of the pump"]),
        ("a fire, a flood and a panic", ["a fire", "a flood", "a panic"]),
        ("the dam broke and the town was lost", ["the dam broke", "the town was lost"]),
        ("a leak as well as a spark", ["a leak", "a spark"]),
    ],
)
def test_members_with_determiners_are_split(text: str, members: list[str]) -> None:
    spans = coordinated(Span(text, 7, 7 + len(text)))
    assert [span.text for span in spans] == members
    assert all(span.shifted(-7).is_verbatim_in(text) for span in spans)


@pytest.mark.parametrize(
    "text",
    [
        "search and rescue",
        "the reaction between the acid and the metal",
        "the failure of the pump and the valve",
        "robust backup and mirroring systems",
        "a man who fell and a dog",
        "low pay, long hours and poor housing",
        "ERCOT, the grid operator",
    ],
)
def test_what_belongs_together_is_not_split(text: str) -> None:
    assert [span.text for span in coordinated(Span(text, 0, len(text)))] == [text]


def test_announced_members_are_split_at_one_and() -> None:
    assert [span.text for span in coordinated(Span("heat and drought", 0, 16), marked=True)] == ["heat", "drought"]


@pytest.mark.parametrize(
    ("text", "member", "expected"),
    [
        ("both heat and drought led to it", "heat and drought", True),
        ("the combination of heat and drought led to it", "heat and drought", True),
        ("heat together with drought led to it", "heat together with drought", True),
        ("heat and drought led to it", "heat and drought", False),
    ],
)
def test_joint_causes_are_announced(text: str, member: str, *, expected: bool) -> None:
    begin = text.index(member)
    assert is_joint(text, Span(member, begin, begin + len(member))) is expected


@pytest.mark.parametrize("text", ["This", "that failure", "These two events", "this sudden loss", "which", "All of this", "The latter"])
def test_a_reference_points_back(text: str) -> None:
    assert points_back(text)


@pytest.mark.parametrize("text", ["the failure", "this loose connection", "this failure of the pump", "thistle"])
def test_what_names_a_thing_of_its_own_is_no_reference(text: str) -> None:
    assert not points_back(text)


@pytest.mark.parametrize(
    ("text", "expected"), [("This", True), ("On 3 May, this", True), ("We are sure that", True), ("a test of this", False)]
)
def test_a_left_side_may_end_in_a_reference(text: str, *, expected: bool) -> None:
    assert ends_in_reference(text, 0, len(text)) is expected


@pytest.mark.parametrize(("text", "expected"), [("it", True), ("They", True), ("the crew", False)])
def test_a_pronoun_is_known(text: str, *, expected: bool) -> None:
    assert is_pronoun(text) is expected


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        (" the fire was a leak", "was"),
        (" the fire may have been a leak", "may have been"),
        (" the fire was not arson", "was not"),
        (" the fire that fell was a leak", "was"),
        (" the fire is unknown", None),
        (" the fire remains a riddle and was old", None),
        (" heat, which is measured", None),
        (" the visit was to inspect", None),
        (" the test were published in May", None),
        (" the fire", None),
    ],
)
def test_a_nominal_cue_has_a_verb_that_names_a_cause(text: str, verb: str | None) -> None:
    match = nominal_verb(text, 0, len(text))
    assert (match["verb"] if match else None) == verb
