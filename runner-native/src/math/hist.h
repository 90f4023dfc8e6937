#ifndef PLUMBLINE_MATH_HIST_H
#define PLUMBLINE_MATH_HIST_H

/*
 * A latency histogram with the buckets of HdrHistogram: lowest value 1, three significant digits, unit nanoseconds.
 *
 * Values from 1 us to 1 h are kept within 0.1 %. Everything shorter shares the first counter and reads as 999 ns, for no
 * round trip to a database is that short; that saves a thousand counters. Values above 1 h are counted apart, never clamped
 * into the last bucket. The count, the sum, the minimum and the maximum are exact.
 *
 * Threads: one histogram per thread, no locks; hist_merge() after the threads are joined.
 * Memory: sizeof(struct hist) < 260,000 bytes, one piece, no allocation after hist_create(). Only pages from the least to the largest
 * value are ever looked at: latencies that lie within a factor of ten take some 30 kB. Counters have 64 bits, which none exceeds.
 */

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define HIST_VALUE_NS_MAX INT64_C(3600000000000)

enum {
    HIST_SUB_BUCKET_BITS = 11,                             /* 2,048 >= 2 * 10^3: three significant digits. */
    HIST_HALF = 1 << (HIST_SUB_BUCKET_BITS - 1),           /* Counters of each power of two. */
    HIST_FLOOR_NS = 999,                                   /* Value of the first counter. */
    HIST_INDEX_MAX = 33420,                                /* HdrHistogram's index of HIST_VALUE_NS_MAX. */
    HIST_COUNTER_COUNT = HIST_INDEX_MAX - HIST_FLOOR_NS + 1,
    HIST_ENCODED_SIZE_MAX = 340 * 1024, /* Enough for hist_encode() of any histogram, its final NUL included. */
};

struct hist {
    int64_t count;       /* All values, those above the range included. */
    int64_t above_count; /* Values above HIST_VALUE_NS_MAX. */
    int64_t sum_ns;
    int64_t min_ns; /* INT64_MAX while empty; read it through hist_min_ns(). */
    int64_t max_ns;
    int64_t counter[HIST_COUNTER_COUNT];
};
_Static_assert(sizeof(struct hist) < 260000, "the promise is 260 kB for each histogram");

/* A new, empty histogram; NULL when out of memory. It takes memory where values fall: a page, 512 counters, at the first of them. */
struct hist *hist_create(void);

/* Makes an empty one of memory of the caller that is all 0, and touches its first page alone: recording takes the others. */
void hist_begin(struct hist *zeroed);

/* NULL is fine. */
void hist_destroy(struct hist *h);

/* Makes `h` empty, whatever it held: also for a histogram inside memory of the caller. */
void hist_reset(struct hist *h);

/* Adds all values of `from` to `into`, another histogram. */
void hist_merge(struct hist *into, const struct hist *from);

/* Takes all values of `part` out of `from`, which holds them. Where they may have been its extremes, the minimum and the maximum
 * become the limits of the outermost buckets that are left. */
void hist_subtract(struct hist *from, const struct hist *part);

/* The highest value of the bucket that holds rank ceil(percentile / 100 * count), at least rank 1, as HdrHistogram has it.
 * Never above the maximum. `percentile` is from 0 to 100. A rank among the values above the range gives the exact maximum.
 * 0 when empty. */
int64_t hist_percentile_ns(const struct hist *h, double percentile);

/* 0 when empty. */
int64_t hist_min_ns(const struct hist *h);

/* 0 when empty. */
double hist_mean_ns(const struct hist *h);

/* Standard deviation of the middles of the buckets: within 0.1 %, as they are. 0 when empty; values above the range are left out. */
double hist_stddev_ns(const struct hist *h);

/* How many values the bucket of `value_ns` holds. */
int64_t hist_count_at(const struct hist *h, int64_t value_ns);

/* Writes `h` as HdrHistogram V2, in a zlib stream of stored blocks, in base64, ended by NUL: hdr-histogram-js, the Python
 * package hdrhistogram and HdrHistogram's own tools read it. Values above the range are not part of the format and left out.
 * Returns the length without the NUL, or 0 when `out_size` is too small (HIST_ENCODED_SIZE_MAX never is). */
size_t hist_encode(const struct hist *h, char *out, size_t out_size);

/* HdrHistogram's log-linear index with a unit of 1: linear up to 2,048, then 1,024 steps for each power of two. */
static inline uint32_t
hist_hdr_index(int64_t value_ns)
{
    const uint64_t value = (uint64_t)value_ns;
    const int bucket = 64 - __builtin_clzll(value | (2 * HIST_HALF - 1)) - HIST_SUB_BUCKET_BITS;

    return ((uint32_t)bucket << (HIST_SUB_BUCKET_BITS - 1)) + (uint32_t)(value >> bucket);
}

static inline uint32_t
hist_slot(int64_t value_ns)
{
    return hist_hdr_index(value_ns < HIST_FLOOR_NS ? HIST_FLOOR_NS : value_ns) - HIST_FLOOR_NS;
}

/* Records one latency. A monotonic clock does not go back: a negative value is a bug of the caller. */
static inline void
hist_record(struct hist *h, int64_t value_ns)
{
    assert(value_ns >= 0);
    h->count++;
    h->sum_ns += value_ns;
    h->min_ns = value_ns < h->min_ns ? value_ns : h->min_ns;
    h->max_ns = value_ns > h->max_ns ? value_ns : h->max_ns;
    if (__builtin_expect(value_ns > HIST_VALUE_NS_MAX, 0)) {
        h->above_count++;
        return;
    }
    h->counter[hist_slot(value_ns)]++;
}

#endif
