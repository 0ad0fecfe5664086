"""Log-probabilities of texts: against a slow reference that reads one pair at a time, without a cache, in float32."""

import random

import numpy as np
import pytest

from cckg.core.errors import InputError, ModelError
from cckg.core.vectors import Vector
from cckg.scoring.teacher import CausalLanguageModel, silence_transformers
from tests.tiny_language_model import WORDS, tiny


def reference(model: CausalLanguageModel, text: str, prefix: str = "") -> Vector:
    """Return the log-probabilities of a text's tokens, read alone and without anything that is shared."""
    import torch

    def ids(words: str) -> list[int]:
        return list(model._tokenizer(words, add_special_tokens=False).input_ids) if words else []

    head = model._start + ids(prefix)
    with torch.inference_mode():
        told = torch.log_softmax(model._model(torch.tensor([head + ids(text)])).logits[0], dim=-1)
    found = [float(told[at - 1, token]) if at else float("nan") for at, token in enumerate(ids(text), start=len(head))]
    return np.array(found if model._start else found[1:], dtype=np.float32)


def some_texts(count: int, *, seed: int = 1, most: int = 12) -> list[str]:
    chosen = random.Random(seed)
    return [" ".join(chosen.choices(WORDS, k=chosen.randint(1, most))) for _ in range(count)]


@pytest.mark.parametrize("prefix", ["", "why", "Q : why did the dam broke A :"])
@pytest.mark.parametrize(("bos", "eos"), [(True, True), (False, True), (False, False)])
def test_texts_have_the_probabilities_that_they_have_alone(prefix: str, *, bos: bool, eos: bool) -> None:
    model, texts = tiny(bos=bos, eos=eos), some_texts(30)
    for text, found in zip(texts, model.log_probabilities(texts, prefix=prefix), strict=True):
        assert found == pytest.approx(reference(model, text, prefix), abs=1e-4)


def test_neither_order_nor_batches_nor_padding_matter() -> None:
    texts = some_texts(20)
    alone = tiny(batch_tokens=1).log_probabilities(texts, prefix="why")
    turned = tiny(batch_tokens=4096).log_probabilities(texts[::-1], prefix="why")[::-1]
    for one, other in zip(alone, turned, strict=True):
        assert one == pytest.approx(other, abs=1e-4)


def test_of_a_text_beyond_the_window_each_token_is_counted_once() -> None:
    model = tiny(window=32)
    text = " ".join(random.Random(3).choices(WORDS, k=100))
    [found] = model.log_probabilities([text], prefix="why did")
    assert found.shape == (100,)
    assert found[:24] == pytest.approx(reference(model, " ".join(text.split()[:24]), "why did"), abs=1e-4)
    assert found[24:36] == pytest.approx(reference(model, " ".join(text.split()[12:36]), "why did")[12:], abs=1e-4)
    assert found[36:48] == pytest.approx(reference(model, " ".join(text.split()[24:48]), "why did")[12:], abs=1e-4)


def test_no_texts_have_no_probabilities() -> None:
    assert tiny().log_probabilities([]) == []


@pytest.mark.parametrize(
    ("texts", "prefix", "says"), [([""], "", "An empty text"), (["dam"], "why " * 17, "takes 18 tokens, more than 16")]
)
def test_what_cannot_be_scored_is_said(texts: list[str], prefix: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        tiny().log_probabilities(texts, prefix=prefix)


def test_a_model_that_gives_no_number_is_told_of() -> None:
    model = tiny()
    model._model.lm_head.weight.data[:] = float("nan")
    with pytest.raises(ModelError, match="tiny gives no probability for some token"):
        model.log_probabilities(["the dam broke"])


def test_what_does_not_fit_into_memory_is_read_in_smaller_batches_and_else_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    model, texts = tiny(batch_tokens=4096), some_texts(8)
    import torch

    expected, inner, most = model.log_probabilities(texts), model._model.forward, [2]

    def forward(ids: "torch.Tensor", *args: object, **options: object) -> object:
        if len(ids) > most[0]:
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return inner(ids, *args, **options)

    monkeypatch.setattr(model._model, "forward", forward)
    for one, other in zip(model.log_probabilities(texts), expected, strict=True):
        assert one == pytest.approx(other, abs=1e-4)
    most[0] = 0
    with pytest.raises(ModelError, match="Memory does not suffice for tiny to read"):
        model.log_probabilities(texts)


def test_transformers_draws_no_bar_of_its_own_while_weights_are_unpacked(capsys: pytest.CaptureFixture[str]) -> None:
    unpacking = pytest.importorskip("transformers.modeling_gguf_pytorch_utils", reason="needs the extra torch: pip install 'cckg[torch]'")
    if not hasattr(unpacking, "tqdm"):
        pytest.skip("this version of transformers draws none")
    silence_transformers()
    assert list(unpacking.tqdm(range(3), desc="unpacking")) == [0, 1, 2]
    assert capsys.readouterr().err == ""
