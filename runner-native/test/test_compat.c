/*
 * Defaults: those of a version that --compat names, those of a database, and what wins over them; what a database cannot do.
 */

#include "catalog/dialect.h"
#include "check_values.h"
#include "family_options.h"
#include "parse.h"

/* docs/workloads.md section 1.1. */
static void
compat_fixes_the_defaults_of_a_version(void)
{
    static const struct {
        const char *compat;
        const char *dialect;
        enum dist_kind dist;
        enum integer_type integer_type;
        enum index_timing index_timing;
        const char *retry;
    } expected[] = {
        {"--compat=none", "postgres", DIST_UNIFORM, INTEGER_INT4, INDEX_TIMING_AFTER, "40001,40P01"},
        {"--compat=sysbench-1.0.20", "postgres", DIST_SPECIAL, INTEGER_INT8, INDEX_TIMING_KEY_FIRST, "40001,40P01,23505"},
        {"--compat=sysbench-1.1", "postgres", DIST_UNIFORM, INTEGER_INT8, INDEX_TIMING_KEY_FIRST, "40001,40P01,23505"},
        {"--compat=yugabyte", "yugabytedb", DIST_UNIFORM, INTEGER_INT4, INDEX_TIMING_FIRST, "40001,40P01,23505"},
        {"--compat=risingwave", "risingwave", DIST_UNIFORM, INTEGER_INT4, INDEX_TIMING_KEY_FIRST, "40001,40P01,23505,XX000"},
    };
    struct options o;
    struct diag d;

    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++) {
        CHECK_INT(PARSE(&o, expected[i].compat, "oltp_point_select", "run"), ERR_OK);
        CHECK_TEXT(o.load.dialect->name, expected[i].dialect);
        CHECK_INT(o.load.dist.kind, expected[i].dist);
        CHECK_INT(o.load.integer_type, expected[i].integer_type);
        CHECK_INT(SBTEST(o)->index_timing, expected[i].index_timing);
        CHECK_TEXT(o.load.retry, expected[i].retry);
    }
    CHECK_INT(PARSE(&o, "--compat=risingwave", "oltp_point_select", "run"), ERR_OK);
    CHECK(SBTEST(o)->create_covered_secondary && !SBTEST(o)->auto_inc, "RisingWave's tables");
    CHECK(o.run.reconnect_on_loss, "the fork opens what is lost again");
    CHECK_INT(PARSE(&o, "--compat=yugabyte", "oltp_point_select", "run"), ERR_OK);
    CHECK_INT(SBTEST(o)->serial_cache_size, 1000);
}

/* int8 would make each IN list a full scan of RisingWave, and CockroachDB has no sequence: whoever's defaults these are. */
static void
what_a_dialect_cannot_do_is_no_default(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "--compat=sysbench-1.1", "--dialect=risingwave", "select_random_points", "run"), ERR_OK);
    CHECK_INT(o.load.integer_type, INTEGER_INT4);
    CHECK_INT(PARSE(&o, "--compat=sysbench-1.1", "--dialect=risingwave", "--integer-type=int8", "select_random_points", "run"),
              ERR_OK);
    CHECK_INT(o.load.integer_type, INTEGER_INT8);
    CHECK_INT(PARSE(&o, "--compat=yugabyte", "--dialect=cockroachdb", "oltp_insert", "run"), ERR_OK);
    CHECK_INT(SBTEST(o)->serial_cache_size, 0);
}

static void
what_is_given_wins_over_every_default(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "--compat=sysbench-1.0.20", "--rand-type=pareto", "--integer-type=int4", "--max-tries=3",
                    "--retry=40001", "oltp_read_write", "run"),
              ERR_OK);
    CHECK_INT(o.load.dist.kind, DIST_PARETO);
    CHECK_INT(o.load.integer_type, INTEGER_INT4);
    CHECK_INT(o.run.max_tries, 3);
    CHECK_TEXT(o.load.retry, "40001");
    /* A command line of the fork works on PostgreSQL, where that is asked for. */
    CHECK_INT(PARSE(&o, "--dialect=postgres", "--compat=yugabyte", "oltp_read_write", "run"), ERR_OK);
    CHECK_TEXT(o.load.dialect->name, "postgres");
    CHECK_INT(PARSE(&o, "oltp_read_write_pct", "run"), ERR_OK);
    CHECK_INT(SBTEST(o)->read_percent, 80);
    CHECK_INT(SBTEST(o)->write_percent, 20);
    CHECK_INT(PARSE(&o, "--read-percent=95", "--write_percent=5", "oltp_read_write_pct", "run"), ERR_OK);
    CHECK_INT(SBTEST(o)->read_percent, 95);
    CHECK_INT(SBTEST(o)->write_percent, 5);
    CHECK_INT(PARSE(&o, "--dialect=cockroachdb", "oltp_read_write", "run"), ERR_OK);
    CHECK(!SBTEST(o)->auto_inc, "CockroachDB's SERIAL is not dense");
    CHECK_INT(o.load.integer_type, INTEGER_INT8);
    CHECK_INT(o.load.load_method, LOAD_INSERT);
    CHECK_INT(PARSE(&o, "--dialect=cockroachdb", "--auto-inc=on", "oltp_read_write", "run"), ERR_OK);
    CHECK(SBTEST(o)->auto_inc, "unless it is wanted");
}

