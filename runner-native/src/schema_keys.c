/*
 * The tables of kv and sql_inserts: docs/workloads.md sections 1.11 and 1.12.
 */

#include <inttypes.h>

#include "keys.h"
#include "schema.h"
#include "workload.h"

/* kv. */

static size_t
kv_name(const struct options *o, int table, char *out, size_t out_size)
{
    (void)o, (void)table;
    return write_text(out, out_size, "kv");
}

static int64_t
kv_row_count(const struct options *o)
{
    return o->insert_count < o->cycle_length ? o->insert_count : o->cycle_length;
}

static size_t
kv_row_size_max(const struct options *o)
{
    return 20 + (size_t)o->max_block_bytes;
}

static void
kv_fill_row(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    const struct options *const o = source->options;
    const int64_t length = rng_between(r, o->min_block_bytes, o->max_block_bytes);

    row->values[0].number = kv_key(o, number);
    row->values[1] = (struct value){.text = pool_slice(&source->pool, r, (size_t)length), .length = (int)length};
}

static size_t
kv_create_table(const struct options *o, int table, int n, char *out, size_t out_size)
{
    (void)table;
    if (n > 0)
        return 0;
    const char *const not_null = o->dialect->has_char ? " NOT NULL" : "";
    size_t used = write_text(out, out_size, "CREATE TABLE kv (k BIGINT%s, v %s%s, PRIMARY KEY (k))", not_null,
                             o->dialect->bytes_type, not_null);
    if (o->splits > 0 && o->dialect->splitting == SPLIT_IN_CREATE)
        used += write_text(out + used, out_size - used, " SPLIT INTO %" PRId64 " TABLETS", o->splits + 1);
    return used;
}

/* Evenly over the keys: all of BIGINT, or with --sequential those up to the end of the cycle. */
static int64_t
split_point(const struct options *o, int n)
{
    const __int128 low = o->sequential ? 0 : INT64_MIN;
    const __int128 high = o->sequential ? o->cycle_length : INT64_MAX;

    return (int64_t)(low + (high - low) * (n + 1) / (o->splits + 1));
}

static size_t
kv_split(const struct options *o, int table, int n, char *out, size_t out_size)
{
    (void)table;
    if (o->dialect->splitting != SPLIT_BY_ALTER || n >= o->splits)
        return 0;
    return write_text(out, out_size, "ALTER TABLE kv SPLIT AT VALUES (%" PRId64 ")", split_point(o, n));
}

static size_t
kv_scatter(const struct options *o, int table, int n, char *out, size_t out_size)
{
    (void)table;
    return o->scatter && n == 0 ? write_text(out, out_size, "ALTER TABLE kv SCATTER") : 0;
}

static size_t
kv_create_index(const struct options *o, int table, int n, char *out, size_t out_size)
{
    (void)table;
    return o->secondary_index && n == 0 ? write_text(out, out_size, "CREATE INDEX kv_v_idx ON kv (v)") : 0;
}

static size_t
kv_drop_index(const struct options *o, int table, int n, char *out, size_t out_size)
{
    (void)table;
    if (!o->secondary_index || !o->dialect->drops_indexes_first || n > 0)
        return 0;
    return write_text(out, out_size, "DROP INDEX IF EXISTS kv_v_idx");
}

static size_t
kv_drop_table(const struct options *o, int table, int n, char *out, size_t out_size)
{
    (void)o, (void)table;
    return n == 0 ? write_text(out, out_size, "DROP TABLE IF EXISTS kv") : 0;
}

bool
kv_pool_init(struct pool *p, const struct options *o)
{
    const bool is_kv = o->workload->schema == &kv_schema;

    return pool_init(p, is_kv ? (size_t)o->min_block_bytes : 0, is_kv ? (size_t)o->max_block_bytes : 0,
                     o->target_compression_ratio);
}

const struct schema kv_schema = {
    .columns = "k, v",
    .column_count = 2,
    .types = {COLUMN_BIGINT, COLUMN_BYTES},
    .write_name = kv_name,
    .row_count = kv_row_count,
    .row_size_max = kv_row_size_max,
    .fill_row = kv_fill_row,
    .stages = {[STAGE_CREATE] = {kv_create_table, kv_split, kv_scatter},
               [STAGE_FINISH] = {kv_create_index},
               [STAGE_DROP] = {kv_drop_index, kv_drop_table}},
};

/* sql_inserts. */

static size_t
sql_inserts_name(const struct options *o, int table, char *out, size_t out_size)
{
    (void)table;
    return write_text(out, out_size, "%s", o->table_name);
}

static int64_t
sql_inserts_row_count(const struct options *o)
{
    return o->max_written_key;
}

static size_t
sql_inserts_row_size_max(const struct options *o)
{
    return KEY_TEXT_MAX + 32 + (size_t)o->value_size;
}

static void
sql_inserts_fill_row(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    char *const key = row->scratch;
    char *const value = key + KEY_TEXT_MAX;

    (void)r;
    row->values[0] = (struct value){.text = key, .length = sql_inserts_key(source->options, number, key)};
    row->values[1] = (struct value){.text = value, .length = sql_inserts_value(source->options, number, value)};
}

static size_t
sql_inserts_create_table(const struct options *o, int table, int n, char *out, size_t out_size)
{
    (void)table;
    if (n > 0)
        return 0;
    return write_text(out, out_size, "CREATE TABLE %s (k VARCHAR PRIMARY KEY, v VARCHAR)", o->table_name);
}

static size_t
sql_inserts_drop_table(const struct options *o, int table, int n, char *out, size_t out_size)
{
    (void)table;
    return n == 0 ? write_text(out, out_size, "DROP TABLE IF EXISTS %s", o->table_name) : 0;
}

const struct schema sql_inserts_schema = {
    .columns = "k, v",
    .column_count = 2,
    .types = {COLUMN_TEXT, COLUMN_TEXT},
    .write_name = sql_inserts_name,
    .row_count = sql_inserts_row_count,
    .row_size_max = sql_inserts_row_size_max,
    .fill_row = sql_inserts_fill_row,
    .stages = {[STAGE_CREATE] = {sql_inserts_create_table}, [STAGE_DROP] = {sql_inserts_drop_table}},
};
