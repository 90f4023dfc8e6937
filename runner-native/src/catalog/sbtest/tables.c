/*
 * The tables of the sysbench family: docs/workloads.md sections 1.3, 1.5 (bulk_insert), 1.8 and 1.9.
 */

#include "base/text.h"
#include "catalog/sbtest/sbtest.h"
#include "math/text.h"

static int
table_count(const struct workload_options *o)
{
    if (o->workload->traits & SBTEST_SINGLE_TABLE)
        return 1;
    return o->workload->is_table_per_connection ? (int)options_lane_count(o) : (int)sbtest(o)->tables;
}

size_t
sbtest_write_name(const struct workload_options *o, int table, char *out, size_t out_size)
{
    return write_text(out, out_size, "sbtest%d", table % table_count(o) + 1);
}

/* As in sysbench, oltp_insert begins with empty tables where it makes the ids itself. */
int64_t
sbtest_row_count(const struct workload_options *o)
{
    const bool makes_ids = (o->workload->traits & SBTEST_MAKES_IDS) && !sbtest(o)->auto_inc;

    return makes_ids && !sbtest(o)->stationary ? 0 : sbtest(o)->table_size;
}

static size_t
row_size_max(const struct workload_options *o)
{
    return 2 * 11 + TEXT_C_LENGTH + TEXT_PAD_LENGTH;
}

static void
fill_row(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    char *const c = row->scratch;
    char *const pad = c + TEXT_C_LENGTH;

    row->values[0].number = number + 1;
    row->values[1].number = dist_draw(&sbtest_source(source->user_data)->rows, r);
    text_fill_c(r, c);
    row->values[2] = (struct value){.text = c, .length = TEXT_C_LENGTH};
    text_fill_pad(r, pad);
    row->values[3] = (struct value){.text = pad, .length = TEXT_PAD_LENGTH};
}

/* Statements. */

static bool
has_key_in_table(const struct workload_options *o)
{
    return !sbtest(o)->secondary && sbtest(o)->index_timing != INDEX_TIMING_AFTER;
}

/* The points at which the table is split into parts that are as equal as whole numbers allow. */
static size_t
write_split_points(const struct workload_options *o, char *out, size_t out_size)
{
    size_t used = 0;

    for (int64_t i = 1; i < sbtest(o)->num_table_splits; i++)
        used += write_text(out + used, out_size - used, "%s(%lld)", i == 1 ? "" : ",",
                           (long long)(sbtest(o)->table_size * i / sbtest(o)->num_table_splits));
    return used;
}

static bool
splits_by_hand(const struct workload_options *o)
{
    return sbtest(o)->range_key_partitioning && sbtest(o)->manual_range_splitting && sbtest(o)->num_table_splits > 1 &&
           sbtest(o)->table_size >= sbtest(o)->num_table_splits;
}

/* The key's clause, and what follows the closing parenthesis. */
static size_t
write_table_end(const struct workload_options *o, char *out, size_t out_size)
{
    const bool is_by_range = sbtest(o)->range_key_partitioning && o->dialect->has_hash_keys;
    size_t used = 0;

    if (has_key_in_table(o))
        used += write_text(out, out_size, ", PRIMARY KEY (id%s)", is_by_range ? " ASC" : "");
    used += write_text(out + used, out_size - used, ")");
    if (sbtest(o)->create_table_options && sbtest(o)->create_table_options[0])
        used += write_text(out + used, out_size - used, " %s", sbtest(o)->create_table_options);
    if (splits_by_hand(o) && o->dialect->splitting == SPLIT_IN_CREATE) {
        used += write_text(out + used, out_size - used, " SPLIT AT VALUES (");
        used += write_split_points(o, out + used, out_size - used);
        used += write_text(out + used, out_size - used, ")");
    }
    return used;
}

static size_t
create_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    size_t used;

    if (o->dialect->has_char)
        used = write_text(out, out_size,
                          "CREATE TABLE sbtest%d (id %s, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, "
                          "pad CHAR(60) DEFAULT '' NOT NULL",
                          t->n + 1, sbtest(o)->auto_inc ? "SERIAL" : "INTEGER NOT NULL");
    else
        used = write_text(out, out_size, "CREATE TABLE sbtest%d (id INTEGER, k INTEGER, c VARCHAR, pad VARCHAR", t->n + 1);
    return used + write_table_end(o, out + used, out_size - used);
}

static size_t
split_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    if (!splits_by_hand(o) || o->dialect->splitting != SPLIT_BY_ALTER)
        return 0;
    size_t used = write_text(out, out_size, "ALTER TABLE sbtest%d SPLIT AT VALUES ", t->n + 1);
    return used + write_split_points(o, out + used, out_size - used);
}

static size_t
scatter_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    if (!splits_by_hand(o) || o->dialect->splitting != SPLIT_BY_ALTER)
        return 0;
    return write_text(out, out_size, "ALTER TABLE sbtest%d SCATTER", t->n + 1);
}

static size_t
cache_sequence(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    if (!sbtest(o)->auto_inc || !o->dialect->has_sequence || sbtest(o)->serial_cache_size == 0)
        return 0;
    return write_text(out, out_size, "ALTER SEQUENCE sbtest%d_id_seq CACHE %lld", t->n + 1,
                      (long long)sbtest(o)->serial_cache_size);
}

