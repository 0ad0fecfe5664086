"""The real encoder against sentence-transformers: vectors that it gave once (reference_vectors.json), and live where it is installed.

Run as a script with sentence-transformers installed, this writes reference_vectors.json anew.
"""

import base64
import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cckg.core.vectors import Matrix
from cckg.models import Embedder, find_weights, open_embedder
from cckg.models.encoders import OnnxEmbedder
from cckg.models.weights import MINILM

REFERENCE = Path(__file__).with_name("reference_vectors.json")
MEASURED_WORDS = "Rising interest-rates hurt the café's sales, unbelievably!"
TEXTS = [
    "",
    " \n\t ",
    "a",
    "Flood",
    ".",
    "!?… — “”",
    "[SEP] [CLS] [PAD] literally",
    "2024-03-31",
    "The rate rose from 3.25% to 3.5% on 31 March 2024, costing $1,234,567.89.",
    "counter-cyclical, non-performing, state-of-the-art well-being",
    "pneumonoultramicroscopicsilicovolcanoconiosis",
    "x" * 101,
    "x" * 99,
    "HEAVY RAIN CAUSED THE DAM TO BREAK",
    "heavy rain caused the dam to break",
    "Heavy rain caused the dam to break, so the valley was flooded.",
    "The valley was not flooded because of heavy rain.",
    "an increase in interest rates",
    "a fall in interest rates",
    "rising interest rates",
    "Zürich, naïve café, Ångström, İstanbul, straße",
    "Zu\u0308rich, nai\u0308ve cafe\u0301",
    "地震が津波を引き起こした",
    "Землетрясение вызвало цунами",
    "الزلزال تسبب في تسونامي",
    "भूकंप ने सुनामी को जन्म दिया",
    "e = m c², ∑ xᵢ ≤ ½ · π",
    "emoji 😀 fire 🔥 family 👨‍👩‍👧",
    "zero\u200bwidth soft\u00adhyphen non\u00a0breaking\u2011hyphen",
    "control \x00 \x07 \x1b characters \ufffd",
    "can't won't it's O'Brien's rock'n'roll",
    "https://example.org/path?query=1&other=two#part mail@example.org",
    "def f(x): return {'a': [x ** 2, None]}",
    "one two three " * 3,
    "The pump failed. The reactor overheated. The operators shut it down. Nobody was hurt.",
    "Why did demand fall after the central bank raised rates?",
    "word " * 253,
    "word " * 254,
    "word " * 255 + "and this is beyond the window",
    "The central bank raised its rate because inflation had risen sharply; as a result, demand for houses fell. " * 30,
]


@pytest.fixture(scope="module")
def weights() -> Path:
    return find_weights(MINILM.name)


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_a_vector_is_the_one_that_sentence_transformers_gave(embedder: Embedder, number: int) -> None:
    reference = json.loads(REFERENCE.read_text())["texts"][number]
    assert reference["text"] == TEXTS[number]
    assert np.abs(embedder.encode([TEXTS[number]])[0] - _unpack(reference["vector"])).max() <= 1e-5


def test_word_vectors_are_the_ones_that_sentence_transformers_gave(embedder: Embedder) -> None:
    reference = json.loads(REFERENCE.read_text())["words"]
    words, vectors = embedder.encode_tokens([MEASURED_WORDS])[0]
    assert words == [entry["word"] for entry in reference]
    assert np.abs(vectors - [_unpack(entry["vector"]) for entry in reference]).max() <= 1e-5


def test_vectors_are_float32_of_unit_length_in_the_order_given(embedder: Embedder) -> None:
    vectors = embedder.encode(TEXTS)
    assert (vectors.shape, vectors.dtype) == ((len(TEXTS), embedder.dimension), np.float32)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)
    assert np.abs(embedder.encode(TEXTS[::-1])[::-1] - vectors).max() <= 1e-5


def test_a_vector_does_not_depend_on_the_texts_beside_it(embedder: Embedder) -> None:
    alone = np.concatenate([embedder.encode([text]) for text in TEXTS])
    assert np.abs(embedder.encode(TEXTS) - alone).max() <= 1e-5
    for (words, vectors), text in zip(embedder.encode_tokens(TEXTS), TEXTS, strict=True):
        words_alone, vectors_alone = embedder.encode_tokens([text])[0]
        assert words == words_alone
        assert np.abs(vectors - vectors_alone).max(initial=0) <= 1e-5


def test_the_same_texts_give_the_same_bits(embedder: Embedder) -> None:
    assert embedder.encode(TEXTS).tobytes() == embedder.encode(TEXTS).tobytes()


def test_more_texts_than_are_tokenised_at_a_time_keep_their_places(embedder: Embedder) -> None:
    texts = [f"event {number}" for number in range(1500)]
    vectors, words = embedder.encode(texts), embedder.encode_tokens(texts)
    assert np.abs(vectors[[3, 1490]] - embedder.encode(["event 3", "event 1490"])).max() <= 1e-5
    assert (words[3][0], words[1490][0]) == (["event", "3"], ["event", "1490"])
    assert len(embedder.count_tokens(texts)) == 1500


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.encode([]).shape == (0, embedder.dimension)
    assert embedder.encode_tokens([]) == []
    assert embedder.count_tokens([]) == []


