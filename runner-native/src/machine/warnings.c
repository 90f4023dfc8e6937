#include "machine/outcome.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/workload.h"

#define CLIENT_BOUND_SHARE 0.85
#define LATE_SHARE 0.1 /* Share of a percentile: by as much a change of the server shows as less than it is. */
#define FAILED_SHARE 0.1
#define REST_SHARE 0.05
#define OTHERS_SHARE 0.2 /* Share of a CPU that is more than a server's own background work takes. */
/* A difference between two servers' shares of reads that find nothing counts if it is larger than both. So many standard errors are chance
 * once in millions of runs; less than the share is work that no other measurement would notice. */
#define MISS_SHARE 0.01
#define MISS_SIGMAS 5
#define START_LATE_NS_LIMIT (100 * NS_PER_MS)

__attribute__((format(printf, 4, 5))) static void
warn(struct outcome *out, const char *code, const char *remedy, const char *format, ...)
{
    va_list arguments;

    if (out->warning_count == WARNING_COUNT_MAX)
        return;
    struct warning *const w = &out->warnings[out->warning_count++];
    w->code = code;
    snprintf(w->remedy, sizeof w->remedy, "%s", remedy);
    va_start(arguments, format);
    vsnprintf(w->message, sizeof w->message, format, arguments);
    va_end(arguments);
}

/* How much of the percentile of latency `rank` is this program's own, from 0 to 1. */
static double
late_share(const struct block *block, double rank)
{
    const double all_ns = (double)hist_percentile_ns(&block->tally->latency, rank);
    const double punctual_ns = (double)hist_percentile_ns(block->detail->punctual, rank);

    return all_ns > 0 ? 1 - punctual_ns / all_ns : 0;
}

static void
warn_about_lateness(struct outcome *out, const struct block *block)
{
    const double of_p50 = late_share(block, 50), of_p99 = late_share(block, 99);

    if (of_p50 > LATE_SHARE || of_p99 > LATE_SHARE)
        warn(
            out, "generator-late", "give it more --workers or CPUs of its own",
            "plumbline-load itself began events late: that is %.0f %% of the median latency and %.0f %% of the 99th percentile, "
            "and a change of the server shows as less than it is",
            of_p50 * 100, of_p99 * 100);
}

static void
warn_about_open_loop(struct outcome *out, const struct warning_facts *facts, int t)
{
    const struct block *const block = &out->blocks[t];
    const bool is_staged = facts->options->run.stages.count > 0;

    if (!block->is_sustained)
        warn(out, "not-sustained",
             is_staged ? "lower the rates of --stages: beyond what a server sustains, latency grows with the length of the run"
                       : "lower --rate: beyond what a server sustains, latency grows with the length of the run",
             "server %d did not keep up with %s: %" PRId64 " of %" PRId64
             " planned events were waiting when the time was over, %" PRId64 " were never begun",
             t, is_staged ? "--stages" : "--rate", block->slices.backlog_end, block->slices.offered, block->slices.unstarted);
    warn_about_lateness(out, block);
}

/* Connections that rest at the ends of slices are load that was asked for and did not come. */
static void
warn_about_rests(struct outcome *out, const struct warning_facts *facts, int t)
{
    const struct slice_totals *const slices = &out->blocks[t].slices;
    const double all_ns = (double)facts->options->load.threads * (double)slices->duration_ns;

    if (slices->duration_ns < NS_PER_S || (double)slices->rest_ns <= REST_SHARE * all_ns)
        return;
    warn(out, "connections-idle", "longer slices (--slice=auto), or a longer --time, leave less waiting at their ends",
         "the connections of server %d rested %.0f %% of the time, at the ends of slices: the load was less than was asked for",
         t, (double)slices->rest_ns / all_ns * 100);
}

