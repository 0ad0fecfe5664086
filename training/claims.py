"""Trains the reading of claims: which stretches of a passage are cause and effect of each other, by which cue, how sure and how strong.

    python -m training.claims [--work FOLDER] [--base NAME]

What it learns from is made by `training.passages`.
"""

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from cckg.extraction.reader import HALF, MATRICES, PAIRINGS, SPANS, log_odds, pair_scores, relations, rotary
from cckg.extraction.windows import SIGNS
from cckg.models import BASE, find_weights
from training.adapters import AdaptedBert, half_precision
from training.logistic import fit
from training.loop import Example, Plan, finish, open_tokenizer, predict, train
from training.passages import Passage, conditionals, hand_marked, is_held_out, joined, of_worlds, public, with_factuality

SHIPPED = Path(__file__).parents[1] / "cckg" / "models" / "data" / "claims.safetensors"
WORLDS = range(8100, 8160)  # seeds of made-up worlds, half A, that nothing is measured on
WORLDS_AN_EPOCH = 12
LONGEST = 320  # word pieces of a passage that is trained on
HIDDEN = 0.1  # share of the word pieces that are hidden while training
NEAR = 0.5  # token F1 of a side from which it counts as the gold one
TOLD_WEIGHT = 0.3  # in the loss, of how sure and how strong a relation is told


@dataclass(frozen=True, slots=True)
class Read(Example):
    """A passage as token ids, and per matrix the pairs of tokens that are so; `told`: how sure or strong, by pair and matrix."""

    pairs: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    told: dict[tuple[int, int], dict[str, bool]] = field(default_factory=dict)


def example(passage: Passage, tokenizer: Tokenizer) -> Read:
    """Tokenise a passage, its sign in front."""
    encoding = tokenizer.encode(passage.text)
    ids = (encoding.ids[0], tokenizer.token_to_id(SIGNS[passage.sign]), *encoding.ids[1:])
    offsets = [(0, 0), *encoding.offsets]  # a special token stands nowhere
    pairs: dict[str, list[tuple[int, int]]] = {name: [] for name in MATRICES}
    told: dict[tuple[int, int], dict[str, bool]] = {}
    for one in passage.relations:
        cause, effect, cue = (_tokens(offsets, place) if place else None for place in (one.cause, one.effect, one.cue))
        if cause is None:
            continue
        pairs["cause"].append(cause)
        if effect is None:
            continue
        pairs["effect"].append(effect)
        pairs["heads"].append((cause[0], effect[0]))
        pairs["tails"].append((cause[1], effect[1]))
        if cue:
            pairs["cue"].append(cue)
            pairs["cue of cause"].append((cue[0], cause[0]))
            pairs["cue of effect"].append((cue[0], effect[0]))
        known = told.setdefault((cause[0], effect[0]), {})
        if one.modality:
            known |= {"hedged": one.modality == "hedged", "denied": one.modality == "denied"}
        if one.strength:
            known |= {"contributing": one.strength == "contributing", "enabling": one.strength == "enabling"}
    return Read(ids, int(bool(passage.relations)), (), pairs, told)


def with_gaps(one: Read, chance: random.Random, *, gap: int) -> Read:
    """Hide some of the word pieces behind another, the gap, so that no passage can be learnt by heart."""
    sign = 2  # the special token in front and the sign, which stay
    ids = (piece if at < sign or at == len(one.ids) - 1 or chance.random() >= HIDDEN else gap for at, piece in enumerate(one.ids))
    return replace(one, ids=tuple(ids))


def scores_of(given: Tensor) -> Tensor:
    """Return the scores (batch, matrices, tokens, tokens); see `cckg.extraction.reader.pair_scores`."""
    batch, tokens, _ = given.shape
    cosines, sines = (torch.from_numpy(table)[:, None, None] for table in rotary(tokens))
    parts = given.float().view(batch, tokens, len(MATRICES), 2, HALF)
    across = torch.stack([-parts[..., 1::2], parts[..., ::2]], dim=-1).reshape(parts.shape)
    turned = parts * cosines + across * sines
    return torch.einsum("bimd,bjmd->bmij", turned[:, :, :, 0], turned[:, :, :, 1]) / HALF**0.5


