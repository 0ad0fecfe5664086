"""Trains the student of the Causal Inference Score, or the reader of what is needed: cross-encoders on the built-in encoder.

    python -m training.student [--needed] [--work FOLDER] [--teacher NAME]

They read [CLS] question [SEP] knowledge [SEP]. The head of both gives the score: what it learns from is made by `training.triples`, and the
loss is the mean squared error (CIS §4.2); questions that are kept apart tell how its ranks agree with the teacher's. A second
head of the latter tells whether a passage is needed to answer (`training.needed`), with the cross entropy. They are two, for one of both
agrees less with the teacher; the student goes on from what the other has learnt of the score, so that one is trained first.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import cast

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from cckg.models import BASE, DATA, NEEDED, STUDENT, find_weights, open_embedder
from cckg.scoring import open_language_model
from cckg.scoring.distillation import Triple, is_kept_apart, rank_agreement
from cckg.scoring.teacher import Precision
from training.adapters import AdaptedBert, half_precision, has_half_products
from training.loop import IGNORED, Example, Plan, collate, finish, open_tokenizer, predict, train
from training.needed import Needs, needs, recall
from training.triples import TEACHER, kept_teacher, pools, scored

LONGEST = 256  # word pieces of a pair
EPOCHS = {STUDENT: 6, NEEDED: 2}
TIMES = {STUDENT: 1, NEEDED: 3}  # that the teacher's scores are learnt from in an epoch, for beside what is needed they are few
RANKED = 10  # results of hybrid retrieval that are ranked anew where it is told how well


@dataclass(frozen=True, slots=True)
class Scored(Example):
    """A question and a piece of knowledge as token ids, and what is known of them.

    label   whether the knowledge is needed, 0 or 1; `IGNORED` where that is not known
    score   the teacher's, of mean 0 and deviation 1 over all that is learnt; NaN where it has none
    """

    score: float = nan


def examples(given: Sequence[Triple], tokenizer: Tokenizer, *, mean: float, deviation: float) -> list[Scored]:
    """Tokenise triples."""
    ids = _ids([(one.question, one.knowledge) for one in given], tokenizer)
    return [Scored(of_one, IGNORED, score=(one.score - mean) / deviation) for one, of_one in zip(given, ids, strict=True)]


def labelled(given: Sequence[Needs], tokenizer: Tokenizer, *, epoch: int) -> list[Scored]:
    """Tokenise questions with what they need and what they do not, as an epoch has them."""
    pairs = [(one.question, text, needed) for one in given for text, needed in one.pairs(epoch)]
    ids = _ids([(question, text) for question, text, _ in pairs], tokenizer)
    return [Scored(of_one, int(needed)) for (_, _, needed), of_one in zip(pairs, ids, strict=True)]


def loss_of(model: AdaptedBert, batch: Sequence[Example]) -> Tensor:
    """Return the mean squared error of the scores of a batch and the cross entropy of its labels, over all of it."""
    ids, mask, labels, _ = collate(batch)
    with half_precision():
        given, _ = model(ids, mask)
    wanted = torch.tensor([one.score for one in cast("Sequence[Scored]", batch)])
    has_score, has_label = ~wanted.isnan(), labels != IGNORED
    error = nn.functional.mse_loss(given[has_score, 0].float(), wanted[has_score], reduction="sum")
    surprise = nn.functional.binary_cross_entropy_with_logits(given[has_label, -1].float(), labels[has_label].float(), reduction="sum")
    return (error + surprise) / len(batch)


def main() -> None:
    """Train, and write the adapters that are shipped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--needed", action="store_true", help="train the reader of what is needed")
    parser.add_argument("--work", type=Path, help="default .training/student or .training/needed")
    parser.add_argument("--out", type=Path, help="default the file that is shipped")
    parser.add_argument(
        "--start", type=Path, default=DATA / f"{NEEDED}.safetensors", help="of the student; default the one that is shipped"
    )
    parser.add_argument("--teacher", help=f"scores what is not kept: {TEACHER}, which is fetched, or a folder with it")
    parser.add_argument("--pool", help="one pool alone")
    parser.add_argument("--score", action="store_true", help="have the teacher score, and learn nothing")
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--rate", type=float, default=7e-4)
    given = parser.parse_args()
    name = NEEDED if given.needed else STUDENT
    precision: Precision = "bfloat16" if has_half_products() else "float32"
    teacher = kept_teacher((lambda: open_language_model(given.teacher, precision=precision)) if given.teacher else None)
    found: dict[str, list[Triple]] = {}
    for pool in pools():
        if given.pool in (None, pool.name):
            found.setdefault(pool.name, []).extend(scored(pool, teacher))
    if not given.score:
        plan = Plan(epochs=given.epochs or EPOCHS[name], rate=given.rate, batch_tokens=2816)
        asked = needs(open_embedder(f"local:{BASE}", folder=None, offline=False, threads=0)) if given.needed else []
        work, out = given.work or Path(".training") / name, given.out or DATA / f"{name}.safetensors"
        learn(name, found, asked, plan=plan, start=None if given.needed else given.start, work=work, out=out)


