/*
 * The nine tables (1.3), their keys, indexes and foreign keys (1.4).
 */

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "catalog/tpcc/tpcc.h"

/* The foreign keys of 1.3.1, which --foreign-keys asks for. */
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

/* A table that a foreign key refers to has its key from the beginning, for tables are finished side by side. */
static bool
has_early_key(const struct workload_options *o)
{
    return tpcc(o)->foreign_keys || !o->dialect->has_late_key;
}

static size_t
create_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    const struct table_kind *const kind = t->kind;
    size_t used = write_text(out, out_size, "CREATE TABLE %s (", kind->name);

    for (int i = 0; i < kind->column_count; i++)
        used += write_text(out + used, out_size - used, "%s%s %s", i > 0 ? ", " : "", kind->columns[i].name,
                           kind->columns[i].sql);
    if (kind->key && has_early_key(o))
        used += write_text(out + used, out_size - used, ", PRIMARY KEY (%s)",
                           o->dialect->has_hash_keys ? kind->hash_key : kind->key);
    return used + write_text(out + used, out_size - used, ")");
}

static size_t
add_key(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    if (!t->kind->key || has_early_key(o))
        return 0;
    return write_text(out, out_size, "ALTER TABLE %s ADD PRIMARY KEY (%s)", t->kind->name, t->kind->key);
}

/* For customers by their last name, in the order of the first (2.5.2.2); and what the load has drawn them with. */
static size_t
finish_customer(const struct workload_options *o, const struct table *t, int i, char *out, size_t out_size)
{
    if (i == 0)
        return write_text(out, out_size, "CREATE INDEX customer_name ON customer (%s, c_first)",
                          o->dialect->has_hash_keys ? "(c_w_id, c_d_id) HASH, c_last" : "c_w_id, c_d_id, c_last");
    if (i > 1)
        return 0;
    return write_text(out, out_size, "COMMENT ON TABLE customer IS 'plumbline tpcc: last names with C = %" PRId64 "'",
                      constants_of_load((uint64_t)o->rand_seed).last_name);
}

/* An index for the last order of a customer. */
static size_t
finish_orders(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    return write_text(out, out_size, "CREATE INDEX orders_customer ON orders (%s)",
                      o->dialect->has_hash_keys ? "(o_w_id, o_d_id) HASH, o_c_id, o_id DESC" : "o_w_id, o_d_id, o_c_id, o_id");
}

/* All foreign keys in turn, for two at once may wait for each other. */
static size_t
finish_history(const struct workload_options *o, const struct table *t, int i, char *out, size_t out_size)
{
    if (!tpcc(o)->foreign_keys || i >= (int)ARRAY_LENGTH(references))
        return 0;
    return write_text(out, out_size, "ALTER TABLE %s ADD CONSTRAINT %s_fkey_%d FOREIGN KEY (%s) REFERENCES %s (%s)",
                      references[i].table, references[i].table, i + 1, references[i].columns, references[i].to,
                      references[i].to_columns);
}

COUNT_OF(warehouses_of, tpcc(o)->warehouses)
COUNT_OF(district_rows, warehouses_of(o) * DISTRICT_COUNT)
COUNT_OF(customer_rows, district_rows(o) * CUSTOMER_COUNT)
COUNT_OF(new_order_rows, district_rows(o) * (CUSTOMER_COUNT - DELIVERED_COUNT))
COUNT_OF(stock_rows, warehouses_of(o) * ITEM_COUNT)
COUNT_OF(item_rows, ITEM_COUNT)

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

