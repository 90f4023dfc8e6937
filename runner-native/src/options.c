#include "options.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "dialect.h"
#include "json.h"
#include "redact.h"
#include "workload.h"

#define START_AT_AHEAD_S_MAX 86400.0
#define FORCED_SHUTDOWN_S_MAX 1e7 /* As --time. */

enum option_type {
    OPTION_INT,      /* int64_t */
    OPTION_INT32,    /* int */
    OPTION_REAL,     /* double */
    OPTION_BOOL,     /* bool; the bare name means on. */
    OPTION_TEXT,     /* const char * */
    OPTION_DURATION, /* int64_t nanoseconds; a plain number has the row's unit. */
    OPTION_CHOICE,   /* An enum; the choices in their order. */
    OPTION_DIALECT,  /* const struct dialect * */
    OPTION_PERCENTILES, /* struct percentiles */
    OPTION_SHARD,       /* struct shard, as I/N with I from 1. */
    OPTION_PORTS,       /* const char *: a port, or a list with commas, whose items may be empty as libpq has it. */
};

enum option_group {
    GROUP_RUN,
    GROUP_OPEN,
    GROUP_SIDE,
    GROUP_SHARD,
    GROUP_CONNECTION,
    GROUP_DATABASE,
    GROUP_TABLES,
    GROUP_EVENT,
    GROUP_KV,
    GROUP_SQL_INSERTS,
    GROUP_RANDOM,
    GROUP_COUNT
};

static const char *const group_titles[GROUP_COUNT] = {
    [GROUP_RUN] = "How long, how much, what is printed",
    [GROUP_OPEN] = "Open loop: events start when they are planned, not when a connection is free",
    [GROUP_SIDE] = "Two servers side by side",
    [GROUP_SHARD] = "Several machines (plumbline merge adds up what they measured)",
    [GROUP_CONNECTION] = "Where the database is",
    [GROUP_DATABASE] = "What the database is, and how it is spoken to",
    [GROUP_TABLES] = "The tables (give prepare and run the same)",
    [GROUP_EVENT] = "The statements of one event",
    [GROUP_KV] = "The workload kv (give prepare and run the same)",
    [GROUP_SQL_INSERTS] = "The workload sql_inserts (give prepare and run the same)",
    [GROUP_RANDOM] = "Random numbers",
};

/* What of a value may be shown. */
enum privacy {
    PRIVACY_NONE,   /* All of it. */
    PRIVACY_URL,    /* All but a password inside. */
    PRIVACY_SECRET, /* Nothing. */
};

struct option_row {
    const char *name; /* With '-'. */
    enum option_group group;
    enum option_type type;
    size_t offset;
    const char *fallback; /* The default, as one would type it; NULL: unset. */
    double low, high;     /* Of numbers and durations (in the row's unit). */
    int64_t unit_ns;      /* Of durations. */
    const char *const *choices;
    enum privacy privacy;
    const char *argument; /* What --help shows after '='. */
    const char *help;
};

static const char *const output_choices[] = {[OUTPUT_SYSBENCH] = "sysbench", [OUTPUT_NDJSON] = "ndjson", NULL};
static const char *const ps_mode_choices[] = {[PS_MODE_AUTO] = "auto", [PS_MODE_DISABLE] = "disable", NULL};
static const char *const switch_auto_choices[] = {
    [SWITCH_OFF] = "off", [SWITCH_ON] = "on", [SWITCH_AUTO] = "auto", NULL};
static const char *const rand_type_choices[] = {
    [DIST_UNIFORM] = "uniform", [DIST_GAUSSIAN] = "gaussian", [DIST_SPECIAL] = "special",
    [DIST_PARETO] = "pareto",   [DIST_ZIPFIAN] = "zipfian",   NULL};
static const char *const compat_choices[] = {
    [COMPAT_NONE] = "none",         [COMPAT_SYSBENCH_1_0_20] = "sysbench-1.0.20", [COMPAT_SYSBENCH_1_1] = "sysbench-1.1",
    [COMPAT_YUGABYTE] = "yugabyte", [COMPAT_RISINGWAVE] = "risingwave",           NULL};
static const char *const integer_choices[] = {
    [INTEGER_AUTO] = "auto", [INTEGER_INT4] = "int4", [INTEGER_INT8] = "int8", NULL};
static const char *const index_timing_choices[] = {[INDEX_TIMING_AFTER] = "after",
                                                   [INDEX_TIMING_KEY_FIRST] = "key-first",
                                                   [INDEX_TIMING_FIRST] = "first",
                                                   NULL};
static const char *const load_method_choices[] = {[LOAD_AUTO] = "auto",
                                                  [LOAD_COPY_BINARY] = "copy-binary",
                                                  [LOAD_COPY_TEXT] = "copy-text",
                                                  [LOAD_INSERT] = "insert",
                                                  NULL};
static const char *const placement_choices[] = {
    [PLACEMENT_AUTO] = "auto", [PLACEMENT_FREE] = "free", [PLACEMENT_PINNED] = "pinned", NULL};
static const char *const arrivals_choices[] = {[ARRIVALS_POISSON] = "poisson", [ARRIVALS_FIXED] = "fixed", NULL};
static const char *const prepare_choices[] = {[PREPARE_EAGER] = "eager", [PREPARE_LAZY] = "lazy", NULL};
static const char *const balance_choices[] = {
    [BALANCE_ROUND_ROBIN] = "round-robin", [BALANCE_LIBPQ] = "libpq", NULL};
static const char *const driver_choices[] = {"pgsql", NULL};

#define FIELD(field) .offset = offsetof(struct options, field)
#define COUNT_ROW(name_, field_, fallback_, help_)                                                                     \
    {.name = name_, .group = GROUP_EVENT, .type = OPTION_INT, FIELD(field_), .fallback = fallback_, .low = 0,          \
     .high = 10000, .argument = "N", .help = help_}

