/*
 * Order-Status (2.6).
 */

#include "catalog/tpcc/transaction.h"

enum {
    BEGIN,
    NAME,
    CUSTOMER,
    ORDER,
    LINES,
    COMMIT,
    END,
};
_Static_assert((int)END == (int)ORDER_STATUS_STATEMENTS, "each statement has its place");

void
order_status_draw(const struct program *p, struct rng *r, struct tpcc_state *s)
{
    s->order_status = (struct order_status){.customer = {.warehouse = s->warehouse, .district = s->district}};
    draw_customer(p, r, &s->order_status.customer);
}

static const char *
take_customer(const struct program *p, struct generator *g, const struct reply *reply)
{
    return fault_of_one(reply);
}

static const char *
take_order(const struct program *p, struct generator *g, const struct reply *reply)
{
    const char *const fault = fault_of_one(
        reply); /* Every customer has ordered: the load's orders are a permutation of them. */

    if (!fault)
        state_of(g)->order_status.order = get_int(reply, 0, 0);
    return fault;
}

static void
draw_lines(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_int(&w, s->warehouse);
    put_int(&w, s->district);
    put_int(&w, s->order_status.order);
}

static const char *
take_lines(const struct program *p, struct generator *g, const struct reply *reply)
{
    return reply_row_count(reply) >= LINE_COUNT_MIN ? NULL : FAULT_MISSING;
}

const struct statement order_status_statements[] = {
    [BEGIN] = {.name = "order_status_begin", .pick_text = begin_consistent},
    [NAME] = {.name = "order_status_customer_name",
              .text = CUSTOMERS_OF_NAME,
              .draw = draw_customer_name,
              ANSWERED(1, take_customer_name)},
    [CUSTOMER] = {.name = "order_status_customer",
                  .text = "SELECT c_balance, c_first, c_middle, c_last FROM customer "
                          "WHERE c_w_id = $1 AND c_d_id = $2 AND c_id = $3",
                  .draw = draw_customer_number,
                  .is_text_answered = true,
                  .take_reply = take_customer},
    [ORDER] = {.name = "order_status_order",
               .text = "SELECT o_id, o_entry_d, o_carrier_id FROM orders WHERE o_w_id = $1 AND o_d_id = $2 AND o_c_id = $3 "
                       "ORDER BY o_id DESC LIMIT 1",
               .draw = draw_customer_number,
               ANSWERED(1, take_order)},
    [LINES] = {.name = "order_status_lines",
               .text = "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line "
                       "WHERE ol_w_id = $1 AND ol_d_id = $2 AND ol_o_id = $3",
               .draw = draw_lines,
               .is_text_answered = true,
               .take_reply = take_lines},
    [COMMIT] = {.name = "order_status_commit", .text = "COMMIT"},
    {.name = NULL},
};

void
order_status_next(const struct program *p, struct tpcc_state *s, struct step *step)
{
    if (s->at == NAME && !s->order_status.customer.is_by_name)
        s->at++;
    if (s->at == END) {
        step->kind = STEP_END;
        return;
    }
    const int at = s->at++;
    send_step(p, step, ORDER_STATUS_FIRST + at, at == NAME || at == ORDER || at == COMMIT);
}
