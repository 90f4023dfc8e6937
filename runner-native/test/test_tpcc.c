/*
 * tpcc: terminals and their decks, and what transactions make of answers. Clauses of TPC-C stand in parentheses.
 */

#include <math.h>
#include <stdlib.h>

#include "catalog/tpcc/transaction.h"
#include "check_values.h"
#include "tpcc_scene.h"

/* Terminals. */

static void
a_deck_is_dealt_to_its_end(void)
{
    const struct options o = OPTIONS("--weights=10,10,1,1,1");
    struct tpcc_source *const source = tpcc_make_source(&o.load);
    struct terminal terminal = {0};
    int64_t first_cards[TRANSACTION_COUNT] = {0};
    struct rng r;

    rng_init(&r, 7, 8);
    for (int pass = 0; pass < 2000; pass++) {
        int64_t cards[TRANSACTION_COUNT] = {0};
        for (int i = 0; i < 23; i++) {
            const enum transaction kind = deal(source, &terminal, &r);
            first_cards[kind] += i == 0;
            cards[kind]++;
        }
        for (int i = 0; i < TRANSACTION_COUNT; i++)
            CHECK_INT(cards[i], source->weights.cards[i]);
    }
    CHECK(first_cards[NEW_ORDER] > 780 && first_cards[NEW_ORDER] < 960, "each deck is shuffled: %lld",
          (long long)first_cards[NEW_ORDER]);
    CHECK(first_cards[STOCK_LEVEL] > 50, "%lld", (long long)first_cards[STOCK_LEVEL]);
    tpcc_free_source(source);
}

static void
terminals_keep_their_warehouse_and_are_all_served(void)
{
    const struct options o = OPTIONS("--warehouses=3", "--threads=4");
    struct tpcc_source *const source = tpcc_make_source(&o.load);
    int served[3][DISTRICT_COUNT] = {0};
    int64_t count = 0;

    for (int lane = 0; lane < 4; lane++) {
        for (int i = 0; i < terminals_of_lane(source, lane); i++, count++) {
            const int64_t number = lane + i * 4;
            served[terminal_warehouse(&o.load, number) - 1][terminal_district(&o.load, number) - 1]++;
        }
    }
    CHECK_INT(count, 30);
    for (int w = 0; w < 3; w++)
        for (int d = 0; d < DISTRICT_COUNT; d++)
            CHECK_INT(served[w][d], 1); /* Ten terminals each, and Stock-Level's district is another for each of them. */
    tpcc_free_source(source);
}

/* Whatever the connection has sent before (2.4.1.1). */
static void
a_terminal_works_for_its_own_warehouse_alone(void)
{
    struct scene s;

    open_scene(&s, OPTIONS("--warehouses=3", "--threads=4"));
    s.generator.connection = 2;
    for (int i = 0; i < 300; i++) {
        s.program.begin(&s.program, &s.generator);
        const struct tpcc_state *const state = state_of(&s.generator);
        CHECK_INT(state->warehouse, terminal_warehouse(&s.options.load, 2 + state->terminal * 4));
    }
    close_scene(&s);
}

static void
terminals_think_as_long_as_told(void)
{
    static const double seconds[] = {12, 12, 10, 5, 5};
    struct rng r;

    rng_init(&r, 9, 10);
    for (int kind = 0; kind < TRANSACTION_COUNT; kind++) {
        double sum = 0, largest = 0;
        for (int i = 0; i < 100000; i++) {
            const double time = (double)think_ns((enum transaction)kind, &r) / (double)NS_PER_S;
            sum += time;
            largest = fmax(largest, time);
        }
        CHECK(fabs(sum / 100000 - seconds[kind]) < .02 * seconds[kind], "%g", sum / 100000);
        CHECK(largest <= 10 * seconds[kind] && largest > 8 * seconds[kind], "%g", largest);
    }
}

static void
terminals_key_in_as_long_as_told(void)
{
    static const int64_t seconds[] = {18, 3, 2, 2, 2};

    for (int kind = 0; kind < TRANSACTION_COUNT; kind++)
        CHECK_INT(keying_ns((enum transaction)kind), seconds[kind] * NS_PER_S);
}

/* Transactions, with answers of the test. */