static const struct option_row rows[] = {
    {.name = "threads", .group = GROUP_RUN, .type = OPTION_INT, FIELD(threads), .fallback = "1", .low = 1,
     .high = CONNECTION_COUNT_MAX, .argument = "N", .help = "connections to each server"},
    {.name = "time", .group = GROUP_RUN, .type = OPTION_DURATION, FIELD(time_ns), .fallback = "10", .low = 0,
     .high = 1e7, .unit_ns = NS_PER_S, .argument = "S", .help = "seconds to measure, over all servers; 0: until --events, or Ctrl-C"},
    {.name = "events", .group = GROUP_RUN, .type = OPTION_INT, FIELD(events), .fallback = "0", .low = 0, .high = 1e15,
     .argument = "N", .help = "measured events, over all servers; 0: until --time, or Ctrl-C"},
    {.name = "warmup-time", .group = GROUP_RUN, .type = OPTION_DURATION, FIELD(warmup_time_ns), .fallback = "0",
     .low = 0, .high = 1e7, .unit_ns = NS_PER_S, .argument = "S",
     .help = "seconds to run before measuring, over all servers"},
    {.name = "forced-shutdown", .group = GROUP_RUN, .type = OPTION_TEXT, FIELD(forced_shutdown), .fallback = "off",
     .argument = "S|P%", .help = "seconds after --time, or per cent of it, after which events in flight are left and the run "
                                 "fails; with slices, after the end of any; off: they are waited for"},
    {.name = "report-interval", .group = GROUP_RUN, .type = OPTION_DURATION, FIELD(report_interval_ns),
     .fallback = "0", .low = 0, .high = 1e7, .unit_ns = NS_PER_S, .argument = "S",
     .help = "seconds between lines of progress; 0: none; prepare, create and load: 5 where it is not given"},
    {.name = "percentile", .group = GROUP_RUN, .type = OPTION_INT, FIELD(percentile), .fallback = "95", .low = 0,
     .high = 100, .argument = "P", .help = "the percentile of sysbench's report; 0: none"},
    {.name = "percentiles", .group = GROUP_RUN, .type = OPTION_PERCENTILES, FIELD(percentiles),
     .fallback = "50,75,90,95,99,99.9", .low = 0, .high = 100, .argument = "P,P...",
     .help = "the percentiles that are printed beside it"},
    {.name = "histogram", .group = GROUP_RUN, .type = OPTION_BOOL, FIELD(histogram), .fallback = "off",
     .help = "print the latency histogram in sysbench's report"},
    {.name = "output", .group = GROUP_RUN, .type = OPTION_CHOICE, FIELD(output), .fallback = "sysbench",
     .choices = output_choices, .help = "the text that sysbench prints, or the lines of PROTOCOL.md"},
    {.name = "workers", .group = GROUP_RUN, .type = OPTION_INT, FIELD(workers), .fallback = "0", .low = 0,
     .high = WORKER_COUNT_MAX, .argument = "N",
     .help = "threads of this program; 0: one for each CPU, at most one for each connection"},
    {.name = "placement", .group = GROUP_RUN, .type = OPTION_CHOICE, FIELD(placement), .fallback = "auto",
     .choices = placement_choices,
     .help = "on the server's own machine: pinned keeps each worker and the server's processes of its connections on one "
             "CPU, which repeats far better; free leaves them to the kernel; auto pins a closed loop whose connections fill "
             "all CPUs alike, where that is possible"},
    {.name = "max-tries", .group = GROUP_RUN, .type = OPTION_INT, FIELD(max_tries), .fallback = "10", .low = 1,
     .high = 1e6, .argument = "N",
     .help = "attempts of an event that meets a conflict or deadlock, before it counts as failed"},
    {.name = "thread-init-timeout", .group = GROUP_RUN, .type = OPTION_DURATION, FIELD(thread_init_timeout_ns),
     .fallback = "30", .low = 0.01, .high = 1e7, .unit_ns = NS_PER_S, .argument = "S",
     .help = "seconds in which all connections must be ready"},
    {.name = "verbosity", .group = GROUP_RUN, .type = OPTION_INT, FIELD(verbosity), .fallback = "3", .low = 0,
     .high = 5, .argument = "N", .help = "accepted as sysbench has it; changes nothing"},
    {.name = "config-file", .group = GROUP_RUN, .type = OPTION_TEXT, FIELD(config_file), .argument = "FILE",
     .help = "options, one a line as NAME=VALUE, as if they stood here"},

    {.name = "rate", .group = GROUP_OPEN, .type = OPTION_REAL, FIELD(rate_per_s), .fallback = "0", .low = 0,
     .high = 1e8, .argument = "N",
     .help = "events planned for each second, over all connections (and shards); latency counts from the planned start; "
             "0: closed loop"},
    {.name = "arrivals", .group = GROUP_OPEN, .type = OPTION_CHOICE, FIELD(arrivals), .fallback = "poisson",
     .choices = arrivals_choices, .help = "random gaps as of independent users, or equal gaps"},

    {.name = "against", .group = GROUP_SIDE, .type = OPTION_TEXT, FIELD(against), .privacy = PRIVACY_URL, .argument = "URL",
     .help = "a second server, driven in turn with the first in short slices"},
    {.name = "slice", .group = GROUP_SIDE, .type = OPTION_DURATION, FIELD(slice_ns), .fallback = "50", .low = 1,
     .high = 60000, .unit_ns = NS_PER_MS, .argument = "MS",
     .help = "milliseconds of a slice; each pair of slices is up to a quarter shorter or longer"},
    {.name = "slice-lines", .group = GROUP_SIDE, .type = OPTION_CHOICE, FIELD(slice_lines), .fallback = "auto",
     .choices = switch_auto_choices, .help = "a line for each slice (ndjson); auto is on with --against"},
    {.name = "server-pid", .group = GROUP_SIDE, .type = OPTION_INT, FIELD(server_pid), .fallback = "0", .low = 0,
     .high = 4194304, .argument = "PID", .help = "the server's first process on this machine: its CPU time is reported"},
    {.name = "against-server-pid", .group = GROUP_SIDE, .type = OPTION_INT, FIELD(against_server_pid),
     .fallback = "0", .low = 0, .high = 4194304, .argument = "PID", .help = "the same of the server of --against"},

    {.name = "shard", .group = GROUP_SHARD, .type = OPTION_SHARD, FIELD(shard), .fallback = "1/1", .argument = "I/N",
     .help = "this process is number I of N: its part of --rate, of --events, and of the keys with --rand-type=uniform"},
    {.name = "start-at", .group = GROUP_SHARD, .type = OPTION_REAL, FIELD(start_at), .fallback = "0", .low = 0,
     .high = 1e11, .argument = "UNIX", .help = "seconds since 1970 at which all begin, connected by then, at most a day ahead; 0: at once"},

    {.name = "pgsql-url", .group = GROUP_CONNECTION, .type = OPTION_TEXT, FIELD(pgsql_url), .privacy = PRIVACY_URL,
     .argument = "URL", .help = "a libpq URI or connection string, instead of the options below"},
    {.name = "pgsql-host", .group = GROUP_CONNECTION, .type = OPTION_TEXT, FIELD(pgsql_host), .fallback = "localhost",
     .argument = "HOST", .help = "host name, address, or folder of a Unix socket; several with commas"},
    {.name = "pgsql-port", .group = GROUP_CONNECTION, .type = OPTION_PORTS, FIELD(pgsql_port), .fallback = "5432",
     .low = 1, .high = 65535, .argument = "PORT", .help = "port: one for all hosts, or one for each, with commas"},
    {.name = "pgsql-user", .group = GROUP_CONNECTION, .type = OPTION_TEXT, FIELD(pgsql_user), .fallback = "sbtest",
     .argument = "NAME", .help = "user"},
    {.name = "pgsql-password", .group = GROUP_CONNECTION, .type = OPTION_TEXT, FIELD(pgsql_password), .fallback = "",
     .privacy = PRIVACY_SECRET, .argument = "TEXT", .help = "password; better in PGPASSWORD or ~/.pgpass, where ps cannot see it"},
    {.name = "pgsql-db", .group = GROUP_CONNECTION, .type = OPTION_TEXT, FIELD(pgsql_db), .fallback = "sbtest",
     .argument = "NAME", .help = "database"},
    {.name = "pgsql-sslmode", .group = GROUP_CONNECTION, .type = OPTION_TEXT, FIELD(pgsql_sslmode),
     .argument = "MODE", .help = "disable, allow, prefer, require, verify-ca or verify-full; default: PGSSLMODE, or prefer"},
    {.name = "balance", .group = GROUP_CONNECTION, .type = OPTION_CHOICE, FIELD(balance), .fallback = "round-robin",
     .choices = balance_choices,
     .help = "of a list of hosts: each connection has one in turn, or libpq chooses (load_balance_hosts)"},
    {.name = "connect-rate", .group = GROUP_CONNECTION, .type = OPTION_REAL, FIELD(connect_rate_per_s),
     .fallback = "0", .low = 0, .high = 1e6, .argument = "N",
     .help = "connections opened in a second, for servers where that is dear; 0: as fast as they come"},
    {.name = "reconnect", .group = GROUP_CONNECTION, .type = OPTION_INT, FIELD(reconnect), .fallback = "0", .low = 0,
     .high = 1e15, .argument = "N",
     .help = "events after which a connection is opened anew, inside the latency of the next event; 0: never"},
    {.name = "reconnect-on-loss", .group = GROUP_CONNECTION, .type = OPTION_BOOL, FIELD(reconnect_on_loss),
     .fallback = "off",
     .help = "open a lost connection again and count the time without it; off: a loss ends the run"},
    {.name = "prepare", .group = GROUP_CONNECTION, .type = OPTION_CHOICE, FIELD(prepare), .fallback = "eager",
     .choices = prepare_choices,
     .help = "each connection prepares all statements of all tables before the run, or each statement when it is first "
             "used"},
    {.name = "pipeline", .group = GROUP_CONNECTION, .type = OPTION_BOOL, FIELD(pipeline), .fallback = "off",
     .help = "send all statements of an event in one go, without waiting for answers: another workload"},

    {.name = "dialect", .group = GROUP_DATABASE, .type = OPTION_DIALECT, FIELD(dialect), .fallback = "postgres",
     .argument = "NAME", .help = "what the database is: postgres, yugabytedb, cockroachdb or risingwave"},
    {.name = "compat", .group = GROUP_DATABASE, .type = OPTION_CHOICE, FIELD(compat), .fallback = "none",
     .choices = compat_choices, .help = "whose defaults apply where an option is not given"},
    {.name = "integer-type", .group = GROUP_DATABASE, .type = OPTION_CHOICE, FIELD(integer_type), .fallback = "auto",
     .choices = integer_choices, .help = "what integer parameters are bound as; auto: as the dialect has its INTEGER"},
    {.name = "retry", .group = GROUP_DATABASE, .type = OPTION_TEXT, FIELD(retry), .argument = "LIST",
     .help = "SQLSTATEs after which an event is tried again, as 40001,40P01; default: by the dialect"},
    {.name = "db-ps-mode", .group = GROUP_DATABASE, .type = OPTION_CHOICE, FIELD(ps_mode), .fallback = "auto",
     .choices = ps_mode_choices, .help = "prepared statements, or text with the values written in"},
    {.name = "db-driver", .group = GROUP_CONNECTION, .type = OPTION_TEXT, FIELD(db_driver), .fallback = "pgsql",
     .choices = driver_choices, .argument = "pgsql", .help = "accepted as sysbench has it; there is one driver"},

    {.name = "tables", .group = GROUP_TABLES, .type = OPTION_INT, FIELD(tables), .fallback = "1", .low = 1,
     .high = TABLE_COUNT_MAX, .argument = "N", .help = "tables, sbtest1 ... sbtestN"},
    {.name = "table-size", .group = GROUP_TABLES, .type = OPTION_INT, FIELD(table_size), .fallback = "10000",
     .low = 1, .high = 2147483647, .argument = "N", .help = "rows of each table"},
    {.name = "auto-inc", .group = GROUP_TABLES, .type = OPTION_BOOL, FIELD(auto_inc), .fallback = "on",
     .help = "id is SERIAL; off: INTEGER NOT NULL"},
    {.name = "secondary", .group = GROUP_TABLES, .type = OPTION_BOOL, FIELD(secondary), .fallback = "off",
     .help = "a plain index on id instead of the primary key"},
    {.name = "create-secondary", .group = GROUP_TABLES, .type = OPTION_BOOL, FIELD(create_secondary),
     .fallback = "on", .help = "an index on the column k"},
    {.name = "create-covered-secondary", .group = GROUP_TABLES, .type = OPTION_BOOL, FIELD(create_covered_secondary),
     .fallback = "off", .help = "an index on k that includes the other columns (RisingWave's fork)"},
    {.name = "create-table-options", .group = GROUP_TABLES, .type = OPTION_TEXT, FIELD(create_table_options),
     .fallback = "", .argument = "TEXT", .help = "SQL behind CREATE TABLE ( ... ), as WITH (fillfactor = 90)"},
    {.name = "range-key-partitioning", .group = GROUP_TABLES, .type = OPTION_BOOL, FIELD(range_key_partitioning),
     .fallback = "off", .help = "shard by ranges of id: PRIMARY KEY (id ASC) of YugabyteDB"},
    {.name = "manual-range-splitting", .group = GROUP_TABLES, .type = OPTION_BOOL, FIELD(manual_range_splitting),
     .fallback = "on", .help = "with --range-key-partitioning: split the table at once"},
    {.name = "num-table-splits", .group = GROUP_TABLES, .type = OPTION_INT, FIELD(num_table_splits), .fallback = "24",
     .low = 1, .high = 1000, .argument = "N", .help = "parts that --manual-range-splitting makes"},
    {.name = "serial-cache-size", .group = GROUP_TABLES, .type = OPTION_INT, FIELD(serial_cache_size), .fallback = "0",
     .low = 0, .high = 1e9, .argument = "N", .help = "ALTER SEQUENCE ... CACHE N of the column id; 0: leave it"},
    {.name = "index-timing", .group = GROUP_TABLES, .type = OPTION_CHOICE, FIELD(index_timing), .fallback = "after",
     .choices = index_timing_choices,
     .help = "the primary key and the indexes after the rows, the key first, or both first"},
    {.name = "load-method", .group = GROUP_TABLES, .type = OPTION_CHOICE, FIELD(load_method), .fallback = "auto",
     .choices = load_method_choices, .help = "how prepare brings the rows in; auto: the fastest that the dialect has"},
    {.name = "skip-ddl", .group = GROUP_TABLES, .type = OPTION_BOOL, FIELD(skip_ddl), .fallback = "off",
     .help = "prepare loads into empty tables that are there, and makes no indexes"},
    {.name = "recreate", .group = GROUP_TABLES, .type = OPTION_BOOL, FIELD(recreate), .fallback = "off",
     .help = "prepare and create drop the tables first, so that they can be repeated"},

    COUNT_ROW("point-selects", point_selects, "10", "SELECTs of one row by its id"),
    {.name = "range-selects", .group = GROUP_EVENT, .type = OPTION_BOOL, FIELD(range_selects), .fallback = "on",
     .help = "off: none of the four kinds of ranges below"},
    {.name = "range-size", .group = GROUP_EVENT, .type = OPTION_INT, FIELD(range_size), .fallback = "100", .low = 1,
     .high = 1e6, .argument = "N", .help = "rows of a range"},
    COUNT_ROW("simple-ranges", simple_ranges, "1", "SELECTs of a range"),
    COUNT_ROW("sum-ranges", sum_ranges, "1", "SELECTs of SUM() over a range"),
    COUNT_ROW("order-ranges", order_ranges, "1", "SELECTs of a range with ORDER BY"),
    COUNT_ROW("distinct-ranges", distinct_ranges, "1", "SELECTs of DISTINCT values of a range"),
    COUNT_ROW("index-updates", index_updates, "1", "UPDATEs of the indexed column k"),
    COUNT_ROW("non-index-updates", non_index_updates, "1", "UPDATEs of the column c"),
    COUNT_ROW("delete-inserts", delete_inserts, "1", "pairs of a DELETE and an INSERT of the same id"),
    {.name = "skip-trx", .group = GROUP_EVENT, .type = OPTION_BOOL, FIELD(skip_trx), .fallback = "off",
     .help = "no BEGIN and COMMIT around the event"},
    {.name = "random-points", .group = GROUP_EVENT, .type = OPTION_INT, FIELD(random_points), .fallback = "10",
     .low = 1, .high = PARAM_COUNT_MAX, .argument = "N", .help = "values of k in select_random_points"},
    {.name = "number-of-ranges", .group = GROUP_EVENT, .type = OPTION_INT, FIELD(number_of_ranges), .fallback = "10",
     .low = 1, .high = PARAM_COUNT_MAX / 2, .argument = "N", .help = "ranges of k in select_random_ranges"},
    {.name = "delta", .group = GROUP_EVENT, .type = OPTION_INT, FIELD(delta), .fallback = "5", .low = 0, .high = 1e6,
     .argument = "N", .help = "a range of select_random_ranges is k ... k + N"},
    {.name = "stationary", .group = GROUP_EVENT, .type = OPTION_BOOL, FIELD(stationary), .fallback = "off",
     .help = "oltp_insert, oltp_delete, bulk_insert, kv: the tables stay as large as they are"},
    {.name = "num-rows-in-insert", .group = GROUP_EVENT, .type = OPTION_INT, FIELD(num_rows_in_insert),
     .fallback = "10", .low = 1, .high = 10000, .argument = "N", .help = "INSERTs of an event of oltp_multi_insert"},
    {.name = "batch-insert-count", .group = GROUP_EVENT, .type = OPTION_INT, FIELD(batch_insert_count),
     .fallback = "4000", .low = 1, .high = 100000, .argument = "N",
     .help = "rows of an INSERT of oltp_multi_value_insert and bulk_insert"},
    {.name = "smaller-row-sizes", .group = GROUP_EVENT, .type = OPTION_BOOL, FIELD(smaller_row_sizes),
     .fallback = "off", .help = "oltp_multi_value_insert: c has 59 characters and pad 35"},
    COUNT_ROW("count-alls", count_alls, "1", "SELECT COUNT(*) of oltp_count_all"),
    {.name = "read-percent", .group = GROUP_EVENT, .type = OPTION_INT, FIELD(read_percent), .fallback = "0", .low = 0,
     .high = 100, .argument = "P",
     .help = "kv, sql_inserts: per cent of the events that read; oltp_read_write_pct: point selects of an event"},
    {.name = "write-percent", .group = GROUP_EVENT, .type = OPTION_INT, FIELD(write_percent), .fallback = "0",
     .low = 0, .high = 100, .argument = "P", .help = "oltp_read_write_pct: UPDATEs of an event"},

    {.name = "batch", .group = GROUP_KV, .type = OPTION_INT, FIELD(batch), .fallback = "1", .low = 1,
     .high = PARAM_COUNT_MAX / 2, .argument = "N", .help = "keys of one statement"},
    {.name = "min-block-bytes", .group = GROUP_KV, .type = OPTION_INT, FIELD(min_block_bytes), .fallback = "1",
     .low = 1, .high = 1 << 20, .argument = "N", .help = "bytes of a value, at least"},
    {.name = "max-block-bytes", .group = GROUP_KV, .type = OPTION_INT, FIELD(max_block_bytes), .fallback = "1",
     .low = 1, .high = 1 << 20, .argument = "N", .help = "bytes of a value, at most"},
    {.name = "target-compression-ratio", .group = GROUP_KV, .type = OPTION_REAL, FIELD(target_compression_ratio),
     .fallback = "1", .low = 1, .high = 256, .argument = "N",
     .help = "how much smaller a compressor makes values of some hundred bytes; 1: random bytes"},
    {.name = "sfu-writes", .group = GROUP_KV, .type = OPTION_BOOL, FIELD(sfu_writes), .fallback = "off",
     .help = "a write is a transaction that first locks its keys by SELECT ... FOR UPDATE"},
    {.name = "insert-count", .group = GROUP_KV, .type = OPTION_INT, FIELD(insert_count), .fallback = "0", .low = 0,
     .high = 1e12, .argument = "N", .help = "rows that prepare makes"},
    {.name = "cycle-length", .group = GROUP_KV, .type = OPTION_INT, FIELD(cycle_length),
     .fallback = "9000000000000000", .low = 1, .high = 9e15, .argument = "N",
     .help = "writes begin again with the first key after so many"},
    {.name = "sequential", .group = GROUP_KV, .type = OPTION_BOOL, FIELD(sequential), .fallback = "off",
     .help = "keys are 0, 1, 2 ... instead of scattered"},
    {.name = "zipfian", .group = GROUP_KV, .type = OPTION_BOOL, FIELD(zipfian), .fallback = "off",
     .help = "keys by a zipfian distribution of exponent 1.1 over --cycle-length"},
    {.name = "del-percent", .group = GROUP_KV, .type = OPTION_INT, FIELD(del_percent), .fallback = "0", .low = 0,
     .high = 100, .argument = "P", .help = "per cent of the events that delete"},
    {.name = "span-percent", .group = GROUP_KV, .type = OPTION_INT, FIELD(span_percent), .fallback = "0", .low = 0,
     .high = 100, .argument = "P", .help = "per cent of the events that count over many rows"},
    {.name = "span-limit", .group = GROUP_KV, .type = OPTION_INT, FIELD(span_limit), .fallback = "0", .low = 0,
     .high = 1e9, .argument = "N", .help = "rows of a span; 0: the whole table"},
    {.name = "follower-read-percent", .group = GROUP_KV, .type = OPTION_INT, FIELD(follower_read_percent),
     .fallback = "0", .low = 0, .high = 100, .argument = "P",
     .help = "per cent of the events that read a little in the past, from any replica"},
    {.name = "splits", .group = GROUP_KV, .type = OPTION_INT, FIELD(splits), .fallback = "0", .low = 0, .high = 10000,
     .argument = "N", .help = "places, evenly over the keys, at which prepare splits the table"},
    {.name = "scatter", .group = GROUP_KV, .type = OPTION_BOOL, FIELD(scatter), .fallback = "off",
     .help = "ALTER TABLE ... SCATTER after splitting"},
    {.name = "secondary-index", .group = GROUP_KV, .type = OPTION_BOOL, FIELD(secondary_index), .fallback = "off",
     .help = "an index on the value"},

    {.name = "table-name", .group = GROUP_SQL_INSERTS, .type = OPTION_TEXT, FIELD(table_name),
     .fallback = "postgresqlkeyvalue", .argument = "NAME", .help = "the table"},
    {.name = "num-unique-keys", .group = GROUP_SQL_INSERTS, .type = OPTION_INT, FIELD(num_unique_keys),
     .fallback = "2000000", .low = 1, .high = 1e15, .argument = "N",
     .help = "keys to insert; when all are there, writes update"},
    {.name = "max-written-key", .group = GROUP_SQL_INSERTS, .type = OPTION_INT, FIELD(max_written_key),
     .fallback = "0", .low = 0, .high = 1e15, .argument = "N",
     .help = "keys that are there already, or that prepare makes: 0 ... N - 1"},
    {.name = "read-only", .group = GROUP_SQL_INSERTS, .type = OPTION_BOOL, FIELD(read_only), .fallback = "off",
     .help = "the same as --read-percent=100"},
    {.name = "uuid", .group = GROUP_SQL_INSERTS, .type = OPTION_TEXT, FIELD(uuid),
     .fallback = "00000000-0000-0000-0000-000000000000", .argument = "UUID",
     .help = "what keys begin with: give each machine its own"},
    {.name = "nouuid", .group = GROUP_SQL_INSERTS, .type = OPTION_BOOL, FIELD(nouuid), .fallback = "off",
     .help = "keys begin with the word key"},
    {.name = "value-size", .group = GROUP_SQL_INSERTS, .type = OPTION_INT, FIELD(value_size), .fallback = "0",
     .low = 0, .high = 8192, .argument = "N", .help = "bytes of a value, at least"},
    {.name = "upsert", .group = GROUP_SQL_INSERTS, .type = OPTION_BOOL, FIELD(upsert), .fallback = "off",
     .help = "INSERT overwrites, in the dialect's way"},

    {.name = "rand-type", .group = GROUP_RANDOM, .type = OPTION_CHOICE, FIELD(dist.kind), .fallback = "uniform",
     .choices = rand_type_choices, .help = "how ids and k are drawn (sysbench 1.0's default was special)"},
    {.name = "rand-seed", .group = GROUP_RANDOM, .type = OPTION_INT, FIELD(rand_seed), .fallback = "0", .low = 0,
     .high = 9e15, .argument = "N", .help = "same seed, same statements; 0: drawn, and printed"},
    {.name = "rand-spec-iter", .group = GROUP_RANDOM, .type = OPTION_INT32, FIELD(dist.iterations), .fallback = "12",
     .low = 1, .high = 1000, .argument = "N", .help = "gaussian, special: numbers whose mean is taken"},
    {.name = "rand-spec-pct", .group = GROUP_RANDOM, .type = OPTION_REAL, FIELD(dist.special_pct), .fallback = "1",
     .low = 1e-6, .high = 100, .argument = "P", .help = "special: per cent of the values that are hot"},
    {.name = "rand-spec-res", .group = GROUP_RANDOM, .type = OPTION_REAL, FIELD(dist.special_res), .fallback = "75",
     .low = 0, .high = 100, .argument = "P", .help = "special: per cent of the draws that hit them"},
    {.name = "rand-pareto-h", .group = GROUP_RANDOM, .type = OPTION_REAL, FIELD(dist.pareto_h), .fallback = "0.2",
     .low = 0, .high = 1, .argument = "H", .help = "pareto: the parameter h"},
    {.name = "rand-zipfian-exp", .group = GROUP_RANDOM, .type = OPTION_REAL, FIELD(dist.zipfian_exponent),
     .fallback = "0.8", .low = 0, .high = 100, .argument = "E", .help = "zipfian: the exponent"},
};

