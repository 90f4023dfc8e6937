#include <stdlib.h>
#include <string.h>

#include "catalog/sbtest/sbtest.h"

/* The ids that this process draws: with --shard its part of them where all are as likely. A skewed distribution would have a hot
 * spot in each part, so its shards share the whole; so do more shards than there are rows. */
static void
init_ids(struct dist *ids, const struct workload_options *o)
{
    const struct shard *const s = &o->shard;
    const int64_t size = sbtest(o)->table_size;
    const bool is_split = o->dist.kind == DIST_UNIFORM && size >= s->count;
    const int64_t before = is_split ? size * s->index / s->count : 0;
    const int64_t last = is_split ? size * (s->index + 1) / s->count : size;

    dist_init(ids, &o->dist, before + 1, last);
}

static void *
make_source(const struct workload_options *o)
{
    struct sbtest_source *const s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    init_ids(&s->ids, o);
    dist_init(&s->rows, &o->dist, 1, sbtest(o)->table_size);
    return s;
}

/* Longest text of --create-table-options. */

enum { CREATE_TABLE_OPTIONS_MAX = 4096 };

static enum err
check_sequence(const struct sbtest_options *s, const struct dialect *dialect, struct diag *d)
{
    if (s->serial_cache_size == 0 || dialect->has_sequence)
        return ERR_OK;
    fail(d, ERR_USAGE, "--serial-cache-size: no sequence is behind the column id of %s", dialect->title);
    fail_hint(d, "leave it out: there is nothing whose values could be kept ready");
    return d->code;
}

static enum err
check_dialect(const struct workload_options *o, struct diag *d)
{
    const struct sbtest_options *const s = sbtest(o);
    const struct dialect *const dialect = o->dialect;

    if (s->auto_inc && !dialect->has_serial) {
        fail(d, ERR_USAGE, "--auto-inc=on: a SERIAL column of %s does not take the values that prepare gives it",
             dialect->title);
        fail_hint(d, "leave --auto-inc off, as it is by default with --dialect=%s", dialect->name);
    }
    if (s->index_timing == INDEX_TIMING_AFTER && !dialect->has_late_key) {
        fail(d, ERR_USAGE, "--index-timing=after: %s wants the primary key with the table", dialect->title);
        fail_hint(d, "--index-timing=key-first makes the other indexes after the rows");
    }
    if (s->range_key_partitioning && dialect->splitting == SPLIT_NONE) {
        fail(d, ERR_USAGE, "--range-key-partitioning: %s does not split tables", dialect->title);
        fail_hint(d, "it is for --dialect=yugabytedb and cockroachdb");
    }
    return d->code;
}

static enum err
check(const struct workload_options *o, struct diag *d)
{
    const struct sbtest_options *const s = sbtest(o);

    if (strlen(s->create_table_options) > CREATE_TABLE_OPTIONS_MAX) {
        fail(d, ERR_USAGE, "--create-table-options is longer than %d bytes", CREATE_TABLE_OPTIONS_MAX);
        fail_hint(d, "make the tables yourself and load them with --skip-ddl");
    } else if ((o->workload->traits & SBTEST_NEEDS_AUTO_INC) && !s->auto_inc) {
        fail(d, ERR_USAGE, "%s leaves the ids to the server: --auto-inc=off cannot be", o->workload->name);
        fail_hint(d, "leave --auto-inc on, or use oltp_multi_insert");
    }
    if (d->code != ERR_OK || check_sequence(s, o->dialect, d) != ERR_OK)
        return d->code;
    return check_dialect(o, d);
}

const struct family sbtest_family = {
    .name = "sbtest",
    .loader = "oltp_read_only",
    .workloads = sbtest_workloads,
    .statements = sbtest_statements,
    .schema = &sbtest_schema,
    .option_groups = sbtest_option_groups,
    .option_group_count = SBTEST_OPTION_GROUP_COUNT,
    .check = check,
    .make_source = make_source,
    .free_source = free,
};

const struct family bulk_family = {
    .name = "bulk",
    .loader = "bulk_insert",
    .schema = &bulk_schema,
    .option_groups = sbtest_option_groups,
    .option_group_count = SBTEST_OPTION_GROUP_COUNT,
    .check = check,
    .make_source = make_source,
    .free_source = free,
};
