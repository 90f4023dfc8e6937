#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "catalog/tpcc/transaction.h"

/* The kinds of events. */

struct transaction_of_kind {
    const struct statement *statements;
    int first; /* First of its statements in the program. */
    int count;
    void (*draw)(const struct program *p, struct rng *r, struct tpcc_state *s);
    void (*next)(const struct program *p, struct tpcc_state *s, struct step *step);
};

#define TRANSACTION(upper, lower) {lower##_statements, upper##_FIRST, upper##_STATEMENTS, lower##_draw, lower##_next}

static const struct transaction_of_kind transactions[TRANSACTION_COUNT] = {
    [NEW_ORDER] = TRANSACTION(NEW_ORDER, new_order),          [PAYMENT] = TRANSACTION(PAYMENT, payment),
    [ORDER_STATUS] = TRANSACTION(ORDER_STATUS, order_status), [DELIVERY] = TRANSACTION(DELIVERY, delivery),
    [STOCK_LEVEL] = TRANSACTION(STOCK_LEVEL, stock_level),
};

static const char *const events[] = {[NEW_ORDER] = "new_order",
                                     [PAYMENT] = "payment",
                                     [ORDER_STATUS] = "order_status",
                                     [DELIVERY] = "delivery",
                                     [STOCK_LEVEL] = "stock_level",
                                     [DEFERRED_DELIVERY] = "deferred_delivery",
                                     NULL};

static int
begin(const struct program *p, struct generator *g)
{
    struct tpcc_state *const s = state_of(g);
    const int kind = next_transaction(p, g);

    if (kind != DEFERRED_DELIVERY)
        transactions[kind].draw(p, &g->rng, s);
    return kind;
}

/* A delivery that is deferred has ended for its terminal once it is queued (2.7.2). */
static void
next(const struct program *p, struct generator *g, struct step *step)
{
    struct tpcc_state *const s = state_of(g);

    if (s->kind == DELIVERY && tpcc_source(p->source)->defers) {
        s->has_queued = true;
        s->queued_warehouse = s->warehouse;
        step->kind = STEP_END;
        return;
    }
    transactions[s->kind == DEFERRED_DELIVERY ? DELIVERY : s->kind].next(p, s, step);
}

/* Names of the counters. */

static const char *const counters[] = {[COUNT_ROLLED_BACK] = "rolled_back_orders",
                                       [COUNT_LINES] = "order_lines",
                                       [COUNT_REMOTE_LINES] = "remote_order_lines",
                                       [COUNT_REMOTE_ORDERS] = "remote_orders",
                                       [COUNT_REMOTE_PAYMENTS] = "remote_payments",
                                       [COUNT_PAYMENTS_BY_NAME] = "payments_by_name",
                                       [COUNT_SKIPPED_DISTRICTS] = "skipped_districts",
                                       [COUNT_SKIPPED_DELIVERIES] = "skipped_deliveries",
                                       [COUNTER_COUNT] = NULL};
_Static_assert((int)COUNTER_COUNT < (int)COUNTER_MAX, "each counter has its place");

static void
count_order(const struct tpcc_state *s, int64_t *counted)
{
    const struct order *const order = &s->order;

    counted[COUNT_ROLLED_BACK] += order->is_missing_item;
    counted[COUNT_LINES] += order->line_count;
    counted[COUNT_REMOTE_ORDERS] += !order->is_all_local;
    for (int i = 0; i < order->line_count; i++)
        counted[COUNT_REMOTE_LINES] += order->lines[i].supply_warehouse != s->warehouse;
}

static void
count(const struct program *p, const struct generator *g, int64_t *counted)
{
    const struct tpcc_state *const s = state_of(g);
    const bool is_done = s->kind == DEFERRED_DELIVERY || (s->kind == DELIVERY && !tpcc_source(p->source)->defers);

    if (s->kind == NEW_ORDER)
        count_order(s, counted);
    if (s->kind == PAYMENT) {
        counted[COUNT_REMOTE_PAYMENTS] += s->payment.customer.warehouse != s->warehouse;
        counted[COUNT_PAYMENTS_BY_NAME] += s->payment.customer.is_by_name;
    }
    if (is_done) {
        counted[COUNT_SKIPPED_DISTRICTS] += s->delivery.skipped_count;
        counted[COUNT_SKIPPED_DELIVERIES] += s->delivery.skipped_count > 0;
    }
}

