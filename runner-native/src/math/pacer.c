#include "math/pacer.h"

#include <assert.h>
#include <math.h>

/* Streams apart from those of connections, schedule and back-off. */
#define GAP_STREAM UINT64_C(0x9ace000000000000)
#define PHASE_STREAM UINT64_C(0x9ace0fa5e0000000)

void
pacer_init(struct pacer *p, enum arrivals arrivals, double rate_per_s, const struct pacer_share *share, uint64_t seed)
{
    const double per_ns = rate_per_s / (double)NS_PER_S;
    const double part = (double)share->conn_count / (double)share->conn_total / (double)share->shard_count;

    assert(rate_per_s > 0);
    assert(share->conn_count > 0);
    assert(share->first_conn + share->conn_count <= share->conn_total);
    *p = (struct pacer){
        .arrivals = arrivals,
        .share = *share,
        .gap_ns = arrivals == ARRIVALS_FIXED ? 1 / per_ns : 1 / (per_ns * part),
    };
    rng_init(&p->gaps, seed, GAP_STREAM + (uint64_t)(share->shard * share->worker_count + share->worker));
    rng_init(&p->phases, seed, PHASE_STREAM);
}

/* The place on the grid of this pacer's connection number `i`: first one connection of each worker, then the next of each. The
 * workers that have one more than others come last, in their order. */
static int64_t
slot_of(const struct pacer_share *s, int64_t i)
{
    const int64_t each = s->conn_total / s->worker_count;

    if (i < each)
        return i * s->worker_count + s->worker;
    return each * s->worker_count + (s->first_conn - s->worker * each);
}

static double
grid_ns(const struct pacer *p)
{
    const struct pacer_share *const s = &p->share;
    const int64_t round = p->number / s->conn_count;
    const int64_t slot = round * s->conn_total + slot_of(s, p->number % s->conn_count);

    return ((double)(slot * s->shard_count + s->shard) + p->phase) * p->gap_ns;
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
    p->phase = rng_unit(&p->phases); /* So that short slices get their starts on average, whatever the gap. */
    p->next_ns = p->arrivals == ARRIVALS_FIXED ? grid_ns(p) : exponential_gap_ns(p);
}

void
pacer_advance(struct pacer *p)
{
    p->number++;
    p->next_ns = p->arrivals == ARRIVALS_FIXED ? grid_ns(p) : p->next_ns + exponential_gap_ns(p);
}
