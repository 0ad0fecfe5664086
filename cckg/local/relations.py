"""Which stretches of a passage are cause and effect of each other, from what a trained reader says of each pair of its tokens.

Every matrix scores pairs of tokens (first, second): whether a cause, an effect or a cue begins with the one and ends with the other;
whether a cause that begins (ends) with the one has an effect that begins (ends) with the other; and so on. A pair's score is the product
of what the reader gives for either token, turned by their places (rotary positions, Su et al. 2021; span matrices as in GlobalPointer,
Su et al. 2022). Scores above 0 mean yes. The reader is trained by `training.claims`.
"""

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cckg.core.vectors import Matrix, Vector

SPANS = ("cause", "effect", "cue")
"""Matrices of stretches: from the first token to the last."""

PAIRINGS = ("heads", "tails", "cue of cause", "cue of effect")
"""Matrices of what belongs together: where two stretches begin; "tails": where they end."""

MATRICES = (*SPANS, *PAIRINGS, "hedged", "denied", "contributing", "enabling")
"""What the scores are of, in the reader's order; the last four of a cause and its effect, where these begin."""

HALF = 32
"""Numbers per token and matrix: so many for a first token, so many for a second one."""


BAR = 0.15
"""The lowest probability of a relation that is told."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A cause, its effect, and the cue if there is one, each as first and last token.

    `probability` is 0..1; of the other scores those above 0 mean yes.
    """

    cause: tuple[int, int]
    effect: tuple[int, int]
    cue: tuple[int, int] | None
    probability: float
    hedged: float
    denied: float


def rotary(tokens: int) -> tuple[Matrix, Matrix]:
    """Return cosines and sines (tokens, HALF) by which the numbers of each place are turned."""
    rates = 10_000.0 ** (-np.arange(0, HALF, 2) / HALF)
    angles = np.repeat(np.arange(tokens)[:, None] * rates, 2, axis=1)
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def pair_scores(given: Matrix) -> Matrix:
    """Return the scores (matrices, tokens, tokens) for what the reader gives, (tokens, matrices * 2 * HALF)."""
    tokens = len(given)
    cosines, sines = rotary(tokens)
    parts = given.reshape(tokens, len(MATRICES), 2, HALF)
    across = np.stack([-parts[..., 1::2], parts[..., ::2]], axis=-1).reshape(parts.shape)
    turned = parts * cosines[:, None, None] + across * sines[:, None, None]
    first, second = turned[:, :, 0].transpose(1, 0, 2), turned[:, :, 1].transpose(1, 2, 0)
    scores: Matrix = first @ second / np.sqrt(HALF)
    return scores


def relations(table: Matrix, *, bar: float = BAR) -> list[Relation]:
    """Return the relations of a passage, the likeliest first.

    A relation's probability is the geometric mean of four: of its cause, its effect, and the pairings of where they begin and where they
    end. Of relations whose stretches cross, or that join the same places twice, the likeliest is taken; a stretch may lie inside another.

    Args:
        table: the scores of `pair_scores`, (matrices, tokens, tokens).
        bar: the lowest probability of a relation.
    """
    scores = dict(zip(MATRICES, table, strict=True))
    causes, effects, cues = (_stretches(scores[name]) for name in ("cause", "effect", "cue"))
    heads = scores["heads"][np.ix_(causes.first, effects.first)]
    tails = scores["tails"][np.ix_(causes.last, effects.last)]
    sides = _log_share(causes.score)[:, None] + _log_share(effects.score)[None, :]
    joint = np.exp((sides + _log_share(heads) + _log_share(tails)) / 4)
    found: list[Relation] = []
    for row, column in _ranked(joint, bar):
        cause, effect = causes.place(row), effects.place(column)
        if _meet(cause, effect) or any(_excludes(one, cause, effect) for one in found):
            continue
        told = (float(scores[name][cause[0], effect[0]]) for name in ("hedged", "denied"))
        found.append(Relation(cause, effect, _cue(scores, cues, cause, effect), float(joint[row, column]), *told))
    return found


def log_odds(probability: float) -> float:
    """Return the logarithm of the odds, within what a float32 tells from certainty."""
    bounded = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(bounded / (1 - bounded))


def lone_cause(table: Matrix, *, bar: float = BAR) -> tuple[int, int] | None:
    """Return the surest cause of a passage whether it has an effect or not, as a supposition may stand without a consequence."""
    causes = _stretches(table[MATRICES.index("cause")])
    return causes.place(0) if len(causes.score) and np.exp(_log_share(causes.score[0])) >= bar else None


# Private

Places: TypeAlias = npt.NDArray[np.intp]

_LOWEST = -4.0  # score of a stretch that is looked at
_MOST = 40  # stretches of one kind in a passage


@dataclass(frozen=True, slots=True)
class _Stretches:
    first: Places
    last: Places
    score: Vector

    def place(self, at: int) -> tuple[int, int]:
        return int(self.first[at]), int(self.last[at])


def _log_share(scores: Matrix) -> Matrix:
    """Return the logarithm of the logistic function."""
    logs: Matrix = -np.logaddexp(0, -scores)
    return logs


def _stretches(scores: Matrix) -> _Stretches:
    """Return the surest stretches, the surest first."""
    firsts, lasts = np.nonzero(np.triu(scores > _LOWEST))
    found = scores[firsts, lasts]
    order = np.argsort(-found, kind="stable")[:_MOST]
    return _Stretches(firsts[order], lasts[order], found[order])


def _ranked(joint: Matrix, bar: float) -> list[tuple[int, int]]:
    """Return the places of the scores from the bar on, the highest first."""
    rows, columns = np.nonzero(joint >= bar)
    order = np.argsort(-joint[rows, columns], kind="stable")
    return list(zip(rows[order].tolist(), columns[order].tolist(), strict=True))


def _excludes(one: Relation, cause: tuple[int, int], effect: tuple[int, int]) -> bool:
    """Tell whether a relation leaves no room for another: they join the same places, or their stretches cross."""
    if (_meet(one.cause, cause) and _meet(one.effect, effect)) or (_meet(one.cause, effect) and _meet(one.effect, cause)):
        return True
    return _cross(one.cause, cause) or _cross(one.effect, effect)


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _cross(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether two stretches share a part, and neither is the other nor begins and ends inside it."""
    if one == other or not _meet(one, other):
        return False
    return not ((one[0] > other[0] and one[1] < other[1]) or (other[0] > one[0] and other[1] < one[1]))


def _cue(scores: dict[str, Matrix], cues: _Stretches, cause: tuple[int, int], effect: tuple[int, int]) -> tuple[int, int] | None:
    """Return the cue that belongs to both sides the most; None if none does."""
    ranked = [
        (float(scores["cue of cause"][cue[0], cause[0]] + scores["cue of effect"][cue[0], effect[0]] + score), cue)
        for cue, score in ((cues.place(at), float(cues.score[at])) for at in range(len(cues.score)))
        if not _meet(cue, cause) and not _meet(cue, effect)
    ]
    best = max(ranked, default=None)
    return best[1] if best and best[0] > _LOWEST else None
