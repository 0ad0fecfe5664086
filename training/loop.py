"""The training loop: batches of like length, AdamW, linear warm-up and decay; seeded, logged, and resumed after the last whole epoch."""

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor, nn

from training.adapters import AdaptedBert, half_precision

IGNORED = -100
WARM_UP = 0.06  # share of the training in which the rate rises


@dataclass(frozen=True, slots=True)
class Example:
    """One text or pair as token ids, special tokens included, with its class and the tag of every token (or none)."""

    ids: tuple[int, ...]
    label: int
    tags: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast to train."""

    epochs: int
    rate: float = 1e-3
    batch_tokens: int = 1536
    seed: int = 0
    tag_weight: float = 1.0


def open_tokenizer(weights: Path) -> Tokenizer:
    """Open the tokeniser of a folder of weights, which neither cuts nor pads."""
    tokenizer = Tokenizer.from_file(str(weights / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def collate(examples: Sequence[Example]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Pad a batch: ids (batch, tokens), mask, labels (batch,), tags (batch, tokens)."""
    longest = max(len(example.ids) for example in examples)
    ids = torch.zeros(len(examples), longest, dtype=torch.long)
    mask = torch.zeros_like(ids)
    tags = torch.full_like(ids, IGNORED)
    for row, example in enumerate(examples):
        ids[row, : len(example.ids)] = torch.tensor(example.ids)
        mask[row, : len(example.ids)] = 1
        if example.tags:
            tags[row, : len(example.tags)] = torch.tensor(example.tags)
    return ids, mask, torch.tensor([example.label for example in examples]), tags


def batches(examples: Sequence[Example], *, tokens: int, shuffle: random.Random | None = None) -> list[list[Example]]:
    """Part examples into batches of like length whose padded size stays within `tokens`; shuffled if a generator is given."""
    order = sorted(examples, key=lambda example: (len(example.ids), shuffle.random() if shuffle else 0.0))
    found: list[list[Example]] = [[]]
    for example in order:
        if found[-1] and (len(found[-1]) + 1) * len(example.ids) > tokens:
            found.append([])
        found[-1].append(example)
    if shuffle:
        shuffle.shuffle(found)
    return found


Loss = Callable[[AdaptedBert, Sequence[Example]], Tensor]


def train(
    model: AdaptedBert,
    epoch_of: Callable[[int], Sequence[Example] | Sequence[list[Example]]],
    *,
    plan: Plan,
    work: Path,
    judge: Callable[[], dict[str, float]],
    loss: Loss | None = None,
) -> None:
    """Train a model, epoch by epoch.

    Args:
        model: is changed in place.
        epoch_of: gives the examples of an epoch, or its batches where what stands in one is told by their loss.
        plan: how.
        work: a folder for the state after each epoch and the log; a run of it that did not `finish` is gone on with.
        judge: is called after each epoch; what it returns is logged.
        loss: of a batch; by default the cross entropy of classes and tags.
    """
    work.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(plan.seed)
    learnt = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimiser = torch.optim.AdamW(learnt, lr=plan.rate, weight_decay=0.01)
    for epoch in range(_resumed(model, optimiser, work), plan.epochs):
        started, losses = time.monotonic(), []
        torch.manual_seed(plan.seed * 1000 + epoch)
        model.train()
        parts = _batched(epoch_of(epoch), plan, random.Random(plan.seed * 1000 + epoch))
        for number, batch in enumerate(parts):
            share = (epoch + (number + 0.5) / len(parts)) / plan.epochs  # of the training, done
            for group in optimiser.param_groups:
                group["lr"] = plan.rate * min(share / WARM_UP, (1 - share) / (1 - WARM_UP))
            losses.append(_step(model, optimiser, loss(model, batch) if loss else _tagging(model, batch, tag_weight=plan.tag_weight)))
        _keep(model, optimiser, work, epoch)
        line = {"epoch": epoch, "loss": sum(losses) / len(losses), "seconds": time.monotonic() - started, **judge()}
        with (work / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        print(work.name, json.dumps({key: round(value, 4) for key, value in line.items()}), flush=True)


def finish(work: Path) -> None:
    """Forget the state of a training whose result is safe: the next one is another."""
    (work / "state.safetensors").unlink()


def predict(model: AdaptedBert, examples: Sequence[Example]) -> list[tuple[Tensor, Tensor | None]]:
    """Return the class logits (classes,) and the tag logits (tokens, tags) of each example, in order."""
    model.eval()
    found: dict[int, tuple[Tensor, Tensor | None]] = {}
    with torch.inference_mode():
        for batch in batches(examples, tokens=4096):
            ids, mask, _, _ = collate(batch)
            classes, tags = model(ids, mask)
            for row, example in enumerate(batch):
                found[id(example)] = (classes[row], tags[row, : len(example.ids)] if tags is not None else None)
    return [found[id(example)] for example in examples]


# Private


def _batched(given: Sequence[Example] | Sequence[list[Example]], plan: Plan, chance: random.Random) -> Sequence[list[Example]]:
    return [part for part in given if isinstance(part, list)] or batches(
        [one for one in given if isinstance(one, Example)], tokens=plan.batch_tokens, shuffle=chance
    )


def _tagging(model: AdaptedBert, batch: Sequence[Example], *, tag_weight: float) -> Tensor:
    ids, mask, labels, tags = collate(batch)
    with half_precision():
        classes, tagged = model(ids, mask)
    loss = nn.functional.cross_entropy(classes.float(), labels)
    if tagged is not None:
        loss = loss + tag_weight * nn.functional.cross_entropy(tagged.float().flatten(0, 1), tags.flatten(), ignore_index=IGNORED)
    return loss


def _step(model: AdaptedBert, optimiser: torch.optim.Optimizer, loss: Tensor) -> float:
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimiser.step()
    return float(loss.detach())


def _keep(model: AdaptedBert, optimiser: torch.optim.Optimizer, work: Path, epoch: int) -> None:
    """Write the trained tensors and the optimiser's moments; one file, so that a kill leaves the old one or the new one."""
    tensors = {f"model.{name}": tensor.clone() for name, tensor in model.trained().items()}
    for number, state in optimiser.state_dict()["state"].items():
        tensors |= {f"optimiser.{number}.{key}": value.clone() for key, value in state.items()}
    save_file(tensors, work / "state.new", metadata={"epoch": str(epoch)})
    (work / "state.new").rename(work / "state.safetensors")


def _resumed(model: AdaptedBert, optimiser: torch.optim.Optimizer, work: Path) -> int:
    """Take up the state of an unfinished run; return the first epoch that is left."""
    path = work / "state.safetensors"
    if not path.exists():
        return 0
    from safetensors import safe_open

    with safe_open(path, "pt") as content:
        epoch = int(content.metadata()["epoch"])
    stored = load_file(path)
    with torch.no_grad():
        for name, tensor in model.trained().items():
            tensor.copy_(stored[f"model.{name}"])
    state = optimiser.state_dict()
    for name, tensor in stored.items():
        if name.startswith("optimiser."):
            _, number, key = name.split(".")
            state["state"].setdefault(int(number), {})[key] = tensor
    optimiser.load_state_dict(state)
    return epoch + 1
