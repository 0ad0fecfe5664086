"""The language rules under the built-in roles, on frames of one pattern each: opposites, polarity, clauses, inflection, word lists."""

import re
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.graph import Polarity
from cckg.core.text import squeeze, words
from cckg.language import (
    TOKEN,
    Form,
    deciding_part,
    hypothetical,
    in_past,
    inflect,
    is_listed,
    is_past,
    main_verb,
    neutral,
    noun_lemma,
    polarity_of,
    reading_of,
    rows,
    statement,
    tidy,
    verb_form,
    verb_lemma,
    with_infinitive,
    word_class,
)
from cckg.language.opposites import affirm, antonyms, states, suits_subject
from cckg.language.polarity import direction_words
from cckg.language.wording import lower_tokens
from cckg.roles.opposites import LocalOppositeWriter

WRITER = LocalOppositeWriter()
THINGS = ["prices", "wages", "demand", "the temperature", "unemployment", "the interest rate", "oil output", "rainfall", "crime"]
UP = ["rose", "increased", "soared", "climbed", "grew", "surged"]
DOWN = ["fell", "decreased", "plummeted", "dropped", "shrank", "declined"]
MORE = ["a rise in", "an increase in", "a surge in", "higher", "rising", "growing"]
LESS = ["a fall in", "a decrease in", "a drop in", "lower", "falling", "shrinking"]
HAPPENED = ["the dam collapsed", "the crew noticed the leak", "the ship sank", "the bank lent money", "the engine caught fire"]
ACTORS = ["the crew", "the captain", "engineers", "the bank", "nobody", "the O-ring"]
VERBS = ["closed", "opened", "inspected", "ignored", "repaired"]
TAILS = ["", " in 1986", " by 5 percent", " because of the war", " in Japan"]
_COMMON = frozenset("prices fell rose dam crew pump lack fewer more because 1986 without never nobody".split())
ANY_TEXT = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            "the a no not never failed to did was has prices fell rose dam which that , of in because 1986 % lack without "
            "more fewer too few n't wasn't there 's crew pump “x” – ; (".split()
        ),
        max_size=14,
    ).map(" ".join),
)


def opposite(text: str) -> str:
    return WRITER.opposite(text, polarity_of(text))[0]


# Opposites


@settings(deadline=None, derandomize=True, max_examples=150)
@given(thing=st.sampled_from(THINGS), verb=st.sampled_from(UP + DOWN), tail=st.sampled_from(TAILS))
def test_the_opposite_of_a_change_is_read_as_the_opposite_change(thing: str, verb: str, tail: str) -> None:
    text = f"{thing} {verb}{tail}"
    assert polarity_of(text) is (Polarity.INCREASE if verb in UP else Polarity.DECREASE)
    assert polarity_of(opposite(text)) is polarity_of(text).opposite
    assert thing in opposite(text)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(thing=st.sampled_from(THINGS), change=st.sampled_from(MORE + LESS), tail=st.sampled_from(TAILS[1::3]))
def test_the_opposite_of_a_named_change_is_read_as_the_opposite_change(thing: str, change: str, tail: str) -> None:
    text = f"{change} {thing.removeprefix('the ') if ' ' not in change else thing}{tail}"
    assert polarity_of(text) is (Polarity.INCREASE if change in MORE else Polarity.DECREASE)
    assert polarity_of(opposite(text)) is polarity_of(text).opposite


@pytest.mark.parametrize("text", HAPPENED)
def test_the_opposite_of_a_denial_is_the_happening_and_that_of_the_happening_keeps_its_subject(text: str) -> None:
    article, subject, verb, *rest = text.split()
    denied = " ".join([article, subject, "did not", verb_lemma(verb), *rest])
    assert (polarity_of(text), polarity_of(denied)) == (Polarity.OCCURRENCE, Polarity.ABSENCE)
    assert opposite(denied) == text
    assert opposite(text).startswith(f"{article} {subject} ")


@settings(deadline=None, derandomize=True, max_examples=300)
@given(text=ANY_TEXT, polarity=st.sampled_from(list(Polarity)))
def test_whatever_the_text_its_opposite_differs_is_squeezed_and_always_the_same(text: str, polarity: Polarity) -> None:
    written, turned = WRITER.opposite(text, polarity)
    assert turned is polarity.opposite
    assert written == squeeze(written) != ""
    assert written.casefold() != squeeze(text).casefold()
    assert WRITER.opposite(text, polarity) == (written, turned)


