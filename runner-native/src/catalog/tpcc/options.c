#include "catalog/tpcc/tpcc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "catalog/tpcc/values.h"

#define FIELD(field) .offset = offsetof(struct tpcc_options, field)

enum { CARD_COUNT_MAX = 10000 };

/* "10,10,1,1,1" */
static bool
read_weights(void *field, const char *text)
{
    struct weights weights = {0};
    int64_t sum = 0;

    for (int i = 0; i < TRANSACTION_COUNT; i++) {
        char *end;
        const long long cards = strtoll(text, &end, 10);
        if (end == text || *end != (i + 1 < TRANSACTION_COUNT ? ',' : '\0') || cards < 0 || cards > CARD_COUNT_MAX)
            return false;
        weights.cards[i] = cards;
        sum += cards;
        text = end + 1;
    }
    if (sum == 0)
        return false;
    *(struct weights *)field = weights;
    return true;
}

static void
write_weights(const void *field, char *json, size_t json_size)
{
    const int64_t *const cards = ((const struct weights *)field)->cards;

    write_text(json, json_size, "\"%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "\"", cards[NEW_ORDER],
               cards[PAYMENT], cards[ORDER_STATUS], cards[DELIVERY], cards[STOCK_LEVEL]);
}

static const struct option_kind weights_kind = {
    .name = "text",
    .allowed = "five whole numbers from 0 to 10000, one of them above 0, as in 10,10,1,1,1",
    .read = read_weights,
    .write = write_weights,
};

static const char *const mixes[] = {[MIX_DECK] = "deck", [MIX_DRAWN] = "drawn", NULL};
static const char *const deliveries[] = {
    [DELIVERY_AUTO] = "auto", [DELIVERY_DEFERRED] = "deferred", [DELIVERY_INLINE] = "inline", NULL};
static const char *const isolations[] = {[ISOLATION_AUTO] = "auto",
                                         [ISOLATION_REPEATABLE_READ] = "repeatable-read",
                                         [ISOLATION_SERIALIZABLE] = "serializable",
                                         NULL};

/* clang-format off */
static const struct option_row table_rows[] = {
    {.name = "warehouses", .type = OPTION_INT, FIELD(warehouses), .fallback = "1", .low = 1, .high = 1e6,
     .argument = "N", .shapes = SHAPES_DATA, .help = "tpcc: warehouses, each of about 100 MB"},
    {.name = "load-time", .type = OPTION_INT, FIELD(load_time), .fallback = "0", .low = 0, .high = 4e9,
     .argument = "S", .shapes = SHAPES_NOTHING,
     .help = "tpcc: time of the load as the rows record it, in seconds since 1970; 0: now"},
    {.name = "foreign-keys", .type = OPTION_BOOL, FIELD(foreign_keys), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "tpcc, script: foreign keys between the tables"},
};

static const struct option_row event_rows[] = {
    {.name = "wait", .type = OPTION_BOOL, FIELD(wait), .fallback = "off",
     .help = "terminals key in and think, ten of them for each warehouse; not with --rate"},
    {.name = "wait-factor", .type = OPTION_REAL, FIELD(wait_factor), .fallback = "1", .low = 1e-4, .high = 1,
     .argument = "N", .help = "factor of all waits with --wait, for trials; less than 1 is not TPC-C"},
    {.name = "active-warehouses", .type = OPTION_INT, FIELD(active_warehouses), .fallback = "0", .low = 0, .high = 1e6,
     .argument = "N",
     .help = "number of warehouses with terminals, the first ones; the others get only remote requests; 0: all"},
    {.name = "mix", .type = OPTION_CHOICE, FIELD(mix), .fallback = "deck", .choices = mixes,
     .help = "deck: each terminal deals a shuffled deck of --weights to its end; drawn: each transaction is drawn by them"},
    {.name = "weights", .type = OPTION_OTHER, FIELD(weights), .fallback = "10,10,1,1,1", .kind = &weights_kind,
     .argument = "N,P,O,D,S",
     .help = "cards of New-Order, Payment, Order-Status, Delivery, Stock-Level"},
    {.name = "delivery", .type = OPTION_CHOICE, FIELD(delivery), .fallback = "auto", .choices = deliveries,
     .help = "deferred: the terminal goes on once a delivery is queued (auto: with --wait)"},
    {.name = "isolation", .type = OPTION_CHOICE, FIELD(isolation), .fallback = "auto", .choices = isolations,
     .help = "isolation level of all transactions; auto: the server's, and repeatable read for Order-Status"},
    {.name = "capacity-start", .type = OPTION_INT, FIELD(capacity.start), .fallback = "0", .low = 0, .high = 1e8,
     .argument = "N", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "capacity: the warehouses, or transactions per second, to try first; 0: all warehouses, or --rate (100 where it "
             "is not given)"},
    {.name = "capacity-trials", .type = OPTION_INT, FIELD(capacity.trials), .fallback = "12", .low = 1, .high = 1000,
     .argument = "N", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "capacity: runs at most, each of --warmup-time and --time"},
    {.name = "capacity-precision", .type = OPTION_REAL, FIELD(capacity.precision), .fallback = "0.05", .low = 0, .high = 1,
     .argument = "N", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "capacity: precision at which the search ends; 0.05 is 5 %"},
};
/* clang-format on */

const struct option_group tpcc_option_groups[2] = {
    {OPTION_TITLE_TABLES, PLACE_TABLES, table_rows, ARRAY_LENGTH(table_rows)},
    {"The workload tpcc", PLACE_EVENTS, event_rows, ARRAY_LENGTH(event_rows)},
};

int64_t
tpcc_terminal_count(const struct workload_options *o)
{
    const int64_t terminals = tpcc_active_warehouses(o) * DISTRICT_COUNT;

    return options_lane_count(o) > terminals ? options_lane_count(o) : terminals;
}

enum err
tpcc_check(const struct workload_options *o, struct diag *d)
{
    const int64_t terminals = tpcc_active_warehouses(o) * DISTRICT_COUNT;

    if (o->dialect->no_write_transactions) {
        fail(d, ERR_USAGE, "tpcc needs transactions that write, which %s does not have: %s", o->dialect->title,
             o->dialect->no_write_transactions);
        fail_hint(d, "oltp_point_select, oltp_update_index and kv have none");
    } else if (tpcc(o)->active_warehouses > tpcc(o)->warehouses) {
        fail(d, ERR_USAGE, "--active-warehouses is at most --warehouses, %" PRId64, tpcc(o)->warehouses);
        fail_hint(d, "prepare more of them, and give run the --warehouses of prepare");
    } else if (tpcc(o)->wait && options_lane_count(o) > terminals) {
        fail(d, ERR_USAGE, "--wait has ten terminals for each warehouse, %" PRId64 ", and there are %" PRId64 " connections",
             terminals, options_lane_count(o));
        fail_hint(d, "lower --threads to %" PRId64 " or less (terminals share connections), or raise --warehouses", terminals);
    }
    return d->code;
}