enum { ROW_COUNT = ARRAY_LENGTH(rows) };

static const char *const command_names[] = {
    [COMMAND_PREPARE] = "prepare", [COMMAND_CREATE] = "create", [COMMAND_LOAD] = "load", [COMMAND_RUN] = "run",
    [COMMAND_CLEANUP] = "cleanup", [COMMAND_CHECK] = "check",   [COMMAND_SQL] = "sql",
};

static const char *const command_summaries[] = {
    [COMMAND_PREPARE] = "create the tables, load them, build the indexes, VACUUM ANALYZE, CHECKPOINT",
    [COMMAND_CREATE] = "the first part of prepare: the tables, and what --index-timing puts before the rows",
    [COMMAND_LOAD] = "the second part of prepare: the rows and all that follows them",
    [COMMAND_RUN] = "drive the workload and report",
    [COMMAND_CLEANUP] = "drop the tables",
    [COMMAND_CHECK] = "say whether the tables are there with all their rows",
    [COMMAND_SQL] = "print every statement that would be sent; connects to nothing",
};

const char *
command_name(enum command command)
{
    return command_names[command];
}

int
options_target_count(const struct options *o)
{
    return o->against ? 2 : 1;
}

int64_t
options_lane_count(const struct options *o)
{
    return o->shard.count > 1 ? o->threads * o->shard.count : o->threads;
}

