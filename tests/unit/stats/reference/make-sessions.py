"""Writes sessions.json beside itself: what sessions that follow each other say, and what earlier runs say of their noise, by NumPy,
SciPy and statsmodels.

Not needed to build or test. To repeat:
python3 -m venv v && v/bin/pip install scipy==1.17.1 statsmodels==0.15.0 && v/bin/python make-sessions.py
"""

import itertools
import json
from pathlib import Path

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import optimize, special, stats
from statsmodels.tsa.stattools import acf

rng = np.random.default_rng(20261122)
ALIKE = 0.6


def runs(rows, columns, gaps):
    """[variance, df] by run and gate; None in the gaps."""
    table = []
    for row in range(rows):
        df = 6 + 2 * (row % 3)
        day = np.exp(0.4 * rng.standard_normal())
        table.append([None if (row, column) in gaps else
                      [float(f"{(column + 1) ** 2 * 1e-4 * day * np.exp(.3 * rng.standard_normal()) * rng.chisquare(df) / df:.6g}"), df]
                      for column in range(columns)])
    return table


def typical(table, fewest):
    """Least squares of log variances on run and gate by statsmodels, then the moments of TRUTH's formulas."""
    columns = [g for g in range(len(table[0])) if sum(row[g] is not None for row in table) >= fewest]
    cells = [(r, g, *table[r][g]) for r in range(len(table)) for g in columns if table[r][g] is not None]
    e = np.array([np.log(v) - special.digamma(d / 2) + np.log(d / 2) for _, _, v, d in cells])
    used = sorted({r for r, *_ in cells})
    # Gates in full, runs as differences that add up to nothing.
    x = np.zeros((len(cells), len(columns) + len(used) - 1))
    for i, (r, g, *_) in enumerate(cells):
        x[i, columns.index(g)] = 1
        at = used.index(r)
        if at < len(used) - 1:
            x[i, len(columns) + at] = 1
        else:
            x[i, len(columns):] = -1
    fit = sm.OLS(e, x).fit()
    left = len(cells) - x.shape[1]
    df = np.mean([d for *_, d in cells])
    excess = fit.ssr / left * (1 + np.sqrt(2 / left)) - (1 - ALIKE**2) * special.polygamma(1, df / 2)
    scatter = np.inf if excess <= 0 else 2 * optimize.brentq(lambda z: special.polygamma(1, z) - excess, 1e-6, 1e9)
    pooled = len(cells) / len(columns) * df
    variances = [float(np.exp(fit.params[columns.index(g)])) if g in columns else None for g in range(len(table[0]))]
    return variances, float(1 / (1 / scatter + 1 / pooled))


def factor(variances, gates):
    seen = [(v / t, d, w) for (v, d, w), t in zip(gates, variances) if t is not None]
    ratios, dfs = np.array([s[0] for s in seen]), np.array([s[1] for s in seen])
    metrics = len(seen) / len({s[2] for s in seen})
    return float(np.average(ratios, weights=dfs)), float(dfs.sum() / (1 + (metrics - 1) * ALIKE**2))


def shared(rows, columns, gaps, workloads):
    table = runs(rows, columns, gaps)
    gates = [[float(f"{(g + 1) ** 2 * 4e-4 * rng.chisquare(7) / 7:.6g}"), 7, workloads[g]] for g in range(columns)]
    variances, df = typical(table, 5)
    phi, phi_df = factor(variances, gates)
    d = 1 / (1 / df + 1 / phi_df)
    return dict(runs=table, gates=gates, typical=variances, df=df, factor=[phi, phi_df],
                priors=[None if v is None else [phi * v, d] for v in variances])


