#include "cli/option_set.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/compat.h"
#include "cli/options.h"
#include "cli/stages.h"
#include "cli/value.h"

/* Values that are none of the plain types. */

static bool
read_percentiles(void *field, const char *text)
{
    struct percentiles list = {0};

    for (const char *rest = text;; rest++) {
        double number;
        if (list.count == PERCENTILE_COUNT_MAX || !value_parse_number(rest, &number, &rest) || number < 0 || number > 100 ||
            (list.count > 0 && number <= list.value[list.count - 1]))
            return false;
        list.value[list.count++] = number;
        if (*rest == '\0')
            break;
        if (*rest != ',')
            return false;
    }
    *(struct percentiles *)field = list;
    return true;
}

static void
write_percentiles(const void *field, char *json, size_t json_size)
{
    const struct percentiles *const list = field;
    size_t used = (size_t)snprintf(json, json_size, "\"");

    for (int i = 0; i < list->count && used < json_size; i++)
        used += (size_t)snprintf(json + used, json_size - used, "%s%.15g", i == 0 ? "" : ",", list->value[i]);
    if (used < json_size)
        snprintf(json + used, json_size - used, "\"");
}

static const struct option_kind percentiles_kind = {"percentiles",
                                                    "ascending percentiles from 0 to 100, at most 16, for example 50,95,99.9",
                                                    read_percentiles, write_percentiles};

/* I/N, with I from 1. */
static bool
read_shard(void *field, const char *text)
{
    char *end;

    errno = 0;
    const long long index = strtoll(text, &end, 10);
    const long long count = *end == '/' && isdigit((unsigned char)end[1]) ? strtoll(end + 1, &end, 10) : 0;
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || errno != 0 || index < 1 || index > count || count > SHARD_COUNT_MAX)
        return false;
    *(struct shard *)field = (struct shard){.index = index - 1, .count = count};
    return true;
}

static void
write_shard(const void *field, char *json, size_t json_size)
{
    const struct shard *const shard = field;

    snprintf(json, json_size, "\"%" PRId64 "/%" PRId64 "\"", shard->index + 1, shard->count);
}

static const struct option_kind shard_kind = {"shard", "I/N, with I from 1 to N and N at most 1000, for example 2/4",
                                              read_shard, write_shard};

/* target_init() finds out which of them belongs to which host, when the hosts are known. */
static bool
read_ports(void *field, const char *text)
{
    if (!value_is_port_list(text))
        return false;
    *(const char **)field = text;
    return true;
}

/* A number where it is one. */
static void
write_ports(const void *field, char *json, size_t json_size)
{
    const char *const ports = *(const char *const *)field;

    if (!ports)
        snprintf(json, json_size, "null");
    else if (strchr(ports, ','))
        json_quote(ports, json, json_size);
    else
        snprintf(json, json_size, "%ld", strtol(ports, NULL, 10));
}

static const struct option_kind ports_kind = {"ports", "a port from 1 to 65535, or one for each host: 5432,5433", read_ports,
                                              write_ports};

/* Rows. */

static const char *const output_choices[] = {
    [OUTPUT_SYSBENCH] = "sysbench", [OUTPUT_NDJSON] = "ndjson", [OUTPUT_PGBENCH] = "pgbench", NULL};
static const char *const ps_mode_choices[] = {[PS_MODE_AUTO] = "auto", [PS_MODE_DISABLE] = "disable", NULL};
static const char *const switch_auto_choices[] = {[SWITCH_OFF] = "off", [SWITCH_ON] = "on", [SWITCH_AUTO] = "auto", NULL};
static const char *const rand_type_choices[] = {[DIST_UNIFORM] = "uniform", [DIST_GAUSSIAN] = "gaussian",
                                                [DIST_SPECIAL] = "special", [DIST_PARETO] = "pareto",
                                                [DIST_ZIPFIAN] = "zipfian", NULL};
static const char *const integer_choices[] = {[INTEGER_AUTO] = "auto", [INTEGER_INT4] = "int4", [INTEGER_INT8] = "int8", NULL};
static const char *const load_method_choices[] = {
    [LOAD_AUTO] = "auto", [LOAD_COPY_BINARY] = "copy-binary", [LOAD_COPY_TEXT] = "copy-text", [LOAD_INSERT] = "insert", NULL};
