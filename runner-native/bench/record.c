/*
 * What recording one latency costs, both readings of the clock included, and how much memory a histogram takes. Latencies are
 * spread over five powers of ten, so that the counters do not stay in the first cache line.
 *
 * Prints {"record_ns":...,"record_with_clocks_ns":...,"histogram_bytes":...,"error":...}: the lowest of several rounds, for a
 * disturbance only adds; `error` is the largest relative error over values from 1 us to 1 h.
 */

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "math/hist.h"
#include "math/rng.h"

enum { ROUND_COUNT = 15, RECORD_COUNT = 1 << 18, VALUE_COUNT = 1 << 12 };

static int64_t
now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000 + now.tv_nsec;
}

static double
largest_error(void)
{
    double largest = 0;

    for (double value = 1000; value <= 3.6e12; value *= 1.0000731) {
        struct hist *h = hist_create();
        hist_record(h, (int64_t)value);
        h->max_ns = INT64_MAX; /* The bucket's own bound, not the exact maximum. */
        const double error = (double)hist_percentile_ns(h, 50) / floor(value) - 1;
        largest = error > largest ? error : largest;
        hist_destroy(h);
    }
    return largest;
}

int
main(void)
{
    static int64_t values[VALUE_COUNT];
    struct hist *h = hist_create();
    double record_ns = INFINITY, with_clocks_ns = INFINITY;
    struct rng r;

    rng_init(&r, 1, 0);
    for (int i = 0; i < VALUE_COUNT; i++)
        values[i] = (int64_t)pow(10, 4 + 5 * rng_unit(&r));
    for (int round = 0; round < ROUND_COUNT; round++) {
        const int64_t a_ns = now_ns();
        for (int i = 0; i < RECORD_COUNT; i++)
            hist_record(h, values[i % VALUE_COUNT]);
        const int64_t b_ns = now_ns();
        for (int i = 0; i < RECORD_COUNT; i++) {
            const int64_t started_ns = now_ns();
            hist_record(h, now_ns() - started_ns + values[i % VALUE_COUNT]);
        }
        const int64_t c_ns = now_ns();
        record_ns = fmin(record_ns, (double)(b_ns - a_ns) / (double)RECORD_COUNT);
        with_clocks_ns = fmin(with_clocks_ns, (double)(c_ns - b_ns) / (double)RECORD_COUNT);
    }
    printf("{\"record_ns\":%.2f,\"record_with_clocks_ns\":%.2f,\"histogram_bytes\":%zu,\"error\":%.6f}\n", record_ns,
           with_clocks_ns, sizeof *h, largest_error());
    hist_destroy(h);
    return 0;
}
