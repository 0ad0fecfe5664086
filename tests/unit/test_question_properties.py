"""What holds of every question: no error but InputError, events made of the question's words, one meaning for every way to ask."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.errors import InputError
from cckg.core.questions import ParsedQuestion, Route
from cckg.core.text import words
from cckg.language import inflect, verb_lemma
from cckg.questions import LocalQuestionParser
from tests.asking import parse, parser

STARTS = st.sampled_from(
    "why what how who did does would could was is if had without suppose what if how come due to what|what caused|tell me why|"
    "what led to|would|could|if there had been no|had it not been for|is there a link between".replace("|", " | ").split(" | ")
)
PIECES = st.sampled_from(
    "the dam not no have had been failed fail fall fell rain flood and or caused cause of because without that which did was X Dr. "
    "1986 3.5 % happened lead led to from necessary for enough in Rome NASA ? ! . ; : — ( ) \" ' n't isn't crew closed valve".split()
)
QUESTIONS = st.one_of(
    st.text(min_size=1, max_size=80),
    st.builds(lambda start, rest: " ".join([start, *rest]), STARTS, st.lists(PIECES, max_size=14)),
)
WORDED = st.builds(lambda start, rest: " ".join([start, *rest]), STARTS, st.lists(PIECES.filter(str.isalpha), min_size=1, max_size=14))
ADDED = frozenset("not did do was were is the someone had a an".split())
"""Words that a statement needs where the question had others: an auxiliary, an article for what a condition takes away."""


def events(parsed: ParsedQuestion) -> list[str]:
    named = [
        *parsed.presupposed,
        *(request.event for request in parsed.interventions),
        parsed.query_variable,
        parsed.effect,
        parsed.main_event,
    ]
    return [event for event in named if event is not None]


def lemmas(text: str) -> set[str]:
    return {verb_lemma(part) for word in words(text) for part in (word, word.removesuffix("'s"), word.removesuffix("n't"))}


# Any question


@settings(deadline=None, derandomize=True, max_examples=400)
@given(question=QUESTIONS)
def test_a_question_is_parsed_or_refused_as_input(question: str) -> None:
    try:
        parsed = parse(question)
    except InputError:
        assert not re.search(r"\w", "".join(character for character in question if character.isprintable()))
        return
    assert parsed.reasons[0].startswith(("form: ", "read as "))
    assert (parsed.route is Route.COUNTERFACTUAL) == (parsed.asks in ("verdict", "whatif"))
    assert (parsed.route is Route.FACTUAL) == (parsed.asks == "passage")
    assert (parsed.route is Route.RELATIONAL) == (parsed.asks == "relation")
    assert bool(parsed.interventions) == (parsed.route is Route.COUNTERFACTUAL)


@settings(deadline=None, derandomize=True, max_examples=400)
@given(question=WORDED)
def test_every_event_is_made_of_the_words_of_the_question_but_for_tense_and_helping_words(question: str) -> None:
    known, asked = lemmas(question) | {verb_lemma(word) for word in ADDED}, words(question)
    for event in events(parse(question)):
        new = [word for word in words(event) if verb_lemma(word) not in known]
        assert [word for word in new if not any(word.startswith(other) for other in asked if len(other) > 1)] == []


@settings(deadline=None, derandomize=True, max_examples=200)
@given(question=QUESTIONS.filter(lambda text: re.search(r"[A-Za-z]", text)))
def test_the_same_question_is_always_understood_the_same_way(question: str) -> None:
    assert parse(question) == parser().parse(question)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(question=QUESTIONS.filter(lambda text: re.search(r"[A-Za-z]", text)))
def test_no_event_has_control_characters_line_ends_or_white_space_around_it(question: str) -> None:
    for event in events(parse(question)):
        assert event == " ".join(event.split())
        assert event.isprintable()


@settings(deadline=None, derandomize=True, max_examples=100)
@given(length=st.integers(1, 60), limit=st.integers(5, 50))
def test_the_bound_counts_the_characters_of_the_squeezed_question(length: int, limit: int) -> None:
    parser = LocalQuestionParser(max_characters=limit)
    question = "w" * length
    if length > limit:
        with pytest.raises(InputError, match=f"{length} characters"):
            parser.parse(f"  {question}\n ")
    else:
        assert parser.parse(f"  {question}\n ").question == question


# One meaning, many forms

EVENTS = [  # the event as a phrase, as a question's clause, as a statement
    ("the collapse of the dam", "the dam collapse", "the dam collapsed"),
    ("the loss of power", "the plant lose power", "the plant lost power"),
    ("the fall in prices", "prices fall", "prices fell"),
    ("the sinking of the Titanic", "the Titanic sink", "the Titanic sank"),
    ("the bankruptcy", "the bank go bankrupt", "the bank went bankrupt"),
]
MARKS = ["?", "", "??", " ?", "!", "...", "?!"]
CAUSE_FORMS = ["What caused {}", "what led to {}", "What was the cause of {}", "What were the reasons for {}", "What triggered {}"]
EFFECT_FORMS = ["What were the effects of {}", "What did {} lead to", "What happened because of {}", "What resulted from {}"]
PATH_FORMS = ["How did {0} lead to {1}", "How did {0} cause {1}", "What role did {0} play in {1}", "How does {0} lead to {1}"]
LINK_FORMS = [
    "Did {0} cause {1}",
    "Did {0} lead to {1}",
    "Was {0} responsible for {1}",
    "Was {0} the cause of {1}",
    "Was {1} caused by {0}",
    "Was {0} necessary for {1}",
    "Did {1} happen because of {0}",
]
WITHOUT_FORMS = [
    "Would {1} have happened without {0}",
    "Without {0}, would {1} have happened",
    "If it had not been for {0}, would {1} have happened",
    "Had there been no {bare}, would {1} have happened",
    "But for {0}, would {1} have happened",
]


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("form", CAUSE_FORMS)
def test_every_way_to_ask_for_causes_is_one_question(form: str, mark: str) -> None:
    for phrase, _, _ in EVENTS:
        parsed = parse(form.format(phrase) + mark)
        assert (parsed.asks, parsed.main_event, parsed.presupposed) == ("causes", phrase, (phrase,))


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("form", EFFECT_FORMS)
def test_every_way_to_ask_for_effects_is_one_question(form: str, mark: str) -> None:
    for phrase, _, _ in EVENTS[:4]:
        parsed = parse(form.format(phrase) + mark)
        assert (parsed.asks, parsed.main_event) == ("effects", phrase)


@pytest.mark.parametrize("asked", ["Why did {}", "why did {}", "So why did {}", "And why did {}", "But why did {}"])
@pytest.mark.parametrize(("phrase", "clause", "stated"), EVENTS)
def test_why_did_is_put_into_the_past(asked: str, phrase: str, clause: str, stated: str) -> None:
    for mark in MARKS:
        assert parse(asked.format(clause) + mark).main_event == stated
    assert parse(f"How come {stated}?").main_event == stated
    assert phrase not in parse(asked.format(clause)).presupposed


@pytest.mark.parametrize("form", PATH_FORMS)
def test_every_way_to_ask_for_a_path_names_both_ends(form: str) -> None:
    for cause, effect in (("the flood", "the power cut"), ("deforestation", "the loss of soil"), ("the 1973 embargo", "inflation")):
        parsed = parse(form.format(cause, effect) + "?")
        assert (parsed.asks, parsed.presupposed[0], parsed.query_variable or parsed.effect, parsed.main_event) == (
            "path",
            cause,
            effect,
            effect,
        )


@pytest.mark.parametrize("form", LINK_FORMS)
def test_every_yes_or_no_question_about_a_link_sets_the_cause_absent(form: str) -> None:
    for cause, effect in (("the flood", "the power cut"), ("the leak", "the explosion"), ("the strike", "the shortage of coal")):
        parsed = parse(form.format(cause, effect) + "?")
        assert (parsed.asks, parsed.yes_no) == ("verdict", True)
        assert [(request.event, request.to) for request in parsed.interventions] == [(cause, "absent")]
        assert parsed.main_event == effect


@pytest.mark.parametrize("form", WITHOUT_FORMS)
def test_every_way_to_take_a_cause_away_is_one_question(form: str) -> None:
    for cause, effect in (("the flood", "the power cut"), ("the gas leak", "the explosion"), ("the dock strike", "the shortage")):
        parsed = parse(form.format(cause, effect, bare=cause.removeprefix("the ")) + "?")
        assert [(request.event, request.to) for request in parsed.interventions] == [(cause, "absent")]
        assert (parsed.main_event, parsed.yes_when) == (effect, "not necessary")


@pytest.mark.parametrize("tense", ["had {done}", "hadn't {done}", "had not {done}", "had never {done}"])
@pytest.mark.parametrize(
    ("subject", "verb", "thing"), [("the crew", "close", "the valve"), ("nurses", "check", "it"), ("Rome", "lose", "Gaul")]
)
def test_a_condition_in_any_tense_is_the_event_in_the_past_set_present_or_absent(tense: str, subject: str, verb: str, thing: str) -> None:
    condition = f"{subject} {tense.format(done=inflect(verb, 'VBN'))} {thing}"
    for question in (f"What would have happened if {condition}?", f"What if {condition}?", f"If {condition}, what would have happened?"):
        (request,) = parse(question).interventions
        assert request.event == f"{subject} {inflect(verb, 'VBD')} {thing}"
        assert request.to == ("present" if tense == "had {done}" else "absent")


@pytest.mark.parametrize("lead", ["Please, ", "Can you tell me ", "I want to know ", "Do you know ", "Please tell me ", "I wonder "])
def test_a_lead_in_changes_nothing_but_the_text_of_the_question(lead: str) -> None:
    for bare in ("what caused the flood", "why the dam failed", "how the storm led to the flood"):
        asked, plain = parse(f"{lead}{bare}?"), parse(f"{bare}?")
        assert (asked.route, asked.asks, events(asked)) == (plain.route, plain.asks, events(plain))


@pytest.mark.parametrize(
    "statement", ["The dam was built in 1950.", "The crew slept.", "Dr. Smith warned the board of the U.K. firm.", "It cost $3.5 million."]
)
def test_statements_before_or_after_a_question_never_change_what_is_asked(statement: str) -> None:
    plain = parse("Why did the dam fail?")
    for question in (f"{statement} Why did the dam fail?", f"Why did the dam fail? {statement}"):
        parsed = parse(question)
        assert (parsed.route, parsed.asks, parsed.main_event, parsed.presupposed[0]) == (
            plain.route,
            plain.asks,
            plain.main_event,
            plain.presupposed[0],
        )