static const char *const placement_choices[] = {
    [PLACEMENT_AUTO] = "auto", [PLACEMENT_FREE] = "free", [PLACEMENT_PINNED] = "pinned", NULL};
static const char *const on_error_choices[] = {
    [ON_ERROR_STOP] = "stop", [ON_ERROR_CONTINUE] = "continue", [ON_ERROR_VALUES] = "values", NULL};
static const char *const arrivals_choices[] = {[ARRIVALS_POISSON] = "poisson", [ARRIVALS_FIXED] = "fixed", NULL};
static const char *const prepare_choices[] = {[PREPARE_EAGER] = "eager", [PREPARE_LAZY] = "lazy", NULL};
static const char *const balance_choices[] = {[BALANCE_ROUND_ROBIN] = "round-robin", [BALANCE_LIBPQ] = "libpq", NULL};
static const char *const sslmode_choices[] = {CONNECTION_SSLMODES, NULL};
static const char *const driver_choices[] = {"pgsql", NULL};

#define FIELD(field) .offset = offsetof(struct options, field)

/* clang-format off */
static const struct option_row run_rows[] = {
    {.name = "threads", .type = OPTION_INT, FIELD(load.threads), .fallback = "1", .low = 1,
     .high = CONNECTION_COUNT_MAX, .argument = "N", .help = "connections to each server"},
    {.name = "time", .type = OPTION_DURATION, FIELD(run.time_ns), .fallback = "10", .low = 0, .high = 1e7,
     .unit_ns = NS_PER_S, .argument = "S", .is_of_harness = true,
     .help = "seconds to measure, over all servers; 0: until --events, or Ctrl-C"},
    {.name = "events", .type = OPTION_INT, FIELD(run.events), .fallback = "0", .low = 0, .high = 1e15, .argument = "N",
     .help = "measured events, over all servers; 0: until --time, or Ctrl-C"},
    {.name = "warmup-time", .type = OPTION_DURATION, FIELD(run.warmup_time_ns), .fallback = "0", .low = 0, .high = 1e7,
     .unit_ns = NS_PER_S, .argument = "S", .is_of_harness = true,
     .help = "seconds to run before measuring, over all servers"},
    {.name = "forced-shutdown", .type = OPTION_TEXT, FIELD(run.forced_shutdown), .fallback = "off", .argument = "S|P%",
     .help = "seconds after --time, or per cent of it, after which events in flight are left and the run fails; with slices, "
             "after the end of any; off: they are waited for"},
    {.name = "stall-timeout", .type = OPTION_DURATION, FIELD(run.stall_timeout_ns), .fallback = "300", .low = 0, .high = 1e7,
     .unit_ns = NS_PER_S, .argument = "S", .shapes = SHAPES_NOTHING,
     .help = "seconds without any answer, while statements wait for one, after which the run fails; 0: no limit"},
    /* At its end workers hand over their histograms, under a lock: of intervals of microseconds that would be all that they do. */
    {.name = "report-interval", .type = OPTION_DURATION, FIELD(report.report_interval_ns), .fallback = "0", .low = 0,
     .least = 0.01, .high = 1e7, .unit_ns = NS_PER_S, .argument = "S", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "seconds between lines of progress, at least 0.01; 0: none; prepare, create and load: 5 where it is not given"},
    {.name = "percentile", .type = OPTION_INT, FIELD(report.percentile), .fallback = "95", .low = 0, .high = 100,
     .argument = "P", .shapes = SHAPES_NOTHING, .help = "the percentile of sysbench's report; 0: none"},
    {.name = "percentiles", .type = OPTION_OTHER, FIELD(report.percentiles), .fallback = "50,75,90,95,99,99.9",
     .kind = &percentiles_kind, .argument = "P,P...", .shapes = SHAPES_NOTHING,
     .help = "more percentiles to print"},
    {.name = "histogram", .type = OPTION_BOOL, FIELD(report.histogram), .fallback = "off", .shapes = SHAPES_NOTHING,
     .help = "print the latency histogram in sysbench's report"},
    {.name = "output", .type = OPTION_CHOICE, FIELD(report.output), .fallback = "sysbench", .choices = output_choices,
     .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "the text that sysbench prints, the lines of PROTOCOL.md, or (script) the text that pgbench prints"},
    {.name = "workers", .type = OPTION_INT, FIELD(run.workers), .fallback = "0", .low = 0, .high = WORKER_COUNT_MAX,
     .argument = "N", .help = "threads of this program; 0: one for each CPU, at most one for each connection"},
    {.name = "placement", .type = OPTION_CHOICE, FIELD(run.placement), .fallback = "auto", .choices = placement_choices,
     .help = "CPUs on the server's own machine: pinned keeps each worker and the server's processes of its connections on "
             "one CPU, which repeats far better; free leaves them to the kernel; auto pins a closed loop whose connections "
             "fill all CPUs alike, where that is possible"},
    {.name = "max-tries", .type = OPTION_INT, FIELD(run.max_tries), .fallback = "10", .low = 1, .high = 1e6,
     .argument = "N", .help = "attempts of an event that meets a conflict or deadlock, before it counts as failed"},
    {.name = "on-error", .type = OPTION_CHOICE, FIELD(run.on_error), .fallback = "stop", .choices = on_error_choices,
     .shapes = SHAPES_NOTHING,
     .help = "effect of an SQL error that is not tried again: it ends the run, or fails its event and is counted; values: counted "
             "where other values may succeed (constraints, data exceptions, RAISE, timeouts)"},
    {.name = "thread-init-timeout", .type = OPTION_DURATION, FIELD(run.thread_init_timeout_ns), .fallback = "30",
     .low = 0.01, .high = 1e7, .unit_ns = NS_PER_S, .argument = "S",
     .help = "seconds in which all connections must be ready"},
    {.name = "verbosity", .type = OPTION_INT, FIELD(report.verbosity), .fallback = "3", .low = 0, .high = 5,
     .argument = "N", .shapes = SHAPES_NOTHING,
     .help = "amount of sysbench's report: 0 none, 2 its warnings, 3 all of it; 4 prints the effective options before it, "
             "too, on standard error"},
    {.name = "config-file", .type = OPTION_TEXT, FIELD(config_file), .argument = "FILE", .shapes = SHAPES_NOTHING,
     .is_of_harness = true, .help = "file with options, one on each line as NAME=VALUE, as if they were given here"},
};