static void
what_a_database_cannot_do_is_refused_with_the_way_out(void)
{
    static const struct {
        const char *words[6];
        const char *text;
        const char *hint;
    } refused[] = {
        {{"--dialect=risingwave", "oltp_read_write", "run"}, "transactions that write", "--skip-trx=on"},
        {{"--dialect=risingwave", "oltp_write_only", "run"}, "transactions that write", "--skip-trx=on"},
        {{"--dialect=risingwave", "oltp_multi_insert", "run"}, "transactions that write", "--skip-trx=on"},
        {{"--dialect=risingwave", "--auto-inc=on", "oltp_point_select", "run"}, "SERIAL", "--auto-inc"},
        {{"--dialect=risingwave", "oltp_multi_value_insert", "run"}, "SERIAL", "--auto-inc"},
        {{"--dialect=risingwave", "--load-method=copy-text", "kv", "prepare"}, "COPY", "auto"},
        {{"--dialect=cockroachdb", "--load-method=copy-binary", "kv", "prepare"}, "binary COPY", "auto"},
        {{"--dialect=cockroachdb", "--index-timing=after", "oltp_insert", "prepare"}, "primary key", "key-first"},
        {{"--range-key-partitioning", "oltp_insert", "prepare"}, "PostgreSQL does not split", "yugabytedb"},
        {{"--dialect=cockroachdb", "--serial-cache-size=10", "oltp_insert", "prepare"},
         "no sequence is behind",
         "leave it out"},
        {{"--dialect=risingwave", "--serial-cache-size=10", "oltp_insert", "prepare"}, "no sequence is behind", "leave it out"},
        {{"--dialect=cockroachdb", "--range-key-partitioning", "kv", "prepare"}, "sharded by a hash", "yugabytedb"},
        {{"--dialect=yugabytedb", "--range-key-partitioning", "--splits=1001", "kv", "prepare"}, "at most 1000", "lower it"},
        {{"--dialect=risingwave", "--timeout=1", "kv", "run"}, "statement_timeout", "--stall-timeout"},
        {{"--write-seq=1000", "kv", "run"}, "must be R, S or Z and a number", "--write-seq=R100000"},
        {{"--write-seq=Rmany", "kv", "run"}, "must be R, S or Z and a number", "--write-seq=R100000"},
        {{"--write-seq=S10", "kv", "run"}, "of kind R", "--sequential"},
        {{"--write-seq=R10", "--zipfian", "kv", "run"}, "of kind Z", "--zipfian"},
        {{"--insert-evenly", "--insert-count=9", "--read-percent=100", "kv", "run"}, "never read", "--insert-count"},
        {{"--insert-evenly", "--insert-count=9", "--stationary", "kv", "run"}, "no event uses", "one of them"},
        {{"--splits=3", "kv", "prepare"}, "PostgreSQL does not split", "cockroachdb"},
        {{"--dialect=yugabytedb", "--scatter", "kv", "prepare"}, "SCATTER", "cockroachdb"},
        {{"--dialect=risingwave", "--sfu-writes", "kv", "run"},
         "transactions that write, which RisingWave does not have: BEGIN",
         "leave it out"},
        {{"--follower-read-percent=5", "kv", "run"}, "AS OF SYSTEM TIME", "cockroachdb"},
        {{"--auto-inc=off", "oltp_multi_value_insert", "run"}, "--auto-inc=off", "oltp_multi_insert"},
        {{"--read-percent=100", "kv", "run"}, "nothing to read", "--insert-count"},
        {{"--stationary", "kv", "run"}, "--insert-count=0", "--insert-count"},
        {{"--read-percent=60", "--del-percent=50", "kv", "run"}, "above 100", ""},
        {{"--batch=9", "--cycle-length=8", "kv", "run"}, "different keys", "--cycle-length"},
        {{"--min-block-bytes=9", "kv", "run"}, "--max-block-bytes=1", ""},
        {{"--batch=64", "--max-block-bytes=1000000", "kv", "run"}, "above 16777216 bytes", ""},
        {{"--read-only", "sql_inserts", "run"}, "nothing to read", "prepare"},
        {{"--max-written-key=9", "--num-unique-keys=8", "sql_inserts", "run"}, "--num-unique-keys=8", ""},
        {{"--table-name=a;b", "sql_inserts", "run"}, "--table-name", ""},
        {{"--table-name=1a", "sql_inserts", "run"}, "--table-name", ""},
        {{"--uuid=x'y", "sql_inserts", "run"}, "--uuid", ""},
        {{"--retry=4001", "kv", "run"}, "--retry", "40001,40P01"},
        {{"--retry=40001,", "kv", "run"}, "--retry", "40001,40P01"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(refused); i++) {
        struct options o;
        struct diag d;
        CHECK(parse(&o, &d, NULL, refused[i].words) == ERR_USAGE, "%s is refused", refused[i].words[0]);
        CHECK_HAS(d.text, refused[i].text);
        CHECK_HAS(d.hint, refused[i].hint);
        CHECK(d.hint[0] != '\0', "no remedy for: %s", d.text);
    }
}

static void
what_a_database_does_its_own_way_is_not_refused(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "--dialect=risingwave", "--skip-trx", "oltp_read_write", "run"), ERR_OK);
    CHECK_INT(PARSE(&o, "--dialect=risingwave", "oltp_read_only", "run"), ERR_OK);
    CHECK_INT(PARSE(&o, "--dialect=risingwave", "--read-percent=95", "kv", "run"), ERR_OK);
    CHECK_INT(PARSE(&o, "--dialect=cockroachdb", "--follower-read-percent=5", "kv", "run"), ERR_OK);
}

int
main(void)
{
    compat_fixes_the_defaults_of_a_version();
    what_a_dialect_cannot_do_is_no_default();
    what_is_given_wins_over_every_default();
    what_a_database_cannot_do_is_refused_with_the_way_out();
    what_a_database_does_its_own_way_is_not_refused();
    return check_result("compat");
}
