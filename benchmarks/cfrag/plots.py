"""Draw the sweeps of the policy N, K, M and λ, from what is kept of them: python -m benchmarks.cfrag.plots."""

import json
from pathlib import Path
from typing import Any

from benchmarks.circumstances import RESULTS, ROOT

IMAGE = ROOT / "docs" / "research" / "cfrag_sweeps.svg"
SWEPT = {
    "variations": "variations N",
    "clusters": "themes K",
    "hypotheses": "hypotheses M",
    "causal_weight": "causal weight λ",
}


def draw(sweeps: dict[str, Any], image: Path) -> None:
    """Write one SVG with a panel for each setting, exact match of each set over its values; the same figures give the same file.

    Args:
        sweeps: by set, setting and value, as `benchmarks.cfrag.ways.sweeps` has them; what is no set is passed over.
        image: the file; its folder is made.
    """
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    mpl.rcParams |= {"svg.hashsalt": "cckg", "svg.fonttype": "none", "font.size": 9}
    figure, panels = pyplot.subplots(1, len(SWEPT), figsize=(11, 2.8), sharey=True, layout="constrained")
    sets = {name: policy for name, policy in sweeps.items() if isinstance(policy, dict) and SWEPT.keys() <= policy.keys()}
    for panel, (setting, title) in zip(panels, SWEPT.items(), strict=True):
        for name, policy in sets.items():
            values = {float(value): figures["EM"] for value, figures in policy[setting].items()}
            panel.plot(list(values), list(values.values()), marker="o", label=name)
        panel.set_xlabel(title)
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("exact match")
    if sets:
        panels[0].legend()
    image.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(image, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)


if __name__ == "__main__":
    draw(json.loads((RESULTS / "cfrag.json").read_text(encoding="utf-8")).get("sweeps", {}), IMAGE)
