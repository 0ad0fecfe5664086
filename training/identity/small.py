"""Distils the small event reader, on the built-in encoder, from the strong one: what `models.identity = "small"` opens.

    python -m training.identity.small [--teacher FILE] [--begin FILE] [--work FOLDER] [--out FILE] [--epochs N] [--rate R] [--read N]

It learns from the pairs of `training.identity.strong`, more of each kind, as its encoder knows less, and from near happenings of real
reports and of paragraphs written here, of which nobody marked whether they are one. The teacher tells these, and some of the others,
where the mean of what it says and of what was marked is learnt (Hinton et al. 2015). With --begin it goes on from weights.
"""

import argparse
import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from benchmarks.identity.corpora import corpora
from cckg.core.graph import EventMention
from cckg.core.text import content_hash
from cckg.core.vectors import Matrix
from cckg.models import BASE, COREFERENCE_SMALL, KEPT_WHOLE, Embedder, Reader, find_weights, open_embedder
from cckg.models import DATA as FOLDER
from training.adapters import AdaptedBert, half_precision
from training.identity.strong import BASE as STRONG_BASE
from training.identity.strong import (
    CLASSES,
    DATA,
    MOST_PIECES,
    SHIPPED,
    MentionPair,
    across,
    both_sides,
    judged,
    mention_at,
    ordinary,
    questions,
    stories,
    tellings,
)
from training.loop import Example, Plan, collate, finish, open_tokenizer, train
from training.passages import hand_marked, is_held_out

RANK = 64
TIMES = 1
"""How many times as many ordinary pairs, and tellings, as the strong reader goes on with."""
OWN = 700
"""Paragraphs written here whose happenings are set against each other."""
UNTOLD = ""
"""The label of a pair that nobody marked."""

Sides = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Taught(Example):
    """A pair as token ids, and how likely each class is: what is learnt."""

    told: tuple[float, ...] = ()


def near_happenings(embedder: Embedder, chance: random.Random, *, kept: bool) -> list[MentionPair]:
    """Return near happenings of paragraphs that are marked for the reader of claims: in each its nearest, and the nearest of others.

    Reports that `bench-identity` measures on are left out.

    Args:
        embedder: tells what is near.
        chance: chooses paragraphs.
        kept: whether those of the paragraphs kept apart are returned, or those of the others.
    """
    measured = {name for corpus in corpora(DATA) for name in corpus.incident}
    marked = [one for one in hand_marked() if one.relations and is_held_out(one.text) == kept]
    reports = [one for one in marked if one.report and one.report.replace("/", "-", 1) not in measured]
    own = [one for one in marked if not one.report]
    told: list[EventMention] = []
    for number, passage in enumerate([*reports, *chance.sample(own, min(OWN, len(own)))]):
        spans = sorted({span for one in passage.relations for span in (one.cause, one.effect) if span})
        told += [mention_at(passage.text, *span, document=passage.report or f"own {number}") for span in spans]
    return list(_near(told, embedder))


def taught(pairs: Sequence[MentionPair], sides: Sequence[Sides], told: Matrix, tokenizer: Tokenizer) -> list[Taught]:
    """Tokenise pairs, with what is learnt of each: what was marked, what the teacher says, or the mean.

    Args:
        pairs: as marked, or `UNTOLD`.
        sides: how they are written.
        told: (pairs, classes), what the teacher says; a row of NaN where it was not asked.
        tokenizer: of the encoder.
    """
    found = []
    for pair, text, said in zip(pairs, tokenizer.encode_batch(list(sides)), told, strict=True):
        marked = [float(name == pair.label) for name in CLASSES]
        if not np.isnan(said[0]):
            marked = [float(one) if pair.label == UNTOLD else (float(one) + mark) / 2 for one, mark in zip(said, marked, strict=True)]
        found.append(Taught(tuple(text.ids[:MOST_PIECES]), 0, told=tuple(marked)))
    return found


