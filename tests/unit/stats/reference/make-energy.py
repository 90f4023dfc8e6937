"""Writes energy.json beside itself: the energy statistic by its definition, all distances counted out, and p by counting every
order of a short series. Python's standard library alone: python3 make-energy.py
"""

import json
from itertools import combinations, permutations
from pathlib import Path

STEP = [10.1, 9.7, 10.4, 9.9, 10.2, 12.0, 12.3, 11.8, 12.1]
TIED = [5, 5, 6, 5, 5, 6, 7, 7, 6, 7, 7]
NONE = [3.1, 2.7, 3.3, 2.9, 3.0, 3.2, 2.8, 3.05]


def within(xs):
    return sum(abs(a - b) for a, b in combinations(xs, 2))


def q(xs, ys):
    """Matteson & James 2014, with n values before and m after."""
    n, m = len(xs), len(ys)
    between = sum(abs(x - y) for x in xs for y in ys)
    return (
        2 / (m + n) * between
        - 2 * m / ((m + n) * (n - 1)) * within(xs)
        - 2 * n / ((m + n) * (m - 1)) * within(ys)
    )


def strengths(series, minimum):
    """Q over the mean distance of two values, of every split."""
    n = len(series)
    scale = within(series) / (n * (n - 1) / 2)
    return [q(series[:k], series[k:]) / scale for k in range(minimum, n - minimum + 1)]


def exact_p(series, minimum):
    """Share of all orders whose best split is at least as strong as the observed one."""
    observed = max(strengths(series, minimum)) - 1e-12
    orders = list(permutations(series))
    return sum(max(strengths(order, minimum)) >= observed for order in orders) / len(orders)


def best(series, minimum):
    all_splits = strengths(series, minimum)
    place = max(range(len(all_splits)), key=all_splits.__getitem__)
    return {"values": series, "minimum": minimum, "index": place + minimum, "strength": all_splits[place]}


result = {
    "best": [best(STEP, 3), best(STEP, 2), best(TIED, 3), best(NONE, 3)],
    "exact": [
        {"values": short, "minimum": 3, "p": exact_p(short, 3)} for short in (NONE, STEP[1:], [1, 2, 1.5, 1.2, 9, 8, 8.5, 7])
    ],
}
Path(__file__).with_name("energy.json").write_text(json.dumps(result, indent=2) + "\n")