def turns(n):
    values = np.round(0.01 + 0.008 * (-1.0) ** np.arange(1, n + 1) + 0.02 * rng.standard_normal(n), 6)
    signs = (-1.0) ** np.arange(1, n + 1)
    fit = sm.OLS(values, sm.add_constant(signs)).fit()
    test = fit.t_test([1, 0])
    low, high = fit.conf_int(0.1)[0]
    return dict(values=values.tolist(), signs=signs.tolist(), effect=fit.params[1], center=fit.params[0],
                p=float(stats.t.sf(test.tvalue.item(), n - 2)), low=float(low), high=float(high),
                lag=float(acf(fit.resid, nlags=1)[1]))


def pocock(alpha, looks):
    """The level of each of so many looks after equal groups, by multivariate normal probabilities."""
    if looks == 1:
        return alpha
    k = np.arange(1, looks + 1)
    cov = np.sqrt(np.minimum.outer(k, k) / np.maximum.outer(k, k))
    def error(level):
        c = stats.norm.isf(level)
        below = stats.multivariate_normal(cov=cov, abseps=1e-10, releps=1e-10, maxpts=5_000_000).cdf(np.full(looks, c))
        return 1 - below - alpha
    return float(optimize.brentq(error, alpha / looks, alpha, xtol=1e-9))


def centered(n):
    """Takes out a mean and the effect of an order that takes turns."""
    x = sm.add_constant((-1.0) ** np.arange(1, n + 1))
    return np.eye(n) - x @ np.linalg.inv(x.T @ x) @ x.T


def likeness(n, gates, lean):
    """All orders of few sessions: residuals change places alike in all gates, and are taken apart again."""
    series = np.round(np.cumsum(lean * rng.standard_normal((gates, n)), axis=1) + rng.standard_normal((gates, n)), 6)
    off = centered(n)
    residuals = series @ off
    lag = lambda order: np.mean([acf(row[list(order)] @ off, nlags=1)[1] for row in residuals])
    seen = lag(range(n))
    lags = np.array([lag(order) for order in itertools.permutations(range(n))])
    return dict(series=series.tolist(), p=float(np.mean(lags >= seen - 1e-9)))


def alike(n, correlation):
    covariance = correlation ** np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    left = centered(n) @ covariance @ centered(n)
    plain = np.eye(n) - 1 / n
    error = covariance.sum() / n**2
    shown = np.trace(plain @ covariance @ plain) / (n - 1) / n
    return [n, correlation, float(np.trace(left, offset=1) / np.trace(left)), float(error / shown)]


def drift(n):
    values = np.round(0.002 * np.arange(n) + 0.01 * rng.standard_normal(n), 6)
    signs = (-1.0) ** np.arange(1, n + 1)
    fit = sm.OLS(values, np.column_stack([np.ones(n), signs, np.arange(n)])).fit()
    ends = [fit.t_test([1, 0, at]) for at in (0, n - 1)]
    return dict(values=values.tolist(), signs=signs.tolist(), p=float(fit.pvalues[2]),
                ends=[[float(end.effect[0]), float(end.sd[0, 0])] for end in ends])


reference = dict(
    versions=dict(numpy=np.__version__, scipy=scipy.__version__, statsmodels=statsmodels.__version__),
    shared=[
        shared(12, 4, set(), ["a", "a", "b", "b"]),
        shared(9, 6, {(0, 5), (1, 5), (2, 5), (3, 1), (4, 5), (5, 5)}, ["a", "a", "a", "b", "b", "b"]),
    ],
    turns=[turns(8), turns(9), turns(16)],
    pocock=[[alpha, looks, pocock(alpha, looks)] for alpha in (0.01, 0.05, 0.1) for looks in (1, 2, 3)],
    likeness=[likeness(6, 2, 0.0), likeness(7, 3, 1.0), likeness(7, 1, 2.0)],
    alike=[alike(n, r) for n in (5, 8, 16) for r in (0.0, 0.3, 0.6)],
    drift=[drift(n) for n in (6, 9, 16)],
)
Path(__file__).with_name("sessions.json").write_text(json.dumps(reference, indent=1) + "\n")