uint32_t
options_integer_oid(const struct options *o)
{
    switch (o->integer_type) {
    case INTEGER_AUTO: return o->dialect->integer_oid;
    case INTEGER_INT4: return 23;
    case INTEGER_INT8: return 20;
    }
    assert(false && "unreachable integer_type");
    return 0;
}

bool
options_is_retryable(const struct options *o, const char *sqlstate)
{
    const char *const list = o->retry ? o->retry : o->dialect->retryable;

    /* All have five characters: a match is a whole entry. */
    return strlen(sqlstate) == 5 && strstr(list, sqlstate);
}

/* Names: nearest by edit distance. */

static size_t
smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance, with one row of the table. Names longer than the row count as far away. */
static size_t
edit_distance(const char *a, const char *b)
{
    size_t row[64];
    const size_t b_length = strlen(b);

    if (b_length >= ARRAY_LENGTH(row))
        return SIZE_MAX;
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t substituted = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = smaller(substituted, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[b_length];
}

/* Keeps in `best` the candidate that is nearest to `name`, if it is near enough to be a slip of the finger. */
static void
consider(const char *name, const char *candidate, const char **best, size_t *best_distance)
{
    const size_t distance = edit_distance(name, candidate);

    if (distance < *best_distance && distance <= strlen(name) / 3 + 1) {
        *best = candidate;
        *best_distance = distance;
    }
}

static const char *
nearest_option(const char *name)
{
    const char *best = NULL;
    size_t distance = SIZE_MAX;

    consider(name, "help", &best, &distance);
    for (size_t i = 0; i < ROW_COUNT; i++)
        consider(name, rows[i].name, &best, &distance);
    return best;
}

static const char *
nearest_workload(const char *name)
{
    const char *best = NULL;
    size_t distance = SIZE_MAX;

    for (size_t i = 0; workload_at(i); i++)
        consider(name, workload_at(i)->name, &best, &distance);
    return best;
}

static const char *
nearest_command(const char *name)
{
    const char *best = NULL;
    size_t distance = SIZE_MAX;

    for (size_t i = 0; i < ARRAY_LENGTH(command_names); i++)
        consider(name, command_names[i], &best, &distance);
    return best;
}

/* Values. */

/* "a, b or c" */
static void
join_choices(const char *const *choices, char *out, size_t out_size)
{
    size_t used = 0;

    out[0] = '\0';
    for (size_t i = 0; choices[i] && used < out_size; i++) {
        const char *const glue = i == 0 ? "" : choices[i + 1] ? ", " : " or ";
        used += (size_t)snprintf(out + used, out_size - used, "%s%s", glue, choices[i]);
    }
}

static enum err
refuse(const struct option_row *row, const char *value, struct diag *d, const char *allowed)
{
    if (row->privacy != PRIVACY_NONE)
        fail(d, ERR_USAGE, "--%s must be %s", row->name, allowed);
    else
        fail(d, ERR_USAGE, "--%s=%s: must be %s", row->name, value, allowed);
    if (row->fallback && row->fallback[0])
        fail_hint(d, "for example --%s=%s, the default; `plumbline-load --help` says what it means", row->name, row->fallback);
    return d->code;
}

/* Of a list of names. A slip of the finger is more likely than the wish for the default. */
static enum err
refuse_choice(const struct option_row *row, const char *value, struct diag *d, const char *const *choices)
{
    const char *near = NULL;
    size_t distance = SIZE_MAX;
    char allowed[160];

    for (size_t i = 0; choices[i]; i++)
        consider(value, choices[i], &near, &distance);
    if (near)
        fail_hint(d, "did you mean --%s=%s?", row->name, near);
    join_choices(choices, allowed, sizeof allowed);
    return refuse(row, value, d, allowed);
}

static enum err
refuse_range(const struct option_row *row, const char *value, struct diag *d)
{
    char allowed[160];
    const bool is_whole = row->type == OPTION_INT || row->type == OPTION_INT32;
    const char *const unit = row->type != OPTION_DURATION ? ""
                             : row->unit_ns == NS_PER_S   ? " seconds, or with a unit: 500ms, 2s, 5m"
                                                          : " milliseconds, or with a unit: 100ms, 1s";
    snprintf(allowed, sizeof allowed, "%s from %.15g to %.15g%s", is_whole ? "a whole number" : "a number", row->low,
             row->high, unit);
    return refuse(row, value, d, allowed);
}

static bool
parse_number(const char *value, double *out, const char **rest)
{
    char *end;

    if (!isdigit((unsigned char)value[0]) && value[0] != '.' && value[0] != '-')
        return false; /* strtod() would take spaces, "inf" and "nan". */
    if (value[0] == '0' && (value[1] == 'x' || value[1] == 'X'))
        return false;
    errno = 0;
    *out = strtod(value, &end);
    *rest = end;
    return end != value && errno == 0 && isfinite(*out);
}

static enum err
set_whole(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    char *end;

    errno = 0;
    const long long number = strtoll(value, &end, 10);
    const bool is_number = (isdigit((unsigned char)value[0]) || value[0] == '-') && *end == '\0' && errno == 0;
    if (!is_number || (double)number < row->low || (double)number > row->high)
        return refuse_range(row, value, d);
    if (row->type == OPTION_INT32)
        *(int *)field = (int)number;
    else
        *(int64_t *)field = number;
    return ERR_OK;
}

static enum err
set_real(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    double number;
    const char *rest;

    if (!parse_number(value, &number, &rest) || *rest || number < row->low || number > row->high)
        return refuse_range(row, value, d);
    *(double *)field = number;
    return ERR_OK;
}

/* A plain number is one of `plain_unit_ns`. */
static bool
parse_duration(const char *value, int64_t plain_unit_ns, double *out_ns)
{
    const struct {
        const char *name;
        int64_t ns;
    } units[] = {{"", plain_unit_ns}, {"us", NS_PER_US},     {"ms", NS_PER_MS},
                 {"s", NS_PER_S},     {"m", 60 * NS_PER_S}, {"h", 3600 * NS_PER_S}};
    double number;
    const char *rest;

    if (!parse_number(value, &number, &rest))
        return false;
    for (size_t i = 0; i < ARRAY_LENGTH(units); i++) {
        if (strcmp(rest, units[i].name) == 0) {
            *out_ns = number * (double)units[i].ns;
            return true;
        }
    }
    return false;
}

static enum err
set_duration(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    const double unit_ns = (double)row->unit_ns;
    double ns;

    if (!parse_duration(value, row->unit_ns, &ns) || ns < row->low * unit_ns || ns > row->high * unit_ns)
        return refuse_range(row, value, d);
    *(int64_t *)field = llround(ns);
    return ERR_OK;
}

static enum err
set_bool(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    static const char *const yes[] = {"on", "true", "yes", "1"};
    static const char *const no[] = {"off", "false", "no", "0"};

    for (size_t i = 0; i < ARRAY_LENGTH(yes); i++) {
        if (strcmp(value, yes[i]) == 0) {
            *(bool *)field = true;
            return ERR_OK;
        }
        if (strcmp(value, no[i]) == 0) {
            *(bool *)field = false;
            return ERR_OK;
        }
    }
    return refuse(row, value, d, "on or off");
}

static enum err
set_choice(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    for (int i = 0; row->choices[i]; i++) {
        if (strcmp(row->choices[i], value) == 0) {
            if (row->type == OPTION_CHOICE)
                *(unsigned *)field = (unsigned)i;
            return ERR_OK;
        }
    }
    return refuse_choice(row, value, d, row->choices);
}

static enum err
set_dialect(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    const struct dialect *const dialect = dialect_find(value);
    const char *names[16] = {0};

    if (dialect) {
        *(const struct dialect **)field = dialect;
        return ERR_OK;
    }
    for (size_t i = 0; i + 1 < ARRAY_LENGTH(names) && dialect_at(i); i++)
        names[i] = dialect_at(i)->name;
    return refuse_choice(row, value, d, names);
}

static enum err
set_percentiles(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    static const char *const allowed = "ascending percentiles from 0 to 100, at most 16, for example 50,95,99.9";
    struct percentiles list = {0};

    for (const char *rest = value;; rest++) {
        double number;
        if (list.count == PERCENTILE_COUNT_MAX || !parse_number(rest, &number, &rest) || number < row->low ||
            number > row->high || (list.count > 0 && number <= list.value[list.count - 1]))
            return refuse(row, value, d, allowed);
        list.value[list.count++] = number;
        if (*rest == '\0')
            break;
        if (*rest != ',')
            return refuse(row, value, d, allowed);
    }
    *(struct percentiles *)field = list;
    return ERR_OK;
}

static enum err
set_shard(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    char *end;

    errno = 0;
    const long long index = strtoll(value, &end, 10);
    const long long count = *end == '/' && isdigit((unsigned char)end[1]) ? strtoll(end + 1, &end, 10) : 0;
    if (!isdigit((unsigned char)value[0]) || *end != '\0' || errno != 0 || index < 1 || index > count ||
        count > SHARD_COUNT_MAX)
        return refuse(row, value, d, "I/N, with I from 1 to N and N at most 1000, for example 2/4");
    *(struct shard *)field = (struct shard){.index = index - 1, .count = count};
    return ERR_OK;
}

/* One item of a list of ports: 1 to 65535. */
static bool
is_port(const char *text, size_t length)
{
    int port = 0;

    if (length == 0 || length > 5)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)text[i]))
            return false;
        port = port * 10 + (text[i] - '0');
    }
    return port >= 1 && port <= 65535;
}

