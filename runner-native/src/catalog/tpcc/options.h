#ifndef PLUMBLINE_CATALOG_TPCC_OPTIONS_H
#define PLUMBLINE_CATALOG_TPCC_OPTIONS_H

/*
 * The options of tpcc.
 */

#include "base/base.h"
#include "base/diag.h"
#include "base/option.h"
#include "catalog/family.h"
#include "catalog/options.h"

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
    double wait_factor; /* What waits are multiplied by: 1 is TPC-C. */
    int64_t active_warehouses; /* With terminals; 0: all. */
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

#endif
