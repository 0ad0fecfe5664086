"""A tiny MPNet with weights drawn by chance: what tests run in place of the real one, which takes 440 MB."""

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

HIDDEN, HEADS, INNER, MOST = 16, 2, 24, 200
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "report", "news", "noun", "if", "frost", "the", "pipe", "split", "."]
CONFIG = {
    "model_type": "mpnet",
    "hidden_act": "gelu",
    "num_hidden_layers": 2,
    "num_attention_heads": HEADS,
    "hidden_size": HIDDEN,
    "intermediate_size": INNER,
    "max_position_embeddings": MOST + 2,
    "vocab_size": len(PIECES),
    "layer_norm_eps": 1e-5,
}
LAYERS = ("encoder.layer.0", "encoder.layer.1")
MAPS = {
    f"{layer}.{name}": shape
    for layer in LAYERS
    for name, shape in [
        *((f"attention.attn.{part}", (HIDDEN, HIDDEN)) for part in "qkvo"),
        ("intermediate.dense", (INNER, HIDDEN)),
        ("output.dense", (HIDDEN, INNER)),
    ]
}
NORMS = ["embeddings.LayerNorm", *(f"{layer}.{part}" for layer in LAYERS for part in ("attention.LayerNorm", "output.LayerNorm"))]

Tensors = dict[str, np.ndarray]


def tensors() -> Tensors:
    """Weights drawn from a fixed seed, small enough that no unit drowns the others."""
    rng = np.random.default_rng(7)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(PIECES), HIDDEN),
        "embeddings.position_embeddings.weight": (MOST + 2, HIDDEN),
        "encoder.relative_attention_bias.weight": (32, HEADS),
    }
    shapes |= {f"{name}.weight": shape for name, shape in MAPS.items()} | {f"{name}.bias": shape[:1] for name, shape in MAPS.items()}
    shapes |= {f"{name}.{part}": (HIDDEN,) for name in NORMS for part in ("weight", "bias")}
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def adapters(*, tags: int) -> Tensors:
    """Return adapters of rank 3 for all maps, and heads for two classes and so many tags, by the names that are shipped."""
    rng = np.random.default_rng(8)
    found = {f"{name}.lora_a": rng.normal(size=(3, shape[1])) for name, shape in MAPS.items()}
    found |= {f"{name}.lora_b": rng.normal(size=(shape[0], 3)) / 4 for name, shape in MAPS.items()}
    for head, count in (("class_head", 2), ("tag_head", tags)):
        found |= {f"{head}.weight": rng.normal(size=(count, HIDDEN)), f"{head}.bias": rng.normal(size=count)}
    return {name: tensor.astype(np.float32) for name, tensor in found.items()}


def write(folder: Path) -> Path:
    """Write the files of the model; its tokeniser knows a few words and the signs of `cckg.extraction.windows`."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(PIECES)}, PIECES[3]))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.RobertaProcessing((PIECES[2], 2), (PIECES[0], 0), trim_offsets=False, add_prefix_space=False)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(json.dumps(CONFIG))
    save_file(tensors(), folder / "model.safetensors")
    return folder
