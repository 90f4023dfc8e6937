"""Prints the values that bisection.test.ts compares with: mutual information by Simpson's rule on a fine grid, and posteriors by
Bayes' rule written out. Python's standard library alone: python3 make-bisection.py
"""

from math import exp, gamma, log2, pi, sqrt


def density(x):
    return exp(-x * x / 2) / sqrt(2 * pi)


def information(share, distance, steps=20000):
    low, high = -12, distance + 12
    h = (high - low) / steps

    def integrand(x):
        old, new = density(x), density(x - distance)
        mixed = share * new + (1 - share) * old
        return (share * new * log2(new / mixed) if new > 0 else 0) + ((1 - share) * old * log2(old / mixed) if old > 0 else 0)

    ends = integrand(low) + integrand(high)
    inner = sum((4 if i % 2 else 2) * integrand(low + i * h) for i in range(1, steps))
    return (ends + inner) * h / 3


def student(x, df=6):
    return gamma((df + 1) / 2) / (sqrt(df * pi) * gamma(df / 2)) * (1 + x * x / df) ** (-(df + 1) / 2)


def posterior(candidates, measured, before, after, noise):
    likelihoods = []
    for first in range(candidates):
        product = 1.0
        for position, value in measured:
            product *= student((value - (before if position < first else after)) / noise)
        likelihoods.append(product)
    return [each / sum(likelihoods) for each in likelihoods]


for share, distance in [(0.5, 0.5), (0.5, 1), (0.5, 2), (0.5, 6), (0.2, 2)]:
    print(share, distance, information(share, distance))
print(posterior(5, [(-1, 10.2), (1, 11.1), (3, 11.8)], 10, 12, 0.8))