/* An arm that fails is often faster than one that works. */
static void
warn_about_failures(struct outcome *out, int t, const struct tally *tally)
{
    const int64_t ended = tally->events + tally->failed_events;
    char sqlstates[SQLSTATES_TEXT_SIZE];

    if (tally->failed_events == 0 || (double)tally->failed_events < FAILED_SHARE * (double)ended)
        return;
    sqlstates_write(&tally->sqlstates, sqlstates);
    warn(out, "events-failed",
         "look the SQLSTATEs up, and into the server's log; the figures are those of the events that succeeded",
         "%" PRId64 " of %" PRId64 " events on server %d failed: %s", tally->failed_events, ended, t, sqlstates);
}

static int64_t
attempts_with(const struct sqlstates *sqlstates, const char *sqlstate)
{
    for (int i = 0; i < sqlstates->count; i++)
        if (strcmp(sqlstates->entry[i].sqlstate, sqlstate) == 0)
            return sqlstates->entry[i].attempts;
    return 0;
}

/* A database that loses rows is not a fast one. */
static void
warn_about_answers(struct outcome *out, int t, const struct tally *tally)
{
    const int64_t missing = attempts_with(&tally->sqlstates, FAULT_MISSING);
    const int64_t wrong = attempts_with(&tally->sqlstates, FAULT_WRONG);

    if (missing > 0)
        warn(out, "rows-missing", "give run the options of prepare; if they are, the server has lost rows",
             "%" PRId64 " reads on server %d did not find rows that must be there; they count as failed events", missing, t);
    if (wrong > 0)
        warn(out, "values-wrong", "give run the options of prepare; if they are, the server has changed values",
             "%" PRId64 " reads on server %d gave other values than were written; they count as failed events", wrong, t);
}

/* How often a kind of statement was executed. Of those whose misses are faults only the others are in its count. */
static int64_t
executions(const struct part *part)
{
    return part->count > part->misses ? part->count : part->misses;
}

static bool
is_any_deleted(const struct program *p)
{
    for (int i = 0; i < p->statement_count; i++)
        if (p->statements[i].statement->deletes)
            return true;
    return false;
}

/* A read may miss no row where rows are there to stay, and prepare has made those that are asked for. */
static void
warn_about_missing_rows(struct outcome *out, int t)
{
    const struct program *const p = out->program;

    for (int i = 0; i < p->statement_count && !is_any_deleted(p); i++) {
        const struct part *const part = &out->blocks[t].detail->statements[i];
        if (!p->statements[i].statement->finds_row || part->misses == 0)
            continue;
        warn(out, "rows-missing", "give run the options of prepare, and all servers one --table-size",
             "%" PRId64 " of %" PRId64 " executions of %s on server %d found no row, though none is ever deleted", part->misses,
             executions(part), p->statements[i].statement->name, t);
        return;
    }
}

/* Is it more than chance, and enough to matter? By the test of two proportions. */
static bool
do_shares_differ(const struct part *a, const struct part *b)
{
    const double n_a = (double)executions(a), n_b = (double)executions(b);

    if (n_a == 0 || n_b == 0)
        return false;
    const double share = (double)(a->misses + b->misses) / (n_a + n_b);
    const double difference = fabs((double)a->misses / n_a - (double)b->misses / n_b);
    return difference > MISS_SHARE && difference > MISS_SIGMAS * sqrt(share * (1 - share) * (1 / n_a + 1 / n_b));
}

/* A read that finds nothing is cheap: servers with different rows do different work. What a write finds, and what a read finds in tables
 * that change, depends on who was faster. */
static void
warn_about_different_misses(struct outcome *out)
{
    const struct program *const p = out->program;

    if (out->target_count < 2 || program_drift(p))
        return;
    for (int i = 0; i < p->statement_count; i++) {
        const struct part *const first = &out->blocks[0].detail->statements[i];
        const struct part *const second = &out->blocks[1].detail->statements[i];
        if (p->statements[i].statement->is_write || !do_shares_differ(first, second))
            continue;
        warn(out, "misses-differ", "prepare both servers with the same options: they do not hold the same rows",
             "%.64s found no row in %s %% of its executions on server 0 and in %s %% on server 1: they did different work",
             p->statements[i].statement->name, plain_number((double)first->misses * 100 / (double)executions(first), 2).text,
             plain_number((double)second->misses * 100 / (double)executions(second), 2).text);
        return;
    }
}