@pytest.mark.parametrize("text", ["Prices rose", "The dam broke", "Heavy rain", "No warning was given"])
def test_a_capital_at_the_start_stays(text: str) -> None:
    assert opposite(text)[0].isupper()


@pytest.mark.parametrize(
    ("text", "article"),
    [("a lower wage", "a higher"), ("an unsafe bridge", "a safe"), ("a shortage of oil", "a surplus"), ("an increase", "a decrease")],
)
def test_the_article_fits_the_word_that_was_put_in(text: str, article: str) -> None:
    assert opposite(text).startswith(article)


def test_no_pair_of_antonyms_maps_a_word_to_itself_and_what_is_read_backwards_leads_to_a_listed_word() -> None:
    table = antonyms()
    assert [key for key, value in table.items() if key[1] == value] == []
    listed = {(part, word) for part, word, *_ in rows("antonyms")} | {(part, word) for part, _, word, *_ in rows("antonyms")}
    assert set(table) <= listed


def test_the_opposite_of_an_adjective_of_change_goes_the_other_way() -> None:
    for (kind, word), other in antonyms().items():
        left, right = direction_words().get(word), direction_words().get(other)
        if kind == "adjective of change" and left and right:
            assert left is right.opposite, (word, other)


@pytest.mark.parametrize(
    ("state", "subject", "true"),
    [
        ("remain standing", "the bridge", True),
        ("remain standing", "the talks", False),
        ("remain standing", "the bridge over the river", True),
        ("work", "anything at all", True),
    ],
)
def test_a_state_is_said_only_of_what_it_can_be_true_of(state: str, subject: str, *, true: bool) -> None:
    assert suits_subject(state, subject) is true


def test_every_state_is_a_verb_that_can_be_put_into_the_past() -> None:
    assert {noun for noun, state in states().items() if not inflect(state, "VBD").strip() or " " in noun} == set()


# Affirming


@settings(deadline=None, derandomize=True)
@given(actor=st.sampled_from(ACTORS[:4]), verb=st.sampled_from(VERBS), thing=st.sampled_from(["the valve", "it", "all doors"]))
def test_every_way_to_say_that_something_was_not_done_is_affirmed_alike(actor: str, verb: str, thing: str) -> None:
    lemma = verb_lemma(verb)
    done = f"{actor} {verb} {thing}"
    ways = [f"failed to {lemma}", f"did not {lemma}", f"didn't {lemma}", f"didn’t {lemma}", f"neglected to {lemma}", f"never {verb}"]
    assert {affirm(f"{actor} {way} {thing}") for way in ways} == {done}
    assert {polarity_of(f"{actor} {way} {thing}") for way in ways} == {Polarity.ABSENCE}


@settings(deadline=None, derandomize=True, max_examples=200)
@given(text=ANY_TEXT)
def test_what_can_be_affirmed_comes_back_squeezed_and_changed(text: str) -> None:
    found = affirm(text)
    if found is not None:
        assert found == squeeze(found)
        assert found != text


# Polarity


@settings(deadline=None, derandomize=True, max_examples=200)
@given(text=ANY_TEXT)
def test_the_deciding_words_are_tokens_and_neutral_text_is_made_of_the_rest(text: str) -> None:
    found, tokens = reading_of(text), lower_tokens(text)
    assert all(0 <= at < len(tokens) for at in found.deciders)
    assert (found.deciders == ()) <= (neutral(text) == text)
    assert set(lower_tokens(neutral(text))) <= set(tokens)


@pytest.mark.parametrize("adverb", ["sharply", "slowly", "steadily", "suddenly"])
@pytest.mark.parametrize(("verb", "polarity"), [("rose", Polarity.INCREASE), ("fell", Polarity.DECREASE)])
def test_an_adverb_before_or_after_the_verb_changes_no_polarity(adverb: str, verb: str, polarity: Polarity) -> None:
    assert polarity_of(f"prices {adverb} {verb}") is polarity_of(f"prices {verb} {adverb}") is polarity


