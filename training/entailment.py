"""Trains the judgement whether quotes bear out a sentence: they entail it, contradict it, or do not say it.

python -m training.entailment [--work FOLDER] [--out FILE] [--epochs N] [--rate R]

What it learns from is made by `training.statements`; what it is used for: `cckg.realisation.by_chat`.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer

from cckg.core.text import content_hash
from cckg.models import find_weights
from training.adapters import AdaptedBert
from training.loop import Example, Plan, finish, open_tokenizer, predict, train
from training.statements import Judged, rows, said_of_claims, written

CLASSES = ("entailed", "contradicted", "unsaid")
SHIPPED = Path(__file__).parents[1] / "cckg" / "models" / "data" / "entailment.safetensors"
HELD_OUT = 12  # of as many rows, one is kept apart to watch the training
PARAGRAPHS_AN_EPOCH = 600
COPIES = 2  # of what was written by hand, in an epoch
LONGEST = 160  # word pieces of a pair; longer ones take most of the time


def examples(pairs: Sequence[Judged], tokenizer: Tokenizer) -> list[Example]:
    """Tokenise pairs as [CLS] quoted [SEP] said [SEP]; what is too long is left out."""
    encodings = tokenizer.encode_batch([(pair.quoted, pair.said) for pair in pairs])
    read = [Example(tuple(encoding.ids), CLASSES.index(pair.label)) for pair, encoding in zip(pairs, encodings, strict=True)]
    return [one for one in read if len(one.ids) <= LONGEST]


def report(model: AdaptedBert, chosen: Sequence[Example]) -> dict[str, float]:
    """Return the accuracy of "entailed" against the others, its precision and its recall."""
    told = [int(classes.argmax()) == 0 for classes, _ in predict(model, chosen)]
    gold = [one.label == 0 for one in chosen]
    hits = sum(one and other for one, other in zip(told, gold, strict=True))
    return {
        "accuracy": sum(one == other for one, other in zip(told, gold, strict=True)) / len(chosen),
        "precision": hits / max(1, sum(told)),
        "recall": hits / max(1, sum(gold)),
    }


def main() -> None:
    """Train, and write the adapters."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".training") / "entailment")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=7e-4)
    given = parser.parse_args()
    weights = find_weights("all-MiniLM-L6-v2", folder=None, offline=False, progress=None)
    tokenizer = open_tokenizer(weights)
    judged = written()
    learnt = [one for number, row in enumerate(judged) if number % HELD_OUT for one in row]
    paragraphs = [row for row in rows("claims") if row.get("text") and row["claims"]]
    of_claims = [row for row in paragraphs if int(content_hash(row["text"]), 16) % HELD_OUT]
    kept = {
        "written": examples([one for row in judged[::HELD_OUT] for one in row], tokenizer),
        "claims": examples([one for row in paragraphs if row not in of_claims for one in said_of_claims(row, random.Random(0))], tokenizer),
    }

    def epoch_of(epoch: int) -> list[Example]:
        chance = random.Random(epoch)
        made = [one for row in chance.sample(of_claims, min(PARAGRAPHS_AN_EPOCH, len(of_claims))) for one in said_of_claims(row, chance)]
        return examples([*(learnt * COPIES), *made], tokenizer)

    model = AdaptedBert(weights, classes=CLASSES)
    train(
        model,
        epoch_of,
        plan=Plan(epochs=given.epochs, rate=given.rate, batch_tokens=2816),
        work=given.work,
        judge=lambda: {f"{name}: {key}": value for name, part in kept.items() for key, value in report(model, part).items()},
    )
    given.out.parent.mkdir(parents=True, exist_ok=True)
    model.save(given.out)
    finish(given.work)


if __name__ == "__main__":
    main()