static const struct option_row open_rows[] = {
    {.name = "rate", .type = OPTION_REAL, FIELD(run.rate_per_s), .fallback = "0", .low = 0, .high = 1e7,
     .argument = "N",
     .help = "events planned for each second, over all connections (and shards); latency counts from the planned start; 0: "
             "closed loop"},
    {.name = "stages", .type = OPTION_OTHER, FIELD(run.stages), .kind = &stages_kind, .argument = "LIST",
     .help = "instead of --rate, rates that change: \"100 for 10s, 500 in 20s\""},
    {.name = "queue-limit", .type = OPTION_INT, FIELD(run.queue_limit), .fallback = "0", .low = 0, .high = 1e12,
     .argument = "N",
     .help = "planned events that may wait with --rate; one more ends the run, as sysbench's queue does; 0: any number"},
    {.name = "arrivals", .type = OPTION_CHOICE, FIELD(run.arrivals), .fallback = "poisson", .choices = arrivals_choices,
     .help = "random gaps, as between independent users, or equal gaps"},
};

static const struct option_row log_rows[] = {
    {.name = "latency-limit", .type = OPTION_DURATION, FIELD(run.latency_limit_ns), .fallback = "0", .low = 0, .high = 1e7,
     .unit_ns = NS_PER_MS, .argument = "MS", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "milliseconds: slower events are counted, and with --rate those that would begin later are left out; 0: none"},
    {.name = "log", .type = OPTION_BOOL, FIELD(run.log.is_on), .fallback = "off", .shapes = SHAPES_NOTHING,
     .is_of_harness = true, .help = "write a line for each event to a file of each worker"},
    {.name = "log-prefix", .type = OPTION_TEXT, FIELD(run.log.prefix), .fallback = "pgbench_log", .argument = "PREFIX",
     .shapes = SHAPES_NOTHING, .is_of_harness = true, .help = "of these files: PREFIX.PID, PREFIX.PID.1, PREFIX.PID.2 ..."},
    {.name = "aggregate-interval", .type = OPTION_DURATION, FIELD(run.log.aggregate_interval_ns), .fallback = "0", .low = 0,
     .least = 1, .high = 1e7, .unit_ns = NS_PER_S, .argument = "S", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "seconds: a line for the events of each; 0: for each event"},
    {.name = "sampling-rate", .type = OPTION_REAL, FIELD(run.log.sampling_rate), .fallback = "1", .low = 1e-9, .high = 1,
     .argument = "R", .shapes = SHAPES_NOTHING, .is_of_harness = true, .help = "share of the events that have a line"},
    {.name = "failures-detailed", .type = OPTION_BOOL, FIELD(run.log.is_detailed), .fallback = "off",
     .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "in the log and in pgbench's text: serialization failures and deadlocks apart"},
};

