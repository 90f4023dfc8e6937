#include "math/pacer.h"

#include <assert.h>
#include <math.h>

/* Streams apart from those of connections, schedule and back-off. */
#define GAP_STREAM UINT64_C(0x9ace000000000000)
#define PHASE_STREAM UINT64_C(0x9ace0fa5e0000000)

void
pacer_init(struct pacer *p, enum arrivals arrivals, double rate_per_s, int64_t shard, int64_t shard_count, uint64_t seed)
{
    const double gap_ns = (double)NS_PER_S / rate_per_s;

    assert(rate_per_s > 0);
    assert(shard >= 0 && shard < shard_count);
    *p = (struct pacer){
        .arrivals = arrivals,
        .shard = shard,
        .shard_count = shard_count,
        .gap_ns = arrivals == ARRIVALS_FIXED ? gap_ns : gap_ns * (double)shard_count,
    };
    rng_init(&p->gaps, seed, GAP_STREAM + (uint64_t)shard);
    rng_init(&p->phases, seed, PHASE_STREAM);
}

static double
grid_ns(const struct pacer *p)
{
    return ((double)(p->number * p->shard_count + p->shard) + p->phase) * p->gap_ns;
}

/* By inversion; 1 - u is above 0. */
static double
exponential_gap_ns(struct pacer *p)
{
    return -log(1 - rng_unit(&p->gaps)) * p->gap_ns;
}

void
pacer_begin(struct pacer *p)
{
    p->number = 0;
    p->phase = rng_unit(&p->phases); /* A random phase, so that short slices get their starts on average, whatever the gap. */
    p->next_ns = p->arrivals == ARRIVALS_FIXED ? grid_ns(p) : exponential_gap_ns(p);
}

void
pacer_advance(struct pacer *p)
{
    p->number++;
    p->next_ns = p->arrivals == ARRIVALS_FIXED ? grid_ns(p) : p->next_ns + exponential_gap_ns(p);
}
