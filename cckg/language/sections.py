"""Headings of a text: Markdown's, and in plain text short lines that stand alone; and under which of them a place stands."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from cckg.language.sentences import FRONT_MATTER


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: where it begins, in characters, how deep it is (1 is the outermost), and its words."""

    start: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Sections:
    """The headings of a text, in order."""

    headings: tuple[Heading, ...]

    def above(self, place: int) -> tuple[str, ...]:
        """Return the headings that a place of the text stands under, the outermost first.

        >>> headings_of(chr(10).join(["# Report", "## Cause", "A leak."])).above(20)
        ('Report', 'Cause')
        """
        found: list[Heading] = []
        for heading in reversed(self.headings[: bisect_right([heading.start for heading in self.headings], place)]):
            if not found or heading.level < found[-1].level:
                found.append(heading)
        return tuple(heading.text for heading in reversed(found))


def headings_of(text: str) -> Sections:
    """Find the headings of a text.

    `# …` and underlined lines are Markdown's; if there are none, a line of few words between empty lines, which ends like no sentence, is a
    heading of plain text, the same level all. Front matter has none.
    """
    front = FRONT_MATTER.match(text)
    begin = front.end() if front else 0
    marked = [Heading(found.start(), len(found[1]), found[2].strip(" \t#")) for found in _MARKED.finditer(text, begin)]
    marked += [Heading(found.start(), 1 if found[2][0] == "=" else 2, found[1].strip()) for found in _UNDERLINED.finditer(text, begin)]
    if not marked:
        alone = [found for found in _ALONE.finditer(text, begin) if len(found[1].split()) <= _MOST_WORDS]
        marked = [Heading(found.start(1), 1, found[1].strip()) for found in alone]
    return Sections(tuple(sorted((heading for heading in marked if heading.text), key=lambda heading: heading.start)))


# Private

_MOST_WORDS = 10
_MARKED = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S[^\n]*)$", re.MULTILINE)
_UNDERLINED = re.compile(r"^(?=[^\n]*\w)(\S[^\n]{0,120})\n(={3,}|-{3,})[ \t]*$", re.MULTILINE)
_ALONE = re.compile(r"(?:\A|\n[ \t]*\n)[ \t]*((?=[^\n]*[^\W\d_])[^\n]{2,80}[^\s.!?,;])[ \t]*(?=\n[ \t]*\n)")