/* Which of them belongs to which host is known when the hosts are: target_init(). */
static enum err
set_ports(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    static const char *const allowed = "a port from 1 to 65535, or one for each host: 5432,5433";
    const bool is_list = strchr(value, ',') != NULL;

    for (const char *item = value;; item++) {
        const size_t length = strcspn(item, ",");
        if (!is_port(item, length) && !(length == 0 && is_list))
            return refuse(row, value, d, allowed);
        item += length;
        if (*item == '\0')
            break;
    }
    *(const char **)field = value;
    return ERR_OK;
}

static enum err
refuse_length(const struct option_row *row, struct diag *d)
{
    fail(d, ERR_USAGE, "--%s is longer than %d bytes", row->name, OPTION_TEXT_MAX);
    fail_hint(d, "shorten it");
    return ERR_USAGE;
}

static enum err
set_value(struct options *o, const struct option_row *row, const char *value, struct diag *d)
{
    void *const field = (char *)o + row->offset;

    switch (row->type) {
    case OPTION_INT:
    case OPTION_INT32: return set_whole(row, field, value, d);
    case OPTION_REAL: return set_real(row, field, value, d);
    case OPTION_BOOL: return set_bool(row, field, value, d);
    case OPTION_DURATION: return set_duration(row, field, value, d);
    case OPTION_CHOICE: return set_choice(row, field, value, d);
    case OPTION_DIALECT: return set_dialect(row, field, value, d);
    case OPTION_PERCENTILES: return set_percentiles(row, field, value, d);
    case OPTION_SHARD: return set_shard(row, field, value, d);
    case OPTION_PORTS: return set_ports(row, field, value, d);
    case OPTION_TEXT:
        if (strlen(value) > OPTION_TEXT_MAX)
            return refuse_length(row, d);
        if (row->choices && set_choice(row, field, value, d) != ERR_OK)
            return ERR_USAGE;
        *(const char **)field = value;
        return ERR_OK;
    }
    assert(false && "unreachable option_type");
    return ERR_INTERNAL;
}

/* The command line. */

void
options_default(struct options *o)
{
    struct diag d = DIAG_NONE;

    *o = (struct options){0};
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].fallback) {
            const enum err e = set_value(o, &rows[i], rows[i].fallback, &d);
            assert(e == ERR_OK);
            (void)e;
        }
    }
}

/* Are the first `length` characters of `given` the name `name`? '_' is '-'. */
static bool
is_named(const char *name, const char *given, size_t length)
{
    size_t at = 0;

    while (at < length && name[at] == (given[at] == '_' ? '-' : given[at]))
        at++;
    return at == length && name[at] == '\0';
}

static const struct option_row *
find_row(const char *name, size_t length)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (is_named(rows[i].name, name, length))
            return &rows[i];
    return NULL;
}

/* Options of sysbench that have nothing to change here. Not among the rows: they are no part of what was measured. */
static const char *const ignored_options[] = {"debug", "db-debug", "validate", "luajit-cmd", "thread-stack-size"};

/* Names that sysbench 1.0 takes though it calls them deprecated. */
static const struct old_name {
    const char *name;
    const char *now; /* NULL: a workload is named without an option. */
} old_names[] = {
    {"num-threads", "threads"}, {"max-requests", "events"}, {"max-time", "time"}, {"tx-rate", "rate"}, {"test", NULL},
};

/* Options of the programs that people come from, which are not here for a reason. */
static const struct {
    const char *name;
    const char *reason;
    const char *hint;
} absent_options[] = {
    {"report-checkpoints", "the histograms of the threads are joined once, at the end",
     "--report-interval=S tells what happens meanwhile; for parts of a run give several runs"},
    {"pgsql-variant", "its one value is for Redshift", "leave it out; --dialect=NAME says what the database is"},
    {"mysql-storage-engine", "it is MySQL's", "leave it out; `plumbline-load --help` lists all options"},
    {"key-size", "keys of kv are BIGINT", "sql_inserts has keys of text"},
    {"num-shards", "no index of kv is sharded by a hash", "--splits=N --scatter spreads the keys"},
    {"enum", "kv has no column of an enumerated type", "leave it out"},
    {"sfu-wait-delay", "no client sleeps between two statements", "leave it out: --sfu-writes locks and writes at once"},
};

static enum err
refuse_option(const char *name, size_t length, struct diag *d)
{
    char dashed[64];
    const size_t shown = smaller(length, sizeof dashed - 1);

    for (size_t i = 0; i < shown; i++)
        dashed[i] = name[i] == '_' ? '-' : name[i];
    dashed[shown] = '\0';
    for (size_t i = 0; i < ARRAY_LENGTH(absent_options); i++) {
        if (strcmp(dashed, absent_options[i].name) == 0) {
            fail(d, ERR_USAGE, "unknown option --%s: %s", dashed, absent_options[i].reason);
            fail_hint(d, "%s", absent_options[i].hint);
            return ERR_USAGE;
        }
    }
    fail(d, ERR_USAGE, "unknown option --%s", dashed);
    const char *const near = nearest_option(dashed);
    if (near)
        fail_hint(d, "did you mean --%s? `plumbline-load --help` lists all options", near);
    else
        fail_hint(d, "`plumbline-load --help` lists all options");
    return ERR_USAGE;
}

/* NULL when it is none. */
static const struct old_name *
find_old_name(const char *name, size_t length)
{
    for (size_t i = 0; i < ARRAY_LENGTH(old_names); i++)
        if (is_named(old_names[i].name, name, length))
            return &old_names[i];
    return NULL;
}

static bool
is_ignored(const char *name, size_t length)
{
    for (size_t i = 0; i < ARRAY_LENGTH(ignored_options); i++)
        if (is_named(ignored_options[i], name, length))
            return true;
    return false;
}

/* `value` is what follows --test, its = included. */
static enum err
take_test(struct options *o, const char *value, struct diag *d)
{
    if (value[0] == '=' && value[1]) {
        o->test = value + 1;
        return ERR_OK;
    }
    fail(d, ERR_USAGE, "--test needs a value");
    fail_hint(d, "name the workload by itself: plumbline-load oltp_read_only run");
    return ERR_USAGE;
}

/* `argument` without its two dashes. */
static enum err
take_option(struct options *o, const char *argument, bool *given, struct diag *d)
{
    const size_t length = strcspn(argument, "=");
    const struct old_name *const old = find_old_name(argument, length);
    const struct option_row *const row =
        !old ? find_row(argument, length) : old->now ? find_row(old->now, strlen(old->now)) : NULL;

    if (is_ignored(argument, length))
        return ERR_OK;
    if (old)
        o->old_names |= 1u << (old - old_names);
    if (old && !old->now)
        return take_test(o, argument + length, d);
    if (!row)
        return refuse_option(argument, length, d);
    given[row - rows] = true;
    if (argument[length] == '=')
        return set_value(o, row, argument + length + 1, d);
    if (row->type == OPTION_BOOL)
        return set_value(o, row, "on", d);
    fail(d, ERR_USAGE, "--%s needs a value", row->name);
    fail_hint(d, "write --%s=%s", row->name, row->argument ? row->argument : row->fallback);
    return ERR_USAGE;
}

/* --config-file. */

