"""What would have been, read as what was: conditions and consequences of another world, and what is left alone."""

import pytest

from cckg.core.claims import ExtractedClaim, Modality
from cckg.core.graph import Polarity
from cckg.extraction import LocalExtractor

TOLD = [
    ("Had the relief valve worked, the tank would not have burst.", "the relief valve did not work", "the tank burst"),
    ("If the alarm had been set, the operators would have noticed it.", "the alarm was not set", "the operators did not notice it"),
    ("The fire would not have started if the cable had not been damaged.", "the cable was damaged", "The fire started"),
    ("They found that the bridge would have held had the bolts been replaced.", "the bolts were not replaced", "the bridge did not hold"),
    ("If there had been a lifeguard, the boy would not have drowned.", "there was no lifeguard", "the boy drowned"),
    ("If there had been no fog, the ships would never have collided.", "the fog", "the ships collided"),
    ("Without the sprinklers, the fire would have spread to the warehouse.", "the sprinklers", "the fire did not spread to the warehouse"),
    ("If only the guard had been awake, the prisoners would not have escaped.", "the guard was not awake", "the prisoners escaped"),
    ("If the rail had held, the train would have stopped, an inquest heard.", "the rail did not hold", "the train did not stop"),
    ("The bank would not have survived without the loan.", "the loan", "The bank survived"),
    ("If there had been survivors, the ship would have returned.", "there were no survivors", "the ship did not return"),
    ("Had the Titanic slowed, it would not have hit the ice.", "the Titanic did not slow", "the Titanic hit the ice"),
    (
        "Had the canary stage not been switched off, the bad release would have been stopped.",
        "the canary stage was switched off",
        "the bad release was not stopped",
    ),
    ("If the harvest had not failed, there would have been no famine.", "the harvest failed", "famine"),
    ("There would have been a riot if the queen had not fled.", "the queen fled", "there was no riot"),
    ("If the alarm had been heard sooner, the town would have been cleared.", "the alarm was not heard sooner", "the town was not cleared"),
    ("But for the strike, the ferry would have sailed.", "the strike", "the ferry did not sail"),
    ("The levee would have held if it had not been for the barge.", "the barge", "The levee did not hold"),
    ("No one would have died if the doors had been unlocked.", "the doors were not unlocked", "someone died"),
    ("In Marl, the mill would have closed had the bank only waited.", "the bank did not wait", "the mill did not close"),
    ("Had it not been for Ann, the ward would have burned, and many would have died.", "Ann", "the ward did not burn"),
]  # fmt: skip


def read(text: str) -> tuple[ExtractedClaim, ...]:
    """Return the claims that the rules read."""
    return LocalExtractor().extract([text])[0].claims


@pytest.mark.parametrize(("text", "cause", "effect"), TOLD)
def test_the_opposite_of_condition_and_consequence_is_told(text: str, cause: str, effect: str) -> None:
    """Both sides are verbatim places of the sentence, and asserted as their opposites."""
    (claim,) = read(text)
    assert (claim.cause.text, claim.effect.text, claim.modality) == (cause, effect, Modality.ASSERTED)
    assert all(part.is_verbatim_in(text) for part in (claim.cause.span, claim.effect.span, claim.quote))
    assert claim.cue is not None
    assert claim.cue.is_verbatim_in(text)


def test_polarity_is_that_of_what_was_so() -> None:
    """A valve that would have worked did not; a tank that would not have burst did."""
    (claim,) = read("Had the valve worked, the tank would not have burst.")
    assert (claim.cause.polarity, claim.effect.polarity) == (Polarity.ABSENCE, Polarity.OCCURRENCE)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("The loss could have been avoided if the crew had checked the oil.", Modality.HEDGED),
        ("The loss might have been prevented had the bank hedged its debt.", Modality.HEDGED),
        ("The crew could not have escaped if the hatch had been shut.", Modality.ASSERTED),
        ("The wall would probably have held if the drain had been open.", Modality.HEDGED),
        ("Even if the pilot had braked, the aircraft would still have left the runway.", Modality.DENIED),
        ("Without the inspection by Pell, the bridge might have collapsed.", Modality.HEDGED),
        ("Even without the storm, the mast would have fallen.", Modality.DENIED),
    ],
)
def test_how_sure_it_is(text: str, modality: Modality) -> None:
    """Modal verbs and adverbs hedge, "even if" and "still" deny."""
    assert [claim.modality for claim in read(text)] == [modality]


