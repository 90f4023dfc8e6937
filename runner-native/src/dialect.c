#include "dialect.h"

#include <string.h>

#include "options.h"
#include "workload.h"

static const struct option_default yugabytedb_defaults[] = {
    {"serial-cache-size", "1000"}, {"index-timing", "key-first"}, {NULL, NULL}};
static const struct option_default cockroachdb_defaults[] = {
    {"auto-inc", "off"}, {"index-timing", "key-first"}, {NULL, NULL}};
static const struct option_default risingwave_defaults[] = {
    {"auto-inc", "off"}, {"index-timing", "key-first"}, {"create-covered-secondary", "on"}, {NULL, NULL}};

static const struct dialect dialects[] = {
    {
        .name = "postgres",
        .summary = "PostgreSQL and services built on it",
        .title = "PostgreSQL",
        .integer_oid = 23,
        .retryable = "40001,40P01", /* serialization_failure, deadlock_detected */
        .load_method = LOAD_COPY_BINARY,
        .has_copy = true,
        .has_copy_binary = true,
        /* No COPY waits for the disk; making the indexes waits for all of them. */
        .load_begin = "SET synchronous_commit = off",
        .load_end = "SET synchronous_commit = local",
        .settle = "VACUUM ANALYZE",
        .has_checkpoint = true,
        .has_late_key = true,
        .has_serial = true,
        .has_sequence = true,
        .has_char = true,
        .has_notices = true,
        .bytes_type = "BYTEA",
        .upsert = UPSERT_ON_CONFLICT,
        .begin_read_only = "BEGIN",
    },
    {
        .name = "yugabytedb",
        .summary = "YugabyteDB's YSQL",
        .title = "YugabyteDB",
        .integer_oid = 23,
        .retryable = "40001,40P01",
        .load_method = LOAD_COPY_TEXT,
        .has_copy = true,
        .has_copy_binary = true,
        .settle = "ANALYZE",
        .has_serial = true,
        .has_sequence = true,
        .has_char = true,
        .has_notices = true,
        .has_hash_keys = true,
        .bytes_type = "BYTEA",
        .splitting = SPLIT_IN_CREATE,
        .upsert = UPSERT_INSERT,
        .upsert_session = "SET yb_enable_upsert_mode = true",
        .begin_read_only = "BEGIN",
        .defaults = yugabytedb_defaults,
    },
    {
        .name = "cockroachdb",
        .summary = "CockroachDB",
        .title = "CockroachDB",
        .integer_oid = 20,
        .retryable = "40001", /* Deadlocks too. */
        .load_method = LOAD_INSERT,
        .has_copy = true,
        .settle = "ANALYZE",
        .has_serial = true,
        .has_char = true,
        .has_notices = true,
        .bytes_type = "BYTES",
        .splitting = SPLIT_BY_ALTER,
        .upsert = UPSERT_KEYWORD,
        .begin_read_only = "BEGIN",
        .has_follower_reads = true,
        .defaults = cockroachdb_defaults,
    },
    {
        .name = "risingwave",
        .summary = "RisingWave",
        .title = "RisingWave",
        .integer_oid = 23,
        .retryable = "",
        .load_method = LOAD_INSERT,
        .flush = "FLUSH",
        .drops_indexes_first = true,
        .bytes_type = "BYTEA",
        .upsert = UPSERT_INSERT,
        .no_write_transactions = "BEGIN starts none that writes, so that each statement would commit by itself",
        .begin_read_only = "START TRANSACTION READ ONLY",
        .defaults = risingwave_defaults,
    },
};

const struct dialect *
dialect_at(size_t index)
{
    return index < ARRAY_LENGTH(dialects) ? &dialects[index] : NULL;
}

const struct dialect *
dialect_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(dialects); i++)
        if (strcmp(dialects[i].name, name) == 0)
            return &dialects[i];
    return NULL;
}

/* What a database cannot do. */

