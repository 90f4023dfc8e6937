#include "worker.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "clock.h"
#include "slice.h"

enum {
    CONNECTING_MAX = 32, /* At once, of one worker: a server's queue of new connections is short. */
};

/* Streams of the back-off, apart from those of the connections (0 and up) and of the schedule. */
#define JITTER_STREAM UINT64_C(0xbac0ff0000000000)

static void
set_env(struct conn_env *env, const struct worker_setup *setup)
{
    const struct options *const o = setup->options;

    *env = (struct conn_env){
        .program = setup->program,
        .targets = setup->targets,
        .epoll_fd = -1,
        .max_tries = o->max_tries,
        .reopen_timeout_ns = o->thread_init_timeout_ns,
        .reconnect_every = o->reconnect,
        .is_text = o->ps_mode == PS_MODE_DISABLE,
        .is_lazy = o->prepare == PREPARE_LAZY && o->ps_mode != PS_MODE_DISABLE,
        .is_pipelined = o->pipeline,
    };
    placement_init(&env->placement);
    params_init(&env->params, o);
    rng_init(&env->jitter, (uint64_t)o->rand_seed, JITTER_STREAM + (uint64_t)setup->index);
}

static void
set_pacer(struct worker *w, const struct worker_setup *setup)
{
    const struct options *const o = setup->options;
    const struct pacer_share share = {
        .worker = setup->index,
        .worker_count = setup->worker_count,
        .first_conn = setup->first_conn,
        .conn_count = setup->conn_count,
        .conn_total = o->threads,
        .shard = o->shard.index,
        .shard_count = o->shard.count,
    };

    w->open.is_on = o->rate_per_s > 0;
    if (w->open.is_on)
        pacer_init(&w->open.begun, o->arrivals, o->rate_per_s, &share, (uint64_t)o->rand_seed);
}

/* Everything that is needed for target `t`. False when out of memory. */
static bool
allocate_target(struct worker *w, const struct worker_setup *setup, int t)
{
    const struct options *const o = setup->options;
    const int64_t first_of_shard = o->shard.index * o->threads; /* Shards draw different numbers. */
    bool is_complete;

    w->events_left[t] = setup->events[t];
    w->tally[t] = tally_create();
    w->measured[t] = tally_create();
    w->details[t] = detail_create(setup->program, setup->targets[t].host_count, w->open.is_on, o->pipeline);
    w->conns[t] = calloc((size_t)setup->conn_count, sizeof *w->conns[t]);
    w->env.tally[t] = w->tally[t];
    is_complete = w->tally[t] && w->measured[t] && w->details[t] && w->conns[t];
    for (int i = 0; is_complete && i < setup->conn_count; i++)
        is_complete = conn_init(&w->conns[t][i], &w->env, t, (int)first_of_shard + setup->first_conn + i,
                                (uint64_t)o->rand_seed);
    return is_complete;
}

enum err
worker_init(struct worker *w, const struct worker_setup *setup, struct diag *d)
{
    const struct options *const o = setup->options;

    *w = (struct worker){
        .index = setup->index,
        .conductor = setup->conductor,
        .monitor = setup->monitor,
        .init_timeout_ns = o->thread_init_timeout_ns,
        .report_interval_ns = o->report_interval_ns,
        .connect_rate_per_s = o->connect_rate_per_s,
        .reopens = o->reconnect_on_loss,
        .start_at_ns = setup->start_at_ns,
        .target_count = options_target_count(o),
        .first_conn = setup->first_conn,
        .conn_count = setup->conn_count,
        .wake_fd = setup->conductor->wake_fds[setup->index],
        .next_report_ns = INT64_MAX,
        .diag = DIAG_NONE,
    };
    set_env(&w->env, setup);
    set_pacer(w, setup);
    w->env.diag = &w->diag;
    w->env.epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (w->env.epoll_fd < 0)
        return fail(d, ERR_INTERNAL, "no file descriptor for worker %d: %s", setup->index + 1, strerror(errno));
    w->env.sql = malloc(setup->program->text_size);
    w->timed = calloc((size_t)(setup->conn_count * w->target_count), sizeof(struct conn *));
    w->open.resting = calloc((size_t)setup->conn_count, sizeof(struct conn *));
    bool is_complete = w->env.sql && w->timed && w->open.resting;
    for (int t = 0; t < w->target_count; t++)
        is_complete = allocate_target(w, setup, t) && is_complete;
    if (!is_complete) {
        fail(d, ERR_INTERNAL, "out of memory for %d connections of worker %d", setup->conn_count, setup->index + 1);
        fail_hint(d, "lower --threads or --workers, or raise the limit of memory (ulimit -v, cgroup)");
        return d->code;
    }
    struct epoll_event wake = {.events = EPOLLIN, .data.ptr = NULL};
    if (epoll_ctl(w->env.epoll_fd, EPOLL_CTL_ADD, w->wake_fd, &wake) != 0)
        return fail(d, ERR_INTERNAL, "worker %d cannot watch its wake-up: %s", setup->index + 1, strerror(errno));
    return ERR_OK;
}

