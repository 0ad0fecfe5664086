"""A student in training, and what is left of it in its folder; with a small network with random weights."""

import json
from pathlib import Path

import pytest

pytest.importorskip("sentence_transformers", reason="needs the extra torch: pip install 'cckg[torch]'")

from cckg.core.errors import WeightsError
from cckg.models import open_distilled
from cckg.scoring import Distilled, Student, distil
from cckg.scoring.distillation import Triple
from cckg.scoring.student import CrossEncoderStudent

WORDS = "the a dam storm flood mill strike fire rain caused led to broke closed of and why did is ? .".split()
PAIRS = [("why did the dam broke ?", "the storm caused the flood ."), ("why ?", "the mill closed"), ("fire ?", "rain led to the flood")]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Return a folder with a BERT of two layers."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertModel

    folder = tmp_path / "base"
    vocabulary = {word: number for number, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))  # noqa: S106
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    torch.manual_seed(0)
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
    model = BertModel(BertConfig(vocab_size=len(vocabulary), max_position_embeddings=64, initializer_range=0.3, **sizes))
    model.save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "BertTokenizerFast"}), encoding="utf-8")
    return folder


def silent(message: str, done: int, total: int | None) -> None:
    del message, done, total


def test_what_is_opened_from_the_folder_gives_the_numbers_of_the_student(base: Path, tmp_path: Path) -> None:
    student = CrossEncoderStudent(base)
    student.save(tmp_path / "out", notes={"teacher": "t", "mean": "1.0", "deviation": "2.0"}, card="a card")
    reader = open_distilled(tmp_path / "out", threads=1)
    wanted = student.rate(PAIRS)
    assert reader.rate(PAIRS)[:, 0] == pytest.approx(wanted, abs=1e-4)
    assert Student(reader).score(*[PAIRS[0][0], [PAIRS[0][1]]]) == pytest.approx([2 * wanted[0] + 1], abs=1e-3)
    assert Student(reader).name == "student of t"
    assert len({file.stat().st_mode for file in (tmp_path / "out").iterdir() if not file.name.startswith(".")}) == 1  # for all who may read


def test_it_begins_with_the_score_of_a_student_that_tells_more(base: Path, tmp_path: Path) -> None:
    import torch
    from safetensors.torch import load_file, save_file

    first = CrossEncoderStudent(base, seed=1)
    first.save(tmp_path / "out", notes={"teacher": "t", "mean": "0", "deviation": "1"}, card="")
    head = load_file(tmp_path / "out" / "head.safetensors")
    save_file({name: torch.cat([tensor, tensor + 1]) for name, tensor in head.items()}, tmp_path / "two.safetensors")
    assert CrossEncoderStudent(base, start=tmp_path / "two.safetensors", seed=2).rate(PAIRS) == pytest.approx(first.rate(PAIRS), abs=1e-5)


def test_it_learns_what_the_teacher_says_and_the_best_epoch_counts(base: Path, tmp_path: Path) -> None:
    rows = [
        Triple(f"why {word} ?", f"the {other} of the {word}", 1.0 if other == "fire" else -1.0)
        for word in WORDS[:16]
        for other in ("fire", "rain")
    ]
    student = CrossEncoderStudent(base)
    before = student.rate([(row.left, row.right) for row in rows])
    student.train(rows * 8, rows[:8], epochs=6, rate=2e-3, work=tmp_path / "work", progress=silent)
    after = student.rate([(row.left, row.right) for row in rows])

    def error(numbers: list[float]) -> float:
        return sum((number - row.number) ** 2 for number, row in zip(numbers, rows, strict=True)) / len(rows)

    assert error(after) < 0.5 * error(before)
    assert not (tmp_path / "work").exists()


def test_a_student_is_distilled_with_a_card_and_its_agreement(base: Path, tmp_path: Path) -> None:
    given = [
        Triple(f"why {one} {other} ?", f"the {third} caused it", float(len(third)))
        for one in WORDS[:10]
        for other in WORDS[:6]
        for third in WORDS[2:6]
    ]
    made = distil(given, teacher="tiny", base=base, start=None, into=tmp_path / "student", epochs=2, progress=silent)
    assert isinstance(made, Distilled)
    assert made.learnt + made.kept_apart == len(given)
    assert set(made.agreement) == {"spearman", "kendall", "spearman_within"}
    assert "A student of tiny" in (tmp_path / "student" / "README.md").read_text(encoding="utf-8")
    assert open_distilled(tmp_path / "student", threads=1).notes["teacher"] == "tiny"


def test_a_folder_that_is_not_a_whole_student_is_refused(base: Path, tmp_path: Path) -> None:
    CrossEncoderStudent(base).save(tmp_path / "out", notes={"teacher": "t", "mean": "0", "deviation": "1"}, card="")
    head = tmp_path / "out" / "head.safetensors"
    head.write_bytes(head.read_bytes()[:-1] + b"\0\1"[:1])
    with pytest.raises(WeightsError, match=r"head\.safetensors is refused"):
        open_distilled(tmp_path / "out", threads=1)
    (tmp_path / "out" / "student.json").unlink()
    with pytest.raises(WeightsError, match="holds no student"):
        open_distilled(tmp_path / "out", threads=1)
