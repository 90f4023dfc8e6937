"""Writes reference.json beside itself: values of an independent implementation that the unit tests compare with.

Not needed to build or test. To repeat:
python3 -m venv v && v/bin/pip install scipy==1.17.1 statsmodels==0.14.6 && v/bin/python make-reference.py
"""

import json
from pathlib import Path

import numpy as np
import scipy
import statsmodels
from scipy import integrate, optimize, special, stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

BASE = [101.2, 98.7, 103.4, 99.9, 100.3, 102.8, 97.5, 101.1]
HEAD = [104.0, 99.1, 108.2, 101.7, 104.9, 103.3, 101.8, 103.6]
UNEVEN = [96.1, 105.3, 99.2, 110.7, 101.5]
TIED_A = [1, 2, 2, 3, 5, 5, 8]
TIED_B = [2, 5, 5, 6, 8, 9]
HISTORY = [4.61, 4.58, 4.63, 4.60, 4.62, 4.59, 4.66]
LARGE_A = [round(10 + 3 * np.sin(1.7 * i), 1) for i in range(40)]
LARGE_B = [round(10.6 + 3 * np.cos(2.3 * i), 1) for i in range(35)]
UNTIED_A = [round(10 + 3 * np.sin(1.7 * i) + i / 977, 5) for i in range(32)]
UNTIED_B = [round(10.9 + 3 * np.cos(2.3 * i) + i / 983, 5) for i in range(28)]
SPREADS = dict(
    uneven=[(0.00041, 7), (0.0019, 7), (0.00078, 7), (0.0064, 7), (0.0011, 15), (0.00029, 5), (0.0024, 7)],
    alike=[(0.0010, 7), (0.0011, 7), (0.0009, 7), (0.0012, 7), (0.0010, 7)],
)
PS = [0.01, 0.04, 0.03, 0.005, 0.5, 0.04, 0.0001]


def exact_tail(first, second):
    """One-sided p by scipy's exhaustive permutations of the group labels, ties and all."""
    greater = stats.permutation_test(
        (second, first),
        lambda x, y, axis: stats.rankdata(np.concatenate([x, y], axis=axis), axis=axis)[..., : x.shape[axis]].sum(axis),
        vectorized=True, n_resamples=np.inf, alternative="greater",
    )
    return float(greater.pvalue)


def visible(alpha, power, df):
    critical = stats.t.isf(alpha, df)
    return float(optimize.brentq(lambda d: stats.nct.sf(critical, df, d) - power, 1e-6, 40 * max(1, critical)))


def summary(x):
    x = np.array(x, dtype=float)
    n, sem = len(x), stats.sem(x)
    critical = stats.t.ppf(0.975, n - 1)
    p25, p50, p75 = np.quantile(x, [0.25, 0.5, 0.75])
    return dict(samples=n, mean=x.mean(), sd=x.std(ddof=1), sem=sem, df=n - 1, critical=critical, moe=sem * critical,
                rme=100 * sem * critical / abs(x.mean()), mad=stats.median_abs_deviation(x),
                aad=np.abs(x - x.mean()).mean(), min=x.min(), p25=p25, p50=p50, p75=p75, max=x.max())


def t_test(result, confidence=0.9):
    interval = result.confidence_interval(confidence)
    return dict(low=interval.low, high=interval.high)


def prior(spreads):
    """Smyth (2004), section 6.2, with the two cautions of moderation.ts, by SciPy's polygamma and root search."""
    variances, df = np.array(spreads, dtype=float).T
    logs = np.log(variances) - special.digamma(df / 2) + np.log(df / 2)
    excess = logs.var(ddof=1) * (1 + np.sqrt(2 / (len(logs) - 1))) - special.polygamma(1, df / 2).mean()
    if excess <= 0:
        return [float(np.exp(logs.mean())), float(df.sum())]
    d0 = optimize.brentq(lambda d: special.polygamma(1, d / 2) - excess, 1e-3, 1e6)
    return [float(np.exp(logs.mean() + special.digamma(d0 / 2) - np.log(d0 / 2))), 1 / (1 / d0 + 1 / df.sum())]


def posterior(variance, df, prior, prior_df, estimate, n):
    """The model of Smyth (2004) by numerical integration over the true variance, without his closed formulas: one over the mean
    precision, and the chance of a larger estimate where the true one is 0."""

    def integral(f):
        def integrand(log_v):
            v = np.exp(log_v)
            known = stats.invgamma.pdf(v, prior_df / 2, scale=prior_df * prior / 2)
            return f(v) * v * known * stats.chi2.pdf(df * variance / v, df) * df / v

        center = np.log((df * variance + prior_df * prior) / (df + prior_df))
        return integrate.quad(integrand, center - 8, center + 8, points=[center], limit=500, epsabs=0, epsrel=1e-12)[0]

    whole = integral(lambda v: 1)
    return [whole / integral(lambda v: 1 / v), integral(lambda v: stats.norm.sf(estimate / np.sqrt(v / n))) / whole]


