"""Measure the Causal Inference Score: make bench-cis.

    python -m benchmarks.cis [--parts retrieval,entries,speed,answers,replies,reranking] [--sets …] [--questions N] [--passages 3,4,6]
                             [--queries N] [--teacher NAME or FOLDER] [--small-teacher] [--reader NAME or FOLDER]

Retrieval and answers are measured on the first hundred questions, by a hash, of three public sets, looked for in $CCKG_DATA; weights are
chosen on the others. Answers are those of the built-in reader, replies those of a language model. Re-ranking is measured on two further
sets. The teacher's scores are kept in results/cis_teacher.txt, the replies in results/cis_replies.txt: without --teacher and --reader the
questions whose scores and replies stand there are counted. A part that was broken off goes on from what is kept.
Speed needs the extra `torch`; its figures are drawn by python -m benchmarks.cis.plots.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.circumstances import RESULTS, ROOT, circumstances
from benchmarks.cis.answers import Scorers
from benchmarks.cis.answers_table import answers_table, counted
from benchmarks.cis.entries import of_corpus, of_worlds, table
from benchmarks.cis.readers import ExtractiveReader, GenerativeReader, Reader
from benchmarks.cis.replies import KeptReplies, open_writer
from benchmarks.cis.reranking import SEARCHED, reranking_table
from benchmarks.cis.retrieval_table import retrieval_table
from benchmarks.cis.scorers import TEACHER, CosineScore, embedder, language_model, of_teacher, small_language_model, student, students
from benchmarks.cis.speed import FEW, by_length, ratios
from benchmarks.public_data.__main__ import DATA
from cckg.models import NEEDED, STUDENT, Embedder
from cckg.models.weights import QWEN, SMOLLM2
from cckg.scoring import open_language_model
from cckg.settings import load_settings
from queries.linking import Weights

RESULT = RESULTS / "cis.json"
REPLIES = RESULTS / "cis_replies.txt"
SETS = ("hotpotqa", "2wikimultihopqa", "musique")
ANSWERED_BY = ("teacher", "teacher, no prior", "teacher, no prompt")
"""The teacher's scores that answers are measured by, beside the student's."""
SMALL_ONES = (TEACHER, "teacher, no prior", "reverse")
"""The smallest teacher's scores that rank BM25's first hundred anew."""
TEACHERS_WEIGHT, STUDENTS_WEIGHTS = 0.5, {STUDENT: 0.5, NEEDED: load_settings().cis.passage_weight}
"""Where answers are measured, as `--parts retrieval` chose them on other questions."""
QUESTIONS = {"answers": 100, "replies": 30}
HALF_B = range(1300, 1310)
"""Seeds of made-up worlds that nothing was chosen on."""


def main(arguments: Sequence[str]) -> None:
    """Measure, print the figures, and write the result file after each part."""
    options = _options(arguments)
    parts: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
        "retrieval": _retrieval,
        "entries": _entries,
        "speed": _speed,
        "answers": _answers,
        "replies": _replies,
        "reranking": _reranking,
    }
    for part in options.parts.split(","):
        found = parts[part](options)
        if not found:
            print(f"{part}: nothing to measure", file=sys.stderr)
            continue
        kept = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
        kept[part] = {**circumstances(), **found}
        new = RESULT.with_suffix(".new")
        new.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        new.replace(RESULT)
        print(json.dumps({part: kept[part]}, indent=1))


# Private


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cis", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--parts", default="retrieval,entries,speed,answers,replies,reranking", help="which, with commas between them")
    parser.add_argument("--sets", default=",".join(SETS), help="of retrieval, answers and replies")
    parser.add_argument("--questions", type=int, help="of each set, for answers (100) and replies (30)")
    parser.add_argument("--passages", default="3,4,6", help="that a reader gets, for answers and replies")
    parser.add_argument("--queries", type=int, default=40, help="of each set, for re-ranking")
    parser.add_argument("--teacher", help=f"scores what is not kept: {QWEN.name}, which is fetched, or a folder with it")
    parser.add_argument("--small-teacher", action="store_true", help=f"re-ranking: {SMOLLM2.name} scores what is not kept")
    parser.add_argument(
        "--reader", help=f"replies where none is kept: {QWEN.name}, {SMOLLM2.name}, or a folder; {QWEN.name} if none is given"
    )
    return parser.parse_args(arguments)


def _folders(names: Sequence[str]) -> list[Path]:
    """Return the folders of the sets that are there; of the others it is said that they are left out."""
    for name in names:
        if not (DATA / name).exists():
            print(f"{name}: left out; set CCKG_DATA to the folder of the public data", file=sys.stderr)
    return [DATA / name for name in names if (DATA / name).exists()]


def _retrieval(options: argparse.Namespace) -> dict[str, Any]:
    scorers = {**of_teacher(language_model(options.teacher)), **students()}
    folders = _folders(options.sets.split(","))
    return retrieval_table(folders, embedder=embedder(), scorers=scorers) if folders else {}


def _reranking(options: argparse.Namespace) -> dict[str, Any]:
    dense = embedder()
    small = of_teacher(small_language_model(opened=options.small_teacher))
    scorers = {
        **students(),
        "dense": CosineScore(dense),
        **of_teacher(language_model(options.teacher)),
        **{f"small {name}": small[name] for name in SMALL_ONES},
    }
    folders = _folders(SEARCHED)
    return reranking_table(folders, embedder=dense, scorers=scorers, queries=options.queries) if folders else {}


def _answers(options: argparse.Namespace) -> dict[str, Any]:
    dense = embedder()
    return _answered(options, "answers", reader=ExtractiveReader(dense), name="built-in", dense=dense)


def _replies(options: argparse.Namespace) -> dict[str, Any]:
    """Measure the answers of a language model, under whose name or folder's name its replies are kept."""
    name = Path(options.reader).name if options.reader else QWEN.name
    writer = KeptReplies(name, REPLIES, (lambda: open_writer(options.reader)) if options.reader else None)
    return _answered(options, "replies", reader=GenerativeReader(writer), name=name, dense=embedder())


