#include "machine/worker.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "machine/conn.h"
#include "machine/host.h"
#include "machine/lookup.h"
#include "machine/event_log.h"
#include "machine/pooler.h"
#include "machine/slice.h"
#include "math/rate_plan.h"

enum {
    CONNECTING_MAX = 32, /* Most that one worker opens at once: a server's queue of new connections is short. */
};

/* Streams of the back-off, apart from those of the connections (0 and up) and of the schedule. */
#define JITTER_STREAM UINT64_C(0xbac0ff0000000000)

/* One thread could drive all connections at the least cost. But a server on the same machine wants to be woken on every CPU:
 * the kernel likes to run who is woken where the waker runs, so that one thread gathers all backends on its own CPU when the
 * others are not idle, and pays an interrupt for each when they are. */
int
worker_count_for(const struct options *o)
{
    int64_t count = o->run.workers > 0 ? o->run.workers : (int64_t)ceil(host_usable_cpus());

    count = count < o->load.threads ? count : o->load.threads;
    return count < WORKER_COUNT_MAX ? (int)count : WORKER_COUNT_MAX;
}

static void
set_env(struct conn_env *env, const struct worker_setup *setup)
{
    const struct options *const o = setup->options;

    *env = (struct conn_env){
        .program = setup->program,
        .targets = setup->targets,
        .epoll_fd = -1,
        .max_tries = o->run.max_tries,
        .latency_limit_ns = o->run.latency_limit_ns,
        .reopen_timeout_ns = o->run.thread_init_timeout_ns,
        .reconnect_every = o->run.reconnect,
        .continues = o->run.on_error == ON_ERROR_CONTINUE,
        .forgives_values = o->run.on_error == ON_ERROR_VALUES,
        .is_text = o->load.ps_mode == PS_MODE_DISABLE,
        .is_lazy = o->run.prepare == PREPARE_LAZY && o->load.ps_mode != PS_MODE_DISABLE,
    };
    placement_init(&env->placement);
    params_init(&env->params, options_integer_oid(&o->load));
    rng_init(&env->jitter, (uint64_t)o->load.rand_seed, JITTER_STREAM + (uint64_t)setup->index);
}

/* Everything that is needed for target `t`. False when out of memory. */
static bool
allocate_target(struct worker *w, const struct worker_setup *setup, int t)
{
    const struct options *const o = setup->options;
    const int64_t first_of_shard = o->load.shard.index * o->load.threads; /* Shards draw different numbers. */
    bool is_complete;

    w->loop.events_left[t] = w->loop.open.is_on ? INT64_MAX : setup->events[t]; /* The queue of an open loop counts them. */
    w->loop.tally[t] = tally_create();
    w->loop.measured[t] = tally_create();
    w->loop.details[t] = detail_create(setup->program, setup->targets[t].host_count, w->loop.open.is_on, o->run.stages.count);
    w->loop.conns[t] = calloc((size_t)setup->conn_count, sizeof *w->loop.conns[t]);
    w->loop.env.tally[t] = w->loop.tally[t];
    is_complete = w->loop.tally[t] && w->loop.measured[t] && w->loop.details[t] && w->loop.conns[t];
    if (is_complete)
        w->loop.details[t]->is_close |= w->loop.log || w->loop.env.latency_limit_ns > 0;
    for (int i = 0; is_complete && i < setup->conn_count; i++)
        is_complete = conn_init(&w->loop.conns[t][i], &w->loop.env, t, (int)first_of_shard + setup->first_conn + i,
                                (uint64_t)o->load.rand_seed);
    return is_complete;
}

