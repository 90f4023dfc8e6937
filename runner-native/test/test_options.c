/*
 * The command line: what it gives, and how every mistake is answered.
 */

#include <stdlib.h>
#include <unistd.h>

#include "catalog/dialect.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "family_options.h"
#include "parse.h"

static void
defaults_are_those_of_sysbench(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "oltp_read_write", "run"), ERR_OK);
    CHECK_INT(o.command, COMMAND_RUN);
    CHECK_TEXT(o.load.workload->name, "oltp_read_write");
    CHECK_TEXT(o.load.dialect->name, "postgres");
    CHECK_INT(o.load.threads, 1);
    CHECK_INT(o.run.time_ns, 10 * NS_PER_S);
    CHECK_INT(o.run.events, 0);
    CHECK_INT(o.report.percentile, 95);
    CHECK_INT(SBTEST(o)->tables, 1);
    CHECK_INT(SBTEST(o)->table_size, 10000);
    CHECK_INT(SBTEST(o)->range_size, 100);
    CHECK_INT(SBTEST(o)->point_selects, 10);
    CHECK_INT(SBTEST(o)->simple_ranges, 1);
    CHECK_INT(SBTEST(o)->sum_ranges, 1);
    CHECK_INT(SBTEST(o)->order_ranges, 1);
    CHECK_INT(SBTEST(o)->distinct_ranges, 1);
    CHECK_INT(SBTEST(o)->index_updates, 1);
    CHECK_INT(SBTEST(o)->non_index_updates, 1);
    CHECK_INT(SBTEST(o)->delete_inserts, 1);
    CHECK_INT(SBTEST(o)->random_points, 10);
    CHECK_INT(SBTEST(o)->number_of_ranges, 10);
    CHECK_INT(SBTEST(o)->delta, 5);
    CHECK(SBTEST(o)->range_selects && SBTEST(o)->auto_inc && SBTEST(o)->create_secondary, "switches that are on");
    CHECK(!SBTEST(o)->skip_trx && !SBTEST(o)->secondary && !o.report.histogram, "switches that are off");
    CHECK_TEXT(o.connection.pgsql_host, "localhost");
    CHECK_TEXT(o.connection.pgsql_port, "5432");
    CHECK_TEXT(o.connection.pgsql_user, "sbtest");
    CHECK_TEXT(o.connection.pgsql_db, "sbtest");
    CHECK(o.connection.pgsql_url == NULL && o.connection.against == NULL, "no URL");
    CHECK_INT(o.load.dist.kind, DIST_UNIFORM);
    CHECK_INT(o.load.dist.iterations, 12);
    CHECK_INT(connection_target_count(&o.connection), 1);
    CHECK_INT(o.report.report_interval_ns, 0);
    CHECK(o.connection.pgsql_sslmode == NULL, "libpq chooses the mode of TLS");
}

static void
loading_tells_how_far_it_is_unless_that_is_not_wanted(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "oltp_read_only", "prepare"), ERR_OK);
    CHECK_INT(o.report.report_interval_ns, 5 * NS_PER_S);
    CHECK_INT(PARSE(&o, "--report-interval=0", "oltp_read_only", "load"), ERR_OK);
    CHECK_INT(o.report.report_interval_ns, 0);
}

static void
a_sysbench_command_line_works_as_it_is(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "--db-driver=pgsql", "--pgsql_host=db", "--pgsql-port=6000", "--table_size=500", "--tables=3",
                    "--skip_trx", "--rand-type=special", "oltp_read_only", "--threads=64", "run"),
              ERR_OK);
    CHECK_TEXT(o.connection.pgsql_host, "db");
    CHECK_TEXT(o.connection.pgsql_port, "6000");
    CHECK_INT(SBTEST(o)->table_size, 500);
    CHECK_INT(SBTEST(o)->tables, 3);
    CHECK(SBTEST(o)->skip_trx, "a bare switch is on");
    CHECK_INT(o.load.dist.kind, DIST_SPECIAL);
    CHECK_INT(o.load.threads, 64);
}

#define SYSBENCH_SCRIPT "/usr/share/sysbench/oltp_read_only.lua"

