#ifndef PLUMBLINE_MATH_PACER_H
#define PLUMBLINE_MATH_PACER_H

/*
 * When events are meant to start in an open loop (--rate): pure numbers, planned from the seed and from nothing that happens.
 * A pacer plans the starts of one process, however many workers it has. With several (--shard) the plans together have the rate.
 *
 * poisson: independent users. Gaps are exponential; the pacers of the shards are independent, and a sum of Poisson processes
 *          is one.
 * fixed:   one grid of equal gaps, which the shards take in turn.
 *
 * A pacer is a plain value: a copy plans the same starts again. One owner at a time.
 */

#include "base/base.h"
#include "math/rate_plan.h"
#include "math/rng.h"

enum arrivals { ARRIVALS_POISSON, ARRIVALS_FIXED };

struct pacer {
    enum arrivals arrivals;
    int64_t shard, shard_count; /* This process, from 0, of so many. */
    const struct rate_plan *plan; /* NULL: the rate is one. */
    int64_t elapsed_ns; /* Beginning of this slice in the plan; below 0: before it, with its first rate. */
    double gap; /* Poisson: the mean between two of this pacer's. Fixed: the width of the grid. In ns, of a plan in events. */
    double next; /* The next start, in the same unit. */
    double next_ns; /* Its offset. */
    double phase; /* Fixed: of the grid of this slice, in gaps, from 0 to 1. */
    int64_t number; /* Fixed: of the next start among this pacer's. */
    struct rng gaps;
    struct rng phases; /* The same for all pacers of a seed. */
};

/* `rate_per_s` > 0 is that of all shards together. Call pacer_begin() before anything else. */
void pacer_init(struct pacer *p, enum arrivals arrivals, double rate_per_s, int64_t shard, int64_t shard_count, uint64_t seed);

/* Plans by the rates of `plan` from the next slice on; it stays where it is. */
void pacer_follow(struct pacer *p, const struct rate_plan *plan);

/* Begins a slice `elapsed_ns` after the beginning of the plan; below 0: before it. */
void pacer_begin_at(struct pacer *p, int64_t elapsed_ns);

/* Begins a new slice: offsets count from 0 again. The pacers of all shards begin the same number of slices. */
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
