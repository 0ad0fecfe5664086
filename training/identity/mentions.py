"""Trains the encoder of event mentions: in their contexts, mentions of one event come to lie near to each other, all others far away.

    python -m training.identity.mentions [--work FOLDER] [--out FILE] [--epochs N] [--rate R]

The built-in encoder with adapters, over the mean of the tokens of what the event reader is shown of a mention (`cckg.identity.written`).
In a batch each mention is drawn to those of its event and away from all others (supervised contrastive learning, Khosla et al. 2020): those
of its incident, of the look-alike beside it, and of some more. It learns from what `training.identity.strong` learns from: stories, with
the phrases of their questions, second tellings, ECB+, worlds of half A, and wordings without context. What it is used for:
`cckg.identity.event_reader`.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from sklearn.metrics import average_precision_score
from tokenizers import Tokenizer
from torch import Tensor

from cckg.core.graph import EventMention
from cckg.identity import written
from cckg.models import BASE, MENTIONS, find_weights
from cckg.models import DATA as FOLDER
from training.adapters import AdaptedBert, half_precision
from training.identity.strong import SEEDS, Told, alone, shortened, tellings, told_in_ecb, told_in_stories, told_in_world
from training.loop import Example, Plan, collate, finish, open_tokenizer, train
from training.pairs import HELD_OUT, detailed_groups, groups, report_groups
from training.pairs import Group as WordingGroup

RANK = 64
MOST_PIECES = 112
TEMPERATURE = 0.05
BATCH = 96
"""Mentions from which no further group joins a batch."""
AT_ONCE = 16
"""Of these, mentions in one pass of the network, of like length."""
WORLDS = SEEDS[:24]
OF_GROUP, OF_WORLD = 50, 100
"""Mentions of a topic of ECB+ or of a world that are one group, and of a world in all, those of the same events together."""
BARE = 400
"""Groups of wordings and of detailed wordings that an epoch learns from, and half as many reports."""
PHRASES = 5
"""Phrases of the questions of a story that join it in an epoch."""
WITHOUT_TITLE = 0.4


@dataclass(frozen=True, slots=True)
class Group:
    """Mentions that belong into one batch, and phrases of questions that mean some of them."""

    told: Told
    phrases: Told


def in_context() -> Iterator[Group]:
    """Yield what is learnt from in each epoch; the names of events are of one group alone."""
    for told, phrases in told_in_stories(kept=False):
        yield Group(told, phrases)
    yield from (Group(told, []) for told in _retold())
    for topic in told_in_ecb("train").values():
        yield from _parts(topic)
    for seed in WORLDS:
        yield from _parts(told_in_world(seed)[:OF_WORLD])


def bare() -> list[list[Group]]:
    """Return wordings without context, by kind: each with its opposites and with what looks like it, happenings of a report together."""
    kinds = ([[group] for group in groups()], [[group] for group in detailed_groups()], report_groups())
    return [[_wordings(some) for number, some in enumerate(kind) if number % HELD_OUT] for kind in kinds]


def batches(told_together: Sequence[Group], chance: random.Random, tokenizer: Tokenizer) -> Iterator[list[Example]]:
    """Yield the batches of an epoch; of mentions some lose their titles, or much of their context."""
    batch: Told = []
    for number, group in enumerate(chance.sample(list(told_together), len(told_together))):
        told = [*group.told, *chance.sample(group.phrases, min(PHRASES, len(group.phrases)))]
        batch += [(f"{number} {event}", shortened(one, chance, without=chance.random() < WITHOUT_TITLE)) for event, one in told]
        if len(batch) >= BATCH:
            yield examples(batch, tokenizer)
            batch = []


def examples(told: Told, tokenizer: Tokenizer) -> list[Example]:
    """Tokenise mentions as the event reader is shown them; the label is the event's number."""
    numbers = {event: number for number, event in enumerate(dict.fromkeys(event for event, _ in told))}
    texts = tokenizer.encode_batch([written(mention) for _, mention in told])
    return [Example(tuple(text.ids[:MOST_PIECES]), numbers[event]) for text, (event, _) in zip(texts, told, strict=True)]


def encoded(model: AdaptedBert, batch: Sequence[Example]) -> Tensor:
    """Return the unit vectors of mentions, (mentions, hidden), in order."""
    order = sorted(range(len(batch)), key=lambda place: len(batch[place].ids))
    rows = []
    for start in range(0, len(order), AT_ONCE):
        ids, mask, _, _ = collate([batch[place] for place in order[start : start + AT_ONCE]])
        with half_precision():
            rows.append(model.encode(ids, mask))
    return torch.cat(rows)[torch.tensor(np.argsort(order))]


