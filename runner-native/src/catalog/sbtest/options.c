#include "catalog/sbtest/sbtest.h"

static const char *const index_timing_choices[] = {
    [INDEX_TIMING_AFTER] = "after", [INDEX_TIMING_KEY_FIRST] = "key-first", [INDEX_TIMING_FIRST] = "first", NULL};

#define FIELD(field) .offset = offsetof(struct sbtest_options, field)
#define COUNT_ROW(name, field, fallback, help) OPTION_COUNT_ROW(name, struct sbtest_options, field, fallback, help)

/* clang-format off */
static const struct option_row table_rows[] = {
    {.name = "tables", .type = OPTION_INT, FIELD(tables), .fallback = "1", .low = 1, .high = TABLE_COUNT_MAX,
     .argument = "N", .shapes = SHAPES_DATA, .help = "tables, sbtest1 ... sbtestN"},
    {.name = "table-size", .type = OPTION_INT, FIELD(table_size), .fallback = "10000", .low = 1, .high = 2147483647,
     .argument = "N", .shapes = SHAPES_DATA, .help = "rows of each table"},
    {.name = "auto-inc", .type = OPTION_BOOL, FIELD(auto_inc), .fallback = "on", .shapes = SHAPES_DATA,
     .help = "type of id: SERIAL; off: INTEGER NOT NULL"},
    {.name = "secondary", .type = OPTION_BOOL, FIELD(secondary), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "a plain index on id instead of the primary key"},
    {.name = "create-secondary", .type = OPTION_BOOL, FIELD(create_secondary), .fallback = "on", .shapes = SHAPES_DATA,
     .help = "an index on the column k"},
    {.name = "create-covered-secondary", .type = OPTION_BOOL, FIELD(create_covered_secondary), .fallback = "off",
     .shapes = SHAPES_DATA, .help = "an index on k that includes the other columns (RisingWave's fork)"},
    {.name = "create-table-options", .type = OPTION_TEXT, FIELD(create_table_options), .fallback = "",
     .argument = "TEXT", .shapes = SHAPES_DATA,
     .help = "SQL after CREATE TABLE ( ... ), such as WITH (fillfactor = 90)"},
    {.name = "if-not-exists", .type = OPTION_BOOL, FIELD(if_not_exists), .fallback = "off",
     .help = "bulk_insert: prepare keeps an existing table as it is, as sysbench does"},
    {.name = "range-key-partitioning", .type = OPTION_BOOL, FIELD(range_key_partitioning), .fallback = "off",
     .shapes = SHAPES_DATA, .help = OPTION_HELP_RANGES},
    {.name = "manual-range-splitting", .type = OPTION_BOOL, FIELD(manual_range_splitting), .fallback = "on",
     .shapes = SHAPES_DATA, .help = "split the table at once, with --range-key-partitioning"},
    {.name = "num-table-splits", .type = OPTION_INT, FIELD(num_table_splits), .fallback = "24", .low = 1, .high = 1000,
     .argument = "N", .shapes = SHAPES_DATA, .help = "parts that --manual-range-splitting makes"},
    {.name = "serial-cache-size", .type = OPTION_INT, FIELD(serial_cache_size), .fallback = "0", .low = 0, .high = 1e9,
     .argument = "N", .shapes = SHAPES_DATA, .help = "ALTER SEQUENCE ... CACHE N of the column id; 0: leave it"},
    {.name = "index-timing", .type = OPTION_CHOICE, FIELD(index_timing), .fallback = "after",
     .choices = index_timing_choices, .shapes = SHAPES_DATA,
     .help = "when to make the primary key and the indexes: both after the rows, the key first, or both first"},
};

