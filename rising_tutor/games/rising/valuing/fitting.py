"""Fitting a logistic model with ridge by Newton steps, each weight kept on the side of zero that makes sense.

The loss is convex, so what comes out does not depend on where it starts: a weight whose free value would have the wrong
sign stands at 0, and all others are the best ones given that.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
STEPS: Final = 60
CLOSE: Final = 1e-9


def fit_logistic(rows: Array, won: Array, signs: Sequence[int], ridge: float, weights: Array | None = None) -> Array:
    """The weight of each column.

    Args:
        rows: one position a row; column 0 is 1 everywhere and is not held back by the ridge.
        won: 1 or 0 for each row.
        signs: of each column: +1 for a weight from 0, -1 for one up to 0, 0 for any.
        ridge: how strongly weights are held near 0, for columns of unit spread; so many observations it is worth.
        weights: how much each row counts; 1 if None.

    >>> rows = np.array([[1.0, x] for x in (-2, -1, 0, 1, 2)])
    >>> won = np.array([0.0, 0.0, 1.0, 0.0, 1.0])
    >>> [round(float(w), 2) for w in fit_logistic(rows, won, (0, 1), 0.1)]
    [-0.57, 0.93]
    >>> [round(float(w), 2) for w in fit_logistic(rows, won, (0, -1), 0.1)]
    [-0.41, 0.0]
    """
    spread = rows.std(axis=0)
    dead = spread < CLOSE
    dead[0] = False
    scale = np.where(spread < CLOSE, 1.0, spread)
    x = rows / scale
    count = np.ones(len(rows)) if weights is None else weights
    penalty = np.full(x.shape[1], ridge)
    penalty[0] = CLOSE
    held = dead.copy()
    w = np.zeros(x.shape[1])
    sign = np.array(signs, dtype=float)
    for _ in range(2 * x.shape[1]):
        w = _newton(x, won, count=count, penalty=penalty, start=w, held=held)
        wrong = ~held & (w * sign < -CLOSE)
        if wrong.any():
            # The worst one first: others may come right without it.
            worst = int(np.argmin(np.where(wrong, w * sign, np.inf)))
            held[worst] = True
            w[worst] = 0.0
            continue
        pull = x.T @ (count * (won - _chance(x @ w)))
        free_again = held & ~dead & (pull * sign > 1e-3)
        if not free_again.any():
            break
        held[int(np.argmax(np.where(free_again, pull * sign, -np.inf)))] = False
    result: Array = w / scale
    return result


def _newton(x: Array, won: Array, *, count: Array, penalty: Array, start: Array, held: NDArray[np.bool_]) -> Array:
    """The best weights, those that are held at 0."""
    free = np.flatnonzero(~held)
    part = x[:, free]
    v = start[free]
    for _ in range(STEPS):
        p = _chance(part @ v)
        slope = part.T @ (count * (won - p)) - penalty[free] * v
        curve = (part * (count * p * (1 - p))[:, None]).T @ part + np.diag(penalty[free])
        step = np.linalg.solve(curve, slope)
        # Newton may overshoot far from the answer; steps of this size cannot run away.
        step *= min(1.0, 4.0 / max(1e-12, float(np.abs(step).max())))
        v = v + step
        if float(np.abs(step).max()) < CLOSE:
            break
    out = np.zeros_like(start)
    out[free] = v
    return out


def _chance(score: Array) -> Array:
    p: Array = 1.0 / (1.0 + np.exp(-np.clip(score, -40.0, 40.0)))
    return p
