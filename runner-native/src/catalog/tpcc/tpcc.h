#ifndef PLUMBLINE_CATALOG_TPCC_TPCC_H
#define PLUMBLINE_CATALOG_TPCC_TPCC_H

/*
 * tpcc: TPC-C 5.11, from docs/workloads.md section 1.13. Clauses of the specification stand in parentheses.
 *
 * tables.c makes the nine tables, rows.c their rows; terminal.c says who does what next; a file for each transaction has its
 * statements, its input and its steps; results.c judges a run, conditions.c the tables.
 */

#include "catalog/family.h"
#include "catalog/schema.h"
#include "catalog/tpcc/options.h"
#include "catalog/tpcc/values.h"

/* What rows and draws are made of besides the options. */
struct tpcc_source {
    struct constants load, run;
    int64_t load_time_us;   /* Since 2000-01-01. */
    int64_t terminal_count; /* Over all connections and machines. */
    int64_t lane_count;     /* The connections to each target, over all machines. */
    bool has_deck, defers;
    struct weights weights;
    int64_t card_count; /* Of the deck. */
};

static inline const struct tpcc_source *
tpcc_source(const void *source)
{
    return source;
}

/* The tables, by their place in the schema: those that refer to others come first, so that they can be dropped in this order. */
enum tpcc_table {
    TABLE_HISTORY,
    TABLE_NEW_ORDER,
    TABLE_ORDER_LINE,
    TABLE_ORDERS,
    TABLE_CUSTOMER,
    TABLE_DISTRICT,
    TABLE_STOCK,
    TABLE_ITEM,
    TABLE_WAREHOUSE,
    TPCC_TABLE_COUNT,
};

/* Rows of prepare. Each fills row `number` of its table, from 0; of order_line, line row->part of order `number`. */
void tpcc_fill_item(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
void tpcc_fill_warehouse(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
void tpcc_fill_stock(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
void tpcc_fill_district(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
void tpcc_fill_customer(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
void tpcc_fill_history(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
void tpcc_fill_orders(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
void tpcc_fill_new_order(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
void tpcc_fill_order_line(const struct row_source *source, int64_t number, struct rng *r, struct row *row);

/* Lines of order `number` over all districts, from 0: 5 to 15, by the seed alone, for two tables tell it. */
int tpcc_line_count(const struct workload_options *o, int64_t number);

extern const struct family tpcc_family;
extern const struct workload tpcc_workloads[];
extern const struct schema tpcc_schema;

/* What a run counts. */
enum {
    COUNT_ROLLED_BACK,
    COUNT_LINES,
    COUNT_REMOTE_LINES,
    COUNT_REMOTE_ORDERS,
    COUNT_REMOTE_PAYMENTS,
    COUNT_PAYMENTS_BY_NAME,
    COUNT_SKIPPED_DISTRICTS,
    COUNT_SKIPPED_DELIVERIES,
    COUNTER_COUNT,
};

void *tpcc_make_source(const struct workload_options *o);
void tpcc_free_source(void *source);

enum err tpcc_build(struct program *p, const struct workload_options *o, struct diag *d);

/* See struct family. */
const struct condition *tpcc_condition(const struct workload_options *o, size_t index);
size_t tpcc_results(const struct workload_options *o, const struct measured *m, struct result *out, size_t out_count);

#endif
