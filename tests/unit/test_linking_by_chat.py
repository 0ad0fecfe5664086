"""Event linking by a chat model: what it is shown of a question, and what is made of its reply."""

from collections.abc import Sequence
from itertools import product

from cckg.core.graph import EventMention, MentionContext, Polarity
from cckg.identity import linking_calls
from cckg.identity.linking_by_chat import Links, PhraseLinks

QUESTION = "Would the  pump have failed without the frost?"


def phrase(text: str, question: str = QUESTION) -> EventMention:
    return EventMention("", "", "", question, text, Polarity.OCCURRENCE, MentionContext("", 0, 0))


def mention(name: str, text: str, *, title: str = "Report A", start: int = 0, left: str = "") -> EventMention:
    return EventMention(name, name, "", title, text, Polarity.OCCURRENCE, MentionContext(text, start, start + len(text), left, "."))


PHRASES = (phrase("the pump failed"), phrase("the frost"))
A = mention("a", "the breakdown of pump 2", start=40, left="On Monday we saw")
B = mention("b", "the cold", start=5)
X = mention("x", "pump 7 broke", title="Report X")


def meant(reply: Links, mentions: Sequence[EventMention]) -> dict[tuple[str, str], float]:
    [call] = linking_calls(list(product(PHRASES, mentions)))
    return {(phrase.text, one.id): verdict.score for (phrase, one), verdict in call.read(reply)}


def test_a_question_is_one_call_with_its_phrases_and_each_mention_once_below_its_report() -> None:
    [call] = linking_calls([(PHRASES[0], X), (PHRASES[0], A), (PHRASES[1], A), (PHRASES[1], B)])
    assert call.prompt.user.splitlines() == [
        "Question: Would the pump have failed without the frost?",
        "a. the pump failed",
        "b. the frost",
        "Report: Report A",
        "1. the cold “the cold .”",
        "2. the breakdown of pump 2 “On Monday we saw the breakdown of pump 2 .”",
        "Report: Report X",
        "3. pump 7 broke “pump 7 broke .”",
    ]


def test_of_each_phrase_and_mention_it_is_known_what_was_said_whoever_was_near_to_whom() -> None:
    told = meant(Links(phrases=[PhraseLinks(phrase="a.", means=[2], opposite=[]), PhraseLinks(phrase="b", means=[], opposite=[1])]), [A, B])
    assert told == {
        ("the pump failed", "a"): 1.0,
        ("the pump failed", "b"): 0.0,
        ("the frost", "a"): 0.0,
        ("the frost", "b"): 0.5,
    }


def test_a_mention_that_is_said_to_be_both_is_neither_and_what_is_said_twice_of_a_phrase_counts_together() -> None:
    assert set(meant(Links(phrases=[PhraseLinks(phrase="a", means=[1], opposite=[1])]), [B]).values()) == {0.0}
    twice = [PhraseLinks(phrase=letter, means=[number], opposite=[]) for letter, number in (("(A)", 1), ("a.", 2), ("a", 2))]
    assert [pair for pair, score in meant(Links(phrases=twice), [A, B]).items() if score] == [
        (PHRASES[0].text, "b"),
        (PHRASES[0].text, "a"),
    ]


def test_phrases_and_happenings_that_are_not_there_are_sent_back() -> None:
    [call] = linking_calls(list(product(PHRASES, [A, B])))
    wrong = [PhraseLinks(phrase="the frost", means=[0], opposite=[3]), PhraseLinks(phrase="c", means=[], opposite=[])]
    complaints = call.check(Links(phrases=wrong))
    assert [text.split("; ")[0] for text in complaints] == [
        "There is no phrase 'the frost'",
        "There is no phrase 'c'",
        "There is no happening 0.",
        "There is no happening 3.",
    ]
    assert call.check(Links(phrases=[PhraseLinks(phrase="b)", means=[2], opposite=[1])])) == []


def test_what_does_not_fit_into_a_call_goes_into_a_further_one() -> None:
    many = [mention(f"m{number:03}", f"the happening of number {number}", start=number) for number in range(250)]
    phrases = [phrase(f"the phrase {number}") for number in range(30)]
    calls = list(linking_calls(list(product(phrases, many))))
    assert [(len(call.phrases), len(call.mentions)) for call in calls] == list(product((26, 4), (120, 120, 10)))
    asked = {pair for call in calls for pair in product(call.phrases, call.mentions)}
    assert asked == set(product(phrases, many))