/* Into o->config_text, ended by NUL. */
static enum err
read_config(struct options *o, struct diag *d)
{
    /* Whatever it is, opening must not wait: a pipe that nobody writes to would. */
    const int fd = open(o->config_file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat stat;
    ssize_t got = -1;

    if (fd >= 0 && fstat(fd, &stat) == 0 && !S_ISREG(stat.st_mode))
        errno = EINVAL;
    else if (fd >= 0)
        got = read(fd, o->config_text, sizeof o->config_text);
    if (got < 0)
        fail(d, ERR_USAGE, "--config-file=%s cannot be read: %s", o->config_file, strerror(errno));
    else if ((size_t)got == sizeof o->config_text)
        fail(d, ERR_USAGE, "--config-file=%s is longer than %d bytes", o->config_file, CONFIG_TEXT_SIZE - 1);
    else if (memchr(o->config_text, '\0', (size_t)got))
        fail(d, ERR_USAGE, "--config-file=%s has a NUL byte: it is no text, or in UTF-16", o->config_file);
    else
        o->config_text[got] = '\0';
    if (d->code != ERR_OK)
        fail_hint(d, "it is a file of lines NAME=VALUE; what begins with # is a comment");
    if (fd >= 0)
        close(fd);
    return d->code;
}

/* Without the space around it. */
static char *
trim(char *text)
{
    size_t length;

    text += strspn(text, " \t\r");
    for (length = strlen(text); length > 0 && strchr(" \t\r", text[length - 1]); length--)
        text[length - 1] = '\0';
    return text;
}

/* "NAME = VALUE" -> "NAME=VALUE", in its place. */
static char *
join_assignment(char *line)
{
    char *const equals = strchr(line, '=');

    if (!equals)
        return line;
    *equals = '\0';
    char *const name = trim(line), *const value = trim(equals + 1);
    const size_t length = strlen(name);
    name[length] = '=';
    memmove(name + length + 1, value, strlen(value) + 1);
    return name;
}

/* Reading a second one would overwrite what the options of the first point to. */
static enum err
refuse_second_config(const struct options *o, const char *first, struct diag *d)
{
    fail(d, ERR_USAGE, "--config-file=%s: --config-file=%s was given already", o->config_file, first);
    fail_hint(d, "write the lines of both into one file, or give those of one as options");
    return ERR_USAGE;
}

static enum err
take_config(struct options *o, bool *given, struct diag *d)
{
    const size_t config_row = (size_t)(find_row("config-file", strlen("config-file")) - rows);
    const char *const file = o->config_file;
    int number = 0;

    if (read_config(o, d) != ERR_OK)
        return d->code;
    for (char *rest = o->config_text, *line; (line = strsep(&rest, "\n"));) {
        struct diag inner = DIAG_NONE;
        number++;
        line = join_assignment(trim(line));
        if (*line == '\0' || *line == '#')
            continue;
        given[config_row] = false;
        if (take_option(o, line, given, &inner) == ERR_OK && given[config_row])
            fail(&inner, ERR_USAGE, "a --config-file cannot name another one");
        if (inner.code != ERR_OK) {
            fail(d, inner.code, "%s line %d: %s", file, number, inner.text);
            fail_hint(d, "%s", inner.hint[0] ? inner.hint : "take the line out");
            return d->code;
        }
    }
    given[config_row] = true;
    return ERR_OK;
}

/* sysbench's users may name the script: /usr/share/sysbench/oltp_read_only.lua is oltp_read_only. */
static void
script_name(const char *word, char *out, size_t out_size)
{
    const char *const slash = strrchr(word, '/');
    const char *const base = slash ? slash + 1 : word;
    const size_t length = strlen(base);
    const bool is_script = length > 4 && strcmp(base + length - 4, ".lua") == 0;

    snprintf(out, out_size, "%.*s", is_script ? (int)length - 4 : (int)out_size - 1, is_script ? base : word);
}

static enum err
take_workload(struct options *o, const char *word, struct diag *d)
{
    char name[256];

    script_name(word, name, sizeof name);
    o->workload = workload_find(name);
    if (o->workload)
        return ERR_OK;
    fail(d, ERR_USAGE, "unknown workload %s", name);
    const char *const near = nearest_workload(name);
    if (near)
        fail_hint(d, "did you mean %s? `plumbline-load --help` lists all workloads", near);
    else
        fail_hint(d, "`plumbline-load --help` lists all workloads");
    return ERR_USAGE;
}

static enum err
take_command(struct options *o, const char *name, struct diag *d)
{
    char allowed[160];
    const char *names[ARRAY_LENGTH(command_names) + 1] = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(command_names); i++) {
        names[i] = command_names[i];
        if (strcmp(name, names[i]) == 0) {
            o->command = (enum command)i;
            return ERR_OK;
        }
    }
    join_choices(names, allowed, sizeof allowed);
    const char *const near = nearest_command(name);
    fail(d, ERR_USAGE, "unknown command %s: must be %s", name, allowed);
    if (near)
        fail_hint(d, "did you mean %s?", near);
    else
        fail_hint(d, "`plumbline-load --help` says what each does");
    return ERR_USAGE;
}

static bool
was_given(const bool *given, const char *name)
{
    return given[find_row(name, strlen(name)) - rows];
}

/* Defaults that depend on other options. */

/* Facts of docs/workloads.md sections 1.1, 1.4, 1.7, 1.8 and 1.9. sysbench tries again without end. */
static const struct option_default sysbench_1_0_20_defaults[] = {{"rand-type", "special"},
                                                                 {"integer-type", "int8"},
                                                                 {"index-timing", "key-first"},
                                                                 {"retry", "40001,40P01,23505"},
                                                                 {"max-tries", "1000000"},
                                                                 {NULL, NULL}};
static const struct option_default sysbench_1_1_defaults[] = {{"rand-type", "uniform"},
                                                              {"integer-type", "int8"},
                                                              {"index-timing", "key-first"},
                                                              {"retry", "40001,40P01,23505"},
                                                              {"max-tries", "1000000"},
                                                              {NULL, NULL}};
static const struct option_default yugabyte_defaults[] = {
    {"rand-type", "uniform"}, {"integer-type", "int4"},       {"index-timing", "first"},
    {"auto-inc", "on"},       {"serial-cache-size", "1000"},  {"retry", "40001,40P01,23505"},
    {"max-tries", "1000000"}, {NULL, NULL}};
static const struct option_default risingwave_defaults[] = {{"rand-type", "uniform"},
                                                            {"integer-type", "int8"},
                                                            {"index-timing", "key-first"},
                                                            {"create-covered-secondary", "on"},
                                                            {"retry", "40001,40P01,23505,XX000"},
                                                            {"max-tries", "1000000"},
                                                            {"reconnect-on-loss", "on"},
                                                            {NULL, NULL}};

static const struct {
    const struct option_default *defaults;
    const char *dialect; /* The one that --dialect is by default. */
} compats[] = {
    [COMPAT_NONE] = {NULL, NULL},
    [COMPAT_SYSBENCH_1_0_20] = {sysbench_1_0_20_defaults, NULL},
    [COMPAT_SYSBENCH_1_1] = {sysbench_1_1_defaults, NULL},
    [COMPAT_YUGABYTE] = {yugabyte_defaults, "yugabytedb"},
    [COMPAT_RISINGWAVE] = {risingwave_defaults, "risingwave"},
};

static void
apply_default(struct options *o, const bool *given, const struct option_default *value)
{
    const struct option_row *const row = find_row(value->name, strlen(value->name));
    struct diag d = DIAG_NONE;

    assert(row);
    if (given[row - rows])
        return;
    const enum err e = set_value(o, row, value->value, &d);
    assert(e == ERR_OK);
    (void)e;
}

static void
apply_defaults(struct options *o, const bool *given, const struct option_default *values)
{
    for (; values && values->name; values++)
        apply_default(o, given, values);
}

/* The nearer to the user, the later: the dialect, then the workload, then --compat. What was given stays. */
static void
settle_defaults(struct options *o, const bool *given)
{
    if (compats[o->compat].dialect)
        apply_default(o, given, &(struct option_default){"dialect", compats[o->compat].dialect});
    apply_defaults(o, given, o->dialect->defaults);
    apply_defaults(o, given, o->workload->defaults);
    apply_defaults(o, given, compats[o->compat].defaults);
    if (o->command == COMMAND_PREPARE || o->command == COMMAND_CREATE || o->command == COMMAND_LOAD)
        apply_default(o, given, &(struct option_default){"report-interval", "5"}); /* It may take an hour. */
    if (o->integer_type == INTEGER_AUTO)
        o->integer_type = o->dialect->integer_oid == 20 ? INTEGER_INT8 : INTEGER_INT4;
    if (o->load_method == LOAD_AUTO)
        o->load_method = o->dialect->load_method;
    if (!o->retry)
        o->retry = o->dialect->retryable;
    if (o->read_only)
        o->read_percent = 100;
}

/* What no single row can know. */

static bool
is_sqlstate_list(const char *text)
{
    size_t length = 0;

    for (;; text++) {
        if (isdigit((unsigned char)*text) || (*text >= 'A' && *text <= 'Z')) {
            length++;
            continue;
        }
        if (length != 5)
            return false;
        if (*text == '\0')
            return true;
        if (*text != ',')
            return false;
        length = 0;
    }
}

/* Names go into statements as they are. */
static bool
is_plain_name(const char *text)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");

    return length > 0 && text[length] == '\0' && length < 48 && !isdigit((unsigned char)text[0]);
}

/* "off", a time, or "N%" of --time. */
static bool
parse_forced_shutdown(const char *text, int64_t time_ns, int64_t *out_ns)
{
    double percent, ns;
    const char *rest;

    *out_ns = -1;
    if (strcmp(text, "off") == 0)
        return true;
    if (text[0] == '-')
        return false;
    if (parse_number(text, &percent, &rest) && strcmp(rest, "%") == 0)
        ns = (double)time_ns * percent / 100;
    else if (!parse_duration(text, NS_PER_S, &ns))
        return false;
    if (ns > FORCED_SHUTDOWN_S_MAX * (double)NS_PER_S)
        return false;
    *out_ns = llround(ns);
    return true;
}

int64_t
options_forced_shutdown_ns(const struct options *o)
{
    int64_t ns;

    parse_forced_shutdown(o->forced_shutdown, o->time_ns, &ns);
    return o->time_ns > 0 ? ns : -1;
}

/* What has passed already would be measured by this machine alone; what is far away is a slip, such as milliseconds. */
static enum err
check_start_at(const struct options *o, struct diag *d)
{
    const double ahead_s = o->start_at - (double)clock_wall_ns() / (double)NS_PER_S;

    if (o->command != COMMAND_RUN || o->start_at == 0)
        return ERR_OK;
    if (ahead_s < 0)
        fail(d, ERR_USAGE, "--start-at=%.15g was %.3g s ago", o->start_at, -ahead_s);
    else if (ahead_s > START_AT_AHEAD_S_MAX)
        fail(d, ERR_USAGE, "--start-at=%.15g is %.3g days from now, at most 1 can be waited", o->start_at, ahead_s / 86400);
    if (d->code != ERR_OK)
        fail_hint(d, "give all machines one moment that they can be connected by: --start-at=$(date -d '+30 seconds' +%%s), "
                     "worked out once");
    return d->code;
}

