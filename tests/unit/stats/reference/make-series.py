"""Writes series.json beside itself: what the search for change points and the choice of the test's form compute of series, by NumPy,
pandas, SciPy and statsmodels.

Not needed to build or test. To repeat:
python3 -m venv v && v/bin/pip install scipy==1.17.1 statsmodels==0.14.6 && v/bin/python make-series.py
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import scipy
import statsmodels
from scipy import stats
from statsmodels.tsa.arima_process import arma_generate_sample
from statsmodels.tsa.stattools import acf

rng = np.random.default_rng(20140301)
NOISY = np.round(100 + rng.standard_normal(30) + np.where(np.arange(30) < 18, 0, 4), 2)
NOISY[[7, 23]] += [40, -25]
ROUNDED = np.array([344] * 9 + [345] + [344] * 8 + [359] * 7 + [358, 359, 359])
SHORT = np.round(5 + rng.standard_normal(6), 2)
STEPS = np.round(np.concatenate([rng.standard_normal(14), 12 + rng.standard_normal(14), 3 + 2 * rng.standard_normal(14)]), 3)
ALIKE = {str(r): np.round(arma_generate_sample([1, -r], [1], 400, distrvs=rng.standard_normal), 3) for r in (0, 0.3, 0.6)}


def noise_of(values):
    differences = np.abs(np.diff(values))
    usual = np.quantile(differences, 0.7)
    scale = usual / stats.norm.ppf(0.85) if usual > 0 else differences.mean() * np.sqrt(np.pi / 2)
    return float(scale / np.sqrt(2))


def clipped(values):
    """Hampel's filter; at both ends the window is the last that fits."""
    middle = pd.Series(values).rolling(5, center=True).median().bfill().ffill()
    reach = 3 * noise_of(values)
    return np.clip(values, middle - reach, middle + reach).tolist()


def distances(values, lag, steps):
    level = np.searchsorted(steps, np.arange(len(values)), side="right")
    return np.abs(values[lag:] - values[:-lag])[level[lag:] == level[:-lag]]


def likeness(values, steps, doubt):
    one, two = (distances(values, lag, steps) for lag in (1, 2))
    most = 4 * max(np.median(one), np.median(two))
    near, far = (np.mean(np.minimum(each, most) ** 2) for each in (one, two))
    return float(np.clip(far / near - 1 - doubt / np.sqrt(len(values)), 0, 0.9))


def alike(values, steps):
    careful = likeness(values, steps, 1)
    return dict(values=values.tolist(), steps=steps, likeness=likeness(values, steps, 0), inflation=(1 + careful) / (1 - careful),
                autocorrelation=float(acf(values, nlags=1, fft=False)[1]))


def threshold(length, level):
    """Bonferroni over twice the places and both sides."""
    return float(stats.t.isf(level / 2 / (2 * length), max(1, 0.3 * length)))


def step_windows(values, level, minimum, noise):
    """Every window whose means differ, with each side's own variance where it is larger than the noise: Welch's statistic."""
    widths = [int(np.floor(factor * minimum + 0.5)) for factor in (1, 4 / 3, 2, 3, 4)]
    found = []
    for index in range(minimum, len(values) - minimum + 1):
        for left in widths:
            for right in widths:
                if left > index or right > len(values) - index:
                    continue
                before, after = values[index - left : index], values[index : index + right]
                sd = [max(noise, side.std(ddof=1)) for side in (before, after)]
                size = abs(stats.ttest_ind_from_stats(after.mean(), sd[1], right, before.mean(), sd[0], left, equal_var=False).statistic)
                if size > threshold(len(values), level):
                    found.append([index, left, right, float(size)])
    return dict(values=values.tolist(), level=level, minimum=minimum, noise=noise, windows=found)


def split_bound(strength, length, inflation, splits):
    """10 times Bonferroni times chi-squared with one degree of freedom, after the odds of the share were divided by the inflation."""
    share = (strength + 1) / length
    odds = share / (1 - share) / inflation
    return [strength, length, inflation, splits, float(10 * splits * stats.chi2.sf(length * odds / (1 + odds), 1))]


