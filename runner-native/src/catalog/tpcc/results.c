/*
 * The meaning of a run in the words of TPC-C (5.2 to 5.5).
 */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "catalog/tpcc/tpcc.h"

/* New orders that one warehouse can do in a minute: with the least of all other transactions, and with a deck of 23 cards, which is
 * what CockroachDB divides by. */
#define RATE_MAX 12.86
#define RATE_OF_DECK 12.605

struct results {
    struct result *out;
    size_t count, room;
};

static struct result *
add(struct results *r, const char *name, const char *label, double value, const char *unit)
{
    static struct result beyond;
    struct result *const result = r->count < r->room ? &r->out[r->count] : &beyond;

    r->count++;
    *result = (struct result){.name = name, .label = label, .value = value, .unit = unit, .digits = 2};
    return result;
}

static void
limit(struct result *result, enum bound bound, double value)
{
    result->bound = bound;
    result->limit = value;
}

static double
percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100 * (double)part / (double)whole : NAN;
}

static void
add_rates(struct results *r, const struct workload_options *o, const struct measured *m)
{
    const double minutes = clock_seconds(m->duration_ns) / 60;
    const int64_t orders = m->events[NEW_ORDER].count;
    const double rate = minutes > 0 ? (double)orders / minutes : NAN;
    const double warehouses = (double)tpcc_active_warehouses(o) / (double)o->shard.count / tpcc(o)->wait_factor;

    add(r, "tpmc", "tpmC, rolled-back orders included", rate, "per minute");
    add(r, "tpmc_committed", "the same without them",
        minutes > 0 ? (double)(orders - m->counters[COUNT_ROLLED_BACK]) / minutes : NAN, "per minute");
    if (!tpcc(o)->wait || m->shares_time)
        return;
    struct result *const efficiency = add(r, "efficiency_12.86", "efficiency, of 12.86 for each warehouse",
                                          100 * rate / (RATE_MAX * warehouses), "%");
    limit(efficiency, AT_LEAST, 85);
    efficiency->is_of_capacity = true;
    add(r, "efficiency_12.605", "efficiency, of 12.605 for each warehouse", 100 * rate / (RATE_OF_DECK * warehouses), "%");
}

static void
add_mix(struct results *r, const struct measured *m)
{
    static const struct {
        const char *name, *label;
        double least;
    } shares[] = {[NEW_ORDER] = {"new_order_share", "New-Order, of all transactions", 0},
                  [PAYMENT] = {"payment_share", "Payment", 43},
                  [ORDER_STATUS] = {"order_status_share", "Order-Status", 4},
                  [DELIVERY] = {"delivery_share", "Delivery", 4},
                  [STOCK_LEVEL] = {"stock_level_share", "Stock-Level", 4}};
    int64_t sum = 0;

    for (int i = 0; i < TRANSACTION_COUNT; i++)
        sum += m->events[i].count;
    for (int i = 0; i < TRANSACTION_COUNT; i++) {
        struct result *const result = add(r, shares[i].name, shares[i].label, percent(m->events[i].count, sum), "%");
        if (shares[i].least > 0)
            limit(result, AT_LEAST, shares[i].least);
    }
}

static void
add_counts(struct results *r, const struct measured *m)
{
    const int64_t orders = m->events[NEW_ORDER].count, payments = m->events[PAYMENT].count;
    const int64_t deliveries = m->events[DEFERRED_DELIVERY].count > 0 ? m->events[DEFERRED_DELIVERY].count
                                                                      : m->events[DELIVERY].count;

    add(r, "rolled_back", "orders rolled back for an unused item", percent(m->counters[COUNT_ROLLED_BACK], orders), "%");
    add(r, "remote_lines", "order lines from other warehouses",
        percent(m->counters[COUNT_REMOTE_LINES], m->counters[COUNT_LINES]), "%");
    add(r, "remote_orders", "orders with such a line", percent(m->counters[COUNT_REMOTE_ORDERS], orders), "%");
    add(r, "remote_payments", "payments of customers of other warehouses",
        percent(m->counters[COUNT_REMOTE_PAYMENTS], payments), "%");
    add(r, "payments_by_name", "payments by last name", percent(m->counters[COUNT_PAYMENTS_BY_NAME], payments), "%");
    add(r, "skipped_districts", "districts without an order to deliver",
        percent(m->counters[COUNT_SKIPPED_DISTRICTS], deliveries * DISTRICT_COUNT), "%");
    /* Above one per cent, or one, whichever is more, they are to be reported (2.7.4.2). */
    struct result *const skipped = add(r, "skipped_deliveries", "deliveries that skipped a district",
                                       (double)m->counters[COUNT_SKIPPED_DELIVERIES], "deliveries");
    skipped->digits = 0;
    limit(skipped, AT_MOST, fmax(1, 0.01 * (double)deliveries));
}

/* 5.2.5.7; of a delivery that is deferred, 2.7.2.2. */
static void
add_latencies(struct results *r, const struct measured *m)
{
    static const struct {
        const char *name, *label;
        double seconds;
    } limits[] = {[NEW_ORDER] = {"new_order_p90", "New-Order, 90th percentile", 5},
                  [PAYMENT] = {"payment_p90", "Payment, 90th percentile", 5},
                  [ORDER_STATUS] = {"order_status_p90", "Order-Status, 90th percentile", 5},
                  [DELIVERY] = {"delivery_p90", "Delivery, 90th percentile", 5},
                  [STOCK_LEVEL] = {"stock_level_p90", "Stock-Level, 90th percentile", 20},
                  [DEFERRED_DELIVERY] = {"deferred_delivery_p90", "deferred part of Delivery, 90th percentile", 80}};

    for (int i = 0; i < EVENT_COUNT; i++) {
        if (m->events[i].count == 0)
            continue;
        const double seconds = clock_seconds(hist_percentile_ns(m->events[i].latency, 90));
        struct result *const result = add(r, limits[i].name, limits[i].label, seconds, "s");
        result->digits = 4;
        result->is_of_capacity = true;
        limit(result, AT_MOST, limits[i].seconds);
    }
}

size_t
tpcc_results(const struct workload_options *o, const struct measured *m, struct result *out, size_t out_count)
{
    struct results r = {.out = out, .room = out_count};

    add_rates(&r, o, m);
    add_mix(&r, m);
    add_counts(&r, m);
    add_latencies(&r, m);
    return r.count < out_count ? r.count : out_count;
}