/* An order of three lines, the first and the last for the same row of stock. */
static struct order *
order_three_lines(struct scene *s)
{
    struct tpcc_state *const state = begin_kind(s, NEW_ORDER);
    struct order *const order = &state->order;

    state->warehouse = 1;
    state->district = 4;
    *order = (struct order){.customer = 5, .line_count = 3, .is_all_local = false};
    order->lines[0] = (struct order_line){.item = 7, .supply_warehouse = 1, .quantity = 5};
    order->lines[1] = (struct order_line){.item = 9, .supply_warehouse = 2, .quantity = 6};
    order->lines[2] = (struct order_line){.item = 7, .supply_warehouse = 1, .quantity = 4};
    CHECK(!ANSWER(s, "new_order_customer", 1, 4, "0.1000", "0.2500", "NAME", "GC"), "a customer");
    CHECK(!ANSWER(s, "new_order_district", 1, 2, "3001", "0.0500"), "a district");
    CHECK(!ANSWER(s, "new_order_items", 2, 4, "9", "100.00", "xORIGINALx", "b", "7", "1.05", "plain", "a"),
          "items in any order");
    return order;
}

static void
an_order_takes_stock_where_it_comes_from(void)
{
    struct scene s;

    open_scene(&s, OPTIONS("--warehouses=2"));
    struct order *const order = order_three_lines(&s);
    CHECK_TEXT(param(&s, "new_order_stock", 0), "{1,2}");
    CHECK_TEXT(param(&s, "new_order_stock", 1), "{7,9}");
    CHECK_TEXT(param(&s, "new_order_stock", 2), "4");
    CHECK(!ANSWER(&s, "new_order_stock", 2, 5, "2", "9", "15", "of-nine", "ORIGINAL", "1", "7", "15", "of\"seven", "plain"),
          "stock");
    /* 15 - 5 is 10, which then is below 4 + 10: 10 - 4 + 91; 15 is below 6 + 10: 15 - 6 + 91. */
    CHECK_TEXT(param(&s, "new_order_update_stock", 2), "{97,100}");
    CHECK_TEXT(param(&s, "new_order_update_stock", 3), "{9,6}");
    CHECK_TEXT(param(&s, "new_order_update_stock", 4), "{2,1}");
    CHECK_TEXT(param(&s, "new_order_update_stock", 5), "{0,1}");
    CHECK_TEXT(param(&s, "new_order_insert_lines", 3), "{1,2,3}");
    CHECK_TEXT(param(&s, "new_order_insert_lines", 4), "{7,9,7}");
    CHECK_TEXT(param(&s, "new_order_insert_lines", 5), "{1,2,1}");
    CHECK_TEXT(param(&s, "new_order_insert_lines", 7), "{5.25,600.00,4.20}"); /* Neither tax nor discount. */
    CHECK_TEXT(param(&s, "new_order_insert_lines", 8), "{\"of\\\"seven\",\"of-nine\",\"of\\\"seven\"}");
    CHECK_TEXT(param(&s, "new_order_insert_order", 5), "0"); /* Not all local. */
    CHECK(order->lines[1].brand == 'B' && order->lines[0].brand == 'G', "%c%c", order->lines[1].brand, order->lines[0].brand);
    CHECK_INT(order->total, (525 + 60000 + 420) * INT64_C(7500) * 11500 / 100000000);
    close_scene(&s);
}

static void
an_unused_item_takes_back_the_whole_profile(void)
{
    static const char *const steps[] = {"new_order_begin",
                                        "new_order_customer",
                                        "new_order_district",
                                        "new_order_insert_order",
                                        "new_order_insert_new_order",
                                        "new_order_items",
                                        "new_order_stock",
                                        "new_order_update_stock",
                                        "new_order_insert_lines",
                                        "ROLLBACK",
                                        "END"};
    struct scene s;
    int64_t counted[COUNTER_MAX] = {0};

    open_scene(&s, OPTIONS("--warehouses=2"));
    struct order *const order = order_three_lines(&s);
    order->lines[2].item = ITEM_COUNT + 1;
    order->has_unused_item = true;
    for (int i = 0; i < LINE_COUNT_MAX; i++)
        order->lines[i].is_there = false;
    CHECK(!ANSWER(&s, "new_order_items", 2, 4, "9", "100.00", "", "b", "7", "1.05", "", "a"), "one item fewer than lines");
    CHECK(order->is_missing_item, "the answer says so");
    CHECK_TEXT(param(&s, "new_order_insert_lines", 4), "{7,9}");
    for (size_t i = 0; i < ARRAY_LENGTH(steps); i++)
        expect_step(&s, steps[i]);
    s.program.count(&s.program, &s.generator, counted);
    CHECK_INT(counted[COUNT_ROLLED_BACK], 1);
    CHECK_INT(counted[COUNT_REMOTE_LINES], 1);
    order->has_unused_item = false;
    for (int i = 0; i < LINE_COUNT_MAX; i++)
        order->lines[i].is_there = false;
    CHECK_TEXT(ANSWER(&s, "new_order_items", 1, 4, "9", "100.00", "", "b"), FAULT_MISSING); /* A load that is not whole. */
    close_scene(&s);
}