static enum err
check_texts(const struct options *o, struct diag *d)
{
    int64_t ignored_ns;

    if (!parse_forced_shutdown(o->forced_shutdown, o->time_ns, &ignored_ns)) {
        fail(d, ERR_USAGE, "--forced-shutdown=%s: must be off, seconds (or with a unit: 500ms, 2s, 5m), or per cent of --time",
             o->forced_shutdown);
        fail_hint(d, "for example --forced-shutdown=30 or --forced-shutdown=10%%");
    } else if (o->retry[0] && !is_sqlstate_list(o->retry)) {
        fail(d, ERR_USAGE, "--retry=%s: must be SQLSTATEs with commas between them", o->retry);
        fail_hint(d, "for example --retry=40001,40P01");
    } else if (strlen(o->create_table_options) > 4096) {
        fail(d, ERR_USAGE, "--create-table-options is longer than 4096 bytes");
        fail_hint(d, "make the tables yourself and load them with --skip-ddl");
    } else if (!is_plain_name(o->table_name)) {
        fail(d, ERR_USAGE, "--table-name=%s: must be of small letters, digits and _", o->table_name);
        fail_hint(d, "begin with a letter and keep it below 48 bytes, for example --table-name=postgresqlkeyvalue");
    } else if (strlen(o->uuid) > 36 || strspn(o->uuid, "0123456789abcdefABCDEF-") != strlen(o->uuid)) {
        fail(d, ERR_USAGE, "--uuid=%s: must be of hexadecimal digits and -, at most 36", o->uuid);
        fail_hint(d, "for example --uuid=$(cat /proc/sys/kernel/random/uuid)");
    }
    return d->code;
}

static enum err
check_kv(const struct options *o, struct diag *d)
{
    const int64_t percent = o->read_percent + o->del_percent + o->span_percent + o->follower_read_percent;

    if (o->min_block_bytes > o->max_block_bytes) {
        fail(d, ERR_USAGE, "--min-block-bytes=%" PRId64 " is above --max-block-bytes=%" PRId64, o->min_block_bytes,
             o->max_block_bytes);
        fail_hint(d, "give both, for example --min-block-bytes=%" PRId64 " --max-block-bytes=%" PRId64, o->min_block_bytes,
                  o->min_block_bytes);
    } else if (percent > 100) {
        fail(d, ERR_USAGE, "--read-percent, --follower-read-percent, --del-percent and --span-percent are %" PRId64
                           " together, above 100", percent);
        fail_hint(d, "lower one of them: what they leave of 100 are writes");
    } else if (o->batch * o->max_block_bytes > KV_STATEMENT_BYTES_MAX) {
        fail(d, ERR_USAGE, "--batch times --max-block-bytes is above %d bytes", KV_STATEMENT_BYTES_MAX);
        fail_hint(d, "lower one of them, for example --batch=1");
    } else if (o->zipfian && o->sequential) {
        fail(d, ERR_USAGE, "--zipfian and --sequential cannot both be on");
        fail_hint(d, "leave one of them out");
    }
    return d->code;
}

static enum err
check_workload(const struct options *o, struct diag *d)
{
    const bool is_kv = strcmp(o->workload->name, "kv") == 0;
    const bool is_sql_inserts = strcmp(o->workload->name, "sql_inserts") == 0;

    if (is_kv && o->stationary && o->insert_count == 0) {
        fail(d, ERR_USAGE, "kv --stationary=on writes the keys of prepare again, and --insert-count=0 makes none");
        fail_hint(d, "give prepare and run the same --insert-count, for example 100000");
    }
    if (is_kv && o->read_percent + o->follower_read_percent == 100 && o->insert_count == 0) {
        fail(d, ERR_USAGE, "kv has nothing to read: --insert-count is 0");
        fail_hint(d, "give prepare and run the same --insert-count, for example 100000");
    }
    if (is_kv && (o->cycle_length < o->batch || (o->stationary && o->insert_count < o->batch))) {
        fail(d, ERR_USAGE, "--batch=%" PRId64 " needs as many different keys", o->batch);
        fail_hint(d, "raise --cycle-length and --insert-count, or lower --batch");
    }
    if (o->workload->needs_auto_inc && !o->auto_inc) {
        fail(d, ERR_USAGE, "%s leaves the ids to the server: --auto-inc=off cannot be", o->workload->name);
        fail_hint(d, "leave --auto-inc on, or use oltp_multi_insert");
    }
    if (is_sql_inserts && o->read_percent == 100 && o->max_written_key == 0) {
        fail(d, ERR_USAGE, "sql_inserts has nothing to read: --max-written-key is 0");
        fail_hint(d, "give the number of keys that are there already; prepare makes them with the same option");
    }
    if (is_sql_inserts && o->max_written_key > o->num_unique_keys) {
        fail(d, ERR_USAGE, "--max-written-key=%" PRId64 " is above --num-unique-keys=%" PRId64, o->max_written_key,
             o->num_unique_keys);
        fail_hint(d, "raise --num-unique-keys");
    }
    return d->code;
}

/* What prepare does, its parts may not. */
static enum err
check_prepare(const struct options *o, struct diag *d)
{
    if ((o->command == COMMAND_CREATE || o->command == COMMAND_LOAD) && o->skip_ddl) {
        fail(d, ERR_USAGE, "--skip-ddl is for prepare: %s %s", command_name(o->command),
             o->command == COMMAND_CREATE ? "would do nothing" : "does not make the tables anyway");
        fail_hint(d, "leave it out, or give it to prepare");
    } else if (o->command == COMMAND_LOAD && o->recreate) {
        fail(d, ERR_USAGE, "--recreate is for prepare and create: load does not make the tables");
        fail_hint(d, "run `create` with --recreate, then `load` without it");
    } else if (o->command == COMMAND_PREPARE && o->recreate && o->skip_ddl) {
        fail(d, ERR_USAGE, "--recreate drops the tables that --skip-ddl is to fill");
        fail_hint(d, "leave one of them out");
    }
    return d->code;
}

/* With a URL its parts are not options of their own: neither given, nor echoed as if they had an effect. */
static enum err
check_url(struct options *o, const bool *given, struct diag *d)
{
    static const char *const parts_of_url[] = {"pgsql-host",     "pgsql-port", "pgsql-user",
                                               "pgsql-password", "pgsql-db",   "pgsql-sslmode"};

    if (!o->pgsql_url)
        return ERR_OK;
    for (size_t i = 0; i < ARRAY_LENGTH(parts_of_url); i++) {
        if (was_given(given, parts_of_url[i])) {
            fail(d, ERR_USAGE, "--pgsql-url and --%s cannot both be given", parts_of_url[i]);
            fail_hint(d, "write it into the URL: postgres://user@host:port/database?sslmode=require");
            return ERR_USAGE;
        }
    }
    o->pgsql_host = o->pgsql_port = o->pgsql_user = o->pgsql_db = NULL;
    return ERR_OK;
}

static enum err
check_together(const struct options *o, struct diag *d)
{
    if (o->pipeline && (o->ps_mode == PS_MODE_DISABLE || o->prepare == PREPARE_LAZY)) {
        fail(d, ERR_USAGE, "--pipeline=on sends statements that are prepared already: it does not go with --%s",
             o->prepare == PREPARE_LAZY ? "prepare=lazy" : "db-ps-mode=disable");
        fail_hint(d, "leave one of them out");
        return ERR_USAGE;
    }
    const bool knows_shards = o->command == COMMAND_RUN || o->command == COMMAND_SQL || o->workload->is_table_per_connection;
    if (o->shard.count > 1 && !knows_shards) {
        fail(d, ERR_USAGE, "--shard is for run: %s is done once, for all shards", command_name(o->command));
        fail_hint(d, "leave --shard out");
        return ERR_USAGE;
    }
    const char *const fault = dist_options_fault(&o->dist);
    if (fault) {
        fail(d, ERR_USAGE, "%s", fault);
        fail_hint(d, "`plumbline-load --help` has the defaults of the --rand options");
        return d->code;
    }
    if (check_prepare(o, d) != ERR_OK || check_texts(o, d) != ERR_OK || check_start_at(o, d) != ERR_OK ||
        check_kv(o, d) != ERR_OK || check_workload(o, d) != ERR_OK)
        return d->code;
    return dialect_check(o, d);
}

static int64_t
draw_seed(void)
{
    /* Below 2^53, so that every reader of JSON keeps it whole. */
    return (int64_t)(rng_mix((uint64_t)clock_wall_ns()) >> 12) | 1;
}

static bool
asks_for_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0 || strcmp(argument, "help") == 0;
}

/* Of the workload and the command, `given` is all that came; NULL: nothing. */
static enum err
fail_missing_word(const char *given, struct diag *d)
{
    struct options ignored;
    struct diag unknown = DIAG_NONE;
    const bool is_command = given && take_command(&ignored, given, &unknown) == ERR_OK;

    if (is_command)
        fail(d, ERR_USAGE, "a workload is missing before %s", given);
    else
        fail(d, ERR_USAGE, given ? "a command is missing after %s" : "a workload and a command are missing", given);
    fail_hint(d, "for example: plumbline-load --threads=16 %s %s; see --help",
              given && !is_command ? given : "oltp_read_only", is_command ? given : "run");
    return d->code;
}

enum err
options_parse(struct options *o, int argc, char *const *argv, const char **help, struct diag *d)
{
    bool given[ROW_COUNT] = {0};
    const char *words[2] = {NULL, NULL};
    size_t word_count = 0;
    bool wants_help = false;

    options_default(o);
    if (help)
        *help = NULL;
    for (int i = 1; i < argc; i++) {
        if (asks_for_help(argv[i])) {
            wants_help = true;
        } else if (strncmp(argv[i], "--", 2) == 0) {
            const char *const config_before = o->config_file;
            if (take_option(o, argv[i] + 2, given, d) != ERR_OK)
                return d->code;
            if (o->config_file == config_before)
                continue;
            if (config_before)
                return refuse_second_config(o, config_before, d);
            if (take_config(o, given, d) != ERR_OK)
                return d->code;
        } else if (argv[i][0] == '-') {
            fail(d, ERR_USAGE, "unknown option %s", argv[i]);
            fail_hint(d, "options begin with two dashes: --threads=16");
            return d->code;
        } else if (word_count < ARRAY_LENGTH(words)) {
            words[word_count++] = argv[i];
        } else {
            fail(d, ERR_USAGE, "one word too many: %s", argv[i]);
            fail_hint(d, "plumbline-load [options] WORKLOAD COMMAND; values follow their option after =");
            return d->code;
        }
    }
    if (o->test && word_count == ARRAY_LENGTH(words)) {
        fail(d, ERR_USAGE, "--test=%s and %s both name a workload", o->test, words[0]);
        fail_hint(d, "leave --test out, which is an old way to do it");
        return d->code;
    }
    if (o->test) {
        words[1] = words[0];
        words[0] = o->test;
        word_count++;
    }
    if (wants_help && help) {
        *help = words[0] ? words[0] : "";
        return words[0] ? take_workload(o, words[0], d) : ERR_OK;
    }
    if (word_count < ARRAY_LENGTH(words))
        return fail_missing_word(words[0], d);
    if (take_workload(o, words[0], d) != ERR_OK || take_command(o, words[1], d) != ERR_OK)
        return d->code;
    settle_defaults(o, given);
    if (check_url(o, given, d) != ERR_OK)
        return d->code;
    if (o->rand_seed == 0 && o->command != COMMAND_SQL) /* Which prints nothing that is drawn. */
        o->rand_seed = draw_seed();
    return check_together(o, d);
}

