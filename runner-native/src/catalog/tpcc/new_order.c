/*
 * New-Order (2.4).
 */

#include <string.h>

#include "base/text.h"
#include "catalog/tpcc/transaction.h"

enum {
    BEGIN,
    CUSTOMER,
    DISTRICT,
    INSERT_ORDER,
    INSERT_NEW_ORDER,
    ITEMS,
    STOCK,
    UPDATE_STOCK,
    INSERT_LINES,
    COMMIT,
    END,
};
_Static_assert((int)END == (int)NEW_ORDER_STATEMENTS, "each statement has its place");

/* Input (2.4.1). */

/* The home warehouse, and one time in a hundred another, any of them alike (2.4.1.5.2). */
static int64_t
draw_supplier(const struct workload_options *o, struct rng *r, int64_t home)
{
    if (tpcc(o)->warehouses == 1 || rng_between(r, 1, 100) != 1)
        return home;
    const int64_t other = rng_between(r, 1, tpcc(o)->warehouses - 1);
    return other < home ? other : other + 1;
}

void
new_order_draw(const struct program *p, struct rng *r, struct tpcc_state *s)
{
    const struct constants *const constants = &tpcc_source(p->source)->run;
    struct order *const order = &s->order;

    *order = (struct order){.customer = (int)nurand_customer(constants, r), .is_all_local = true};
    order->line_count = (int)rng_between(r, LINE_COUNT_MIN, LINE_COUNT_MAX);
    order->has_unused_item = rng_between(r, 1, 100) == 1;
    for (int i = 0; i < order->line_count; i++) {
        struct order_line *const line = &order->lines[i];
        line->item = nurand_item(constants, r);
        line->supply_warehouse = draw_supplier(p->options, r, s->warehouse);
        line->quantity = rng_between(r, 1, 10);
        order->is_all_local = order->is_all_local && line->supply_warehouse == s->warehouse;
    }
    if (order->has_unused_item) /* The last one: the profile goes on until it is met (2.4.1.4). */
        order->lines[order->line_count - 1].item = ITEM_COUNT + 1;
}

/* Statements. */

static void
draw_customer_of_order(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_int(&w, s->warehouse);
    put_int(&w, s->district);
    put_int(&w, s->order.customer);
}

static const char *
take_customer(const struct program *p, struct generator *g, const struct reply *reply)
{
    struct order *const order = &state_of(g)->order;
    const char *const fault = fault_of_one(reply);

    if (fault)
        return fault;
    order->warehouse_tax = get_decimal(reply, 0, 0, 4);
    order->discount = get_decimal(reply, 0, 1, 4);
    return NULL;
}

static const char *
take_district(const struct program *p, struct generator *g, const struct reply *reply)
{
    struct order *const order = &state_of(g)->order;
    const char *const fault = fault_of_one(reply);

    if (fault)
        return fault;
    order->id = get_int(reply, 0, 0);
    order->district_tax = get_decimal(reply, 0, 1, 4);
    return NULL;
}

static void
draw_order(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_int(&w, s->order.id);
    put_int(&w, s->district);
    put_int(&w, s->warehouse);
    put_int(&w, s->order.customer);
    put_int(&w, s->order.line_count);
    put_int(&w, s->order.is_all_local);
}

static void
draw_new_order(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_int(&w, s->order.id);
    put_int(&w, s->district);
    put_int(&w, s->warehouse);
}

static void
draw_items(const struct program *p, struct generator *g, struct params *params)
{
    const struct order *const order = &state_of(g)->order;
    struct writer w = write_params(params);

    put_ints(&w, &order->lines[0].item, order->line_count, sizeof order->lines[0]);
}

/* Finds the row of stock that a line is about. Two lines of one item from one warehouse are about the same. */
static int
find_change(struct order *order, const struct order_line *line)
{
    for (int i = 0; i < order->change_count; i++)
        if (order->changes[i].item == line->item && order->changes[i].warehouse == line->supply_warehouse)
            return i;
    order->changes[order->change_count] = (struct stock_change){.warehouse = line->supply_warehouse, .item = line->item};
    return order->change_count++;
}

