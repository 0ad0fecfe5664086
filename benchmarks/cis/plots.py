"""Draw what results/cis.json tells of speed: python -m benchmarks.cis.plots. Needs the extra `eval`."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.circumstances import RESULTS, ROOT

IMAGE = ROOT / "docs" / "research" / "cis_length.svg"
COLOURS = {"teacher": "#b3541e", "student": "#1f6f8b"}


def draw_lengths(by_length: Mapping[str, Mapping[str, float]], image: Path, *, teacher: str) -> None:
    """Draw the seconds that a passage takes against its length, both axes logarithmic, as SVG.

    Args:
        by_length: seconds as `teacher_s` and `student_s`, by the length in words that take one token each.
        image: the file; the same figures give the same bytes.
        teacher: the language model's name.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullFormatter, ScalarFormatter

    lengths = sorted(int(length) for length in by_length)
    labels = {"teacher": f"teacher, {teacher}", "student": "student"}
    with mpl.rc_context({"svg.hashsalt": "cckg", "svg.fonttype": "none", "font.size": 10}):
        figure = Figure(figsize=(6.4, 3.6), layout="constrained")
        axes = figure.add_subplot()
        for scorer, colour in COLOURS.items():
            axes.plot(
                lengths, [by_length[str(length)][f"{scorer}_s"] for length in lengths], marker="o", color=colour, label=labels[scorer]
            )
        axes.set(xscale="log", yscale="log", xlabel="length of the passage, words", ylabel="seconds for a passage")
        axes.set_xticks(lengths, labels=[str(length) for length in lengths])
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.yaxis.set_major_formatter(ScalarFormatter())
        axes.grid(visible=True, which="major", linewidth=0.5, alpha=0.5)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
        image.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(image, format="svg", metadata={"Date": None})


def main(result: Path, image: Path) -> int:
    """Draw from a result file; return 1 where it tells nothing of speed."""
    kept: dict[str, Any] = json.loads(result.read_text(encoding="utf-8")) if result.exists() else {}
    if "speed" not in kept:
        print(f"{result.name} tells nothing of speed: run python -m benchmarks.cis --parts speed first", file=sys.stderr)
        return 1
    speed = dict(kept["speed"])
    teacher = next(name for name, figures in speed.items() if isinstance(figures, dict) and "question" in figures)
    draw_lengths(speed["by length"], image, teacher=teacher)
    print(f"{image.name} is drawn")
    return 0


if __name__ == "__main__":
    sys.exit(main(RESULTS / "cis.json", IMAGE))
