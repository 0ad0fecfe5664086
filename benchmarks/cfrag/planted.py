"""What passages that say something else cost: planted ones with a wrong answer, and foreign ones, with arbitration and without.

The planted ones are those of RGB (Chen et al. 2024), set rgb_counterfactual: passages with the right answer, and the same with a wrong one
in its place. Of the other sets passages are taken that look like evidence and do not hold a right answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.cfrag.cases import FULL, PLAIN, Case, Corpus
from benchmarks.cfrag.questions import WORDS, Answered, Asked, contained, exact
from benchmarks.cfrag.ways import Measure, rounded
from benchmarks.rows import rows
from cckg.core.text import content_hash, squeeze

INJECTED = (0, 4, 8, 16)
WORTH_TELLING = 0.05
"""Loss of accuracy from which it is told whether arbitration halves it."""
ARBITRATED = "arbitrated"
Told: TypeAlias = Mapping[str, Mapping[int, Sequence[str]]]
"""Answers by way and by number of injected passages, one per case."""


def planted_set(folder: Path) -> tuple[Answered, dict[str, dict[str, str]], dict[str, str]]:
    """Read rgb_counterfactual.

    Returns:
        Questions with all passages but the planted ones; planted passages by question and id, but for those that hold a right answer; and
        the wrong answer by question.
    """
    passages: dict[str, str] = {}
    asked: list[Asked] = []
    planted: dict[str, dict[str, str]] = {}
    wrong: dict[str, str] = {}
    for row in rows(folder / "questions.jsonl"):
        answers = tuple(one for given in row["answer"] for one in given) if isinstance(row["answer"], list) else (str(row["answer"]),)
        asked.append(Asked(row["id"], row["question"], answers))
        for kind in ("positive", "negative"):
            passages |= {f"{row['id']} {kind} {number}": _first_words(text) for number, text in enumerate(row[kind])}
        altered = {f"{row['id']} planted {number}": _first_words(text) for number, text in enumerate(row["positive_wrong"])}
        planted[row["id"]] = {name: text for name, text in altered.items() if not contained(text, answers)}
        wrong[row["id"]] = row["fake_answer"]
    questions = tuple(sorted(asked, key=lambda one: content_hash(one.id)))
    return Answered(folder.name, {name: text for name, text in passages.items() if text}, questions), planted, wrong


def with_planted(case: Case, planted: Sequence[str]) -> Case:
    """Return a case whose distractors are its planted passages, and after them the foreign ones that it had."""
    return replace(case, distractors=(*planted, *case.distractors))


def counterfactual(corpus: Corpus, cases: Sequence[Case], *, wrong: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return accuracy with so many injected passages, plain and arbitrated, and what was lost.

    Args:
        corpus: the set.
        cases: its questions, with distractors in the order in which they are injected.
        wrong: planted answers by question, where there are any; then the share of answers that hold them, and no right one, is told.
    """
    told = {
        PLAIN: {count: [corpus.plain(case, distractors=count) for case in cases] for count in INJECTED},
        ARBITRATED: {count: [corpus.arbitrated(case, distractors=count, policy=FULL).answer for case in cases] for count in INJECTED},
    }
    measures: dict[str, Measure] = {"EM": exact, "contained": contained}
    found: dict[str, Any] = {"questions": len(cases)}
    for name, measure in measures.items():
        found[name] = losses(
            {
                way: {
                    count: [measure(answer, case.asked.answers) for answer, case in zip(answers, cases, strict=True)]
                    for count, answers in by_count.items()
                }
                for way, by_count in told.items()
            }
        )
    if wrong is not None:
        found["the planted answer is given"] = _deceived(told, cases, wrong)
    return found


def losses(values: Mapping[str, Mapping[int, Sequence[float]]]) -> dict[str, Any]:
    """Return accuracy by way and number of injected passages, and what each number costs plain and arbitrated answers.

    Arbitration halves a loss if its own is at most half of the plain one; that is told (True or False) where the plain loss is
    `WORTH_TELLING` or more, else None. With it stand the paired difference of half the plain loss and the arbitrated one, above 0 where it
    is halved, and what arbitration gains, for who answers nothing has nothing to lose.

    Args:
        values: accuracy of each question, 0..1, by way (`PLAIN`, `ARBITRATED`) and number; 0 is one of the numbers.
    """
    found: dict[str, Any] = {
        way: {f"{count} injected": rounded(of_count) for count, of_count in given.items()} for way, given in values.items()
    }
    verdicts: dict[str, Any] = {}
    for count in values[PLAIN]:
        if count == 0:
            continue
        plain, arbitrated = (
            [before - after for before, after in zip(values[way][0], values[way][count], strict=True)] for way in (PLAIN, ARBITRATED)
        )
        lost = [sum(each) / len(each) for each in (plain, arbitrated)]
        halved = lost[1] <= lost[0] / 2 if lost[0] >= WORTH_TELLING - 1e-9 else None
        left = rounded([one / 2 - other for one, other in zip(plain, arbitrated, strict=True)])
        verdicts[f"{count} injected"] = {
            "lost, plain": rounded(plain),
            "lost, arbitrated": rounded(arbitrated),
            "at most half": halved,
            "half of plain loss - arbitrated loss": left,
            "arbitrated - plain": rounded(
                [after - before for before, after in zip(values[PLAIN][count], values[ARBITRATED][count], strict=True)]
            ),
        }
    found["loss"] = verdicts
    return found


# Private


def _first_words(text: str) -> str:
    return " ".join(squeeze(text).split()[:WORDS])


def _deceived(told: Told, cases: Sequence[Case], wrong: Mapping[str, str]) -> dict[str, dict[str, list[float]]]:
    def share(answers: Sequence[str]) -> list[float]:
        return rounded(
            [
                float(contained(answer, [wrong[case.asked.id]]) and not contained(answer, case.asked.answers))
                for answer, case in zip(answers, cases, strict=True)
            ]
        )

    return {way: {f"{count} injected": share(answers) for count, answers in by_count.items()} for way, by_count in told.items()}
