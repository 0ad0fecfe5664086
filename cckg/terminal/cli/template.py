"""Every setting in words, read from `cckg.settings`: for the file that `cckg init` writes, and for docs/reference/settings.md."""

import inspect
import json
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from cckg.settings import Settings

_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Setting:
    """One key of cckg.toml. `section` is empty for keys of no section; `limits` are empty where every value of the type is allowed.

    `default` is written as TOML; what is not set has none, and `default` is an example. A secret has not even that: it does not belong
    into the file.
    """

    section: str
    name: str
    default: str
    limits: str
    meaning: str
    is_set: bool

    @property
    def variable(self) -> str:
        """Return the name of the environment variable that sets it."""
        return "CCKG_" + "__".join(part.upper() for part in (self.section, self.name) if part)


def all_settings() -> list[tuple[str, str, list[Setting]]]:
    """Return each section's name, its meaning, and its settings; what has no section comes first, under an empty name."""
    alone = [_setting("", name, field) for name, field in Settings.model_fields.items() if not _section(field)]
    found = [("", "", alone)]
    for name, field in Settings.model_fields.items():
        if section := _section(field):
            inside = [_setting(name, key, inner) for key, inner in section.model_fields.items()]
            found.append((name, inspect.cleandoc(section.__doc__ or ""), inside))
    return found


def settings_template() -> str:
    """Return a cckg.toml in which every key stands commented out with its default."""
    lines = ["# Settings of cckg. A flag wins over a CCKG_… variable, which wins over this file, which wins over the defaults shown here."]
    for name, meaning, settings in all_settings():
        lines += ["", *_comment(meaning), f"[{name}]"] if name else []
        for setting in settings:
            limits = f" ({setting.limits})" if setting.limits else ""
            lines += ["", *_comment(f"{setting.meaning}{limits}"), f"# {setting.name} = {setting.default}"] if setting.default else []
    return "\n".join(lines) + "\n"


# Private

_EXAMPLES = {Path: '"PATH"', SecretStr: "", str: '"NAME"'}


def _section(field: FieldInfo) -> type[BaseModel] | None:
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def _setting(section: str, name: str, field: FieldInfo) -> Setting:
    return Setting(section, name, _default(field), ", ".join(_limits(field)), field.description or "", field.default is not None)


def _default(field: FieldInfo) -> str:
    if field.default is None:
        unknown = '"NUMBER"' if "float" in str(field.annotation) else '"…"'
        return next((example for kind, example in _EXAMPLES.items() if kind in get_args(field.annotation)), unknown)
    return json.dumps(str(field.default) if isinstance(field.default, Path) else field.default)


def _limits(field: FieldInfo) -> Iterator[str]:
    """Yield the words that are accepted, or the bounds, those of a value that need not be set included."""
    kinds = (field.annotation, *get_args(field.annotation))
    choices = [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]
    if choices:
        yield f"{', '.join(map(json.dumps, choices[:-1]))} or {json.dumps(choices[-1])}"
    inner = (told for kind in kinds for told in getattr(kind, "__metadata__", ()) if isinstance(told, FieldInfo))
    for limit in (*field.metadata, *(limit for told in inner for limit in told.metadata)):
        for name, words in (("ge", "at least"), ("gt", "more than"), ("le", "at most"), ("lt", "less than")):
            if (bound := getattr(limit, name, None)) is not None:
                yield f"{words} {bound:g}"


def _comment(text: str) -> list[str]:
    wrapped = (textwrap.wrap(paragraph, _WIDTH, break_on_hyphens=False) for paragraph in text.split("\n\n"))
    return [f"# {line}" for lines in wrapped for line in lines]
