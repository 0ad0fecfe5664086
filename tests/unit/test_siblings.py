"""Which sentences tell of a sibling what a question asks of a thing."""

from cckg.answering import find_short_answers, sibling_told_of
from cckg.core.claims import Span
from tests.fakes import HashingEmbedder
from tests.tables import examples


@examples("answering/siblings")
def test_what_is_told_of_a_sibling_is_seen_and_the_rest_left(question: str, sentence: str, *, of_a_sibling: bool) -> None:
    assert (sibling_told_of(question, sentence) is not None) is of_a_sibling


def test_a_pronoun_is_about_what_the_sentence_before_it_is_about() -> None:
    question, told = "When was the new theatre sold?", "It was sold in 1990."
    assert sibling_told_of(question, told, before=["The old theatre burned down in 1988."]) is not None
    assert sibling_told_of(question, told, before=["The old theatre burned down.", "The new theatre was dear."]) is None


def test_a_sentence_that_opens_with_her_sister_ship_and_names_the_thing_is_about_it() -> None:
    told, before = "Her sister ship, the Karen Marie, was built in 1990.", ["The Astrid Marie was built in 1988."]
    assert sibling_told_of("When was the Karen Marie built?", told, before=before) is None


def test_a_sibling_is_told_up_to_the_noun_that_is_shared() -> None:
    found = sibling_told_of("When did the new theatre burn down?", "The old theatre burned down in 1988.")
    assert found is not None
    assert (found.asked, found.told) == ("new theatre", "old theatre")


def test_the_sibling_itself_may_be_the_answer() -> None:
    told = "Emil Rohn married Greta Holt in 1920."
    assert sibling_told_of("Who married Ada Rohn?", told, answer=Span("Emil Rohn", 0, 9)) is None
    assert sibling_told_of("Who married Ada Rohn?", told, answer=Span("Greta Holt", 18, 28)) is not None


def _told(question: str, text: str, *, title: str = "") -> list[str]:
    return [found.text for found in find_short_answers(question, [text], embedder=HashingEmbedder(), titles=[title])]


def test_the_date_of_a_sibling_is_no_short_answer() -> None:
    text = "Line 9 was extended to the airport in 1972. Line 7 runs to the harbour."
    assert _told("When was line 7 extended to the airport?", text) == []
    assert "1972" in _told("When was line 9 extended to the airport?", text)


def test_a_heading_is_no_short_answer_but_what_the_sentence_calls_so() -> None:
    title = "Orle Dairy: the spring recall"
    text = f"# {title}\n\nThe dairy is in Orle. As a result of the recall, the supermarket chain Nordby stopped selling Fonna."
    assert _told("Which supermarket stopped selling Fonna?", text, title=title)[0] == "Nordby"
    assert title not in _told("Which supermarket stopped selling Fonna?", text, title=title)


def test_it_is_the_thing_that_the_sentence_before_calls_by_the_noun_asked_for() -> None:
    text = "The rinks of Velm\n\nThe old rink, the Ice Garden, was opened in 1954. It was demolished in 2013."
    assert _told("Which rink was demolished?", text, title="The rinks of Velm")[0] == "Ice Garden"


def test_the_owner_in_a_possessive_does_not_do_what_is_asked() -> None:
    assert "Elena Popa" not in _told("Who designed the arena?", "The arena was designed by Elena Popa's nephew, Mihai Popa.")[:1]
