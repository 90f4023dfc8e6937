#include "engine.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "clock.h"
#include "host.h"
#include "server_cpu.h"

enum {
    FDS_OF_WORKER = 2, /* Its epoll file, and the eventfd that wakes it. */
    FDS_BESIDE = 64,   /* Whatever else is open, this program's and its caller's. */
    SLICE_RECORDS_UNBOUNDED = 1 << 20, /* For runs without a time limit; untouched pages cost nothing. */
};

#define CLIENT_BOUND_SHARE 0.85

/* Of the planned starts of an open loop, as much may be waiting when the time is over: events are short, slices may be too. */
#define BACKLOG_SHARE 0.05
#define LATENESS_NS_LIMIT (1 * NS_PER_MS) /* Of the 99th percentile. */
#define LITTLE_ERROR 0.1
#define START_LATE_NS_LIMIT (100 * NS_PER_MS)

struct engine {
    const struct options *options;
    const struct target *targets;
    struct report *report;
    struct program program;
    struct conductor conductor;
    struct monitor monitor;
    struct worker *workers;
    int worker_count;   /* Initialised. */
    int started_count;  /* With a thread. */
    int news_fd;        /* Written at each change of phase. */
    int64_t start_at_ns; /* --start-at on the monotonic clock; 0: at once. */
    struct monitor_sample sample;
    /* Written by the conductor's hook, under its lock. */
    struct host_reading host_before, host_after;
    struct server_cpu server_cpu[TARGET_COUNT_MAX];
    bool has_server_cpu[TARGET_COUNT_MAX];
    bool is_measured;
    int64_t phase_began_ns[PHASE_OVER + 1];
    struct diag hook_diag;
    /* The main thread's. */
    enum phase told_phase;
    int signal_count;
    bool is_cut_off; /* By --forced-shutdown. */
    struct outcome outcome;
};

/* Before the run. */

/* One thread could drive all connections at the least cost. But a server on the same machine wants to be woken on every CPU:
 * the kernel likes to run who is woken where the waker runs, so that one thread gathers all backends on its own CPU when the
 * others are not idle, and pays an interrupt for each when they are. */
static int
worker_count_for(const struct options *o)
{
    int64_t count = o->workers > 0 ? o->workers : host_cpu_count();

    count = count < o->threads ? count : o->threads;
    return count < WORKER_COUNT_MAX ? (int)count : WORKER_COUNT_MAX;
}

static enum err
raise_fd_limit(int64_t connection_count, int worker_count, struct diag *d)
{
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)connection_count + (rlim_t)worker_count * FDS_OF_WORKER + FDS_BESIDE;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return ERR_OK; /* connect() will tell. */
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= wanted)
        return ERR_OK;
    fail(d, ERR_INTERNAL, "%" PRId64 " connections need %" PRIu64 " open files, the limit is %" PRIu64, connection_count,
         (uint64_t)wanted, (uint64_t)limit.rlim_cur);
    fail_hint(d, "ulimit -n %" PRIu64 " (as root; or in limits.conf), or lower --threads", (uint64_t)wanted);
    return d->code;
}

static int64_t
slice_length_ns(const struct options *o)
{
    const bool is_sliced = o->against || o->slice_lines == SWITCH_ON;

    return is_sliced ? o->slice_ns : 0;
}

static size_t
slice_capacity(const struct options *o)
{
    const int64_t slice_ns = slice_length_ns(o);

    if (slice_ns == 0)
        return 4;
    if (o->time_ns == 0)
        return SLICE_RECORDS_UNBOUNDED;
    return (size_t)(o->time_ns / (slice_ns * 3 / 4)) + 8;
}

/* Part `index` of `count` nearly equal parts of `total`. */
static int64_t
part_of(int64_t total, int64_t index, int64_t count)
{
    const __int128 wide = total;

    return (int64_t)(wide * (index + 1) / count) - (int64_t)(wide * index / count);
}