enum err
worker_init(struct worker *w, const struct worker_setup *setup, struct diag *d)
{
    const struct options *const o = setup->options;

    *w = (struct worker){
        .index = setup->index,
        .init_timeout_ns = o->run.thread_init_timeout_ns,
        .connect_rate_per_s = o->run.connect_rate_per_s,
        .reopens = o->run.reconnect_on_loss,
        .start_at_ns = setup->start_at_ns,
        .first_conn = setup->first_conn,
        .loop =
            {
                .conductor = setup->conductor,
                .monitor = setup->monitor,
                .worker = setup->index,
                .report_interval_ns = o->report.report_interval_ns,
                .stall_timeout_ns = o->run.stall_timeout_ns,
                .target_count = connection_target_count(&o->connection),
                .conn_count = setup->conn_count,
                .wake_fd = setup->conductor->wake_fds[setup->index],
                .next_report_ns = INT64_MAX,
                .diag = DIAG_NONE,
            },
    };
    set_env(&w->loop.env, setup);
    w->loop.open.queue = setup->conductor->starts;
    w->loop.open.is_on = w->loop.open.queue != NULL;
    w->loop.open.stages = o->run.stages.count > 0 ? &o->run.stages : NULL;
    w->loop.open.limit = o->run.queue_limit > 0 ? o->run.queue_limit : INT64_MAX;
    if (o->run.log.is_on) {
        w->loop.log = event_log_open(o, setup->index, d);
        if (!w->loop.log)
            return d->code;
    }
    w->loop.env.diag = &w->loop.diag;
    w->loop.env.epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (w->loop.env.epoll_fd < 0)
        return fail(d, ERR_INTERNAL, "no file descriptor for worker %d: %s", setup->index + 1, strerror(errno));
    w->loop.env.sql = malloc(setup->program->text_size);
    w->loop.open.resting = calloc((size_t)setup->conn_count, sizeof(struct conn *));
    bool is_complete = timers_init(&w->loop.timers, setup->conn_count * w->loop.target_count) && w->loop.env.sql &&
                       w->loop.open.resting;
    for (int t = 0; t < w->loop.target_count; t++)
        is_complete = allocate_target(w, setup, t) && is_complete;
    if (!is_complete) {
        fail(d, ERR_INTERNAL, "out of memory for %d connections of worker %d", setup->conn_count, setup->index + 1);
        fail_hint(d, "lower --threads or --workers, or raise the limit of memory (ulimit -v, cgroup)");
        return d->code;
    }
    struct epoll_event wake = {.events = EPOLLIN, .data.ptr = NULL};
    if (epoll_ctl(w->loop.env.epoll_fd, EPOLL_CTL_ADD, w->loop.wake_fd, &wake) != 0)
        return fail(d, ERR_INTERNAL, "worker %d cannot watch its wake-up: %s", setup->index + 1, strerror(errno));
    return ERR_OK;
}

void
worker_free(struct worker *w)
{
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        for (int i = 0; w->loop.conns[t] && i < w->loop.conn_count; i++)
            conn_free(&w->loop.conns[t][i]);
        free(w->loop.conns[t]);
        tally_destroy(w->loop.tally[t]);
        tally_destroy(w->loop.measured[t]);
        detail_destroy(w->loop.details[t]);
    }
    event_log_close(w->loop.log, &(struct diag){0}); /* Closes the log of a worker that had no thread. */
    timers_free(&w->loop.timers);
    free(w->loop.open.resting);
    free(w->loop.env.sql);
    if (w->loop.conn_count > 0 && w->loop.env.epoll_fd >= 0)
        close(w->loop.env.epoll_fd);
    *w = (struct worker){0};
}

/* Connecting. */

/* Connection number `i` of both targets in turn, so that they fill up alike. */
static struct conn *
nth_conn(const struct worker *w, int i)
{
    return &w->loop.conns[i % w->loop.target_count][i / w->loop.target_count];
}

static enum err
fail_init_timeout(struct worker *w, int ready_count)
{
    w->loop.diag.is_late = true;
    fail(&w->loop.diag, ERR_TARGET, "only %d of %d connections of worker %d were ready after %s s", ready_count,
         w->loop.conn_count * w->loop.target_count, w->index + 1, plain_number(clock_seconds(w->init_timeout_ns), 3).text);
    fail_hint(&w->loop.diag,
              "is the server overloaded? raise --thread-init-timeout, lower --threads or --connect-rate, or, with "
              "many tables, --prepare=lazy");
    return w->loop.diag.code;
}

static void
note_versions(struct worker *w)
{
    for (int t = 0; t < w->loop.target_count; t++) {
        const PGconn *const pg = w->loop.conns[t][0].pg;
        const char *const version = PQparameterStatus(pg, "server_version");
        snprintf(w->server_version[t], sizeof w->server_version[t], "%.*s", (int)strcspn(version ? version : "", " "),
                 version ? version : "");
        w->server_version_num[t] = PQserverVersion(pg);
    }
}

/* When connection number `i` of nth_conn() may begin to connect: --connect-rate counts all connections of a target. */
static int64_t
connect_at_ns(const struct worker *w, int i, int64_t began_ns)
{
    const int64_t number = w->first_conn + i / w->loop.target_count;

    if (w->connect_rate_per_s == 0)
        return began_ns;
    return began_ns + (int64_t)fmin((double)number / w->connect_rate_per_s * (double)NS_PER_S, RATE_PLAN_NEVER);
}

/* Takes in what the sockets say while connecting; adds to `ready_count` how many connections became ready. */
static void
follow_connecting(struct worker *w, const struct epoll_event *ready, int count, int *ready_count)
{
    for (int i = 0; i < count; i++) {
        struct conn *const c = ready[i].data.ptr;
        if (!c) {
            loop_clear_wake(&w->loop);
            continue;
        }
        const bool was_opening = conn_is_opening(c);
        conn_ready(c, &w->loop.env);
        if (c->state == CONN_CLOSED)
            return;
        if (was_opening && c->state == CONN_IDLE)
            (*ready_count)++;
    }
}

static bool
is_stopping(void *context)
{
    return conductor_stopping(context) != STOP_NOT;
}

