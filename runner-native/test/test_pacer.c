/*
 * Planned starts, as properties: they never go back, keep the rate, and the shards' parts make up the whole.
 */

#include <math.h>
#include <stdlib.h>

#include "check_values.h"
#include "math/pacer.h"
#include "math/rng.h"

enum { START_COUNT_MAX = 400000 };

static int
by_value(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* All starts below `until_ns` of all shards, sorted. Checks that no pacer goes back. */
static size_t
plan(int64_t *starts, enum arrivals arrivals, double rate, int64_t shards, int64_t until_ns, uint64_t seed)
{
    size_t count = 0;
    bool goes_back = false;

    for (int64_t shard = 0; shard < shards; shard++) {
        struct pacer p;
        int64_t last_ns = 0;
        pacer_init(&p, arrivals, rate, shard, shards, seed);
        for (pacer_begin(&p); pacer_next_ns(&p) < until_ns && count < START_COUNT_MAX; pacer_advance(&p)) {
            goes_back = goes_back || pacer_next_ns(&p) < last_ns;
            last_ns = pacer_next_ns(&p);
            starts[count++] = last_ns;
        }
    }
    CHECK(!goes_back, "a start lies before the one before it");
    qsort(starts, count, sizeof *starts, by_value);
    return count;
}

static int64_t *
new_starts(void)
{
    int64_t *const starts = calloc(START_COUNT_MAX, sizeof *starts);

    if (!starts)
        abort();
    return starts;
}

static void
fixed_starts_of_all_shards_are_one_grid(void)
{
    int64_t *const starts = new_starts();
    struct rng r;

    rng_init(&r, 1, 1);
    for (int i = 0; i < 200; i++) {
        const int64_t shards = rng_between(&r, 1, 40);
        const double rate = exp(rng_unit(&r) * 9) + 1;
        const double gap_ns = 1e9 / rate;
        const size_t count = plan(starts, ARRIVALS_FIXED, rate, shards, (int64_t)(1000 * gap_ns), (uint64_t)i);
        CHECK(count >= 999 && count <= 1001, "%zu starts in 1,000 gaps", count);
        double worst_ns = 0;
        for (size_t k = 1; k < count; k++)
            worst_ns = fmax(worst_ns, fabs((double)(starts[k] - starts[k - 1]) - gap_ns));
        CHECK(worst_ns < 2, "%lld shards at %g/s: a gap is off by %g ns", (long long)shards, rate, worst_ns);
    }
    free(starts);
}

static void
neighbours_on_the_grid_belong_to_different_shards(void)
{
    struct pacer p;

    pacer_init(&p, ARRIVALS_FIXED, 1e6, 1, 4, 1);
    pacer_begin(&p);
    int64_t last_ns = pacer_next_ns(&p);
    for (int i = 0; i < 100; i++) {
        pacer_advance(&p);
        const int64_t gap_ns = pacer_next_ns(&p) - last_ns;
        CHECK(gap_ns >= 3999 && gap_ns <= 4001, "every fourth start is this shard's, the gap is %lld", (long long)gap_ns);
        last_ns = pacer_next_ns(&p);
    }
}

/* Count, mean gap and spread of the gaps of a Poisson process; bounds of five standard errors. */
static void
poisson_starts_of_all_shards_are_one_poisson_process(void)
{
    int64_t *const starts = new_starts();

    for (uint64_t seed = 1; seed <= 5; seed++) {
        const double expected = 20000;
        const size_t count = plan(starts, ARRIVALS_POISSON, 2000, (int64_t)seed, 10 * NS_PER_S, seed);
        CHECK(fabs((double)count - expected) < 5 * sqrt(expected), "%zu starts, %g expected", count, expected);
        double sum = 0, squares = 0;
        for (size_t k = 1; k < count; k++) {
            const double gap_ms = (double)(starts[k] - starts[k - 1]) / 1e6;
            sum += gap_ms;
            squares += gap_ms * gap_ms;
        }
        const double n = (double)count - 1, mean = sum / n, sd = sqrt(squares / n - mean * mean);
        /* Of an exponential distribution the standard deviation is the mean. */
        CHECK(fabs(sd / mean - 1) < 0.05, "gaps have mean %g ms and sd %g ms", mean, sd);
    }
    free(starts);
}

static void
a_shard_gets_its_part_of_the_rate(void)
{
    static const enum arrivals kinds[] = {ARRIVALS_POISSON, ARRIVALS_FIXED};

    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
        struct pacer p;
        int64_t count = 0;
        pacer_init(&p, kinds[i], 10000, 2, 5, 3);
        for (pacer_begin(&p); pacer_next_ns(&p) < 10 * NS_PER_S; pacer_advance(&p))
            count++;
        CHECK(llabs(count - 20000) < 1000, "%lld starts, 20,000 expected", (long long)count);
    }
}

static void
the_seed_alone_decides_the_plan(void)
{
    struct pacer a, b, c;
    int differs = 0;

    pacer_init(&a, ARRIVALS_POISSON, 100, 0, 1, 5);
    pacer_init(&b, ARRIVALS_POISSON, 100, 0, 1, 5);
    pacer_init(&c, ARRIVALS_POISSON, 100, 0, 1, 6);
    pacer_begin(&a), pacer_begin(&b), pacer_begin(&c);
    for (int i = 0; i < 100; i++) {
        CHECK_INT(pacer_next_ns(&a), pacer_next_ns(&b));
        differs += pacer_next_ns(&a) != pacer_next_ns(&c);
        pacer_advance(&a), pacer_advance(&b), pacer_advance(&c);
    }
    CHECK(differs > 90, "another seed plans other starts");
}

/* 100 slices of 30 ms at 50 starts a second: 150 starts, though each slice alone has 1.5. */
static void
short_slices_get_their_starts_on_average(void)
{
    struct pacer p;
    int count = 0;

    pacer_init(&p, ARRIVALS_FIXED, 50, 0, 1, 7);
    for (int slice = 0; slice < 100; slice++)
        for (pacer_begin(&p); pacer_next_ns(&p) < 30 * NS_PER_MS; pacer_advance(&p))
            count++;
    CHECK(count > 125 && count < 175, "%d starts", count);
}

static void
a_rate_next_to_none_has_its_starts_in_the_future(void)
{
    struct pacer p;

    for (int arrivals = ARRIVALS_POISSON; arrivals <= ARRIVALS_FIXED; arrivals++) {
        pacer_init(&p, (enum arrivals)arrivals, 1e-12, 0, 1, 7);
        for (int slice = 0; slice < 100; slice++) {
            pacer_begin(&p);
            CHECK(pacer_next_ns(&p) > NS_PER_S, "it starts at %lld", (long long)pacer_next_ns(&p));
        }
    }
}

int
main(void)
{
    fixed_starts_of_all_shards_are_one_grid();
    neighbours_on_the_grid_belong_to_different_shards();
    poisson_starts_of_all_shards_are_one_poisson_process();
    a_shard_gets_its_part_of_the_rate();
    the_seed_alone_decides_the_plan();
    short_slices_get_their_starts_on_average();
    a_rate_next_to_none_has_its_starts_in_the_future();
    return check_result("test_pacer");
}
