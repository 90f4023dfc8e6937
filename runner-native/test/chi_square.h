#ifndef PLUMBLINE_TEST_CHI_SQUARE_H
#define PLUMBLINE_TEST_CHI_SQUARE_H

#include <math.h>

#include "check.h"

/*
 * Pearson's test of observed against expected counts. Seeds are fixed, so it passes or fails for ever; the limit is the
 * 99.99 % point of chi-square in Wilson and Hilferty's approximation. Cells that expect less than 5 are lumped together.
 */
static inline bool
check_chi_square(const char *what, const long *observed, const double *expected, int cell_count)
{
    double statistic = 0, lumped_observed = 0, lumped_expected = 0;
    int freedom = -1;

    for (int i = 0; i < cell_count; i++) {
        if (expected[i] < 5) {
            lumped_observed += (double)observed[i];
            lumped_expected += expected[i];
            continue;
        }
        const double difference = (double)observed[i] - expected[i];
        statistic += difference * difference / expected[i];
        freedom++;
    }
    if (lumped_expected >= 5) {
        const double difference = lumped_observed - lumped_expected;
        statistic += difference * difference / lumped_expected;
        freedom++;
    } else if (lumped_observed > lumped_expected + 20) {
        return CHECK(false, "%s: %g draws in cells that expect %g", what, lumped_observed, lumped_expected);
    }
    if (freedom < 1)
        return CHECK(false, "%s: no cells to compare", what);
    const double ninth = 2.0 / (9.0 * freedom);
    const double limit = freedom * pow(1 - ninth + 3.719 * sqrt(ninth), 3);
    return CHECK(statistic < limit, "%s: chi-square %.1f with %d degrees of freedom, limit %.1f", what, statistic, freedom,
                 limit);
}

#endif
