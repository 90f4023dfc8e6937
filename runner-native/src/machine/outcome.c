#include "machine/outcome.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "machine/worker.h"

/* Share of an open loop's planned starts that may wait when the time is over: events are short, slices may be too. */
#define BACKLOG_SHARE 0.05

bool
outcome_init(struct outcome *out, const struct program *program, const struct target *targets, int target_count,
             const struct run_options *run)
{
    bool is_complete = true;

    *out = (struct outcome){.target_count = target_count,
                            .program = program,
                            .targets = targets,
                            .steal_share = -1,
                            .others_share = -1,
                            .load_average = -1};
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        struct block *const block = &out->blocks[t];
        block->server_cpu_ns = -1;
        block->server_memory_bytes = -1;
        block->tally = tally_create();
        block->attempt = hist_create();
        block->detail = detail_create(program, t < target_count ? targets[t].host_count : 1, run->rate_per_s > 0,
                                      run->stages.count);
        is_complete = is_complete && block->tally && block->attempt && block->detail;
    }
    return is_complete;
}

void
outcome_free(struct outcome *out)
{
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        tally_destroy(out->blocks[t].tally);
        hist_destroy(out->blocks[t].attempt);
        detail_destroy(out->blocks[t].detail);
    }
}

/* Connections to each target. */
static double
connection_count(const struct worker *workers, int worker_count)
{
    double count = 0;

    for (int i = 0; i < worker_count; i++)
        count += workers[i].loop.conn_count;
    return count;
}

static struct fairness
fairness_of(const struct worker *workers, int worker_count, int t)
{
    const double n = connection_count(workers, worker_count);
    double events = 0, events2 = 0, busy = 0, busy2 = 0;

    for (int i = 0; i < worker_count; i++) {
        for (int c = 0; c < workers[i].loop.conn_count; c++) {
            const struct conn *const conn = &workers[i].loop.conns[t][c];
            const double count = (double)conn->event_count, seconds = clock_seconds(conn->busy_ns);
            events += count;
            events2 += count * count;
            busy += seconds;
            busy2 += seconds * seconds;
        }
    }
    return (struct fairness){
        .events_mean = events / n,
        .events_sd = sqrt(fmax(0, events2 / n - (events / n) * (events / n))),
        .busy_s_mean = busy / n,
        .busy_s_sd = sqrt(fmax(0, busy2 / n - (busy / n) * (busy / n))),
    };
}

/* Latency as it would have been without retries. */
static void
fill_attempt(struct block *block)
{
    hist_merge(block->attempt, &block->tally->latency);
    hist_subtract(block->attempt, block->detail->retried);
    hist_merge(block->attempt, block->detail->last_attempt);
}

static void
fill_connections(struct block *block, const struct worker *workers, int worker_count, int t)
{
    for (int i = 0; i < worker_count; i++)
        for (int c = 0; c < workers[i].loop.conn_count; c++)
            block->host_connections[workers[i].loop.conns[t][c].host]++;
}

static void
fill_block(struct block *block, const struct worker *workers, int worker_count, int t)
{
    for (int i = 0; i < worker_count; i++) {
        tally_merge(block->tally, workers[i].loop.measured[t]);
        detail_merge(block->detail, workers[i].loop.details[t]);
        block->ended_events += workers[i].loop.ended_events[t];
        if (!block->server_version[0] && workers[i].server_version[t][0]) {
            memcpy(block->server_version, workers[i].server_version[t], sizeof block->server_version);
            block->server_version_num = workers[i].server_version_num[t];
        }
    }
    block->fairness = fairness_of(workers, worker_count, t);
    fill_attempt(block);
    fill_connections(block, workers, worker_count, t);
    if (block->slices.duration_ns > 0)
        block->in_flight_mean = block->fairness.busy_s_mean * connection_count(workers, worker_count) /
                                (clock_seconds(block->slices.duration_ns));
    block->is_sustained = block->slices.unstarted == 0 &&
                          (double)block->slices.backlog_end <= BACKLOG_SHARE * (double)block->slices.offered;
}