/* What worker `index` may begin on target `t`: --events over shards and targets, then by the share of the connections. */
static int64_t
events_of(const struct options *o, int t, int first_conn, int conn_count)
{
    if (o->events == 0)
        return INT64_MAX;
    const int64_t of_shard = part_of(o->events, o->shard.index, o->shard.count);
    const int64_t of_target = part_of(of_shard, t, options_target_count(o));
    const __int128 wide = of_target;
    return (int64_t)(wide * (first_conn + conn_count) / o->threads) - (int64_t)(wide * first_conn / o->threads);
}

/* Worked out once, before anything takes time: a wall clock that is set while the run goes changes nothing. */
static int64_t
start_at_ns(const struct options *o)
{
    return o->start_at > 0 ? clock_now_ns() + (int64_t)(o->start_at * (double)NS_PER_S) - clock_wall_ns() : 0;
}

static enum err connected(void *ctx, struct diag *d);
static void phase_began(void *ctx, enum phase phase);

static enum err
prepare_workers(struct engine *e, struct diag *d)
{
    const struct options *const o = e->options;
    const int count = worker_count_for(o);
    int first_conn = 0;

    e->workers = calloc((size_t)count, sizeof *e->workers);
    if (!e->workers)
        return fail(d, ERR_INTERNAL, "out of memory for %d workers", count);
    for (int i = 0; i < count; i++) {
        struct worker_setup setup = {
            .index = i,
            .worker_count = count,
            .options = o,
            .program = &e->program,
            .targets = e->targets,
            .conductor = &e->conductor,
            .monitor = &e->monitor,
            .first_conn = first_conn,
            .conn_count = (int)part_of(o->threads, i, count),
            .start_at_ns = e->start_at_ns,
        };
        for (int t = 0; t < TARGET_COUNT_MAX; t++)
            setup.events[t] = events_of(o, t, first_conn, setup.conn_count);
        first_conn += setup.conn_count;
        e->worker_count++;
        if (worker_init(&e->workers[i], &setup, d) != ERR_OK)
            return d->code;
    }
    assert(first_conn == o->threads);
    return ERR_OK;
}

static enum err
prepare(struct engine *e, struct diag *d)
{
    const struct options *const o = e->options;
    const struct conductor_hooks hooks = {.connected = connected, .phase_began = phase_began, .ctx = e};
    const int worker_count = worker_count_for(o);
    struct schedule schedule;

    if (raise_fd_limit(o->threads * options_target_count(o), worker_count, d) != ERR_OK)
        return d->code;
    if (program_init(&e->program, o, d) != ERR_OK)
        return d->code;
    schedule_init(&schedule, options_target_count(o), slice_length_ns(o), o->warmup_time_ns, o->time_ns,
                  (uint64_t)o->rand_seed);
    if (conductor_init(&e->conductor, worker_count, &schedule, slice_capacity(o), hooks, d) != ERR_OK ||
        monitor_init(&e->monitor, worker_count, o->report_interval_ns, d) != ERR_OK)
        return d->code;
    e->news_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (e->news_fd < 0)
        return fail(d, ERR_INTERNAL, "no file descriptor for the progress: %s", strerror(errno));
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        e->sample.tallies[t] = tally_create();
        struct block *const block = &e->outcome.blocks[t];
        block->tally = tally_create();
        block->attempt = hist_create();
        block->detail = detail_create(&e->program, t < options_target_count(o) ? e->targets[t].host_count : 1,
                                      o->rate_per_s > 0, o->pipeline);
        if (!e->sample.tallies[t] || !block->tally || !block->attempt || !block->detail)
            return fail(d, ERR_INTERNAL, "out of memory for the results");
    }
    return prepare_workers(e, d);
}

/* Between the phases. */

static int64_t
server_pid(const struct options *o, int t)
{
    return t == 0 ? o->server_pid : o->against_server_pid;
}

static void
measure_begins(struct engine *e)
{
    e->is_measured = true;
    monitor_reset(&e->monitor);
    for (int t = 0; t < options_target_count(e->options); t++) {
        const int64_t pid = server_pid(e->options, t);
        struct diag d = DIAG_NONE;
        if (pid == 0)
            continue;
        e->has_server_cpu[t] = server_cpu_start(&e->server_cpu[t], pid, &d) == ERR_OK;
        if (!e->has_server_cpu[t] && e->hook_diag.code == ERR_OK)
            e->hook_diag = d;
    }
    host_read(&e->host_before);
}

