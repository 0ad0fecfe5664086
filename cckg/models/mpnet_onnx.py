"""Wherein the graph of an MPNet (Song et al. 2020) differs from that of a BERT: no segments, and scores that know how far tokens are apart.

The rest is in `cckg.models.bert_onnx`.
"""

import math

import numpy as np
import numpy.typing as npt

from cckg.models.onnx_graph import IDS, Graph

POSITIONS = "embeddings.position_embeddings.weight"
FIRST = 2  # the position of the first token; those before it are for padding


def embed(graph: Graph) -> str:
    """Sum the embeddings of word and position: (batch, tokens, hidden)."""
    words = graph.add("Gather", graph.weight("embeddings.word_embeddings.weight"), IDS)
    end = graph.add("Add", graph.add("Shape", IDS, start=1, end=2), graph.integers(FIRST))
    return graph.add("Add", words, graph.add("Slice", graph.weight(POSITIONS), graph.integers(FIRST), end))


def nearness(graph: Graph) -> str:
    """Return what is added to the score of each pair of tokens, by how far they are apart: (1, heads, tokens, tokens); once for all layers.

    Follows `embed`.
    """
    most = graph.tensors[POSITIONS].shape[0] - FIRST
    by_distance = graph.add("Gather", graph.weight("encoder.relative_attention_bias.weight"), graph.constant(buckets(most)))
    length = graph.add("Squeeze", graph.add("Shape", IDS, start=1, end=2))
    places = graph.add("Range", *(graph.constant(np.array(0)), length, graph.constant(np.array(1))))
    distances = graph.add("Sub", places, graph.add("Unsqueeze", places, graph.integers(1)))  # (tokens, tokens): to less from
    rows = graph.add("Add", distances, graph.integers(most - 1))
    table = graph.add("Gather", graph.add("Transpose", by_distance), rows, axis=1)  # (heads, tokens, tokens)
    return graph.add("Unsqueeze", table, graph.integers(0))


def buckets(most: int) -> npt.NDArray[np.int64]:
    """Return the bucket of each distance from 1 - most to most - 1: (2 * most - 1,), 0..31.

    16 for tokens that stand before, 16 for those behind: one for each distance below 8, the others ever wider, the last from about 128 on.
    """
    distances = np.arange(1 - most, most)
    away = np.abs(distances)
    wide = _EACH + (np.log(np.maximum(away, 1) / _EACH) / math.log(_FARTHEST / _EACH) * _EACH).astype(np.int64)
    return np.where(away < _EACH, away, np.minimum(wide, 2 * _EACH - 1)) + np.where(distances > 0, 2 * _EACH, 0)


# Private

_EACH = 8  # distances that have a bucket of their own, on one side
_FARTHEST = 128