static void
warn_about_block(struct outcome *out, const struct warning_facts *facts, int t)
{
    const struct tally *const tally = out->blocks[t].tally;

    warn_about_failures(out, t, tally);
    warn_about_answers(out, t, tally);
    warn_about_missing_rows(out, t);
    if (facts->options->run.rate_per_s > 0)
        warn_about_open_loop(out, facts, t);
    else
        warn_about_rests(out, facts, t);
    if (tally->downtime_ns > 0)
        warn(out, "connections-lost", "look into the server's log; the numbers are those of fewer connections",
             "connections to server %d were lost, together for %s s", t,
             plain_number(clock_seconds(tally->downtime_ns), 3).text);
}

/* Other machines have measured from --start-at on, and this one has not. */
static void
warn_about_start(struct outcome *out, const struct warning_facts *facts)
{
    if (facts->started_late_ns > START_LATE_NS_LIMIT)
        warn(out, "started-late", "give all machines a later --start-at: they must be connected by then",
             "the connections were ready %s s after --start-at, when other machines had begun",
             plain_number(clock_seconds(facts->started_late_ns), 3).text);
}

void
warnings_add(struct outcome *out, const struct warning_facts *facts)
{
    warn_about_start(out, facts);
    for (int t = 0; t < out->target_count && out->is_measured && !out->is_interrupted; t++)
        warn_about_block(out, facts, t);
    if (out->is_measured && !out->is_interrupted)
        warn_about_different_misses(out);

    if (facts->options->load.text_reason)
        warn(out, "sent-as-text", "compare only with runs of --db-ps-mode=disable, or connect to a server that keeps them",
             "statements went as text by the simple protocol, for prepared ones are not kept: %.150s",
             facts->options->load.text_reason);
    if (program_drift(out->program))
        warn(out, "not-stationary", "compare only runs of equal length on fresh tables",
             "the tables are not what they were: %s", program_drift(out->program));
    if (out->cpu_share > CLIENT_BOUND_SHARE)
        warn(out, "client-bound", "give it more --workers or CPUs; the server could have done more than this says",
             "plumbline-load itself used %.0f %% of the CPU time that its %" PRId64 " worker%s could get", out->cpu_share * 100,
             out->worker_count, out->worker_count == 1 ? "" : "s");
    if (quota_is_short(&out->quota))
        warn(out, "throttled", "give the container or pod more CPUs (its limit, cpu.max), or use fewer connections",
             "a CPU quota of %s held plumbline-load up in %" PRId64 " of %" PRId64
             " periods: latencies and throughput are those of the quota",
             plain_number(out->quota.cpus, 3).text, out->quota.throttled_count, out->quota.period_count);
    if (facts->server_cpu->code != ERR_OK)
        warn(out, "server-cpu-unknown", "give the id of the server's first process: head -1 DATADIR/postmaster.pid", "%s",
             facts->server_cpu->text);
    if (strcmp(out->placement, "mixed") == 0)
        warn(out, "placement-mixed", "measure again, or with --placement=free",
             "not every process of the servers could be kept on the CPU of its worker");
    if (out->others_share > OTHERS_SHARE)
        warn(
            out, "cpu-shared", "stop what else runs on this machine, or let the kernel step aside for it: --placement=free",
            "other processes took %.0f %% of CPU %d, to which a worker and its server processes are pinned: they waited for it",
            out->others_share * 100, out->others_cpu);
    if (facts->lost_record_count > 0)
        warn(out, "slices-lost", "set a shorter --time, or a longer --slice",
             "the last %" PRId64 " slices have no lines of their own; the totals hold them", facts->lost_record_count);
}