static void
measure_ends(struct engine *e)
{
    host_read(&e->host_after);
    for (int t = 0; t < options_target_count(e->options); t++) {
        struct block *const block = &e->outcome.blocks[t];
        struct diag d = DIAG_NONE;
        block->server_cpu_ns = -1;
        if (e->has_server_cpu[t] && server_cpu_stop(&e->server_cpu[t], &block->server_cpu_ns, &d) == ERR_OK)
            block->server_cpu_source = server_cpu_source(&e->server_cpu[t]);
        else
            block->server_cpu_ns = -1;
        if (d.code != ERR_OK && e->hook_diag.code == ERR_OK)
            e->hook_diag = d;
    }
}

/* Can all of the servers' processes be pinned? Some alone would favour their server. */
static enum err
check_placement(const struct engine *e, struct diag *d)
{
    for (int i = 0; i < e->worker_count; i++) {
        const struct worker *const w = &e->workers[i];
        for (int t = 0; t < w->target_count; t++) {
            for (int c = 0; c < w->conn_count; c++) {
                if (placement_check(&w->env.placement, w->conns[t][c].pg, d) == ERR_OK)
                    continue;
                fail_at(d, t, NULL);
                return d->code;
            }
        }
    }
    return ERR_OK;
}

/* Shards of one machine do not meet on its first CPUs. */
static void
pin(const struct engine *e, struct worker *w)
{
    placement_pin(&w->env.placement, (int)e->options->shard.index * e->worker_count + w->index, w->thread);
    for (int t = 0; t < w->target_count; t++)
        for (int c = 0; c < w->conn_count; c++)
            placement_take_along(&w->env.placement, w->conns[t][c].pg);
}

/* The conductor's hook: all workers wait. */
static enum err
connected(void *ctx, struct diag *d)
{
    struct engine *const e = ctx;
    struct diag why = DIAG_NONE;

    if (!placement_is_wanted(e->options, e->worker_count))
        return ERR_OK;
    if (check_placement(e, &why) == ERR_OK) {
        for (int i = 0; i < e->worker_count; i++)
            pin(e, &e->workers[i]);
        return ERR_OK;
    }
    if (e->options->placement != PLACEMENT_PINNED)
        return ERR_OK;
    fail_hint(&why, "run it on the server's machine, as root or the server's user, with the same CPUs; or --placement=free");
    *d = why;
    return d->code;
}

/* The conductor's hook: one worker is here, the others wait. */
static void
phase_began(void *ctx, enum phase phase)
{
    struct engine *const e = ctx;
    const uint64_t one = 1;

    e->phase_began_ns[phase] = clock_now_ns();
    if (phase == PHASE_MEASURE)
        measure_begins(e);
    if (phase == PHASE_OVER && e->is_measured)
        measure_ends(e);
    const ssize_t written = write(e->news_fd, &one, sizeof one);
    (void)written; /* A full counter is readable as well. */
}

/* While the workers run. */

static int64_t
phase_total_ns(const struct engine *e, enum phase phase)
{
    switch (phase) {
    case PHASE_WARMUP: return e->options->warmup_time_ns;
    case PHASE_MEASURE: return e->options->time_ns;
    case PHASE_CONNECT:
    case PHASE_OVER: return 0;
    }
    return 0;
}

static enum phase
current_phase(struct engine *e, int64_t *began_ns)
{
    pthread_mutex_lock(&e->conductor.lock);
    const enum phase phase = e->conductor.phase;
    *began_ns = e->phase_began_ns[phase];
    pthread_mutex_unlock(&e->conductor.lock);
    return phase;
}

static void
drain_counter(int fd)
{
    uint64_t count;
    const ssize_t got = read(fd, &count, sizeof count);

    (void)got;
}

static void
heed_signal(struct engine *e, int signal_fd)
{
    struct signalfd_siginfo info;

    if (read(signal_fd, &info, sizeof info) != (ssize_t)sizeof info)
        return;
    e->signal_count++;
    e->outcome.is_interrupted = true;
    /* The first lets the events in flight end, the second does not wait. */
    conductor_stop(&e->conductor, e->signal_count == 1 ? STOP_DRAIN : STOP_NOW);
}

