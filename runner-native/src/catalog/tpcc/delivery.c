/*
 * Delivery (2.7): of each district of a warehouse the oldest order that is not delivered, in one transaction.
 *
 * FOR UPDATE with ORDER BY and LIMIT goes on to the next order where another one has taken the oldest meanwhile, so that no district
 * seems empty that is not.
 */

#include <string.h>

#include "catalog/tpcc/transaction.h"

enum {
    BEGIN,
    OLDEST,
    DELETE,
    ORDER,
    LINES,
    CUSTOMER,
    COMMIT,
    END,
};
_Static_assert((int)END == (int)DELIVERY_STATEMENTS, "each statement has its place");

void
delivery_draw(const struct program *p, struct rng *r, struct tpcc_state *s)
{
    s->delivery = (struct delivery){.carrier = (int)rng_between(r, 1, 10)};
}

static void
put_district(struct writer *w, const struct tpcc_state *s, int index)
{
    put_int(w, s->warehouse);
    put_int(w, index + 1);
}

/* Answers of a pipeline come when all statements of it have been drawn: which district one is about, its rows say. */
static int
district_of(const struct reply *reply)
{
    const int64_t district = get_int(reply, 0, 0);

    return district >= 1 && district <= DISTRICT_COUNT ? (int)district - 1 : -1;
}

static void
draw_oldest(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_district(&w, s, s->district_at);
}

static const char *
take_oldest(const struct program *p, struct generator *g, const struct reply *reply)
{
    struct delivery *const delivery = &state_of(g)->delivery;

    if (reply_row_count(reply) == 0) { /* It is skipped, and counted (2.7.4.2). */
        delivery->skipped_count++;
        return NULL;
    }
    const int index = district_of(reply);
    if (index < 0)
        return FAULT_WRONG;
    delivery->orders[index] = get_int(reply, 0, 1);
    return NULL;
}

static void
draw_order(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_district(&w, s, s->district_at);
    put_int(&w, s->delivery.orders[s->district_at]);
}

static void
draw_carrier(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_district(&w, s, s->district_at);
    put_int(&w, s->delivery.orders[s->district_at]);
    put_int(&w, s->delivery.carrier);
}

static const char *
take_order(const struct program *p, struct generator *g, const struct reply *reply)
{
    const char *const fault = fault_of_one(reply);
    const int index = fault ? -1 : district_of(reply);

    if (index < 0)
        return fault ? fault : FAULT_WRONG;
    state_of(g)->delivery.customers[index] = get_int(reply, 0, 1);
    return NULL;
}

static const char *
take_lines(const struct program *p, struct generator *g, const struct reply *reply)
{
    const char *const fault = fault_of_one(reply);
    const int index = fault ? -1 : district_of(reply);

    if (index < 0)
        return fault ? fault : FAULT_WRONG;
    state_of(g)->delivery.amounts[index] = get_decimal(reply, 0, 1, 2);
    return NULL;
}

static void
draw_customer_row(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_decimal(&w, s->delivery.amounts[s->district_at], 2);
    put_district(&w, s, s->district_at);
    put_int(&w, s->delivery.customers[s->district_at]);
}

const struct statement delivery_statements[] = {
    [BEGIN] = {.name = "delivery_begin", .pick_text = begin_write},
    [OLDEST] = {.name = "delivery_oldest",
                .text = "SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = $1 AND no_d_id = $2 "
                        "ORDER BY no_o_id LIMIT 1 FOR UPDATE",
                .draw = draw_oldest,
                ANSWERED(2, take_oldest)},
    [DELETE] = {.name = "delivery_delete",
                .text = "DELETE FROM new_order WHERE no_w_id = $1 AND no_d_id = $2 AND no_o_id = $3",
                .draw = draw_order,
                .is_write = true},
    [ORDER] = {.name = "delivery_order",
               .text = "UPDATE orders SET o_carrier_id = $4 WHERE o_w_id = $1 AND o_d_id = $2 AND o_id = $3 "
                       "RETURNING o_d_id, o_c_id",
               .draw = draw_carrier,
               .is_write = true,
               ANSWERED(2, take_order)},
    [LINES] = {.name = "delivery_lines",
               .text = "WITH delivered AS (UPDATE order_line SET ol_delivery_d = CURRENT_TIMESTAMP "
                       "WHERE ol_w_id = $1 AND ol_d_id = $2 AND ol_o_id = $3 RETURNING ol_d_id, ol_amount) "
                       "SELECT ol_d_id, sum(ol_amount) FROM delivered GROUP BY ol_d_id",
               .draw = draw_order,
               .is_write = true,
               ANSWERED(2, take_lines)},
    [CUSTOMER] = {.name = "delivery_customer",
                  .text = "UPDATE customer SET c_balance = c_balance + $1, c_delivery_cnt = c_delivery_cnt + 1 "
                          "WHERE c_w_id = $2 AND c_d_id = $3 AND c_id = $4",
                  .draw = draw_customer_row,
                  .is_write = true},
    [COMMIT] = {.name = "delivery_commit", .text = "COMMIT"},
    {.name = NULL},
};

/* The turns of the transaction: BEGIN, OLDEST for each district, then DELETE, ORDER and LINES for each, CUSTOMER for each, COMMIT. */
enum {
    TURN_BEGIN = 0,
    TURN_OLDEST = 1,
    TURN_ORDERS = TURN_OLDEST + DISTRICT_COUNT,
    ORDER_TURNS = CUSTOMER - DELETE, /* Statements for a district. */
    TURN_CUSTOMERS = TURN_ORDERS + DISTRICT_COUNT * ORDER_TURNS,
    TURN_COMMIT = TURN_CUSTOMERS + DISTRICT_COUNT,
};

/* The statement of a turn, and the district that it is about, from 0. */
static int
statement_of(int turn, int *index)
{
    *index = 0;
    if (turn == TURN_BEGIN || turn >= TURN_COMMIT)
        return turn == TURN_BEGIN ? BEGIN : turn - TURN_COMMIT + COMMIT;
    if (turn < TURN_ORDERS) {
        *index = turn - TURN_OLDEST;
        return OLDEST;
    }
    if (turn < TURN_CUSTOMERS) {
        *index = (turn - TURN_ORDERS) / ORDER_TURNS;
        return DELETE + (turn - TURN_ORDERS) % ORDER_TURNS;
    }
    *index = turn - TURN_CUSTOMERS;
    return CUSTOMER;
}

/* Is there an order in none of the districts behind `index`? */
static bool
is_last(const struct delivery *delivery, int index)
{
    for (int i = index + 1; i < DISTRICT_COUNT; i++)
        if (delivery->orders[i] != 0)
            return false;
    return true;
}

void
delivery_next(const struct program *p, struct tpcc_state *s, struct step *step)
{
    int statement = statement_of(s->at++, &s->district_at);

    while (statement >= DELETE && statement <= CUSTOMER && s->delivery.orders[s->district_at] == 0)
        statement = statement_of(s->at++, &s->district_at);
    if (statement >= END) {
        step->kind = STEP_END;
        return;
    }
    send_step(p, step, DELIVERY_FIRST + statement,
              statement == COMMIT || (statement == OLDEST && s->district_at == DISTRICT_COUNT - 1) ||
                  (statement == LINES && is_last(&s->delivery, s->district_at)));
}
