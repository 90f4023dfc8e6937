#ifndef PLUMBLINE_CATALOG_LANE_H
#define PLUMBLINE_CATALOG_LANE_H

/*
 * Numbers 0, 1, 2 ... that become keys: each connection has every N-th number as its lane. So no two connections ever write the same
 * new key, and none needs to ask another; a connection reads what prepare made and what it wrote itself, and so knows that the row
 * must be there. Over all connections, reads are uniform over all keys.
 */

#include <assert.h>

#include "base/base.h"
#include "math/rng.h"

/* State of a run's numbers, seen from one lane. */
struct lane {
    int64_t prepared_count; /* Numbers below it were there before the run. */
    int64_t lane_count;
    int64_t lane;
    int64_t taken_count;    /* Numbers that this lane has taken. */
};

/* The next number of the lane. */
static inline int64_t
lane_next(const struct lane *l)
{
    return l->prepared_count + l->lane + l->taken_count * l->lane_count;
}

/* How many numbers may be read, the lanes of all connections taken as being as far as this one. */
static inline int64_t
lane_readable(const struct lane *l)
{
    return l->prepared_count + l->taken_count * l->lane_count;
}

/* A number below lane_readable() as this lane may read it: one that a run took, of any lane, stands for the one that this lane took in
 * the same turn. */
static inline int64_t
lane_own(const struct lane *l, int64_t number)
{
    if (number < l->prepared_count)
        return number;
    const int64_t turn = (number - l->prepared_count) / l->lane_count;
    return l->prepared_count + l->lane + turn * l->lane_count;
}

/* One of the numbers that are surely there; lane_readable() > 0. */
static inline int64_t
lane_pick(const struct lane *l, struct rng *r)
{
    const int64_t readable = lane_readable(l);

    assert(readable > 0);
    return lane_own(l, (int64_t)rng_below(r, (uint64_t)readable));
}

#endif