static const struct option_row side_rows[] = {
    {.name = "against", .type = OPTION_TEXT, FIELD(connection.against), .privacy = PRIVACY_URL, .argument = "URL",
     .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "a second server, driven in turn with the first in short slices"},
    {.name = "slice", .type = OPTION_DURATION, FIELD(run.slice_ns), .fallback = "50", .low = 1, .high = 60000,
     .unit_ns = NS_PER_MS, .word = "auto", .argument = "MS", .is_of_harness = true,
     .help = "milliseconds of a slice; each pair of slices is up to a quarter shorter or longer; auto: 50, or as long as keeps "
             "98 % of the connections busy, as the warm-up shows"},
    {.name = "slice-lines", .type = OPTION_CHOICE, FIELD(report.slice_lines), .fallback = "auto",
     .choices = switch_auto_choices, .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "a line for each slice (ndjson); auto is on with --against"},
    {.name = "server-pid", .type = OPTION_INT, FIELD(run.server_pid), .fallback = "0", .low = 0, .high = 4194304,
     .argument = "PID", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "the server's first process on this machine: its CPU time is reported"},
    {.name = "against-server-pid", .type = OPTION_INT, FIELD(run.against_server_pid), .fallback = "0", .low = 0,
     .high = 4194304, .argument = "PID", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "the same for the server of --against"},
};

static const struct option_row shard_rows[] = {
    {.name = "shard", .type = OPTION_OTHER, FIELD(load.shard), .fallback = "1/1", .kind = &shard_kind,
     .argument = "I/N", .shapes = SHAPES_NOTHING,
     .help = "number I of this process among N: its part of --rate, of --events, and of the keys with "
             "--rand-type=uniform"},
    {.name = "start-at", .type = OPTION_REAL, FIELD(run.start_at), .fallback = "0", .low = 0, .high = 1e11,
     .argument = "UNIX", .shapes = SHAPES_NOTHING,
     .help = "common start of all processes in seconds since 1970, at most a day ahead; all connect before it; 0: at "
             "once"},
};