static void
sysbench_scripts_may_be_named_by_their_path(void)
{
    struct options o;
    struct diag d;

    /* The file itself is sysbench's: where that is not installed, it is known what it would be. */
    const bool is_there = access(SYSBENCH_SCRIPT, R_OK) == 0;
    CHECK_INT(PARSE(&o, SYSBENCH_SCRIPT, "run"), ERR_OK);
    CHECK_TEXT(o.load.workload->name, "oltp_read_only");
    CHECK((o.absent_script != NULL) == !is_there, "that it is not there is noted");
    CHECK_INT(PARSE(&o, "oltp_insert.lua", "run"), ERR_OK);
    CHECK_TEXT(o.load.workload->name, "oltp_insert");
    CHECK_INT(PARSE(&o, "/some/oltp_insert", "run"), ERR_USAGE);
    CHECK_HAS(d.text, "unknown workload /some/oltp_insert");
}

static void
ports_are_a_list_as_libpq_has_it(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "--pgsql-host=a,b,c", "--pgsql-port=5432,,5434", "oltp_read_only", "run"), ERR_OK);
    CHECK_TEXT(o.connection.pgsql_port, "5432,,5434");
}

/* Writes `text` to a file and reads it by --config-file, with --threads=4 before and --tables=9 behind it. */
static enum err
parse_config_bytes(struct options *o, struct diag *d, const char *text, size_t length)
{
    char path[] = "/tmp/plumbline-config-XXXXXX", option[64];
    const int fd = mkstemp(path);

    CHECK(fd >= 0 && write(fd, text, length) == (ssize_t)length, "%s is written", path);
    close(fd);
    snprintf(option, sizeof option, "--config-file=%s", path);
    const enum err e = parse(o, d, NULL,
                             (const char *const[]){"--threads=4", option, "--tables=9", "oltp_read_only", "run", NULL});
    unlink(path);
    return e;
}

static enum err
parse_config(struct options *o, struct diag *d, const char *text)
{
    return parse_config_bytes(o, d, text, strlen(text));
}

static void
a_config_file_stands_for_its_lines(void)
{
    struct options o;
    struct diag d;
    static char many[CONFIG_TEXT_SIZE + 1];

    CHECK_INT(parse_config(&o, &d, "# comment\n\n threads = 8 \r\ntables=3\nskip_trx\npgsql-db= my db\n"), ERR_OK);
    CHECK_INT(o.load.threads, 8);
    CHECK_INT(SBTEST(o)->tables, 9);
    CHECK(SBTEST(o)->skip_trx, "a bare name is a switch");
    CHECK_TEXT(o.connection.pgsql_db, "my db");
    CHECK_INT(parse_config(&o, &d, "\xef\xbb\xbfthreads=8\r\n"), ERR_OK);
    CHECK_INT(o.load.threads, 8);
    CHECK_INT(parse_config(&o, &d, ""), ERR_OK);
    CHECK_INT(parse_config(&o, &d, "threads=8\n\ntreads=9\n"), ERR_USAGE);
    CHECK_HAS(d.text, " line 3: unknown option --treads");
    CHECK_HAS(d.hint, "did you mean --threads?");
    CHECK_INT(parse_config(&o, &d, "config-file=other\n"), ERR_USAGE);
    CHECK_HAS(d.text, "/plumbline-config-");
    CHECK_HAS(d.text, " line 1: a --config-file cannot name another one");
    memset(many, '#', sizeof many - 1);
    CHECK_INT(parse_config(&o, &d, many), ERR_USAGE);
    CHECK_HAS(d.text, "longer than 8191 bytes");
    static const char hidden[] = "threads=8\0\ntreads=9\n";
    CHECK_INT(parse_config_bytes(&o, &d, hidden, sizeof hidden - 1), ERR_USAGE);
    CHECK_HAS(d.text, "has a NUL byte");
}

