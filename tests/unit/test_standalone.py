"""Events are told in words that can be read alone."""

import pytest

from cckg.language import make_standalone


@pytest.mark.parametrize(
    ("event", "lead", "alone"),
    [
        ("fell two metres", "he slipped and", "he fell two metres"),
        ("fell from the roof", "Employee #1 slipped and then", "Employee #1 fell from the roof"),
        ("struck his head on a pad", "Employee #1 fell and", "Employee #1 struck his head on a pad"),
        ("killed", "Employee #1 was struck and", "Employee #1 was killed"),
        ("fell to the ground", "the beam was hit and", "the beam fell to the ground"),
        ("stopped", "The pump ran dry, and later", "the pump stopped"),
        ("fell five metres", "he leant on the glass he was fitting and", "he fell five metres"),
        ("fell backward through the joists", "he slipped and", "he fell backward through the joists"),
        ("swung back", "The box was lifted and then", "the box swung back"),
        ("shattered the windows", "it reached the hall and", "the windows were shattered"),
        ("became unresponsive at noon", "The service was slow and ultimately", "the service became unresponsive at noon"),
        ("died", "Employee #1 and Employee #2 later", "Employee #1 and Employee #2 died"),
        ("fell 5 feet", "He lost his footing", "he fell 5 feet"),
        ("died", "The two men later", "The two men died"),
        ("striking his head on the floor", "The ladder slipped and Employee #1 fell,", "Employee #1 struck his head on the floor"),
        (
            "crushed Employee #1 between the truck and the pipe",
            "The pipe rolled off the forks and",
            "Employee #1 was crushed between the truck and the pipe",
        ),
        ("attempted to push the link out", "We deleted the old link, and", "we attempted to push the link out"),
        ("stopped responding to requests", "Most of the pods used too much memory, and", "most of the pods stopped responding to requests"),
        ("gave no warning", "the database was missing a monitor and so", "the database gave no warning"),
        ("knocked him across the hall", "The water hit Employee #1 and", "the water knocked him across the hall"),
        ("caught between two tyres", "Employee #1 was killed when", "Employee #1 was caught between two tyres"),
        ("falling 24 feet", "Employee #1 stepped back and slipped from the platform", "Employee #1 fell 24 feet"),
    ],
)
def test_a_second_verb_gets_the_subject_that_it_shares(event: str, lead: str, alone: str) -> None:
    assert make_standalone(event, [lead]) == alone


@pytest.mark.parametrize(
    ("event", "lead"),
    [
        ("increased pressure in the line", "the pump ran and"),  # a thing, no verb
        ("fell from the roof", "the scaffold, which"),  # nothing is joined
        ("fell", "He left when the bank"),
        ("lost productivity", "The mill"),
        ("falling rocks", "The roads were icy, and"),
        ("running costs rose", "The club closed because"),
        ("losing their homes", "The river flooded the village and families fled,"),
        ("died", "He told us the man"),
        ("The return to work", "No vehicles were allowed."),
        ("The trigger was being pulled when the gun exploded", ""),
        ("fell from the roof", "Nobody came and"),  # no plain subject
        ("fell from the roof", ""),
        ("the pump stopped", "the seal broke and"),
    ],
)
def test_else_no_subject_is_put_in_front(event: str, lead: str) -> None:
    assert make_standalone(event, [lead]) == event


def test_a_pronoun_subject_is_named_in_turn() -> None:
    assert make_standalone("fell two metres", ["The roofer was tired.", "He slipped and"]) == "the roofer fell two metres"


def test_who_was_made_to_do_a_thing_is_the_subject_of_a_participle() -> None:
    assert make_standalone("him to fall", ["The roofer slipped, causing"], cue="causing") == "the roofer fell"


def test_who_was_made_to_do_a_thing_is_not_the_subject_of_that_verb() -> None:
    assert make_standalone("him to fall", ["The foreman caused"], cue="caused") == "he fell"
    assert make_standalone("him to fall", ["The roofer was tired.", "A gust caused"], cue="caused") == "the roofer fell"


def test_what_a_participle_does_something_to_is_not_the_subject_before() -> None:
    assert make_standalone("crushing it", ["The beam hit the box,"], is_predicate=True) == "it was crushed"


def test_a_thing_that_is_an_object_is_not_the_subject_before() -> None:
    assert make_standalone("it to sink", ["The storm hit the boat, causing"], cue="causing") == "it sank"


def test_what_follows_its_cause_as_a_participle_happened_to_somebody() -> None:
    assert make_standalone("sustaining a fracture", ["Employee #1 slipped,"], is_predicate=True) == "Employee #1 sustained a fracture"
    assert (
        make_standalone("knocking him down", ["Employee #1 stood there.", "The box swung,"], is_predicate=True)
        == "Employee #1 was knocked down"
    )
    assert make_standalone("falling down", ["Nobody knows,"], is_predicate=True) == "falling down"


@pytest.mark.parametrize(
    ("told", "alone"),
    [
        ("The root cause was this change, which slowed the databases", "the change, which slowed the databases"),
        ("A secondary cause of the outage was that the alarm failed", "the alarm failed"),
        ("The main reason was identified as a worn seal", "a worn seal"),
        ("Specific failures included Scribe being unable to join calls", "Scribe being unable to join calls"),
        ("The cause was unknown", "The cause was unknown"),
        ("The trigger was pulled", "The trigger was pulled"),
        ("a factor of two", "a factor of two"),
        ("The core issue was an unhandled panic in the queue", "an unhandled panic in the queue"),
        ("The issue was closed", "The issue was closed"),
        ("A review board determined (reference 1) that an error in the design went unseen", "an error in the design went unseen"),
        ("it was found that the seal leaked", "the seal leaked"),
        ("no inquiry found that the seal leaked", "no inquiry found that the seal leaked"),
        ("The cause of the over-test incident", "the over-test incident"),
        ("the cause of the fire being unknown", "the cause of the fire being unknown"),
        ("While no major damage", "no major damage"),
        ("While moving the pole the signalman", "While moving the pole the signalman"),
        ("power work still", "power work"),
        ("Noticed that the log was full", "the log was full"),
        ("Examination of core dumps revealed that the buffers were full", "the buffers were full"),
        ("The layer had two distinct problems that each", "The layer had two distinct problems that each"),
        ("two distinct problems that each", "two distinct problems"),
        ("the mill stood still", "the mill stood still"),
    ],
)
def test_what_is_named_as_the_cause_is_the_event(told: str, alone: str) -> None:
    assert make_standalone(told, []) == alone


@pytest.mark.parametrize(
    ("event", "lead", "alone"),
    [
        ("a bug", "On the other side, MathJax v2.5 contained", "MathJax v2.5 contained a bug"),
        ("an error", "The update introduced", "The update introduced an error"),
        ("a bug", "They looked for", "a bug"),
        ("a bug", "The update, which we sent, contained", "a bug"),
        ("a bug in the parser", "The update introduced", "a bug in the parser"),
    ],
)
def test_a_fault_without_a_name_is_told_with_what_held_it(event: str, lead: str, alone: str) -> None:
    assert make_standalone(event, [lead]) == alone


def test_what_was_allowed_for_is_the_event() -> None:
    assert (
        make_standalone("for a safe transfer to the roof", ["The ladder stood out, which allowed"], cue="allowed")
        == "a safe transfer to the roof"
    )
    assert make_standalone("for 3 days", ["It was allowed"], cue="allowed") == "for 3 days"