/* Rows come in any order, one for each item that there is. */
static const char *
take_items(const struct program *p, struct generator *g, const struct reply *reply)
{
    struct order *const order = &state_of(g)->order;

    for (int row = 0; row < reply_row_count(reply); row++) {
        int length;
        const char *const data = reply_value(reply, row, 2, &length);
        for (int i = 0; i < order->line_count; i++) {
            struct order_line *const line = &order->lines[i];
            if (line->item != get_int(reply, row, 0))
                continue;
            line->is_there = true;
            line->price = get_decimal(reply, row, 1, 2);
            line->amount = line->price * line->quantity;
            line->has_original = is_original(data, (size_t)length);
        }
    }
    order->change_count = 0;
    for (int i = 0; i < order->line_count; i++) {
        struct order_line *const line = &order->lines[i];
        if (line->is_there)
            line->change = find_change(order, line);
        else
            order->is_missing_item = true;
    }
    return order->is_missing_item && !order->has_unused_item ? FAULT_MISSING : NULL;
}

/* Lines whose item is there: those before the unused one. */
static int
written_count(const struct order *order)
{
    return order->line_count - order->is_missing_item;
}

static void
draw_stock(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    const struct order *const order = &s->order;
    struct writer w = write_params(params);

    put_ints(&w, &order->changes[0].warehouse, order->change_count, sizeof order->changes[0]);
    put_ints(&w, &order->changes[0].item, order->change_count, sizeof order->changes[0]);
    put_int(&w, s->district);
}

/* The quantity after an order (2.4.2.2): what falls below ten is filled up. */
static int64_t
quantity_after(int64_t quantity, int64_t ordered)
{
    return quantity >= ordered + 10 ? quantity - ordered : quantity - ordered + 91;
}

static struct stock_change *
change_of(struct order *order, int64_t warehouse, int64_t item)
{
    for (int i = 0; i < order->change_count; i++)
        if (order->changes[i].warehouse == warehouse && order->changes[i].item == item)
            return &order->changes[i];
    return NULL;
}

/* One row of s_w_id, s_i_id, s_quantity, s_dist_xx, s_data. */
static const char *
take_stock_row(struct order *order, const struct reply *reply, int row)
{
    struct stock_change *const change = change_of(order, get_int(reply, row, 0), get_int(reply, row, 1));
    int length;
    const char *const data = reply_value(reply, row, 4, &length);

    if (!change || change->is_there)
        return FAULT_WRONG;
    change->is_there = true;
    change->quantity = get_int(reply, row, 2);
    for (int i = 0; i < order->line_count; i++) {
        struct order_line *const line = &order->lines[i];
        if (!line->is_there || &order->changes[line->change] != change)
            continue;
        get_text(reply, row, 3, line->dist_info, sizeof line->dist_info);
        line->brand = line->has_original && is_original(data, (size_t)length) ? 'B' : 'G';
    }
    return NULL;
}

/* Applies the lines, one after the other, to the rows, and adds up what the order costs. */
static void
apply_lines(struct order *order, int64_t home)
{
    int64_t sum = 0;

    for (int i = 0; i < written_count(order); i++) {
        const struct order_line *const line = &order->lines[i];
        struct stock_change *const change = &order->changes[line->change];
        change->quantity = quantity_after(change->quantity, line->quantity);
        change->ytd += line->quantity;
        change->order_count++;
        change->remote_count += line->supply_warehouse != home;
        sum += line->amount;
    }
    order->total = (int64_t)((__int128)sum * (10000 - order->discount) * (10000 + order->warehouse_tax + order->district_tax) /
                             100000000);
}

static const char *
take_stock(const struct program *p, struct generator *g, const struct reply *reply)
{
    struct tpcc_state *const s = state_of(g);
    const char *fault = reply_row_count(reply) == s->order.change_count ? NULL : FAULT_MISSING;

    for (int row = 0; row < reply_row_count(reply) && !fault; row++)
        fault = take_stock_row(&s->order, reply, row);
    if (!fault)
        apply_lines(&s->order, s->warehouse);
    return fault;
}

static void
draw_update(const struct program *p, struct generator *g, struct params *params)
{
    const struct order *const order = &state_of(g)->order;
    const struct stock_change *const first = &order->changes[0];
    const int count = order->change_count;
    struct writer w = write_params(params);

    put_ints(&w, &first->warehouse, count, sizeof *first);
    put_ints(&w, &first->item, count, sizeof *first);
    put_ints(&w, &first->quantity, count, sizeof *first);
    put_ints(&w, &first->ytd, count, sizeof *first);
    put_ints(&w, &first->order_count, count, sizeof *first);
    put_ints(&w, &first->remote_count, count, sizeof *first);
}

