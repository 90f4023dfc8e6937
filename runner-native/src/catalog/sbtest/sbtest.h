#ifndef PLUMBLINE_CATALOG_SBTEST_SBTEST_H
#define PLUMBLINE_CATALOG_SBTEST_SBTEST_H

/*
 * The sysbench family, with the workloads of its forks: docs/workloads.md sections 1.3 to 1.5 and 1.8 to 1.10. bulk_insert is a family of
 * its own, on other tables with the same options.
 */

#include "catalog/family.h"
#include "catalog/schema.h"
#include "math/dist.h"

/* Options. */

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
    int64_t serial_cache_size; /* 0: that of the server stays as it is. */
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
    int64_t batch_insert_bytes; /* 0: batch_insert_count alone limits a statement. */
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

/* Tables, statements and workloads. */

/* Traits of its workloads. */
enum {
    SBTEST_SINGLE_TABLE = 1,   /* Uses the first table alone, whatever --tables says. */
    SBTEST_NEEDS_AUTO_INC = 2, /* The server makes the ids. */
    SBTEST_MAKES_IDS = 4,      /* Makes the ids itself with --auto-inc=off, of all rows: prepare makes none. */
};

/* Source of ids and k. */
struct sbtest_source {
    struct dist ids;  /* --rand-type over 1 .. table_size, or over the part of --shard: for statements. */
    struct dist rows; /* --rand-type over the whole table, all of which prepare fills, whatever the shard of a run. */
};

static inline const struct sbtest_source *
sbtest_source(const void *source)
{
    return source;
}

/* The name of a table, from 0; after the last one comes the first. */
size_t sbtest_write_name(const struct workload_options *o, int table, char *out, size_t out_size);

/* Rows that prepare puts into each table. */
int64_t sbtest_row_count(const struct workload_options *o);

enum sbtest_statement {
    SBTEST_POINT_SELECT,
    SBTEST_SIMPLE_RANGE,
    SBTEST_SUM_RANGE,
    SBTEST_ORDER_RANGE,
    SBTEST_DISTINCT_RANGE,
    SBTEST_INDEX_UPDATE,
    SBTEST_NON_INDEX_UPDATE,
    SBTEST_DELETE,
    SBTEST_INSERT,
    SBTEST_RANDOM_POINTS,
    SBTEST_RANDOM_RANGES,
    SBTEST_INSERT_ROW,
    SBTEST_INSERT_PREPARED,
    SBTEST_INSERT_ROWS,
    SBTEST_RING_DELETE,
    SBTEST_BULK_DELETE,
    SBTEST_BULK_INSERT,
    SBTEST_SEQUENTIAL_SCAN,
    SBTEST_JOIN,
    SBTEST_SELECT_ONE,
    SBTEST_COUNT_ALL,
    SBTEST_SELF_JOIN,
    SBTEST_RANDOM_LIMITS,
};

/* INSERTs of many rows: see struct statement. */
enum { SBTEST_INTEGER_TEXT_MAX = 11 };
int64_t sbtest_batch_rows(const struct workload_options *o);
size_t sbtest_write_many_rows(const struct program *p, struct generator *g, int64_t row_count, char *out, size_t out_size);
int64_t bulk_rows(const struct workload_options *o);
int bulk_table_of(const struct program *p, const struct generator *g);
void bulk_draw_delete(const struct program *p, struct generator *g, struct params *params);
size_t bulk_write_rows(const struct program *p, struct generator *g, int64_t row_count, char *out, size_t out_size);

extern const struct statement sbtest_statements[];
extern const struct workload sbtest_workloads[];
extern const struct schema sbtest_schema; /* id, k, c, pad */
extern const struct schema bulk_schema;   /* sbtestN with id and k alone, for bulk_insert */
extern const struct family sbtest_family;
extern const struct family bulk_family;

#endif
