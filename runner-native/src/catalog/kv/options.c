#include "catalog/kv/kv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

#define FIELD(field) .offset = offsetof(struct kv_options, field)

/* Bytes of the values in one statement. */
enum { STATEMENT_BYTES_MAX = 16 << 20 };

/* Splits that fit into a CREATE TABLE. */
enum { RANGE_SPLITS_MAX = 1000 };

/* clang-format off */
static const struct option_row rows[] = {
    {.name = "stationary", .type = OPTION_BOOL, FIELD(stationary), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "oltp_insert, oltp_delete, bulk_insert, kv: the tables stay as large as they are"},
    {.name = "read-percent", .type = OPTION_INT, FIELD(read_percent), .fallback = "0", .low = 0, .high = 100,
     .argument = "P",
     .help = "kv, sql_inserts: per cent of the events that read; oltp_read_write_pct: point selects of an event"},
    {.name = "batch", .type = OPTION_INT, FIELD(batch), .fallback = "1", .low = 1, .high = PARAM_COUNT_MAX / 2,
     .argument = "N", .help = "keys of one statement"},
    {.name = "min-block-bytes", .type = OPTION_INT, FIELD(min_block_bytes), .fallback = "1", .low = 1, .high = 1 << 20,
     .argument = "N", .shapes = SHAPES_DATA, .help = "bytes of a value, at least"},
    {.name = "max-block-bytes", .type = OPTION_INT, FIELD(max_block_bytes), .fallback = "1", .low = 1, .high = 1 << 20,
     .argument = "N", .shapes = SHAPES_DATA, .help = "bytes of a value, at most"},
    {.name = "target-compression-ratio", .type = OPTION_REAL, FIELD(target_compression_ratio), .fallback = "1",
     .low = 1, .high = 256, .argument = "N", .shapes = SHAPES_DATA,
     .help = "factor by which a compressor shrinks values of some hundred bytes; 1: random bytes"},
    {.name = "sfu-writes", .type = OPTION_BOOL, FIELD(sfu_writes), .fallback = "off",
     .help = "a write is a transaction that first locks its keys by SELECT ... FOR UPDATE"},
    {.name = "insert-count", .type = OPTION_INT, FIELD(insert_count), .fallback = "0", .low = 0, .high = 1e12,
     .argument = "N", .shapes = SHAPES_DATA, .help = "rows that prepare makes"},
    {.name = "insert-evenly", .type = OPTION_BOOL, FIELD(insert_evenly), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "prepare's rows lie evenly over all keys and are never read, as in CockroachDB's `workload kv`"},
    {.name = "write-seq", .type = OPTION_TEXT, FIELD(write_seq), .fallback = "", .argument = "RN|SN|ZN", .shapes = SHAPES_DATA,
     .help = "N keys exist already from earlier runs: R scattered, S --sequential, Z --zipfian"},
    {.name = "cycle-length", .type = OPTION_INT, FIELD(cycle_length), .fallback = "9000000000000000", .low = 1,
     .high = 9e15, .argument = "N", .shapes = SHAPES_DATA,
     .help = "writes after which the first key comes again"},
    {.name = "sequential", .type = OPTION_BOOL, FIELD(sequential), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "consecutive keys 0, 1, 2 ... instead of scattered ones"},
    {.name = "zipfian", .type = OPTION_BOOL, FIELD(zipfian), .fallback = "off",
     .help = "keys by a zipfian distribution over --cycle-length; 0 is the hottest, and hot keys are neighbours"},
    {.name = "zipfian-s", .type = OPTION_REAL, FIELD(zipfian_s), .fallback = "1.1", .low = 0, .high = 100, .argument = "S",
     .help = "the exponent of --zipfian: key k has weight 1 / (k + V)^S"},
    {.name = "zipfian-v", .type = OPTION_REAL, FIELD(zipfian_v), .fallback = "1", .low = 1, .high = 1e9, .argument = "V",
     .help = "the offset of --zipfian: the larger, the flatter among the hottest keys"},
    {.name = "zipfian-scatter", .type = OPTION_BOOL, FIELD(zipfian_scatter), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "scatter hot keys over all of BIGINT instead of making them neighbours, with --zipfian"},
    {.name = "del-percent", .type = OPTION_INT, FIELD(del_percent), .fallback = "0", .low = 0, .high = 100,
     .argument = "P", .help = "per cent of the events that delete"},
    {.name = "span-percent", .type = OPTION_INT, FIELD(span_percent), .fallback = "0", .low = 0, .high = 100,
     .argument = "P", .help = "per cent of the events that count over many rows"},
    {.name = "span-limit", .type = OPTION_INT, FIELD(span_limit), .fallback = "0", .low = 0, .high = 1e9,
     .argument = "N", .help = "rows of a span; 0: the whole table"},
    {.name = "follower-read-percent", .type = OPTION_INT, FIELD(follower_read_percent), .fallback = "0", .low = 0,
     .high = 100, .argument = "P", .help = "per cent of the reads that may see slightly old rows, from any replica"},
    {.name = "timeout", .type = OPTION_DURATION, FIELD(timeout_ns), .fallback = "0", .low = 0, .high = 1e6,
     .unit_ns = NS_PER_S, .argument = "S", .help = "statement_timeout of each connection; 0: the server's own"},
    {.name = "splits", .type = OPTION_INT, FIELD(splits), .fallback = "0", .low = 0, .high = 10000, .argument = "N",
     .shapes = SHAPES_DATA, .help = "places, evenly over the keys, at which prepare splits the table"},
    {.name = "range-key-partitioning", .type = OPTION_BOOL, FIELD(range_key_partitioning), .fallback = "off",
     .shapes = SHAPES_DATA, .help = OPTION_HELP_RANGES},
    {.name = "scatter", .type = OPTION_BOOL, FIELD(scatter), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "ALTER TABLE ... SCATTER after splitting"},
    {.name = "secondary-index", .type = OPTION_BOOL, FIELD(secondary_index), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "an index on the value"},
};
/* clang-format on */

