"""Encoders and small trained readers on ONNX Runtime, and where their weights come from.

In: texts. Out: unit vectors, tags, classes, relations. Weights are pinned by sha256 and fetched once, on announcement.
Chat models have a room of their own, `cckg.models.chat`.
"""

from cckg.models.base import Comparer, Embedder, KnowledgeScorer, LanguageModel, Rater, ReadText, TaggedText, Tagger, TokenReader
from cckg.models.bert_runtime import encodable
from cckg.models.encoders import BASE, MENTIONS, RememberingEmbedder, open_embedder, open_mention_encoder
from cckg.models.readers import (
    COREFERENCE,
    COREFERENCE_SMALL,
    ENTAILMENT,
    EVENT_READERS,
    HEAD,
    KEPT_WHOLE,
    MANIFEST,
    NEEDED,
    READERS,
    STUDENT,
    Reader,
    open_distilled,
    open_reader,
    reader_of,
    signature_of,
)
from cckg.models.weights import CHAT_MODELS, DATA, find_weights
