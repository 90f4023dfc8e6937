/*
 * tpcc: the input of transactions, which must have the shares of the specification. Clauses of TPC-C stand in parentheses.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/tpcc/transaction.h"
#include "check_values.h"
#include "tpcc_scene.h"

/* Input of many orders and payments (2.4.1, 2.5.1). */
static void
input_has_the_shares_of_the_specification(void)
{
    enum { EVENTS = 40000, WAREHOUSES = 5 };
    struct scene s;
    int64_t orders = 0, unused = 0, lines = 0, remote = 0, payments = 0, away = 0, by_name = 0;
    int64_t suppliers[WAREHOUSES + 1] = {0};

    open_scene(&s, OPTIONS("--warehouses=5", "--threads=1"));
    for (int i = 0; i < EVENTS; i++) {
        const int kind = s.program.begin(&s.program, &s.generator);
        const struct tpcc_state *const state = state_of(&s.generator);
        CHECK(state->warehouse == i % 50 % 5 + 1, "the terminals in turn");
        if (kind == NEW_ORDER) {
            orders++;
            unused += state->order.lines[state->order.line_count - 1].item == ITEM_COUNT + 1;
            lines += state->order.line_count;
            for (int l = 0; l < state->order.line_count; l++) {
                const int64_t supplier = state->order.lines[l].supply_warehouse;
                remote += supplier != state->warehouse;
                suppliers[supplier] += supplier != state->warehouse;
            }
        } else if (kind == PAYMENT) {
            const struct customer *const c = &state->payment.customer;
            payments++;
            away += c->warehouse != state->warehouse;
            by_name += c->is_by_name;
            CHECK(c->warehouse != state->warehouse || c->district == state->district, "at home, the terminal's district");
            CHECK(state->payment.amount >= 100 && state->payment.amount <= 500000, "%lld", (long long)state->payment.amount);
        }
    }
    const double n = (double)orders, l = (double)lines, p = (double)payments;
    CHECK(fabs((double)unused / n - .01) < 4 * sqrt(.01 * .99 / n), "%g", (double)unused / n);
    CHECK(fabs(l / n - 10) < 4 * sqrt(10 / n), "%g", l / n);
    CHECK(fabs((double)remote / l - .01) < 4 * sqrt(.01 * .99 / l), "%g", (double)remote / l);
    CHECK(fabs((double)away / p - .15) < 4 * sqrt(.15 * .85 / p), "%g", (double)away / p);
    CHECK(fabs((double)by_name / p - .60) < 4 * sqrt(.6 * .4 / p), "%g", (double)by_name / p);
    for (int w = 1; w <= WAREHOUSES; w++)
        CHECK(fabs((double)suppliers[w] - (double)remote / 5) < 5 * sqrt((double)remote / 5), "%lld", (long long)suppliers[w]);
    close_scene(&s);
}

/* The bits of an item's number that NURand sets: three of four, where uniform numbers have one of two (2.1.6). */
static int
bits_of_item(int64_t item, int64_t c)
{
    return __builtin_popcountll((uint64_t)((item - 1 + ITEM_COUNT - c) % ITEM_COUNT) & 8191);
}

static int
name_number(const char *name)
{
    char other[LAST_NAME_SIZE];
    int number = 0;

    for (last_name(number, other); strcmp(name, other) != 0; last_name(number, other))
        number++;
    return number;
}

