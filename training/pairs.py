"""Pairs of wordings for training: the same happening, one that says less, its opposite, or another happening.

They are made of what was written by hand (see data/README.md): groups of wordings, happenings in more and fewer words, the happenings of
whole reports, and the causes and effects of claims, which are never the same happening.
"""

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

import lemminflect
import numpy as np

from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.worlds import make_world
from cckg.core.text import STOP_WORDS
from cckg.models import open_embedder

DATA = Path(__file__).with_name("data") / "events"
DETAILS = Path(__file__).with_name("data") / "details"
REPORTS = Path(__file__).with_name("data") / "reports"
CLAIMS = Path(__file__).with_name("data") / "claims"
CLAIMS_AN_EPOCH = 4000
HELD_OUT = 12  # of as many groups, one is kept apart to watch the training
WORLDS = range(8000, 8012)  # seeds of made-up worlds, half A, that nothing is measured on
NEAREST = 8  # wordings of other groups that a wording may be set against
NAMES = tuple(
    (
        "Abbot Aldane Amberly Arlen Ashby Barlow Belmar Birch Calder Carrow Casper Cobden Corran Dalby Delane Denholm Dovrey "
        "Eastry Elgar Elston Fallow Farrin Fenwick Garrow Gilden Glenby Hadley Harwick Hollin Ibsen Ivers Jarrow Kelby Kendal "
        "Kirwan Lansdow Larkin Lorne Marden Melrose Morley Nairn Norby Oakley Orrin Ostley Penrith Petrel Quarry Radley Ravens "
        "Rowan Sable Selby Sorrel Stanwick Tarrow Thorne Tilbury Ulver Varley Vesper Walden Wexley Yarrow Zeller"
    ).split()
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two wordings and which of the classes they are."""

    left: str
    right: str
    label: str


@dataclass(frozen=True, slots=True)
class Group:
    """Wordings of one happening, of its opposite, of happenings that look like it, and wordings that say less."""

    same: tuple[str, ...]
    opposite: tuple[str, ...]
    near: tuple[str, ...]
    vague: tuple[str, ...]


def groups() -> list[Group]:
    """Return all groups, in the order of the files."""
    found = []
    for path in sorted(DATA.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            found.append(Group(*(tuple(entry[key]) for key in ("same", "opposite", "near", "vague"))))
    return found


def detailed_groups() -> list[Group]:
    """Return the happenings of `data/details`: in more words and in fewer they are the same."""
    found = []
    for path in sorted(DETAILS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            found.append(Group((*entry["plain"], *entry["fuller"], *entry["shorter"]), (), tuple(entry["other"]), ()))
    return found


def report_groups() -> list[list[Group]]:
    """Return the happenings of each report of `data/reports`: near to one are the wordings of the others."""
    found = []
    for path in sorted(REPORTS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            events = json.loads(line)["events"]
            told = [(*event["same"], *event["opposite"]) for event in events]
            others = [tuple(wording for other in (*told[:at], *told[at + 1 :]) for wording in other) for at in range(len(told))]
            found.append(
                [Group(tuple(event["same"]), tuple(event["opposite"]), near, ()) for event, near in zip(events, others, strict=True)]
            )
    return found


def causes_and_effects() -> list[Pair]:
    """Return the two sides of each claim of `data/claims`: whatever words they share, they are two happenings."""
    rows = [json.loads(line) for path in sorted(CLAIMS.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    told = [claim for row in rows for claim in row["claims"] if {"cause_text", "effect_text"} <= claim.keys()]
    return [Pair(claim["cause_text"], claim["effect_text"], "different") for claim in told]


def world_groups(seeds: Sequence[int]) -> list[Group]:
    """Return the events of made-up worlds, half A, as groups: near to an event are wordings of others, which share its names."""
    found = []
    embedder = open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0)
    for seed in seeds:
        events = make_world(seed, WorldSettings(half="A")).events
        worded = {event.id: tuple(event.wordings) for event in events}
        items = [(wording, event.id) for event in events for wording in event.wordings]
        vectors = embedder.encode([wording for wording, _ in items])
        for event in events:
            own = [row for row, (_, other) in enumerate(items) if other == event.id]
            likeness = (vectors @ vectors[own].T).max(axis=1) if own else np.zeros(len(items))
            others = [items[row][0] for row in np.argsort(-likeness).tolist() if items[row][1] not in (event.id, event.opposite)]
            if len(own) > 1:
                found.append(Group(worded[event.id], worded.get(event.opposite or "", ()), tuple(others[:NEAREST]), ()))
    return found


def pairs_of(group: Group, others: Sequence[str], words: Sequence[str], chance: random.Random) -> Iterator[Pair]:
    """Make the pairs of an epoch.

    Args:
        group: the wordings.
        others: wordings of other groups that are near to this one's.
        words: nouns of any group.
        chance: chooses.
    """
    same = list(combinations(group.same, 2))
    yield from (Pair(*pair, "same") for pair in chance.sample(same, min(5, len(same))))
    opposite = [(left, right) for left in group.same for right in group.opposite]
    yield from (Pair(*pair, "opposite") for pair in chance.sample(opposite, min(3, len(opposite))))
    near = [(left, right) for left in group.same for right in group.near]
    yield from (Pair(*pair, "different") for pair in chance.sample(near, min(5, len(near))))
    if group.opposite:
        yield Pair(chance.choice(group.opposite), chance.choice(group.near), "different")
    yield from (Pair(wording, chance.choice(group.same), "less") for wording in group.vague)
    yield from (Pair(chance.choice(group.same), other, "different") for other in chance.sample(list(others), min(2, len(others))))
    for left, right in chance.sample(same, min(1, len(same))):
        yield from renamed(left, right, words, chance)


def renamed(left: str, right: str, words: Sequence[str], chance: random.Random) -> Iterator[Pair]:
    """Put another name, number or noun in place of one that both sides share: in one of them it makes another happening."""
    shared = sorted(word for word in _replaceable(left) & _replaceable(right) if not left.startswith(word) and not right.startswith(word))
    if not shared:
        return
    word = chance.choice(shared)
    if word.isdecimal():
        new = str(chance.choice([other for other in range(max(1, int(word) - 3), int(word) + 6) if other != int(word)]))
    else:
        new = chance.choice([other for other in (NAMES if word[0].isupper() else words) if other != word])
    yield Pair(left, _replaced(right, word, new), "different")
    yield Pair(_replaced(left, word, new), _replaced(right, word, new), "same")


class PairMaker:
    """Makes the pairs of each epoch, with their mirror images half of the time."""

    def __init__(self, found: Sequence[Group], *, seed: int, apart: Sequence[Pair] = ()) -> None:
        """Find for each group the nearest wordings of the others; `apart` are pairs of which each epoch gets some as they are."""
        self.groups = list(found)
        self.apart = list(apart)
        self.seed = seed
        owners = [number for number, group in enumerate(self.groups) for _ in group.same]
        wordings = [wording for group in self.groups for wording in group.same]
        vectors = open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0).encode(wordings)
        self.nouns = sorted({word for wording in wordings for word in _nouns(wording)})
        self.near: list[list[str]] = [[] for _ in self.groups]
        for start in range(0, len(vectors), _BLOCK):
            nearest = np.argsort(-(vectors[start : start + _BLOCK] @ vectors.T), axis=1)[:, : NEAREST * 3]
            for row, columns in enumerate(nearest.tolist(), start):
                self.near[owners[row]] += [wordings[column] for column in columns if owners[column] != owners[row]][:NEAREST]

    def pairs(self, epoch: int) -> list[Pair]:
        """Return the pairs of an epoch."""
        chance = random.Random(self.seed * 1000 + epoch)
        found = [pair for group, near in zip(self.groups, self.near, strict=True) for pair in pairs_of(group, near, self.nouns, chance)]
        found += chance.sample(self.apart, min(CLAIMS_AN_EPOCH, len(self.apart)))
        return [Pair(pair.right, pair.left, pair.label) if chance.random() < 0.5 else pair for pair in found]


# Private

_BLOCK = 512  # wordings whose neighbours are looked for at a time
_NAME = re.compile(r"\b(?:[A-Z][a-z]{2,}|\d{1,4})\b")
_WORD = re.compile(r"\b[a-z]{3,}\b")


def _replaceable(text: str) -> set[str]:
    """Return the names, numbers and nouns of a wording."""
    return {*_NAME.findall(text), *_nouns(text)}


def _nouns(text: str) -> set[str]:
    """Return the words that are nouns in the singular and nothing else."""
    return {word for word in _WORD.findall(text) if _is_noun(word)}


@cache
def _is_noun(word: str) -> bool:
    lemmas = lemminflect.getAllLemmas(word)
    return set(lemmas) == {"NOUN"} and lemmas["NOUN"][0] == word and word not in STOP_WORDS


def _replaced(text: str, word: str, new: str) -> str:
    return re.sub(rf"\b{re.escape(word)}\b", new, text)