static void
a_second_config_file_is_refused(void)
{
    char path[] = "/tmp/plumbline-config-XXXXXX", option[64];
    struct options o;
    struct diag d;
    const int fd = mkstemp(path);

    CHECK(fd >= 0 && write(fd, "pgsql-db=mine\n", 14) == 14, "%s is written", path);
    close(fd);
    snprintf(option, sizeof option, "--config-file=%s", path);
    CHECK_INT(PARSE(&o, option, "--config-file=/dev/null", "oltp_read_only", "run"), ERR_USAGE);
    CHECK_HAS(d.text, "--config-file=/dev/null: --config-file=/tmp/plumbline-config-");
    CHECK_HAS(d.hint, "one file");
    CHECK_TEXT(o.connection.pgsql_db, "mine");
    unlink(path);
}

static void
a_forced_shutdown_is_off_a_time_or_a_share_of_it(void)
{
    static const struct {
        const char *option;
        int64_t ns;
    } cases[] = {
        {"--forced-shutdown=off", -1},
        {"--forced-shutdown=0", 0},
        {"--forced-shutdown=2.5", 2500 * NS_PER_MS},
        {"--forced-shutdown=300ms", 300 * NS_PER_MS},
        {"--forced-shutdown=1m", 60 * NS_PER_S},
        {"--forced-shutdown=0.5h", 1800 * NS_PER_S},
        {"--forced-shutdown=10%", 6 * NS_PER_S},
    };
    struct options o;
    struct diag d;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        CHECK_INT(PARSE(&o, "--time=60", cases[i].option, "oltp_read_only", "run"), ERR_OK);
        CHECK_INT(run_options_forced_shutdown_ns(&o.run), cases[i].ns);
    }
    CHECK_INT(PARSE(&o, "--time=0", "--events=9", "--forced-shutdown=5", "oltp_read_only", "run"), ERR_OK);
    CHECK_INT(run_options_forced_shutdown_ns(&o.run), -1);
}

static void
durations_have_units(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "--time=2.5", "--warmup-time=500ms", "--slice=250", "--report-interval=1m", "oltp_read_only", "run"),
              ERR_OK);
    CHECK_INT(o.run.time_ns, 2500 * NS_PER_MS);
    CHECK_INT(o.run.warmup_time_ns, 500 * NS_PER_MS);
    CHECK_INT(o.run.slice_ns, 250 * NS_PER_MS);
    CHECK_INT(o.report.report_interval_ns, 60 * NS_PER_S);
    CHECK_INT(PARSE(&o, "--report-interval=10ms", "oltp_read_only", "run"), ERR_OK);
    CHECK_INT(o.report.report_interval_ns, 10 * NS_PER_MS);
    CHECK_INT(PARSE(&o, "--report-interval=0s", "oltp_read_only", "run"), ERR_OK);
    CHECK_INT(o.report.report_interval_ns, 0);
    CHECK_INT(PARSE(&o, "--time=1e-12", "--stall-timeout=0.0001us", "oltp_read_only", "run"), ERR_OK);
    CHECK_INT(o.run.time_ns, 1); /* 0 is without end. */
    CHECK_INT(o.run.stall_timeout_ns, 1);
}

static void
the_last_of_two_values_wins(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "--threads=4", "--threads=8", "oltp_read_only", "run"), ERR_OK);
    CHECK_INT(o.load.threads, 8);
}

static void
a_seed_is_kept_or_drawn(void)
{
    struct options o;
    struct diag d;

    PARSE(&o, "--rand-seed=42", "oltp_read_only", "run");
    CHECK_INT(o.load.rand_seed, 42);
    PARSE(&o, "oltp_read_only", "run");
    CHECK(o.load.rand_seed > 0 && o.load.rand_seed < (INT64_C(1) << 53), "a drawn seed is a whole number that JSON can hold");
}

