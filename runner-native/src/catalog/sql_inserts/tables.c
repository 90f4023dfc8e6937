/*
 * The table of sql_inserts, and its keys and values: docs/workloads.md section 1.12.
 */

#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"
#include "catalog/sql_inserts/sql_inserts.h"
#include "math/rng.h"

enum { VALUE_TEXT_MIN = 32 };

int
sql_inserts_key(const struct workload_options *o, int64_t number, char *out)
{
    return snprintf(out, KEY_TEXT_MAX, "%s:%" PRId64, sql_inserts(o)->nouuid ? "key" : sql_inserts(o)->uuid, number);
}

int
sql_inserts_value(const struct workload_options *o, int64_t number, char *out)
{
    const int length = snprintf(out, VALUE_TEXT_MIN, "val:%" PRId64, number);

    if (length >= sql_inserts(o)->value_size)
        return length;
    /* Letters that depend on the number, so that no value is like another. */
    uint64_t bits = rng_mix((uint64_t)number);
    for (int i = length; i < (int)sql_inserts(o)->value_size; i++) {
        if ((i - length) % 12 == 0)
            bits = rng_mix(bits);
        out[i] = (char)('a' + (bits >> ((i - length) % 12 * 5) & 31) % 26);
    }
    return (int)sql_inserts(o)->value_size;
}

size_t
sql_inserts_write_name(const struct workload_options *o, int table, char *out, size_t out_size)
{
    return write_text(out, out_size, "%s", sql_inserts(o)->table_name);
}

static int64_t
row_count(const struct workload_options *o)
{
    return sql_inserts(o)->max_written_key;
}

static size_t
row_size_max(const struct workload_options *o)
{
    return KEY_TEXT_MAX + 32 + (size_t)sql_inserts(o)->value_size;
}

static void
fill_row(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    char *const key = row->scratch;
    char *const value = key + KEY_TEXT_MAX;

    row->values[0] = (struct value){.text = key, .length = sql_inserts_key(source->options, number, key)};
    row->values[1] = (struct value){.text = value, .length = sql_inserts_value(source->options, number, value)};
}

static size_t
create_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    const char *const text = o->dialect->has_text ? "TEXT" : "VARCHAR";
    return write_text(out, out_size, "CREATE TABLE %s (k %s PRIMARY KEY, v %s)", sql_inserts(o)->table_name, text, text);
}

static const struct column columns[] = {{.name = "k", .type = COLUMN_TEXT}, {.name = "v", .type = COLUMN_TEXT}};

static const struct table_kind sql_inserts_table = {
    .columns = columns,
    .column_count = ARRAY_LENGTH(columns),
    .write_name = sql_inserts_write_name,
    .row_count = row_count,
    .row_size_max = row_size_max,
    .fill_row = fill_row,
    .stages = {[STAGE_CREATE] = {{.once = create_table}}},
};

const struct schema sql_inserts_schema = {.kind_count = 1, .kinds = {&sql_inserts_table}};
