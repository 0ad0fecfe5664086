"""Trains the comparison of two wordings: the same happening, one that says less, its opposite, or another happening.

python -m training.verifier [--work FOLDER] [--out FILE] [--epochs N] [--rate R]

What it is used for: `cckg.identity.verification`, docs/research/training.md.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer

from cckg.models import find_weights
from training.adapters import AdaptedBert
from training.loop import Example, Plan, finish, open_tokenizer, predict, train
from training.pairs import (
    HELD_OUT,
    WORLDS,
    Group,
    Pair,
    PairMaker,
    causes_and_effects,
    detailed_groups,
    groups,
    report_groups,
    world_groups,
)

CLASSES = ("same", "less", "opposite", "different")
SHIPPED = Path(__file__).parents[1] / "cckg" / "models" / "data" / "wordings.safetensors"


def examples(pairs: Sequence[Pair], tokenizer: Tokenizer) -> list[Example]:
    """Tokenise pairs as [CLS] left [SEP] right [SEP]."""
    encodings = tokenizer.encode_batch([(pair.left, pair.right) for pair in pairs])
    return [Example(tuple(encoding.ids), CLASSES.index(pair.label)) for pair, encoding in zip(pairs, encodings, strict=True)]


def report(model: AdaptedBert, chosen: Sequence[Example]) -> dict[str, float]:
    """Return the accuracy, and precision and recall of "same"."""
    told = [int(classes.argmax()) for classes, _ in predict(model, chosen)]
    hits = sum(label == example.label == 0 for label, example in zip(told, chosen, strict=True))
    return {
        "accuracy": sum(label == example.label for label, example in zip(told, chosen, strict=True)) / len(chosen),
        "precision": hits / max(1, told.count(0)),
        "recall": hits / max(1, sum(example.label == 0 for example in chosen)),
    }


def main() -> None:
    """Train, and write the adapters."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path(".training") / "verifier")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=7e-4)
    given = parser.parse_args()
    weights = find_weights("all-MiniLM-L6-v2", folder=None, offline=False, progress=None)
    tokenizer = open_tokenizer(weights)
    parts: dict[str, list[list[Group]]] = {
        "groups": [[group] for group in groups()],
        "details": [[group] for group in detailed_groups()],
        "reports": report_groups(),
    }
    learnt = [group for part in parts.values() for number, some in enumerate(part) if number % HELD_OUT for group in some]
    maker = PairMaker(learnt + world_groups(WORLDS), seed=0, apart=causes_and_effects())
    kept = {name: [group for some in part[::HELD_OUT] for group in some] for name, part in parts.items() if part}
    watched = {name: examples(PairMaker(some, seed=1).pairs(0), tokenizer) for name, some in kept.items()}
    model = AdaptedBert(weights, classes=CLASSES)
    train(
        model,
        lambda epoch: examples(maker.pairs(epoch), tokenizer),
        plan=Plan(epochs=given.epochs, rate=given.rate, batch_tokens=2816),
        work=given.work,
        judge=lambda: {f"{name}: {key}": value for name, part in watched.items() for key, value in report(model, part).items()},
    )
    given.out.parent.mkdir(parents=True, exist_ok=True)
    model.save(given.out)
    finish(given.work)


if __name__ == "__main__":
    main()
