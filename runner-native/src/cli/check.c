#include "cli/command_line.h"

#include <ctype.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/workload.h"

#define START_AT_AHEAD_S_MAX 86400.0

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

/* A start that has passed would be measured by this machine alone; one far away is a slip, such as milliseconds. */
static enum err
check_start_at(const struct options *o, struct diag *d)
{
    const double ahead_s = o->run.start_at - clock_seconds(clock_wall_ns());

    if (o->command != COMMAND_RUN || o->run.start_at == 0)
        return ERR_OK;
    if (ahead_s < 0)
        fail(d, ERR_USAGE, "--start-at=%.15g was %s s ago", o->run.start_at, plain_number(-ahead_s, 3).text);
    else if (ahead_s > START_AT_AHEAD_S_MAX)
        fail(d, ERR_USAGE, "--start-at=%.15g is %s days from now, at most 1 can be waited", o->run.start_at,
             plain_number(ahead_s / 86400, 3).text);
    if (d->code != ERR_OK)
        fail_hint(d, "give all machines one moment that they can be connected by: --start-at=$(date -d '+30 seconds' +%%s), "
                     "worked out once");
    return d->code;
}

static enum err
check_texts(const struct options *o, struct diag *d)
{
    if (!run_options_has_forced_shutdown(&o->run)) {
        fail(d, ERR_USAGE, "--forced-shutdown=%s: must be off, seconds (or with a unit: 500ms, 2s, 5m), or per cent of --time",
             o->run.forced_shutdown);
        fail_hint(d, "for example --forced-shutdown=30 or --forced-shutdown=10%%");
    } else if (o->load.retry[0] && !is_sqlstate_list(o->load.retry)) {
        fail(d, ERR_USAGE, "--retry=%s: must be SQLSTATEs with commas between them", o->load.retry);
        fail_hint(d, "for example --retry=40001,40P01");
    }
    return d->code;
}

/* Options of prepare that its parts may not have. */
static enum err
check_prepare(const struct options *o, struct diag *d)
{
    if ((o->command == COMMAND_CREATE || o->command == COMMAND_LOAD) && o->prepare.skip_ddl) {
        fail(d, ERR_USAGE, "--skip-ddl is for prepare: %s %s", command_name(o->command),
             o->command == COMMAND_CREATE ? "would do nothing" : "does not make the tables anyway");
        fail_hint(d, "leave it out, or give it to prepare");
    } else if (o->command == COMMAND_LOAD && o->prepare.recreate) {
        fail(d, ERR_USAGE, "--recreate is for prepare and create: load does not make the tables");
        fail_hint(d, "run `create` with --recreate, then `load` without it");
    } else if (o->command == COMMAND_PREPARE && o->prepare.recreate && o->prepare.skip_ddl) {
        fail(d, ERR_USAGE, "--recreate drops the tables that --skip-ddl is to fill");
        fail_hint(d, "leave one of them out");
    }
    return d->code;
}

/* A pipeline sends statements without waiting for their answers, so that each must be prepared before the run. */
static enum err
check_pipeline(const struct options *o, struct diag *d)
{
    const bool is_lazy = o->run.prepare == PREPARE_LAZY;

    if (o->load.pipeline && (o->load.ps_mode == PS_MODE_DISABLE || is_lazy)) {
        fail(d, ERR_USAGE, "--pipeline=on sends statements that are prepared already: it does not go with --%s",
             is_lazy ? "prepare=lazy" : "db-ps-mode=disable");
        fail_hint(d, "leave one of them out");
    }
    return d->code;
}

