#include "machine/engine.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/workload.h"
#include "machine/ending.h"
#include "machine/host.h"
#include "machine/pooler.h"
#include "machine/progress.h"
#include "machine/questions.h"
#include "machine/resources.h"
#include "machine/outcome.h"
#include "machine/worker.h"
#include "math/share.h"

enum {
    FDS_OF_WORKER = 3, /* Its epoll file, the eventfd that wakes it, and its log. */
    FDS_BESIDE = 64,   /* Whatever else is open, this program's and its caller's. */
    SLICE_RECORDS_MAX = 1 << 20, /* About 100 MB, and a line each. */
};

struct engine {
    const struct options *options;
    const struct target *targets;
    struct program program;
    struct conductor conductor;
    struct start_queue starts; /* Starts of an open loop. */
    struct monitor monitor;
    struct worker *workers;
    int worker_count;   /* Initialised. */
    int started_count;  /* Workers with a thread. */
    int news_fd;        /* Written at each change of phase. */
    int64_t start_at_ns; /* --start-at on the monotonic clock; 0: at once. */
    /* Written by the conductor's hook, under its lock. */
    struct resources resources;
    bool is_measured;
    int64_t phase_began_ns[PHASE_OVER + 1];
    /* The main thread's. */
    struct progress progress;
    struct ending ending;
    bool is_left; /* A worker goes on after the run. */
    bool is_cut_off; /* True if --forced-shutdown has cut it off. */
    struct outcome outcome;
};

/* Before the run. */

/* Allows files for all sockets, and what else is open. */
static enum err
allow_files(int64_t connection_count, int worker_count, struct diag *d)
{
    int64_t limit;
    const int64_t wanted = connection_count + (int64_t)worker_count * FDS_OF_WORKER + FDS_BESIDE;

    if (host_allow_files(wanted, &limit))
        return ERR_OK;
    fail(d, ERR_INTERNAL, "%" PRId64 " connections need %" PRId64 " open files, the limit is %" PRId64, connection_count,
         wanted, limit);
    fail_hint(d, "ulimit -n %" PRId64 " (as root; or in limits.conf), or lower --threads", wanted);
    return d->code;
}

/* Worked out once, before anything takes time: a wall clock that is set while the run goes changes nothing. */
static int64_t
start_at_ns(const struct options *o)
{
    return o->run.start_at > 0 ? (int64_t)(o->run.start_at * (double)NS_PER_S) - clock_wall_ahead_ns() : 0;
}

static enum err connected(void *ctx, struct diag *d);
static void phase_began(void *ctx, enum phase phase);
static void slice_ended(void *ctx, const struct slice_record *slice);

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
            .options = o,
            .program = &e->program,
            .targets = e->targets,
            .conductor = &e->conductor,
            .monitor = &e->monitor,
            .first_conn = first_conn,
            .conn_count = (int)share_of(o->load.threads, i, 1, count),
            .start_at_ns = e->start_at_ns,
        };
        for (int t = 0; t < TARGET_COUNT_MAX; t++)
            setup.events[t] = options_events(o, t, first_conn, setup.conn_count);
        first_conn += setup.conn_count;
        e->worker_count++;
        if (worker_init(&e->workers[i], &setup, d) != ERR_OK)
            return d->code;
    }
    assert(first_conn == o->load.threads);
    return ERR_OK;
}

static enum err
prepare(struct engine *e, struct diag *d)
{
    const struct options *const o = e->options;
    const struct conductor_hooks hooks = {
        .connected = connected, .phase_began = phase_began, .slice_ended = slice_ended, .ctx = e};
    const int worker_count = worker_count_for(o), target_count = connection_target_count(&o->connection);
    struct schedule schedule;

    if (allow_files(o->load.threads * target_count, worker_count, d) != ERR_OK)
        return d->code;
    const sigset_t before = ending_let_signals(); /* How long scripts take to read, their author decides. */
    workload_program(&e->program, &o->load, d);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (d->code != ERR_OK)
        return d->code;
    schedule_init(&schedule, target_count, options_slice_ns(o), o->run.warmup_time_ns, o->run.time_ns,
                  (uint64_t)o->load.rand_seed);
    if (conductor_init(&e->conductor, worker_count, &schedule, SLICE_RECORDS_MAX, hooks, d) != ERR_OK ||
        monitor_init(&e->monitor, worker_count, o->report.report_interval_ns, d) != ERR_OK)
        return d->code;
    if (e->start_at_ns != 0)
        conductor_keep_step(&e->conductor, e->start_at_ns);
    e->news_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (e->news_fd < 0)
        return fail(d, ERR_INTERNAL, "no file descriptor for the progress: %s", strerror(errno));
    const bool is_complete = outcome_init(&e->outcome, &e->program, e->targets, target_count, &o->run);
    if (!is_complete)
        return fail(d, ERR_INTERNAL, "out of memory for the results");
    if (o->run.rate_per_s > 0) {
        if (start_queue_init_for(&e->starts, o, d) != ERR_OK)
            return d->code;
        conductor_pace(&e->conductor, &e->starts);
    }
    return prepare_workers(e, d);
}