static const struct {
    const char *words[4];
    const char *text;
    const char *hint; /* "": any, but there must be one. */
} mistakes[] = {
    {{"--thread=4", "oltp_read_only", "run"}, "unknown option --thread", "did you mean --threads?"},
    {{"--tabel_size=4", "oltp_read_only", "run"}, "unknown option --tabel-size", "did you mean --table-size?"},
    {{"--mysql-storage-engine=x", "oltp_read_only", "run"}, "unknown option --mysql-storage-engine", "--help"},
    {{"-t", "oltp_read_only", "run"}, "unknown option -t", "two dashes"},
    {{"--threads", "oltp_read_only", "run"}, "--threads needs a value", "--threads=N"},
    {{"--threads=0", "oltp_read_only", "run"}, "--threads=0: must be a whole number from 1 to 10000", ""},
    {{"--threads=1.5", "oltp_read_only", "run"}, "must be a whole number", ""},
    {{"--threads=", "oltp_read_only", "run"}, "must be a whole number", ""},
    {{"--rate=1e8", "oltp_read_only", "run"}, "--rate=1e8: must be a number from 0 to 10000000", ""},
    {{"--threads= 4", "oltp_read_only", "run"}, "must be a whole number", ""},
    {{"--threads=99999999999999999999", "oltp_read_only", "run"}, "must be a whole number", ""},
    {{"--time=nan", "oltp_read_only", "run"}, "must be a number", ""},
    {{"--time=0x10", "oltp_read_only", "run"}, "must be a number", ""},
    {{"--time=-1", "oltp_read_only", "run"}, "from 0 to", ""},
    {{"--time=5 s", "oltp_read_only", "run"}, "or with a unit", ""},
    {{"--slice=0.5", "oltp_read_only", "run"}, "from 1 to 60000 milliseconds", ""},
    {{"--rand-pareto-h=7", "oltp_read_only", "run"}, "--rand-pareto-h=7: must be a number from 0 to 1", ""},
    {{"--skip-trx=maybe", "oltp_read_only", "run"}, "--skip-trx=maybe: must be on or off", ""},
    {{"--output=xml", "oltp_read_only", "run"}, "must be sysbench, ndjson or pgbench", ""},
    {{"--rand-type=normal", "oltp_read_only", "run"}, "uniform, gaussian, special, pareto or zipfian", "--rand-type=uniform"},
    {{"--rand-type=zipf", "oltp_read_only", "run"}, "or zipfian", "did you mean --rand-type=zipfian?"},
    {{"--rand-type=zipfain", "oltp_read_only", "run"}, "or zipfian", "did you mean --rand-type=zipfian?"},
    {{"--dialect=cockroach", "oltp_read_only", "run"}, "or risingwave", "did you mean --dialect=cockroachdb?"},
    {{"--threads=many", "oltp_read_only", "run"}, "--threads=many: must be a whole number from 1 to 10000", "--threads=1,"},
    {{"--table-size=0", "oltp_read_only", "run"}, "a whole number from 1 to 2147483647", "--table-size=10000"},
    {{"--rate=-1", "oltp_read_only", "run"}, "--rate=-1: must be a number from 0", "--rate=0"},
    {{"--percentiles=99,50", "oltp_read_only", "run"}, "ascending percentiles", "--percentiles=50"},
    {{"--shard=3/2", "oltp_read_only", "run"}, "I from 1 to N", "--shard=1/1"},
    {{"--shard=1/2", "oltp_read_only", "prepare"}, "prepare is done once, for all shards", "leave --shard out"},
    {{"--rand-type=pareto", "--rand-pareto-h=1", "oltp_read_only", "run"}, "rand-pareto-h", "--help"},
    {{"--pgsql-port=0", "oltp_read_only", "run"}, "a port from 1 to 65535", "--pgsql-port=5432"},
    {{"--pgsql-port=", "oltp_read_only", "run"}, "a port from 1 to 65535", ""},
    {{"--pgsql-port=5432,65536", "oltp_read_only", "run"}, "a port from 1 to 65535", ""},
    {{"--pgsql-port=5432;5433", "oltp_read_only", "run"}, "one for each host", ""},
    {{"--forced-shutdown=soon", "oltp_read_only", "run"}, "--forced-shutdown=soon: must be off", "10%"},
    {{"--forced-shutdown=-1", "oltp_read_only", "run"}, "must be off", "10%"},
    {{"--forced-shutdown=-1%", "oltp_read_only", "run"}, "must be off", "10%"},
    {{"--forced-shutdown=1d", "oltp_read_only", "run"}, "or with a unit: 500ms, 2s, 5m", "10%"},
    {{"--forced-shutdown=9000h", "oltp_read_only", "run"}, "must be off", "10%"},
    {{"--start-at=1700000000", "oltp_read_only", "run"}, "--start-at=1700000000 was ", "date -d"},
    {{"--start-at=90000000000", "oltp_read_only", "run"}, "days from now", "date -d"},
    {{"--report-checkpoints=5", "oltp_read_only", "run"}, "joined once, at the end", "--report-interval"},
    {{"--report-interval=0.009", "oltp_read_only", "run"},
     "--report-interval=0.009: must be 0, or a number from 0.01 to",
     "=0"},
    {{"--report-interval=1us", "oltp_read_only", "run"}, "must be 0, or a number from 0.01 to 10000000 seconds", "=0"},
    {{"--report-interval=1e-9", "oltp_read_only", "prepare"}, "must be 0, or a number from 0.01 to 10000000 seconds", "=0"},
    {{"--report-interval=-1", "oltp_read_only", "run"}, "must be 0, or a number from 0.01 to 10000000 seconds", "=0"},
    {{"--report-interval=10000001", "oltp_read_only", "run"}, "must be 0, or a number from 0.01 to 10000000 seconds", "=0"},
    {{"--report-interval=often", "oltp_read_only", "run"}, "must be 0, or a number from 0.01 to 10000000 seconds", "=0"},
    {{"--key-size=9", "kv", "run"}, "keys of kv are BIGINT", "sql_inserts"},
    {{"--num-shards=9", "kv", "run"}, "sharded by a hash", "--splits"},
    {{"--enum", "kv", "run"}, "enumerated", ""},
    {{"--workload", "SqlInserts", "--nodes", "h:5433"}, "--workload: the workload is a word of its own", "sql_inserts run"},
    {{"--num_threads_read", "400", "sql_inserts", "run"}, "--num-threads-read: connections read and write", "--read-percent"},
    {{"--create_table_name=t", "sql_inserts", "run"}, "it is called --table-name", "--table-name"},
    {{"--target-compression-ratio=0.5", "kv", "run"}, "a number from 1 to 256", "--target-compression-ratio=1"},
    {{"--skip-ddl", "kv", "create"}, "--skip-ddl is for prepare: create would do nothing", "prepare"},
    {{"--skip-ddl", "kv", "load"}, "--skip-ddl is for prepare: load does not make", "prepare"},
    {{"--recreate", "kv", "load"}, "--recreate is for prepare and create: load does not make", "`create`"},
    {{"--protocol=prepared", "--db-ps-mode=disable", "script", "run"},
     "--db-ps-mode=disable sends text, --protocol=prepared does not",
     "one of them"},
    {{"--recreate", "--skip-ddl", "kv", "prepare"}, "drops the tables that --skip-ddl is to fill", "one of them"},
    {{"--pgsql-variant=redshift", "oltp_read_only", "run"}, "Redshift", "--dialect"},
    {{"--config-file=/nowhere", "oltp_read_only", "run"}, "--config-file=/nowhere cannot be read: No such file", "NAME=VALUE"},
    {{"--config-file=/dev/zero", "oltp_read_only", "run"}, "--config-file=/dev/zero cannot be read", "NAME=VALUE"},
    {{"--db-driver=mysql", "oltp_read_only", "run"}, "--db-driver=mysql: must be pgsql", ""},
    {{"--dialect=mysql", "oltp_read_only", "run"}, "--dialect=mysql: must be postgres", ""},
    {{"oltp_readonly", "run"}, "unknown workload oltp_readonly", "did you mean oltp_read_only?"},
    {{"something", "run"}, "unknown workload something", "--help"},
    {{"oltp_read_only", "rum"}, "unknown command rum", "did you mean run?"},
    {{"oltp_read_only", "explode"}, "must be prepare, create, load, run, capacity, cleanup, check, sql or describe", ""},
    {{"oltp_read_only"}, "a command is missing after oltp_read_only", "oltp_read_only run"},
    {{NULL}, "a workload and a command are missing", "--help"},
    {{"oltp_read_only", "run", "now"}, "one word too many: now", "="},
    {{"--num-threads=0", "oltp_read_only", "run"}, "--threads=0: must be a whole number from 1", ""},
    {{"--num-threads", "oltp_read_only", "run"}, "--threads needs a value", "--threads=N"},
    {{"--test", "run"}, "--test needs a value", "oltp_read_only run"},
    {{"--test=oltp_readonly", "run"}, "unknown workload oltp_readonly", "oltp_read_only"},
    {{"--test=oltp_read_only"}, "a command is missing after oltp_read_only", "oltp_read_only run"},
    {{"--test=oltp_read_only", "oltp_insert", "run"}, "--test=oltp_read_only and oltp_insert both name", "--test"},
    {{"--pgsql-url=postgres://h/d", "--pgsql-sslmode=require", "oltp_read_only", "run"},
     "--pgsql-url and --pgsql-sslmode cannot both be given",
     "?sslmode="},
    {{"--pgsql-url=postgres://h/d", "--pgsql-port=1", "oltp_read_only", "run"},
     "--pgsql-url and --pgsql-port cannot both be given",
     "into the URL"},
};

