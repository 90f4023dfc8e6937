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
        .gap = arrivals == ARRIVALS_FIXED ? gap_ns : gap_ns * (double)shard_count,
    };
    rng_init(&p->gaps, seed, GAP_STREAM + (uint64_t)shard);
    rng_init(&p->phases, seed, PHASE_STREAM);
}

void
pacer_follow(struct pacer *p, const struct rate_plan *plan)
{
    p->plan = plan;
    p->gap = p->arrivals == ARRIVALS_FIXED ? 1 : (double)p->shard_count;
}

static double
grid(const struct pacer *p)
{
    return ((double)(p->number * p->shard_count + p->shard) + p->phase) * p->gap;
}

/* An exponential gap by inversion; 1 - u is above 0. */
static double
exponential_gap(struct pacer *p)
{
    return -log(1 - rng_unit(&p->gaps)) * p->gap;
}

/* When `p->next` is. */
static void
settle(struct pacer *p)
{
    if (!p->plan) {
        p->next_ns = fmin(p->next, RATE_PLAN_NEVER);
    } else if (p->elapsed_ns < 0) {
        const double rate_per_s = p->plan->stages[0].to_per_s;
        p->next_ns = rate_per_s > 0 ? p->next * (double)NS_PER_S / rate_per_s : RATE_PLAN_NEVER;
    } else {
        const double begun = rate_plan_events(p->plan, (double)p->elapsed_ns);
        p->next_ns = fmax(0, rate_plan_time_ns(p->plan, begun + p->next) - (double)p->elapsed_ns);
    }
}

void
pacer_begin(struct pacer *p)
{
    pacer_begin_at(p, 0);
}

void
pacer_begin_at(struct pacer *p, int64_t elapsed_ns)
{
    p->elapsed_ns = elapsed_ns;
    p->number = 0;
    p->phase = rng_unit(&p->phases); /* A random phase, so that short slices get their starts on average, whatever the gap. */
    p->next = p->arrivals == ARRIVALS_FIXED ? grid(p) : exponential_gap(p);
    settle(p);
}

void
pacer_advance(struct pacer *p)
{
    p->number++;
    p->next = p->arrivals == ARRIVALS_FIXED ? grid(p) : p->next + exponential_gap(p);
    settle(p);
}