/* 1.3.1. */
/* clang-format off */
#define KEY(column) {.name = column, .type = COLUMN_INT, .sql = "INTEGER NOT NULL"}
#define WHOLE(column) {.name = column, .type = COLUMN_INT, .sql = "INTEGER"}
#define TEXT(column, sql_) {.name = column, .type = COLUMN_TEXT, .sql = sql_}
#define MOMENT(column) {.name = column, .type = COLUMN_TIMESTAMP, .sql = "TIMESTAMP"}
#define DECIMAL(column, digits, scale_)                                                                                        \
    {.name = column, .type = COLUMN_DECIMAL, .scale = (scale_), .sql = "DECIMAL(" #digits "," #scale_ ")"}
#define ADDRESS(prefix)                                                                                                        \
    TEXT(prefix "_street_1", "VARCHAR(20)"), TEXT(prefix "_street_2", "VARCHAR(20)"), TEXT(prefix "_city", "VARCHAR(20)"),     \
    TEXT(prefix "_state", "CHAR(2)"), TEXT(prefix "_zip", "CHAR(9)")
#define DIST(number) TEXT("s_dist_" number, "CHAR(24)")

static const struct column history_columns[] = {
    WHOLE("h_c_id"), WHOLE("h_c_d_id"), WHOLE("h_c_w_id"), WHOLE("h_d_id"), WHOLE("h_w_id"), MOMENT("h_date"),
    DECIMAL("h_amount", 6, 2), TEXT("h_data", "VARCHAR(24)")};
static const struct column new_order_columns[] = {KEY("no_o_id"), KEY("no_d_id"), KEY("no_w_id")};
static const struct column order_line_columns[] = {
    KEY("ol_o_id"), KEY("ol_d_id"), KEY("ol_w_id"), KEY("ol_number"), KEY("ol_i_id"), WHOLE("ol_supply_w_id"),
    MOMENT("ol_delivery_d"), WHOLE("ol_quantity"), DECIMAL("ol_amount", 6, 2), TEXT("ol_dist_info", "CHAR(24)")};
static const struct column orders_columns[] = {
    KEY("o_id"), KEY("o_d_id"), KEY("o_w_id"), WHOLE("o_c_id"), MOMENT("o_entry_d"), WHOLE("o_carrier_id"), WHOLE("o_ol_cnt"),
    WHOLE("o_all_local")};
static const struct column customer_columns[] = {
    KEY("c_id"), KEY("c_d_id"), KEY("c_w_id"), TEXT("c_first", "VARCHAR(16)"), TEXT("c_middle", "CHAR(2)"),
    TEXT("c_last", "VARCHAR(16)"), ADDRESS("c"), TEXT("c_phone", "CHAR(16)"), MOMENT("c_since"), TEXT("c_credit", "CHAR(2)"),
    DECIMAL("c_credit_lim", 12, 2), DECIMAL("c_discount", 4, 4), DECIMAL("c_balance", 12, 2), DECIMAL("c_ytd_payment", 12, 2),
    WHOLE("c_payment_cnt"), WHOLE("c_delivery_cnt"), TEXT("c_data", "VARCHAR(500)")};
static const struct column district_columns[] = {
    KEY("d_id"), KEY("d_w_id"), TEXT("d_name", "VARCHAR(10)"), ADDRESS("d"), DECIMAL("d_tax", 4, 4), DECIMAL("d_ytd", 12, 2),
    WHOLE("d_next_o_id")};
static const struct column stock_columns[] = {
    KEY("s_i_id"), KEY("s_w_id"), WHOLE("s_quantity"), DIST("01"), DIST("02"), DIST("03"), DIST("04"), DIST("05"), DIST("06"),
    DIST("07"), DIST("08"), DIST("09"), DIST("10"), WHOLE("s_ytd"), WHOLE("s_order_cnt"), WHOLE("s_remote_cnt"),
    TEXT("s_data", "VARCHAR(50)")};
static const struct column item_columns[] = {
    KEY("i_id"), WHOLE("i_im_id"), TEXT("i_name", "VARCHAR(24)"), DECIMAL("i_price", 5, 2), TEXT("i_data", "VARCHAR(50)")};
static const struct column warehouse_columns[] = {
    KEY("w_id"), TEXT("w_name", "VARCHAR(10)"), ADDRESS("w"), DECIMAL("w_tax", 4, 4), DECIMAL("w_ytd", 12, 2)};

/* By YugabyteDB's hash of the first columns rows of a district lie together, in the order of the rest. */
#define KIND(table, rows, key_, hash_key_, finish, ...)                                                                        \
    static const struct table_kind table##_kind = {                                                                            \
        .name = #table, .key = (key_), .hash_key = (hash_key_), .columns = table##_columns,                                    \
        .column_count = ARRAY_LENGTH(table##_columns), .row_count = (rows), .row_size_max = row_size_max,                      \
        .fill_row = tpcc_fill_##table,                                                                                         \
        .stages = {[STAGE_CREATE] = {{.once = create_table}}, [STAGE_FINISH] = {{.once = add_key}, {finish}}}, __VA_ARGS__}

KIND(history, customer_rows, NULL, NULL, .each = finish_history, .is_changed = true);
KIND(new_order, new_order_rows, "no_w_id, no_d_id, no_o_id", "(no_w_id, no_d_id) HASH, no_o_id", .once = NULL, .is_changed = true);
KIND(order_line, order_line_rows, "ol_w_id, ol_d_id, ol_o_id, ol_number", "(ol_w_id, ol_d_id) HASH, ol_o_id, ol_number", .once = NULL,
     .is_changed = true, .group_count = customer_rows, .group_size = tpcc_line_count);
KIND(orders, customer_rows, "o_w_id, o_d_id, o_id", "(o_w_id, o_d_id) HASH, o_id", .once = finish_orders, .is_changed = true);
KIND(customer, customer_rows, "c_w_id, c_d_id, c_id", "(c_w_id, c_d_id) HASH, c_id", .each = finish_customer,
     .is_changed = false);
KIND(district, district_rows, "d_w_id, d_id", "(d_w_id, d_id) HASH", .once = NULL, .is_changed = false);
KIND(stock, stock_rows, "s_w_id, s_i_id", "s_w_id HASH, s_i_id", .once = NULL, .is_changed = false);
KIND(item, item_rows, "i_id", "i_id HASH", .once = NULL, .is_changed = false);
KIND(warehouse, warehouses_of, "w_id", "w_id HASH", .once = NULL, .is_changed = false);
/* clang-format on */

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