/* Between the phases. */

static void
measure_begins(struct engine *e)
{
    e->is_measured = true;
    monitor_reset(&e->monitor);
    resources_begin(&e->resources, e->options, e->workers, e->worker_count, &e->outcome);
}

/* The conductor's hook: all workers wait. */
static void
slice_ended(void *ctx, const struct slice_record *slice)
{
    struct engine *const e = ctx;

    resources_lap(&e->resources, slice, &e->outcome);
}

static bool
suspects_pooler(const struct engine *e, int target)
{
    for (int i = 0; i < e->worker_count; i++)
        if (worker_suspects_pooler(&e->workers[i], target))
            return true;
    return false;
}

static bool
is_stopping(void *context)
{
    return conductor_stopping(context) != STOP_NOT;
}

static enum err
check_poolers(struct engine *e, struct diag *d)
{
    const struct interrupt interrupt = {.is_wanted = is_stopping, .context = &e->conductor};
    const int64_t took_ns = clock_now_ns() - e->phase_began_ns[PHASE_CONNECT];

    if (!workload_may_send_text(&e->options->load) || !program_prepares(&e->program))
        return ERR_OK;
    for (int t = 0; t < e->outcome.target_count && d->code == ERR_OK; t++)
        if (suspects_pooler(e, t))
            pooler_check(&e->targets[t], took_ns, &interrupt, d);
    return d->code;
}

/* The conductor's hook: all workers wait. */
static enum err
connected(void *ctx, struct diag *d)
{
    struct engine *const e = ctx;
    struct diag why = DIAG_NONE;

    if (check_poolers(e, d) != ERR_OK)
        return d->code;
    if (!placement_is_wanted(e->options, e->worker_count))
        return ERR_OK;
    for (int i = 0; i < e->worker_count && why.code == ERR_OK; i++) /* Some alone would favour their server. */
        worker_check_placement(&e->workers[i], &why);
    if (why.code == ERR_OK) {
        for (int i = 0; i < e->worker_count; i++) /* Shards of one machine do not meet on its first CPUs. */
            worker_pin(&e->workers[i], (int)e->options->load.shard.index * e->worker_count + i);
        return ERR_OK;
    }
    if (e->options->run.placement != PLACEMENT_PINNED)
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
    if (phase == PHASE_OVER && e->is_measured) {
        outcome_note_cut_off(&e->outcome, e->workers, e->worker_count);
        resources_end(&e->resources, e->workers, &e->outcome);
    }
    const ssize_t written = write(e->news_fd, &one, sizeof one);
    (void)written; /* A full counter is readable as well. */
}

/* While the workers run. */

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
interrupt(struct engine *e, enum stop stop)
{
    if (stop == STOP_NOT)
        return;
    e->outcome.is_interrupted = true;
    conductor_stop(&e->conductor, stop);
    ending_begin(&e->ending, SIGTERM);
}

/* How long was measured. The last events of an open loop may be over before --time is, and nothing waits for that. */
static int64_t
measured_ns(const struct engine *e)
{
    const struct run_options *const o = &e->options->run;
    const int64_t lasted_ns = e->phase_began_ns[PHASE_OVER] - e->phase_began_ns[PHASE_MEASURE];
    const bool is_whole = o->rate_per_s > 0 && o->events == 0 && !e->outcome.is_interrupted && e->conductor.diag.code == ERR_OK;

    return is_whole && lasted_ns < o->time_ns ? o->time_ns : lasted_ns;
}

/* --forced-shutdown: when the run is cut off; INT64_MAX: not at all. It counts from the end of the slice that runs: every slice waits for
 * its last events, so that all together last longer than --time though nothing hangs. */
