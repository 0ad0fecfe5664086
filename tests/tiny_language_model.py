"""Small causal language models with random weights, in the form of transformers."""

from typing import Any

import pytest

from cckg.scoring.teacher import CausalLanguageModel

WORDS = "the a dam storm flood mill strike fire rain caused led to broke closed of and in Q A : . why did is".split()


def tiny(*, bos: bool = True, eos: bool = True, window: int = 64, batch_tokens: int = 128, seed: int = 0) -> CausalLanguageModel:
    """Return one of two layers that knows some words; the test is skipped without torch."""
    torch = pytest.importorskip("torch", reason="needs the extra torch: pip install 'cckg[torch]'")
    transformers = pytest.importorskip("transformers", reason="needs the extra torch: pip install 'cckg[torch]'")
    torch.manual_seed(seed)
    tokenizer = _tokenizer(transformers, bos=bos, eos=eos)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=window,
        initializer_range=0.5,
    )
    model = transformers.LlamaForCausalLM(config).eval()
    return CausalLanguageModel("tiny", model, tokenizer, batch_tokens=batch_tokens)


def _tokenizer(transformers: Any, *, bos: bool, eos: bool) -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers

    vocabulary = {word: number for number, word in enumerate(["[UNK]", "<s>", "</s>", *dict.fromkeys(WORDS)])}
    inner = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))  # noqa: S106
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    named = {**({"bos_token": "<s>"} if bos else {}), **({"eos_token": "</s>"} if eos else {})}
    return transformers.PreTrainedTokenizerFast(tokenizer_object=inner, unk_token="[UNK]", **named)  # noqa: S106
