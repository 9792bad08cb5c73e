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
ROUNDS: Final = 1000
"""No weight is let go nearly as often."""


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
    low = np.where(dead | (np.array(signs) > 0), 0.0, -np.inf)
    high = np.where(dead | (np.array(signs) < 0), 0.0, np.inf)
    w = np.zeros(x.shape[1])
    loss = _loss(x, won, count=count, penalty=penalty, w=w)
    for _ in range(STEPS):
        p = _chance(x @ w)
        slope = x.T @ (count * (won - p)) - penalty * w
        curve = (x * (count * p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = _bounded(curve, curve @ w + slope, low, high, start=w) - w
        # Newton may overshoot far from the answer: half of the way, and half of that, until it is better there.
        share = 1.0
        while (there := _loss(x, won, count=count, penalty=penalty, w=w + share * step)) > loss and share > CLOSE:
            share /= 2
        w, loss = w + share * step, min(loss, there)
        if float(np.abs(step).max()) < CLOSE:
            break
    result: Array = w / scale
    return result


def _bounded(curve: Array, pull: Array, low: Array, high: Array, *, start: Array) -> Array:
    """The lowest point of `w @ curve @ w / 2 - pull @ w` with each weight between its bounds.

    As Lawson and Hanson do it (Solving Least Squares Problems, 1974, chapter 23): weights at a bound are let go one at
    a time, the one that is pulled most first; where that pushes another one over its bound, all go together to where
    the first of them meets it, and it stays there. Each round is lower than the one before, so no set comes twice.

    Args:
        curve: symmetric and positive definite.
        pull: the slope at 0, downwards.
        low, high: 0 or infinite.
        start: between the bounds.
    """
    w = np.clip(start, low, high)
    bounded = np.isfinite(low) | np.isfinite(high)
    free = ~bounded | (w != 0)
    for _ in range(ROUNDS):
        for _ in range(len(w)):
            aim = np.zeros_like(w)
            at = np.flatnonzero(free)
            aim[at] = np.linalg.solve(curve[np.ix_(at, at)], pull[at])
            over = (aim < low) | (aim > high)
            if not over.any():
                w = aim
                break
            shares = np.where(over, w / np.where(over, w - aim, 1.0), np.inf)
            first = int(np.argmin(shares))
            w = w + float(shares[first]) * (aim - w)
            w[first] = 0.0
            free[first] = False
        slope = pull - curve @ w
        wants = ~free & (((slope > 0) & (high > 0)) | ((slope < 0) & (low < 0)))
        wants &= np.abs(slope) > CLOSE * np.abs(pull).max()
        if not wants.any():
            break
        free[int(np.argmax(np.where(wants, np.abs(slope), -np.inf)))] = True
    return w


def _loss(x: Array, won: Array, *, count: Array, penalty: Array, w: Array) -> float:
    score = np.clip(x @ w, -40.0, 40.0)
    return float(np.sum(count * (np.logaddexp(0.0, score) - won * score)) + np.sum(penalty * w * w) / 2)


def _chance(score: Array) -> Array:
    p: Array = 1.0 / (1.0 + np.exp(-np.clip(score, -40.0, 40.0)))
    return p