/* The echo. */

size_t
options_count(void)
{
    return ROW_COUNT;
}

static void
echo_percentiles(const struct percentiles *list, char *json, size_t json_size)
{
    size_t used = (size_t)snprintf(json, json_size, "\"");

    for (int i = 0; i < list->count && used < json_size; i++)
        used += (size_t)snprintf(json + used, json_size - used, "%s%.15g", i == 0 ? "" : ",", list->value[i]);
    if (used < json_size)
        snprintf(json + used, json_size - used, "\"");
}

/* Options that other workloads have to themselves do not. */
static bool
takes_effect(const struct option_row *row, const struct workload *workload)
{
    if (row->group == GROUP_KV)
        return !workload || strcmp(workload->name, "kv") == 0;
    return row->group != GROUP_SQL_INSERTS || !workload || strcmp(workload->name, "sql_inserts") == 0;
}

bool
options_echo(const struct options *o, size_t index, const char **name, char json[static OPTION_ECHO_SIZE])
{
    const struct option_row *const row = &rows[index];
    const void *const field = (const char *)o + row->offset;
    const size_t json_size = OPTION_ECHO_SIZE;
    char redacted[OPTION_TEXT_MAX * 2]; /* Each password becomes three stars. */

    assert(index < ROW_COUNT);
    *name = row->name;
    if (row->privacy == PRIVACY_SECRET || !takes_effect(row, o->workload))
        return false;
    switch (row->type) {
    case OPTION_INT: snprintf(json, json_size, "%" PRId64, *(const int64_t *)field); return true;
    case OPTION_INT32: snprintf(json, json_size, "%d", *(const int *)field); return true;
    case OPTION_REAL: snprintf(json, json_size, "%.15g", *(const double *)field); return true;
    case OPTION_BOOL: snprintf(json, json_size, "%s", *(const bool *)field ? "true" : "false"); return true;
    case OPTION_DURATION:
        snprintf(json, json_size, "%.15g", (double)*(const int64_t *)field / (double)row->unit_ns);
        return true;
    case OPTION_CHOICE: json_quote(row->choices[*(const unsigned *)field], json, json_size); return true;
    case OPTION_DIALECT: json_quote((*(const struct dialect *const *)field)->name, json, json_size); return true;
    case OPTION_PERCENTILES: echo_percentiles(field, json, json_size); return true;
    case OPTION_SHARD: {
        const struct shard *const shard = field;
        snprintf(json, json_size, "\"%" PRId64 "/%" PRId64 "\"", shard->index + 1, shard->count);
        return true;
    }
    case OPTION_PORTS: { /* A number where it is one. */
        const char *const ports = *(const char *const *)field;
        if (!ports)
            snprintf(json, json_size, "null");
        else if (strchr(ports, ','))
            json_quote(ports, json, json_size);
        else
            snprintf(json, json_size, "%ld", strtol(ports, NULL, 10));
        return true;
    }
    case OPTION_TEXT: {
        const char *const text = *(const char *const *)field;
        if (!text) {
            snprintf(json, json_size, "null");
            return true;
        }
        if (row->privacy == PRIVACY_URL)
            redact_connection_string(text, redacted, sizeof redacted);
        json_quote(row->privacy == PRIVACY_URL ? redacted : text, json, json_size);
        return true;
    }
    }
    assert(false && "unreachable option_type");
    return false;
}

/* JSON's quotes are for JSON; a value with a space keeps them. */
static const char *
unquoted(char *json)
{
    const size_t length = strlen(json);

    if (json[0] != '"' || length < 3 || strpbrk(json, " \\"))
        return json;
    json[length - 1] = '\0';
    return json + 1;
}

void
options_print(FILE *file, const struct options *o, const char *lead)
{
    static const int width = 100;
    char json[OPTION_ECHO_SIZE];
    const char *name;
    int column = 0;

    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!options_echo(o, i, &name, json) || strcmp(json, "null") == 0)
            continue;
        const char *const value = unquoted(json);
        const int length = (int)(strlen("--=") + strlen(name) + strlen(value));
        if (column > 0 && column + 1 + length > width) {
            fprintf(file, "\n");
            column = 0;
        }
        column += fprintf(file, "%s--%s=%s", column > 0 ? " " : lead, name, value);
    }
    fprintf(file, "\n");
}

void
options_remark(FILE *file, const struct options *o)
{
    for (size_t i = 0; i < ARRAY_LENGTH(old_names); i++) {
        if (!(o->old_names & 1u << i))
            continue;
        fprintf(file, "plumbline-load: --%s is an old name: ", old_names[i].name);
        if (old_names[i].now)
            fprintf(file, "write --%s\n", old_names[i].now);
        else
            fprintf(file, "name the workload by itself, as in plumbline-load %s %s\n", o->workload->name,
                    command_name(o->command));
    }
    if (o->command == COMMAND_RUN && o->time_ns == 0 && o->events == 0)
        fprintf(file, "plumbline-load: --time=0 and --events=0: it runs until Ctrl-C\n");
}

/* Help. */

enum { HELP_COLUMN = 29, HELP_WIDTH = 100 };

/* Prints `text` from HELP_COLUMN on, broken between words. */
static void
help_text(FILE *file, const char *text)
{
    size_t at = HELP_COLUMN;

    while (*text) {
        const size_t word = strcspn(text, " ");
        if (at + word > HELP_WIDTH && at > HELP_COLUMN) {
            fprintf(file, "\n%*s", HELP_COLUMN, "");
            at = HELP_COLUMN;
        }
        fprintf(file, "%s%.*s", at > HELP_COLUMN ? " " : "", (int)word, text);
        at += word + 1;
        text += word;
        text += strspn(text, " ");
    }
    fprintf(file, "\n");
}

static void
help_row(FILE *file, const struct option_row *row)
{
    char left[96], text[512];
    char choices[96] = "";
    const bool has_fallback = row->fallback && row->fallback[0];

    if (row->type == OPTION_CHOICE)
        join_choices(row->choices, choices, sizeof choices);
    if (row->type == OPTION_BOOL)
        snprintf(left, sizeof left, "--%s=on|off", row->name);
    else
        snprintf(left, sizeof left, "--%s=%s", row->name, row->argument ? row->argument : "NAME");
    snprintf(text, sizeof text, "%s%s%s%s%s%s", choices, choices[0] ? ": " : "", row->help, has_fallback ? " [" : "",
             has_fallback ? row->fallback : "", has_fallback ? "]" : "");
    fprintf(file, "  %-26s ", left);
    help_text(file, text);
}

static void
help_groups(FILE *file)
{
    for (int group = 0; group < GROUP_COUNT; group++) {
        fprintf(file, "\n%s:\n", group_titles[group]);
        for (size_t i = 0; i < ROW_COUNT; i++)
            if ((int)rows[i].group == group)
                help_row(file, &rows[i]);
    }
}

static void
help_program(FILE *file)
{
    fprintf(file,
            "plumbline-load " PLUMBLINE_VERSION ": drives a PostgreSQL-wire database with well-known workloads.\n"
            "\n"
            "  plumbline-load [options] WORKLOAD COMMAND\n"
            "  plumbline-load --help WORKLOAD\n"
            "\n"
            "A sysbench command line for pgsql works as it is; '-' and '_' in names of options are alike, a script may be\n"
            "named by its path. --debug, --db-debug, --validate, --luajit-cmd and --thread-stack-size are accepted and\n"
            "change nothing; the old names --num-threads, --max-requests, --max-time, --tx-rate and --test still work.\n"
            "\n"
            "Commands:\n");
    for (size_t i = 0; i < ARRAY_LENGTH(command_names); i++)
        fprintf(file, "  %-26s %s\n", command_names[i], command_summaries[i]);
    fprintf(file, "\nWorkloads:\n");
    for (size_t i = 0; workload_at(i); i++)
        fprintf(file, "  %-26s %s\n", workload_at(i)->name, workload_at(i)->summary);
    fprintf(file, "\nDialects:\n");
    for (size_t i = 0; dialect_at(i); i++)
        fprintf(file, "  %-26s %s\n", dialect_at(i)->name, dialect_at(i)->summary);
    help_groups(file);
    fprintf(file,
            "\n"
            "Times are in seconds where nothing else is said; 500ms, 2s and 5m are understood too.\n"
            "\n"
            "Examples:\n"
            "  plumbline-load --tables=4 --table-size=100000 --pgsql-host=/tmp oltp_read_only prepare\n"
            "  plumbline-load --tables=4 --table-size=100000 --pgsql-host=/tmp \\\n"
            "      --threads=16 --time=30 --warmup-time=5 --report-interval=1 oltp_read_only run\n"
            "  plumbline-load --pgsql-url=postgres://me@127.0.0.1:5432/base \\\n"
            "      --against=postgres://me@127.0.0.1:5433/head --threads=16 --time=16 oltp_point_select run\n"
            "\n"
            "Exit code: 0 done, 2 usage, 3 the server, 4 an SQL error, 5 internal, 130 interrupted.\n");
}

static void
help_workload(FILE *file, const struct workload *workload)
{
    struct options o;

    options_default(&o);
    o.workload = workload;
    fprintf(file, "%s: %s\n\n%s\n\n", workload->name, workload->summary, workload->details);
    if (workload_drift(&o))
        fprintf(file, "Not stationary: %s.\n\n", workload_drift(&o));
    if (workload->defaults) {
        fprintf(file, "Its own defaults:");
        for (const struct option_default *value = workload->defaults; value->name; value++)
            fprintf(file, " --%s=%s", value->name, value->value);
        fprintf(file, "\n");
    }
    fprintf(file, "The statements: plumbline-load %s sql\nAll options:    plumbline-load --help\n", workload->name);
}

void
options_help(FILE *file, const char *topic)
{
    const struct workload *const workload = topic[0] ? workload_find(topic) : NULL;

    if (workload)
        help_workload(file, workload);
    else
        help_program(file);
}
