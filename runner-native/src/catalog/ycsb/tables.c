/*
 * The table of YCSB, and what must hold of it.
 */

#include <inttypes.h>

#include "base/text.h"
#include "catalog/ycsb/ycsb.h"

static size_t
row_size_max(const struct workload_options *o)
{
    return YCSB_KEY_SIZE + (size_t)ycsb(o)->field_count * (size_t)ycsb(o)->field_length;
}

static void
fill_row(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    const struct workload_options *const o = source->options;

    row->values[0] = (struct value){.text = row->scratch, .length = ycsb_key(o, number, row->scratch)};
    for (int i = 0; i < ycsb(o)->field_count; i++)
        row->values[i + 1].text = ycsb_value(ycsb_source(source->user_data), r, &row->values[i + 1].length);
}

static size_t
create_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    const char *const key = o->dialect->has_char ? "VARCHAR(255)" : "VARCHAR";
    const char *const field = o->dialect->has_text ? "TEXT" : "VARCHAR";

    size_t used = write_text(out, out_size, "CREATE TABLE usertable (YCSB_KEY %s", key);
    for (int i = 0; i < ycsb(o)->field_count; i++)
        used += write_text(out + used, out_size - used, ", FIELD%d %s", i, field);
    return used + write_text(out + used, out_size - used, ", PRIMARY KEY (YCSB_KEY%s))",
                             ycsb(o)->range_key_partitioning ? " ASC" : "");
}

/* clang-format off */
#define FIELD_COLUMN(number) {.name = "FIELD" #number, .type = COLUMN_TEXT}
static const struct column columns[COLUMN_COUNT_MAX] = {
    {.name = "YCSB_KEY", .type = COLUMN_TEXT},
    FIELD_COLUMN(0), FIELD_COLUMN(1), FIELD_COLUMN(2), FIELD_COLUMN(3), FIELD_COLUMN(4), FIELD_COLUMN(5), FIELD_COLUMN(6),
    FIELD_COLUMN(7), FIELD_COLUMN(8), FIELD_COLUMN(9), FIELD_COLUMN(10), FIELD_COLUMN(11), FIELD_COLUMN(12), FIELD_COLUMN(13),
    FIELD_COLUMN(14), FIELD_COLUMN(15), FIELD_COLUMN(16), FIELD_COLUMN(17), FIELD_COLUMN(18), FIELD_COLUMN(19),
    FIELD_COLUMN(20), FIELD_COLUMN(21), FIELD_COLUMN(22), FIELD_COLUMN(23), FIELD_COLUMN(24), FIELD_COLUMN(25),
    FIELD_COLUMN(26), FIELD_COLUMN(27), FIELD_COLUMN(28), FIELD_COLUMN(29), FIELD_COLUMN(30),
};
/* clang-format on */

static int
column_count(const struct workload_options *o)
{
    return 1 + (int)ycsb(o)->field_count;
}

static const struct table_kind usertable = {
    .columns = columns,
    .column_count = COLUMN_COUNT_MAX,
    .used_column_count = column_count,
    .name = "usertable",
    .row_count = ycsb_loaded_count,
    .is_changed = true,
    .row_size_max = row_size_max,
    .fill_row = fill_row,
    .stages = {[STAGE_CREATE] = {{.once = create_table}}},
};

const struct schema ycsb_schema = {.kind_count = 1, .kinds = {&usertable}};

/* Conditions. */

/* The place is the count. */
static size_t
write_wrong_count(const struct workload_options *o, char *out, size_t out_size)
{
    const bool grows = ycsb(o)->proportions[YCSB_INSERT] > 0;

    return write_text(out, out_size, "SELECT CAST(count(*) AS VARCHAR) AS place FROM usertable HAVING count(*) %s %" PRId64,
                      grows ? "<" : "<>", ycsb_loaded_count(o));
}

static size_t
write_wrong_lengths(const struct workload_options *o, char *out, size_t out_size)
{
    const int64_t low = ycsb(o)->field_lengths == LENGTHS_CONSTANT ? ycsb(o)->field_length : 1;
    size_t used = write_text(out, out_size, "SELECT YCSB_KEY AS place FROM usertable WHERE");

    for (int i = 0; i < ycsb(o)->field_count; i++)
        used += write_text(out + used, out_size - used, "%s coalesce(length(FIELD%d), 0) NOT BETWEEN %" PRId64 " AND %" PRId64,
                           i == 0 ? "" : " OR", i, low, ycsb(o)->field_length);
    return used;
}

static const struct condition conditions[] = {
    {.name = "records", .says = "as many as prepare made, and those that runs insert", .write_broken = write_wrong_count},
    {.name = "lengths",
     .says = "each field is as long as --field-length and its distribution say",
     .write_broken = write_wrong_lengths},
};

const struct condition *
ycsb_condition(const struct workload_options *o, size_t index)
{
    return index < ARRAY_LENGTH(conditions) ? &conditions[index] : NULL;
}
