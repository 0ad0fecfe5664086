"""Short texts with a question each, read and asked about one by one: stories, worlds of probabilities, and one-line premises.

An answer counts as Yes or No if it begins so, as a choice if it has words with one of the choices in common that the others have not; any
other answer counts as declined. Accuracy is given over all questions, where a declined one is wrong, and over the answered ones.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.stores.measures import Figures
from cckg.app import CausalRAG
from cckg.core.evidence import Answer
from cckg.core.text import words


@dataclass(frozen=True, slots=True)
class Item:
    """A text, a question about it, the right answer, and the part of the data set that it is counted under."""

    text: str
    question: str
    gold: str
    part: str
    choices: tuple[str, ...] = ("yes", "no")


def causal_judgement(row: Mapping[str, Any]) -> Item:
    """Read a story that ends with its question."""
    story, question = _last_sentence(row["text"])
    return Item(story, question, row["answer"], "stories")


def cladder(row: Mapping[str, Any]) -> Item:
    """Read a world of probabilities; rung 1 asks what goes together, 2 what follows from doing, 3 what would have been."""
    return Item(f"{row['background']} {row['given_info']}", row["question"], row["answer"], f"rung {row['rung']}")


def crass(row: Mapping[str, Any]) -> Item:
    """Read a premise and what could have followed from something else."""
    return Item(row["premise"], row["question"], row["choices"][row["label"]], "premises", tuple(row["choices"]))


ITEMS: dict[str, Callable[[Mapping[str, Any]], Item]] = {"causal_judgement": causal_judgement, "cladder": cladder, "crass": crass}


def answers(app: CausalRAG, items: Sequence[Item], folder: Path) -> list[str | None]:
    """Read each text into the empty graph, ask its question, forget it again; return the choices that the answers take."""
    found = []
    file = folder / "text.txt"
    for item in items:
        file.write_text(item.text + "\n", encoding="utf-8")
        app.ingest([file])
        found.append(chosen(app.ask(item.question), item.choices))
        app.forget_all()
    return found


def scored(items: Sequence[Item], given: Sequence[str | None]) -> Figures:
    """Return counts by part, and what would be right by chance, or where all take the gold answer that is most frequent there."""
    right: dict[str, Counter[str]] = defaultdict(Counter)
    chance: dict[str, float] = defaultdict(float)
    golds: dict[str, Counter[str]] = defaultdict(Counter)
    for item, one in zip(items, given, strict=True):
        right[item.part].update(("asked", "answered" if one else "declined", "right" if one == item.gold else "not right"))
        chance[item.part] += 1 / len(item.choices)
        golds[item.part][item.gold] += 1
    return {part: _figures(right[part], chance[part], max(golds[part].values())) for part in sorted(right)}


def chosen(answer: Answer, choices: Sequence[str]) -> str | None:
    """Return the choice that an answer takes, or None."""
    if answer.abstained:
        return None
    begins = words(answer.text)[:1]
    if set(choices) == {"yes", "no"}:
        return begins[0] if begins and begins[0] in choices else None
    said = set(words(answer.text))
    counts = [len(said.intersection(words(choice))) for choice in choices]
    best = max(counts)
    return choices[counts.index(best)] if counts.count(best) == 1 else None


# Private


def _last_sentence(text: str) -> tuple[str, str]:
    story, _, question = text.rstrip().rstrip("?").rpartition(". ")
    return f"{story}.", f"{question}?"


def _figures(count: Counter[str], chance: float, most_frequent: int) -> Figures:
    asked, answered = count["asked"], count["answered"]
    return {
        "asked": asked,
        "answered": answered,
        "right": count["right"],
        "accuracy": round(count["right"] / asked, 3),
        "accuracy_of_the_answered": round(count["right"] / answered, 3) if answered else None,
        "by_chance": round(chance / asked, 3),
        "by_the_majority": round(most_frequent / asked, 3),
    }