@pytest.mark.parametrize("verb", UP + DOWN)
def test_a_denied_change_is_an_absence_and_its_affirmation_the_change(verb: str) -> None:
    denied = f"prices did not {verb_lemma(verb)}"
    assert polarity_of(denied) is Polarity.ABSENCE
    assert affirm(denied) == f"prices {verb}"


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize(("up", "down"), list(zip(MORE, LESS, strict=True)))
def test_what_rises_and_what_falls_is_the_same_thing_once_neutral(thing: str, up: str, down: str) -> None:
    assert neutral(f"{up} {thing}") == neutral(f"{down} {thing}") == thing


def test_a_name_that_is_a_word_of_change_says_no_direction() -> None:
    assert polarity_of("the collapse of Tacoma Narrows") is Polarity.OCCURRENCE
    assert polarity_of("the meeting at Rising Sun") is Polarity.OCCURRENCE


@pytest.mark.parametrize("relative", ["that had reduced speed", "which prices hit", "who cut the rate", "that did not stop"])
def test_a_relative_clause_does_not_decide(relative: str) -> None:
    assert polarity_of(f"the ship {relative} sank") is Polarity.OCCURRENCE


# Clauses


@pytest.mark.parametrize("subject", ["the dam", "two dams", "NASA", "the crew of the ship", "they"])
@pytest.mark.parametrize("verb", ["break", "fail", "fall", "sink", "give way", "shut down"])
def test_did_becomes_the_past_does_the_present_and_a_negation_stays(subject: str, verb: str) -> None:
    past = inflect(verb, "VBD")
    assert statement("did", f"{subject} {verb}") == f"{subject} {past}"
    assert statement("Did", f"{subject} {verb}") == f"{subject} {past}"
    assert statement("didn't", f"{subject} {verb}") == f"{subject} did not {verb}"
    assert statement("does", f"{subject} {verb}") == f"{subject} {inflect(verb, 'VBZ')}"


@pytest.mark.parametrize("subject", ["the dam", "two dams", "the crew of the ship", "the ships"])
@pytest.mark.parametrize("verb", ["broken", "failed", "fallen", "sunk"])
def test_a_condition_and_its_denial_name_the_same_event(subject: str, verb: str) -> None:
    past = f"{subject} {inflect(verb_lemma(verb), 'VBD')}"
    assert in_past(f"{subject} had {verb}") == (past, False)
    for negated in ("had not", "hadn't", "hadn’t", "had never"):
        assert in_past(f"{subject} {negated} {verb}") == (past, True)
    assert hypothetical(f"{subject} have {verb}") == past
    assert hypothetical(f"{subject} still have {verb}") == past


@pytest.mark.parametrize(
    ("clause", "event", "negated"),
    [
        ("there had been no fog", "the fog", True),
        ("there were no bees", "the bees", True),
        ("there had been fog", "fog", False),
        ("it had not been for the ice", "the ice", True),
        ("nobody had warned them", "someone warned them", True),
        ("the leak had been avoided", "the leak", True),
        ("the fire had never happened", "the fire", True),
        ("the doors had been locked", "the doors were locked", False),
        ("the door had been locked", "the door was locked", False),
        ("prices doubled", "prices doubled", False),
        ("the pump could not start", "the pump could start", True),
        ("the levees weren't high", "the levees were high", True),
    ],
)
def test_a_condition_is_put_into_the_plain_past(clause: str, event: str, *, negated: bool) -> None:
    assert in_past(clause) == (event, negated)


@pytest.mark.parametrize(
    ("phrase", "event"),
    [
        ("the ship to sink", "the ship sank"),
        ("the fish to not die", "the fish did not die"),
        ("the bank to be closed", "the bank was closed"),
        ("the banks to be closed", "the banks were closed"),
        ("damage to the hull", "damage to the hull"),
        ("harm", "harm"),
    ],
)
def test_what_someone_was_made_to_do_is_what_was_done(phrase: str, event: str) -> None:
    assert with_infinitive(phrase) == event


@settings(deadline=None, derandomize=True, max_examples=300)
@given(
    text=ANY_TEXT.filter(lambda text: not re.search(r"(^|\s),", text)),
    auxiliary=st.sampled_from(["did", "was", "has", "would", "isn't", "can't", "do"]),
)
def test_clauses_are_made_of_the_words_that_were_given_but_for_their_tense(text: str, auxiliary: str) -> None:
    given = {verb_lemma(word) for word in words(text)} | {verb_lemma(auxiliary), "not", "be", "do", "the", "someone"}
    for rewritten in (statement(auxiliary, text), hypothetical(text), in_past(text)[0], with_infinitive(text), tidy(text)):
        assert len(words(rewritten)) <= len(words(text)) + 2
        assert not ({verb_lemma(word) for word in words(rewritten) if word in _COMMON} - given)