def loss_of(model: AdaptedBert, batch: Sequence[Example]) -> Tensor:
    """Return the loss of a batch: multi-label cross entropy of each matrix (Su et al. 2022), and what is told of the pairs."""
    ids, mask = _padded(batch)
    with half_precision():
        classes, given = model(ids, mask)
    scores = scores_of(cast("Tensor", given))
    tokens = ids.shape[1]
    wanted = torch.zeros_like(scores, dtype=torch.bool)
    told: list[tuple[int, int, int, int]] = []
    signs: list[float] = []  # of what is told: -1.0 where it is so, 1.0 where not
    for row, one in enumerate(cast("Sequence[Read]", batch)):
        for number, name in enumerate(MATRICES):
            for at in one.pairs[name]:
                wanted[row, number, at[0], at[1]] = True
        for at, known in one.told.items():
            for name, value in known.items():
                told.append((row, MATRICES.index(name), *at))
                signs.append(-1.0 if value else 1.0)
    real = (mask[:, :, None] * mask[:, None, :]).bool()[:, None]
    spans = torch.ones(tokens, tokens, dtype=torch.bool).triu()[None, None]
    marked = len(SPANS) + len(PAIRINGS)
    allowed = torch.cat([(real & spans).expand(-1, len(SPANS), -1, -1), real.expand(-1, len(PAIRINGS), -1, -1)], dim=1)
    logits = scores[tuple(torch.tensor(told).T)] if told else torch.zeros(0)
    scores, wanted = scores[:, :marked], wanted[:, :marked]
    no = torch.where(allowed & ~wanted, scores, -1e4).flatten(2)
    yes = torch.where(wanted, -scores, -1e4).flatten(2)
    zero = torch.zeros_like(no[..., :1])
    multi = torch.cat([no, zero], -1).logsumexp(-1) + torch.cat([yes, zero], -1).logsumexp(-1)
    loss = multi.sum(1).mean() + nn.functional.cross_entropy(classes.float(), torch.tensor([one.label for one in batch]))
    return loss + TOLD_WEIGHT * nn.functional.softplus(torch.tensor(signs) * logits).sum() / len(batch)


def report(model: AdaptedBert, chosen: Sequence[Read], *, name: str) -> dict[str, float]:
    """Return exact F1 of sides and of pairs, and the share of passages rightly told to state something."""
    counts = {kind: [0, 0, 0] for kind in ("sides", "pairs")}
    right = 0
    for (classes, given), one in zip(predict(model, chosen), chosen, strict=True):
        right += int(classes.argmax()) == one.label
        found = relations(pair_scores(cast("Tensor", given).float().numpy()))
        gold = {(cause, effect) for cause, effect in zip(one.pairs["cause"], one.pairs["effect"], strict=True)}
        told = {(item.cause, item.effect) for item in found}
        _count(counts["pairs"], told, gold)
        for side in (0, 1):
            _count(counts["sides"], {pair[side] for pair in told}, {pair[side] for pair in gold})
    shares = {f"{name} {kind}": 2 * hit / max(1, told + gold) for kind, (hit, told, gold) in counts.items()}
    return {**shares, f"{name} causal": right / len(chosen)}


def calibration(model: AdaptedBert, chosen: Sequence[Read]) -> tuple[float, float]:
    """Return slope and offset that make the log-odds of a relation's probability those of its being right.

    A relation is right if a gold one has the same sides, near enough: token F1 of a half.
    """
    odds, right = [], []
    for (_, given), one in zip(predict(model, chosen), chosen, strict=True):
        gold = list(zip(one.pairs["cause"], one.pairs["effect"], strict=True))
        for found in relations(pair_scores(cast("Tensor", given).float().numpy())):
            odds.append(log_odds(found.probability))
            right.append(any(_near(found.cause, cause) and _near(found.effect, effect) for cause, effect in gold))
    weights, offset = fit(np.array(odds)[:, None], np.array(right, dtype=np.float64), np.ones(1))
    return float(weights[0]), offset