def moderated(differences, prior, prior_df):
    n = len(differences)
    return dict(differences=differences, prior=[prior, prior_df], post=posterior(
        np.var(differences, ddof=1), n - 1, prior, prior_df, np.mean(differences), n))


def chance_of_more(first, second, clump):
    """Of two arms as (failed, done): where counts come in clumps, the binomial tail goes on between the whole numbers as a beta."""
    share = sum(second) / (sum(first) + sum(second))
    if clump == 1:
        return float(stats.binomtest(second[0], first[0] + second[0], share, alternative="greater").pvalue)
    return float(stats.beta.cdf(share, second[0] / clump, first[0] / clump + 1))


def clump(tallies):
    """Pearson's chi-squared of the sessions' table over its degrees of freedom."""
    return max(1, float(stats.chi2_contingency(tallies, correction=False).statistic) / (len(tallies) - 1))


def least_called(base_failed):
    """Fewest failures of as many events on head that chance explains in one of a thousand cases at most."""
    return next(k for k in range(1, 999) if stats.binomtest(k, k + base_failed, 0.5, alternative="greater").pvalue <= 0.001)


def rank_power(n1, n2, alpha, power):
    """In standard deviations of normal values: by the efficiency against the t test, and by trying."""
    error = np.sqrt((1 / n1 + 1 / n2) * np.pi / 3)
    rng = np.random.default_rng(1)
    first, second = rng.standard_normal((20_000, n1)), rng.standard_normal((20_000, n2))
    method = "exact" if n1 + n2 <= 50 else "asymptotic"

    def found(shift):
        return np.mean(stats.mannwhitneyu(second + shift, first, alternative="greater", method=method, axis=1).pvalue <= alpha)

    tried = optimize.bisect(lambda shift: found(shift) - power, 0, 5, xtol=1e-3)
    return [n1, n2, alpha, power, error * visible(alpha, power, n1 + n2 - 2), error * stats.norm.ppf(power), float(tried)]


def wilson(hits, of, confidence):
    return [hits, of, confidence, *(float(end) for end in proportion_confint(hits, of, 1 - confidence, method="wilson"))]


paired = {side: stats.ttest_rel(HEAD, BASE, alternative=side) for side in ("two-sided", "greater", "less")}
welch = {side: stats.ttest_ind(UNEVEN, BASE, equal_var=False, alternative=side) for side in ("two-sided", "greater", "less")}
observed = 4.70
error = np.std(HISTORY, ddof=1) * np.sqrt(1 + 1 / len(HISTORY))

