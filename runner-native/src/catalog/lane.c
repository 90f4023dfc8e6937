#include "catalog/lane.h"

#include <assert.h>

int64_t
lane_pick(const struct lane *l, struct rng *r)
{
    const int64_t readable = lane_readable(l);

    assert(readable > 0);
    return lane_own(l, (int64_t)rng_below(r, (uint64_t)readable));
}

int64_t
lane_own(const struct lane *l, int64_t number)
{
    if (number < l->prepared_count)
        return number;
    const int64_t turn = (number - l->prepared_count) / l->lane_count;
    return l->prepared_count + l->lane + turn * l->lane_count;
}
