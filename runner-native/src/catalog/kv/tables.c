/*
 * The table of kv: docs/workloads.md section 1.11.
 */

#include <inttypes.h>

#include "base/text.h"
#include "catalog/kv/kv.h"
#include "math/rng.h"

/* Is the key of a number the number itself? */
static bool
has_neighbours(const struct kv_options *k)
{
    return k->sequential || (k->zipfian && !k->zipfian_scatter);
}

int64_t
kv_key(const struct workload_options *o, int64_t number)
{
    return has_neighbours(kv(o)) ? number : (int64_t)rng_mix((uint64_t)number);
}

/* Place `n` of `count` that lie evenly over the keys: all of BIGINT, or where numbers are keys those up to the end of the cycle. */
static int64_t
even_key(const struct workload_options *o, int64_t n, int64_t count)
{
    const __int128 low = has_neighbours(kv(o)) ? 0 : INT64_MIN;
    const __int128 high = has_neighbours(kv(o)) ? kv(o)->cycle_length : INT64_MAX;

    return (int64_t)(low + (high - low) * (n + 1) / (count + 1));
}

static int64_t
row_count(const struct workload_options *o)
{
    return kv(o)->insert_count < kv(o)->cycle_length ? kv(o)->insert_count : kv(o)->cycle_length;
}

static size_t
row_size_max(const struct workload_options *o)
{
    return 20 + (size_t)kv(o)->max_block_bytes;
}

static void
fill_row(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    const struct workload_options *const o = source->options;
    const int64_t length = rng_between(r, kv(o)->min_block_bytes, kv(o)->max_block_bytes);

    row->values[0].number = kv(o)->insert_evenly ? even_key(o, number, row_count(o)) : kv_key(o, number);
    row->values[1] = (struct value){.text = pool_slice(&kv_source(source->user_data)->pool, r, (size_t)length),
                                    .length = (int)length};
}

static size_t
write_split_points(const struct workload_options *o, char *out, size_t out_size)
{
    size_t used = write_text(out, out_size, " SPLIT AT VALUES (");

    for (int64_t i = 0; i < kv(o)->splits; i++)
        used += write_text(out + used, out_size - used, "%s(%" PRId64 ")", i == 0 ? "" : ",", even_key(o, i, kv(o)->splits));
    return used + write_text(out + used, out_size - used, ")");
}

static size_t
create_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    const char *const not_null = o->dialect->has_char ? " NOT NULL" : "";
    const size_t used = write_text(out, out_size, "CREATE TABLE kv (k BIGINT%s, v %s%s, PRIMARY KEY (k%s))", not_null,
                                   o->dialect->bytes_type, not_null, kv(o)->range_key_partitioning ? " ASC" : "");
    if (kv(o)->splits == 0 || o->dialect->splitting != SPLIT_IN_CREATE)
        return used;
    if (kv(o)->range_key_partitioning)
        return used + write_split_points(o, out + used, out_size - used);
    return used + write_text(out + used, out_size - used, " SPLIT INTO %" PRId64 " TABLETS", kv(o)->splits + 1);
}

static size_t
split_table(const struct workload_options *o, const struct table *t, int i, char *out, size_t out_size)
{
    if (o->dialect->splitting != SPLIT_BY_ALTER || i >= kv(o)->splits)
        return 0;
    return write_text(out, out_size, "ALTER TABLE kv SPLIT AT VALUES (%" PRId64 ")", even_key(o, i, kv(o)->splits));
}

static size_t
scatter_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    return kv(o)->scatter ? write_text(out, out_size, "ALTER TABLE kv SCATTER") : 0;
}

static size_t
create_index(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    return kv(o)->secondary_index ? write_text(out, out_size, "CREATE INDEX kv_v_idx ON kv (v)") : 0;
}

static size_t
drop_index(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    if (!kv(o)->secondary_index || !o->dialect->drops_indexes_first)
        return 0;
    return write_text(out, out_size, "DROP INDEX IF EXISTS kv_v_idx");
}

static const struct column columns[] = {{.name = "k", .type = COLUMN_BIGINT}, {.name = "v", .type = COLUMN_BYTES}};

static const struct table_kind kv_table = {
    .columns = columns,
    .column_count = ARRAY_LENGTH(columns),
    .name = "kv",
    .row_count = row_count,
    .row_size_max = row_size_max,
    .fill_row = fill_row,
    .stages = {[STAGE_CREATE] = {{.once = create_table}, {.each = split_table}, {.once = scatter_table}},
               [STAGE_FINISH] = {{.once = create_index}},
               [STAGE_DROP] = {{.once = drop_index}}},
};

const struct schema kv_schema = {.kind_count = 1, .kinds = {&kv_table}};
