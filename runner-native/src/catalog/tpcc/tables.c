/*
 * The nine tables (1.3), their keys, indexes and foreign keys (1.4).
 */

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "catalog/tpcc/tpcc.h"

/* Of one table: its columns as CREATE TABLE has them, and its primary key, NULL where it has none. By YugabyteDB's hash of the first
 * columns rows of a district lie together, in the order of the rest. */
struct shape {
    const char *name;
    const char *columns;
    const char *key;
    const char *hash_key;
};

#define ADDRESS(prefix)                                                                                                        \
    prefix "_street_1 VARCHAR(20), " prefix "_street_2 VARCHAR(20), " prefix "_city VARCHAR(20), " prefix                      \
           "_state CHAR(2), " prefix "_zip CHAR(9), "

#define NOT_NULL " INTEGER NOT NULL, "

static const struct shape shapes[TPCC_TABLE_COUNT] = {
    [TABLE_WAREHOUSE] = {"warehouse",
                         "w_id" NOT_NULL "w_name VARCHAR(10), " ADDRESS("w") "w_tax DECIMAL(4,4), w_ytd DECIMAL(12,2)", "w_id",
                         "w_id HASH"},
    [TABLE_DISTRICT] = {"district",
                        "d_id" NOT_NULL "d_w_id" NOT_NULL
                        "d_name VARCHAR(10), " ADDRESS("d") "d_tax DECIMAL(4,4), d_ytd DECIMAL(12,2), d_next_o_id INTEGER",
                        "d_w_id, d_id", "(d_w_id, d_id) HASH"},
    [TABLE_CUSTOMER] = {"customer",
                        "c_id" NOT_NULL "c_d_id" NOT_NULL "c_w_id" NOT_NULL
                        "c_first VARCHAR(16), c_middle CHAR(2), c_last VARCHAR(16), " ADDRESS(
                            "c") "c_phone CHAR(16), c_since TIMESTAMP, c_credit CHAR(2), c_credit_lim DECIMAL(12,2), "
                                 "c_discount DECIMAL(4,4), c_balance DECIMAL(12,2), c_ytd_payment DECIMAL(12,2), "
                                 "c_payment_cnt INTEGER, c_delivery_cnt INTEGER, c_data VARCHAR(500)",
                        "c_w_id, c_d_id, c_id", "(c_w_id, c_d_id) HASH, c_id"},
    [TABLE_HISTORY] = {"history",
                       "h_c_id INTEGER, h_c_d_id INTEGER, h_c_w_id INTEGER, h_d_id INTEGER, h_w_id INTEGER, h_date TIMESTAMP, "
                       "h_amount DECIMAL(6,2), h_data VARCHAR(24)",
                       NULL, NULL},
    [TABLE_NEW_ORDER] = {"new_order", "no_o_id" NOT_NULL "no_d_id" NOT_NULL "no_w_id INTEGER NOT NULL",
                         "no_w_id, no_d_id, no_o_id", "(no_w_id, no_d_id) HASH, no_o_id"},
    [TABLE_ORDERS] = {"orders",
                      "o_id" NOT_NULL "o_d_id" NOT_NULL "o_w_id" NOT_NULL
                      "o_c_id INTEGER, o_entry_d TIMESTAMP, o_carrier_id INTEGER, o_ol_cnt INTEGER, o_all_local INTEGER",
                      "o_w_id, o_d_id, o_id", "(o_w_id, o_d_id) HASH, o_id"},
    [TABLE_ORDER_LINE] = {"order_line",
                          "ol_o_id" NOT_NULL "ol_d_id" NOT_NULL "ol_w_id" NOT_NULL "ol_number" NOT_NULL "ol_i_id" NOT_NULL
                          "ol_supply_w_id INTEGER, ol_delivery_d TIMESTAMP, ol_quantity INTEGER, "
                          "ol_amount DECIMAL(6,2), ol_dist_info CHAR(24)",
                          "ol_w_id, ol_d_id, ol_o_id, ol_number", "(ol_w_id, ol_d_id) HASH, ol_o_id, ol_number"},
    [TABLE_ITEM] = {"item", "i_id" NOT_NULL "i_im_id INTEGER, i_name VARCHAR(24), i_price DECIMAL(5,2), i_data VARCHAR(50)",
                    "i_id", "i_id HASH"},
    [TABLE_STOCK] = {"stock",
                     "s_i_id" NOT_NULL "s_w_id" NOT_NULL
                     "s_quantity INTEGER, s_dist_01 CHAR(24), s_dist_02 CHAR(24), s_dist_03 CHAR(24), s_dist_04 CHAR(24), "
                     "s_dist_05 CHAR(24), s_dist_06 CHAR(24), s_dist_07 CHAR(24), s_dist_08 CHAR(24), s_dist_09 CHAR(24), "
                     "s_dist_10 CHAR(24), s_ytd INTEGER, s_order_cnt INTEGER, s_remote_cnt INTEGER, s_data VARCHAR(50)",
                     "s_w_id, s_i_id", "s_w_id HASH, s_i_id"},
};

