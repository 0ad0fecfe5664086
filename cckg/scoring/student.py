"""A cross-encoder with one linear head on the first token, trained by sentence-transformers, and written so that ONNX Runtime runs it."""

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from safetensors.torch import load_file, save
from sentence_transformers import CrossEncoder
from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments
from sentence_transformers.cross_encoder.losses import MSELoss
from torch import nn
from transformers import BertForSequenceClassification, EarlyStoppingCallback, PrinterCallback, TrainerCallback
from transformers.utils import logging

from cckg.core.trace import Progress
from cckg.models import HEAD, MANIFEST
from cckg.scoring.cis import Triple

BATCH = 32
RATE = 5e-5
PATIENCE = 1
"""Epochs without a lower loss before training ends."""
_MOST_PIECES = 256  # of a pair
_FILES = ("model.safetensors", "config.json", "tokenizer.json", HEAD)
_PREFIX = "bert."


class CrossEncoderStudent:
    """A cross-encoder in training, [CLS] left [SEP] right [SEP] → one number."""

    def __init__(self, base: Path, *, start: Path | None = None, seed: int = 0) -> None:
        """Take a base.

        Args:
            base: a folder with the weights of a BERT, its configuration and its tokeniser.
            start: low-rank adapters and a head, as `cckg.models.readers` opens them, which are added to the base.
            seed: of the head where none is given, and of the order in training.
        """
        logging.set_verbosity_error()  # the head is new, and that is told nobody
        logging.disable_progress_bar()
        torch.manual_seed(seed)
        self._base, self._seed = base, seed
        self._encoder = CrossEncoder(str(base), num_labels=1, max_length=_MOST_PIECES, activation_fn=nn.Identity(), local_files_only=True)
        self._encoder.tokenizer.model_input_names = ["input_ids", "attention_mask"]  # both texts are of the first segment
        self._model = next(part for part in self._encoder.modules() if isinstance(part, BertForSequenceClassification))
        self._read_first_token()
        if start:
            self._add(load_file(start))

    def train(
        self, learnt: Sequence[Triple], apart: Sequence[Triple], *, epochs: int, work: Path, progress: Progress, rate: float = RATE
    ) -> None:
        """Train until the loss on what is kept apart no longer falls; take the best epoch.

        Scores are of mean 0 and deviation 1. `work` is for checkpoints, and removed.
        """
        arguments = CrossEncoderTrainingArguments(
            output_dir=str(work),
            num_train_epochs=epochs,
            learning_rate=rate,
            warmup_steps=0.1,
            per_device_train_batch_size=BATCH,
            per_device_eval_batch_size=2 * BATCH,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="eval_loss",
            report_to=[],
            dataloader_pin_memory=torch.cuda.is_available(),
            disable_tqdm=True,
            logging_strategy="no",
            seed=self._seed,
        )
        trainer = CrossEncoderTrainer(
            model=self._encoder,
            args=arguments,
            train_dataset=_dataset(learnt),
            eval_dataset=_dataset(apart),
            loss=MSELoss(self._encoder),
            callbacks=[EarlyStoppingCallback(early_stopping_patience=PATIENCE), _OnEvaluation(progress, epochs)],
        )
        trainer.remove_callback(PrinterCallback)
        trainer.train()
        shutil.rmtree(work, ignore_errors=True)

    def rate(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return the number of each pair."""
        return [float(number) for number in self._encoder.predict(list(pairs), show_progress_bar=False)]

    def save(self, folder: Path, *, notes: Mapping[str, str], card: str) -> None:
        """Write weights, head with notes, tokeniser, card, and last the manifest, without which nothing of it is opened."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MANIFEST).unlink(missing_ok=True)
        tensors = {name: tensor.detach().float().contiguous() for name, tensor in self._model.state_dict().items()}
        encoder = {
            name.removeprefix(_PREFIX): tensor for name, tensor in tensors.items() if name.startswith(_PREFIX) and ".pooler." not in name
        }
        (folder / "model.safetensors").write_bytes(save(encoder))  # `save_file` lets nobody else read it
        head = {f"class_head.{part}": tensors[f"classifier.{part}"] for part in ("weight", "bias")}
        (folder / HEAD).write_bytes(save(head, metadata={"classes": json.dumps(["score"]), "tags": "[]", **notes}))
        for name in ("config.json", "tokenizer.json"):
            shutil.copyfile(self._base / name, folder / name)
        (folder / "README.md").write_text(card, encoding="utf-8")
        files = [[name, (folder / name).stat().st_size, _sha256(folder / name)] for name in _FILES]
        (folder / MANIFEST).write_text(json.dumps({"files": files}, indent=1) + "\n", encoding="utf-8")

    # Private

    def _read_first_token(self) -> None:
        """Let the pooler hand on the first token as it is, for the head to read; its tensors stay, for checkpoints have them."""
        pooler = self._model.bert.pooler
        pooler.activation = nn.Identity()
        with torch.no_grad():
            pooler.dense.weight.copy_(torch.eye(len(pooler.dense.weight)))
            pooler.dense.bias.zero_()
        pooler.requires_grad_(requires_grad=False)

    def _add(self, trained: Mapping[str, torch.Tensor]) -> None:
        with torch.no_grad():
            for name in (name.removesuffix(".lora_a") for name in trained if name.endswith(".lora_a")):
                low = trained[f"{name}.lora_b"].float() @ trained[f"{name}.lora_a"].float()
                self._model.bert.get_submodule(name).weight += low
            self._model.classifier.weight.copy_(trained["class_head.weight"][:1].float())  # the score is the first of what a head tells
            self._model.classifier.bias.copy_(trained["class_head.bias"][:1].float())


# Private


class _OnEvaluation(TrainerCallback):  # type: ignore[misc]  # transformers has no types
    def __init__(self, progress: Progress, epochs: int) -> None:
        self._progress, self._epochs = progress, epochs

    def on_evaluate(self, args: Any, state: Any, control: Any, **rest: Any) -> None:
        loss = rest["metrics"].get("eval_loss", float("nan"))
        self._progress(f"learning: error {loss:.3f} on questions kept apart", round(state.epoch), self._epochs)


def _dataset(rows: Sequence[Triple]) -> Dataset:
    return Dataset.from_dict(
        {"left": [row.question for row in rows], "right": [row.knowledge for row in rows], "label": [row.score for row in rows]}
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
