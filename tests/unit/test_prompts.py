"""Texts as Markdown files: every variable is filled, nothing else is touched."""

import re
from importlib import resources

import pytest

from prompts import keys, render

FILES = sorted(path.name.removesuffix(".md") for path in resources.files("prompts").iterdir() if path.name.endswith(".md"))


def test_a_text_is_filled_in() -> None:
    assert render("answer", "link", cause="rain", effect="a flood", cited="[1]") == "rain led to a flood [1]."


def test_a_value_is_taken_as_it_is() -> None:
    assert "$cause {x} [b]$5[/b]" in render("answer", "link", cause="$cause {x} [b]$5[/b]", effect="", cited="")


@pytest.mark.parametrize(("key", "values"), [("no such text", {}), ("link", {"cause": "rain"})])
def test_an_unknown_text_or_a_missing_value_is_a_bug_of_the_caller(key: str, values: dict[str, str]) -> None:
    with pytest.raises(KeyError):
        render("answer", key, **values)


@pytest.mark.parametrize("file", FILES)
def test_every_file_says_what_it_is_for_and_names_each_text_once(file: str) -> None:
    text = resources.files("prompts").joinpath(f"{file}.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "Purpose: " in text.split("\n## ")[0]
    assert len(set(keys(file))) == len(keys(file)) == len(re.findall(r"^## ", text, re.MULTILINE)) > 0


def test_what_states_something_of_the_world_bears_its_citations() -> None:
    for key in (
        "item",
        "item_hedged",
        "item_contributing",
        "joint",
        "link",
        "link_hedged",
        "link_contributing",
        "denial",
        "necessary",
        "not_necessary",
    ):
        values = dict.fromkeys(["event", "events", "cause", "effect", "alternatives", "was", "it", "they", "follow"], "x")
        assert "[7]" in render("answer", key, cited="[7]", **values)