void
worker_free(struct worker *w)
{
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        for (int i = 0; w->conns[t] && i < w->conn_count; i++)
            conn_free(&w->conns[t][i]);
        free(w->conns[t]);
        tally_destroy(w->tally[t]);
        tally_destroy(w->measured[t]);
        detail_destroy(w->details[t]);
    }
    free(w->timed);
    free(w->open.resting);
    free(w->env.sql);
    if (w->conn_count > 0 && w->env.epoll_fd >= 0)
        close(w->env.epoll_fd);
    *w = (struct worker){0};
}

/* Connecting. */

/* Connection number `i` of both targets in turn, so that they fill up alike. */
static struct conn *
nth_conn(const struct worker *w, int i)
{
    return &w->conns[i % w->target_count][i / w->target_count];
}

static enum err
fail_init_timeout(struct worker *w, int ready_count)
{
    fail(&w->diag, ERR_TARGET, "only %d of %d connections of worker %d were ready after %.3g s", ready_count,
         w->conn_count * w->target_count, w->index + 1, (double)w->init_timeout_ns / (double)NS_PER_S);
    fail_hint(&w->diag, "is the server overloaded? raise --thread-init-timeout, lower --threads or --connect-rate, or, with "
                        "many tables, --prepare=lazy");
    return w->diag.code;
}

static void
note_versions(struct worker *w)
{
    for (int t = 0; t < w->target_count; t++) {
        const PGconn *const pg = w->conns[t][0].pg;
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
    const int64_t number = w->first_conn + i / w->target_count;

    if (w->connect_rate_per_s == 0)
        return began_ns;
    return began_ns + (int64_t)((double)number / w->connect_rate_per_s * (double)NS_PER_S);
}

/* Takes in what the sockets say while connecting; adds to `ready_count` how many connections became ready. */
static void
follow_connecting(struct worker *w, const struct epoll_event *ready, int count, int *ready_count)
{
    for (int i = 0; i < count; i++) {
        struct conn *const c = ready[i].data.ptr;
        if (!c) {
            slice_clear_wake(w);
            continue;
        }
        const bool was_opening = conn_is_opening(c);
        conn_ready(c, &w->env);
        if (c->state == CONN_CLOSED)
            return;
        if (was_opening && c->state == CONN_IDLE)
            (*ready_count)++;
    }
}

static enum err
connect_all(struct worker *w)
{
    struct epoll_event ready[EPOLL_BATCH];
    const int total = w->conn_count * w->target_count;
    const int64_t began_ns = clock_now_ns();
    const int64_t give_up_at_ns = connect_at_ns(w, total - 1, began_ns) + w->init_timeout_ns;
    int begun_count = 0, ready_count = 0;

    while (ready_count < total && w->diag.code == ERR_OK) {
        const int64_t now_ns = clock_now_ns();
        int64_t due_ns = give_up_at_ns;
        if (now_ns >= give_up_at_ns)
            return fail_init_timeout(w, ready_count);
        while (begun_count < total && begun_count - ready_count < CONNECTING_MAX && w->diag.code == ERR_OK) {
            due_ns = connect_at_ns(w, begun_count, began_ns);
            if (due_ns > now_ns)
                break;
            due_ns = give_up_at_ns;
            conn_connect(nth_conn(w, begun_count++), &w->env);
        }
        if (w->diag.code != ERR_OK)
            break;
        follow_connecting(w, ready, slice_wait(w, ready, due_ns, true), &ready_count);
        if (conductor_stopping(w->conductor) != STOP_NOT)
            return ERR_OK; /* The conductor will say so. */
    }
    if (w->diag.code == ERR_OK)
        note_versions(w);
    return w->diag.code;
}

void *
worker_main(void *arg)
{
    struct worker *const w = arg;
    bool has_left[TARGET_COUNT_MAX] = {false};
    const struct slice_record *done = NULL;

    if (w->open.is_on)
        prctl(PR_SET_TIMERSLACK, 1); /* The kernel may else add 50 us to every wait. */
    if (connect_all(w) != ERR_OK)
        conductor_fail(w->conductor, &w->diag);
    else
        slice_await(w, w->start_at_ns);
    w->env.reopens = w->reopens;
    for (;;) {
        for (int t = 0; t < w->target_count; t++)
            has_left[t] = w->events_left[t] > 0;
        if (!conductor_next(w->conductor, done, has_left, &w->plan))
            break;
        slice_run(w);
        done = &w->slice;
    }
    for (int t = 0; t < w->target_count; t++)
        for (int i = 0; i < w->conn_count; i++)
            conn_close(&w->conns[t][i]);
    return NULL;
}
