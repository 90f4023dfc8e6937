/*
 * The rows of prepare (4.3.3.1). Their order is that of their keys, so that a row's number says which one it is.
 */

#include <string.h>

#include "catalog/tpcc/tpcc.h"

/* Room for the next text of a row. */
struct scratch {
    struct row *row;
    size_t used;
};

static void
put_text(struct scratch *s, int column, const char *text, size_t length)
{
    char *const out = s->row->scratch + s->used;

    memcpy(out, text, length);
    s->row->values[column] = (struct value){.text = out, .length = (int)length};
    s->used += length;
}

static void
put_random_text(struct scratch *s, int column, struct rng *r, int low, int high)
{
    char *const out = s->row->scratch + s->used;
    const int length = random_text(r, low, high, out);

    s->row->values[column] = (struct value){.text = out, .length = length};
    s->used += (size_t)length;
}

static void
put_data(struct scratch *s, int column, struct rng *r)
{
    char *const out = s->row->scratch + s->used;
    const int length = random_data(r, out);

    s->row->values[column] = (struct value){.text = out, .length = length};
    s->used += (size_t)length;
}

/* Two streets, city, state and zip, in five columns from `column` on. */
static void
put_address(struct scratch *s, int column, struct rng *r)
{
    char zip[9];

    put_random_text(s, column, r, 10, 20);
    put_random_text(s, column + 1, r, 10, 20);
    put_random_text(s, column + 2, r, 10, 20);
    char state[2] = {(char)('A' + rng_below(r, 26)), (char)('A' + rng_below(r, 26))};
    put_text(s, column + 3, state, sizeof state);
    random_digits(r, 4, zip);
    memcpy(zip + 4, "11111", 5);
    put_text(s, column + 4, zip, sizeof zip);
}

void
tpcc_fill_item(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    struct scratch s = {.row = row};

    row->values[0].number = number + 1;
    row->values[1].number = rng_between(r, 1, 10000);
    put_random_text(&s, 2, r, 14, 24);
    row->values[3].number = rng_between(r, 100, 10000);
    put_data(&s, 4, r);
}

void
tpcc_fill_warehouse(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    struct scratch s = {.row = row};

    row->values[0].number = number + 1;
    put_random_text(&s, 1, r, 6, 10);
    put_address(&s, 2, r);
    row->values[7].number = rng_between(r, 0, 2000);
    row->values[8].number = 30000000;
}

void
tpcc_fill_stock(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    enum { DIST = 3 };
    struct scratch s = {.row = row};

    row->values[0].number = number % ITEM_COUNT + 1;
    row->values[1].number = number / ITEM_COUNT + 1;
    row->values[2].number = rng_between(r, 10, 100);
    for (int i = 0; i < DISTRICT_COUNT; i++)
        put_random_text(&s, DIST + i, r, 24, 24);
    put_data(&s, DIST + DISTRICT_COUNT + 3, r); /* After s_ytd, s_order_cnt and s_remote_cnt, which are 0. */
}

void
tpcc_fill_district(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    struct scratch s = {.row = row};

    row->values[0].number = number % DISTRICT_COUNT + 1;
    row->values[1].number = number / DISTRICT_COUNT + 1;
    put_random_text(&s, 2, r, 6, 10);
    put_address(&s, 3, r);
    row->values[8].number = rng_between(r, 0, 2000);
    row->values[9].number = 3000000;
    row->values[10].number = CUSTOMER_COUNT + 1;
}

/* Key columns of what there are 3,000 of in each district: its number, district and warehouse. */
static void
put_place(struct row *row, int64_t number)
{
    row->values[0].number = number % CUSTOMER_COUNT + 1;
    row->values[1].number = number / CUSTOMER_COUNT % DISTRICT_COUNT + 1;
    row->values[2].number = number / CUSTOMER_COUNT / DISTRICT_COUNT + 1;
}

void
tpcc_fill_customer(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    const struct tpcc_source *const own = tpcc_source(source->user_data);
    const int64_t in_district = number % CUSTOMER_COUNT;
    struct scratch s = {.row = row};
    char name[LAST_NAME_SIZE], phone[16];

    put_place(row, number);
    put_random_text(&s, 3, r, 8, 16);
    put_text(&s, 4, "OE", 2);
    const int length = last_name(in_district < NAME_COUNT ? in_district : nurand_name(&own->load, r), name);
    put_text(&s, 5, name, (size_t)length);
    put_address(&s, 6, r);
    random_digits(r, sizeof phone, phone);
    put_text(&s, 11, phone, sizeof phone);
    row->values[12].number = own->load_time_us;
    put_text(&s, 13, rng_below(r, 10) == 0 ? "BC" : "GC", 2);
    row->values[14].number = 5000000;
    row->values[15].number = rng_between(r, 0, 5000);
    row->values[16].number = -1000;
    row->values[17].number = 1000;
    row->values[18].number = 1;
    put_random_text(&s, 20, r, 300, 500); /* After c_delivery_cnt, which is 0. */
}

void
tpcc_fill_history(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    struct scratch s = {.row = row};

    put_place(row, number);
    row->values[3] = row->values[1];
    row->values[4] = row->values[2];
    row->values[5].number = tpcc_source(source->user_data)->load_time_us;
    row->values[6].number = 1000;
    put_random_text(&s, 7, r, 12, 24);
}

/* A number of an order for what several tables tell of it. */
static uint64_t
order_key(const struct workload_options *o, int64_t number)
{
    return rng_mix((uint64_t)o->rand_seed + rng_mix((uint64_t)number + 1));
}

int
tpcc_line_count(const struct workload_options *o, int64_t number)
{
    const uint64_t kinds = LINE_COUNT_MAX - LINE_COUNT_MIN + 1;

    return LINE_COUNT_MIN + (int)((order_key(o, number) >> 32) * kinds >> 32);
}

void
tpcc_fill_orders(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    const int64_t in_district = number % CUSTOMER_COUNT;
    const uint64_t key = order_key(source->options, -2 - number / CUSTOMER_COUNT);

    put_place(row, number);
    row->values[3].number = permuted_customer(key, in_district) + 1;
    row->values[4].number = tpcc_source(source->user_data)->load_time_us;
    row->values[5] = (struct value){.is_null = in_district >= DELIVERED_COUNT, .number = rng_between(r, 1, 10)};
    row->values[6].number = tpcc_line_count(source->options, number);
    row->values[7].number = 1;
}

void
tpcc_fill_new_order(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    enum { UNDELIVERED_COUNT = CUSTOMER_COUNT - DELIVERED_COUNT };

    row->values[0].number = DELIVERED_COUNT + number % UNDELIVERED_COUNT + 1;
    row->values[1].number = number / UNDELIVERED_COUNT % DISTRICT_COUNT + 1;
    row->values[2].number = number / UNDELIVERED_COUNT / DISTRICT_COUNT + 1;
}

void
tpcc_fill_order_line(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    const bool is_delivered = number % CUSTOMER_COUNT < DELIVERED_COUNT;
    struct scratch s = {.row = row};

    put_place(row, number);
    row->values[3].number = row->part + 1;
    row->values[4].number = rng_between(r, 1, ITEM_COUNT);
    row->values[5] = row->values[2];
    row->values[6] = (struct value){.is_null = !is_delivered, .number = tpcc_source(source->user_data)->load_time_us};
    row->values[7].number = 5;
    row->values[8].number = is_delivered ? 0 : rng_between(r, 1, 999999);
    put_random_text(&s, 9, r, 24, 24);
}
