#include "cli/options.h"

#include "math/schedule.h"
#include "math/share.h"

const char *const command_names[COMMAND_COUNT + 1] = {
    [COMMAND_PREPARE] = "prepare", [COMMAND_CREATE] = "create",     [COMMAND_LOAD] = "load",
    [COMMAND_RUN] = "run",         [COMMAND_CAPACITY] = "capacity", [COMMAND_CLEANUP] = "cleanup",
    [COMMAND_CHECK] = "check",     [COMMAND_SQL] = "sql",           [COMMAND_DESCRIBE] = "describe",
};

static const char *const command_summaries[COMMAND_COUNT] = {
    [COMMAND_PREPARE] = "create the tables, load them, build the indexes, VACUUM ANALYZE, CHECKPOINT",
    [COMMAND_CREATE] = "the first part of prepare: the tables, and what --index-timing puts before the rows",
    [COMMAND_LOAD] = "the second part of prepare: the rows and all that follows them",
    [COMMAND_RUN] = "drive the workload and report",
    [COMMAND_CAPACITY] = "search for the largest load that keeps its limits, run by run (tpcc)",
    [COMMAND_CLEANUP] = "drop the tables",
    [COMMAND_CHECK] = "check that the tables are there with all their rows",
    [COMMAND_SQL] = "print every statement that would be sent; connects to nothing",
    [COMMAND_DESCRIBE] = "print the workload as JSON; without one: all workloads, options and dialects",
};

const char *
command_name(enum command command)
{
    return command_names[command];
}

const char *
command_summary(enum command command)
{
    return command_summaries[command];
}

int64_t
options_slice_ns(const struct options *o)
{
    const bool is_sliced = o->connection.against || o->report.slice_lines == SWITCH_ON;

    if (!is_sliced)
        return 0;
    return o->run.slice_ns > 0 ? o->run.slice_ns : SLICE_AUTO;
}

int64_t
options_events(const struct options *o, int target, int first_conn, int conn_count)
{
    if (o->run.events == 0)
        return INT64_MAX;
    const int64_t of_shard = share_of(o->run.events, o->load.shard.index, 1, o->load.shard.count);
    const int64_t of_target = share_of(of_shard, target, 1, connection_target_count(&o->connection));
    return share_of(of_target, first_conn, conn_count, o->load.threads);
}
