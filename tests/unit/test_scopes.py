"""What "X did not V because of C" says: why X did not V, that C was not why X did, or nothing."""

import pytest

from tests.reading import said

# text => cause -> effect | … with -> asserted, !> denied; nothing behind => is no claim
SENTENCES = """
The school was not closed because of flu, but because of the flood. => flu !> The school was closed | the flood -> The school was closed
They did not move because of noise but because the rent rose. => noise !> They moved | the rent rose -> They moved
The drug was not sold because of harm but for other reasons. => harm !> The drug was sold | other reasons -> The drug was sold
The inn did not close due to debt; it closed because of a strike. => debt !> The inn closed | a strike -> The inn closed
The bank did not raise rates because of inflation; it did so to defend its currency. => inflation !> The bank raised rates
It did not act because prices rose; it did so because wages fell. => prices rose !> It acted | wages fell -> It acted
The king did not abdicate because of the war. He did so in old age. => the war !> The king abdicated
The minister did not resign because of the vote; he was ill. =>
The minister did not resign because of the vote. =>
The plant was not closed because of the strike. =>
The plant did not close because of debt, nor because of the strike. =>
The plant did not close, because of the subsidy. => the subsidy -> The plant did not close
Because of the subsidy, the plant did not close. => the subsidy -> the plant did not close
The gate did not open because the valve stuck. => the valve stuck -> The gate did not open
The gate did not open because of rust. => rust -> The gate did not open
The planes could not fly because of fog. => fog -> The planes could not fly
The bridge was not built because of the war. => the war -> The bridge was not built
The wages were not paid because of the outage. => the outage -> The wages were not paid
The shop was not open because of the feast. => the feast -> The shop was not open
The appeal was rejected on the grounds that it came too late. => the appeal came too late -> The appeal was rejected
The deer were seen on the grounds that belong to the castle. =>
"""
ROWS = [line.split("=>", 1) for line in SENTENCES.strip().splitlines()]


@pytest.mark.parametrize(("text", "claims"), ROWS, ids=[text for text, _ in ROWS])
def test_a_reason_behind_not_is_read_by_what_follows_and_by_the_verb(text: str, claims: str) -> None:
    assert sorted(said(text.strip())) == sorted(claim.strip() for claim in claims.split("|") if claim.strip())