def learn(
    name: str,
    found: Mapping[str, Sequence[Triple]],
    asked: Sequence[Needs],
    *,
    plan: Plan,
    start: Path | None,
    work: Path,
    out: Path,
) -> None:
    """Train a reader and write it.

    Args:
        name: `STUDENT` or `NEEDED`.
        found: the teacher's scores, by pool.
        asked: what the second head learns from; none for one of the score alone.
        plan: how long, and how fast.
        start: the reader that it goes on from; None: the base alone.
        work: see `training.loop.train`.
        out: the file.
    """
    weights = find_weights(BASE, folder=None, offline=False, progress=None)
    tokenizer = open_tokenizer(weights)
    learnt = [one for part in found.values() for one in part if not is_kept_apart(one.question)]
    mean, deviation = float(np.mean([one.score for one in learnt])), float(np.std([one.score for one in learnt]))
    read = examples(learnt, tokenizer, mean=mean, deviation=deviation)
    taught, apart = [one for one in asked if not one.kept_apart], [one for one in asked if one.kept_apart]
    kept = {pool: [one for one in part if is_kept_apart(one.question)] for pool, part in found.items()}
    watched = {pool: (part, examples(part, tokenizer, mean=mean, deviation=deviation)) for pool, part in kept.items() if part}
    model = AdaptedBert(weights, classes=("score", NEEDED) if asked else ("score",))
    if start:
        model.load(start)

    def judge() -> dict[str, float]:
        shares: dict[str, float] = {}
        for pool, (part, tokenised) in watched.items():
            told = [float(classes[0]) for classes, _ in predict(model, tokenised)]
            shares |= {f"{pool}: {key}": value for key, value in rank_agreement(part, told).items()}
        if apart:
            shares["hybrid: recall@3"] = recall(apart, [one.found for one in apart])
            shares["needed: recall@3"] = recall(apart, [_ranked(model, one, tokenizer) for one in apart])
        return shares

    def of_epoch(epoch: int) -> list[Scored]:
        return [*read * TIMES[name], *labelled(taught, tokenizer, epoch=epoch)]

    train(model, of_epoch, plan=plan, work=work, judge=judge, loss=loss_of)
    out.parent.mkdir(parents=True, exist_ok=True)
    model.save(out, notes={"teacher": TEACHER, "mean": f"{mean:.4f}", "deviation": f"{deviation:.4f}"})
    finish(work)


# Private


def _ranked(model: AdaptedBert, asked: Needs, tokenizer: Tokenizer) -> list[str]:
    """Return the first `RANKED` of what hybrid retrieval finds for a question, by how far the model says that each is needed."""
    found = asked.found[:RANKED]
    ids = _ids([(asked.question, text) for text in found], tokenizer)
    logits = [float(classes[1]) for classes, _ in predict(model, [Scored(of_one, IGNORED) for of_one in ids])]
    return [found[place] for place in sorted(range(len(found)), key=lambda place: -logits[place])]


def _ids(pairs: Sequence[tuple[str, str]], tokenizer: Tokenizer) -> list[tuple[int, ...]]:
    tokenizer.enable_truncation(LONGEST)
    return [tuple(encoding.ids) for encoding in tokenizer.encode_batch(list(pairs))]


if __name__ == "__main__":
    main()