def loss_of(model: AdaptedBert, batch: Sequence[Example]) -> Tensor:
    """Return the supervised contrastive loss: of each mention the mean over the others of its event, equation 2 of Khosla et al."""
    vectors, labels = encoded(model, batch), torch.tensor([one.label for one in batch])
    itself = torch.eye(len(batch), dtype=torch.bool)
    same = (labels[:, None] == labels[None]) & ~itself
    scores = (vectors @ vectors.T / TEMPERATURE).masked_fill(itself, -torch.inf)
    shares = (scores - scores.logsumexp(1, keepdim=True)).masked_fill(itself, 0.0)
    has_others = same.any(1)
    return -((shares * same).sum(1)[has_others] / same.sum(1)[has_others]).mean()


def judged(model: AdaptedBert, kept: Sequence[Told], tokenizer: Tokenizer) -> dict[str, float]:
    """Return the average precision of cosines for the pairs inside documents, and across, of stories that are kept apart."""
    model.eval()
    found: defaultdict[str, list[tuple[bool, float]]] = defaultdict(list)
    for told in kept:
        with torch.inference_mode():
            vectors = encoded(model, examples(told, tokenizer))
        cosines = (vectors @ vectors.T).tolist()
        for right, (event, mention) in enumerate(told):
            for left, (other_event, other) in enumerate(told[:right]):
                where = "inside" if other.document == mention.document else "across"
                found[where].append((event == other_event, cosines[left][right]))
    return {where: float(average_precision_score(*zip(*pairs, strict=True))) for where, pairs in found.items()}


def epoch(number: int, told: Sequence[Group], kinds: Sequence[Sequence[Group]]) -> tuple[list[Group], random.Random]:
    """Return the groups of an epoch, and the generator of its batches."""
    chance = random.Random(number)
    drawn = [chance.sample(list(kind), min(count, len(kind))) for kind, count in zip(kinds, (BARE, BARE, BARE // 2), strict=True)]
    return [*told, *(group for some in drawn for group in some)], chance


def main() -> None:
    """Train, and write the adapters."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".training") / MENTIONS)
    parser.add_argument("--out", type=Path, default=FOLDER / f"{MENTIONS}.safetensors")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=5e-4)
    given = parser.parse_args()
    weights = find_weights(BASE)
    tokenizer, told, kinds = open_tokenizer(weights), list(in_context()), bare()
    kept = [told for told, _ in told_in_stories(kept=True)]
    model = AdaptedBert(weights, rank=RANK)
    train(
        model,
        lambda number: list(batches(*epoch(number, told, kinds), tokenizer)),
        plan=Plan(given.epochs, rate=given.rate),
        work=given.work,
        judge=partial(judged, model, kept, tokenizer),
        loss=loss_of,
    )
    model.save(given.out, eight_bit=True)
    finish(given.work)


# Private


def _retold() -> Iterator[Told]:
    """Yield the mentions of each incident that is told twice: those of pairs that are marked as one are of one event."""
    incidents: defaultdict[str, dict[EventMention, int]] = defaultdict(dict)
    for incident, pair in tellings(kept=False):
        events = incidents[incident]
        left, right = (events.setdefault(mention, len(events)) for mention in (pair.left, pair.right))
        if pair.label == "same":
            events.update((mention, left) for mention, event in list(events.items()) if event == right)
    yield from ([(str(event), mention) for mention, event in events.items()] for events in incidents.values())


def _wordings(told: Sequence[WordingGroup]) -> Group:
    """Return the wordings of happenings that belong together: of each, of its opposite, and, of one alone, of what looks like it."""
    named: Told = []
    for number, group in enumerate(told):
        near = group.near if len(told) == 1 else ()
        named += [(f"{number}", alone(text)) for text in group.same]
        named += [(f"{number} not", alone(text)) for text in group.opposite]
        named += [(f"{number} near {place}", alone(text)) for place, text in enumerate(near)]
    return Group(named, [])


def _parts(told: Told) -> Iterator[Group]:
    ordered = sorted(told, key=lambda one: one[0])  # mentions of one event stay together
    yield from (Group(ordered[start : start + OF_GROUP], []) for start in range(0, len(ordered), OF_GROUP))


if __name__ == "__main__":
    main()