static const struct option_row connection_rows[] = {
    {.name = "pgsql-url", .type = OPTION_TEXT, FIELD(connection.pgsql_url), .privacy = PRIVACY_URL, .argument = "URL",
     .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "a libpq URI or connection string, instead of the options below (ps shows a password in it); without either, PGHOST, PGPORT, PGUSER, PGDATABASE "
             "and PGSERVICE count before the defaults"},
    {.name = "pgsql-host", .type = OPTION_TEXT, FIELD(connection.pgsql_host), .fallback = "localhost",
     .argument = "HOST", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "host name, address, or folder of a Unix socket; several with commas"},
    {.name = "pgsql-port", .type = OPTION_OTHER, FIELD(connection.pgsql_port), .fallback = "5432",
     .kind = &ports_kind, .argument = "PORT", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "port: one for all hosts, or one for each, with commas"},
    {.name = "pgsql-user", .type = OPTION_TEXT, FIELD(connection.pgsql_user), .fallback = "sbtest", .argument = "NAME",
     .shapes = SHAPES_NOTHING, .is_of_harness = true, .help = "user"},
    {.name = "pgsql-password", .type = OPTION_TEXT, FIELD(connection.pgsql_password), .fallback = "",
     .privacy = PRIVACY_SECRET, .argument = "TEXT", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "password; better in PGPASSWORD or ~/.pgpass, where ps cannot see it"},
    {.name = "pgsql-db", .type = OPTION_TEXT, FIELD(connection.pgsql_db), .fallback = "sbtest", .argument = "NAME",
     .shapes = SHAPES_NOTHING, .is_of_harness = true, .help = "database"},
    {.name = "pgsql-sslmode", .type = OPTION_TEXT, FIELD(connection.pgsql_sslmode), .choices = sslmode_choices,
     .argument = "MODE", .is_of_harness = true,
     .help = "disable, allow, prefer, require, verify-ca or verify-full; default: PGSSLMODE, or prefer"},
    {.name = "balance", .type = OPTION_CHOICE, FIELD(connection.balance), .fallback = "round-robin",
     .choices = balance_choices,
     .help = "how connections choose among several hosts: in turn, or by libpq (load_balance_hosts)"},
    {.name = "connect-rate", .type = OPTION_REAL, FIELD(run.connect_rate_per_s), .fallback = "0", .low = 0, .high = 1e6,
     .argument = "N",
     .help = "connections to open per second, for servers where that is expensive; 0: no limit"},
    {.name = "reconnect", .type = OPTION_INT, FIELD(run.reconnect), .fallback = "0", .low = 0, .high = 1e15,
     .argument = "N",
     .help = "events after which a connection is opened again, within the latency of the last of them; 0: never"},
    {.name = "reconnect-on-loss", .type = OPTION_BOOL, FIELD(run.reconnect_on_loss), .fallback = "off",
     .help = "open a lost connection again and count the time without it; off: a loss ends the run"},
    {.name = "prepare", .type = OPTION_CHOICE, FIELD(run.prepare), .fallback = "eager", .choices = prepare_choices,
     .help = "time of preparing statements: all of all tables before the run, or each when it is first used"},
    {.name = "pipeline", .type = OPTION_BOOL, FIELD(load.pipeline), .fallback = "off",
     .help = "send all statements of an event in one go, without waiting for answers: another workload"},
};

static const struct option_row database_rows[] = {
    {.name = "dialect", .type = OPTION_CHOICE, FIELD(load.dialect_number), .fallback = "postgres",
     .choices = dialect_names, .argument = "NAME", .shapes = SHAPES_DATA, .is_of_harness = true,
     .help = "database system: postgres, yugabytedb, cockroachdb or risingwave"},
    {.name = "compat", .type = OPTION_CHOICE, FIELD(compat), .fallback = "none", .choices = compat_names,
     .help = "program whose defaults apply to options that are not given"},
    {.name = "integer-type", .type = OPTION_CHOICE, FIELD(load.integer_type), .fallback = "auto",
     .choices = integer_choices, .help = "type of integer parameters; auto: the dialect's INTEGER"},
    {.name = "retry", .type = OPTION_TEXT, FIELD(load.retry), .argument = "LIST",
     .help = "SQLSTATEs after which an event is tried again, such as 40001,40P01; default: the dialect's"},
    {.name = "db-ps-mode", .type = OPTION_CHOICE, FIELD(load.ps_mode), .fallback = "auto", .choices = ps_mode_choices,
     .help = "prepared statements, or text with the values written in"},
};

static const struct option_row driver_rows[] = {
    {.name = "db-driver", .type = OPTION_TEXT, FIELD(connection.db_driver), .fallback = "pgsql",
     .choices = driver_choices, .argument = "pgsql", .shapes = SHAPES_NOTHING,
     .help = "accepted as sysbench has it; there is one driver"},
};

