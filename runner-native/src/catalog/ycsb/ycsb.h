#ifndef PLUMBLINE_CATALOG_YCSB_YCSB_H
#define PLUMBLINE_CATALOG_YCSB_YCSB_H

/*
 * YCSB's core workloads A to F over one table, from docs/workloads.md section 1.15.
 */

#include "catalog/family.h"
#include "catalog/lane.h"
#include "catalog/schema.h"
#include "math/dist.h"
#include "math/pool.h"

/* Options. */

enum ycsb_operation { YCSB_READ, YCSB_UPDATE, YCSB_INSERT, YCSB_SCAN, YCSB_RMW, YCSB_OPERATION_COUNT };

enum ycsb_requests {
    REQUESTS_UNIFORM,
    REQUESTS_ZIPFIAN,       /* Over 10^10 ranks that are hashed onto the records, as YCSB's. */
    REQUESTS_ZIPFIAN_EXACT, /* Over the records: number k has weight 1 / (k + 1)^theta. */
    REQUESTS_LATEST,
    REQUESTS_SEQUENTIAL,
    REQUESTS_HOTSPOT,
    REQUESTS_EXPONENTIAL,
};

enum ycsb_lengths { LENGTHS_CONSTANT, LENGTHS_UNIFORM, LENGTHS_ZIPFIAN };

struct ycsb_options {
    double proportions[YCSB_OPERATION_COUNT];
    unsigned requests; /* enum ycsb_requests */
    double zipfian_theta;
    double hotspot_data_fraction;
    double hotspot_operation_fraction;
    double exponential_percentile;
    double exponential_fraction;
    int64_t record_count;
    int64_t insert_start;
    unsigned insert_order; /* 0: hashed, 1: ordered. */
    int64_t zero_padding;
    int64_t field_count;
    int64_t field_length;
    unsigned field_lengths; /* enum ycsb_lengths */
    bool write_all_fields;
    int64_t min_scan_length;
    int64_t max_scan_length;
    unsigned scan_lengths; /* 0: uniform, 1: zipfian. */
    bool rmw_transaction;
    bool range_key_partitioning;
    const char *property_file; /* NULL: none was given. */
};
_Static_assert(sizeof(struct ycsb_options) <= FAMILY_OPTIONS_SIZE, "a family's options have their room");

static inline const struct ycsb_options *
ycsb(const struct workload_options *o)
{
    return (const struct ycsb_options *)(const void *)o->family;
}

/* Records that prepare makes, the first of them number --insert-start. */
static inline int64_t
ycsb_loaded_count(const struct workload_options *o)
{
    return ycsb(o)->record_count - ycsb(o)->insert_start;
}

extern const struct option_group ycsb_option_groups[1];
extern const struct absent_option ycsb_absent_options[];
extern const struct property ycsb_properties[];

/* ERR_USAGE with the reason and the way out when the options do not go together, or the dialect cannot do what they ask for. */
enum err ycsb_check(const struct workload_options *o, struct diag *d);

/* Tables, statements and workloads. */

enum { YCSB_KEY_SIZE = 32 };

/* Source of keys and values. */
struct ycsb_source {
    struct dist ranks; /* Ranks of zipfian requests, from 1. */
    struct dist records; /* Records of zipfian-exact and latest, from 1 to the records of prepare. */
    struct dist scan_lengths;
    struct dist field_lengths;
    struct pool pool; /* Values are cut from it. */
};

static inline const struct ycsb_source *
ycsb_source(const void *source)
{
    return source;
}

/* The hash by which keys and hot records are scattered: YCSB's fnvhash64(), FNV-1a without its sign. */
uint64_t ycsb_hash(int64_t number);

/* The record that a rank of zipfian, from 0, is about: of those from 0 to `readable` - 1, `loaded` of which prepare made. When a
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

/* Condition that `check` looks for. */
const struct condition *ycsb_condition(const struct workload_options *o, size_t index);

#endif
