"""Writes otava.json beside itself: the change points that Apache Otava itself finds in fixed series.

Not needed to build or test. To repeat: python3 -m venv v && v/bin/pip install apache-otava==0.8.0 && v/bin/python make-otava.py
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
from otava.analysis import compute_change_points

rng = np.random.default_rng(2023)


def series(level, length=130, scale=1.0):
    return np.round(100 + scale * rng.standard_normal(length) + np.array([level(i) for i in range(length)]), 3)


SERIES = {
    "a step": series(lambda i: 0 if i < 60 else 5),
    "a small step": series(lambda i: 0 if i < 75 else 1.2),
    "three levels": series(lambda i: 0 if i < 40 else 6 if i < 85 else -3),
    "two steps in one window": series(lambda i: 0 if i < 30 else 5 if i < 42 else 0, length=70),
    "strange runs": series(lambda i: 12 if i in (20, 77, 78) else 0),
    "nothing": series(lambda i: 0, length=200),
    "a drift": series(lambda i: i / 40),
}

for i in range(8):
    levels = np.repeat(rng.uniform(-4, 4, 30), rng.integers(1, 20, 30))[:150]
    SERIES[f"random levels {i}"] = np.round(100 + rng.standard_normal(150) + levels, 3)

result = dict(made_with=f"apache-otava {version('apache-otava')}, numpy {np.__version__}", found=[])
for name, values in SERIES.items():
    for max_p, min_magnitude in ((0.001, 0.0), (0.01, 0.03)):
        points, _ = compute_change_points(values.tolist(), window_len=50, max_pvalue=max_p, min_magnitude=min_magnitude)
        result["found"].append(dict(name=name, values=values.tolist(), maxP=max_p, minMagnitude=min_magnitude,
                                    points=[int(point.index) for point in points]))
Path(__file__).with_name("otava.json").write_text(json.dumps(result, indent=1) + "\n")