void
outcome_note_cut_off(struct outcome *out, const struct worker *workers, int worker_count)
{
    const int64_t now_ns = clock_now_ns();

    for (int t = 0; t < out->target_count; t++) {
        int64_t least_ns = INT64_MAX;
        for (int i = 0; i < worker_count; i++) {
            const int64_t cut_off_ns = worker_cut_off_ns(&workers[i], t, now_ns);
            least_ns = cut_off_ns < least_ns ? cut_off_ns : least_ns;
        }
        out->blocks[t].cut_off_ns = least_ns;
    }
}

enum err
outcome_fail_cut_off(const struct outcome *out, int64_t connection_count, struct diag *d)
{
    for (int t = 0; t < out->target_count && d->code == ERR_OK; t++) {
        if (out->blocks[t].cut_off_ns == 0)
            continue;
        fail(d, ERR_TARGET,
             "server %d (%s:%s) was down when the run ended: all of its %" PRId64
             " connections were lost, and for %s s none could be opened again",
             t, out->targets[t].host, out->targets[t].port, connection_count,
             plain_number(clock_seconds(out->blocks[t].cut_off_ns), 3).text);
        fail_hint(d, "look into its log; the time without it is in the throughput");
        fail_at(d, t, "08001"); /* sqlclient_unable_to_establish_sqlconnection */
    }
    return d->code;
}

/* A shard's part of few planned starts may be none. */
static bool
may_be_empty(const struct outcome *out, int t)
{
    return out->blocks[t].tally->failed_events == 0 && out->program->options->shard.count > 1;
}

enum err
outcome_fail_empty(const struct outcome *out, struct diag *d)
{
    char sqlstates[SQLSTATES_TEXT_SIZE];

    for (int t = 0; t < out->target_count && d->code == ERR_OK; t++) {
        const struct tally *const tally = out->blocks[t].tally;
        if (tally->events > 0 || may_be_empty(out, t))
            continue;
        sqlstates_write(&tally->sqlstates, sqlstates);
        if (tally->failed_events > 0)
            fail(d, ERR_WORKLOAD, "none of %" PRId64 " events on server %d succeeded: %s", tally->failed_events, t, sqlstates);
        else
            fail(d, ERR_WORKLOAD, "no event was begun on server %d, so that nothing was measured", t);
        fail_hint(d, tally->failed_events > 0 ? "run one by hand, with psql, and look into the server's log"
                                              : "give it a longer --time, a higher --rate or more --events");
        fail_at(d, t, sqlstates_most(&tally->sqlstates));
        d->is_of_all_events = tally->failed_events > 0;
    }
    return d->code;
}

/* Placement of the workers and the servers' processes, in the words of PROTOCOL.md. */
static const char *
placement_of(const struct worker *workers, int worker_count)
{
    int pinned_count = 0;

    for (int i = 0; i < worker_count; i++) {
        const struct placement *const p = &workers[i].loop.env.placement;
        if (p->missed_count > 0)
            return "mixed";
        pinned_count += p->cpu >= 0;
    }
    return pinned_count == worker_count && pinned_count > 0 ? "pinned" : "free";
}

void
outcome_add_up(struct outcome *out, const struct worker *workers, int worker_count, const struct slice_totals *totals)
{
    out->worker_count = worker_count;
    out->placement = placement_of(workers, worker_count);
    for (int t = 0; t < out->target_count; t++) {
        out->blocks[t].slices = totals[t];
        fill_block(&out->blocks[t], workers, worker_count, t);
    }
    for (int i = 0; i < worker_count; i++) {
        const struct accounting *const a = &workers[i].loop.accounting;
        out->accounting.started += a->started;
        out->accounting.done += a->done;
        out->accounting.failed += a->failed;
        out->accounting.abandoned += a->abandoned;
    }
    assert(out->accounting.started == out->accounting.done + out->accounting.failed + out->accounting.abandoned);
}
