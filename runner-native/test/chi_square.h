#ifndef PLUMBLINE_TEST_CHI_SQUARE_H
#define PLUMBLINE_TEST_CHI_SQUARE_H

#include <math.h>

#include "check.h"

/*
 * Pearson's test of observed against expected counts. Seeds are fixed, so it passes or fails for ever; the limit is the
 * 99.99 % point of chi-square in Wilson and Hilferty's approximation. Cells that expect less than 5 are lumped together.
 */
struct chi_square {
    double statistic, limit;
    int freedom;
    double stray; /* Draws beyond what cells expect that are too few to be compared. */
};

static inline struct chi_square
chi_square(const long *observed, const double *expected, int cell_count)
{
    struct chi_square test = {.freedom = -1};
    double lumped_observed = 0, lumped_expected = 0;

    for (int i = 0; i < cell_count; i++) {
        if (expected[i] < 5) {
            lumped_observed += (double)observed[i];
            lumped_expected += expected[i];
            continue;
        }
        const double difference = (double)observed[i] - expected[i];
        test.statistic += difference * difference / expected[i];
        test.freedom++;
    }
    if (lumped_expected >= 5) {
        const double difference = lumped_observed - lumped_expected;
        test.statistic += difference * difference / lumped_expected;
        test.freedom++;
    } else {
        test.stray = lumped_observed - lumped_expected;
    }
    const double ninth = 2.0 / (9.0 * test.freedom);
    test.limit = test.freedom * pow(1 - ninth + 3.719 * sqrt(ninth), 3);
    return test;
}

static inline bool
check_chi_square(const char *what, const long *observed, const double *expected, int cell_count)
{
    const struct chi_square test = chi_square(observed, expected, cell_count);

    if (test.stray > 20)
        return CHECK(false, "%s: %g draws beyond what the cells of few expect", what, test.stray);
    if (test.freedom < 1)
        return CHECK(false, "%s: no cells to compare", what);
    return CHECK(test.statistic < test.limit, "%s: chi-square %.1f with %d degrees of freedom, limit %.1f", what,
                 test.statistic, test.freedom, test.limit);
}

#endif
