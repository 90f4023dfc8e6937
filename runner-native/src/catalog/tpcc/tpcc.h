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
#include "catalog/tpcc/values.h"

/* Options. */

/* The transactions, and the part of a delivery that no terminal waits for: kinds of events. */
enum transaction {
    NEW_ORDER,
    PAYMENT,
    ORDER_STATUS,
    DELIVERY,
    STOCK_LEVEL,
    TRANSACTION_COUNT,
    DEFERRED_DELIVERY = TRANSACTION_COUNT,
    EVENT_COUNT,
};

enum mix { MIX_DECK, MIX_DRAWN };

enum delivery_mode { DELIVERY_AUTO, DELIVERY_DEFERRED, DELIVERY_INLINE };

enum isolation { ISOLATION_AUTO, ISOLATION_REPEATABLE_READ, ISOLATION_SERIALIZABLE };

/* How many of the cards of a deck are of each transaction. */
struct weights {
    int64_t cards[TRANSACTION_COUNT];
};

struct tpcc_options {
    int64_t warehouses;
    bool foreign_keys;
    int64_t load_time; /* Seconds since 1970; 0: when it is loaded. */
    bool wait;
    double wait_factor; /* Factor of waits: 1 is TPC-C. */
    int64_t active_warehouses; /* Warehouses with terminals; 0: all. */
    enum mix mix;
    struct weights weights;
    enum delivery_mode delivery;
    enum isolation isolation;
    struct capacity_terms capacity;
    bool is_asked; /* A server has been asked for the next two. */
    int64_t loaded_warehouses;
    int64_t load_last_name; /* C of the load; -1: it does not know. */
};
_Static_assert(sizeof(struct tpcc_options) <= FAMILY_OPTIONS_SIZE, "a family's options have their room");

static inline const struct tpcc_options *
tpcc(const struct workload_options *o)
{
    return (const struct tpcc_options *)(const void *)o->family;
}

/* Does a terminal go on when a delivery is queued? */
static inline bool
tpcc_defers(const struct workload_options *o)
{
    return tpcc(o)->delivery == DELIVERY_DEFERRED || (tpcc(o)->delivery == DELIVERY_AUTO && tpcc(o)->wait);
}

/* The warehouses that have terminals. */
static inline int64_t
tpcc_active_warehouses(const struct workload_options *o)
{
    return tpcc(o)->active_warehouses > 0 ? tpcc(o)->active_warehouses : tpcc(o)->warehouses;
}

/* Over all connections and machines: ten for each warehouse, or one for each connection where there are more of those. */
int64_t tpcc_terminal_count(const struct workload_options *o);

extern const struct option_group tpcc_option_groups[2];

/* ERR_USAGE with the reason and the way out when the options do not go together, or the dialect cannot do what they ask for. */
enum err tpcc_check(const struct workload_options *o, struct diag *d);

/* Tables, statements and workloads. */

/* Source of rows and draws besides the options. */
struct tpcc_source {
    struct constants load, run;
    int64_t load_time_us; /* Since 2000-01-01. */
    int64_t terminal_count; /* Over all connections and machines. */
    int64_t lane_count; /* The connections to each target, over all machines. */
    bool has_deck, defers;
    struct weights weights;
    int64_t card_count; /* Cards of the deck. */
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

/* Counters of a run. */
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
