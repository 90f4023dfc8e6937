#include <stdlib.h>

#include "catalog/kv/kv.h"

static void
free_source(void *source)
{
    struct kv_source *const s = source;

    pool_free(&s->pool);
    free(s);
}

static void *
make_source(const struct workload_options *o)
{
    const struct kv_options *const k = kv(o);
    struct kv_source *const s = calloc(1, sizeof *s);
    struct dist_options zipf = o->dist;

    if (!s)
        return NULL;
    zipf.kind = DIST_ZIPFIAN;
    zipf.zipfian_exponent = k->zipfian_s;
    zipf.zipfian_shift = k->zipfian_v - 1;
    dist_init(&s->zipf, &zipf, 1, k->cycle_length);
    if (pool_init(&s->pool, (size_t)k->min_block_bytes, (size_t)k->max_block_bytes, k->target_compression_ratio))
        return s;
    free_source(s);
    return NULL;
}

/* Skipping the read before a write would leave old entries in an index on the value. */
static const char *
session_sql(const struct workload_options *o, int i)
{
    const char *const upsert = kv(o)->secondary_index ? NULL : o->dialect->upsert_session;
    const char *const timeout = kv(o)->timeout_ns > 0 ? kv(o)->timeout_sql : NULL;

    return i == 0 && upsert ? upsert : i == (upsert ? 1 : 0) ? timeout : NULL;
}

/* A table has no past before it was made, and a follower read is some seconds old. */
static const char *
past_sql(const struct workload_options *o, bool is_past)
{
    if (kv(o)->read_percent == 0 || kv(o)->follower_read_percent == 0)
        return NULL;
    return is_past ? "SELECT k FROM kv AS OF SYSTEM TIME follower_read_timestamp() LIMIT 1" : "SELECT k FROM kv LIMIT 1";
}

static size_t
value_size_max(const struct workload_options *o)
{
    return (size_t)kv(o)->max_block_bytes;
}

const struct family kv_family = {
    .name = "kv",
    .loader = "kv",
    .workloads = kv_workloads,
    .statements = kv_statements,
    .schema = &kv_schema,
    .option_groups = kv_option_groups,
    .option_group_count = ARRAY_LENGTH(kv_option_groups),
    .absent_options = kv_absent_options,
    .settle = kv_settle,
    .check = kv_check,
    .make_source = make_source,
    .free_source = free_source,
    .past_sql = past_sql,
    .session_sql = session_sql,
    .value_size_max = value_size_max,
};
