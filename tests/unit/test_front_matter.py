"""The day and the place of a document, and where they are told."""

import pytest

from ingest.loading import date_of, place_of


@pytest.mark.parametrize(
    ("name", "title", "text", "metadata", "expected"),
    [
        ("a.txt", "", "Text.", [("date", "12/23/2016")], ("2016-12-23", "metadata")),
        ("a.txt", "", "Text.", [("Date", "20170118")], ("2017-01-18", "metadata")),
        ("a.txt", "", "Text.", [("date", "05/01/2019 11:11")], ("2019", "metadata")),
        ("a.txt", "", "Text.", [("date", "23.12.2016")], ("2016-12-23", "metadata")),
        ("a.md", "", "---\ntitle: x\ndate: 2021-03-04\n---\nOn 5 May 2022 it broke.", [], ("2021-03-04", "front matter")),
        ("notes/2023-04-17-outage.md", "", "Text.", [], ("2023-04-17", "file name")),
        ("outage_2023-04.txt", "", "Text.", [], ("2023-04", "file name")),
        ("20170118-Labs.txt", "", "Text.", [], ("2017-01-18", "file name")),
        ("reports.jsonl#20170118153000", "", "Text.", [], ("2017-01-18", "file name")),
        ("reports.jsonl#unit_3-20170118066129I", "", "Text.", [], ("2017-01-18", "file name")),
        ("20179918153000.txt", "", "Text.", [], None),
        ("a.txt", "The outage of 3 May 2020", "Text.", [], ("2020-05-03", "title")),
        ("a.txt", "", "Harbour office\n12 June 2019\n\nDear all, on 3 May 2018 it broke.", [], ("2019-06-12", "first lines")),
        ("a.txt", "", f"Date: 12 June 2019, {'for the record and the files ' * 4}\nText.", [], ("2019-06-12", "first lines")),
        ("a.txt", "", "At 3:10 on 4 May 2019 a pump failed.", [("date", "05/04/2019")], ("2019-05-04", "text")),
        ("a.txt", "", "At 3:10 on 4 May 2018 a pump failed.", [("date", "05/04/2019")], ("2019", "metadata")),
        ("a.txt", "", "At 3:10 on 4 May 2018 a pump failed.", [("date", "2018-05-04")], ("2018-05-04", "text")),
        ("a.txt", "", "At 3:10 on 4 May 2018 a pump failed.", [("date", "2018-05-09")], ("2018-05-09", "metadata")),
        ("a.txt", "", f"On 3 May 2018 a pump failed and {'the harbour was closed and ' * 4} reopened.", [], ("2018-05-03", "text")),
        ("a.txt", "", f"On 3 May 2018 a pump failed and {'the harbour was closed and ' * 4} reopened on 9 May 2018.", [], None),
        ("a.txt", "From 3 May 2018 to 4 May 2018", "Text.", [], None),
        ("a-123456789.txt", "", "It weighed 20170118 kilos.", [("size", "2017-01-18")], None),
        ("a.txt", "", "", [("date", "2017-02-31")], None),
    ],
)
def test_the_surest_place_that_tells_one_day_counts(
    name: str, title: str, text: str, metadata: list[tuple[str, str]], expected: tuple[str, str] | None
) -> None:
    assert date_of(name, title, text, metadata) == expected


@pytest.mark.parametrize(
    ("text", "metadata", "expected"),
    [
        ("Text.", [("location", "Cork")], "Cork"),
        ("---\nplace: Ayr harbour\n---\nText.", [], "Ayr harbour"),
        ("Incident note\n**Location:** Eastgate plant\n\nText.", [], "Eastgate plant"),
        ("PORT ELLEN, 12 May – The bridge was closed.", [], "PORT ELLEN"),
        ("Cause: a leak", [], None),
        ("The bridge – an old one – was closed.", [], None),
        ("", [], None),
    ],
)
def test_a_place_is_told_by_a_field_a_labelled_line_or_a_dateline(text: str, metadata: list[tuple[str, str]], expected: str | None) -> None:
    assert place_of(text, metadata) == expected
