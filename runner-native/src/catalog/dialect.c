#include "catalog/dialect.h"

#include <string.h>

#include "base/base.h"

static const struct option_default yugabytedb_defaults[] = {
    {"serial-cache-size", "1000"}, {"index-timing", "key-first"}, {NULL, NULL}};
static const struct option_default cockroachdb_defaults[] = {{"auto-inc", "off"}, {"index-timing", "key-first"}, {NULL, NULL}};
static const struct option_default risingwave_defaults[] = {
    {"auto-inc", "off"}, {"index-timing", "key-first"}, {"create-covered-secondary", "on"}, {NULL, NULL}};

/* sysbench 1.0 and 1.1 bind int8 whatever the column is. Members of an IN list are aligned by casting all of them to the widest
 * type, and a column under a cast is found by no index: docs/workloads.md section 3. */
static const struct option_default risingwave_insists[] = {{"integer-type", "int4"}, {"serial-cache-size", "0"}, {NULL, NULL}};
/* There is no sequence behind a SERIAL column. */
static const struct option_default cockroachdb_insists[] = {{"serial-cache-size", "0"}, {NULL, NULL}};

static const struct dialect dialects[] = {
    {
        .name = "postgres",
        .summary = "PostgreSQL and services built on it",
        .title = "PostgreSQL",
        .integer_oid = 23,
        .retryable = "40001,40P01", /* serialization_failure, deadlock_detected */
        .undefined_table = "42P01",
        .duplicate_table = "42P07",
        .load_method = LOAD_COPY_BINARY,
        .has_copy = true,
        .has_copy_binary = true,
        .keeps_order = true,
        /* No COPY waits for the disk; making the indexes waits for all of them. */
        .load_begin = "SET synchronous_commit = off",
        .load_end = "SET synchronous_commit = local",
        .settle = "VACUUM ANALYZE",
        .has_checkpoint = true,
        .has_late_key = true,
        .has_serial = true,
        .has_sequence = true,
        .has_limit_parameter = true,
        .has_char = true,
        .has_text = true,
        .has_notices = true,
        .bytes_type = "BYTEA",
        .upsert = UPSERT_ON_CONFLICT,
        .begin_read_only = "BEGIN",
        .has_statement_timeout = true,
    },
    {
        .name = "yugabytedb",
        .summary = "YugabyteDB's YSQL",
        .title = "YugabyteDB",
        .integer_oid = 23,
        .retryable = "40001,40P01",
        .undefined_table = "42P01",
        .duplicate_table = "42P07",
        .load_method = LOAD_COPY_TEXT,
        .has_copy = true,
        .has_copy_binary = true,
        .settle = "ANALYZE",
        .has_serial_ddl = true,
        .has_serial = true,
        .has_sequence = true,
        .has_limit_parameter = true,
        .has_char = true,
        .has_text = true,
        .has_notices = true,
        .has_hash_keys = true,
        .bytes_type = "BYTEA",
        .splitting = SPLIT_IN_CREATE,
        .upsert = UPSERT_INSERT,
        .upsert_session = "SET yb_enable_upsert_mode = true",
        .begin_read_only = "BEGIN",
        .has_statement_timeout = true,
        .defaults = yugabytedb_defaults,
    },
    {
        .name = "cockroachdb",
        .summary = "CockroachDB",
        .title = "CockroachDB",
        .integer_oid = 20,
        .retryable = "40001", /* Deadlocks too. */
        .undefined_table = "42P01",
        .duplicate_table = "42P07",
        .load_method = LOAD_INSERT,
        .has_copy = true,
        .settle = "ANALYZE",
        .has_key_in_indexes = true,
        .has_serial = true,
        .has_limit_parameter = true,
        .has_char = true,
        .has_text = true,
        .has_notices = true,
        .bytes_type = "BYTES",
        .splitting = SPLIT_BY_ALTER,
        .upsert = UPSERT_KEYWORD,
        .begin_read_only = "BEGIN",
        .has_statement_timeout = true,
        .has_follower_reads = true,
        .defaults = cockroachdb_defaults,
        .insists = cockroachdb_insists,
    },
    {
        .name = "risingwave",
        .summary = "RisingWave",
        .title = "RisingWave",
        .integer_oid = 23,
        .retryable = "",
        .undefined_table = "42704", /* undefined_object */
        .duplicate_table = "42710", /* duplicate_object */
        .load_method = LOAD_INSERT,
        .flush = "FLUSH",
        .drops_indexes_first = true,
        .bytes_type = "BYTEA",
        .upsert = UPSERT_INSERT,
        .no_write_transactions = "BEGIN starts none that writes, so that each statement would commit by itself",
        .begin_read_only = "START TRANSACTION READ ONLY",
        .defaults = risingwave_defaults,
        .insists = risingwave_insists,
    },
};

/* Choices of --dialect. */
const char *const dialect_names[] = {"postgres", "yugabytedb", "cockroachdb", "risingwave", NULL};
_Static_assert(ARRAY_LENGTH(dialect_names) == ARRAY_LENGTH(dialects) + 1, "each dialect has its name");

/* All have five characters: a match is a whole entry. */
bool
dialect_is_retryable(const struct dialect *d, const char *sqlstate)
{
    return sqlstate && strlen(sqlstate) == 5 && strstr(d->retryable, sqlstate);
}

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