const struct option_group kv_option_groups[1] = {
    {"The workload kv (give prepare and run the same)", PLACE_EVENTS, rows, ARRAY_LENGTH(rows)}};

/* CockroachDB's. */
const struct absent_option kv_absent_options[] = {
    {"key-size", "keys of kv are BIGINT", "sql_inserts has keys of text"},
    {"num-shards", "no index of kv is sharded by a hash", "--splits=N --scatter spreads the keys"},
    {"enum", "kv has no column of an enumerated type", "leave it out"},
    {"sfu-wait-delay", "no client sleeps between two statements", "leave it out: --sfu-writes locks and writes at once"},
    {NULL, NULL, NULL},
};

void
kv_settle(struct workload_options *o)
{
    struct kv_options *const k = (struct kv_options *)(void *)o->family;
    char *end;

    if (k->write_seq[0]) {
        const int64_t count = strtoll(k->write_seq + 1, &end, 10);
        const bool is_whole = end > k->write_seq + 1 && *end == '\0' && count >= 0 && count <= INT64_C(1000000000000000);
        k->written_count = is_whole ? count : -1;
    }
    if (k->timeout_ns > 0)
        snprintf(k->timeout_sql, sizeof k->timeout_sql, "SET statement_timeout = %" PRId64,
                 (k->timeout_ns - 1) / NS_PER_MS + 1);
}

static enum err
check_values(const struct kv_options *k, struct diag *d)
{
    const int64_t percent = k->read_percent + k->del_percent + k->span_percent;

    if (k->min_block_bytes > k->max_block_bytes) {
        fail(d, ERR_USAGE, "--min-block-bytes=%" PRId64 " is above --max-block-bytes=%" PRId64, k->min_block_bytes,
             k->max_block_bytes);
        fail_hint(d, "give both, for example --min-block-bytes=%" PRId64 " --max-block-bytes=%" PRId64, k->min_block_bytes,
                  k->min_block_bytes);
    } else if (percent > 100) {
        fail(d, ERR_USAGE, "--read-percent, --del-percent and --span-percent are %" PRId64 " together, above 100", percent);
        fail_hint(d, "lower one of them: what they leave of 100 are writes");
    } else if (k->batch * k->max_block_bytes > STATEMENT_BYTES_MAX) {
        fail(d, ERR_USAGE, "--batch times --max-block-bytes is above %d bytes", STATEMENT_BYTES_MAX);
        fail_hint(d, "lower one of them, for example --batch=1");
    } else if (k->zipfian && k->sequential) {
        fail(d, ERR_USAGE, "--zipfian and --sequential cannot both be on");
        fail_hint(d, "leave one of them out");
    }
    return d->code;
}

