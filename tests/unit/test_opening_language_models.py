"""Which names and folders are opened as causal language models, what is said of the others, and what models' numbers are kept under."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from cckg.core.errors import CckgError, ModelError, WeightsError
from cckg.scoring import model_identity, open_language_model, require_language_model
from tests.tiny_language_model import tiny


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a small language model; the test is skipped without torch."""
    model = tiny()
    model._model.save_pretrained(tmp_path / "model")
    model._tokenizer.save_pretrained(tmp_path / "model")
    return tmp_path / "model"


def without_a_layer(folder: Path) -> None:
    tensors = load_file(folder / "model.safetensors")
    kept = {name: tensor for name, tensor in tensors.items() if ".layers.1." not in name}
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})


def misshapen(folder: Path) -> None:
    tensors = load_file(folder / "model.safetensors")
    save_file({**tensors, "model.norm.weight": np.ones(7, dtype=np.float32)}, folder / "model.safetensors", metadata={"format": "pt"})


def cut_short(folder: Path) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1])


def without_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()


def without_a_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("{", encoding="utf-8")


def test_a_whole_model_is_opened_and_gives_the_same_numbers_each_time(folder: Path) -> None:
    first, again = open_language_model(str(folder)), open_language_model(str(folder))
    assert first.log_probabilities(["the dam broke"])[0] == pytest.approx(again.log_probabilities(["the dam broke"])[0])
    assert first.log_probabilities(["the dam \ud800 broke"])[0].shape == (4,)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (without_a_layer, "no whole causal language model: 9 tensors"),
        (misshapen, r"no whole causal language model: 1 tensors, model\.norm\.weight"),
        (cut_short, r"model\.safetensors is damaged"),
        (without_weights, "cannot be opened as a causal language model"),
        (without_a_tokenizer, "no tokenizer that can be read"),
    ],
)
def test_a_model_that_is_not_whole_is_refused(folder: Path, spoil: Callable[[Path], None], says: str) -> None:
    spoil(folder)
    with pytest.raises(ModelError, match=says):
        open_language_model(str(folder))


def test_an_encoder_is_no_language_model(folder: Path, tmp_path: Path) -> None:
    from transformers import BertConfig, BertModel

    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16, "vocab_size": 40}
    shutil.copytree(folder, tmp_path / "encoder")
    BertModel(BertConfig(**sizes)).save_pretrained(tmp_path / "encoder")
    with pytest.raises(ModelError, match="no whole causal language model"):
        open_language_model(str(tmp_path / "encoder"))


def test_there_are_two_precisions(folder: Path) -> None:
    with pytest.raises(ValueError, match="no precision 'float8'"):
        open_language_model(str(folder), precision="float8")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["gpt2", "", "all-MiniLM-L6-v2", "smollm2-135m-instruct"])
def test_a_name_that_is_not_known_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(WeightsError, match=r"is no language model that cckg knows \(SmolLM2-135M-Instruct, Qwen"):
        require_language_model(name)


def test_a_folder_without_a_model_or_with_a_damaged_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"neither a config\.json nor a \.gguf file"):
        require_language_model(str(tmp_path))
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    (tmp_path / "model.safetensors").write_bytes(b"\x10")
    with pytest.raises(CckgError, match=r"model\.safetensors is damaged"):
        require_language_model(str(tmp_path))


@pytest.mark.parametrize("size", [0, 5, 100_000, 9_000_000])
def test_what_a_part_of_the_weights_is_changed_in_has_another_name(tmp_path: Path, size: int) -> None:
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(bytes(size))
    before = model_identity(str(tmp_path), precision="float32")
    assert before == model_identity(str(tmp_path), precision="float32")
    assert model_identity(str(tmp_path), precision="bfloat16") == f"{before} bfloat16"
    if size:
        weights.write_bytes(bytes(size // 2) + b"\1" * (1 + size // 20) + bytes(size - size // 2 - 1 - size // 20))
        assert model_identity(str(tmp_path), precision="float32") != before