@settings(deadline=None, derandomize=True)
@given(
    event=st.sampled_from([*HAPPENED, "the fire", "prices rose in 1986"]), around=st.sampled_from(["{}?", '"{}"', " {} .", "“{}”", "{}!"])
)
def test_tidy_takes_off_what_stands_around_an_event_and_nothing_else(event: str, around: str) -> None:
    assert tidy(around.format(event)) == event


# Inflection and word lists

FORMS: dict[str, tuple[str, str, str, str]] = {
    "break": ("broke", "broken", "breaking", "breaks"),
    "stop": ("stopped", "stopped", "stopping", "stops"),
    "carry": ("carried", "carried", "carrying", "carries"),
    "fall": ("fell", "fallen", "falling", "falls"),
    "be": ("was", "been", "being", "is"),
    "have": ("had", "had", "having", "has"),
    "lie": ("lay", "lain", "lying", "lies"),
    "cut": ("cut", "cut", "cutting", "cuts"),
    "mothball": ("mothballed", "mothballed", "mothballing", "mothballs"),
}


@pytest.mark.parametrize("lemma", FORMS)
def test_every_form_of_a_verb_is_written_and_led_back_to_its_lemma(lemma: str) -> None:
    names: tuple[Form, ...] = ("VBD", "VBN", "VBG", "VBZ")
    assert tuple(inflect(lemma, name) for name in names) == FORMS[lemma]
    assert {verb_lemma(form) for form in FORMS[lemma]} == {lemma}
    assert verb_form(FORMS[lemma][2]) == "VBG"
    assert verb_lemma(FORMS[lemma][0].upper()) == lemma


@pytest.mark.parametrize(("plural", "singular"), [("bridges", "bridge"), ("crises", "crisis"), ("cities", "city"), ("losses", "loss")])
def test_a_plural_is_written_and_led_back(plural: str, singular: str) -> None:
    assert (noun_lemma(plural), inflect(singular, "NNS")) == (singular, plural)


@pytest.mark.parametrize("word", ["hundred", "naked", "need", "feed", "the", "red", "bed"])
def test_words_that_only_end_like_a_past_are_none(word: str) -> None:
    assert not is_past(word)


@pytest.mark.parametrize("forms", list(FORMS.values()), ids=list(FORMS))
def test_pasts_are_known_as_such(forms: tuple[str, str, str, str]) -> None:
    assert is_past(forms[0]) or forms[0] in word_class("auxiliary")


LISTS = sorted(Path(str(resources.files("cckg"))).glob("*/data/*.tsv"))


@pytest.mark.parametrize("file", LISTS, ids=[file.stem for file in LISTS])
def test_a_word_list_has_no_empty_cell_and_no_line_twice(file: Path) -> None:
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert lines
    assert all(all(line.split("\t")) for line in lines)
    assert [line for line, count in Counter(lines).items() if count > 1] == []


def test_no_form_of_a_word_goes_both_up_and_down() -> None:
    directions: dict[str, set[str]] = {}
    for direction, _, _, forms in rows("directions"):
        for form in forms.split():
            directions.setdefault(form, set()).add(direction)
    assert {form for form, found in directions.items() if len(found) > 1} == set()


def test_a_plural_is_listed_with_its_singular() -> None:
    listed = next(row[0].split()[0] for row in rows("quantities"))
    assert is_listed(listed, "quantities")
    assert not is_listed("zzzz", "quantities")


@settings(deadline=None, derandomize=True, max_examples=200)
@given(text=ANY_TEXT)
def test_the_deciding_part_is_a_selection_of_the_tokens_in_order(text: str) -> None:
    tokens, part = lower_tokens(text), deciding_part(text)
    assert [tokens[place] for place in part.places] == list(part.words)
    assert list(part.places) == sorted(set(part.places))
    verb = main_verb(part)
    assert verb is None or part.words[verb] == part.word(verb) != ""
    assert [re.sub("’", "'", match.group().lower()) for match in TOKEN.finditer(text)] == tokens