static void
tell_phase(struct engine *e)
{
    int64_t began_ns;
    const enum phase phase = current_phase(e, &began_ns);

    if (phase == e->told_phase || phase == PHASE_OVER)
        return;
    e->told_phase = phase;
    e->report->ops->phase_began(e->report, phase, phase_total_ns(e, phase));
}

static void
tell_interval(struct engine *e)
{
    int64_t began_ns;
    const enum phase phase = current_phase(e, &began_ns);

    monitor_take(&e->monitor, &e->sample);
    if (phase == e->told_phase)
        e->report->ops->interval(e->report, phase, clock_now_ns() - began_ns, phase_total_ns(e, phase), &e->sample);
}

/* --forced-shutdown: milliseconds until the run is cut off, for poll(); -1: never. It counts from the end of the slice that
 * runs: every slice waits for its last events, so that all together last longer than --time though nothing hangs. */
static int
shutdown_in_ms(struct engine *e)
{
    const int64_t after_ns = options_forced_shutdown_ns(e->options);

    if (after_ns < 0 || e->is_cut_off)
        return -1;
    pthread_mutex_lock(&e->conductor.lock);
    const bool is_measuring = e->conductor.phase == PHASE_MEASURE;
    const struct slice_plan plan = e->conductor.plan;
    pthread_mutex_unlock(&e->conductor.lock);
    if (!is_measuring)
        return -1;
    const int64_t left_ns = plan.start_ns + plan.duration_ns + after_ns - clock_now_ns();
    return left_ns <= 0 ? 0 : (int)((left_ns < 3600 * NS_PER_S ? left_ns : 3600 * NS_PER_S) / NS_PER_MS) + 1;
}

static void
cut_off(struct engine *e)
{
    struct diag d = DIAG_NONE;

    e->is_cut_off = true;
    fail(&d, ERR_TARGET, "events were still in flight %.3g s after %s, and were left there",
         (double)options_forced_shutdown_ns(e->options) / (double)NS_PER_S,
         slice_length_ns(e->options) > 0 ? "the end of their slice" : "--time");
    fail_hint(&d, "does the server hang? look at pg_stat_activity, or raise --forced-shutdown=%s", e->options->forced_shutdown);
    conductor_fail(&e->conductor, &d);
    conductor_stop(&e->conductor, STOP_NOW);
}

/* Until the conductor has ended the run. */
static void
follow_workers(struct engine *e, int signal_fd)
{
    struct pollfd fds[] = {
        {.fd = e->news_fd, .events = POLLIN},
        {.fd = e->monitor.event_fd, .events = POLLIN},
        {.fd = signal_fd, .events = POLLIN},
    };

    for (;;) {
        int64_t began_ns;
        if (current_phase(e, &began_ns) == PHASE_OVER)
            return;
        const int ready = poll(fds, ARRAY_LENGTH(fds), shutdown_in_ms(e));
        if (ready == 0 && shutdown_in_ms(e) == 0)
            cut_off(e);
        if (ready <= 0)
            continue;
        if (fds[0].revents) {
            drain_counter(e->news_fd);
            tell_phase(e);
        }
        if (fds[1].revents) {
            drain_counter(e->monitor.event_fd);
            tell_interval(e);
        }
        if (fds[2].revents)
            heed_signal(e, signal_fd);
        if (e->report->has_failed) { /* Nobody reads any more. */
            e->outcome.is_interrupted = true;
            conductor_stop(&e->conductor, STOP_DRAIN);
        }
    }
}

static enum err
start_workers(struct engine *e, struct diag *d)
{
    for (int i = 0; i < e->worker_count; i++) {
        const int failed = pthread_create(&e->workers[i].thread, NULL, worker_main, &e->workers[i]);
        if (failed) {
            fail(d, ERR_INTERNAL, "worker %d of %d cannot be started: %s", i + 1, e->worker_count, strerror(failed));
            fail_hint(d, "lower --workers, or raise the limit of processes: ulimit -u");
            return d->code;
        }
        e->started_count++;
    }
    return ERR_OK;
}