/* Those of 1.3.1. */
static const struct {
    const char *table, *columns, *to, *to_columns;
} references[] = {
    {"district", "d_w_id", "warehouse", "w_id"},
    {"customer", "c_w_id, c_d_id", "district", "d_w_id, d_id"},
    {"history", "h_c_w_id, h_c_d_id, h_c_id", "customer", "c_w_id, c_d_id, c_id"},
    {"history", "h_w_id, h_d_id", "district", "d_w_id, d_id"},
    {"new_order", "no_w_id, no_d_id, no_o_id", "orders", "o_w_id, o_d_id, o_id"},
    {"orders", "o_w_id, o_d_id, o_c_id", "customer", "c_w_id, c_d_id, c_id"},
    {"order_line", "ol_w_id, ol_d_id, ol_o_id", "orders", "o_w_id, o_d_id, o_id"},
    {"order_line", "ol_supply_w_id, ol_i_id", "stock", "s_w_id, s_i_id"},
    {"stock", "s_w_id", "warehouse", "w_id"},
    {"stock", "s_i_id", "item", "i_id"},
};

/* What a foreign key refers to has its key from the beginning, for tables are finished side by side. */
static bool
has_early_key(const struct workload_options *o)
{
    return tpcc(o)->foreign_keys || !o->dialect->has_late_key;
}

static size_t
create_table(const struct workload_options *o, const struct shape *shape, int n, char *out, size_t out_size)
{
    if (n > 0)
        return 0;
    size_t used = write_text(out, out_size, "CREATE TABLE %s (%s", shape->name, shape->columns);
    if (shape->key && has_early_key(o))
        used += write_text(out + used, out_size - used, ", PRIMARY KEY (%s)",
                           o->dialect->has_hash_keys ? shape->hash_key : shape->key);
    return used + write_text(out + used, out_size - used, ")");
}

static size_t
add_key(const struct workload_options *o, const struct shape *shape, int n, char *out, size_t out_size)
{
    if (n > 0 || !shape->key || has_early_key(o))
        return 0;
    return write_text(out, out_size, "ALTER TABLE %s ADD PRIMARY KEY (%s)", shape->name, shape->key);
}

static size_t
drop_table(const struct shape *shape, int n, char *out, size_t out_size)
{
    return n > 0 ? 0 : write_text(out, out_size, "DROP TABLE IF EXISTS %s", shape->name);
}

/* For customers by their last name, in the order of the first (2.5.2.2); and what the load has drawn them with. */
static size_t
finish_customer(const struct workload_options *o, int table, int n, char *out, size_t out_size)
{
    if (n == 0)
        return write_text(out, out_size, "CREATE INDEX customer_name ON customer (%s, c_first)",
                          o->dialect->has_hash_keys ? "(c_w_id, c_d_id) HASH, c_last" : "c_w_id, c_d_id, c_last");
    if (n > 1)
        return 0;
    return write_text(out, out_size, "COMMENT ON TABLE customer IS 'plumbline tpcc: last names with C = %" PRId64 "'",
                      constants_of_load((uint64_t)o->rand_seed).last_name);
}

/* For the last order of a customer. */
static size_t
finish_orders(const struct workload_options *o, int table, int n, char *out, size_t out_size)
{
    if (n > 0)
        return 0;
    return write_text(out, out_size, "CREATE INDEX orders_customer ON orders (%s)",
                      o->dialect->has_hash_keys ? "(o_w_id, o_d_id) HASH, o_c_id, o_id DESC" : "o_w_id, o_d_id, o_c_id, o_id");
}

