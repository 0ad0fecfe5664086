"""The graph of the real all-mpnet-base-v2 against transformers, live; its weights, 440 MB, are fetched once."""

import json

import numpy as np
import pytest

from cckg.models import find_weights
from cckg.models.bert_onnx import TOKENS, bert_graph
from cckg.models.bert_runtime import BertRuntime
from cckg.models.weights import MPNET
from tests.integration.test_encoders import TEXTS


@pytest.mark.slow
def test_transformers_gives_the_same_for_every_token() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra torch: pip install 'cckg[torch]'")
    from safetensors.torch import load_file
    from transformers import MPNetConfig, MPNetModel

    weights = find_weights(MPNET.name)
    config = MPNetConfig(**json.loads((weights / "config.json").read_text(encoding="utf-8")), attn_implementation="eager")
    model = MPNetModel(config, add_pooling_layer=False).eval()
    model.load_state_dict(load_file(weights / "model.safetensors"), strict=False)
    runtime = BertRuntime(weights, bert_graph, threads=0)
    sequences = [encoding.ids[:256] for encoding in runtime.tokenizer.encode_batch(TEXTS)]
    for batch, (states,) in runtime.run(sequences, [TOKENS]):
        for row, number in enumerate(batch):
            with torch.inference_mode():
                alone = model(torch.tensor([sequences[number]])).last_hidden_state[0].numpy()
            assert np.abs(states[row, : len(alone)] - alone).max() <= 1e-4
