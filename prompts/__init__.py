"""Texts that cckg writes or sends, as Markdown files: a head that says what the file is for, then one `## key` section per text.

A text is a `string.Template`: `$name` is filled in, everything else stands as it is.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from string import Template
from types import MappingProxyType

from cckg.core.chat import Prompt


def render(file: str, key: str, **values: str) -> str:
    """Fill in one text.

    Args:
        file: name of the Markdown file in this package, without its ending.
        key: the section.
        values: one per variable of the text.

    Raises:
        KeyError: if there is no such section, or a variable has no value: a caller's bug.
    """
    return _sections(file)[key].substitute(values)


def prompt(file: str, *, system: str = "system", user: str = "user", **values: str) -> Prompt:
    """Return what a chat model is told: the file's `system` section, or another of its sections, and its `user` section filled in.

    Values are data that somebody else wrote: whatever would close a tag in them is broken open, so that none of it stands outside.
    """
    return Prompt(file, render(file, system), render(file, user, **{name: _fenced(value) for name, value in values.items()}))


def keys(file: str) -> list[str]:
    """Return the keys of a file's texts, in order."""
    return list(_sections(file))


# Private


def _fenced(text: str) -> str:
    return text.replace("</", "< /")


@cache
def _sections(file: str) -> Mapping[str, Template]:
    text = resources.files("prompts").joinpath(f"{file}.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\S+)[ \t]*\n", text, flags=re.MULTILINE)[1:]
    return MappingProxyType({key: Template(body.strip()) for key, body in zip(parts[::2], parts[1::2], strict=True)})
