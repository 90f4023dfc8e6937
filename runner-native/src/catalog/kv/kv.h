#ifndef PLUMBLINE_CATALOG_KV_KV_H
#define PLUMBLINE_CATALOG_KV_KV_H

/*
 * kv: reads and writes of single keys, from docs/workloads.md section 1.11. KV95 is --read-percent=95.
 */

#include "catalog/family.h"
#include "catalog/kv/options.h"
#include "catalog/schema.h"
#include "math/dist.h"
#include "math/pool.h"

/* What keys and values are drawn from. */
struct kv_source {
    struct dist zipf; /* Of --zipfian, over the numbers from 1. */
    struct pool pool; /* Values are cut from it. */
};

static inline const struct kv_source *
kv_source(const void *source)
{
    return source;
}

/* The key of a number: scattered over all of int64, or the number itself with --sequential. */
int64_t kv_key(const struct workload_options *o, int64_t number);

extern const struct family kv_family;
extern const struct statement kv_statements[];
extern const struct workload kv_workloads[];
extern const struct schema kv_schema;

#endif
