#ifndef PLUMBLINE_CATALOG_YCSB_OPTIONS_H
#define PLUMBLINE_CATALOG_YCSB_OPTIONS_H

/*
 * The options of the YCSB workloads, called as YCSB's properties are.
 */

#include "base/base.h"
#include "base/diag.h"
#include "base/option.h"
#include "catalog/options.h"

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

/* ERR_USAGE with the reason and the way out when the options do not go together, or the dialect cannot do what they ask for. */
enum err ycsb_check(const struct workload_options *o, struct diag *d);

#endif
