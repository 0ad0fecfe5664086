"""Trains the student of the Causal Inference Score: a cross-encoder on the built-in encoder that gives two numbers.

    python -m training.student [--work FOLDER] [--teacher NAME]

It reads [CLS] question [SEP] knowledge [SEP]. One head gives the score: what it learns from is made by `training.triples`, and the loss is
the mean squared error (CIS, seed 000, §4.2); questions that are kept apart tell how its ranks agree with the teacher's. The other tells
whether a passage is needed to answer (`training.needed`), with the cross entropy.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import cast

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from cckg.distillation import Triple, agreement, is_kept_apart
from cckg.models.causal_lm import open_language_model
from cckg.models.encoders import open_embedder
from cckg.models.readers import BASE, STUDENT_HEADS
from cckg.models.weights import find_weights
from training.adapters import AdaptedBert
from training.loop import IGNORED, Example, Plan, collate, finish, open_tokenizer, predict, train
from training.needed import Needs, needs, recall
from training.triples import TEACHER, kept_teacher, pools, scored

SHIPPED = Path(__file__).parents[1] / "cckg" / "models" / "data" / "student.safetensors"
LONGEST = 256  # word pieces of a pair
TIMES = 3  # that the teacher's scores are learnt from in an epoch, for they are few
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
    with torch.autocast("cpu", dtype=torch.bfloat16):
        given, _ = model(ids, mask)
    wanted = torch.tensor([one.score for one in cast("Sequence[Scored]", batch)])
    has_score, has_label = ~wanted.isnan(), labels != IGNORED
    error = nn.functional.mse_loss(given[has_score, 0].float(), wanted[has_score], reduction="sum")
    surprise = nn.functional.binary_cross_entropy_with_logits(given[has_label, 1].float(), labels[has_label].float(), reduction="sum")
    return (error + surprise) / len(batch)


def main() -> None:
    """Train, and write the adapters that are shipped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".training") / "student")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--teacher", help=f"scores what is not kept: {TEACHER}, which is fetched, or a folder with it")
    parser.add_argument("--pool", help="one pool alone")
    parser.add_argument("--score", action="store_true", help="have the teacher score, and learn nothing")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=7e-4)
    given = parser.parse_args()
    weights = find_weights(BASE, folder=None, offline=False, progress=None)
    tokenizer = open_tokenizer(weights)
    teacher = kept_teacher((lambda: open_language_model(given.teacher, precision="bfloat16")) if given.teacher else None)
    found: dict[str, list[Triple]] = {}
    for pool in pools():
        if given.pool in (None, pool.name):
            found.setdefault(pool.name, []).extend(scored(pool, teacher))
    if given.score:
        return
    learnt = [one for part in found.values() for one in part if not is_kept_apart(one.question)]
    mean, deviation = float(np.mean([one.score for one in learnt])), float(np.std([one.score for one in learnt]))
    read = examples(learnt, tokenizer, mean=mean, deviation=deviation)
    embedder = open_embedder(f"local:{BASE}", folder=None, offline=False, threads=0)
    asked = needs(embedder)
    taught, apart = [one for one in asked if not one.kept_apart], [one for one in asked if one.kept_apart]
    print(f"needed: {len(taught)} questions, {len(apart)} kept apart, recall@3 of hybrid {recall(apart, [one.found for one in apart]):.4f}")
    kept = {name: [one for one in part if is_kept_apart(one.question)] for name, part in found.items()}
    watched = {name: (part, examples(part, tokenizer, mean=mean, deviation=deviation)) for name, part in kept.items() if part}
    model = AdaptedBert(weights, classes=STUDENT_HEADS)

    def judge() -> dict[str, float]:
        shares: dict[str, float] = {}
        for name, (part, tokenised) in watched.items():
            told = [float(classes[0]) for classes, _ in predict(model, tokenised)]
            shares |= {f"{name}: {key}": value for key, value in agreement(part, told).items()}
        return shares | {"needed: recall@3": recall(apart, [_ranked(model, one, tokenizer) for one in apart])}

    plan = Plan(epochs=given.epochs, rate=given.rate, batch_tokens=2816)
    train(
        model,
        lambda epoch: [*read * TIMES, *labelled(taught, tokenizer, epoch=epoch)],
        plan=plan,
        work=given.work,
        judge=judge,
        loss=loss_of,
    )
    given.out.parent.mkdir(parents=True, exist_ok=True)
    model.save(given.out, notes={"teacher": TEACHER, "mean": f"{mean:.4f}", "deviation": f"{deviation:.4f}"})
    finish(given.work)


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