static int64_t
shutdown_at_ns(const struct engine *e, int64_t planned_ns)
{
    const int64_t after_ns = run_options_forced_shutdown_ns(&e->options->run);

    return after_ns < 0 || e->is_cut_off || planned_ns == INT64_MAX ? INT64_MAX : planned_ns + after_ns;
}

static void
cut_off(struct engine *e)
{
    struct diag d = DIAG_NONE;

    e->is_cut_off = true;
    d.is_late = true;
    fail(&d, ERR_TARGET, "events were still in flight %s s after %s, and were left there",
         plain_number(clock_seconds(run_options_forced_shutdown_ns(&e->options->run)), 3).text,
         options_slice_ns(e->options) != 0 ? "the end of their slice" : "--time");
    fail_hint(&d, "does the server hang? look at pg_stat_activity, or raise --forced-shutdown=%s",
              e->options->run.forced_shutdown);
    conductor_fail(&e->conductor, &d);
    conductor_stop(&e->conductor, STOP_NOW);
    ending_hurry(&e->ending);
}

/* Does what is due, whether or not the workers have anything to tell. Returns whether those that have not ended are to be left. */
static bool
check_end(struct engine *e, bool is_silent)
{
    const int64_t planned_ns = conductor_planned_end_ns(&e->conductor), shutdown_ns = shutdown_at_ns(e, planned_ns);

    if (conductor_stopping(&e->conductor) != STOP_NOT)
        ending_begin(&e->ending, SIGTERM);
    if (is_silent && clock_now_ns() >= shutdown_ns)
        cut_off(e);
    return ending_check(&e->ending, planned_ns, shutdown_ns);
}

/* Has the reader of the output gone? */
static bool
is_unheard(const struct engine *e)
{
    return e->progress.observer.ops->is_gone(e->progress.observer.context);
}

/* Follows them until the conductor has ended the run. Returns false if some are to be left, which wait for what cannot be interrupted. */
static bool
follow_workers(struct engine *e, int signal_fd)
{
    struct pollfd fds[] = {
        {.fd = e->news_fd, .events = POLLIN},
        {.fd = e->monitor.event_fd, .events = POLLIN},
        {.fd = signal_fd, .events = POLLIN},
        {.fd = STDOUT_FILENO}, /* Shows that nothing reads it any more, which the observer knows how to tell. */
    };
    int64_t began_ns;
    eventfd_t count;

    while (current_phase(e, &began_ns) != PHASE_OVER) {
        const int64_t planned_ns = conductor_planned_end_ns(&e->conductor);
        const int ready = poll(fds, ARRAY_LENGTH(fds), ending_wait_ms(&e->ending, planned_ns, shutdown_at_ns(e, planned_ns)));
        if (check_end(e, ready == 0))
            return current_phase(e, &began_ns) == PHASE_OVER;
        if (ready <= 0)
            continue;
        if (fds[0].revents) {
            eventfd_read(e->news_fd, &count);
            const enum phase phase = current_phase(e, &began_ns);
            progress_phase(&e->progress, phase, began_ns);
        }
        if (fds[1].revents) {
            eventfd_read(e->monitor.event_fd, &count);
            const enum phase phase = current_phase(e, &began_ns);
            progress_interval(&e->progress, phase, clock_now_ns() - began_ns);
        }
        if (fds[2].revents)
            interrupt(e, ending_read_signal(&e->ending, signal_fd));
        fds[3].fd = fds[3].revents ? -1 : fds[3].fd; /* Once: it would go on waking poll(). */
        if (is_unheard(e))
            interrupt(e, STOP_DRAIN);
    }
    return true;
}

