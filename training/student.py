"""Trains the student of the Causal Inference Score: a cross-encoder on the built-in encoder that gives one number.

    python -m training.student [--work FOLDER] [--teacher NAME]

It reads [CLS] question [SEP] knowledge [SEP]. What it learns from is made by `training.triples`; the loss is the mean squared error (CIS,
seed 000, §4.2). Questions that are kept apart tell how its ranks agree with the teacher's.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from cckg.distillation import Triple, agreement, is_kept_apart
from cckg.models.causal_lm import open_language_model
from cckg.models.readers import BASE
from cckg.models.weights import find_weights
from training.adapters import AdaptedBert
from training.loop import Example, Plan, collate, finish, open_tokenizer, predict, train
from training.triples import TEACHER, kept_teacher, pools, scored

SHIPPED = Path(__file__).parents[1] / "cckg" / "models" / "data" / "student.safetensors"
LONGEST = 256  # word pieces of a pair


@dataclass(frozen=True, slots=True)
class Scored(Example):
    """A question and a piece of knowledge as token ids, and the teacher's score, of mean 0 and deviation 1 over all that is learnt."""

    score: float = 0.0


def examples(given: Sequence[Triple], tokenizer: Tokenizer, *, mean: float, deviation: float) -> list[Scored]:
    """Tokenise triples."""
    tokenizer.enable_truncation(LONGEST)
    encodings = tokenizer.encode_batch([(one.question, one.knowledge) for one in given])
    return [Scored(tuple(encoding.ids), 0, score=(one.score - mean) / deviation) for one, encoding in zip(given, encodings, strict=True)]


def loss_of(model: AdaptedBert, batch: Sequence[Example]) -> Tensor:
    """Return the mean squared error of a batch."""
    ids, mask, _, _ = collate(batch)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        given, _ = model(ids, mask)
    wanted = torch.tensor([one.score for one in cast("Sequence[Scored]", batch)])
    return nn.functional.mse_loss(given[:, 0].float(), wanted)


def main() -> None:
    """Train, and write the adapters that are shipped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".training") / "student")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--teacher", help=f"scores what is not kept: {TEACHER}, which is fetched, or a folder with it")
    parser.add_argument("--pool", help="one pool alone")
    parser.add_argument("--score", action="store_true", help="have the teacher score, and learn nothing")
    parser.add_argument("--epochs", type=int, default=8)
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
    kept = {name: [one for one in part if is_kept_apart(one.question)] for name, part in found.items()}
    watched = {name: (part, examples(part, tokenizer, mean=mean, deviation=deviation)) for name, part in kept.items() if part}
    model = AdaptedBert(weights, classes=("score",))

    def judge() -> dict[str, float]:
        shares: dict[str, float] = {}
        for name, (part, tokenised) in watched.items():
            told = [float(classes[0]) for classes, _ in predict(model, tokenised)]
            shares |= {f"{name}: {key}": value for key, value in agreement(part, told).items()}
        return shares

    plan = Plan(epochs=given.epochs, rate=given.rate, batch_tokens=2816)
    train(model, lambda _: read, plan=plan, work=given.work, judge=judge, loss=loss_of)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    model.save(given.out, notes={"teacher": TEACHER, "mean": f"{mean:.4f}", "deviation": f"{deviation:.4f}"})
    finish(given.work)


if __name__ == "__main__":
    main()