static void
the_status_is_that_of_the_customers_last_order(void)
{
    struct scene s;

    open_scene(&s, OPTIONS("--warehouses=2"));
    struct tpcc_state *const state = begin_kind(&s, ORDER_STATUS);
    state->warehouse = state->order_status.customer.warehouse = 2;
    state->district = state->order_status.customer.district = 9;
    CHECK(!ANSWER(&s, "order_status_customer_name", 2, 1, "71", "72"), "two");
    CHECK_TEXT(param(&s, "order_status_order", 2), "71");
    CHECK(!ANSWER(&s, "order_status_order", 1, 3, "3055", "2026-01-01", ""), "an order");
    CHECK_TEXT(param(&s, "order_status_lines", 0), "2");
    CHECK_TEXT(param(&s, "order_status_lines", 1), "9");
    CHECK_TEXT(param(&s, "order_status_lines", 2), "3055");
    close_scene(&s);
}

/* Every price and every amount: a float is wrong about some of them, and a double about some sums. */
static void
money_is_exact(void)
{
    struct scene s;
    char text[32];

    open_scene(&s, OPTIONS("--warehouses=2"));
    struct order *const order = order_three_lines(&s);
    order->line_count = 1;
    order->lines[0].quantity = 10;
    CHECK(!ANSWER(&s, "new_order_customer", 1, 4, "0.1237", "0.4871", "NAME", "GC"), "a customer");
    CHECK(!ANSWER(&s, "new_order_district", 1, 2, "3001", "0.0519"), "a district");
    for (int64_t cents = 100; cents <= 10000; cents++) {
        snprintf(text, sizeof text, "%lld.%02lld", (long long)cents / 100, (long long)cents % 100);
        CHECK(!ANSWER(&s, "new_order_items", 1, 4, "7", text, "", ""), "an item");
        CHECK(!ANSWER(&s, "new_order_stock", 1, 5, "1", "7", "50", "info", ""), "its stock");
        snprintf(text, sizeof text, "{%lld.%lld0}", (long long)cents / 10, (long long)cents % 10);
        CHECK_TEXT(param(&s, "new_order_insert_lines", 7), text);
        CHECK_INT(order->total, cents * 10 * 5129 * 11756 / 100000000);
    }
    struct tpcc_state *const state = begin_kind(&s, PAYMENT);
    for (int64_t cents = 499901; cents <= 500000; cents++) {
        snprintf(text, sizeof text, "%lld.%02lld", (long long)cents / 100, (long long)cents % 100);
        state->payment.amount = cents;
        CHECK_TEXT(param(&s, "payment_warehouse", 0), text);
    }
    close_scene(&s);
}

static void
the_middle_customer_of_a_name_pays(void)
{
    struct scene s;

    open_scene(&s, OPTIONS("--warehouses=2"));
    struct tpcc_state *const state = begin_kind(&s, PAYMENT);
    CHECK(!ANSWER(&s, "payment_customer_name", 4, 1, "11", "12", "13", "14"), "four");
    CHECK_INT(state->payment.customer.id, 12);
    CHECK(!ANSWER(&s, "payment_customer_name", 3, 1, "11", "12", "13"), "three");
    CHECK_INT(state->payment.customer.id, 12);
    CHECK(!ANSWER(&s, "payment_customer_name", 1, 1, "11"), "one");
    CHECK_INT(state->payment.customer.id, 11);
    CHECK_TEXT(ANSWER(&s, "payment_customer_name", 0, 1, NULL), FAULT_MISSING);
    state->payment.amount = 12305;
    state->payment.customer = (struct customer){.warehouse = 2, .district = 3, .id = 44};
    state->warehouse = 1;
    state->district = 9;
    CHECK_TEXT(param(&s, "payment_update_customer", 0), "123.05");
    CHECK_TEXT(param(&s, "payment_update_bad_credit", 4), "44 3 2 9 1 123.05 ");
    close_scene(&s);
}