def _answered(options: argparse.Namespace, part: str, *, reader: Reader, name: str, dense: Embedder) -> dict[str, Any]:
    scorers = _scorers(options.teacher)
    figures = answers_table(
        _folders(options.sets.split(",")),
        reader,
        embedder=dense,
        scorers=scorers,
        questions=options.questions or QUESTIONS[part],
        ks=[int(k) for k in options.passages.split(",")],
        timed=part == "answers",
    )
    return {"reader": name, "weights of scorers in hybrid": scorers.weights, **figures} if counted(figures) else {}


def _scorers(teacher: str | None) -> Scorers:
    """Return those that answers are measured by; joined with hybrid retrieval a scorer weighs what it does in cckg."""
    of_model = of_teacher(language_model(teacher))
    by_name = {**{name: of_model[name] for name in ANSWERED_BY}, **students()}
    return Scorers(by_name, kept=frozenset(ANSWERED_BY), weights=dict.fromkeys(ANSWERED_BY, TEACHERS_WEIGHT) | STUDENTS_WEIGHTS)


def _entries(_: argparse.Namespace) -> dict[str, Any]:
    chosen = load_settings().cis
    weights = Weights(chosen.entry_weight, chosen.contrast_weight)
    found = {
        "demo": of_corpus(ROOT / "examples"),
        "development corpus": of_corpus(ROOT / "benchmarks" / "dev_corpus"),
        "corpus of paraphrases": of_corpus(ROOT / "benchmarks" / "paraphrase_corpus"),
        "made-up worlds": of_worlds(HALF_B),
    }
    return {name: {key: round(value, 4) for key, value in table(some, weights).items()} for name, some in found.items()}


def _speed(_: argparse.Namespace) -> dict[str, Any]:
    """Time the smallest model every way, and the one that scored for the tables as it is used."""
    small, large, learned = open_language_model(SMOLLM2.name), open_language_model(QWEN.name), student()
    return {
        SMOLLM2.name: ratios(small, learned),
        QWEN.name: ratios(large, learned, passages=FEW, pairwise=False),
        "by length": by_length(small, learned),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
