/*
 * The histogram: whatever is recorded and merged, counts add up, percentiles do not fall, and it encodes.
 *
 * The input is latencies of eight bytes; the low bit says which of two histograms one goes to, the next six how large it is.
 */

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "math/hist.h"

static void
check_percentiles(const struct hist *h)
{
    int64_t before_ns = 0;

    for (int step = 0; step <= 40; step++) {
        const int64_t value_ns = hist_percentile_ns(h, step * 2.5);
        FUZZ_CHECK(value_ns >= before_ns);
        FUZZ_CHECK(value_ns <= h->max_ns || h->count == 0);
        before_ns = value_ns;
    }
    FUZZ_CHECK(before_ns == h->max_ns);
}

static void
check_counters(const struct hist *h)
{
    int64_t count = h->above_count;

    for (uint32_t slot = 0; slot < HIST_COUNTER_COUNT; slot++)
        count += h->counter[slot];
    FUZZ_CHECK(count == h->count);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hist *part[2] = {hist_create(), hist_create()};
    struct hist *const merged = hist_create();
    char *const text = malloc(HIST_ENCODED_SIZE_MAX);
    int64_t sum_ns = 0;

    for (; size >= 8; data += 8, size -= 8) {
        uint64_t bits;
        memcpy(&bits, data, sizeof bits);
        const int64_t value_ns = (int64_t)(bits >> 7 >> (bits >> 1 & 63));
        /* The sum of 2^63 ns is 292 years: not what is looked at here. */
        if (value_ns > 1000 * HIST_VALUE_NS_MAX)
            continue;
        hist_record(part[bits & 1], value_ns);
        sum_ns += value_ns;
    }
    hist_merge(merged, part[0]);
    hist_merge(merged, part[1]);
    FUZZ_CHECK(merged->count == part[0]->count + part[1]->count);
    FUZZ_CHECK(merged->sum_ns == sum_ns);
    FUZZ_CHECK(merged->count == 0 || merged->min_ns <= merged->max_ns);
    check_counters(merged);
    check_percentiles(merged);

    const size_t length = hist_encode(merged, text, HIST_ENCODED_SIZE_MAX);
    FUZZ_CHECK(length > 0);
    FUZZ_CHECK(strlen(text) == length);
    FUZZ_CHECK(hist_encode(merged, text, length) == 0);
    FUZZ_CHECK(hist_encode(merged, text, length + 1) == length);
    free(text);
    hist_destroy(merged);
    hist_destroy(part[0]);
    hist_destroy(part[1]);
    return 0;
}