/* The program. */

void
tpcc_free_source(void *source)
{
    free(source);
}

void *
tpcc_make_source(const struct workload_options *o)
{
    static const int64_t since_1970_s = 946684800; /* 2000-01-01, whence timestamps count. */
    const struct tpcc_options *const t = tpcc(o);
    struct tpcc_source *const s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->load = constants_of_load((uint64_t)o->rand_seed);
    s->run = constants_of_run((uint64_t)o->rand_seed, t->is_asked ? t->load_last_name : -1);
    s->load_time_us = ((t->load_time > 0 ? t->load_time : clock_wall_ns() / NS_PER_S) - since_1970_s) * 1000000;
    s->terminal_count = tpcc_terminal_count(o);
    s->lane_count = options_lane_count(o);
    s->has_deck = t->mix == MIX_DECK;
    s->defers = tpcc_defers(o);
    s->weights = t->weights;
    for (int i = 0; i < TRANSACTION_COUNT; i++)
        s->card_count += t->weights.cards[i];
    return s;
}

static bool
add_statements(struct program *p, int kind)
{
    const struct transaction_of_kind *const transaction = &transactions[kind];

    for (int i = 0; i < transaction->count; i++) {
        if (!program_add_statement(p, &transaction->statements[i]))
            return false;
        p->statements[transaction->first + i].event_kind = kind;
    }
    return true;
}

static enum err
check_loaded(const struct workload_options *o, struct diag *d)
{
    const int64_t loaded = tpcc(o)->loaded_warehouses;

    if (!tpcc(o)->is_asked || loaded == tpcc(o)->warehouses)
        return ERR_OK;
    fail(d, ERR_TARGET, "the tables are of --warehouses=%lld, and this run is of --warehouses=%lld", (long long)loaded,
         (long long)tpcc(o)->warehouses);
    fail_hint(d, "give run the --warehouses of prepare, or run `cleanup` and `prepare` again");
    return d->code;
}

enum err
tpcc_build(struct program *p, const struct workload_options *o, struct diag *d)
{
    bool is_complete = true;

    if (check_loaded(o, d) != ERR_OK)
        return d->code;
    p->source = tpcc_make_source(o);
    p->free_source = tpcc_free_source;
    p->begin = begin;
    p->next = next;
    p->due_ns = tpcc(o)->wait ? tpcc_due_ns : NULL;
    p->counter_names = counters;
    p->count = count;
    p->is_pipelined = o->pipeline;
    p->batch_max = DELIVERY_BATCH_MAX;
    for (int kind = 0; kind < EVENT_COUNT; kind++)
        program_add_event(p, events[kind]);
    p->has_event[DEFERRED_DELIVERY] = tpcc_defers(o);
    for (int kind = 0; kind < TRANSACTION_COUNT && is_complete; kind++) {
        p->has_event[kind] = tpcc(o)->weights.cards[kind] > 0;
        is_complete = add_statements(p, kind);
    }
    if (!p->source || !is_complete)
        return fail(d, ERR_INTERNAL, "out of memory for the statements of tpcc");
    p->user_data_size = sizeof(struct tpcc_state) +
                        (size_t)terminals_of_lane(tpcc_source(p->source), 0) * sizeof(struct terminal);
    return ERR_OK;
}

static const char *
drift(const struct workload_options *o)
{
    return "orders, order_line and history grow with each transaction";
}

const struct workload tpcc_workloads[] = {
    {
        .name = "tpcc",
        .summary = "TPC-C: five transactions of a wholesaler on nine tables",
        .details =
            "One event is a transaction of TPC-C 5.11. A warehouse has ten terminals; each keeps its warehouse, and deals a\n"
            "deck of cards: --mix, --weights. A connection serves one terminal or several, so that --threads may be fewer\n"
            "than ten for each warehouse. With --wait=on terminals key in and think, which is what TPC-C asks for.\n"
            "The report has tpmC, efficiency, the mix and each 90th percentile next to its limit; `check` looks for the\n"
            "consistency conditions 3.3.2.1 to 3.3.2.12. docs/workloads.md, \"tpcc\", has what differs from it.\n"
            "Not an audited result: no TPC-C figure may be published as one.",
        .family = &tpcc_family,
        .events = events,
        .drift = drift,
    },
    {.name = NULL},
};