def split_maxima(values, count, minimum=3):
    """Strengths of the best splits of random orders, by the definition of the energy statistic."""
    n = len(values)
    distances = np.abs(values[:, None] - values[None, :])
    sizes = np.arange(minimum, n - minimum + 1)
    maxima = []
    for _ in range(count):
        order = rng.permutation(n)
        sums = np.pad(distances[np.ix_(order, order)].cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        left, whole = sums[sizes, sizes] / 2, sums[n, n] / 2
        between = sums[sizes, n] - sums[sizes, sizes]
        right = whole - left - between
        m = n - sizes
        q = 2 / n * between - 2 * m / (n * (sizes - 1)) * left - 2 * sizes / (n * (m - 1)) * right
        maxima.append(q.max() / (whole / (n * (n - 1) / 2)))
    return np.array(maxima)


def split_tail(values, strengths):
    """The tail of few maxima by a Gumbel distribution of their mean and standard deviation, and by its likelihood; and that of very
    many by a generalised Pareto distribution of the largest twentieth."""
    maxima = split_maxima(values, 40)
    scale = maxima.std(ddof=1) / stats.gumbel_r.std()
    moments = stats.gumbel_r(maxima.mean() - scale * stats.gumbel_r.mean(), scale)
    likelihood = stats.gumbel_r(*stats.gumbel_r.fit(maxima))
    many = split_maxima(values, 40_000)
    border = np.quantile(many, 0.95)
    shape, _, spread = stats.genpareto.fit(many[many > border] - border, floc=0)
    pareto = stats.genpareto(shape, border, spread)
    tails = [[s, *(float(p) for p in (moments.sf(s), likelihood.sf(s), 0.05 * pareto.sf(s)))] for s in strengths]
    return dict(maxima=maxima.tolist(), tails=tails)


def shares(base, head):
    """The part of both arms' variances that is not their covariance; the weight of the tails of the ratios around their means."""
    apart = sum(np.var(values, ddof=1) for values in base + head)
    common = sum(np.cov(b, h)[0, 1] for b, h in zip(base, head, strict=True))
    residuals = np.concatenate([(h - b) - (h - b).mean() for b, h in zip(base, head, strict=True)])
    scale = stats.median_abs_deviation(residuals, center=lambda x, axis: np.zeros(()), scale="normal")
    return dict(base=[b.tolist() for b in base], head=[h.tolist() for h in head], own=float(1 - 2 * common / apart),
                weight=float(np.sqrt(np.mean(residuals**2)) / scale))


def arms(count, common, tails):
    together = [common * rng.standard_normal(8) for _ in range(count)]
    own = lambda: [np.round(shared + 0.02 * rng.standard_t(tails, 8), 5) for shared in together]
    return shares(own(), own())


result = dict(
    made_with=f"scipy {scipy.__version__}, numpy {np.__version__}, pandas {pd.__version__}, statsmodels {statsmodels.__version__}",
    smoothed=[dict(values=values.tolist(), noise=noise_of(values), clipped=clipped(values)) for values in (NOISY, ROUNDED, SHORT)],
    alike=[alike(values, []) for values in ALIKE.values()] + [alike(NOISY, [18])],
    thresholds=[[minimum, level, threshold(2 * minimum, level)] for minimum in (2, 4, 10, 50) for level in (0.05, 0.005)],
    steps=[step_windows(STEPS, 0.005, 4, noise) for noise in (0.05, 1, 2.5)],
    bounds=[split_bound(*row) for row in ((11, 40, 1, 35), (30, 100, 1, 400), (60, 100, 3, 400), (24.5, 60, 1.4, 120))],
    tails=[split_tail(values, (6.5, 8, 9.5)) for values in (rng.standard_normal(20), rng.standard_t(2, 20), rng.exponential(size=16))],
    arms=[arms(6, 0, 2.2), arms(6, 0.05, 30), arms(5, 0.02, 3)],
)
Path(__file__).with_name("series.json").write_text(json.dumps(result, indent=1) + "\n")
