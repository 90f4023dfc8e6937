/*
 * The histogram: whatever is recorded, merged and taken away again, counts add up, percentiles are those of the values, and it encodes.
 *
 * The input is latencies of eight bytes; the low bit says which of two histograms one goes to, the next six how large it is. The counters
 * are some thirty thousand, so each is gone through as seldom as possible: a run has a few percentiles, which its values choose.
 */

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "math/hist.h"

enum { VALUE_COUNT_MAX = 1024, PERCENTILE_COUNT = 3 };

struct values {
    int64_t ns[VALUE_COUNT_MAX];
    int count;
    int64_t sum_ns;
};

static int
compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* What the bucket of a value reads as: up to a thousandth above it. One above the range is told as the greatest of all. */
static bool
may_read_as(int64_t value_ns, int64_t read_ns, int64_t max_ns)
{
    if (value_ns > HIST_VALUE_NS_MAX)
        return read_ns == max_ns;
    if (value_ns < HIST_FLOOR_NS)
        return read_ns == (max_ns < HIST_FLOOR_NS ? max_ns : HIST_FLOOR_NS);
    return read_ns >= value_ns && read_ns <= value_ns + value_ns / 1000 && read_ns <= max_ns;
}

static void
check_percentile(const struct hist *h, const struct values *sorted, int thousandths)
{
    const int64_t read_ns = hist_percentile_ns(h, thousandths / 1000.0);
    const int rank = (int)(((int64_t)thousandths * sorted->count + 99999) / 100000);

    if (sorted->count == 0)
        FUZZ_CHECK(read_ns == 0);
    else
        FUZZ_CHECK(may_read_as(sorted->ns[rank > 0 ? rank - 1 : 0], read_ns, h->max_ns));
}

static void
check_percentiles(const struct hist *h, struct values *v)
{
    qsort(v->ns, (size_t)v->count, sizeof v->ns[0], compare);
    check_percentile(h, v, 0);
    check_percentile(h, v, 100000);
    for (int i = 0; i < PERCENTILE_COUNT; i++)
        check_percentile(h, v, (int)((v->sum_ns / (i * 1000 + 1) + i * 33333) % 100001));
    FUZZ_CHECK(hist_min_ns(h) == (v->count > 0 ? v->ns[0] : 0));
    FUZZ_CHECK(v->count == 0 || h->max_ns == v->ns[v->count - 1]);
    FUZZ_CHECK(v->count == 0 || fabs(hist_mean_ns(h) - (double)v->sum_ns / v->count) < 1);
}

static void
check_counters(const struct hist *h)
{
    int64_t count = h->above_count;

    for (uint32_t slot = 0; slot < HIST_COUNTER_COUNT; slot++)
        count += h->counter[slot];
    FUZZ_CHECK(count == h->count);
}

/* In as much memory as it needs, and in one byte less. */
static void
check_encoding(const struct hist *h)
{
    static char text[HIST_ENCODED_SIZE_MAX];

    const size_t length = hist_encode(h, text, sizeof text);
    FUZZ_CHECK(length > 0);
    FUZZ_CHECK(strlen(text) == length);
    FUZZ_CHECK(hist_encode(h, text, length) == 0);
    char *const exact = malloc(length + 1);
    FUZZ_CHECK(exact && hist_encode(h, exact, length + 1) == length && memcmp(exact, text, length + 1) == 0);
    free(exact);
}

/* What was merged is taken away again: the counts are those of before. */
static void
check_subtraction(struct hist *merged, const struct hist *kept, const struct hist *taken)
{
    hist_subtract(merged, taken);
    FUZZ_CHECK(merged->count == kept->count && merged->above_count == kept->above_count);
    FUZZ_CHECK(merged->sum_ns == kept->sum_ns);
    FUZZ_CHECK(memcmp(merged->counter, kept->counter, sizeof merged->counter) == 0);
    FUZZ_CHECK(merged->count == 0 || (merged->min_ns <= kept->min_ns && merged->max_ns >= kept->max_ns));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct hist part[2], merged;
    static struct values values;

    hist_reset(&part[0]);
    hist_reset(&part[1]);
    hist_reset(&merged);
    values = (struct values){.count = 0};
    for (; size >= 8 && values.count < VALUE_COUNT_MAX; data += 8, size -= 8) {
        uint64_t bits;
        memcpy(&bits, data, sizeof bits);
        const int64_t value_ns = (int64_t)(bits >> 7 >> (bits >> 1 & 63));
        /* The sum of 2^63 ns is 292 years: not what is looked at here. */
        if (value_ns > 1000 * HIST_VALUE_NS_MAX)
            continue;
        hist_record(&part[bits & 1], value_ns);
        values.ns[values.count++] = value_ns;
        values.sum_ns += value_ns;
    }
    hist_merge(&merged, &part[0]);
    hist_merge(&merged, &part[1]);
    FUZZ_CHECK(merged.count == values.count);
    FUZZ_CHECK(merged.sum_ns == values.sum_ns);
    check_counters(&merged);
    check_percentiles(&merged, &values);
    check_encoding(&merged);
    check_subtraction(&merged, &part[0], &part[1]);
    return 0;
}