/* Options that only pgbench's text reports would do nothing elsewhere, and that text has one report for one server. */
static enum err
check_pgbench(const struct options *o, struct diag *d)
{
    const bool is_pgbench = o->report.output == OUTPUT_PGBENCH;

    if (is_pgbench && strcmp(o->load.workload->name, "script") != 0) {
        fail(d, ERR_USAGE, "--output=pgbench is the report of scripts: %s has none", o->load.workload->name);
        fail_hint(d, "--output=ndjson or sysbench");
    } else if (is_pgbench && connection_target_count(&o->connection) > 1) {
        fail(d, ERR_USAGE, "--output=pgbench reports on one server, and --against names a second");
        fail_hint(d, "--output=ndjson has a block for each");
    } else if (!is_pgbench && o->run.latency_limit_ns > 0) {
        fail(d, ERR_USAGE, "--latency-limit is told in --output=pgbench alone");
        fail_hint(d, "the percentiles say how many were slower: --percentiles=50,95,99,99.9");
    } else if (o->run.log.is_on && (o->command != COMMAND_RUN || connection_target_count(&o->connection) > 1)) {
        fail(d, ERR_USAGE, "--log is that of one run on one server");
        fail_hint(d, "leave --log or --against out");
    }
    return d->code;
}

/* The search is for the limit of one server, seen from one machine. */
static enum err
check_capacity(const struct options *o, struct diag *d)
{
    if (o->command != COMMAND_CAPACITY)
        return ERR_OK;
    if (!o->load.workload->family->capacity) {
        fail(d, ERR_USAGE, "capacity is of workloads that have limits: %s has none", o->load.workload->name);
        fail_hint(d, "tpcc has; of others, raise --rate until a run says that it was not sustained");
    } else if (connection_target_count(&o->connection) > 1) {
        fail(d, ERR_USAGE, "capacity is that of one server: leave --against out");
    } else if (o->load.shard.count > 1) {
        fail(d, ERR_USAGE, "capacity searches from one machine: leave --shard out");
        fail_hint(d, "of several machines, give all of them one --active-warehouses or --rate after the other");
    } else if (o->run.stages.count > 0) {
        fail(d, ERR_USAGE, "capacity is one load: leave --stages out");
    } else if (o->run.time_ns == 0) {
        fail(d, ERR_USAGE, "capacity needs a --time for each of its runs");
    }
    return d->code;
}

/* Shards share a run; the tables are made once, unless each has its own. */
static enum err
check_shard(const struct options *o, struct diag *d)
{
    const bool connects = o->command != COMMAND_SQL && o->command != COMMAND_DESCRIBE;

    if (o->load.shard.count > 1 && connects && o->command != COMMAND_RUN && !o->load.workload->is_table_per_connection) {
        fail(d, ERR_USAGE, "--shard is for run: %s is done once, for all shards", command_name(o->command));
        fail_hint(d, "leave --shard out");
    }
    return d->code;
}

static enum err
check_random(const struct workload_options *o, struct diag *d)
{
    const char *const fault = dist_options_fault(&o->dist);

    if (fault) {
        fail(d, ERR_USAGE, "%s", fault);
        fail_hint(d, "`plumbline-load --help` has the defaults of the --rand options");
    }
    return d->code;
}

/* Options that a database cannot do, whatever the family. */
static enum err
check_dialect(const struct workload_options *o, struct diag *d)
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
    if (dialect->no_write_transactions && workload_writes_in_transaction(o)) {
        fail(d, ERR_USAGE, "%s needs transactions that write, which %s does not have: %s", o->workload->name, dialect->title,
             dialect->no_write_transactions);
        fail_hint(d, "--skip-trx=on sends the same statements without BEGIN and COMMIT");
    }
    return d->code;
}

enum err
options_check(const struct options *o, struct diag *d)
{
    const struct family *const family = o->load.workload->family;

    if (check_pipeline(o, d) != ERR_OK || check_shard(o, d) != ERR_OK || check_random(&o->load, d) != ERR_OK ||
        check_prepare(o, d) != ERR_OK || check_texts(o, d) != ERR_OK || check_start_at(o, d) != ERR_OK ||
        check_capacity(o, d) != ERR_OK || check_pgbench(o, d) != ERR_OK)
        return d->code;
    if (family->check && family->check(&o->load, d) != ERR_OK)
        return d->code;
    return check_dialect(&o->load, d);
}
