"""The benchmark of public data: how questions are made of reports, and how answers are read; the texts here are made up."""

from benchmarks.public_data import incidents, yes_or_no
from cckg.core.evidence import Answer, EvidencePackage
from cckg.core.trace import Trace

ROW = {
    "id": "x-1",
    "title": "Mail",
    "text": "Between 01:00 and 02:00 on 3 May 2020, some customers using Mail in Ostrava may have experienced lost letters. It rained.",
    "gold_root_cause": "A disk failed. It was old.",
}


def answered(text: str, *, abstained: bool = False) -> Answer:
    return Answer("?", "", text, abstained, EvidencePackage(), (), Trace())


def test_a_question_is_made_of_the_symptom_and_the_day_and_the_gold_cause_is_kept_apart() -> None:
    [one] = incidents.incidents([ROW])
    assert one.question == "What caused lost letters for customers using Mail in Ostrava on 3 May 2020?"
    assert one.gold == ("A disk failed.", "It was old.")
    assert "disk" not in one.text


def test_a_report_without_a_symptom_or_a_cause_is_left_out() -> None:
    assert not incidents.incidents([{**ROW, "text": "It rained on 3 May 2020."}, {**ROW, "gold_root_cause": " "}])


def test_an_answer_is_read_by_its_first_word_or_by_the_words_of_one_choice_alone() -> None:
    assert yes_or_no.chosen(answered("Yes. It was needed."), ("yes", "no")) == "yes"
    assert yes_or_no.chosen(answered("The documents do not decide."), ("yes", "no")) is None
    assert yes_or_no.chosen(answered("No.", abstained=True), ("yes", "no")) is None
    choices = ("The man would have rested.", "The man would have run.", "That is not possible.")
    assert yes_or_no.chosen(answered("He would have rested."), choices) == choices[0]
    assert yes_or_no.chosen(answered("The man would have."), choices) is None


def test_the_last_sentence_of_a_story_is_its_question() -> None:
    item = yes_or_no.causal_judgement({"text": "Ann slept. The mill burned. Did the mill burn because Ann slept?", "answer": "No"})
    assert (item.text, item.question) == ("Ann slept. The mill burned.", "Did the mill burn because Ann slept?")


def test_a_declined_question_is_wrong_and_the_majority_is_that_of_the_gold_answers() -> None:
    items = [yes_or_no.Item("", "", gold, "stories") for gold in ("yes", "yes", "no", "yes")]
    found = yes_or_no.scored(items, ["yes", None, "yes", None])["stories"]
    assert found == {
        "asked": 4,
        "answered": 2,
        "right": 1,
        "accuracy": 0.25,
        "accuracy_of_the_answered": 0.5,
        "by_chance": 0.5,
        "by_the_majority": 0.75,
    }