static bool
writes_in_transaction(const struct options *o)
{
    bool begins = false, writes = false;

    for (int g = 0; g < o->workload->group_count; g++) {
        const struct workload_group *const group = &o->workload->groups[g];
        if (group->rounds(o) == 0)
            continue;
        begins = begins || group->statements[0] == STATEMENT_BEGIN;
        for (int s = 0; s < group->statement_count; s++)
            writes = writes || statement_of(group->statements[s])->is_write;
    }
    return begins && writes;
}

static enum err
check_load(const struct options *o, struct diag *d)
{
    const struct dialect *const dialect = o->dialect;

    if (o->load_method == LOAD_COPY_BINARY && !dialect->has_copy_binary) {
        fail(d, ERR_USAGE, "--load-method=copy-binary: %s does not take INTEGER columns of four bytes by binary COPY",
             dialect->title);
        fail_hint(d, "leave it to --load-method=auto");
    }
    if (o->load_method == LOAD_COPY_TEXT && !dialect->has_copy) {
        fail(d, ERR_USAGE, "--load-method=copy-text: %s has no COPY ... FROM STDIN", dialect->title);
        fail_hint(d, "leave it to --load-method=auto, which inserts");
    }
    if (o->auto_inc && !dialect->has_serial) {
        fail(d, ERR_USAGE, "--auto-inc=on: a SERIAL column of %s does not take the values that prepare gives it", dialect->title);
        fail_hint(d, "leave --auto-inc off, as it is by default with --dialect=%s", dialect->name);
    }
    if (o->index_timing == INDEX_TIMING_AFTER && !dialect->has_late_key) {
        fail(d, ERR_USAGE, "--index-timing=after: %s wants the primary key with the table", dialect->title);
        fail_hint(d, "--index-timing=key-first makes the other indexes after the rows");
    }
    return d->code;
}

static enum err
check_kv_and_splits(const struct options *o, struct diag *d)
{
    const struct dialect *const dialect = o->dialect;

    if (o->range_key_partitioning && dialect->splitting == SPLIT_NONE) {
        fail(d, ERR_USAGE, "--range-key-partitioning: %s does not split tables", dialect->title);
        fail_hint(d, "it is for --dialect=yugabytedb and cockroachdb");
    }
    if (o->splits > 0 && dialect->splitting == SPLIT_NONE) {
        fail(d, ERR_USAGE, "--splits: %s does not split tables", dialect->title);
        fail_hint(d, "it is for --dialect=yugabytedb and cockroachdb");
    }
    if (o->scatter && dialect->splitting != SPLIT_BY_ALTER) {
        fail(d, ERR_USAGE, "--scatter: %s has no ALTER TABLE ... SCATTER", dialect->title);
        fail_hint(d, "it is for --dialect=cockroachdb");
    }
    if (o->sfu_writes && dialect->no_write_transactions) {
        fail(d, ERR_USAGE, "--sfu-writes needs transactions that write, which %s does not have: %s", dialect->title,
             dialect->no_write_transactions);
        fail_hint(d, "leave it out: a write is one upsert then");
    }
    if (o->follower_read_percent > 0 && !dialect->has_follower_reads) {
        fail(d, ERR_USAGE, "--follower-read-percent: %s has no AS OF SYSTEM TIME follower_read_timestamp()", dialect->title);
        fail_hint(d, "it is for --dialect=cockroachdb");
    }
    return d->code;
}

enum err
dialect_check(const struct options *o, struct diag *d)
{
    if (check_load(o, d) != ERR_OK || check_kv_and_splits(o, d) != ERR_OK)
        return d->code;
    if (o->dialect->no_write_transactions && writes_in_transaction(o)) {
        fail(d, ERR_USAGE, "%s needs transactions that write, which %s does not have: %s", o->workload->name,
             o->dialect->title, o->dialect->no_write_transactions);
        fail_hint(d, "--skip-trx=on sends the same statements without BEGIN and COMMIT");
    }
    return d->code;
}
