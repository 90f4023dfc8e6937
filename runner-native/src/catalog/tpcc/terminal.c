/*
 * Terminals: whose turn it is, with which transaction, and when. A warehouse has ten; each keeps its warehouse for the whole run
 * (2.4.1.1), and for Stock-Level its district (2.8.1.1). A connection serves every n-th of them, so that all are served however
 * few connections there are; where there are more than ten for each warehouse, each is a terminal of its own.
 */

#include <assert.h>
#include <math.h>

#include "catalog/tpcc/transaction.h"

int
terminals_of_lane(const struct tpcc_source *source, int64_t lane)
{
    return (int)((source->terminal_count - lane + source->lane_count - 1) / source->lane_count);
}

int64_t
terminal_warehouse(const struct workload_options *o, int64_t number)
{
    return number % tpcc_active_warehouses(o) + 1;
}

int64_t
terminal_district(const struct workload_options *o, int64_t number)
{
    return number / tpcc_active_warehouses(o) % DISTRICT_COUNT + 1;
}

int64_t
keying_ns(enum transaction kind)
{
    static const int64_t seconds[] = {[NEW_ORDER] = 18, [PAYMENT] = 3, [ORDER_STATUS] = 2, [DELIVERY] = 2, [STOCK_LEVEL] = 2};

    return seconds[kind] * NS_PER_S;
}

int64_t
think_mean_ns(enum transaction kind)
{
    static const int64_t seconds[] = {[NEW_ORDER] = 12, [PAYMENT] = 12, [ORDER_STATUS] = 10, [DELIVERY] = 5, [STOCK_LEVEL] = 5};

    return seconds[kind] * NS_PER_S;
}

/* -ln(r) times the mean, r in (0, 1], ten times the mean at most. */
int64_t
think_ns(enum transaction kind, struct rng *r)
{
    const double times = -log(1 - rng_unit(r));

    return (int64_t)((times < 10 ? times : 10) * (double)think_mean_ns(kind));
}

/* One card of those in `cards`, of which there are `count`. */
static enum transaction
draw_card(const struct weights *weights, const uint16_t *left, int64_t count, struct rng *r)
{
    int64_t at = (int64_t)rng_below(r, (uint64_t)count);

    for (int i = 0; i < TRANSACTION_COUNT; i++) {
        at -= left ? left[i] : weights->cards[i];
        if (at < 0)
            return (enum transaction)i;
    }
    assert(false && "a card beyond the deck");
    return NEW_ORDER;
}

/* Without replacement, until none is left (5.2.4.2). To take one of those that are left is to take the next of a shuffled deck. */
enum transaction
deal(const struct tpcc_source *source, struct terminal *terminal, struct rng *r)
{
    int64_t count = 0;

    if (!source->has_deck)
        return draw_card(&source->weights, NULL, source->card_count, r);
    for (int i = 0; i < TRANSACTION_COUNT; i++)
        count += terminal->left[i];
    for (int i = 0; i < TRANSACTION_COUNT && count == 0; i++)
        terminal->left[i] = (uint16_t)source->weights.cards[i];
    const enum transaction kind = draw_card(NULL, terminal->left, count > 0 ? count : source->card_count, r);
    terminal->left[kind]--;
    return kind;
}

/* The first call of a connection: a warehouse is asked for nothing yet. */
static void
meet_terminals(const struct program *p, const struct generator *g, struct tpcc_state *s)
{
    s->terminal_count = terminals_of_lane(tpcc_source(p->source), g->connection);
    s->terminal = s->terminal_count - 1;
}

static int64_t
terminal_number(const struct program *p, const struct generator *g, int terminal)
{
    return g->connection + terminal * tpcc_source(p->source)->lane_count;
}

/* Waits. */

/* Terminals do not all begin at once: the first transaction of each is due somewhere in a cycle of its own. */
static void
key_in_first(const struct tpcc_source *source, double factor, struct tpcc_state *s, struct rng *r, int64_t now_ns)
{
    for (int i = 0; i < s->terminal_count; i++) {
        struct terminal *const t = &s->terminals[i];
        t->next = deal(source, t, r);
        t->due_ns = now_ns + (int64_t)(rng_unit(r) * factor * (double)(keying_ns(t->next) + think_mean_ns(t->next)));
    }
}

/* After a transaction: the terminal thinks, and keys in the next one. */
static void
key_in_next(const struct tpcc_source *source, double factor, struct tpcc_state *s, struct rng *r, int64_t now_ns)
{
    struct terminal *const t = &s->terminals[s->terminal];
    const int64_t thought_ns = think_ns(t->next, r);

    t->next = deal(source, t, r);
    t->due_ns = now_ns + (int64_t)(factor * (double)(thought_ns + keying_ns(t->next)));
}

static int
first_due(const struct tpcc_state *s)
{
    int first = 0;

    for (int i = 1; i < s->terminal_count; i++)
        if (s->terminals[i].due_ns < s->terminals[first].due_ns)
            first = i;
    return first;
}

int64_t
tpcc_due_ns(const struct program *p, struct generator *g, int64_t now_ns)
{
    const struct tpcc_source *const source = tpcc_source(p->source);
    const double factor = tpcc(p->options)->wait_factor;
    struct tpcc_state *const s = state_of(g);

    if (s->terminal_count == 0) {
        meet_terminals(p, g, s);
        key_in_first(source, factor, s, &g->rng, now_ns);
    } else if (s->kind != DEFERRED_DELIVERY) {
        key_in_next(source, factor, s, &g->rng, now_ns);
    }
    s->is_chosen = true;
    if (s->has_queued)
        return now_ns; /* Its queue is empty but for it. */
    s->terminal = first_due(s);
    return s->terminals[s->terminal].due_ns;
}

int
next_transaction(const struct program *p, struct generator *g)
{
    const struct tpcc_source *const source = tpcc_source(p->source);
    struct tpcc_state *const s = state_of(g);

    if (s->terminal_count == 0)
        meet_terminals(p, g, s);
    s->at = s->district_at = 0;
    if (s->has_queued) {
        s->has_queued = s->is_chosen = false;
        s->warehouse = s->queued_warehouse;
        return s->kind = DEFERRED_DELIVERY;
    }
    if (!s->is_chosen) {
        s->terminal = (s->terminal + 1) % s->terminal_count;
        s->terminals[s->terminal].next = deal(source, &s->terminals[s->terminal], &g->rng);
    }
    s->is_chosen = false;
    const int64_t number = terminal_number(p, g, s->terminal);
    s->kind = (int)s->terminals[s->terminal].next;
    s->warehouse = terminal_warehouse(p->options, number);
    s->district = s->kind == STOCK_LEVEL ? terminal_district(p->options, number) : rng_between(&g->rng, 1, DISTRICT_COUNT);
    return s->kind;
}
