#ifndef PLUMBLINE_CATALOG_KV_KV_H
#define PLUMBLINE_CATALOG_KV_KV_H

/*
 * kv: reads and writes of single keys, from docs/workloads.md section 1.11. KV95 is --read-percent=95.
 */

#include "catalog/family.h"
#include "catalog/schema.h"
#include "math/dist.h"
#include "math/pool.h"

/* Options. */

struct kv_options {
    int64_t read_percent;
    bool stationary;
    int64_t del_percent;
    int64_t span_percent;
    int64_t follower_read_percent; /* Per cent of the reads. */
    int64_t span_limit; /* 0: a span is the whole table. */
    int64_t batch;
    int64_t min_block_bytes;
    int64_t max_block_bytes;
    double target_compression_ratio;
    bool sfu_writes;
    int64_t cycle_length;
    bool sequential;
    bool zipfian;
    double zipfian_s;
    double zipfian_v;
    bool zipfian_scatter;
    int64_t insert_count;
    bool insert_evenly;
    const char *write_seq;
    int64_t written_count; /* Keys of write_seq; -1: it cannot be read. */
    int64_t timeout_ns;    /* 0: the server's own. */
    char timeout_sql[48];
    bool range_key_partitioning;
    int64_t splits;
    bool scatter;
    bool secondary_index;
};
_Static_assert(sizeof(struct kv_options) <= FAMILY_OPTIONS_SIZE, "a family's options have their room");

static inline const struct kv_options *
kv(const struct workload_options *o)
{
    return (const struct kv_options *)(const void *)o->family;
}

extern const struct option_group kv_option_groups[1];
extern const struct absent_option kv_absent_options[];

/* Settles what follows from other options, once all are known. */
void kv_settle(struct workload_options *o);

/* ERR_USAGE with the reason and the way out when the options do not go together, or the dialect cannot do what they ask for. */
enum err kv_check(const struct workload_options *o, struct diag *d);

/* Tables, statements and workloads. */

/* Source of keys and values. */
struct kv_source {
    struct dist zipf; /* Distribution of --zipfian, over the numbers from 1. */
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