static void
draw_lines(const struct program *p, struct generator *g, struct params *params)
{
    static const int64_t numbers[LINE_COUNT_MAX] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const struct tpcc_state *const s = state_of(g);
    const struct order_line *const first = &s->order.lines[0];
    const int count = written_count(&s->order);
    struct writer w = write_params(params);

    put_int(&w, s->order.id);
    put_int(&w, s->district);
    put_int(&w, s->warehouse);
    put_ints(&w, numbers, count, sizeof numbers[0]);
    put_ints(&w, &first->item, count, sizeof *first);
    put_ints(&w, &first->supply_warehouse, count, sizeof *first);
    put_ints(&w, &first->quantity, count, sizeof *first);
    put_amounts(&w, &first->amount, count, sizeof *first);
    put_texts(&w, first->dist_info, count, sizeof *first);
}

const struct statement new_order_statements[] = {
    [BEGIN] = {.name = "new_order_begin", .pick_text = begin_write},
    [CUSTOMER] = {.name = "new_order_customer",
                  .text = "SELECT w_tax, c_discount, c_last, c_credit FROM warehouse, customer "
                          "WHERE w_id = $1 AND c_w_id = w_id AND c_d_id = $2 AND c_id = $3",
                  .draw = draw_customer_of_order,
                  ANSWERED(2, take_customer)},
    [DISTRICT] = {.name = "new_order_district",
                  .text = "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = $1 AND d_id = $2 "
                          "RETURNING d_next_o_id - 1, d_tax",
                  .draw = draw_own_district,
                  .is_write = true,
                  ANSWERED(2, take_district)},
    [INSERT_ORDER] = {.name = "new_order_insert_order",
                      .text = "INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, "
                              "o_all_local) VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP, NULL, $5, $6)",
                      .draw = draw_order,
                      .is_write = true},
    [INSERT_NEW_ORDER] = {.name = "new_order_insert_new_order",
                          .text = "INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES ($1, $2, $3)",
                          .draw = draw_new_order,
                          .is_write = true},
    [ITEMS] = {.name = "new_order_items",
               .text = "SELECT i_id, i_price, i_data, i_name FROM item WHERE i_id = ANY($1::INTEGER[])",
               .draw = draw_items,
               ANSWERED(3, take_items)},
    [STOCK] = {.name = "new_order_stock",
               .text =
                   "SELECT s_w_id, s_i_id, s_quantity, (ARRAY[s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, "
                   "s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10])[$3::INTEGER], s_data "
                   "FROM stock WHERE (s_w_id, s_i_id) IN (SELECT w, i FROM unnest($1::INTEGER[], $2::INTEGER[]) AS l (w, i)) "
                   "ORDER BY s_w_id, s_i_id FOR NO KEY UPDATE",
               .draw = draw_stock,
               ANSWERED(5, take_stock)},
    [UPDATE_STOCK] = {.name = "new_order_update_stock",
                      .text = "UPDATE stock SET s_quantity = l.quantity, s_ytd = s_ytd + l.ytd, "
                              "s_order_cnt = s_order_cnt + l.orders, s_remote_cnt = s_remote_cnt + l.remote "
                              "FROM unnest($1::INTEGER[], $2::INTEGER[], $3::INTEGER[], $4::INTEGER[], $5::INTEGER[], "
                              "$6::INTEGER[]) AS l (w, i, quantity, ytd, orders, remote) WHERE s_w_id = l.w AND s_i_id = l.i",
                      .draw = draw_update,
                      .is_write = true},
    [INSERT_LINES] = {.name = "new_order_insert_lines",
                      .text = "INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, "
                              "ol_delivery_d, ol_quantity, ol_amount, ol_dist_info) "
                              "SELECT $1::INTEGER, $2::INTEGER, $3::INTEGER, l.number, l.item, l.supplier, NULL, l.quantity, "
                              "l.amount, l.info FROM unnest($4::INTEGER[], $5::INTEGER[], $6::INTEGER[], $7::INTEGER[], "
                              "$8::DECIMAL[], $9::VARCHAR[]) AS l (number, item, supplier, quantity, amount, info)",
                      .draw = draw_lines,
                      .is_write = true},
    [COMMIT] = {.name = "new_order_commit", .text = "COMMIT"},
    {.name = NULL},
};

void
new_order_next(const struct program *p, struct tpcc_state *s, struct step *step)
{
    const bool is_missing_item = s->order.is_missing_item;
    const int at = s->at++;

    if (at >= END)
        step->kind = STEP_END;
    else if (at == COMMIT && is_missing_item) /* It, and nothing else, takes all of the order back (2.4.2.3). */
        step->kind = STEP_ROLLBACK;
    else
        send_step(p, step, NEW_ORDER_FIRST + at,
                  at == DISTRICT || at == ITEMS || at == STOCK || at == COMMIT || (at == INSERT_LINES && is_missing_item));
}
