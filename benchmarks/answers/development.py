"""Measure short answers on the items that they were developed by: python -m benchmarks.answers.development.

Lines of `development.jsonl` are numbered from 1. The even ones were looked at while rules and weights were chosen; the odd ones were kept
apart and are what is reported. Both halves are of one hand, so neither says how other people's questions fare.
"""

import json
import re
import string
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cckg.answering import find_short_answers
from cckg.answering.short_answers import LEAST
from cckg.models import Embedder, open_embedder

ITEMS = Path(__file__).parent / "development.jsonl"


def main() -> None:
    """Print exact match and F1 of both halves, whole and by hops: as it is, and with answers that are not sure enough told all the same."""
    embedder = open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0)
    rows = [json.loads(line) for line in ITEMS.read_text(encoding="utf-8").splitlines()]
    for name, half in (("even lines, looked at", rows[1::2]), ("odd lines, kept apart", rows[::2])):
        for least in (LEAST, 0.0):
            told = [_first_answer(row, embedder=embedder, least=least) for row in half]
            for hops in ((1, 2), (1,), (2,)):
                pairs = [(answer, row["answer"]) for row, answer in zip(half, told, strict=True) if row["hops"] in hops]
                print(f"{name}, from {least}, hops {hops}: {figures(pairs)}")


def figures(pairs: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Return exact match, F1 and the share without an answer over pairs of (answer, gold), each 0..1; no pairs give zeros."""
    total = max(1, len(pairs))
    return {
        "items": len(pairs),
        "EM": round(sum(exact(answer, gold) for answer, gold in pairs) / total, 3),
        "F1": round(sum(f1(answer, gold) for answer, gold in pairs) / total, 3),
        "without answer": round(sum(not answer for answer, _ in pairs) / total, 3),
    }


def exact(answer: str, gold: str) -> bool:
    """Tell whether two answers are the same words, case, articles and punctuation left out."""
    return _plain(answer) == _plain(gold)


def f1(answer: str, gold: str) -> float:
    """Return the F1 of the words of two answers, 0..1."""
    told, wanted = _plain(answer), _plain(gold)
    shared = sum((Counter(told) & Counter(wanted)).values())
    return 2 * shared / (len(told) + len(wanted)) if shared else 0.0


# Private

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_MARKS = str.maketrans("", "", string.punctuation + "“”’‘–")


def _plain(answer: str) -> list[str]:
    return _ARTICLES.sub(" ", answer.lower().translate(_MARKS)).split()


def _first_answer(row: Mapping[str, Any], *, embedder: Embedder, least: float) -> str:
    texts, titles = ([passage[part] for passage in row["passages"]] for part in ("text", "title"))
    found = find_short_answers(row["question"], texts, embedder=embedder, titles=titles, least=least)
    return found[0].text if found else ""


if __name__ == "__main__":
    main()
