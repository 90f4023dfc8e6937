#include "catalog/lane.h"

#include <assert.h>

int64_t
lane_pick(const struct lane *l, struct rng *r)
{
    const int64_t readable = lane_readable(l);

    assert(readable > 0);
    const int64_t number = (int64_t)rng_below(r, (uint64_t)readable);
    if (number < l->prepared_count)
        return number;
    /* A number of any lane stands for the one of this lane that was taken in the same turn. */
    const int64_t turn = (number - l->prepared_count) / l->lane_count;
    return l->prepared_count + l->lane + turn * l->lane_count;
}