reference = dict(
    made_with=f"scipy {scipy.__version__}, numpy {np.__version__}, statsmodels {statsmodels.__version__}",
    data=dict(base=BASE, head=HEAD, uneven=UNEVEN, tiedA=TIED_A, tiedB=TIED_B, history=HISTORY, observed=observed,
              largeA=LARGE_A, largeB=LARGE_B, untiedA=UNTIED_A, untiedB=UNTIED_B, ps=PS),
    log_gamma=[[x, float(special.gammaln(x))] for x in (0.1, 0.5, 1, 1.5, 3.7, 10, 171.5, 1e4)],
    incomplete_beta=[[x, a, b, float(special.betainc(a, b, x))] for x in (1e-6, 0.1, 0.5, 0.77, 0.999)
                     for a, b in ((0.5, 0.5), (1, 3), (2.5, 0.5), (20, 30), (3000, 2000))],
    normal_upper=[[x, float(stats.norm.sf(x))] for x in (-8, -3, -1, 0, 0.3, 1.96, 2.999, 3.001, 5, 10, 37)],
    normal_quantile=[[p, float(stats.norm.ppf(p))] for p in (1e-100, 1e-9, 0.025, 0.2, 0.5, 0.8, 0.975, 0.9999)],
    student_upper=[[t, df, float(stats.t.sf(t, df))] for t in (-3, -0.5, 0, 1e-3, 1.3, 4, 40)
                   for df in (1, 2, 4.6, 7, 30, 1000)],
    student_critical=[[a, df, float(stats.t.isf(a, df))] for a in (1e-6, 0.005, 0.025, 0.05, 0.3, 0.9)
                      for df in (1, 2, 4.6, 7, 30, 1000)],
    noncentral_upper=[[t, df, d, float(stats.nct.sf(t, df, d))] for t in (0.5, 1.9, 3.5, 9)
                      for df in (2, 3, 7, 15, 120) for d in (0, 0.8, 2.5, 6)],
    visible=[[a, p, df, visible(a, p, df)] for a in (0.05, 0.05 / 9) for p in (0.8, 0.95) for df in (2, 3, 5, 7, 15, 60)],
    summary=summary(BASE),
    geometric_mean=float(stats.gmean(BASE)),
    quantiles=[[q, float(np.quantile(BASE, q))] for q in (0, 0.1, 0.333, 0.5, 0.95, 1)],
    paired=dict(greater=paired["greater"].pvalue, less=paired["less"].pvalue, **t_test(paired["two-sided"]),
                above_2=stats.ttest_1samp(np.array(HEAD) - np.array(BASE), 2, alternative="greater").pvalue),
    welch=dict(greater=welch["greater"].pvalue, less=welch["less"].pvalue, **t_test(welch["two-sided"])),
    prediction=dict(greater=stats.t.sf((observed - np.mean(HISTORY)) / error, len(HISTORY) - 1),
                    low=observed - np.mean(HISTORY) - stats.t.isf(0.05, len(HISTORY) - 1) * error,
                    high=observed - np.mean(HISTORY) + stats.t.isf(0.05, len(HISTORY) - 1) * error),
    mann_whitney=dict(
        exact=dict(u=float(stats.mannwhitneyu(HEAD, BASE).statistic),
                   greater=float(stats.mannwhitneyu(HEAD, BASE, alternative="greater", method="exact").pvalue),
                   less=float(stats.mannwhitneyu(HEAD, BASE, alternative="less", method="exact").pvalue)),
        tied=dict(greater=exact_tail(TIED_A, TIED_B), less=exact_tail(TIED_B, TIED_A)),
        normal=dict(greater=float(stats.mannwhitneyu(LARGE_B, LARGE_A, alternative="greater", method="asymptotic").pvalue),
                    less=float(stats.mannwhitneyu(LARGE_B, LARGE_A, alternative="less", method="asymptotic").pvalue)),
    ),
    digamma=[[x, float(special.digamma(x))] for x in (1e-3, 0.5, 1, 1.4616, 3.5, 11.9, 12.1, 1e3)],
    trigamma=[[x, float(special.polygamma(1, x))] for x in (1e-3, 0.5, 1, 2.5, 3.5, 11.9, 12.1, 1e3)],
    variance_ratio_upper=[[f, a, b, float(stats.f.sf(f, a, b))] for f in (0.2, 1, 2.6, 7) for a, b in ((7, 9.3), (3, 40), (15, 35))],
    spreads=SPREADS,
    priors={name: prior(spreads) for name, spreads in SPREADS.items()},
    moderated=[moderated(differences, *prior) for differences in ([0.02, 0.05, 0.03, 0.06], [-0.011, 0.004, 0.013, 0.02, 0.001, 0.018])
               for prior in ((0.0004, 12), (0.0009, 3.7), (0.00012, 30))],
    contradiction=[[df, prior_df, float(stats.f.isf(0.01, df, prior_df))] for df, prior_df in ((3, 5.5), (7, 12), (15, 40))],
    holm=[float(p) for p in multipletests(PS, method="holm")[1]],
    error_gate=dict(
        chances=[[*first, *second, times, chance_of_more(first, second, times)] for times in (1, 2, 7.3) for first, second in (
            ((0, 1000), (12, 988)), ((4, 996), (22, 978)), ((30, 5970), (58, 3942)), ((400, 90_000), (520, 91_000)), ((9, 91), (2, 98)))],
        clumps=[dict(tallies=tallies, clump=clump(tallies)) for tallies in (
            [[0, 1000], [90, 1000], [0, 1000], [60, 1000], [0, 1000], [0, 1000]],
            [[25, 900], [31, 1100], [19, 1000]], [[3, 50], [0, 400], [40, 2000], [7, 90]])],
        least_called=[[base_failed, least_called(base_failed)] for base_failed in (0, 1, 2, 5, 10, 40, 100)],
    ),
    rank_power=[rank_power(n1, n2, alpha, power) for n1, n2 in ((8, 8), (40, 35)) for alpha in (0.05, 0.05 / 9) for power in (0.8, 0.95)],
    wilson=[wilson(hits, of, confidence) for hits, of in ((0, 10), (10, 10), (5, 10), (81, 263), (8, 1000)) for confidence in (0.9, 0.95)],
)
Path(__file__).with_name("reference.json").write_text(json.dumps(reference, indent=1, default=float) + "\n")
