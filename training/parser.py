"""Trains the reading of questions: what is asked, and which stretches of the question are the events that it speaks of.

    python -m training.parser [--work FOLDER]

Data: `data/questions/*.jsonl`, questions written and taken apart by hand (see data/README.md).
"""

import argparse
import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from cckg.language import deciding_part, main_verb
from cckg.models import find_weights
from training.adapters import AdaptedBert
from training.loop import Example, Plan, finish, open_tokenizer, predict, train
from training.pairs import HELD_OUT, groups

ASKS = (
    "causes",
    "effects",
    "path",
    "verdict: necessary",
    "verdict: not necessary",
    "verdict: cause",
    "verdict",
    "whatif",
    "relation",
    "passage",
)
ROLES = ("target", "absent", "present", "given")
TAGS = ("O", *(f"{place}-{role}" for role in ROLES for place in "BI"))
DATA = Path(__file__).with_name("data") / "questions"
SHIPPED = Path(__file__).parents[1] / "cckg" / "models" / "data" / "questions.safetensors"
KEPT = 0.3  # how often an event is left where it stands
FEW_FILLERS = 8
COPIES = 4  # of each question in an epoch
AUXILIARIES = frozenset(
    "did does do was were is are has have had would could will can should might may must made make let helped didn't wouldn't".split()
)


@dataclass(frozen=True, slots=True)
class Form:
    """What decides whether one stretch may stand for another: the auxiliary before it, whether it is a clause, and how that is worded."""

    before: str
    clause: bool
    perfect: bool
    negated: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A question, what it asks, and the stretches that are events: (role, start, end) in characters."""

    text: str
    asks: str
    spans: tuple[tuple[str, int, int], ...]


def questions() -> list[Question]:
    """Return all questions, in the order of the files."""
    lines = [line for path in sorted(DATA.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [_question(json.loads(line)) for line in lines]


class Fillers:
    """What may stand in a question in place of an event: stretches of other questions, and wordings of `data/events`, of the same form."""

    def __init__(self, found: Sequence[Question]) -> None:
        """Sort stretches by their form."""
        self._by_form: dict[Form, list[str]] = {}
        for question in found:
            for _, start, end in question.spans:
                self._by_form.setdefault(_form(question.text, start, end), []).append(question.text[start:end])
        for group in groups():
            for wording in (*group.same, *group.near):
                if wording[0].islower() and "having" not in wording:
                    self._by_form.setdefault(_form(wording, 0, len(wording)), []).append(wording)

    def filled(self, question: Question, chance: random.Random) -> Question:
        """Put other events into a question, most of the time."""
        text, spans = question.text, []
        for role, start, end in sorted(question.spans, key=lambda span: span[1], reverse=True):
            others = self._by_form[_form(question.text, start, end)]
            if len(others) < FEW_FILLERS or chance.random() < KEPT:
                spans.append((role, start, end))
                continue
            other = chance.choice(others)
            if question.text[start].isupper() and not start:
                other = other[0].upper() + other[1:]
            text = text[:start] + other + text[end:]
            by = len(other) - (end - start)
            spans = [(role, start, start + len(other)), *((kind, first + by, last + by) for kind, first, last in spans)]
        return Question(text, question.asks, tuple(sorted(spans, key=lambda span: span[1])))


def varied(question: Question, chance: random.Random) -> Question:
    """Type the question without its mark, or without capitals, now and then."""
    text = question.text
    if chance.random() < 0.12:
        text = text.lower()
    if chance.random() < 0.12 and text.endswith("?"):
        text = text[:-1]
    return Question(text, question.asks, question.spans)


def example(question: Question, tokenizer: Tokenizer) -> Example:
    """Tokenise a question; a token that overlaps a stretch bears its tag."""
    encoding = tokenizer.encode(question.text)
    tags = [0] * len(encoding.ids)
    for role, start, end in question.spans:
        inside = [at for at, (first, last) in enumerate(encoding.offsets) if first < end and last > start and last > first]
        if not any(tags[at] for at in inside):
            for number, at in enumerate(inside):
                tags[at] = TAGS.index(f"{'I' if number else 'B'}-{role}")
    return Example(tuple(encoding.ids), ASKS.index(question.asks), tuple(tags))


def report(model: AdaptedBert, chosen: Sequence[Example]) -> dict[str, float]:
    """Return the share of questions whose kind is right, whose tags are, and both."""
    told = predict(model, chosen)
    kinds = [int(classes.argmax()) == one.label for (classes, _), one in zip(told, chosen, strict=True)]
    tags = [tuple(tagged.argmax(-1).tolist()) == one.tags for (_, tagged), one in zip(told, chosen, strict=True) if tagged is not None]
    return {
        "kinds": sum(kinds) / len(kinds),
        "tags": sum(tags) / len(tags),
        "both": sum(first and second for first, second in zip(kinds, tags, strict=True)) / len(kinds),
    }


def main() -> None:
    """Train, and write the adapters that are shipped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path(".training") / "parser")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--rate", type=float, default=1e-3)
    given = parser.parse_args()
    weights = find_weights("all-MiniLM-L6-v2", folder=None, offline=False, progress=None)
    tokenizer = open_tokenizer(weights)
    found = questions()
    fillers = Fillers(found)
    learnt = [question for number, question in enumerate(found) if number % HELD_OUT]
    watched = [example(question, tokenizer) for question in found[::HELD_OUT]]

    def epoch_of(epoch: int) -> list[Example]:
        chance = random.Random(epoch)
        asked = [fillers.filled(question, chance) for question in learnt for _ in range(COPIES)]
        return [example(varied(question, chance), tokenizer) for question in asked]

    model = AdaptedBert(weights, classes=ASKS, tags=TAGS)
    plan = Plan(epochs=given.epochs, rate=given.rate, batch_tokens=512, tag_weight=3.0)
    train(model, epoch_of, plan=plan, work=given.work, judge=lambda: report(model, watched))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    model.save(given.out)
    finish(given.work)


# Private

_NEGATION = re.compile(r"\b(?:not|no|never|nobody|nothing)\b|n['’]t\b", re.IGNORECASE)


def _is_clause(text: str) -> bool:
    return main_verb(deciding_part(text)) is not None


def _form(text: str, start: int, end: int) -> Form:
    """Return the form of a stretch; one without an auxiliary before it may be replaced by any other such clause or phrase."""
    before = text[:start].rsplit(maxsplit=1)[-1].lower() if start else ""
    stretch = f" {text[start:end]} "
    return Form(
        before if before in AUXILIARIES or " have " in stretch else "",
        clause=_is_clause(text[start:end]) or before in AUXILIARIES,
        perfect=" had " in stretch,
        negated=_NEGATION.search(stretch) is not None,
    )


def _question(entry: dict[str, object]) -> Question:
    text, asks = str(entry["question"]), str(entry["asks"])
    wanted: list[tuple[str, str]] = []
    for intervention in entry["interventions"]:  # type: ignore[attr-defined]
        wanted.append((intervention["sets"], intervention["span"]))
    if asks != "relation" and (entry["query"] or not wanted) and entry["main"]:
        wanted.append(("target", str(entry["query"] or entry["main"])))
    wanted += [("given", str(span)) for span in entry["evidence"]]  # type: ignore[attr-defined]
    spans = tuple((role, text.index(span), text.index(span) + len(span)) for role, span in wanted)
    if asks == "verdict" and entry["yes_when"]:
        asks = f"verdict: {entry['yes_when']}"
    return Question(text, asks, spans)


if __name__ == "__main__":
    main()
