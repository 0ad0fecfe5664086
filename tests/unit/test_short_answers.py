"""Short answers: verbatim stretches of passages, in one hop or two, comparisons, and where nothing is said."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.answering import find_short_answers
from cckg.answering.passage_sentences import read_passages
from cckg.answering.short_answers import LEAST, ShortAnswer, answers_in, descriptions
from tests.fakes import HashingEmbedder

FILM = "Saltmarsh is a 2007 British thriller film directed by Owen Pryce. Its music is by Tomas Brandt. It was shot in Norfolk."
PRYCE = "Owen Pryce is a Welsh film director and former journalist, born on 30 January 1966 in Swansea."
BRANDT = "Tomas Brandt is a German composer. He lives in Berlin with his wife, the painter Eva Roth."
ARNO = "The Arno is a river in Italy. It is 241 kilometres long and flows into the Ligurian Sea."
TIBER = "The Tiber is a river in Italy that flows through Rome. It is 406 kilometres long."
CHOIR = (
    "Harbour Voices is an Irish choir from Cork, conducted by Sinead Walsh. It sings in Irish, English and Latin. "
    "Its hall cost 2 million pounds."
)
PASSAGES = {"Saltmarsh": FILM, "Owen Pryce": PRYCE, "Tomas Brandt": BRANDT, "Arno": ARNO, "Tiber": TIBER}


def asked(question: str, passages: dict[str, str] = PASSAGES) -> list[ShortAnswer]:
    return find_short_answers(question, list(passages.values()), embedder=HashingEmbedder(), titles=list(passages))


def first(question: str, passages: dict[str, str] = PASSAGES) -> str:
    return next((found.text for found in asked(question, passages)), "")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who directed Saltmarsh?", "Owen Pryce"),
        ("When was Owen Pryce born?", "30 January 1966"),
        ("In what year was Owen Pryce born?", "1966"),
        ("Where was Owen Pryce born?", "Swansea"),
        ("What nationality is Tomas Brandt?", "German"),
        ("What is Tomas Brandt's occupation?", "composer"),
        ("What genre is Saltmarsh?", "thriller"),
        ("How long is the Arno?", "241 kilometres"),
        ("Into which sea does the Arno flow?", "Ligurian Sea"),
        ("Who is the wife of Tomas Brandt?", "Eva Roth"),
    ],
)
def test_one_sentence_answers(question: str, answer: str) -> None:
    assert first(question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("In which city was the director of Saltmarsh born?", "Swansea"),
        ("What nationality is the man who directed Saltmarsh?", "Welsh"),
        ("Saltmarsh was directed by a journalist born in which city?", "Swansea"),
    ],
)
def test_what_is_only_described_is_asked_for_first(question: str, answer: str) -> None:
    assert first(question) == answer


def test_the_answer_stands_at_its_place_in_the_passage() -> None:
    found = asked("In which city was the director of Saltmarsh born?")[0]
    text = list(PASSAGES.values())[found.passage]
    assert text[found.start : found.end] == found.text
    assert text[found.sentence.start : found.sentence.end] == found.sentence.text
    assert "Swansea" in found.sentence.text


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the conductor of Harbour Voices?", "Sinead Walsh"),
        ("In what languages do Harbour Voices sing?", "Irish, English and Latin"),
        ("How much did the hall of Harbour Voices cost?", "2 million pounds"),
        ("What nationality is the choir that Sinead Walsh conducts?", "Irish"),
    ],
)
def test_words_of_one_root_series_and_units_are_known(question: str, answer: str) -> None:
    assert first(question, {"Harbour Voices": CHOIR, "Arno": ARNO}) == answer


def test_the_topic_answers_for_its_pronoun() -> None:
    mural = {"Rosa Delmar": "Rosa Delmar was a Mexican painter. Her mural The Weavers covers a wall of the town hall."}
    found = asked("Who painted The Weavers?", mural)[0]
    assert (found.text, found.start) == ("Rosa Delmar", 0)
    assert found.sentence.text.startswith("Her mural")


def test_answers_come_best_first_and_once_each() -> None:
    found = asked("Who directed Saltmarsh?")
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)
    assert len({one.text for one in found}) == len(found)
    assert all(0 <= score <= 1 for score in scores)


@pytest.mark.parametrize(
    ("question", "answer"),
    [("Which river is longer, the Arno or the Tiber?", "Tiber"), ("Which river is shorter, the Arno or the Tiber?", "Arno")],
)
def test_one_of_two_is_chosen_by_their_numbers(question: str, answer: str) -> None:
    assert first(question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is the Arno longer than the Tiber?", "no"),
        ("Is the Tiber longer than the Arno?", "yes"),
        ("Are the Arno and the Tiber both rivers?", "yes"),
        ("Are Owen Pryce and Tomas Brandt of the same nationality?", "no"),
        ("Are Owen Pryce and Tomas Brandt both Welsh?", "no"),
        ("Was Owen Pryce born in Swansea?", "yes"),
    ],
)
def test_yes_and_no_are_decided_by_what_is_said_of_both(question: str, answer: str) -> None:
    assert first(question) == answer


@pytest.mark.parametrize(
    "question",
    [
        "Who directed Harvest of Salt?",
        "Which river is older, the Arno or the Tiber?",
        "Is the Arno deeper than the Volga?",
        "Which river is not longer, the Arno or the Tiber?",
        "Is the Arno not longer than the Tiber?",
        "How many people live in Norfolk?",
        "",
        "   ",
    ],
)
def test_nothing_is_said_where_nothing_fits(question: str) -> None:
    assert asked(question) == []


def test_a_lower_bound_lets_unsure_answers_through() -> None:
    texts = list(PASSAGES.values())
    found = find_short_answers("How many people live in Norfolk?", texts, embedder=HashingEmbedder(), titles=list(PASSAGES), least=0.0)
    surer = find_short_answers("Who directed Saltmarsh?", texts, embedder=HashingEmbedder(), titles=list(PASSAGES), least=0.0)
    assert all(one.score < LEAST for one in found)
    assert len(surer) > len(asked("Who directed Saltmarsh?"))


def test_without_passages_there_is_no_answer() -> None:
    assert asked("Who directed Saltmarsh?", {}) == []


def test_a_passage_without_title_is_about_the_name_it_opens_with() -> None:
    texts = [PRYCE, FILM]
    found = find_short_answers("Where was the director of Saltmarsh born?", texts, embedder=HashingEmbedder(), titles=["", ""])
    assert found[0].text == "Swansea"


def test_as_many_titles_are_needed_as_texts() -> None:
    with pytest.raises(ValueError, match="as many titles"):
        find_short_answers("Who?", [FILM], embedder=HashingEmbedder(), titles=[])


def test_passages_read_once_answer_from_a_part_of_them() -> None:
    read = read_passages(list(PASSAGES.values()), titles=list(PASSAGES), embedder=HashingEmbedder())
    question = "In which city was the director of Saltmarsh born?"
    assert answers_in(read.only([0, 1]), question, embedder=HashingEmbedder())[0].passage == 1
    assert "Swansea" not in {found.text for found in answers_in(read.only([0, 2]), question, embedder=HashingEmbedder())}


def test_sentences_are_encoded_in_one_call() -> None:
    class Counting(HashingEmbedder):
        calls = 0

        def encode(self, texts):  # type: ignore[no-untyped-def]
            Counting.calls += len(texts) > 1
            return super().encode(texts)

    find_short_answers("Who directed Saltmarsh?", list(PASSAGES.values()), embedder=Counting(), titles=list(PASSAGES))
    assert Counting.calls == 1


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.text(max_size=200))
def test_any_text_gives_verbatim_answers_or_none(question: str, text: str) -> None:
    for found in find_short_answers(question, [text], embedder=HashingEmbedder(), titles=[""]):
        assert found.text in {"yes", "no"} or text[found.start : found.end] == found.text


def test_a_question_that_is_all_description_is_left_whole() -> None:
    assert descriptions("Who is the director of Saltmarsh?") == []


def test_a_relative_clause_ends_before_the_verb_of_the_question() -> None:
    best = descriptions("In which city is the company that published The Last Dune based?")[0]
    assert best.named("Halden Press") == "In which city is Halden Press based"


TOWNS = "Brack is a fishing town. Lorn has 3,400 inhabitants; Brack has 61,000."
LINE = "The Vesper Line runs three ferries. After a fire in Lorn, the Vesper Line sacked its chief engineer, Ivo Brandt."
FUND = "The Aldgate Savings Fund wrote off its Norden loans because of the bankruptcy of Norden Brothers."
QUARRY = "Inspector Maud Keller, formerly of Vesper Lines, resigned after the quarry flooded."
UNION = "The union was led by Ines Holt, the sister of Karl Rasch."
FERRY = "The ferry Lady Vesper ran for the Vesper Line. She was built in 1921 by Lang & Sons of Port Brack and was 62 metres long."


@pytest.mark.parametrize(
    ("question", "passage", "answer"),
    [
        ("How many inhabitants does Brack have?", TOWNS, "61,000"),
        ("How many inhabitants does Lorn have?", TOWNS, "3,400"),
        ("Who was sacked after the fire in Lorn?", LINE, "Ivo Brandt"),
        ("Who sacked the chief engineer?", LINE, "Vesper Line"),
        ("Who resigned after the quarry flooded?", QUARRY, "Inspector Maud Keller"),
        ("Who is the brother of Ines Holt?", UNION, "Karl Rasch"),
        ("Who was the brother of the leader of the Brack union?", UNION + " It is the Brack union.", "Karl Rasch"),
    ],
)
def test_what_plays_another_part_in_the_sentence_is_no_answer(question: str, passage: str, answer: str) -> None:
    assert first(question, {"": passage}) == answer


def test_a_part_of_the_questions_own_words_does_not_win_over_the_subject() -> None:
    assert first("Who wrote off its Norden loans?", {"": FUND}) == "Aldgate Savings Fund"


def test_where_somebody_who_did_it_comes_from_did_it_not() -> None:
    assert first("Who built the Lady Vesper?", {"Lady Vesper": FERRY}) != "Port Brack"


def test_a_noun_behind_a_name_does_not_ask_for_more() -> None:
    found = descriptions("Who was the brother of the leader of the Lund strike?")
    assert [one.text for one in found] == ["the leader of the Lund"]


def test_a_sister_is_not_told_as_a_brother() -> None:
    assert "Ines Holt" not in {found.text for found in asked("Who is the brother of Karl Rasch?", {"": UNION})}


@pytest.mark.parametrize("question", ["Which river is longer?", "What is the longer river?"])
def test_a_comparison_without_two_things_named_has_no_short_answer(question: str) -> None:
    assert asked(question) == []
    assert asked("Which river flows through Rome?") != []
