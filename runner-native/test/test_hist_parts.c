/* Histograms that are put together and taken apart: what is left counts like what was recorded alone. */

#include <math.h>
#include "math/hist.h"
#include "math/rng.h"
#include "check.h"
#include "record_many.h"

/* What is left after a part is taken out counts like what was recorded without it. */
static void
test_subtracting_a_part_leaves_the_rest(void)
{
    struct hist *const all = hist_create(), *const part = hist_create(), *const rest = hist_create();
    int differing = 0;
    struct rng r;

    rng_init(&r, 11, 1);
    for (int i = 0; i < 20000; i++) {
        const int64_t value_ns = rng_between(&r, 1, INT64_C(1) << rng_between(&r, 8, 42));
        hist_record(all, value_ns);
        hist_record(i % 3 == 0 ? part : rest, value_ns);
    }
    hist_subtract(all, part);
    CHECK(all->count == rest->count && all->sum_ns == rest->sum_ns, "count and sum");
    CHECK(all->above_count == rest->above_count, "values above the range");
    for (int i = 0; i < HIST_COUNTER_COUNT; i++)
        differing += all->counter[i] != rest->counter[i];
    CHECK(differing == 0, "%d counters differ", differing);
    CHECK(all->min_ns <= rest->min_ns && all->max_ns >= rest->max_ns, "the limits hold all that is left");
    hist_subtract(all, rest);
    CHECK(all->count == 0 && hist_min_ns(all) == 0 && all->max_ns == 0, "nothing is left");
    hist_destroy(all);
    hist_destroy(part);
    hist_destroy(rest);
}

static void
test_subtracting_billions(void)
{
    const int64_t wrap = INT64_C(1) << 32; /* What 32 bits do not hold. */
    /* Of each: recorded, taken out. */
    static const int64_t values[] = {10000, 200000, 3000000, 40000000};
    const int64_t all_times[] = {2 * wrap + 5, wrap + 1, 3 * wrap, wrap + 9};
    const int64_t part_times[] = {wrap + 7, 2, 2 * wrap - 3, 0};
    struct hist *const all = hist_create(), *const part = hist_create();
    int64_t left = 0;

    for (int i = 0; i < 4; i++) {
        record_many(all, values[i], all_times[i]);
        if (part_times[i] > 0)
            record_many(part, values[i], part_times[i]);
    }
    hist_subtract(all, part);
    for (int i = 0; i < 4; i++) {
        const int64_t expected = all_times[i] - part_times[i];
        left += expected;
        CHECK(hist_count_at(all, values[i]) == expected, "of %lld %lld are left, not %lld", (long long)values[i],
              (long long)hist_count_at(all, values[i]), (long long)expected);
    }
    CHECK(all->count == left && all->above_count == 0, "%lld are left", (long long)all->count);
    hist_destroy(all);
    hist_destroy(part);
}

static void
test_merging_billions_and_what_is_above(void)
{
    const int64_t wrap = INT64_C(1) << 32;
    struct hist *const all = hist_create(), *const part = hist_create();

    record_many(part, 10000, wrap + 3);
    record_many(part, 200000, 2 * wrap);
    hist_record(part, HIST_VALUE_NS_MAX + 1);
    hist_merge(all, part);
    hist_merge(all, part);
    CHECK(hist_count_at(all, 10000) == 2 * (wrap + 3), "%lld of the first", (long long)hist_count_at(all, 10000));
    CHECK(hist_count_at(all, 200000) == 4 * wrap, "%lld of the second", (long long)hist_count_at(all, 200000));
    CHECK(all->above_count == 2, "%lld are above the range", (long long)all->above_count);
    CHECK(all->sum_ns == 2 * part->sum_ns && all->count == 2 * part->count, "count and sum");
    hist_destroy(all);
    hist_destroy(part);
}

