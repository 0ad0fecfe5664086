"""The network that is trained is the one that is run."""

from pathlib import Path

import pytest

from cckg.models import Reader
from tests import tiny_mpnet

TEXTS = ["the frost split the pipe.", "the pipe", "the frost split the pipe and the pipe split the frost. " * 8]


def test_an_adapted_mpnet_gives_what_its_graph_gives(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
    from training.adapters import SCALE, AdaptedBert
    from training.loop import Example, open_tokenizer, predict

    weights = tiny_mpnet.write(tmp_path)
    model = AdaptedBert(weights, classes=("none", "some"), tags=("one", "two"), width=3, rank=2)
    with torch.no_grad():
        for name, tensor in model.trained().items():
            drawn = torch.randn_like(tensor).half().float()  # what the file can hold
            tensor.copy_(drawn / SCALE if name.endswith("lora_b") else drawn)
    model.save(tmp_path / "reader.safetensors")
    tokenizer = open_tokenizer(weights)
    examples = [Example(tuple(tokenizer.encode(f"report {text}").ids), 0) for text in TEXTS]
    read = Reader(weights, tmp_path / "reader.safetensors", threads=1).read(TEXTS, sign="report")
    for (classes, tags), given in zip(predict(model, examples), read, strict=True):
        assert given.classes == pytest.approx(torch.softmax(classes, -1).numpy(), abs=1e-4)
        assert given.numbers == pytest.approx(tags[2:-1].numpy(), abs=1e-3)


def test_a_reader_begins_with_what_another_has_learnt_of_the_same(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
    from training.adapters import AdaptedBert
    from training.loop import Example, open_tokenizer, predict

    weights = tiny_mpnet.write(tmp_path)
    learnt = AdaptedBert(weights, classes=("score", "needed"), rank=2, seed=1)
    with torch.no_grad():
        for tensor in learnt.trained().values():
            tensor.copy_(torch.randn_like(tensor))
    learnt.save(tmp_path / "learnt.safetensors")
    begun = AdaptedBert(weights, classes=("needed",), rank=2)
    begun.load(tmp_path / "learnt.safetensors")
    tokenizer = open_tokenizer(weights)
    examples = [Example(tuple(tokenizer.encode(text).ids), 0) for text in TEXTS]
    for (classes, _), (told, _) in zip(predict(learnt, examples), predict(begun, examples), strict=True):
        assert told.tolist() == pytest.approx(classes[1:].tolist(), abs=1e-2)  # a file holds half precision
