"""Writes capacity.json beside itself: what trials of a capacity search say, over the whole grid at once, by NumPy and SciPy.

Not needed to build or test. To repeat:
python3 -m venv v && v/bin/pip install scipy==1.17.1 && v/bin/python make-capacity.py
"""

import json
from pathlib import Path

import numpy as np
import scipy
from scipy import special, stats

LUCK, LAPSES, SPREADS, CELLS = 0.075, (0.075, 0.3), (0.015, 0.03, 0.06, 0.12), 800

rng = np.random.default_rng(20261123)


def erring(capacity, count, around):
    """Trials around a capacity, with chance near it."""
    sizes = np.round(capacity * np.exp(rng.normal(0, around, count)))
    holds = rng.random(count) < LUCK + (1 - LUCK - 0.1) * special.expit(-np.log(sizes / capacity) / 0.04)
    return [[int(size), bool(hold)] for size, hold in zip(sizes, holds)]


CASES = {
    "two": ([[100, True], [200, False]], 1e6),
    "two, one of them again": ([[100, True], [200, False], [200, False]], 1e6),
    "against the end": ([[900, True], [1000, False], [1000, False]], 1000),
    "held at the end": ([[600, True], [1000, False], [1000, True], [1000, False]], 1000),
    "against one another": ([[100, True], [120, False], [90, False], [110, True], [130, False]], 1e6),
    "a few": (erring(350, 8, 0.2), 1e6),
    "many": (erring(9079, 30, 0.1), 1e6),
    "close together": (erring(9079, 40, 0.02), 1e6),
    "more than a product holds": (erring(500, 600, 0.5), 1e6),
}


def estimate(trials, most):
    size = np.array([each[0] for each in trials], dtype=float)
    holds = np.array([each[1] for each in trials])
    capacity = np.exp(np.linspace(np.log(size.min() / 2), np.log(size.max() * 2), CELLS + 1))
    spread, lapse = (each.ravel() for each in np.meshgrid(SPREADS, LAPSES))
    # By capacity, shape and trial.
    chance = LUCK + (1 - LUCK - lapse[None, :, None]) * special.expit(
        (np.log(capacity)[:, None, None] - np.log(size)[None, None, :]) / spread[None, :, None])
    likelihood = np.log(np.where(holds, chance, 1 - chance)).sum(axis=2)
    posterior = special.logsumexp(likelihood, axis=1)
    below = np.cumsum(np.exp(posterior - special.logsumexp(posterior)))
    likely = likelihood.max(axis=1) >= likelihood.max() - stats.chi2.isf(0.05, 1) / 2
    # Where the grid ends before the interval does, that is open.
    return dict(size=min(capacity[np.argmax(below >= 0.5)], most),
                low=None if likely[0] else capacity[likely][0],
                high=None if likely[-1] else capacity[likely][-1])


result = dict(scipy=scipy.__version__, estimates=[
    dict(name=name, trials=trials, most=most, **{key: value and float(f"{value:.12g}") for key, value in estimate(trials, most).items()})
    for name, (trials, most) in CASES.items()])
Path(__file__).with_name("capacity.json").write_text(json.dumps(result) + "\n")
