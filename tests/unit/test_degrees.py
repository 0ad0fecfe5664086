"""How strong the words of a cause are, and which words belong to a cue."""

import pytest

from cckg.core.claims import Degree
from cckg.extraction.connectives import degree_of
from tests.reading import read

D, C, E = Degree.DIRECT, Degree.CONTRIBUTING, Degree.ENABLING


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("caused", D),
        ("because of", D),
        ("was largely due to", D),
        ("was the deciding factor in", D),
        ("was the cause of", D),
        ("played no part in", D),
        ("left the city without", D),
        ("made it impossible to", D),
        ("made the crew leave as soon as possible", D),
        ("may have contributed to", C),
        (", contributing further to", C),
        ("was a contributory cause of", C),
        ("was a factor in", C),
        ("was a major contributing factor in", C),
        ("were factors in", C),
        ("was one of the main causes of", C),
        ("was one reason why", C),
        ("was another cause of", C),
        ("was a partial cause of", C),
        ("were among the reasons for", C),
        ("partly because of", C),
        ("in part due to", C),
        ("was aggravated by", C),
        ("were made much worse by", C),
        ("exacerbated", C),
        ("compounded", C),
        ("also added to", C),
        ("played a key role in", C),
        ("played its part in", C),
        ("helped to cause", C),
        ("helped to make possible", C),  # says both
        ("allowed", E),
        (", allowing", E),
        ("enables", E),
        ("permitted", E),
        ("let", E),
        ("was made possible by", E),
        ("made it\npossible for", E),
        ("makes floods more likely", E),
        ("paved the way for", E),
        ("left the network open to", E),
        ("failed to prevent", E),
        ("failed to even catch", D),
        ("failure to stop", E),
    ],
)
def test_words_say_how_strong_a_cause_is(words: str, expected: Degree) -> None:
    assert degree_of(words) is expected
    assert degree_of(words.upper()) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The frost caused the leak.", D),
        ("The frost may have contributed to the leak.", C),
        ("One of the causes of the leak was the frost.", C),
        ("The cause of the leak was the frost.", D),
        ("The pipe leaked, in part, because of the frost.", C),
        ("The pipe leaked partly because the frost was hard.", C),
        ("The cuts left the network vulnerable to intruders.", E),
        ("The cuts left the town without buses.", D),
        ("The valve jammed, making a fire more likely.", E),
        ("The valve jammed, making a fire inevitable.", D),
        ("The leak was made possible by a worn seal.", E),
        ("The leak led to a fault that allowed intruders into the network.", D),  # the effect's own words are not the cue's
        ("One of the pumps failed because of the frost.", D),
    ],
)
def test_the_rules_give_each_claim_the_degree_of_its_cue(sentence: str, expected: Degree) -> None:
    assert [claim.degree for claim in read(sentence)] == [expected]


def test_each_cue_of_a_sentence_has_a_degree_of_its_own() -> None:
    found = read("The frost caused the leak and contributed to the outage, which allowed thieves to enter the vault.")
    assert [claim.degree for claim in found] == [D, C, E]
