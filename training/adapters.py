"""An encoder with low-rank adapters and two linear heads: the network that is trained, and the file that is shipped of it.

The base weights stay as they are. To each linear map W of the encoder a product B·A of low rank is added (LoRA, Hu et al. 2022); one head
reads the first token and tells classes, one reads every token and tells tags. `cckg.models.bert_onnx` runs the same network.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel

from cckg.models.rounding import MOST_WHOLE, STEPS, rounded

RANK = 16
SCALE = 2.0  # of the product B·A
KINDS = {"bert": (BertConfig, BertModel), "mpnet": (MPNetConfig, MPNetModel)}
"""By the `model_type` of a `config.json`."""


def half_precision() -> torch.autocast:
    """Return a context of products in bfloat16 where the processor has them."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_half_products())


def has_half_products() -> bool:
    """Tell whether the processor has products in bfloat16; elsewhere they take twice the time of those in float32 and more."""
    tests = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")  # not part of torch's interface: where they are gone, float32 it is
    return any(getattr(torch.cpu, test, bool)() for test in tests)


class AdaptedLinear(nn.Module):
    """A frozen linear map plus a trained one of low rank that begins as zero."""

    def __init__(self, base: nn.Linear, *, rank: int) -> None:
        """Wrap a map (in → out)."""
        super().__init__()
        self.base = base
        self.lora_a = nn.Parameter(torch.randn(rank, base.in_features) / rank)
        self.lora_b = nn.Parameter(torch.zeros(base.out_features, rank))
        self.rounded = base.weight.detach().bfloat16()  # so that it need not be rounded in every step

    def forward(self, states: Tensor) -> Tensor:
        """Map (…, in) to (…, out)."""
        weight = self.rounded if torch.is_autocast_enabled("cpu") else self.base.weight
        low = SCALE * nn.functional.linear(states, self.lora_a)
        return nn.functional.linear(states, weight, self.base.bias) + nn.functional.linear(low, self.lora_b)


class AdaptedBert(nn.Module):
    """A frozen BERT, or MPNet, with adapters and heads."""

    def __init__(
        self, weights: Path, *, classes: Sequence[str] = (), tags: Sequence[str] = (), width: int = 1, rank: int = RANK, seed: int = 0
    ) -> None:
        """Load the base.

        Args:
            weights: a folder with `model.safetensors` and `config.json`.
            classes: names of what the first token decides among; none: no such head.
            tags: names of what each token decides among; none: no such head.
            width: numbers per tag and token.
            rank: of the adapters.
            seed: of what they begin as.
        """
        super().__init__()
        torch.manual_seed(seed)
        self.classes, self.tags = tuple(classes), tuple(tags)
        values = json.loads((weights / "config.json").read_text(encoding="utf-8"))
        values |= {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}  # random numbers cost more than the products here
        describe, build = KINDS[values["model_type"]]
        config = describe(**values, attn_implementation=_attention(values["model_type"]))
        self.bert = build(config, add_pooling_layer=False)
        stored = load_file(weights / "model.safetensors")
        self.bert.load_state_dict({name: stored[name] for name in self.bert.state_dict() if name in stored}, strict=False)
        self.bert.requires_grad_(requires_grad=False)
        for name, module in list(self.bert.named_modules()):
            if isinstance(module, nn.Linear):
                parent, _, last = name.rpartition(".")
                setattr(self.bert.get_submodule(parent), last, AdaptedLinear(module, rank=rank))
        self.class_head = nn.Linear(config.hidden_size, len(self.classes)) if classes else None
        self.tag_head = nn.Linear(config.hidden_size, len(self.tags) * width) if tags else None
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor | None]:
        """Return the logits of the classes (batch, classes) and of the tags (batch, tokens, tags * width)."""
        if self.class_head is None:
            raise TypeError("A network without classes only encodes.")
        states = self.dropout(self.bert(input_ids=ids, attention_mask=mask).last_hidden_state)
        return self.class_head(states[:, 0]), self.tag_head(states) if self.tag_head else None

    def encode(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Return the mean of the tokens of each text, of unit length, (batch, hidden)."""
        states = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state.float()
        total = (states * mask.unsqueeze(-1)).sum(1)
        return nn.functional.normalize(total, dim=1)

    def trained(self) -> dict[str, Tensor]:
        """Return the trained tensors by the names that are shipped."""
        found = {}
        for name, parameter in self.named_parameters():
            if parameter.requires_grad:
                shipped = name.removeprefix("bert.").replace(".base.", ".")
                found[shipped] = parameter.detach()
        return found

    def load(self, path: Path) -> None:
        """Begin with what another reader of this base has learnt, in a file of `save`: its adapters, and the head of the classes told here.

        The other tells these classes as well, and neither tells tags. One of lower rank fills the first places of each adapter.
        """
        with safe_open(path, "pt") as content:
            told = json.loads(content.metadata()["classes"])
        stored = load_file(path)
        rows = [told.index(name) for name in self.classes]
        with torch.no_grad():
            for name, tensor in self.trained().items():
                read = stored[name].float() * stored[name + STEPS][:, None] if name + STEPS in stored else stored[name].float()
                learnt = read / (SCALE if name.endswith("lora_b") else 1.0)
                learnt = learnt[rows] if name.startswith("class_head") else learnt
                tensor[tuple(slice(size) for size in learnt.shape)] = learnt

    def save(self, path: Path, *, notes: Mapping[str, str] | None = None, eight_bit: bool = False) -> None:
        """Write the trained tensors in half precision, the scale multiplied in, with the names of classes and tags, and notes.

        In eight bits the adapters are rounded to whole numbers, each row with a step of its own, and the file is half as large.
        """
        tensors = {}
        for name, tensor in self.trained().items():
            scaled = tensor * (SCALE if name.endswith("lora_b") else 1.0)
            if eight_bit and "lora" in name:
                whole, steps = rounded(scaled.float().numpy(), MOST_WHOLE)
                tensors[name], tensors[name + STEPS] = torch.from_numpy(whole), torch.from_numpy(steps)
            else:
                tensors[name] = scaled.half().contiguous()
        names = {"classes": json.dumps(self.classes), "tags": json.dumps(self.tags)}
        save_file(tensors, path, metadata=names | dict(notes or {}))


# Private


def _attention(kind: str) -> str:
    """Return how attention is computed: fused, a third faster, but where learning so is slow (bfloat16) or it is not to be had (MPNet)."""
    return "eager" if has_half_products() or kind == "mpnet" else "sdpa"
