"""Event coreference by a chat model: what it is shown, and what is made of its reply."""

import numpy as np

from cckg.core.graph import EventMention, MentionContext, Polarity
from cckg.identity import Clusters, OneEvent, PairToRead, coreference_calls
from cckg.identity.candidates import WIDE, candidates
from cckg.identity.policy import POLICY
from tests.builders import unit_vectors


def mention(name: str, text: str, *, document: str = "d1", start: int = 0, left: str = "", date: str = "") -> EventMention:
    context = MentionContext(text, start, start + len(text), left, ".", date=date, date_source="sentence" if date else "")
    return EventMention(name, name, document, f"Report {document}", text, Polarity.OCCURRENCE, context)


def paired(*pairs: tuple[EventMention, EventMention]) -> list[PairToRead]:
    return [PairToRead(left, right) for left, right in pairs]


A = mention("a", "the pump of unit 2 failed", start=40)
B = mention("b", "the outage", start=5, left="We regret")
C = mention("c", "the second pump of the works broke down", start=90)
X = mention("x", "the failure of pump 2", document="d2", left="Nobody foresaw", date="2021-05-03")


def test_a_document_is_one_call_with_its_mentions_in_the_order_of_the_text() -> None:
    [call] = coreference_calls(paired((A, B), (A, C)))
    assert [one.id for one in call.own] == ["b", "a", "c"]
    assert call.prompt.user.splitlines() == [
        "Report: Report d1",
        "1. the outage “We regret the outage .”",  # too short to be told apart
        "2. the pump of unit 2 failed",
        "3. the second pump of the works broke down",
    ]


def test_short_documents_share_a_call_and_what_is_compared_between_them_is_shown_in_its_sentence() -> None:
    [call] = coreference_calls(paired((A, X), (A, C)))
    assert call.prompt.user.splitlines() == [
        "Report: Report d1",
        "1. the pump of unit 2 failed “the pump of unit 2 failed .”",
        "2. the second pump of the works broke down",
        "Report: Report d2",
        "3. the failure of pump 2, 2021-05-03 “Nobody foresaw the failure of pump 2 .”",
    ]
    assert (call.documents, call.others) == (("d1", "d2"), ())


def test_a_sentence_that_tells_of_two_is_given_once() -> None:
    cause, effect = mention("p", "the frost", left="We saw"), mention("q", "the burst", left="We saw")
    [call] = coreference_calls(paired((cause, effect)))
    assert call.prompt.user.count("We saw the frost") == 1


def test_a_document_that_shares_no_call_is_shown_the_mentions_of_others_that_are_near() -> None:
    long = [mention(f"l{number:02}", f"the happening of number {number}", document="d0", start=number) for number in range(30)]
    calls = list(coreference_calls(paired((long[0], X), *((long[number], long[number + 1]) for number in range(29)))))
    assert [(call.documents, [one.id for one in call.others]) for call in calls] == [(("d0",), []), (("d2",), ["l00"])]


def test_which_way_round_a_pair_comes_changes_nothing() -> None:
    assert [call.pairs for call in coreference_calls(paired((X, A)))] == [call.pairs for call in coreference_calls(paired((A, X)))]


def test_what_is_joined_is_told_surely_or_perhaps_and_all_else_that_was_asked_is_another_event() -> None:
    [call] = coreference_calls(paired((A, B), (B, C), (A, C)))
    told = call.read(Clusters(events=[OneEvent(members=[1, 2]), OneEvent(members=[1, 3], sure=False)]))
    assert told == {("a", "b"): POLICY.told_one, ("b", "c"): POLICY.told_perhaps_one, ("a", "c"): POLICY.told_another}


def test_pairs_that_nobody_asked_about_may_be_joined_and_numbers_that_are_not_there_say_nothing() -> None:
    [call] = coreference_calls(paired((A, B), (B, C)))
    assert call.read(Clusters(events=[OneEvent(members=[2, 3, 7, 0, -1])]))["a", "c"] == POLICY.told_one


def test_a_long_document_is_asked_about_in_parts_and_no_pair_is_left_out() -> None:
    many = [mention(f"m{number:03}", f"the happening of number {number}", start=number * 10) for number in range(250)]
    pairs = paired(*((many[number], many[(number * 7 + 130) % 250]) for number in range(250) if number != (number * 7 + 130) % 250))
    calls = list(coreference_calls(pairs))
    assert max(len(call.own) for call in calls) <= 240
    asked = [pair for call in calls for pair in call.pairs]
    assert sorted(asked) == sorted({(min(left.id, right.id), max(left.id, right.id)) for left, right, _ in pairs})


def test_where_more_mentions_of_others_are_near_than_fit_there_is_a_further_call_and_each_pair_is_asked_about_once() -> None:
    long = [mention(f"l{number:02}", f"the happening of number {number}", document="d9", start=number) for number in range(20)]
    others = [mention(f"o{number:02}", f"happening {number}", document=f"d{number % 2}", start=number) for number in range(70)]
    pairs = paired(*((long[number % 20], other) for number, other in enumerate(others)), *((one, long[0]) for one in long[1:]))
    calls = [call for call in coreference_calls(pairs, most_mentions=20) if call.documents == ("d9",)]
    assert len(calls) == 4  # of seventy twenty at a time
    assert all(len(call.others) <= 20 for call in calls)
    asked = [pair for call in calls for pair in call.pairs]
    assert len(asked) == len(set(asked)) == 70 + 19


def test_of_all_other_documents_a_chat_model_is_asked_about_the_nearest_of_either_side() -> None:
    detail = "at the Brennfoss weir in Orrefell"
    names = [
        "the weir broke",
        "the weir gave way",
        "the weir failed",
        "the weir burst",
        "the weir collapsed",
        "the weir went",
        "the weir fell",
    ]
    told = [mention(f"m{number}", text, document=f"d{number}", left=detail) for number, text in enumerate(names)]
    vectors = unit_vectors(names)
    found = candidates(told, vectors, [], lambda left, right: False, WIDE._replace(near_across=-1.0))
    cosines = np.round(vectors @ vectors.T, 5)
    nearest = {
        (min(row, column), max(row, column))
        for row in range(len(names))
        for column in sorted(set(range(len(names))) - {row}, key=lambda other: (-cosines[row, other], min(row, other), max(row, other)))[
            : POLICY.chat_nearest_of_others
        ]
    }
    assert set(found) == nearest
    assert len(nearest) < len(names) * (len(names) - 1) / 2


def test_no_mention_is_compared_with_itself_however_few_there_are() -> None:
    mentions = [A, C]
    pairs = candidates(mentions, unit_vectors([one.text for one in mentions]), [], lambda left, right: False, WIDE)
    assert pairs == [(0, 1)]
