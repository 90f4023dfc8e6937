#ifndef PLUMBLINE_MATH_PACER_H
#define PLUMBLINE_MATH_PACER_H

/*
 * When events are meant to start in an open loop (--rate): pure numbers, planned from the seed and from nothing that happens.
 * The plan of all pacers together has the rate; each pacer is one worker's part of it.
 *
 * poisson: independent users. Gaps are exponential; the pacers are independent, and a sum of Poisson processes is one.
 * fixed:   one grid of equal gaps over all connections of all workers of all shards. Neighbours on the grid belong to
 *          different shards, and then to different workers.
 *
 * A pacer is a plain value: a copy plans the same starts again. One owner at a time.
 */

#include "base/base.h"
#include "math/rng.h"

enum arrivals { ARRIVALS_POISSON, ARRIVALS_FIXED };

/* Whose starts: those of `conn_count` connections from `first_conn` on, out of `conn_total`, as they are split over workers:
 * each has either conn_total / worker_count of them or one more. */
struct pacer_share {
    int64_t worker, worker_count;
    int64_t first_conn, conn_count, conn_total;
    int64_t shard, shard_count; /* This process, from 0, of so many. */
};

struct pacer {
    enum arrivals arrivals;
    struct pacer_share share;
    double gap_ns;      /* Poisson: the mean between two of this pacer's. Fixed: the width of the grid. */
    double next_ns;     /* Offset of the next start. */
    double phase;       /* Fixed: of the grid of this slice, in gaps, from 0 to 1. */
    int64_t number;     /* Fixed: of the next start among this pacer's. */
    struct rng gaps;
    struct rng phases;  /* The same for all pacers of a seed. */
};

/* `rate_per_s` > 0 is that of all shards together. Call pacer_begin() before anything else. */
void pacer_init(struct pacer *p, enum arrivals arrivals, double rate_per_s, const struct pacer_share *share, uint64_t seed);

/* Begins a new slice: offsets count from 0 again. All pacers of a plan begin the same number of slices. */
void pacer_begin(struct pacer *p);

/* Goes on to the start after the next. */
void pacer_advance(struct pacer *p);

/* Offset of the next start from the beginning of the slice. Never goes back. */
static inline int64_t
pacer_next_ns(const struct pacer *p)
{
    return (int64_t)p->next_ns;
}

#endif
