#ifndef PLUMBLINE_CATALOG_YCSB_YCSB_H
#define PLUMBLINE_CATALOG_YCSB_YCSB_H

/*
 * YCSB's core workloads A to F over one table, from docs/workloads.md section 1.15.
 */

#include "catalog/family.h"
#include "catalog/lane.h"
#include "catalog/schema.h"
#include "catalog/ycsb/options.h"
#include "math/dist.h"
#include "math/pool.h"

enum { YCSB_KEY_SIZE = 32 };

/* What keys and values are drawn from. */
struct ycsb_source {
    struct dist ranks;         /* Of zipfian requests, from 1. */
    struct dist records;       /* Of zipfian-exact and latest, from 1 to the records of prepare. */
    struct dist scan_lengths;
    struct dist field_lengths;
    struct pool pool;          /* Values are cut from it. */
};

static inline const struct ycsb_source *
ycsb_source(const void *source)
{
    return source;
}

/* The hash by which keys and hot records are scattered: YCSB's fnvhash64(), FNV-1a without its sign. */
uint64_t ycsb_hash(int64_t number);

/* Of the records from 0 to `readable` - 1, `loaded` of which prepare made, the one that a rank of zipfian, from 0, is about. When a
 * record is added, a rank stays where it is or moves to the new record, which so gets the share of ranks that it is due. */
int64_t ycsb_record_of_rank(int64_t rank, int64_t loaded, int64_t readable);

/* The record of a request, as the number of the lane: from 0, of those that are surely there. `visit`: how many requests of the
 * lane came before, for sequential ones. */
int64_t ycsb_pick(const struct workload_options *o, const struct ycsb_source *s, const struct lane *lane, int64_t visit,
                  struct rng *r);

/* Writes the key of the record with this number of the lane, and returns its length. `out` has room for YCSB_KEY_SIZE bytes. */
int ycsb_key(const struct workload_options *o, int64_t number, char *out);

/* A value of a field; it stays where it is. */
const char *ycsb_value(const struct ycsb_source *s, struct rng *r, int *length);

extern const struct family ycsb_family;
extern const struct statement ycsb_statements[];
extern const struct workload ycsb_workloads[];
extern const struct schema ycsb_schema;

/* What `check` looks for. */
const struct condition *ycsb_condition(const struct workload_options *o, size_t index);

#endif
