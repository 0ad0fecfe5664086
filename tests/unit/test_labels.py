"""Causes that a report names under a label or a heading: what is read of them, and what is not."""

import pytest

from tests.reading import read, said

# text => cause -> effect | … with -> asserted, ?> hedged, ¶ a new paragraph; nothing behind => is no claim
REPORTS = """
Users lost mail. Root cause: a disk failed. => a disk failed -> Users lost mail
Users lost mail. ¶ Preliminary root cause: Engineers found that a disk failed. => a disk failed ?> Users lost mail
Users lost mail. Root cause: Technicians suspect that a disk failed. => a disk failed ?> Users lost mail
Summary: Users lost mail. ¶ Root cause and mitigation: We identified a broken disk as the root cause. => a broken disk -> Users lost mail
Users lost mail. ¶ Root cause: A fuse blew, causing a power cut. => A fuse blew -> a power cut | a power cut -> Users lost mail
Users lost mail. ¶ Cause: The incident was caused by a bug. => a bug -> The incident | a bug -> Users lost mail
Users lost mail. ¶ Root cause: A disk holds mail. The disk failed. Next steps: Buy disks. => The disk failed -> Users lost mail
Users lost mail. ¶ # Root cause ¶ A disk failed. => A disk failed -> Users lost mail
Users lost mail. **Root cause:** A disk was full. => A disk was full -> Users lost mail
Users lost mail. ¶ root cause:a disk failed. => a disk failed -> Users lost mail
Users lost mail. ¶ Root cause: Disk failure in rack 4. We replaced it. => Disk failure in rack 4 -> Users lost mail
Users lost mail. ¶ Root cause: A disk may have failed. => A disk may have failed ?> Users lost mail
Users lost mail. ¶ Root cause (not confirmed): A disk failed. => A disk failed ?> Users lost mail
Users lost mail. ¶ Root cause: TBD. We expected an update. =>
Users lost mail. ¶ Cause: unknown. The line was reopened. =>
Users lost mail. ¶ Root cause: The cause could not be determined. =>
Users lost mail. ¶ Root cause: under investigation. The team restarted the servers. =>
Users lost mail. ¶ Root cause: Was it the disk? =>
Users lost mail. ¶ Root cause: It was not caused by the fix. A disk failed. =>
Users lost mail. ¶ Root cause: We restored the service. =>
Users lost mail. ¶ Root cause: Disks are big. ¶ Mitigation was applied. =>
Users lost mail. ¶ Cause of action: The tenant stopped paying rent. =>
Users lost mail. ¶ Cause for concern: Two customers left. =>
Nobody was injured. A fire destroyed the mill. Cause: A pipe burst. => A pipe burst -> A fire destroyed the mill
The mill was built in 1890. It burned down. Probable cause: A pipe burst. => A pipe burst ?> It burned down
The report was published on Monday. Cause: A pipe burst. =>
Mitigation: We fixed the failed disk. Root cause: A fan broke. =>
Mail was lost. Cause: A disk failed. ¶ Power failed. Cause: A fuse burned. => A disk failed -> Mail was lost | A fuse burned -> Power failed
Users lost mail. ¶ # Root cause ¶ # Mitigation ¶ The disk was replaced. =>
Root cause: a disk failed. =>
"""
ROWS = [tuple(line.split(" =>")) for line in REPORTS.splitlines() if " =>" in line]


@pytest.mark.parametrize(("text", "claims"), ROWS, ids=[text for text, _ in ROWS])
def test_a_report_states_these_claims_and_no_others(text: str, claims: str) -> None:
    assert said(text.replace(" ¶ ", "\n\n")) == [claim.strip() for claim in claims.split("|") if claim.strip()]


def test_the_quote_of_a_labelled_cause_reaches_back_to_what_it_led_to() -> None:
    (claim,) = read("Users lost mail on 3 May 2020. It was a Sunday. Root cause: a disk failed. It was replaced.")
    assert claim.quote.text == "Users lost mail on 3 May 2020. It was a Sunday. Root cause: a disk failed."
    assert [part.text for part in (claim.cue, claim.cause.span) if part] == ["Root cause", "a disk failed"]
    assert claim.time == "3 May 2020"


@pytest.mark.parametrize(
    ("opening", "effect"),
    [
        ("Between 22:40 on 24 Oct 2018 and 00:03 on 25 Oct 2018, mail was lost.", "mail was lost on 24 Oct 2018"),
        ("Mail was lost on 3 May 2020.", "Mail was lost on 3 May 2020"),
        ("As announced on 10 June 2020, mail was lost.", "mail was lost"),
        ("After a change made on 1 May 2020, mail was lost on 3 May 2020.", "mail was lost on 3 May 2020"),
    ],
)
def test_a_mishap_with_a_labelled_cause_is_named_with_its_day(opening: str, effect: str) -> None:
    assert [claim.effect.text for claim in read(f"{opening} Root cause: a disk failed.")] == [effect]


def test_a_labelled_cause_far_from_what_the_report_opens_with_is_not_read() -> None:
    assert not read(f"Users lost mail. {'It was long. ' * 200}Root cause: a disk failed.")