static void
every_mistake_is_named_with_its_remedy(void)
{
    for (size_t i = 0; i < ARRAY_LENGTH(mistakes); i++) {
        const char *words[5] = {NULL};
        struct options o;
        struct diag d;
        memcpy(words, mistakes[i].words, sizeof mistakes[i].words);
        CHECK_INT(parse(&o, &d, NULL, words), ERR_USAGE);
        CHECK_HAS(d.text, mistakes[i].text);
        CHECK_HAS(d.hint, mistakes[i].hint);
        CHECK(d.hint[0] != '\0', "no remedy for: %s", d.text);
    }
}

static void
a_password_in_a_refused_url_is_not_shown(void)
{
    struct options o;
    struct diag d;

    PARSE(&o, "--pgsql-url=postgres://me:secret@h/d", "--pgsql-password=secret", "oltp_read_only", "run");
    CHECK(strstr(d.text, "secret") == NULL && strstr(d.hint, "secret") == NULL, "a password is shown: %s", d.text);
}

static void
a_place_that_is_too_long_is_refused(void)
{
    static char host[2100];
    struct options o;
    struct diag d;

    memset(host, 'h', sizeof host - 1);
    CHECK_INT(PARSE(&o, "-S", "-h", host, "-p", "5432", "-U", "me", "db"), ERR_USAGE);
    CHECK_HAS(d.text, "are longer than");
    host[900] = '\0';
    CHECK_INT(PARSE(&o, "-S", "-h", host, "-p", "5432", "-U", "me", "db"), ERR_OK);
    CHECK_HAS(o.connection.pgsql_url, "h' port='5432' user='me' dbname='db'");
}

static void
zero_is_a_seed_of_pgbench(void)
{
    struct options o;
    struct diag d;

    CHECK_INT(PARSE(&o, "pgbench", "--random-seed=0", "db"), ERR_OK);
    CHECK_INT(o.load.rand_seed, 0);
    CHECK_INT(PARSE(&o, "pgbench", "--random-seed=time", "db"), ERR_OK);
    CHECK(o.load.rand_seed != 0, "no seed was drawn");
}

int
main(void)
{
    defaults_are_those_of_sysbench();
    a_sysbench_command_line_works_as_it_is();
    loading_tells_how_far_it_is_unless_that_is_not_wanted();
    sysbench_scripts_may_be_named_by_their_path();
    ports_are_a_list_as_libpq_has_it();
    a_config_file_stands_for_its_lines();
    a_second_config_file_is_refused();
    a_forced_shutdown_is_off_a_time_or_a_share_of_it();
    durations_have_units();
    the_last_of_two_values_wins();
    a_seed_is_kept_or_drawn();
    every_mistake_is_named_with_its_remedy();
    a_password_in_a_refused_url_is_not_shown();
    a_place_that_is_too_long_is_refused();
    zero_is_a_seed_of_pgbench();
    return check_result("options");
}
