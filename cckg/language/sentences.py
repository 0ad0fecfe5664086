"""Cuts a text into sentences with exact offsets: layout first (paragraphs, headings, items, rows, code), then punctuation.

Punctuation is nupunkt's work: it knows abbreviations, initials and numbers. What a sentence means is left to the extractor.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cckg.core.claims import Span

MAX_SENTENCE = 1200
"""Characters of a sentence, at most: logs and lists without full stops are cut at line ends, else at white space."""

FRONT_MATTER = re.compile(
    r"\A\s*---[ \t]*\r?\n(?P<fields>[A-Za-z_][\w-]*[ \t]*:.*\n(?:[A-Za-z_][\w-]*[ \t]*:.*\n|[ \t]+\S.*\n|[-#].*\n|[ \t]*\r?\n)*?)"
    r"(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)"
)
"""What may stand before a text and tells of it, fields and values between lines of dashes; prose between such lines is none."""

SentenceKind = Literal["prose", "heading", "item", "row", "code"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, what kind of text it stands in, and the number of its paragraph, from 0.

    Sentences of the same paragraph are neighbours; every heading, item, row and code block is a paragraph of its own. Front matter is code.
    """

    span: Span
    kind: SentenceKind
    paragraph: int


def split_sentences(text: str) -> list[Span]:
    """Return the sentences of a text in order, stripped of white space; an empty text gives an empty list.

    Everything with words in it belongs to a sentence, headings and list items too, without their `#` or bullet.
    Left out are lines that only draw (`----`, `|---|`).
    """
    return [sentence.span for sentence in read_sentences(text)]


def read_sentences(text: str) -> list[Sentence]:
    """Return what `split_sentences` returns, each with its kind and paragraph.

    Blank lines, headings, list items, table rows and code fences always end a sentence; a single line end does not, unless the line
    above it reads as a title: it opens the paragraph, is much shorter than the next line, and has no full stop.
    """
    found: list[Sentence] = []
    for paragraph, block in enumerate(_Reader(text).blocks()):
        prose = block.kind in ("prose", "item")
        for start, end in _by_punctuation(text, block.start, block.end) if prose else [(block.start, block.end)]:
            for left, right in _short_enough(text, start, end):
                found.append(Sentence(Span(text[left:right], left, right), block.kind, paragraph))
    return found


# Private

_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+")
_UNDERLINE = re.compile(r"\s*(?:={3,}|-{3,})\s*\Z")
_RULE = re.compile(r"\s*([-=*_~#+])(?:[ \t]*\1){2,}\s*\Z")
_TABLE_RULE = re.compile(r"\s*\|[-:|\s]+\Z")
_ROW = re.compile(r"\s*\|")
_BULLET = re.compile(r"\s*(?:[-*+•‣◦▪●·]|(?P<number>\d{1,3})[.)])[ \t]+(?=\S)")
_LABELLED = re.compile(
    r"\s*\W{0,3}(?:[\w-]+ ){0,2}(?:causes?|factors?|impact|summary|resolution|mitigation|remediation|detection|timeline|symptoms?|trigger|"
    r"workaround|status|background|description|actions?|items|steps|lessons|learned|recommendations?|date|duration|severity|location|happened)"
    r"(?: \([^)\n]{0,40}\))?\W{0,2}:",
    re.IGNORECASE,
)
_QUOTE_MARK = re.compile(r"\s*(?:>[ \t]?)+")
_FENCE = re.compile(r"[ \t]*(?P<mark>`{3,}|~{3}(?!~))[^`\n]*\n?\Z")
_CLOSING_FENCE = {"`": re.compile(r"^[ \t]*`{3,}[ \t]*\r?$", re.MULTILINE), "~": re.compile(r"^[ \t]*~{3,}[ \t]*\r?$", re.MULTILINE)}
_LONG_WORD = re.compile(rf"(?<!\S)\S{{{MAX_SENTENCE},}}")  # no language has such words, and nupunkt's time grows with their square
_REFERENCE = re.compile(r"(?<=[.!?])(?:\[[^\[\]\n]{1,20}\])+(?=\s+[^\sa-z]|\s*\Z)")  # "It broke.[2] Then": 2 vouches for the first
# nupunkt takes some plain words for abbreviations ("cancer.", "stock.")
_PLAIN_END = re.compile(r"\b(?P<word>[a-z]{3,})[.!?][)\"”’]?(?=\s+[\"“(]?(?:[A-Z][a-z]|A\s))")
_ABBREVIATIONS = frozenset(
    "etc vol vols fig figs approx dept est ext inc ltd max min misc prof rev tel temp viz vit ibid proc resp univ assn bros corp "
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun "
    "gen col capt lieut sgt cmdr hon pres sen rep gov supt art sec para chap".split()
)
_ENDS_A_SENTENCE = (".", "!", "?", ":", ";", ",", "…", "-", '"', "”", ")")
_TITLE_SHARE = 0.6  # of the next line's length: wrapped lines are about as long as their neighbours, titles are not
_TITLE_LENGTH = 100


@dataclass(slots=True)
class _Block:
    start: int
    end: int
    kind: SentenceKind
    lines: int = 1


