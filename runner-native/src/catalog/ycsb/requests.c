/*
 * The record that a request is for, and the names of records: docs/workloads.md section 1.15.
 */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "catalog/ycsb/ycsb.h"
#include "math/pgbench_random.h"

uint64_t
ycsb_hash(int64_t number)
{
    const int64_t hash = pgbench_hash_fnv1a(number, 0);

    return hash < 0 ? -(uint64_t)hash : (uint64_t)hash;
}

/* Uniform above 0 and up to 1. */
static double
unit_above_0(uint64_t bits)
{
    return (double)((bits >> 11) + 1) * 0x1.0p-53;
}

/*
 * With n records, a rank moves to the one that is added with probability 1 / (n + 1): Lamping and Veach, "A Fast, Minimal Memory,
 * Consistent Hash Algorithm" (2014), begun at the records of prepare. The next count at which it moves is drawn at once: it is
 * beyond c with probability n / c.
 */
int64_t
ycsb_record_of_rank(int64_t rank, int64_t loaded, int64_t readable)
{
    const uint64_t hash = ycsb_hash(rank);
    uint64_t bits = hash;
    int64_t record = (int64_t)(hash % (uint64_t)loaded);

    for (double next = (double)loaded;; next++) {
        bits = rng_mix(bits + 1);
        next = floor(next / unit_above_0(bits));
        if (next >= (double)readable)
            return record;
        record = (int64_t)next;
    }
}

/* A rank from 1 among `count` records. */
static int64_t
draw_rank(const struct dist *records, int64_t count, struct rng *r)
{
    if (count == records->high)
        return dist_draw(records, r);
    struct dist grown = *records;
    dist_set_high(&grown, count);
    return dist_draw(&grown, r);
}

static int64_t
draw_hotspot(const struct ycsb_options *y, int64_t loaded, struct rng *r)
{
    const int64_t hot = (int64_t)((double)loaded * y->hotspot_data_fraction);
    const bool is_hot = hot == loaded || (hot > 0 && rng_unit(r) < y->hotspot_operation_fraction);

    return is_hot ? (int64_t)rng_below(r, (uint64_t)hot) : hot + (int64_t)rng_below(r, (uint64_t)(loaded - hot));
}

/* How far behind the latest. What lies beyond the records is drawn again, as YCSB does; where that is nearly all, the draw is one of
 * those within by inversion, or it would take for ever. */
static int64_t
draw_distance(const struct ycsb_options *y, int64_t readable, struct rng *r)
{
    const double mean = (double)y->record_count * y->exponential_fraction / -log(1 - y->exponential_percentile / 100);
    const double share_within = -expm1(-(double)readable / mean);
    double distance;

    if (share_within < 0.01)
        return (int64_t)fmin(-log1p(-rng_unit(r) * share_within) * mean, (double)(readable - 1));
    do
        distance = floor(-log(1 - rng_unit(r)) * mean);
    while (distance >= (double)readable);
    return (int64_t)distance;
}

static int64_t
draw_record(const struct workload_options *o, const struct ycsb_source *s, const struct lane *lane, int64_t visit,
            struct rng *r)
{
    const int64_t loaded = lane->prepared_count, readable = lane_readable(lane);

    switch ((enum ycsb_requests)ycsb(o)->requests) {
    case REQUESTS_UNIFORM: break;
    case REQUESTS_ZIPFIAN: return ycsb_record_of_rank(dist_draw(&s->ranks, r) - 1, loaded, readable);
    case REQUESTS_ZIPFIAN_EXACT: return draw_rank(&s->records, readable, r) - 1;
    case REQUESTS_LATEST: return readable - draw_rank(&s->records, readable, r);
    case REQUESTS_SEQUENTIAL: return (lane->lane + visit * lane->lane_count) % loaded;
    case REQUESTS_HOTSPOT: return draw_hotspot(ycsb(o), loaded, r);
    case REQUESTS_EXPONENTIAL: return readable - 1 - draw_distance(ycsb(o), readable, r);
    }
    return (int64_t)rng_below(r, (uint64_t)loaded);
}

int64_t
ycsb_pick(const struct workload_options *o, const struct ycsb_source *s, const struct lane *lane, int64_t visit, struct rng *r)
{
    return lane_own(lane, draw_record(o, s, lane, visit, r));
}

int
ycsb_key(const struct workload_options *o, int64_t number, char *out)
{
    const int64_t record = ycsb(o)->insert_start + number;
    const uint64_t shown = ycsb(o)->insert_order == 1 ? (uint64_t)record : ycsb_hash(record);

    return snprintf(out, YCSB_KEY_SIZE, "user%0*" PRIu64, (int)ycsb(o)->zero_padding, shown);
}

const char *
ycsb_value(const struct ycsb_source *s, struct rng *r, int *length)
{
    *length = (int)dist_draw(&s->field_lengths, r);
    return pool_slice(&s->pool, r, (size_t)*length);
}