def loss_of(model: AdaptedBert, batch: Sequence[Example]) -> Tensor:
    """Return the cross entropy to what is taught."""
    ids, mask, _, _ = collate(batch)
    with half_precision():
        given, _ = model(ids, mask)
    wanted = torch.tensor([one.told for one in cast("Sequence[Taught]", batch)])
    return nn.functional.cross_entropy(given.float(), wanted)


def main() -> None:
    """Have the teacher read, train, and write the adapters."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--teacher", type=Path, default=SHIPPED, help="adapters of the strong reader")
    parser.add_argument("--begin", type=Path, help="weights to go on from")
    parser.add_argument("--work", type=Path, default=Path(".training") / COREFERENCE_SMALL)
    parser.add_argument("--out", type=Path, default=FOLDER / f"{COREFERENCE_SMALL}.safetensors")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--read", type=int, default=12_000, help="pairs that the teacher reads: 20 minutes with one thread")
    given = parser.parse_args()
    weights, embedder = find_weights(BASE), open_embedder(f"local:{BASE}", folder=None, offline=False, threads=0)
    tokenizer, chance = open_tokenizer(weights), random.Random(38)
    marked = [
        *[pair for _, pair in tellings(kept=False)] * TIMES,
        *stories(embedder, chance, kept=False),
        *questions(embedder, chance, kept=False),
        *ordinary(embedder, chance, times=TIMES),
        *across(embedder, chance, times=TIMES),
    ]
    chance.shuffle(marked)
    learnt = [*near_happenings(embedder, chance, kept=False)[: given.read], *marked]
    sides = [both_sides(pair, chance) for pair in learnt]
    told = _read(sides[: given.read], given.teacher, given.work)
    told = np.concatenate([told, np.full((len(learnt) - len(told), len(CLASSES)), np.nan)])
    made = taught(learnt, sides, told, tokenizer)
    chance.shuffle(made)
    kept = [pair for _, pair in tellings(kept=True)]
    model = AdaptedBert(weights, classes=CLASSES, rank=RANK)
    if given.begin:
        model.load(given.begin)
    train(
        model,
        lambda epoch: made[epoch :: given.epochs],  # all pairs once: an epoch is a part of them, after which the state is kept
        plan=Plan(given.epochs, rate=given.rate),
        work=given.work,
        judge=lambda: judged(model, kept, tokenizer),
        loss=loss_of,
    )
    model.save(given.out, eight_bit=True)
    finish(given.work)


# Private


def _near(told: Sequence[EventMention], embedder: Embedder) -> Iterator[MentionPair]:
    """Yield each mention with the two nearest wordings of its own paragraph, and the two nearest of others."""
    vectors = embedder.encode([mention.text for mention in told])
    documents = np.array([mention.document for mention in told])
    pairs: set[tuple[int, int]] = set()
    for place, vector in enumerate(vectors):
        cosines = vectors @ vector
        cosines[place] = -1.0
        for there in (documents == documents[place], documents != documents[place]):
            near = np.argsort(np.where(there, -cosines, 1.0), kind="stable")[:2].tolist()
            pairs |= {(min(place, other), max(place, other)) for other in near if there[other] and other != place}
    yield from (MentionPair(told[left], told[right], UNTOLD) for left, right in sorted(pairs))


def _read(sides: Sequence[Sides], teacher: Path, work: Path) -> Matrix:
    """Return what the teacher says, (pairs, classes); it is kept in the folder, for these pairs and this teacher."""
    known = content_hash(hashlib.sha256(teacher.read_bytes()).hexdigest(), *(text for both in sides for text in both))
    path = work / f"told-{known}.npy"
    if not path.exists():
        work.mkdir(parents=True, exist_ok=True)
        np.save(path, Reader(find_weights(KEPT_WHOLE[STRONG_BASE]), teacher, threads=0, eight_bit=True).compare(sides))
    told: Matrix = np.load(path)
    return told


if __name__ == "__main__":
    main()
