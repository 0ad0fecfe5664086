"""The trained reader of claims, as it is shipped."""

from dataclasses import replace

import pytest

from cckg.core.claims import Modality
from cckg.core.graph import Polarity
from cckg.extraction import ClaimReader, LocalExtractor
from cckg.models import open_reader

UNCUED = "The night frost split the pipe in the cellar of the school. Water ran for two days."
DENIED = "The fire at the mill was not caused by a short circuit, the inspectors say; a careless smoker lit it."
TEXTS = [UNCUED, "", DENIED, "The annual meeting takes place on 3 May. Coffee will be served at ten.", "🚰 " + UNCUED]


@pytest.fixture(scope="module")
def reader() -> ClaimReader:
    return ClaimReader(open_reader("claims", folder=None, offline=False, threads=0))


def test_what_is_read_does_not_depend_on_the_texts_beside_it(reader: ClaimReader) -> None:
    assert [reader.read([text])[0] for text in TEXTS] == reader.read(TEXTS)


def test_what_no_cue_states_is_read(reader: ClaimReader) -> None:
    assert not LocalExtractor().extract([UNCUED])[0].claims
    claims = LocalExtractor(reader).extract([UNCUED])[0].claims
    assert ("The night frost", "split the pipe") in [(claim.cause.span.text, claim.effect.span.text[:14]) for claim in claims]
    assert any(claim.effect.text.startswith("the pipe was split") for claim in claims)


def test_what_follows_its_cause_as_a_participle_is_told_as_done(reader: ClaimReader) -> None:
    claims = reader.read(["The column fell striking the carpenter in the head."])[0]
    assert [claim.effect.text for claim in claims] == ["the carpenter was struck in the head"]


def test_denials_are_told_apart(reader: ClaimReader) -> None:
    claims = reader.read([DENIED])[0]
    assert {claim.modality for claim in claims if "short circuit" in claim.cause.text} == {Modality.DENIED}


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("A leak from the tannery was ruled out as a cause of the death of the perch.", Modality.DENIED),
        ("Investigators ruled out sabotage as the cause of the fire.", Modality.DENIED),
        ("The leak was suspected as a cause of the fire.", Modality.HEDGED),
        ("The leak was suspected of causing the fire.", Modality.HEDGED),
    ],
)
def test_what_is_ruled_out_is_denied_and_what_is_suspected_is_hedged(reader: ClaimReader, text: str, modality: Modality) -> None:
    assert [claim.modality for claim in reader.read([text])[0]] == [modality]


def test_all_that_is_read_is_verbatim_and_in_its_quote(reader: ClaimReader) -> None:
    for text, claims in zip(TEXTS, reader.read(TEXTS), strict=True):
        for claim in claims:
            sides = [claim.cause.span, claim.effect.span, *([claim.cue] if claim.cue else [])]
            assert all(side.is_verbatim_in(text) for side in (*sides, claim.quote))
            assert claim.quote.start <= min(side.start for side in sides)
            assert max(side.end for side in sides) <= claim.quote.end
            assert 0 < claim.confidence <= 1


def test_a_text_is_read_alike_alone_and_among_others(reader: ClaimReader) -> None:
    alone = [[(claim.cause, claim.effect) for claim in reader.read([text])[0]] for text in TEXTS]
    assert alone == [[(claim.cause, claim.effect) for claim in claims] for claims in reader.read(TEXTS)]


def test_texts_without_causality_and_empty_ones_give_nothing(reader: ClaimReader) -> None:
    found = reader.read(["", "   \n", TEXTS[3]])
    assert [len(claims) for claims in found] == [0, 0, 0]
    assert reader.read([]) == []


@pytest.mark.parametrize(
    "text",
    [
        "The frost almost split the pipe.",
        "Had the guard locked the gate, the cattle would not have strayed.",
        "Did the frost split the pipe in the cellar?",
        "Had the frost led to a burst pipe, the school could have been flooded.",
        "Cracks in the pipe led to the conclusion that the frost had been hard.",
        "The crew restarted the server so that the search works.",
        "The crew stopped the database in hopes of moving it to a new system.",
    ],
)
def test_what_did_not_happen_is_no_claim(reader: ClaimReader, text: str) -> None:
    assert replace(reader, at_least=0.0).read([text]) == [[]]


def test_not_only_denies_nothing(reader: ClaimReader) -> None:
    claims = reader.read(["Not only because of the frost did the old pipe burst, but also for want of care."])[0]
    assert Modality.DENIED not in {claim.modality for claim in claims}


def test_joint_causes_are_a_group_only_where_one_cue_joins_them(reader: ClaimReader) -> None:
    text = "The dry wood together with the strong wind destroyed the village. The brakes failed and the road was icy, and the bus crashed."
    groups: dict[str, set[tuple[int, int]]] = {}
    for claim in replace(reader, at_least=0.0).read([text])[0]:
        if claim.group:
            groups.setdefault(claim.group, set()).add((claim.cause.span.start, claim.cause.span.end))
    assert all(len(causes) > 1 for causes in groups.values())