/* All foreign keys in turn, for two at once may wait for each other. */
static size_t
finish_history(const struct workload_options *o, int table, int n, char *out, size_t out_size)
{
    if (!tpcc(o)->foreign_keys || n >= (int)ARRAY_LENGTH(references))
        return 0;
    return write_text(out, out_size, "ALTER TABLE %s ADD CONSTRAINT %s_fkey_%d FOREIGN KEY (%s) REFERENCES %s (%s)",
                      references[n].table, references[n].table, n + 1, references[n].columns, references[n].to,
                      references[n].to_columns);
}

static int64_t
warehouses_of(const struct workload_options *o)
{
    return tpcc(o)->warehouses;
}

static int64_t
district_rows(const struct workload_options *o)
{
    return warehouses_of(o) * DISTRICT_COUNT;
}

static int64_t
customer_rows(const struct workload_options *o)
{
    return district_rows(o) * CUSTOMER_COUNT;
}

static int64_t
new_order_rows(const struct workload_options *o)
{
    return district_rows(o) * (CUSTOMER_COUNT - DELIVERED_COUNT);
}

static int64_t
stock_rows(const struct workload_options *o)
{
    return warehouses_of(o) * ITEM_COUNT;
}

static int64_t
item_rows(const struct workload_options *o)
{
    return ITEM_COUNT;
}

static int64_t
order_line_rows(const struct workload_options *o)
{
    int64_t count = 0;

    for (int64_t order = 0; order < customer_rows(o); order++)
        count += tpcc_line_count(o, order);
    return count;
}

static size_t
row_size_max(const struct workload_options *o)
{
    return 1200;
}

#define WHOLE(column) {.name = column, .type = COLUMN_INT}
#define TEXT(column) {.name = column, .type = COLUMN_TEXT}
#define MOMENT(column) {.name = column, .type = COLUMN_TIMESTAMP}
#define DECIMAL(column, scale_) {.name = column, .type = COLUMN_DECIMAL, .scale = (scale_)}
#define ADDRESS_COLUMNS(prefix)                                                                                                \
    TEXT(prefix "_street_1"), TEXT(prefix "_street_2"), TEXT(prefix "_city"), TEXT(prefix "_state"), TEXT(prefix "_zip")

static const struct column item_columns[] = {WHOLE("i_id"), WHOLE("i_im_id"), TEXT("i_name"), DECIMAL("i_price", 2),
                                             TEXT("i_data")};
static const struct column warehouse_columns[] = {WHOLE("w_id"), TEXT("w_name"), ADDRESS_COLUMNS("w"), DECIMAL("w_tax", 4),
                                                  DECIMAL("w_ytd", 2)};
static const struct column stock_columns[] = {
    WHOLE("s_i_id"),   WHOLE("s_w_id"),   WHOLE("s_quantity"),  TEXT("s_dist_01"),     TEXT("s_dist_02"), TEXT("s_dist_03"),
    TEXT("s_dist_04"), TEXT("s_dist_05"), TEXT("s_dist_06"),    TEXT("s_dist_07"),     TEXT("s_dist_08"), TEXT("s_dist_09"),
    TEXT("s_dist_10"), WHOLE("s_ytd"),    WHOLE("s_order_cnt"), WHOLE("s_remote_cnt"), TEXT("s_data")};
static const struct column district_columns[] = {WHOLE("d_id"),        WHOLE("d_w_id"),     TEXT("d_name"),
                                                 ADDRESS_COLUMNS("d"), DECIMAL("d_tax", 4), DECIMAL("d_ytd", 2),
                                                 WHOLE("d_next_o_id")};
static const struct column customer_columns[] = {WHOLE("c_id"),
                                                 WHOLE("c_d_id"),
                                                 WHOLE("c_w_id"),
                                                 TEXT("c_first"),
                                                 TEXT("c_middle"),
                                                 TEXT("c_last"),
                                                 ADDRESS_COLUMNS("c"),
                                                 TEXT("c_phone"),
                                                 MOMENT("c_since"),
                                                 TEXT("c_credit"),
                                                 DECIMAL("c_credit_lim", 2),
                                                 DECIMAL("c_discount", 4),
                                                 DECIMAL("c_balance", 2),
                                                 DECIMAL("c_ytd_payment", 2),
                                                 WHOLE("c_payment_cnt"),
                                                 WHOLE("c_delivery_cnt"),
                                                 TEXT("c_data")};
static const struct column history_columns[] = {WHOLE("h_c_id"), WHOLE("h_c_d_id"), WHOLE("h_c_w_id"),      WHOLE("h_d_id"),
                                                WHOLE("h_w_id"), MOMENT("h_date"),  DECIMAL("h_amount", 2), TEXT("h_data")};