static void
orders_and_payments_draw_what_is_drawn_often(void)
{
    enum { ORDERS = 20000 };
    struct scene s;
    static int64_t customers[2][CUSTOMER_COUNT + 1];
    static int64_t named[NAME_COUNT];
    int64_t bits = 0, items = 0, payments = 0, cents = 0;
    double squares[3] = {0};

    open_scene(&s, OPTIONS("--warehouses=2", "--weights=1,1,0,0,0"));
    const struct constants *const c = &tpcc_source(s.program.source)->run;
    for (int i = 0; i < ORDERS; i++) {
        const struct order *const order = &begin_kind(&s, NEW_ORDER)->order;
        customers[0][order->customer]++;
        for (int l = 0; l + 1 < order->line_count; l++, items++) /* The last one may be unused. */
            bits += bits_of_item(order->lines[l].item, c->item);
        const struct payment *const payment = &begin_kind(&s, PAYMENT)->payment;
        cents += payment->amount % 100 != 0;
        if (payment->customer.is_by_name) {
            named[name_number(payment->customer.name)]++;
        } else {
            customers[1][payment->customer.id]++;
            payments++;
        }
    }
    const double names = (double)ORDERS - (double)payments;
    for (int i = 0; i < NAME_COUNT; i++)
        squares[2] += (double)(named[i] * (named[i] - 1)) / (names * (names - 1));
    for (int i = 1; i <= CUSTOMER_COUNT; i++) {
        squares[0] += (double)(customers[0][i] * (customers[0][i] - 1)) / ((double)ORDERS * (ORDERS - 1));
        squares[1] += (double)(customers[1][i] * (customers[1][i] - 1)) / ((double)payments * ((double)payments - 1));
    }
    /* Two draws are the same customer in .0029073 of cases, and in .00033 were all alike. */
    CHECK(fabs(squares[0] - .0029073) < .0003, "orders: %g", squares[0]);
    CHECK(fabs(squares[1] - .0029073) < .0004, "payments: %g", squares[1]);
    /* And the same name in .0056444, where all alike would be in .001. */
    CHECK(fabs(squares[2] - .0056444) < .0006, "names: %g", squares[2]);
    /* 9.67 of 13: the highest values of the other number are cut off at 100,000. All alike would have 6.5. */
    CHECK(fabs((double)bits / (double)items - 9.67) < .1, "%g bits", (double)bits / (double)items);
    CHECK((double)cents > (double)ORDERS * .98, "99 of 100 amounts are no whole ones: %lld", (long long)cents);
    close_scene(&s);
}

static void
a_terminal_looks_at_the_stock_of_its_own_district(void)
{
    struct scene s;
    bool is_other = false;

    open_scene(&s, OPTIONS("--warehouses=2", "--threads=1"));
    for (int i = 0; i < 400; i++) {
        const struct tpcc_state *const state = begin_kind(&s, STOCK_LEVEL);
        CHECK_INT(state->district, terminal_district(&s.options.load, state->terminal));
        is_other = is_other || state->district != 1;
    }
    CHECK(is_other, "of ten terminals one each");
    close_scene(&s);
}

/* As the machine retries: draws and state of the start, and begun again. */
static void
what_is_tried_again_has_the_same_input(void)
{
    struct scene s;

    open_scene(&s, OPTIONS("--warehouses=5"));
    for (int i = 0; i < 200; i++) {
        const struct generator g = s.generator;
        void *const own = malloc(s.program.user_data_size);
        struct order first;

        memcpy(own, s.generator.user_data, s.program.user_data_size);
        const int kind = s.program.begin(&s.program, &s.generator);
        const struct tpcc_state *const state = state_of(&s.generator);
        const int64_t warehouse = state->warehouse, district = state->district;
        first = state->order;
        s.generator = g;
        memcpy(s.generator.user_data, own, s.program.user_data_size);
        free(own);
        CHECK_INT(s.program.begin(&s.program, &s.generator), kind);
        CHECK(state->warehouse == warehouse && state->district == district, "the same place");
        for (int l = 0; kind == NEW_ORDER && l < first.line_count; l++)
            CHECK(first.lines[l].item == state->order.lines[l].item &&
                      first.lines[l].supply_warehouse == state->order.lines[l].supply_warehouse &&
                      first.lines[l].quantity == state->order.lines[l].quantity,
                  "the same lines");
    }
    close_scene(&s);
}

int
main(void)
{
    input_has_the_shares_of_the_specification();
    orders_and_payments_draw_what_is_drawn_often();
    a_terminal_looks_at_the_stock_of_its_own_district();
    what_is_tried_again_has_the_same_input();
    return check_result("tpcc_input");
}