def test_a_claim_that_two_windows_hold_is_told_once_and_with_what_stood_before_it(reader: ClaimReader) -> None:
    sentence = "The tank in the yard was more than fifty years old and had never once been looked into by anybody in the village. "
    claims = replace(reader, at_least=0.0).read(
        [sentence * 2 + "It burst one night, and so the cellar of the school was flooded. " + sentence * 3]
    )[0]
    places = [(claim.cause.span.start, claim.effect.span.start) for claim in claims]
    assert len(places) == len(set(places))


def test_the_rules_keep_what_they_read(reader: ClaimReader) -> None:
    text = "The leak caused the fire. The fire led to the closure of the mill."
    by_rules, both = (extractor.extract([text])[0].claims for extractor in (LocalExtractor(), LocalExtractor(reader)))
    assert {replace(claim, confidence=1.0) for claim in by_rules} <= {replace(claim, confidence=1.0) for claim in both}


def test_a_claim_of_the_rules_is_believed_as_far_as_the_reader_sees_it(reader: ClaimReader) -> None:
    seen, unseen = LocalExtractor(reader).extract(["The leak caused the fire.", "Section 4 results in a duty to report."])
    assert [claim.confidence > 0.8 for claim in seen.claims] == [True]
    assert [claim.confidence for claim in unseen.claims] == [0.47]


def test_a_claim_of_the_rules_that_the_reader_does_not_see_and_that_names_nothing_is_not_kept(reader: ClaimReader) -> None:
    (claim,) = LocalExtractor(reader).extract(["Section 4 results in this duty to report."])[0].claims
    assert claim.confidence < reader.at_least


def test_what_was_ruled_out_is_not_what_the_sentence_before_tells(reader: ClaimReader) -> None:
    text = "Grain dust hung thick in the air of the headhouse. Sabotage was ruled out as the cause of the explosion."
    found = LocalExtractor(reader).extract([text])[0].claims
    assert [(claim.cause.text, claim.modality) for claim in found] == [("Sabotage", Modality.DENIED)]


def test_what_something_happened_without_is_a_lack(reader: ClaimReader) -> None:
    (claim,) = LocalExtractor(reader).extract(["Without the grant the club could not buy a new boat."])[0].claims
    assert (claim.cause.text, claim.cause.polarity) == ("no grant", Polarity.ABSENCE)


def test_suppositions_and_what_would_follow(reader: ClaimReader) -> None:
    ((supposed, follows), (wished, nothing)) = reader.suppositions(
        ["If the guard had locked the gate, the cattle would not have strayed.", "I wish the handle had been longer."]
    )
    assert supposed is not None
    assert supposed.text == "If the guard had locked the gate"
    assert follows is not None
    assert follows.text == "the cattle would not have strayed"
    assert wished is not None
    assert "handle" in wished.text
    assert nothing is None


FLOODED = (
    "In the early hours of 3 May 2014 a water main under Carol Street in Orsova burst. The burst main flooded the basement of the city "
    "library and destroyed 18,000 books. The main burst because its cast iron had corroded over ninety years. Heavy lorries on Carol "
    "Street may also have weakened the pipe."
)


def test_a_sentence_that_is_passed_over_among_its_neighbours_is_read_by_itself(reader: ClaimReader) -> None:
    claims = [claim for claim in reader.read([FLOODED])[0] if "18,000 books" in claim.quote.text]
    assert {claim.cause.text for claim in claims} == {"The burst main"}
    assert len(claims) == 2
    assert all(claim.quote.is_verbatim_in(FLOODED) for claim in claims)


def test_of_a_sentence_by_itself_nothing_is_told_of_what_a_pronoun_stands_for(reader: ClaimReader) -> None:
    text = "The meadows of eelgrass are a nursery of cod. When they vanish, more changes than the menu of the inns. The inns are old."
    assert not [claim for claim in reader.read([text])[0] if claim.cause.text == "they vanish"]


@pytest.mark.parametrize(
    "text",
    [
        "The fog alone would not have caused the collision.",
        "The snow alone would not have brought the roof down.",
        "Neither the rain nor the thaw alone would have flooded the valley.",
        "The strike by itself would not have closed the plant.",
    ],
)
def test_what_one_cause_alone_would_have_done_is_no_claim(reader: ClaimReader, text: str) -> None:
    assert replace(reader, at_least=0.0).read([text]) == [[]]


@pytest.mark.parametrize(
    "text",
    [
        "Both the wet snow and the bad welds were needed for the collapse.",
        "The heat and the drought were both necessary for the outbreak.",
        "Both the password leak and the missing update were required for the breach.",
    ],
)
def test_causes_that_were_both_needed_are_a_group(reader: ClaimReader, text: str) -> None:
    claims = reader.read([text])[0]
    assert len({claim.cause.text for claim in claims}) == 2
    assert len({claim.group for claim in claims} - {None}) == 1