/* As CockroachDB's `workload kv` has it. */
static enum err
check_write_seq(const struct kv_options *k, struct diag *d)
{
    const char *const letter = k->sequential ? "S" : k->zipfian ? "Z" : "R";

    if (k->write_seq[0] == '\0')
        return ERR_OK;
    if (k->written_count < 0 || !strchr("RSZ", k->write_seq[0])) {
        fail(d, ERR_USAGE, "--write-seq=%s: must be R, S or Z and a number", k->write_seq);
        fail_hint(d, "for example --write-seq=%s100000", letter);
    } else if (k->write_seq[0] != letter[0]) {
        fail(d, ERR_USAGE, "--write-seq=%s: the keys of this run are of kind %s", k->write_seq, letter);
        fail_hint(d, "R is of scattered keys, S of --sequential, Z of --zipfian: give the options of the run that wrote them");
    } else if (k->stationary) {
        fail(d, ERR_USAGE, "--write-seq is of keys that runs have made, and --stationary=on makes none");
        fail_hint(d, "leave one of them out");
    }
    return d->code;
}

static enum err
check_keys(const struct kv_options *k, struct diag *d)
{
    if (k->stationary && k->insert_count == 0) {
        fail(d, ERR_USAGE, "kv --stationary=on writes the keys of prepare again, and --insert-count=0 makes none");
        fail_hint(d, "give prepare and run the same --insert-count, for example 100000");
    }
    if (k->stationary && k->insert_evenly) {
        fail(d, ERR_USAGE, "--stationary=on writes the keys of prepare again, and no event uses those of --insert-evenly=on");
        fail_hint(d, "leave one of them out");
    }
    if (k->read_percent == 100 && k->written_count == 0 && (k->insert_count == 0 || k->insert_evenly)) {
        fail(d, ERR_USAGE, "kv has nothing to read: %s",
             k->insert_count == 0 ? "--insert-count is 0" : "the rows of --insert-evenly are never read");
        fail_hint(d, "give prepare and run the same --insert-count, for example 100000");
    }
    if (k->cycle_length < k->batch || (k->stationary && k->insert_count < k->batch)) {
        fail(d, ERR_USAGE, "--batch=%" PRId64 " needs as many different keys", k->batch);
        fail_hint(d, "raise --cycle-length and --insert-count, or lower --batch");
    }
    return d->code;
}

static enum err
check_ranges(const struct kv_options *k, const struct dialect *dialect, struct diag *d)
{
    if (k->range_key_partitioning && !dialect->has_hash_keys) {
        fail(d, ERR_USAGE, "--range-key-partitioning: %s has no keys that are sharded by a hash otherwise", dialect->title);
        fail_hint(d, "leave it out; it is for --dialect=yugabytedb");
    } else if (k->range_key_partitioning && k->splits > RANGE_SPLITS_MAX) {
        fail(d, ERR_USAGE, "--splits=%" PRId64 ": with --range-key-partitioning=on at most %d", k->splits, RANGE_SPLITS_MAX);
        fail_hint(d, "lower it: all of them stand in one CREATE TABLE");
    }
    return d->code;
}

static enum err
check_dialect(const struct kv_options *k, const struct dialect *dialect, struct diag *d)
{
    if (k->timeout_ns > 0 && !dialect->has_statement_timeout) {
        fail(d, ERR_USAGE, "--timeout: statement_timeout of %s is not in milliseconds", dialect->title);
        fail_hint(d, "leave it out; --stall-timeout ends a run whose server has stopped answering");
    }
    if (k->splits > 0 && dialect->splitting == SPLIT_NONE) {
        fail(d, ERR_USAGE, "--splits: %s does not split tables", dialect->title);
        fail_hint(d, "it is for --dialect=yugabytedb and cockroachdb");
    }
    if (k->scatter && dialect->splitting != SPLIT_BY_ALTER) {
        fail(d, ERR_USAGE, "--scatter: %s has no ALTER TABLE ... SCATTER", dialect->title);
        fail_hint(d, "it is for --dialect=cockroachdb");
    }
    if (k->sfu_writes && dialect->no_write_transactions) {
        fail(d, ERR_USAGE, "--sfu-writes needs transactions that write, which %s does not have: %s", dialect->title,
             dialect->no_write_transactions);
        fail_hint(d, "leave it out: a write is one upsert then");
    }
    if (k->follower_read_percent > 0 && !dialect->has_follower_reads) {
        fail(d, ERR_USAGE, "--follower-read-percent: %s has no AS OF SYSTEM TIME follower_read_timestamp()", dialect->title);
        fail_hint(d, "it is for --dialect=cockroachdb");
    }
    return d->code;
}

enum err
kv_check(const struct workload_options *o, struct diag *d)
{
    const struct kv_options *const k = kv(o);

    if (check_values(k, d) != ERR_OK || check_write_seq(k, d) != ERR_OK || check_keys(k, d) != ERR_OK ||
        check_ranges(k, o->dialect, d) != ERR_OK)
        return d->code;
    return check_dialect(k, o->dialect, d);
}