static const struct option_row event_rows[] = {
    COUNT_ROW("point-selects", point_selects, "10", "SELECTs of one row by its id"),
    {.name = "range-selects", .type = OPTION_BOOL, FIELD(range_selects), .fallback = "on",
     .help = "the four kinds of ranges below; off: none of them"},
    {.name = "range-size", .type = OPTION_INT, FIELD(range_size), .fallback = "100", .low = 1, .high = 1e6,
     .argument = "N", .help = "rows of a range"},
    COUNT_ROW("simple-ranges", simple_ranges, "1", "SELECTs of a range"),
    COUNT_ROW("sum-ranges", sum_ranges, "1", "SELECTs of SUM() over a range"),
    COUNT_ROW("order-ranges", order_ranges, "1", "SELECTs of a range with ORDER BY"),
    COUNT_ROW("distinct-ranges", distinct_ranges, "1", "SELECTs of DISTINCT values of a range"),
    COUNT_ROW("index-updates", index_updates, "1", "UPDATEs of the indexed column k"),
    COUNT_ROW("non-index-updates", non_index_updates, "1", "UPDATEs of the column c"),
    COUNT_ROW("delete-inserts", delete_inserts, "1", "pairs of a DELETE and an INSERT of the same id"),
    {.name = "skip-trx", .type = OPTION_BOOL, FIELD(skip_trx), .fallback = "off",
     .help = "no BEGIN and COMMIT around the event"},
    {.name = "random-points", .type = OPTION_INT, FIELD(random_points), .fallback = "10", .low = 1,
     .high = PARAM_COUNT_MAX, .argument = "N", .help = "values of k in select_random_points"},
    {.name = "number-of-ranges", .type = OPTION_INT, FIELD(number_of_ranges), .fallback = "10", .low = 1,
     .high = PARAM_COUNT_MAX / 2, .argument = "N", .help = "ranges of k in select_random_ranges"},
    {.name = "delta", .type = OPTION_INT, FIELD(delta), .fallback = "5", .low = 0, .high = 1e6, .argument = "N",
     .help = "a range of select_random_ranges is k ... k + N"},
    {.name = "stationary", .type = OPTION_BOOL, FIELD(stationary), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "oltp_insert, oltp_delete, bulk_insert, kv: the tables stay as large as they are"},
    {.name = "num-rows-in-insert", .type = OPTION_INT, FIELD(num_rows_in_insert), .fallback = "10", .low = 1,
     .high = 10000, .argument = "N", .help = "INSERTs of an event of oltp_multi_insert"},
    {.name = "batch-insert-count", .type = OPTION_INT, FIELD(batch_insert_count), .fallback = "4000", .low = 1,
     .high = 100000, .argument = "N", .help = "rows of an INSERT of oltp_multi_value_insert and bulk_insert"},
    {.name = "batch-insert-bytes", .type = OPTION_INT, FIELD(batch_insert_bytes), .fallback = "0", .low = 0,
     .high = 1 << 20, .argument = "N",
     .help = "bulk_insert without --stationary: an INSERT has as many rows as fit into N bytes; 0: --batch-insert-count"},
    {.name = "smaller-row-sizes", .type = OPTION_BOOL, FIELD(smaller_row_sizes), .fallback = "off",
     .help = "oltp_multi_value_insert: c has 59 characters and pad 35"},
    COUNT_ROW("count-alls", count_alls, "1", "SELECT COUNT(*) of oltp_count_all"),
    {.name = "read-percent", .type = OPTION_INT, FIELD(read_percent), .fallback = "0", .low = 0, .high = 100,
     .argument = "P",
     .help = "kv, sql_inserts: per cent of the events that read; oltp_read_write_pct: point selects of an event"},
    {.name = "write-percent", .type = OPTION_INT, FIELD(write_percent), .fallback = "0", .low = 0, .high = 100,
     .argument = "P", .help = "oltp_read_write_pct: UPDATEs of an event"},
};
/* clang-format on */

const struct option_group sbtest_option_groups[SBTEST_OPTION_GROUP_COUNT] = {
    {OPTION_TITLE_TABLES, PLACE_TABLES, table_rows, ARRAY_LENGTH(table_rows)},
    {"The statements of one event", PLACE_EVENTS, event_rows, ARRAY_LENGTH(event_rows)},
};