def main() -> None:
    """Train, and write the adapters that are shipped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--base", default=BASE, help="the encoder that is adapted, one of cckg.models.weights.PINS")
    parser.add_argument("--work", type=Path, default=Path(".training") / "claims")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--epochs", type=int, default=7)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--rank", type=int, default=16)
    given = parser.parse_args()
    weights = find_weights(given.base, folder=None, offline=False, progress=None)
    tokenizer = open_tokenizer(weights)
    gap = tokenizer.token_to_id("<mask>") or tokenizer.token_to_id("[MASK]")
    reports, news, nouns = (
        [*hand_marked(), *with_factuality()],
        public("cnc/train.jsonl", "news"),
        public("semeval2010t8/sentences.jsonl", "nouns"),
    )
    learnt = [one for one in reports if not is_held_out(one.text)]
    others = [*(one for one in news if not is_held_out(one.text)), *nouns, *conditionals()]
    fixed = [example(one, tokenizer) for one in (*learnt, *others)]
    watched = {name: [one for one in part if is_held_out(one.text)] for name, part in (("reports", reports), ("news", news))}
    read = {name: [example(one, tokenizer) for one in part] for name, part in watched.items() if part}
    print({"reports": len(reports), "news": len(news), "nouns": len(nouns)}, flush=True)

    def epoch_of(epoch: int) -> list[Example]:
        seeds = random.Random(epoch).sample(WORLDS, WORLDS_AN_EPOCH)
        made = [example(one, tokenizer) for one in of_worlds(seeds)]
        chance = random.Random(epoch)
        mixed = [example(one, tokenizer) for one in joined(learnt, chance)]
        return [with_gaps(one, chance, gap=gap) for one in (*fixed, *mixed, *made) if len(one.ids) <= LONGEST]

    def judge() -> dict[str, float]:
        shares: dict[str, float] = {}
        for name, part in read.items():
            shares |= report(model, part, name=name)
        return shares

    model = AdaptedBert(weights, classes=("none", "some"), tags=MATRICES, width=2 * HALF, rank=given.rank)
    plan = Plan(epochs=given.epochs, rate=given.rate, batch_tokens=1024)
    train(model, epoch_of, plan=plan, work=given.work, judge=judge, loss=loss_of)
    slope, offset = calibration(model, read["reports"])
    print({"slope": round(slope, 3), "offset": round(offset, 3)})
    given.out.parent.mkdir(parents=True, exist_ok=True)
    model.save(given.out, notes={"base": given.base, "calibration": json.dumps([round(slope, 3), round(offset, 3)])})
    finish(given.work)


# Private


def _tokens(offsets: Sequence[tuple[int, int]], place: tuple[int, int]) -> tuple[int, int] | None:
    inside = [at for at, (first, last) in enumerate(offsets) if last > first and first < place[1] and last > place[0]]
    return (inside[0], inside[-1]) if inside else None


def _padded(batch: Sequence[Example]) -> tuple[Tensor, Tensor]:
    ids = torch.zeros(len(batch), max(len(one.ids) for one in batch), dtype=torch.long)
    mask = torch.zeros_like(ids)
    for row, one in enumerate(batch):
        ids[row, : len(one.ids)] = torch.tensor(one.ids)
        mask[row, : len(one.ids)] = 1
    return ids, mask


def _near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    shared = min(one[1], other[1]) - max(one[0], other[0]) + 1
    return 2 * shared >= NEAR * (one[1] - one[0] + other[1] - other[0] + 2)


def _count(counts: list[int], told: set[Any], gold: set[Any]) -> None:
    counts[0] += len(told & gold)
    counts[1] += len(told)
    counts[2] += len(gold)


if __name__ == "__main__":
    main()
