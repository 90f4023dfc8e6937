/*
 * The tables of pgbench: docs/workloads.md section 1.14. There are none where only the user's own scripts are driven.
 */

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "catalog/script/script.h"

enum {
    BRANCH_COUNT = 1, /* Branches of each unit of --scale. */
    TELLER_COUNT = 10,
    ACCOUNT_COUNT = 100000,
    BIG_SCALE = 20000, /* Scale from which on the number of an account may not fit an int4. */
    FILLER_SIZE = 88,
};

static bool
is_big(const struct workload_options *o)
{
    return script_scale(o) >= BIG_SCALE;
}

static int
one_with_tables(const struct workload_options *o)
{
    return script(o)->files.count == 0 || script(o)->builtins.count > 0;
}

static int
one_if_small(const struct workload_options *o)
{
    return one_with_tables(o) && !is_big(o);
}

static int
one_if_big(const struct workload_options *o)
{
    return one_with_tables(o) && is_big(o);
}

/* Rows. */

COUNT_OF(count_history, 0)
COUNT_OF(count_tellers, script_scale(o) * TELLER_COUNT)
COUNT_OF(count_accounts, script_scale(o) * ACCOUNT_COUNT)
COUNT_OF(count_branches, script_scale(o) * BRANCH_COUNT)

static size_t
row_size_max(const struct workload_options *o)
{
    return 3 * 20 + FILLER_SIZE;
}

/* Number, branch, balance; the filler that pgbench fills with an empty text. */
static void
fill_account(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    row->values[0].number = number + 1;
    row->values[1].number = number / ACCOUNT_COUNT + 1;
    row->values[3] = (struct value){.text = "", .length = 0};
}

static void
fill_teller(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    row->values[0].number = number + 1;
    row->values[1].number = number / TELLER_COUNT + 1;
}

static void
fill_branch(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    row->values[0].number = number + 1;
}

static void
fill_nothing(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
}

/* Statements. */

/* Puts a name in quotes, as pgbench does: it may have capitals or spaces. */
static size_t
write_tablespace(const char *tablespace, char *out, size_t out_size)
{
    size_t used = tablespace ? write_text(out, out_size, " TABLESPACE \"") : 0;

    for (const char *at = tablespace; at && *at; at++)
        used += write_text(out + used, out_size - used, *at == '"' ? "\"\"" : "%c", *at);
    return tablespace ? used + write_text(out + used, out_size - used, "\"") : write_text(out, out_size, "%s", "");
}

/* Writes the text behind the columns of a table or of a partition. */
static size_t
write_storage(const struct workload_options *o, bool has_fillfactor, char *out, size_t out_size)
{
    const struct script_options *const s = script(o);
    size_t used = 0;

    if (has_fillfactor && s->fillfactor < 100)
        used += write_text(out, out_size, " WITH (fillfactor=%" PRId64 ")", s->fillfactor);
    return used + write_tablespace(s->tablespace, out + used, out_size - used);
}

static size_t
write_key(const struct workload_options *o, const char *column, char *out, size_t out_size)
{
    size_t used = write_text(out, out_size, "PRIMARY KEY (%s)", column);

    if (!script(o)->index_tablespace)
        return used;
    used += write_text(out + used, out_size - used, " USING INDEX");
    return used + write_tablespace(script(o)->index_tablespace, out + used, out_size - used);
}

static const char *
create_words(const struct workload_options *o)
{
    return script(o)->unlogged_tables ? "CREATE UNLOGGED TABLE" : "CREATE TABLE";
}

/* A table of one key; foreign keys want it at once, for those that point there are made side by side. */
static size_t
write_create(const struct workload_options *o, const struct table_kind *kind, char *out, size_t out_size)
{
    const bool is_early = script(o)->foreign_keys || !o->dialect->has_late_key;
    size_t used = write_text(out, out_size, "%s %s (%s", create_words(o), kind->name, kind->definition);

    if (is_early) {
        used += write_text(out + used, out_size - used, ", ");
        used += write_key(o, kind->key, out + used, out_size - used);
    }
    return used + write_text(out + used, out_size - used, ")");
}

static size_t
create_history(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    const size_t used = write_text(out, out_size,
                                   "%s pgbench_history (tid INT, bid INT, aid %s, delta INT, mtime TIMESTAMP, filler CHAR(22))",
                                   create_words(o), is_big(o) ? "BIGINT" : "INT");
    return used + write_storage(o, false, out + used, out_size - used);
}

static size_t
create_table(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    const size_t used = write_create(o, t->kind, out, out_size);

    return used + write_storage(o, true, out + used, out_size - used);
}

static size_t
create_accounts(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    static const char *const methods[] = {[PARTITION_RANGE] = "RANGE", [PARTITION_HASH] = "HASH"};
    const bool is_partitioned = script(o)->partitions > 0;
    size_t used = write_create(o, t->kind, out, out_size);

    if (is_partitioned)
        used += write_text(out + used, out_size - used, " PARTITION BY %s (aid)", methods[script(o)->partition_method]);
    return used + write_storage(o, !is_partitioned, out + used, out_size - used);
}