static size_t
create_index(const struct workload_options *o, const struct table *t, int i, char *out, size_t out_size)
{
    if (i == 0 && sbtest(o)->create_secondary)
        return write_text(out, out_size, "CREATE INDEX k_%d ON sbtest%d (k)", t->n + 1, t->n + 1);
    if (i == (sbtest(o)->create_secondary ? 1 : 0) && sbtest(o)->create_covered_secondary) {
        const bool has_id = o->dialect->has_key_in_indexes && !sbtest(o)->secondary; /* id is the primary key. */
        return write_text(out, out_size, "CREATE INDEX ck_%d ON sbtest%d (k) INCLUDE (%sc, pad)", t->n + 1, t->n + 1,
                          has_id ? "" : "id, ");
    }
    return 0;
}

static size_t
create_index_early(const struct workload_options *o, const struct table *t, int i, char *out, size_t out_size)
{
    return sbtest(o)->index_timing == INDEX_TIMING_FIRST ? create_index(o, t, i, out, out_size) : 0;
}

static size_t
create_index_late(const struct workload_options *o, const struct table *t, int i, char *out, size_t out_size)
{
    return sbtest(o)->index_timing == INDEX_TIMING_FIRST ? 0 : create_index(o, t, i, out, out_size);
}

static size_t
create_plain_key(const struct table *t, char *out, size_t out_size)
{
    return write_text(out, out_size, "CREATE INDEX xid_%d ON sbtest%d (id)", t->n + 1, t->n + 1);
}

static size_t
create_key_early(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    return sbtest(o)->secondary && sbtest(o)->index_timing != INDEX_TIMING_AFTER ? create_plain_key(t, out, out_size) : 0;
}

static size_t
create_key_late(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    if (sbtest(o)->index_timing != INDEX_TIMING_AFTER)
        return 0;
    if (sbtest(o)->secondary)
        return create_plain_key(t, out, out_size);
    return write_text(out, out_size, "ALTER TABLE sbtest%d ADD PRIMARY KEY (id)", t->n + 1);
}

static size_t
set_sequence(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    if (!sbtest(o)->auto_inc || !o->dialect->has_sequence || sbtest_row_count(o) == 0)
        return 0;
    return write_text(out, out_size, "SELECT setval('sbtest%d_id_seq', %lld)", t->n + 1, (long long)sbtest_row_count(o));
}

static size_t
drop_indexes(const struct workload_options *o, const struct table *t, int at, char *out, size_t out_size)
{
    const char *const names[] = {sbtest(o)->create_secondary ? "k" : NULL, sbtest(o)->create_covered_secondary ? "ck" : NULL,
                                 sbtest(o)->secondary ? "xid" : NULL};
    int seen = 0;

    for (size_t i = 0; o->dialect->drops_indexes_first && i < ARRAY_LENGTH(names); i++)
        if (names[i] && seen++ == at)
            return write_text(out, out_size, "DROP INDEX IF EXISTS %s_%d", names[i], t->n + 1);
    return 0;
}

static const struct column sbtest_columns[] = {
    {.name = "id", .type = COLUMN_INT},
    {.name = "k", .type = COLUMN_INT},
    {.name = "c", .type = COLUMN_TEXT},
    {.name = "pad", .type = COLUMN_TEXT},
};

static const struct table_kind sbtest_table = {
    .columns = sbtest_columns,
    .column_count = ARRAY_LENGTH(sbtest_columns),
    .count = table_count,
    .row_count = sbtest_row_count,
    .write_name = sbtest_write_name,
    .row_size_max = row_size_max,
    .fill_row = fill_row,
    .stages = {[STAGE_CREATE] = {{.once = create_table},
                                 {.once = split_table},
                                 {.once = scatter_table},
                                 {.once = cache_sequence},
                                 {.once = create_key_early},
                                 {.each = create_index_early}},
               [STAGE_FINISH] = {{.once = create_key_late}, {.each = create_index_late}, {.once = set_sequence}},
               [STAGE_DROP] = {{.each = drop_indexes}}},
};

const struct schema sbtest_schema = {.kind_count = 1, .kinds = {&sbtest_table}};

/* bulk_insert. */

static size_t
create_bulk_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    const char *const not_null = o->dialect->has_char ? " NOT NULL" : "";

    return write_text(out, out_size, "CREATE TABLE %ssbtest%d (id INTEGER%s, k INTEGER%s%s, PRIMARY KEY (id))%s%s",
                      sbtest(o)->if_not_exists ? "IF NOT EXISTS " : "", t->n + 1, not_null,
                      o->dialect->has_char ? " DEFAULT '0'" : "", not_null,
                      sbtest(o)->create_table_options && sbtest(o)->create_table_options[0] ? " " : "",
                      sbtest(o)->create_table_options ? sbtest(o)->create_table_options : "");
}

static int64_t
bulk_row_count(const struct workload_options *o)
{
    return sbtest(o)->stationary ? sbtest(o)->table_size : 0;
}

static size_t
bulk_row_size_max(const struct workload_options *o)
{
    return 2 * 11;
}

static void
fill_bulk_row(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    row->values[0].number = number + 1;
    row->values[1].number = number + 1;
}

static const struct column bulk_columns[] = {
    {.name = "id", .type = COLUMN_INT},
    {.name = "k", .type = COLUMN_INT},
};

static const struct table_kind bulk_table = {
    .columns = bulk_columns,
    .column_count = ARRAY_LENGTH(bulk_columns),
    .count = table_count,
    .row_count = bulk_row_count,
    .write_name = sbtest_write_name,
    .row_size_max = bulk_row_size_max,
    .fill_row = fill_bulk_row,
    .stages = {[STAGE_CREATE] = {{.once = create_bulk_table}}},
};

const struct schema bulk_schema = {.kind_count = 1, .kinds = {&bulk_table}};