/* A district that has nothing to deliver is skipped alone, and counted (2.7.4.2). */
static void
a_delivery_skips_and_counts_empty_districts(void)
{
    struct scene s;
    int64_t counted[COUNTER_MAX] = {0};

    open_scene(&s, OPTIONS("--delivery=inline"));
    begin_kind(&s, DELIVERY);
    expect_step(&s, "delivery_begin");
    for (int d = 1; d <= DISTRICT_COUNT; d++) {
        char district[16];
        snprintf(district, sizeof district, "%d", d);
        expect_step(&s, "delivery_oldest");
        CHECK_TEXT(param(&s, "delivery_oldest", 1), district);
        if (d == 2 || d == 7)
            CHECK(!ANSWER(&s, "delivery_oldest", 1, 2, district, "2101"), "an order");
        else
            CHECK(!ANSWER(&s, "delivery_oldest", 0, 2, NULL), "none");
    }
    for (int d = 2; d <= 7; d += 5) {
        const char *const district = d == 2 ? "2" : "7", *const amount = d == 2 ? "20.50" : "7.01";
        expect_step(&s, "delivery_delete");
        CHECK_TEXT(param(&s, "delivery_delete", 1), district);
        expect_step(&s, "delivery_order");
        ANSWER(&s, "delivery_order", 1, 2, district, "77");
        expect_step(&s, "delivery_lines");
        ANSWER(&s, "delivery_lines", 1, 2, district, amount);
    }
    expect_step(&s, "delivery_customer");
    CHECK_TEXT(param(&s, "delivery_customer", 0), "20.50");
    expect_step(&s, "delivery_customer");
    CHECK_TEXT(param(&s, "delivery_customer", 0), "7.01");
    expect_step(&s, "delivery_commit");
    expect_step(&s, "END");
    s.program.count(&s.program, &s.generator, counted);
    CHECK_INT(counted[COUNT_SKIPPED_DISTRICTS], 8);
    CHECK_INT(counted[COUNT_SKIPPED_DELIVERIES], 1);
    close_scene(&s);
}

static void
a_deferred_delivery_is_done_after_its_terminal_goes_on(void)
{
    struct scene s;

    open_scene(&s, OPTIONS("--delivery=deferred", "--warehouses=3", "--threads=1"));
    const int64_t warehouse = begin_kind(&s, DELIVERY)->warehouse;
    expect_step(&s, "END");
    CHECK_INT(s.program.begin(&s.program, &s.generator), DEFERRED_DELIVERY);
    CHECK_INT(state_of(&s.generator)->warehouse, warehouse);
    expect_step(&s, "delivery_begin");
    close_scene(&s);
}

/* With --wait: each terminal by its own times, whatever connection it has. */
static void
terminals_are_due_when_they_have_thought(void)
{
    struct scene s;
    const int64_t now_ns = 1000 * NS_PER_S;

    open_scene(&s, OPTIONS("--wait=on", "--threads=2"));
    struct tpcc_state *const state = state_of(&s.generator);
    const int64_t due_ns = s.program.due_ns(&s.program, &s.generator, now_ns);
    CHECK_INT(state->terminal_count, 5);
    for (int i = 0; i < 5; i++)
        CHECK(state->terminals[i].due_ns >= due_ns, "the first one is first");
    const int chosen = state->terminal, kind = state->terminals[chosen].next;
    CHECK_INT(s.program.begin(&s.program, &s.generator), kind);
    const int64_t then_ns = s.program.due_ns(&s.program, &s.generator, now_ns + 100 * NS_PER_S);
    CHECK(state->terminals[chosen].due_ns >= now_ns + 102 * NS_PER_S, "it thinks and keys in");
    CHECK(then_ns < now_ns + 100 * NS_PER_S && state->terminal != chosen, "another one waits already, and its time counts");
    close_scene(&s);
}

/* Whatever listens there: the sanitizers see what is read beyond an answer, and what overflows. */
static void
an_answer_without_the_columns_or_with_numbers_that_cannot_be_is_no_end(void)
{
    struct scene s;

    open_scene(&s, OPTIONS("--warehouses=1"));
    begin_kind(&s, NEW_ORDER);
    const char *const fault = ANSWER(&s, "new_order_customer", 1, 1, "0.1");
    CHECK_TEXT(fault ? fault : "none", FAULT_WRONG);
    CHECK(!ANSWER(&s, "new_order_customer", 1, 2, "9223372036854775807.9", "-9223372036854775808.99999"), "any number");
    CHECK(!ANSWER(&s, "new_order_district", 1, 2, "99999999999999999999", ""), "any number");
    CHECK_INT(state_of(&s.generator)->order.id, INT32_MAX);
    CHECK_INT(state_of(&s.generator)->order.discount, INT32_MIN);
    close_scene(&s);
}

int
main(void)
{
    a_deck_is_dealt_to_its_end();
    terminals_keep_their_warehouse_and_are_all_served();
    a_terminal_works_for_its_own_warehouse_alone();
    terminals_think_as_long_as_told();
    terminals_key_in_as_long_as_told();
    an_order_takes_stock_where_it_comes_from();
    an_unused_item_takes_back_the_whole_profile();
    the_status_is_that_of_the_customers_last_order();
    money_is_exact();
    the_middle_customer_of_a_name_pays();
    a_delivery_skips_and_counts_empty_districts();
    a_deferred_delivery_is_done_after_its_terminal_goes_on();
    terminals_are_due_when_they_have_thought();
    an_answer_without_the_columns_or_with_numbers_that_cannot_be_is_no_end();
    return check_result("tpcc");
}