def test_words_are_lower_case_whole_and_without_punctuation(embedder: Embedder) -> None:
    words, vectors = embedder.encode_tokens(["Zürich's UNBELIEVABLY low rate — 3 % (2024)!"])[0]
    assert words == ["zürich", "s", "unbelievably", "low", "rate", "3", "2024"]
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(7), abs=1e-5)


@pytest.mark.parametrize("text", ["", " ", "!?…"])
def test_a_text_without_words_has_no_word_vectors(embedder: Embedder, text: str) -> None:
    words, vectors = embedder.encode_tokens([text])[0]
    assert (words, vectors.shape) == ([], (0, embedder.dimension))


def test_words_beyond_the_window_are_left_out_but_counted(embedder: Embedder) -> None:
    text = "word " * 300
    assert len(embedder.encode_tokens([text])[0][0]) == 254
    assert embedder.count_tokens([text, "", "two words."]) == [300, 0, 3]


def test_lone_surrogates_of_undecodable_bytes_do_no_harm(embedder: Embedder) -> None:
    assert np.array_equal(embedder.encode(["bro\udcffken"]), embedder.encode(["bro?ken"]))
    assert embedder.encode_tokens(["bro\udcffken"])[0][0] == ["bro", "ken"]
    assert embedder.count_tokens(["bro\udcffken"]) == embedder.count_tokens(["bro?ken"])


def test_weights_behind_a_link_are_read_as_in_the_cache_of_the_hub(weights: Path, tmp_path: Path, embedder: Embedder) -> None:
    for file in MINILM.files:
        (tmp_path / file.name).symlink_to(weights / file.name)
    linked = OnnxEmbedder(tmp_path, name="linked", max_tokens=256, threads=1)
    assert np.abs(linked.encode(TEXTS[:9]) - embedder.encode(TEXTS[:9])).max() <= 1e-5


def test_a_fresh_process_encodes_its_first_text_within_seconds_and_says_nothing_on_its_own() -> None:
    code = (
        "import time; start = time.perf_counter()\n"
        "from cckg.models.encoders import open_embedder\n"
        "open_embedder('local:all-MiniLM-L6-v2', folder=None, offline=True, threads=0).encode(['one text'])\n"
        "print(time.perf_counter() - start)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(run.stdout) < 20  # 0.25 s when measured alone on two cores
    assert run.stderr == ""


@pytest.mark.slow
def test_sentence_transformers_gives_the_same_live(weights: Path, tmp_path: Path, embedder: Embedder) -> None:
    pytest.importorskip("sentence_transformers", reason="needs the extra torch: pip install 'cckg[torch]'")
    live = _live(weights, tmp_path)
    assert (live.name, live.dimension) == (embedder.name, embedder.dimension)
    assert np.abs(live.encode(TEXTS) - embedder.encode(TEXTS)).max() <= 1e-3
    assert live.count_tokens(TEXTS) == embedder.count_tokens(TEXTS)
    for (live_words, live_vectors), (words, vectors) in zip(live.encode_tokens(TEXTS), embedder.encode_tokens(TEXTS), strict=True):
        assert live_words == words
        assert np.abs(live_vectors - vectors).max(initial=0) <= 1e-3
    assert live.encode([]).shape == (0, 384)
    assert live.encode_tokens([]) == live.count_tokens([]) == []


def _live(weights: Path, models: Path) -> Embedder:
    """Open the pinned weights with sentence-transformers, from a folder laid out as the published model is."""
    folder = models / MINILM.name
    (folder / "1_Pooling").mkdir(parents=True)
    for file in MINILM.files:
        shutil.copy(weights / file.name, folder)
    kinds = [("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")]
    modules = [
        {"idx": number, "name": str(number), "path": path, "type": f"sentence_transformers.models.{kind}"}
        for number, (path, kind) in enumerate(kinds)
    ]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 256, "do_lower_case": false}')
    (folder / "1_Pooling" / "config.json").write_text('{"word_embedding_dimension": 384, "pooling_mode_mean_tokens": true}')
    (folder / "tokenizer_config.json").write_text('{"do_lower_case": true, "tokenizer_class": "BertTokenizer", "model_max_length": 512}')
    return open_embedder(f"sentence-transformers:{MINILM.name}", folder=models, offline=True, threads=1)


def _unpack(vector: str) -> Matrix:
    return np.frombuffer(base64.b64decode(vector), dtype="<f4")


def _pack(vector: Matrix) -> str:
    return base64.b64encode(vector.astype("<f4").tobytes()).decode()


def _write_reference(models: Path) -> None:
    from importlib.metadata import version

    live = _live(find_weights(MINILM.name), models)
    words = zip(*live.encode_tokens([MEASURED_WORDS])[0], strict=True)
    content = {
        "command": "python -m tests.integration.test_encoders EMPTY_FOLDER",
        "versions": {name: version(name) for name in ("sentence-transformers", "transformers", "torch", "tokenizers", "numpy")},
        "weights": MINILM.files[0].sha256,
        "texts": [{"text": text, "vector": _pack(live.encode([text])[0])} for text in TEXTS],
        "words": [{"word": word, "vector": _pack(vector)} for word, vector in words],
    }
    REFERENCE.write_text(json.dumps(content, indent=0) + "\n")


if __name__ == "__main__":
    _write_reference(Path(sys.argv[1]))