/* Ends a run of which a worker goes on. Nothing is freed, and nothing reported: the worker may still write its results. */
static enum err
leave_workers(struct engine *e, struct diag *d)
{
    e->is_left = true;
    pthread_mutex_lock(&e->conductor.lock);
    *d = e->conductor.diag;
    pthread_mutex_unlock(&e->conductor.lock);
    if (d->code == ERR_OK) {
        fail(d, ERR_INTERRUPTED, "interrupted; a worker did not end, and what was measured is lost");
        fail_hint(d,
                  "does the name server answer? it is waited for when a connection is opened again: give the address itself");
    }
    return d->code;
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

static enum phase
first_phase(const struct engine *e)
{
    return e->options->run.warmup_time_ns > 0 ? PHASE_WARMUP : PHASE_MEASURE;
}

/* How long after --start-at the first event could begin. */
static int64_t
started_late_ns(const struct engine *e)
{
    return e->options->run.start_at > 0 && e->is_measured ? e->phase_began_ns[first_phase(e)] - e->start_at_ns : 0;
}

static void
fill_outcome(struct engine *e)
{
    struct outcome *const out = &e->outcome;
    const struct warning_facts facts = {.options = e->options,
                                        .started_late_ns = started_late_ns(e),
                                        .server_cpu = &e->resources.diag,
                                        .lost_record_count = e->conductor.lost_record_count};

    out->is_measured = e->is_measured;
    out->connect_ns = e->phase_began_ns[first_phase(e)] - e->phase_began_ns[PHASE_CONNECT];
    out->slices = e->conductor.records;
    out->slice_count = e->conductor.record_count;
    outcome_add_up(out, e->workers, e->worker_count, e->conductor.totals);
    out->load_average = host_load_average();
    out->cpu_count = host_cpu_count();
    out->max_rss_bytes = host_max_rss_bytes();
    warnings_add(out, &facts);
}

static void
tell_retried(struct engine *e)
{
    for (int t = 0; t < e->outcome.target_count; t++) {
        const struct sqlstates *const states = &e->outcome.blocks[t].tally->sqlstates;
        for (int i = 0; i < states->count; i++)
            if (strcmp(states->entry[i].sqlstate, e->conductor.diag.sqlstate) != 0 &&
                strcmp(states->entry[i].sqlstate, SQLSTATE_NONE) != 0) /* It has ended the run. */
                e->progress.observer.ops->retried(e->progress.observer.context, t, states->entry[i].sqlstate,
                                                  states->entry[i].attempts);
    }
}

enum err
engine_run(struct engine **engine, const struct options *o, const struct target *targets, struct observer observer,
           int signal_fd, const struct outcome **out, struct diag *d)
{
    struct engine *const e = calloc(1, sizeof *e);

    *engine = e;
    *out = NULL;
    if (!e)
        return fail(d, ERR_INTERNAL, "out of memory");
    *e = (struct engine){.options = o, .targets = targets, .news_fd = -1, .resources = {.diag = DIAG_NONE}};
    e->start_at_ns = start_at_ns(o);
    if (progress_init(&e->progress, o, observer, &e->monitor, d) != ERR_OK || prepare(e, d) != ERR_OK ||
        questions_ask(&e->program, targets, e->outcome.target_count, signal_fd, d) != ERR_OK)
        return d->code;
    ending_init(&e->ending, observer, e->program.children);
    e->phase_began_ns[PHASE_CONNECT] = clock_now_ns();
    progress_phase(&e->progress, PHASE_CONNECT, e->phase_began_ns[PHASE_CONNECT]);
    if (start_workers(e, d) != ERR_OK) {
        if (e->started_count == 0)
            return d->code;
        conductor_fail(&e->conductor, d);
        conductor_withdraw(&e->conductor, e->worker_count - e->started_count);
    }
    if (!follow_workers(e, signal_fd))
        return leave_workers(e, d);
    for (int i = 0; i < e->started_count; i++)
        pthread_join(e->workers[i].thread, NULL);
    progress_end(&e->progress, measured_ns(e));
    fill_outcome(e);
    *out = &e->outcome;
    if (!e->outcome.is_interrupted)
        outcome_fail_cut_off(&e->outcome, e->options->load.threads, &e->conductor.diag);
    if (e->conductor.diag.code != ERR_OK)
        *d = e->conductor.diag;
    else if (e->outcome.is_interrupted)
        fail(d, ERR_INTERRUPTED, is_unheard(e) ? "nothing reads the output" : "interrupted");
    tell_retried(e);
    return d->code;
}

void
engine_free(struct engine *e)
{
    if (!e || e->is_left)
        return;
    for (int i = 0; i < e->worker_count; i++)
        worker_free(&e->workers[i]);
    free(e->workers);
    progress_free(&e->progress);
    outcome_free(&e->outcome);
    if (e->news_fd >= 0)
        close(e->news_fd);
    resources_free(&e->resources);
    monitor_free(&e->monitor);
    conductor_free(&e->conductor);
    start_queue_free(&e->starts);
    program_free(&e->program);
    free(e);
}
