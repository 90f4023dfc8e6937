/*
 * The customer of Payment and Order-Status, by number or by last name (2.5.1.2, 2.6.1.2).
 */

#include "catalog/tpcc/transaction.h"

void
draw_customer(const struct program *p, struct rng *r, struct customer *c)
{
    const struct constants *const constants = &tpcc_source(p->source)->run;

    c->is_by_name = rng_between(r, 1, 100) <= 60;
    c->id = 0;
    if (c->is_by_name)
        last_name(nurand_name(constants, r), c->name);
    else
        c->id = nurand_customer(constants, r);
}

/* The customer of the transaction that runs. */
static struct customer *
customer_of(const struct generator *g)
{
    struct tpcc_state *const s = state_of(g);

    return s->kind == PAYMENT ? &s->payment.customer : &s->order_status.customer;
}

static void
put_place(struct writer *w, const struct customer *c)
{
    put_int(w, c->warehouse);
    put_int(w, c->district);
}

void
put_customer(struct writer *w, const struct customer *c)
{
    put_place(w, c);
    put_int(w, c->id);
}

void
draw_customer_name(const struct program *p, struct generator *g, struct params *params)
{
    const struct customer *const c = customer_of(g);
    struct writer w = write_params(params);

    put_place(&w, c);
    put_text(&w, c->name);
}

void
draw_customer_number(const struct program *p, struct generator *g, struct params *params)
{
    struct writer w = write_params(params);

    put_customer(&w, customer_of(g));
}

const char *
take_customer_name(const struct program *p, struct generator *g, const struct reply *reply)
{
    const int count = reply_row_count(reply);

    if (count == 0)
        return FAULT_MISSING;
    customer_of(g)->id = get_int(reply, (count - 1) / 2, 0);
    return NULL;
}
