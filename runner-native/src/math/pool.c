#include "math/pool.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How many places there are to cut at; besides, the pool has room for the longest slice. */
enum { PLACE_COUNT = 64 * 1024 };

/* Bytes of which the first are random and the others zero: as many as a value has, so that none is all of one kind, within the
 * limits of what compressors find at little cost and of what keeps the parts of a long value alike. */
enum { STRETCH_MIN = 16, STRETCH_MAX = 256 };

/* The bytes are the same in every run: what differs is where they are cut. */
#define POOL_SEED UINT64_C(0x9e3779b97f4a7c15)

static size_t
random_count_of(size_t slice_mean, double compression_ratio)
{
    const size_t wanted = slice_mean < STRETCH_MIN ? STRETCH_MIN : slice_mean > STRETCH_MAX ? STRETCH_MAX : slice_mean;
    const size_t count = (size_t)lround((double)wanted / compression_ratio);

    return count > 0 ? count : 1;
}

bool
pool_init(struct pool *p, size_t slice_min, size_t slice_max, double compression_ratio)
{
    const size_t random_count = random_count_of((slice_min + slice_max) / 2, compression_ratio);
    const size_t stretch = (size_t)lround((double)random_count * compression_ratio);
    struct rng r;

    assert(compression_ratio >= 1);

    *p = (struct pool){.slice_max = slice_max};
    if (slice_max == 0)
        return true;
    p->size = (PLACE_COUNT + slice_max + 7) / 8 * 8;
    p->bytes = malloc(p->size);
    if (!p->bytes)
        return false;
    rng_init(&r, POOL_SEED, 0);
    for (size_t at = 0; at < p->size; at += sizeof(uint64_t)) {
        const uint64_t bits = rng_u64(&r);
        memcpy(p->bytes + at, &bits, sizeof bits);
    }
    for (size_t at = 0; at < p->size; at++)
        if (at % stretch >= random_count)
            p->bytes[at] = 0;
    return true;
}

void
pool_free(struct pool *p)
{
    free(p->bytes);
    *p = (struct pool){0};
}

const char *
pool_slice(const struct pool *p, struct rng *r, size_t length)
{
    assert(length <= p->slice_max);
    return p->bytes + rng_below(r, PLACE_COUNT);
}
