/*
 * Payment (2.5).
 */

#include "catalog/tpcc/transaction.h"

enum {
    BEGIN,
    WAREHOUSE,
    DISTRICT,
    NAME,
    CUSTOMER,
    UPDATE_GOOD,
    UPDATE_BAD,
    HISTORY,
    COMMIT,
    END,
};
_Static_assert((int)END == (int)PAYMENT_STATEMENTS, "each statement has its place");

/* Input (2.5.1): 85 % of the customers are at home, the others of any district of another warehouse. */
void
payment_draw(const struct program *p, struct rng *r, struct tpcc_state *s)
{
    const int64_t warehouses = tpcc(p->options)->warehouses;
    struct payment *const payment = &s->payment;

    *payment = (struct payment){.customer = {.warehouse = s->warehouse, .district = s->district}};
    if (rng_between(r, 1, 100) > 85) {
        payment->customer.district = rng_between(r, 1, DISTRICT_COUNT);
        if (warehouses > 1) {
            const int64_t other = rng_between(r, 1, warehouses - 1);
            payment->customer.warehouse = other < s->warehouse ? other : other + 1;
        }
    }
    draw_customer(p, r, &payment->customer);
    payment->amount = rng_between(r, 100, 500000);
}

static void
draw_warehouse(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_decimal(&w, s->payment.amount, 2);
    put_int(&w, s->warehouse);
}

static const char *
take_warehouse(const struct program *p, struct generator *g, const struct reply *reply)
{
    struct payment *const payment = &state_of(g)->payment;
    const char *const fault = fault_of_one(reply);

    if (!fault)
        get_text(reply, 0, 0, payment->warehouse_name, sizeof payment->warehouse_name);
    return fault;
}

static void
draw_district(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_decimal(&w, s->payment.amount, 2);
    put_int(&w, s->warehouse);
    put_int(&w, s->district);
}

static const char *
take_district(const struct program *p, struct generator *g, const struct reply *reply)
{
    struct payment *const payment = &state_of(g)->payment;
    const char *const fault = fault_of_one(reply);

    if (!fault)
        get_text(reply, 0, 0, payment->district_name, sizeof payment->district_name);
    return fault;
}

static const char *
take_customer(const struct program *p, struct generator *g, const struct reply *reply)
{
    struct payment *const payment = &state_of(g)->payment;
    const char *const fault = fault_of_one(reply);
    int length;

    if (!fault)
        payment->has_bad_credit = reply_value(reply, 0, 0, &length)[0] == 'B';
    return fault;
}

static void
draw_update(const struct program *p, struct generator *g, struct params *params)
{
    const struct payment *const payment = &state_of(g)->payment;
    struct writer w = write_params(params);

    put_decimal(&w, payment->amount, 2);
    put_customer(&w, &payment->customer);
}

/* Draws the text before the old c_data: c_id, c_d_id, c_w_id, d_id, w_id, h_amount (2.5.2.2). */
static void
draw_update_bad(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    const struct payment *const payment = &s->payment;
    struct writer w = write_params(params);

    put_decimal(&w, payment->amount, 2);
    put_customer(&w, &payment->customer);
    put_note(&w,
             (const int64_t[]){payment->customer.id, payment->customer.district, payment->customer.warehouse, s->district,
                               s->warehouse},
             5, payment->amount);
}

static void
draw_history(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    const struct payment *const payment = &s->payment;
    struct writer w = write_params(params);

    put_int(&w, payment->customer.id);
    put_int(&w, payment->customer.district);
    put_int(&w, payment->customer.warehouse);
    put_int(&w, s->district);
    put_int(&w, s->warehouse);
    put_decimal(&w, payment->amount, 2);
    put_names(&w, payment->warehouse_name, payment->district_name);
}

const struct statement payment_statements[] = {
    [BEGIN] = {.name = "payment_begin", .pick_text = begin_write},
    [WAREHOUSE] = {.name = "payment_warehouse",
                   .text = "UPDATE warehouse SET w_ytd = w_ytd + $1 WHERE w_id = $2 "
                           "RETURNING w_name, w_street_1, w_street_2, w_city, w_state, w_zip",
                   .draw = draw_warehouse,
                   .is_write = true,
                   ANSWERED(1, take_warehouse)},
    [DISTRICT] = {.name = "payment_district",
                  .text = "UPDATE district SET d_ytd = d_ytd + $1 WHERE d_w_id = $2 AND d_id = $3 "
                          "RETURNING d_name, d_street_1, d_street_2, d_city, d_state, d_zip",
                  .draw = draw_district,
                  .is_write = true,
                  ANSWERED(1, take_district)},
    [NAME] = {.name = "payment_customer_name",
              .text = CUSTOMERS_OF_NAME,
              .draw = draw_customer_name,
              ANSWERED(1, take_customer_name)},
    [CUSTOMER] = {.name = "payment_customer",
                  .text =
                      "SELECT c_credit, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, "
                      "c_since, c_credit_lim, c_discount, c_balance FROM customer "
                      "WHERE c_w_id = $1 AND c_d_id = $2 AND c_id = $3 FOR NO KEY UPDATE",
                  .draw = draw_customer_number,
                  ANSWERED(1, take_customer)},
    [UPDATE_GOOD] = {.name = "payment_update_customer",
                     .text = "UPDATE customer SET c_balance = c_balance - $1, c_ytd_payment = c_ytd_payment + $1, "
                             "c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = $2 AND c_d_id = $3 AND c_id = $4",
                     .draw = draw_update,
                     .is_write = true},
    [UPDATE_BAD] = {.name = "payment_update_bad_credit",
                    .text = "UPDATE customer SET c_balance = c_balance - $1, c_ytd_payment = c_ytd_payment + $1, "
                            "c_payment_cnt = c_payment_cnt + 1, c_data = left($5 || c_data, 500) "
                            "WHERE c_w_id = $2 AND c_d_id = $3 AND c_id = $4 RETURNING left(c_data, 200)",
                    .draw = draw_update_bad,
                    .is_write = true,
                    .is_text_answered = true},
    [HISTORY] = {.name = "payment_history",
                 .text = "INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) "
                         "VALUES ($1, $2, $3, $4, $5, CURRENT_TIMESTAMP, $6, $7)",
                 .draw = draw_history,
                 .is_write = true},
    [COMMIT] = {.name = "payment_commit", .text = "COMMIT"},
    {.name = NULL},
};

void
payment_next(const struct program *p, struct tpcc_state *s, struct step *step)
{
    const struct payment *const payment = &s->payment;

    /* One of two each: by name or not, credit good or bad. */
    s->at += (s->at == NAME && !payment->customer.is_by_name) || (s->at == UPDATE_GOOD && payment->has_bad_credit) ||
             (s->at == UPDATE_BAD && !payment->has_bad_credit);
    if (s->at == END) {
        step->kind = STEP_END;
        return;
    }
    const int at = s->at++;
    send_step(p, step, PAYMENT_FIRST + at, at == NAME || at == CUSTOMER || at == COMMIT || at == DISTRICT);
}