class _Reader:
    """Goes through the lines once; `block` is the paragraph or item that the next line may continue."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.block: _Block | None = None
        self.unclosed: set[str] = set()  # fence characters that never close from here on

    def blocks(self) -> Iterator[_Block]:
        start = code_end = 0
        if front := FRONT_MATTER.match(self.text):
            code_end = front.end()
            yield _Block(0, code_end, "code")
        for line in self.text.splitlines(keepends=True):
            end = start + len(line)
            if start >= code_end:
                code_end = self._code_end(line, start, end)
                if code_end > start:
                    yield from self._closed()
                    yield _Block(start, code_end, "code")
                else:
                    yield from self._line(line, start, end)
            start = end
        yield from self._closed()

    def _closed(self, kind: SentenceKind | None = None) -> Iterator[_Block]:
        if self.block is not None:
            yield _Block(self.block.start, self.block.end, kind or self.block.kind)
        self.block = None

    def _line(self, line: str, start: int, end: int) -> Iterator[_Block]:
        """Add the line to the open block, or close that and begin another."""
        if _could_be_title(self._opening_line()) and _UNDERLINE.match(line):
            yield from self._closed("heading")
        elif line.isspace() or _RULE.match(line) or _TABLE_RULE.match(line):
            yield from self._closed()
        elif match := _HEADING.match(line):
            yield from self._closed()
            yield _Block(start + match.end(), start + _without_hashes(line, match.end()), "heading")
        elif _ROW.match(line):
            yield from self._closed()
            yield _Block(start, end, "row")
        elif (match := _BULLET.match(line)) and self._may_begin_item(match["number"]):
            yield from self._closed()
            self.block = _Block(start + match.end(), end, "item")
        else:
            yield from self._plain(line, start, end)

    def _plain(self, line: str, start: int, end: int) -> Iterator[_Block]:
        opening, begins = self._opening_line(), _LABELLED.match(line)
        if (_could_be_title(opening) if begins else _is_title(opening, line)) and not _LABELLED.match(opening):
            yield from self._closed("heading")
        elif begins:
            yield from self._closed()
        if self.block is None:
            mark = _QUOTE_MARK.match(line)
            self.block = _Block(start + mark.end() if mark else start, end, "prose")
        else:
            self.block.end = end
            self.block.lines += 1

    def _opening_line(self) -> str:
        """Return the open paragraph while it is one line long, else an empty text."""
        block = self.block
        return self.text[block.start : block.end] if block and block.kind == "prose" and block.lines == 1 else ""

    def _may_begin_item(self, number: str | None) -> bool:
        """Inside a paragraph a line may begin with a number by chance ("… in ⏎ 1998. Then"): there only 1 begins a list."""
        return number is None or int(number) == 1 or self.block is None or self.block.kind != "prose"

    def _code_end(self, line: str, start: int, end: int) -> int:
        """Return where the code block that begins on this line ends, or the start where none does; a fence must be closed."""
        match = _FENCE.match(line)
        if match is None or match["mark"][0] in self.unclosed:
            return start
        closing = _CLOSING_FENCE[match["mark"][0]].search(self.text, end)
        if closing is None:
            self.unclosed.add(match["mark"][0])
            return start
        return closing.end()


def _could_be_title(line: str) -> bool:
    title = line.strip()
    return len(title) <= _TITLE_LENGTH and any(map(str.isalnum, title)) and not title.endswith(_ENDS_A_SENTENCE)


def _is_title(line: str, following: str) -> bool:
    following = following.strip()
    return _could_be_title(line) and len(line.strip()) < _TITLE_SHARE * len(following) and not following[0].islower()


def _without_hashes(line: str, start: int) -> int:
    """Return where a heading's words end: `## Words ##` may close with hashes too, set off by white space."""
    content = line.rstrip()
    shorter = content.rstrip("#")
    return len(shorter) if len(shorter) >= start and shorter[-1].isspace() else len(content)


def _by_punctuation(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a block at the ends of its sentences; words without end stand alone."""
    for word in _LONG_WORD.finditer(text, start, end):
        yield from _punkt(text, start, word.start())
        yield word.span()
        start = word.end()
    yield from _punkt(text, start, end)


def _punkt(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    from nupunkt import sent_spans

    marks = {match.start(): match.end() for match in _REFERENCE.finditer(text, start, end)}
    cuts = {start + cut for _, cut in sent_spans(text[start:end])}
    cuts |= {match.end() for match in _PLAIN_END.finditer(text, start, end) if match["word"] not in _ABBREVIATIONS}
    for cut in sorted((cuts - marks.keys()) | set(marks.values())):
        yield start, cut
        start = cut


def _short_enough(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Strip white space, and cut what is longer than a sentence may be; white space alone gives nothing."""
    while True:
        start += len(text[start:end]) - len(text[start:end].lstrip())
        if start >= end:
            return
        stop = end if end - start <= MAX_SENTENCE else _last_gap(text, start, start + MAX_SENTENCE)
        yield start, start + len(text[start:stop].rstrip())
        start = stop


def _last_gap(text: str, start: int, limit: int) -> int:
    """Return the last line end before the limit, else the last white space, else the limit."""
    line_end = text.rfind("\n", start, limit)
    if line_end > start:
        return line_end
    head = text[start:limit]
    return start + len(head.rsplit(maxsplit=1)[0]) if len(head.split(maxsplit=1)) > 1 else limit