@pytest.mark.parametrize(
    ("text", "cause", "effect"),
    [
        (
            "Even if the pilot had braked, the aircraft would have left the runway.",
            "the pilot did not brake",
            "the aircraft left the runway",
        ),
        ("If the duke had not been shot, war would have broken out anyway.", "the duke was shot", "war broke out"),
    ],
)
def test_what_would_have_been_all_the_same_was_so(text: str, cause: str, effect: str) -> None:
    """Of "even if A, B would have happened", B happened, and not for want of A."""
    (claim,) = read(text)
    assert (claim.cause.text, claim.effect.text, claim.modality) == (cause, effect, Modality.DENIED)


@pytest.mark.parametrize(
    "text",
    [
        "If the valve works, the tank will not burst.",
        "If sales rise, the firm would have to hire.",
        "Would the tank have burst if the valve had worked?",
        "He would have been worse off if he had stayed.",
        "It would have been nice if the authors had asked.",
        "They wondered if the press would have noticed the leak.",
        "The correct behaviour would have been to wait until it had the capacity required.",
        "The road would have been left without power.",
        "Had winds stopped and the fire escaped, crews would have been trapped.",
        "It is not true that the ship would have sunk if the captain had not turned.",
        "Critics dispute that the patient would have lived if the nurse had called.",
        "The jury would have heard the tape once the judge had ruled on it.",
        "The victims would have been unaware as the carbon monoxide had filled the cabin.",
        "He would have left without his coat.",
        "Without a doubt, the minister would have resigned.",
        "Without looking, the driver would have turned.",
        "Doctors could not have known if the patient had taken the drug.",
        "The explosion could have happened if gas had leaked from the pipe.",
        "Only three people would have died if the doors had been unlocked.",
        "None of the workers would have been hurt had the alarm sounded.",
        "If nothing had been done, the dam would have failed.",
        "Had neither pump failed, the mine would have stayed dry.",
        "If the guards had rarely checked, the thief would have got in.",
        "If the airline had maintained the jet and the crew had been trained, the flight would have landed.",
        "If the hose the mechanic had fitted had not cracked, the truck would have stopped.",
        "Had the two sides agreed on a price, the firm would have been sold.",
        "Nothing would have happened if he had stayed home.",
        "The loss would have been smaller had the firm hedged.",
        'If the brakes had been checked," said the mayor, "the train would have stopped.',
        "The cuts that would have followed if the vote had failed were never named.",
    ],
)
def test_what_is_no_plain_counterfactual_is_left_alone(text: str) -> None:
    """Real conditions, questions, comparisons, other uses of the same words."""
    assert not [claim for claim in read(text) if "would" in claim.quote.text and "would" in claim.effect.span.text]


def test_this_accident_is_the_accident_of_the_report() -> None:
    """What is said to have been avoidable is the case that the text is about."""
    (claim,) = read("In any case, had the manual been consulted before the change, this problem could have been avoided.")
    assert (claim.cause.text, claim.effect.text) == ("the manual was not consulted before the change", "the problem")


def test_a_pronoun_takes_up_what_the_sentence_before_named() -> None:
    """An event is told so that it can be understood alone."""
    claims = read("The pump failed in May. If it had stopped in time, the mine would not have flooded.")
    assert [(claim.cause.text, claim.effect.text) for claim in claims] == [("the pump did not stop in time", "the mine flooded")]
