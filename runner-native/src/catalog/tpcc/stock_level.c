/*
 * Stock-Level (2.8).
 */

#include "catalog/tpcc/transaction.h"

enum {
    BEGIN,
    DISTRICT,
    STOCK,
    COMMIT,
    END,
};
_Static_assert((int)END == (int)STOCK_LEVEL_STATEMENTS, "each statement has its place");

void
stock_level_draw(const struct program *p, struct rng *r, struct tpcc_state *s)
{
    s->stock_level = (struct stock_level){.threshold = (int)rng_between(r, 10, 20)};
}

static const char *
take_district(const struct program *p, struct generator *g, const struct reply *reply)
{
    const char *const fault = fault_of_one(reply);

    if (!fault)
        state_of(g)->stock_level.next_order = get_int(reply, 0, 0);
    return fault;
}

static void
draw_stock(const struct program *p, struct generator *g, struct params *params)
{
    enum { ORDER_COUNT = 20 };
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_int(&w, s->warehouse);
    put_int(&w, s->district);
    put_int(&w, s->stock_level.next_order - ORDER_COUNT);
    put_int(&w, s->stock_level.next_order);
    put_int(&w, s->stock_level.threshold);
}

const struct statement stock_level_statements[] = {
    [BEGIN] = {.name = "stock_level_begin", .pick_text = begin_read},
    [DISTRICT] = {.name = "stock_level_district",
                  .text = "SELECT d_next_o_id FROM district WHERE d_w_id = $1 AND d_id = $2",
                  .draw = draw_own_district,
                  ANSWERED(1, take_district)},
    [STOCK] = {.name = "stock_level_stock",
               .text = "SELECT count(DISTINCT s_i_id) FROM order_line, stock WHERE ol_w_id = $1 AND ol_d_id = $2 "
                       "AND ol_o_id >= $3 AND ol_o_id < $4 AND s_w_id = $1 AND s_i_id = ol_i_id AND s_quantity < $5",
               .draw = draw_stock,
               .is_text_answered = true},
    [COMMIT] = {.name = "stock_level_commit", .text = "COMMIT"},
    {.name = NULL},
};

void
stock_level_next(const struct program *p, struct tpcc_state *s, struct step *step)
{
    if (s->at == END) {
        step->kind = STEP_END;
        return;
    }
    const int at = s->at++;
    send_step(p, step, STOCK_LEVEL_FIRST + at, at != BEGIN);
}
