"""Dates of statements: where one stands, and what it is in ISO 8601."""

import pytest

from cckg.extraction import LocalExtractor
from cckg.language import dated, dates, find_date, month, normalised, without_dates


@pytest.mark.parametrize(
    ("wording", "iso"),
    [
        ("14 April 1935", "1935-04-14"),
        ("April 14, 1935", "1935-04-14"),
        ("the 3rd of May 2020", "2020-05-03"),
        ("Sept. 2019", "2019-09"),
        ("in May 2020", "2020-05"),
        ("the autumn of 1986", "1986"),
        ("2019-02-03", "2019-02-03"),
        ("3 May", None),  # of which year is not said
        ("31 February 2020", None),
        ("between 1914 and 1918", None),
        ("the 1930s", None),
        ("1,986 tonnes", None),
        ("last week", None),
    ],
)
def test_a_date_is_written_in_iso_8601_as_far_as_it_is_said(wording: str, iso: str | None) -> None:
    assert normalised(wording) == iso
    assert dated(wording) == {"text": wording, "normalised": iso}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("In 1998 the pipe burst.", "1998"),
        ("Owing to frost, the pipe burst on 3 May.", "3 May"),
        ("The pipe burst on 3 May 1998; by 3 May 1998 it was known.", "3 May 1998"),
        ("It rained from 3 May 1998 to 9 May 1998.", None),  # which one is the statement's is not sure
        ("It cost 1998 dollars, and May was pleased.", None),
    ],
)
def test_the_only_date_of_a_stretch_is_found(text: str, found: str | None) -> None:
    span = find_date(text, 0, len(text))
    assert (span.text if span else None) == found
    assert span is None or text[span.start : span.end] == span.text


def test_a_claim_bears_the_date_that_its_quote_gives() -> None:
    [reading] = LocalExtractor().extract(["The frost of 3 May 1998 caused the burst of the pipe. The burst led to a flood."])
    assert [claim.time for claim in reading.claims] == ["3 May 1998", None]


def test_no_date_is_null() -> None:
    assert dated(None) is None


def test_all_dates_of_a_text_are_found_and_taken_out() -> None:
    assert dates("3 MARCH 2017, 2017-03-04T22:15Z") == {"2017-03-03", "2017-03-04"}
    text = "From 30 Dec 2016 to January 2, 2017, unlike in 2012, May waited until 2017-02-03 in March."
    assert dates(text) == {"2016-12-30", "2017-01-02", "2012", "2017-02-03"}
    assert without_dates(text) == "From  to , unlike in 2012, May waited until  in March."


@pytest.mark.parametrize(
    ("word", "number"), [("march", 3), ("MAR", 3), ("Sept", 9), ("dec", 12), ("Marcel", None), ("mart", None), ("decade", None)]
)
def test_a_month_is_known_by_its_name_and_what_that_is_shortened_to(word: str, number: int | None) -> None:
    assert month(word) == number