static const struct column orders_columns[] = {WHOLE("o_id"),     WHOLE("o_d_id"),     WHOLE("o_w_id"),
                                               WHOLE("o_c_id"),   MOMENT("o_entry_d"), WHOLE("o_carrier_id"),
                                               WHOLE("o_ol_cnt"), WHOLE("o_all_local")};
static const struct column new_order_columns[] = {WHOLE("no_o_id"), WHOLE("no_d_id"), WHOLE("no_w_id")};
static const struct column order_line_columns[] = {
    WHOLE("ol_o_id"),        WHOLE("ol_d_id"),        WHOLE("ol_w_id"),     WHOLE("ol_number"),      WHOLE("ol_i_id"),
    WHOLE("ol_supply_w_id"), MOMENT("ol_delivery_d"), WHOLE("ol_quantity"), DECIMAL("ol_amount", 2), TEXT("ol_dist_info")};

#define STAGES(table, place)                                                                                                   \
    static size_t name_##table(const struct workload_options *o, int n, char *out, size_t out_size)                            \
    {                                                                                                                          \
        return write_text(out, out_size, "%s", shapes[place].name);                                                            \
    }                                                                                                                          \
    static size_t create_##table(const struct workload_options *o, int i, int n, char *out, size_t out_size)                   \
    {                                                                                                                          \
        return create_table(o, &shapes[place], n, out, out_size);                                                              \
    }                                                                                                                          \
    static size_t key_##table(const struct workload_options *o, int i, int n, char *out, size_t out_size)                      \
    {                                                                                                                          \
        return add_key(o, &shapes[place], n, out, out_size);                                                                   \
    }                                                                                                                          \
    static size_t drop_##table(const struct workload_options *o, int i, int n, char *out, size_t out_size)                     \
    {                                                                                                                          \
        return drop_table(&shapes[place], n, out, out_size);                                                                   \
    }

#define KIND(table, rows, finish, ...)                                                                                         \
    static const struct table_kind table##_kind = {                                                                            \
        .columns = table##_columns,                                                                                            \
        .column_count = ARRAY_LENGTH(table##_columns),                                                                         \
        .write_name = name_##table,                                                                                            \
        .row_count = (rows),                                                                                                   \
        .row_size_max = row_size_max,                                                                                          \
        .fill_row = tpcc_fill_##table,                                                                                         \
        .stages = {[STAGE_CREATE] = {create_##table}, [STAGE_FINISH] = {key_##table, finish}, [STAGE_DROP] = {drop_##table}},  \
        __VA_ARGS__};

STAGES(history, TABLE_HISTORY)
STAGES(new_order, TABLE_NEW_ORDER)
STAGES(order_line, TABLE_ORDER_LINE)
STAGES(orders, TABLE_ORDERS)
STAGES(customer, TABLE_CUSTOMER)
STAGES(district, TABLE_DISTRICT)
STAGES(stock, TABLE_STOCK)
STAGES(item, TABLE_ITEM)
STAGES(warehouse, TABLE_WAREHOUSE)

KIND(history, customer_rows, finish_history, .is_changed = true)
KIND(new_order, new_order_rows, NULL, .is_changed = true)
KIND(order_line, order_line_rows, NULL, .is_changed = true, .group_count = customer_rows, .group_size = tpcc_line_count)
KIND(orders, customer_rows, finish_orders, .is_changed = true)
KIND(customer, customer_rows, finish_customer, .is_changed = false)
KIND(district, district_rows, NULL, .is_changed = false)
KIND(stock, stock_rows, NULL, .is_changed = false)
KIND(item, item_rows, NULL, .is_changed = false)
KIND(warehouse, warehouses_of, NULL, .is_changed = false)

const struct schema tpcc_schema = {
    .kind_count = TPCC_TABLE_COUNT,
    .kinds = {[TABLE_HISTORY] = &history_kind,
              [TABLE_NEW_ORDER] = &new_order_kind,
              [TABLE_ORDER_LINE] = &order_line_kind,
              [TABLE_ORDERS] = &orders_kind,
              [TABLE_CUSTOMER] = &customer_kind,
              [TABLE_DISTRICT] = &district_kind,
              [TABLE_STOCK] = &stock_kind,
              [TABLE_ITEM] = &item_kind,
              [TABLE_WAREHOUSE] = &warehouse_kind},
};