/* After the run. */

static struct fairness
fairness_of(const struct engine *e, int t)
{
    const double n = (double)e->options->threads;
    double events = 0, events2 = 0, busy = 0, busy2 = 0;

    for (int i = 0; i < e->worker_count; i++) {
        for (int c = 0; c < e->workers[i].conn_count; c++) {
            const struct conn *const conn = &e->workers[i].conns[t][c];
            const double count = (double)conn->event_count, seconds = (double)conn->busy_ns / (double)NS_PER_S;
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
fill_connections(struct engine *e, int t)
{
    for (int i = 0; i < e->worker_count; i++)
        for (int c = 0; c < e->workers[i].conn_count; c++)
            e->outcome.blocks[t].host_connections[e->workers[i].conns[t][c].host]++;
}

static void
add_slice(struct block *block, const struct slice_record *slice)
{
    block->slice_count++;
    block->duration_ns += slice->end_ns - slice->start_ns;
    block->offered += slice->offered;
    block->offered_ns += slice->offered_ns;
    block->backlog_end += slice->backlog_end;
    block->unstarted += slice->unstarted;
    if (slice->backlog_max > block->backlog_max)
        block->backlog_max = slice->backlog_max;
}

static void
fill_block(struct engine *e, int t)
{
    struct block *const block = &e->outcome.blocks[t];

    for (int i = 0; i < e->worker_count; i++) {
        tally_merge(block->tally, e->workers[i].measured[t]);
        detail_merge(block->detail, e->workers[i].details[t]);
        if (!block->server_version[0] && e->workers[i].server_version[t][0]) {
            memcpy(block->server_version, e->workers[i].server_version[t], sizeof block->server_version);
            block->server_version_num = e->workers[i].server_version_num[t];
        }
    }
    for (size_t s = 0; s < e->conductor.record_count; s++) {
        if (e->conductor.records[s].target == t)
            add_slice(block, &e->conductor.records[s]);
    }
    block->fairness = fairness_of(e, t);
    fill_attempt(block);
    fill_connections(e, t);
    if (block->duration_ns > 0)
        block->in_flight_mean = block->fairness.busy_s_mean * (double)e->options->threads /
                                ((double)block->duration_ns / (double)NS_PER_S);
    block->is_sustained = block->unstarted == 0 && (double)block->backlog_end <= BACKLOG_SHARE * (double)block->offered;
}

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

static void
warn_about_open_loop(struct engine *e, int t)
{
    struct outcome *const out = &e->outcome;
    const struct block *const block = &out->blocks[t];
    const int64_t lateness_ns = hist_percentile_ns(block->detail->lateness, 99);

    if (!block->is_sustained)
        warn(out, "not-sustained", "lower --rate: beyond what a server sustains, latency grows with the length of the run",
             "server %d did not keep up with --rate: %" PRId64 " of %" PRId64
             " planned events were waiting when the time was over, %" PRId64 " were never begun",
             t, block->backlog_end, block->offered, block->unstarted);
    if (lateness_ns > LATENESS_NS_LIMIT)
        warn(out, "generator-late", "give it more --workers or CPUs of its own",
             "plumbline-load itself began events late, the 99th percentile is %.1f ms: it is part of the latency",
             (double)lateness_ns / (double)NS_PER_MS);
}

/* In a closed loop each connection is busy all the time, so that throughput times mean latency is their number. */
static void
warn_about_little(struct engine *e, int t)
{
    const struct block *const block = &e->outcome.blocks[t];
    const double threads = (double)e->options->threads;

    if (block->duration_ns < NS_PER_S || block->tally->downtime_ns > 0 ||
        fabs(block->in_flight_mean / threads - 1) < LITTLE_ERROR)
        return;
    warn(&e->outcome, "connections-idle", "longer slices (--slice) or a longer --time leave less waiting at their ends",
         "server %d had %.1f events under way on average with %.0f connections: throughput is lower than it could be", t,
         block->in_flight_mean, threads);
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
warn_about_answers(struct engine *e, int t, const struct tally *tally)
{
    const int64_t missing = attempts_with(&tally->sqlstates, FAULT_MISSING);
    const int64_t wrong = attempts_with(&tally->sqlstates, FAULT_WRONG);

    if (missing > 0)
        warn(&e->outcome, "rows-missing", "give run the options of prepare; if they are, the server has lost rows",
             "%" PRId64 " reads on server %d did not find rows that must be there; they count as failed events", missing, t);
    if (wrong > 0)
        warn(&e->outcome, "values-wrong", "give run the options of prepare; if they are, the server has changed values",
             "%" PRId64 " reads on server %d gave other values than were written; they count as failed events", wrong, t);
}

static void
warn_about_block(struct engine *e, int t)
{
    const struct tally *const tally = e->outcome.blocks[t].tally;

    warn_about_answers(e, t, tally);
    if (e->options->rate_per_s > 0)
        warn_about_open_loop(e, t);
    else
        warn_about_little(e, t);
    if (tally->downtime_ns > 0)
        warn(&e->outcome, "connections-lost", "look into the server's log; the numbers are those of fewer connections",
             "connections to server %d were lost, together for %.3g s", t, (double)tally->downtime_ns / (double)NS_PER_S);
}

/* What other machines measured from --start-at on, this one did not. */
static void
warn_about_start(struct engine *e)
{
    const enum phase first = e->options->warmup_time_ns > 0 ? PHASE_WARMUP : PHASE_MEASURE;
    const int64_t late_ns = e->phase_began_ns[first] - e->start_at_ns;

    if (e->options->start_at > 0 && e->is_measured && late_ns > START_LATE_NS_LIMIT)
        warn(&e->outcome, "started-late", "give all machines a later --start-at: they must be connected by then",
             "the connections were ready %.3g s after --start-at, when other machines had begun",
             (double)late_ns / (double)NS_PER_S);
}

/* Where the workers and the servers' processes were, in the words of PROTOCOL.md. */
static const char *
placement_of(const struct engine *e)
{
    int pinned_count = 0;

    for (int i = 0; i < e->worker_count; i++) {
        const struct placement *const p = &e->workers[i].env.placement;
        if (p->missed_count > 0)
            return "mixed";
        pinned_count += p->cpu >= 0;
    }
    return pinned_count == e->worker_count && pinned_count > 0 ? "pinned" : "free";
}

static void
add_warnings(struct engine *e)
{
    struct outcome *const out = &e->outcome;

    warn_about_start(e);
    for (int t = 0; t < out->target_count && out->is_measured && !out->is_interrupted; t++)
        warn_about_block(e, t);

    if (workload_drift(e->options))
        warn(out, "not-stationary", "compare only runs of equal length on fresh tables, or use the variant named above",
             "the tables are not what they were: %s", workload_drift(e->options));
    if (out->cpu_share > CLIENT_BOUND_SHARE)
        warn(out, "client-bound", "give it more --workers or CPUs; the server could have done more than this says",
             "plumbline-load itself used %.0f %% of the CPU time that its %" PRId64 " workers could get",
             out->cpu_share * 100, out->worker_count);
    if (e->hook_diag.code != ERR_OK)
        warn(out, "server-cpu-unknown", "give the id of the server's first process: head -1 DATADIR/postmaster.pid",
             "%s", e->hook_diag.text);
    if (strcmp(out->placement, "mixed") == 0)
        warn(out, "placement-mixed", "measure again, or with --placement=free",
             "not every process of the servers could be kept on the CPU of its worker");
    if (e->conductor.lost_record_count > 0)
        warn(out, "slices-lost", "set --time, or a longer --slice",
             "%" PRId64 " slices have no record of their own and are missing in the duration",
             e->conductor.lost_record_count);
}

static void
fill_outcome(struct engine *e)
{
    struct outcome *const out = &e->outcome;

    out->target_count = options_target_count(e->options);
    out->program = &e->program;
    out->targets = e->targets;
    out->is_measured = e->is_measured;
    out->slices = e->conductor.records;
    out->slice_count = e->conductor.record_count;
    out->worker_count = e->worker_count;
    out->placement = placement_of(e);
    for (int t = 0; t < out->target_count; t++)
        fill_block(e, t);
    for (int i = 0; i < e->worker_count; i++) {
        const struct accounting *const a = &e->workers[i].accounting;
        out->accounting.started += a->started;
        out->accounting.done += a->done;
        out->accounting.failed += a->failed;
        out->accounting.abandoned += a->abandoned;
    }
    assert(out->accounting.started == out->accounting.done + out->accounting.failed + out->accounting.abandoned);
    if (e->is_measured) {
        const double measured_ns = (double)(e->host_after.at_ns - e->host_before.at_ns);
        const int usable_cpus = e->worker_count < host_cpu_count() ? e->worker_count : host_cpu_count();
        out->user_cpu_ns = e->host_after.user_cpu_ns - e->host_before.user_cpu_ns;
        out->system_cpu_ns = e->host_after.system_cpu_ns - e->host_before.system_cpu_ns;
        out->cpu_share = measured_ns > 0 ? (double)(out->user_cpu_ns + out->system_cpu_ns) /
                                               (measured_ns * usable_cpus)
                                         : 0;
        out->steal_share = host_steal_share(&e->host_before, &e->host_after);
    }
    out->load_average = host_load_average();
    out->cpu_count = host_cpu_count();
    out->max_rss_bytes = host_max_rss_bytes();
    add_warnings(e);
}

static void
tell_retried(struct engine *e)
{
    for (int t = 0; t < e->outcome.target_count; t++) {
        const struct sqlstates *const states = &e->outcome.blocks[t].tally->sqlstates;
        for (int i = 0; i < states->count; i++)
            if (strcmp(states->entry[i].sqlstate, e->conductor.diag.sqlstate) != 0)
                e->report->ops->retried(e->report, t, states->entry[i].sqlstate, states->entry[i].attempts);
    }
}

enum err
engine_run(struct engine **engine, const struct options *o, const struct target *targets, struct report *report,
           int signal_fd, const struct outcome **out, struct diag *d)
{
    struct engine *const e = calloc(1, sizeof *e);

    *engine = e;
    *out = NULL;
    if (!e)
        return fail(d, ERR_INTERNAL, "out of memory");
    *e = (struct engine){.options = o, .targets = targets, .report = report, .news_fd = -1, .hook_diag = DIAG_NONE,
                         .told_phase = PHASE_OVER, .outcome = {.steal_share = -1, .load_average = -1}};
    for (int t = 0; t < TARGET_COUNT_MAX; t++)
        e->outcome.blocks[t].server_cpu_ns = -1;
    e->start_at_ns = start_at_ns(o);
    if (prepare(e, d) != ERR_OK)
        return d->code;
    e->phase_began_ns[PHASE_CONNECT] = clock_now_ns();
    tell_phase(e);
    if (start_workers(e, d) != ERR_OK) {
        if (e->started_count == 0)
            return d->code;
        conductor_fail(&e->conductor, d);
        conductor_withdraw(&e->conductor, e->worker_count - e->started_count);
    }
    follow_workers(e, signal_fd);
    for (int i = 0; i < e->started_count; i++)
        pthread_join(e->workers[i].thread, NULL);
    fill_outcome(e);
    *out = &e->outcome;
    if (e->conductor.diag.code != ERR_OK)
        *d = e->conductor.diag;
    else if (e->outcome.is_interrupted)
        fail(d, ERR_INTERRUPTED, report->has_failed ? "nobody reads the output" : "interrupted");
    tell_retried(e);
    return d->code;
}

void
engine_free(struct engine *e)
{
    if (!e)
        return;
    for (int i = 0; i < e->worker_count; i++)
        worker_free(&e->workers[i]);
    free(e->workers);
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        tally_destroy(e->sample.tallies[t]);
        tally_destroy(e->outcome.blocks[t].tally);
        hist_destroy(e->outcome.blocks[t].attempt);
        detail_destroy(e->outcome.blocks[t].detail);
        server_cpu_free(&e->server_cpu[t]);
    }
    if (e->news_fd >= 0)
        close(e->news_fd);
    monitor_free(&e->monitor);
    conductor_free(&e->conductor);
    program_free(&e->program);
    free(e);
}
