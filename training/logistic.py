"""A logistic regression whose weights keep the signs that they must have."""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
RIDGE = 0.01  # strength of the penalty on standardised weights


def fit(rows: Array, labels: Array, signs: Array) -> tuple[Array, float]:
    """Fit a ridge-penalised logistic regression whose weights keep the given signs, by projected gradient descent.

    Args:
        rows: (n, f) features.
        labels: (n,) 0.0 or 1.0.
        signs: (f,) 1.0 where more of a feature may only speak for the label 1.0, -1.0 where only against it.

    Returns:
        The weights (f,) and the bias, for features as they are.
    """
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    design = (rows - mean) / spread  # (n, f)
    weights, bias = np.zeros(design.shape[1]), 0.0
    for _ in range(4000):
        error = 1 / (1 + np.exp(-(design @ weights + bias))) - labels
        weights -= 0.3 * (design.T @ error / len(labels) + RIDGE * weights)
        weights = np.where(weights * signs > 0, weights, 0.0)
        bias -= 0.3 * float(error.mean())
    return weights / spread, bias - float((weights * mean / spread).sum())