static enum err
look_up_hosts(struct worker *w)
{
    const struct interrupt interrupt = {.is_wanted = is_stopping, .context = w->loop.conductor};
    struct diag d = DIAG_NONE;

    for (int t = 0; t < w->loop.target_count && d.code == ERR_OK; t++)
        lookup_hosts(&w->loop.env.targets[t], w->loop.conns[t][0].index, w->loop.conn_count, &interrupt, &d);
    if (d.code != ERR_OK && d.code != ERR_INTERRUPTED) /* Of an interrupt the conductor tells. */
        w->loop.diag = d;
    return d.code;
}

static enum err
connect_all(struct worker *w)
{
    struct epoll_event ready[EPOLL_BATCH];
    const int total = w->loop.conn_count * w->loop.target_count;
    const int64_t began_ns = clock_now_ns();
    const int64_t give_up_at_ns = connect_at_ns(w, total - 1, began_ns) + w->init_timeout_ns;
    int begun_count = 0, ready_count = 0;

    if (look_up_hosts(w) != ERR_OK)
        return w->loop.diag.code;
    while (ready_count < total && w->loop.diag.code == ERR_OK) {
        const int64_t now_ns = clock_now_ns();
        int64_t due_ns = give_up_at_ns;
        if (now_ns >= give_up_at_ns)
            return fail_init_timeout(w, ready_count);
        while (begun_count < total && begun_count - ready_count < CONNECTING_MAX && w->loop.diag.code == ERR_OK) {
            due_ns = connect_at_ns(w, begun_count, began_ns);
            if (due_ns > now_ns)
                break;
            due_ns = give_up_at_ns;
            conn_connect(nth_conn(w, begun_count++), &w->loop.env);
        }
        if (w->loop.diag.code != ERR_OK)
            break;
        follow_connecting(w, ready, loop_wait(&w->loop, ready, due_ns, true), &ready_count);
        if (conductor_stopping(w->loop.conductor) != STOP_NOT)
            return ERR_OK; /* The conductor will say so. */
    }
    if (w->loop.diag.code == ERR_OK)
        note_versions(w);
    return w->loop.diag.code;
}

void *
worker_main(void *arg)
{
    struct worker *const w = arg;
    bool has_left[TARGET_COUNT_MAX] = {false};
    const struct slice_record *done = NULL;

    prctl(PR_SET_TIMERSLACK, 1); /* The kernel may else add 50 us to every wait. */
    if (connect_all(w) != ERR_OK)
        conductor_fail(w->loop.conductor, &w->loop.diag);
    else
        slice_await(&w->loop, w->start_at_ns);
    w->loop.env.reopens = w->reopens;
    for (;;) {
        for (int t = 0; t < w->loop.target_count; t++)
            has_left[t] = w->loop.open.is_on ? start_queue_has_left(w->loop.open.queue, t) : w->loop.events_left[t] > 0;
        if (!conductor_next(w->loop.conductor, done, has_left, &w->loop.plan))
            break;
        slice_run(&w->loop);
        done = &w->loop.slice;
    }
    for (int t = 0; t < w->loop.target_count; t++)
        for (int i = 0; i < w->loop.conn_count; i++)
            conn_close(&w->loop.conns[t][i]);
    if (!event_log_close(w->loop.log, &w->loop.diag))
        conductor_fail(w->loop.conductor, &w->loop.diag);
    w->loop.log = NULL;
    return NULL;
}

int64_t
worker_cut_off_ns(const struct worker *w, int target, int64_t now_ns)
{
    int64_t least_ns = INT64_MAX;

    for (int c = 0; c < w->loop.conn_count; c++) {
        const int64_t cut_off_ns = conn_cut_off_ns(&w->loop.conns[target][c], &w->loop.env, now_ns);
        least_ns = cut_off_ns < least_ns ? cut_off_ns : least_ns;
    }
    return least_ns;
}

/* Placement. */

bool
worker_suspects_pooler(const struct worker *w, int target)
{
    for (int c = 0; c < w->loop.conn_count; c++)
        if (pooler_is_likely(w->loop.conns[target][c].pg))
            return true;
    return false;
}

enum err
worker_check_placement(const struct worker *w, struct diag *d)
{
    for (int t = 0; t < w->loop.target_count; t++) {
        for (int c = 0; c < w->loop.conn_count; c++) {
            if (placement_check(&w->loop.env.placement, w->loop.conns[t][c].pg, d) == ERR_OK)
                continue;
            fail_at(d, t, NULL);
            return d->code;
        }
    }
    return ERR_OK;
}

void
worker_pin(struct worker *w, int index)
{
    placement_pin(&w->loop.env.placement, index, w->thread);
    for (int t = 0; t < w->loop.target_count; t++)
        for (int c = 0; c < w->loop.conn_count; c++)
            placement_take_along(&w->loop.env.placement, w->loop.conns[t][c].pg);
}