static const struct option_row prepare_rows[] = {
    {.name = "load-method", .type = OPTION_CHOICE, FIELD(load.load_method), .fallback = "auto",
     .choices = load_method_choices, .shapes = SHAPES_DATA,
     .help = "how prepare loads the rows; auto: the dialect's fastest way"},
    {.name = "skip-ddl", .type = OPTION_BOOL, FIELD(prepare.skip_ddl), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "prepare loads into existing empty tables, and makes no indexes"},
    {.name = "recreate", .type = OPTION_BOOL, FIELD(prepare.recreate), .fallback = "off", .shapes = SHAPES_NOTHING,
     .help = "prepare and create drop the tables first, so that they can be repeated"},
};

static const struct option_row random_rows[] = {
    {.name = "rand-type", .type = OPTION_CHOICE, FIELD(load.dist.kind), .fallback = "uniform",
     .choices = rand_type_choices, .shapes = SHAPES_DATA,
     .help = "how ids and k are drawn (sysbench 1.0's default was special)"},
    {.name = "rand-seed", .type = OPTION_INT, FIELD(load.rand_seed), .fallback = "0", .low = 0, .high = 9e15,
     .argument = "N", .shapes = SHAPES_NOTHING, .is_of_harness = true,
     .help = "same seed, same statements; 0: drawn, and printed"},
    {.name = "rand-spec-iter", .type = OPTION_INT32, FIELD(load.dist.iterations), .fallback = "12", .low = 1,
     .high = 1000, .argument = "N", .shapes = SHAPES_DATA, .help = "gaussian, special: numbers whose mean is taken"},
    {.name = "rand-spec-pct", .type = OPTION_REAL, FIELD(load.dist.special_pct), .fallback = "1", .low = 1e-6,
     .high = 100, .argument = "P", .shapes = SHAPES_DATA, .help = "special: per cent of the values that are hot"},
    {.name = "rand-spec-res", .type = OPTION_REAL, FIELD(load.dist.special_res), .fallback = "75", .low = 0,
     .high = 100, .argument = "P", .shapes = SHAPES_DATA, .help = "special: per cent of the draws that hit them"},
    {.name = "rand-pareto-h", .type = OPTION_REAL, FIELD(load.dist.pareto_h), .fallback = "0.2", .low = 0, .high = 1,
     .argument = "H", .shapes = SHAPES_DATA, .help = "pareto: the parameter h"},
    {.name = "rand-zipfian-exp", .type = OPTION_REAL, FIELD(load.dist.zipfian_exponent), .fallback = "0.8", .low = 0,
     .high = 100, .argument = "E", .shapes = SHAPES_DATA, .help = "zipfian: the exponent"},
};
/* clang-format on */

#define TITLE_CONNECTION "Where the database is"

static const struct option_group groups[] = {
    {"Duration, load and output", PLACE_PROGRAM, run_rows, ARRAY_LENGTH(run_rows)},
    {"Open loop: events start when they are planned, not when a connection is free", PLACE_PROGRAM, open_rows,
     ARRAY_LENGTH(open_rows)},
    {"A log of events, as pgbench writes it", PLACE_PROGRAM, log_rows, ARRAY_LENGTH(log_rows)},
    {"Two servers side by side", PLACE_PROGRAM, side_rows, ARRAY_LENGTH(side_rows)},
    {"Several machines (plumbline shard adds up what they measured)", PLACE_PROGRAM, shard_rows, ARRAY_LENGTH(shard_rows)},
    {TITLE_CONNECTION, PLACE_PROGRAM, connection_rows, ARRAY_LENGTH(connection_rows)},
    {"The database system and its protocol", PLACE_PROGRAM, database_rows, ARRAY_LENGTH(database_rows)},
    {TITLE_CONNECTION, PLACE_PROGRAM, driver_rows, ARRAY_LENGTH(driver_rows)},
    {OPTION_TITLE_TABLES, PLACE_PREPARE, prepare_rows, ARRAY_LENGTH(prepare_rows)},
    {"Random numbers", PLACE_RANDOM, random_rows, ARRAY_LENGTH(random_rows)},
};

const struct option_group *
program_option_group_at(size_t index)
{
    return index < ARRAY_LENGTH(groups) ? &groups[index] : NULL;
}