/* Partition n, from 0: ranges of one length, the first and the last without an end. */
static size_t
create_partition(const struct workload_options *o, const struct table *t, int n, char *out, size_t out_size)
{
    const struct script_options *const s = script(o);
    const int64_t length = s->partitions > 0 ? (count_accounts(o) + s->partitions - 1) / s->partitions : 0;

    if (n >= s->partitions)
        return 0;
    size_t used = write_text(out, out_size, "%s pgbench_accounts_%d PARTITION OF pgbench_accounts FOR VALUES ", create_words(o),
                             n + 1);
    if (s->partition_method == PARTITION_HASH) {
        used += write_text(out + used, out_size - used, "WITH (MODULUS %" PRId64 ", REMAINDER %d)", s->partitions, n);
    } else {
        used += n == 0 ? write_text(out + used, out_size - used, "FROM (MINVALUE)")
                       : write_text(out + used, out_size - used, "FROM (%" PRId64 ")", n * length + 1);
        used += n == s->partitions - 1 ? write_text(out + used, out_size - used, " TO (MAXVALUE)")
                                       : write_text(out + used, out_size - used, " TO (%" PRId64 ")", (n + 1) * length + 1);
    }
    return used + write_storage(o, true, out + used, out_size - used);
}

static size_t
add_key(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    if (script(o)->foreign_keys || !o->dialect->has_late_key)
        return 0;
    const size_t used = write_text(out, out_size, "ALTER TABLE %s ADD ", t->kind->name);
    return used + write_key(o, t->kind->key, out + used, out_size - used);
}

/* "ALTER TABLE pgbench_tellers ADD CONSTRAINT pgbench_tellers_bid_fkey FOREIGN KEY (bid) REFERENCES pgbench_branches" */
static size_t
add_reference(const struct workload_options *o, const char *name, const char *column, const char *to, char *out,
              size_t out_size)
{
    if (!script(o)->foreign_keys)
        return 0;
    return write_text(out, out_size, "ALTER TABLE %s ADD CONSTRAINT %s_%s_fkey FOREIGN KEY (%s) REFERENCES %s", name, name,
                      column, column, to);
}

static size_t
reference_branches(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    return add_reference(o, t->kind->name, "bid", "pgbench_branches", out, out_size);
}

static size_t
reference_history(const struct workload_options *o, const struct table *t, int i, char *out, size_t out_size)
{
    static const struct {
        const char *column, *to;
    } references[] = {{"bid", "pgbench_branches"}, {"tid", "pgbench_tellers"}, {"aid", "pgbench_accounts"}};

    if (i >= (int)ARRAY_LENGTH(references))
        return 0;
    return add_reference(o, t->kind->name, references[i].column, references[i].to, out, out_size);
}

/* The tables, those first that point to others: in this order they can be dropped. */

static const struct column history_columns[] = {{.name = "tid", .type = COLUMN_INT},
                                                {.name = "bid", .type = COLUMN_INT},
                                                {.name = "aid", .type = COLUMN_INT},
                                                {.name = "delta", .type = COLUMN_INT}};
static const struct column teller_columns[] = {
    {.name = "tid", .type = COLUMN_INT}, {.name = "bid", .type = COLUMN_INT}, {.name = "tbalance", .type = COLUMN_INT}};
static const struct column account_columns[] = {{.name = "aid", .type = COLUMN_INT},
                                                {.name = "bid", .type = COLUMN_INT},
                                                {.name = "abalance", .type = COLUMN_INT},
                                                {.name = "filler", .type = COLUMN_TEXT}};
static const struct column big_account_columns[] = {{.name = "aid", .type = COLUMN_BIGINT},
                                                    {.name = "bid", .type = COLUMN_INT},
                                                    {.name = "abalance", .type = COLUMN_INT},
                                                    {.name = "filler", .type = COLUMN_TEXT}};
static const struct column branch_columns[] = {{.name = "bid", .type = COLUMN_INT}, {.name = "bbalance", .type = COLUMN_INT}};

/* clang-format off */
#define KIND(table_, columns_, if_there, fill_)                                                                                \
    .name = "pgbench_" #table_, .columns = (columns_), .column_count = ARRAY_LENGTH(columns_), .count = (if_there),            \
    .row_count = count_##table_, .row_size_max = row_size_max, .fill_row = (fill_)
#define ACCOUNTS(type, if_there, columns_)                                                                                     \
    KIND(accounts, columns_, if_there, fill_account),                                                                          \
    .definition = "aid " type " NOT NULL, bid INT, abalance INT, filler CHAR(84)", .key = "aid",                               \
    .stages = {[STAGE_CREATE] = {{.once = create_accounts}, {.each = create_partition}},                                               \
               [STAGE_FINISH] = {{.once = add_key}, {.once = reference_branches}}}

static const struct table_kind history = {
    KIND(history, history_columns, one_with_tables, fill_nothing),
    .stages = {[STAGE_CREATE] = {{.once = create_history}}, [STAGE_FINISH] = {{.each = reference_history}}}};
static const struct table_kind tellers = {
    KIND(tellers, teller_columns, one_with_tables, fill_teller),
    .definition = "tid INT NOT NULL, bid INT, tbalance INT, filler CHAR(84)", .key = "tid",
    .stages = {[STAGE_CREATE] = {{.once = create_table}}, [STAGE_FINISH] = {{.once = add_key}, {.once = reference_branches}}}};
static const struct table_kind accounts = {ACCOUNTS("INT", one_if_small, account_columns)};
static const struct table_kind big_accounts = {ACCOUNTS("BIGINT", one_if_big, big_account_columns)};
static const struct table_kind branches = {
    KIND(branches, branch_columns, one_with_tables, fill_branch),
    .definition = "bid INT NOT NULL, bbalance INT, filler CHAR(88)", .key = "bid",
    .stages = {[STAGE_CREATE] = {{.once = create_table}}, [STAGE_FINISH] = {{.once = add_key}}}};
/* clang-format on */

const struct schema script_schema = {.kind_count = 5, .kinds = {&history, &tellers, &accounts, &big_accounts, &branches}};
