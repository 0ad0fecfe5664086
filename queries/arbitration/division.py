"""Divides evidence by theme, and draws from every theme (CF-RAG §4.2.1). What is made of the draws is left to the caller."""

import warnings
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from cckg.core.vectors import Matrix


def divide(ids: Sequence[str], vectors: Matrix, *, clusters: int = 4, width: float | None = None, seed: int = 0) -> list[tuple[str, ...]]:
    """Divide items into themes by spectral clustering: W = exp(−‖e_i − e_j‖²/2σ²), normalised Laplacian, k-means (CF-RAG §4.2.1).

    Equal vectors are one item to it and come into one theme, so that copies do not move the bounds. Where there are no more different
    vectors than themes, each is a theme of its own. Items are taken by id: their order does not matter.

    Args:
        ids: different ones.
        vectors: (len(ids), d) float32, one row per id.
        clusters: K, at least 1; no more themes come of it.
        width: σ, above 0; None for the median distance of the different vectors.
        seed: of k-means and of the eigenvectors' start.

    Returns:
        Themes, none empty, each sorted by id, in the order of their first ids; no ids give none.

    Raises:
        ValueError: if the ids are not different, or not as many as the rows, or clusters < 1.
    """
    if len(set(ids)) != len(ids) or len(ids) != len(vectors) or clusters < 1:
        raise ValueError(f"got {len(ids)} ids ({len(set(ids))} different) for {len(vectors)} rows, and {clusters} clusters")
    if not len(ids):
        return []
    order = sorted(range(len(ids)), key=lambda row: ids[row])
    different, place = _different(np.asarray(vectors, dtype=np.float64)[order])
    label = np.arange(len(different)) if len(different) <= clusters else _labels(different, clusters=clusters, width=width, seed=seed)
    themes: dict[int, list[str]] = {}
    for row, item in zip(order, place, strict=True):
        themes.setdefault(int(label[item]), []).append(ids[row])
    return [tuple(theme) for theme in themes.values()]


def shares(sizes: Sequence[int], *, bias: Sequence[float], ratio: float, temperature: float, rng: np.random.Generator) -> list[int]:
    """Return how many items to draw of each theme: n = max(1, ⌊|C|·ρ·w⌋), w = softmax((log U(0,1) + μ)/τ) (CF-RAG eq. 6 and 7).

    Args:
        sizes: |C| of each theme, at least 1.
        bias: μ of each theme.
        ratio: ρ, 0..1.
        temperature: τ, above 0.
        rng: where U comes from; one number per theme is taken.
    """
    if not sizes:
        return []
    logits = (np.log(1.0 - rng.random(len(sizes))) + np.asarray(bias, dtype=np.float64)) / temperature
    weights = np.exp(logits - logits.max())
    weights /= weights.sum()
    return [max(1, int(size * ratio * weight)) for size, weight in zip(sizes, weights, strict=True)]


def draw(
    themes: Sequence[Sequence[str]], *, relevance: Mapping[str, float], ratio: float, temperature: float, rng: np.random.Generator
) -> tuple[str, ...]:
    """Draw evidence for one hypothesis: of every theme as many as `shares` says (CF-RAG §4.2.1, WeightedSample).

    Within a theme items are drawn without putting back, with chances that go by relevance. The paper leaves those chances open, and μ: it
    is the theme's mean relevance here.

    Args:
        themes: as `divide` returns them.
        relevance: s(q, e) by id, 0..1.
        ratio: ρ, 0..1.
        temperature: τ, above 0.
        rng: one number for each theme is taken from it, and one for each item.

    Returns:
        Ids, theme after theme, in the order drawn; no themes give none.
    """
    bias = [float(np.mean([relevance[item] for item in theme])) for theme in themes]
    counts = shares([len(theme) for theme in themes], bias=bias, ratio=ratio, temperature=temperature, rng=rng)
    drawn: list[str] = []
    for theme, count in zip(themes, counts, strict=True):
        chances = np.array([max(relevance[item], _LEAST_CHANCE) for item in theme])
        keys = np.log(chances) + rng.gumbel(size=len(theme))
        drawn += [theme[place] for place in np.argsort(-keys, kind="stable")[:count]]
    return tuple(drawn)


# Private

_SAME = 1e-5  # distance; encoders are not exact to the last digit
_LEAST_CHANCE = 1e-9  # of what is not relevant at all, so that it can still be drawn
_LEAST_AFFINITY = 1e-12  # keeps far themes joined, without which a Laplacian has no single first eigenvector


def _different(rows: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], list[int]]:
    """Return the rows that differ, in order, and for each row which of these it is."""
    found: list[int] = []
    place: list[int] = []
    for row in range(len(rows)):
        near = np.linalg.norm(rows[found] - rows[row], axis=1) <= _SAME if found else np.zeros(0, dtype=bool)
        if not near.any():
            found.append(row)
        place.append(int(near.argmax()) if near.any() else len(found) - 1)
    return rows[found], place


def _labels(rows: npt.NDArray[np.float64], *, clusters: int, width: float | None, seed: int) -> npt.NDArray[np.int64]:
    """Return the theme of each row; more rows than clusters, all different."""
    from sklearn.cluster import SpectralClustering
    from sklearn.exceptions import ConvergenceWarning

    lengths = np.square(rows).sum(axis=1)
    squared = np.maximum(lengths[:, None] + lengths[None, :] - 2 * rows @ rows.T, 0.0)
    sigma = width or float(np.median(np.sqrt(squared[np.triu_indices(len(rows), k=1)])))
    affinity = np.maximum(np.exp(-squared / (2 * sigma**2)), _LEAST_AFFINITY)
    divider = SpectralClustering(clusters, affinity="precomputed", assign_labels="kmeans", random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # rows may fall together among the eigenvectors: fewer themes, and no harm
        found: npt.NDArray[np.int64] = np.asarray(divider.fit_predict(affinity), dtype=np.int64)
    return found
