"""lemminflect's dictionary read a word at a time, beside lemminflect's own reading of it."""

import pytest
from lemminflect import Inflections, Lemmatizer
from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec

from cckg.language.inflection import dictionary

WORDS = ["fell", "be", "can", "'d", "I", "Aaron", "lay", "better", "zzz", "", "a,noun", "fall,verb", "ought"]


def test_words_have_the_lemmas_that_lemminflect_reads() -> None:
    whole, table = LemmaLUCodec.load(Lemmatizer().lemma_lu_fn), dictionary().Lemmatizer().lemma_dict
    for word in [*WORDS, *list(whole)[::20]]:
        assert list(table.get(word, {}).items()) == list(whole.get(word, {}).items())


def test_words_have_the_forms_that_lemminflect_reads() -> None:
    whole, table = InflectionLUCodec.load(Inflections().infl_lu_fn), dictionary().Inflections().infl_dict
    for word in [*WORDS, *list(whole)[::20]]:
        assert table.get(word, {}) == whole.get(word, {})


@pytest.mark.parametrize(("word", "lemma"), [("fell", "fall"), ("Fell", "Fall"), ("scraffled", "scraffle")])
def test_lemminflect_finds_listed_words_and_guesses_others(word: str, lemma: str) -> None:
    assert dictionary().getLemma(word, upos="VERB")[0] == lemma