/* Which value was the least or the greatest is not known any more where it was taken out: its bucket says within which it was. */
static void
test_limits_after_subtracting(void)
{
    struct hist *const h = hist_create(), *const part = hist_create();

    hist_record(h, 5);
    hist_record(h, 100000);
    hist_record(h, 7000000);
    hist_record(part, 7000000);
    hist_subtract(h, part);
    CHECK(hist_min_ns(h) == 5, "the least stays exact where it stays: %lld", (long long)hist_min_ns(h));
    CHECK(h->max_ns >= 100000 && h->max_ns < 100100, "the greatest is %lld", (long long)h->max_ns);
    hist_reset(part);
    hist_record(part, 5);
    hist_subtract(h, part);
    CHECK(hist_slot(hist_min_ns(h)) == hist_slot(100000) && hist_slot(hist_min_ns(h) - 1) != hist_slot(100000),
          "the least is its bucket's own: %lld", (long long)hist_min_ns(h));
    hist_record(h, HIST_VALUE_NS_MAX + 7);
    hist_record(h, HIST_VALUE_NS_MAX + 9);
    hist_reset(part);
    hist_record(part, HIST_VALUE_NS_MAX + 7);
    hist_subtract(h, part);
    CHECK(h->above_count == 1 && h->max_ns == HIST_VALUE_NS_MAX + 9, "one above the range is left, %lld", (long long)h->max_ns);
    hist_reset(part);
    hist_record(part, 100000);
    hist_subtract(h, part);
    CHECK(hist_min_ns(h) == HIST_VALUE_NS_MAX + 1, "nothing but what is above the range: %lld", (long long)hist_min_ns(h));
    hist_destroy(h);
    hist_destroy(part);
}

/* The greatest that is left is found in whichever bucket it is, and stays exact where it stays. */
static void
test_the_greatest_that_is_left(void)
{
    struct hist *const h = hist_create(), *const part = hist_create();

    hist_record(part, 5000000);
    for (int64_t value_ns = 1000000; value_ns < 1000000 + 8 * 512; value_ns += 512) {
        hist_reset(h);
        hist_record(h, value_ns);
        hist_record(h, 5000000);
        hist_subtract(h, part);
        CHECK(hist_slot(h->max_ns) == hist_slot(value_ns), "of %lld is left %lld", (long long)value_ns, (long long)h->max_ns);
        hist_merge(h, part);
        hist_record(h, 5000001);
        hist_subtract(h, part);
        CHECK(h->max_ns == 5000001, "the greatest is %lld", (long long)h->max_ns);
    }
    hist_destroy(h);
    hist_destroy(part);
}

static void
test_few_values(void)
{
    struct hist *const h = hist_create(), *const one = hist_create();

    hist_record(one, 1000);
    hist_merge(h, one);
    CHECK(h->count == 1 && hist_min_ns(h) == 1000, "one value is merged, too");
    hist_record(h, 3000000);
    CHECK(hist_mean_ns(h) == 1500500, "the mean of 1000 and 3000000 is %g", hist_mean_ns(h));
    CHECK(fabs(hist_stddev_ns(h) / 1499500 - 1) < 1e-3, "the deviation of 1000 and 3000000 is %g", hist_stddev_ns(h));
    CHECK(hist_percentile_ns(h, 0) < 1001, "the lowest is %lld", (long long)hist_percentile_ns(h, 0));
    hist_subtract(h, one);
    CHECK(hist_min_ns(h) > 2990000, "without 1000 the lowest is %lld", (long long)hist_min_ns(h));
    hist_destroy(h);
    hist_destroy(one);
}

/* One value, values of nothing, and the least of two: where loops and ranks begin. */
static void
test_the_first_slot_and_the_first_rank(void)
{
    struct hist *const all = hist_create(), *const part = hist_create();

    hist_record(part, 7);
    CHECK(hist_mean_ns(part) == 7, "the mean of one value is %g", hist_mean_ns(part));
    CHECK(hist_stddev_ns(part) <= 1000, "the deviation of one value is %g", hist_stddev_ns(part));
    hist_reset(part);
    hist_record(part, 2000);
    hist_record(part, 5000);
    CHECK(hist_percentile_ns(part, 0) == 2000, "p0 of two is %lld", (long long)hist_percentile_ns(part, 0));
    hist_reset(part);
    hist_record(part, 0);
    hist_record(part, 5000);
    hist_merge(all, part);
    CHECK(hist_count_at(all, 0) == 1, "%lld of nothing are merged", (long long)hist_count_at(all, 0));
    hist_record(all, 0);
    hist_subtract(all, part);
    CHECK(all->count == 1 && hist_count_at(all, 0) == 1, "%lld of nothing are left", (long long)hist_count_at(all, 0));
    CHECK(hist_min_ns(all) == 0 && hist_slot(all->max_ns) == hist_slot(0), "they are from %lld to %lld",
          (long long)hist_min_ns(all), (long long)all->max_ns);
    hist_destroy(all);
    hist_destroy(part);
}

int
main(void)
{
    test_subtracting_a_part_leaves_the_rest();
    test_subtracting_billions();
    test_merging_billions_and_what_is_above();
    test_limits_after_subtracting();
    test_the_greatest_that_is_left();
    test_few_values();
    test_the_first_slot_and_the_first_rank();
    return check_result("test_hist_parts");
}
