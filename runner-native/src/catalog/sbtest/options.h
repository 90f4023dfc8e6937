#ifndef PLUMBLINE_CATALOG_SBTEST_OPTIONS_H
#define PLUMBLINE_CATALOG_SBTEST_OPTIONS_H

/*
 * The options of sysbench's family, bulk_insert's included.
 */

#include "base/base.h"
#include "base/option.h"
#include "catalog/options.h"

/* When prepare makes the primary key and the other indexes. */
enum index_timing {
    INDEX_TIMING_AFTER,     /* All after the rows. */
    INDEX_TIMING_KEY_FIRST, /* The key with the table, the others after the rows. */
    INDEX_TIMING_FIRST,     /* All before the rows. */
};

struct sbtest_options {
    /* Tables. */
    int64_t tables;
    int64_t table_size;
    bool auto_inc;
    bool secondary; /* A plain index instead of the primary key. */
    bool create_secondary;
    bool create_covered_secondary; /* An index on k that has the other columns too. */
    const char *create_table_options;
    bool range_key_partitioning;
    bool manual_range_splitting;
    int64_t num_table_splits;
    int64_t serial_cache_size; /* 0: the server's own. */
    enum index_timing index_timing;

    /* Statements of one event. */
    int64_t point_selects;
    bool range_selects;
    int64_t range_size;
    int64_t simple_ranges;
    int64_t sum_ranges;
    int64_t order_ranges;
    int64_t distinct_ranges;
    int64_t index_updates;
    int64_t non_index_updates;
    int64_t delete_inserts;
    bool skip_trx;
    int64_t random_points;
    int64_t number_of_ranges;
    int64_t delta;
    bool stationary;
    int64_t num_rows_in_insert;
    int64_t batch_insert_count;
    int64_t batch_insert_bytes; /* 0: no limit. */
    bool if_not_exists;
    bool smaller_row_sizes;
    int64_t count_alls;
    int64_t read_percent;
    int64_t write_percent;
};
_Static_assert(sizeof(struct sbtest_options) <= FAMILY_OPTIONS_SIZE, "a family's options have their room");

static inline const struct sbtest_options *
sbtest(const struct workload_options *o)
{
    return (const struct sbtest_options *)(const void *)o->family;
}

enum { SBTEST_OPTION_GROUP_COUNT = 2 };
extern const struct option_group sbtest_option_groups[SBTEST_OPTION_GROUP_COUNT];

#endif
