#include "worker.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "clock.h"

enum {
    EPOLL_BATCH = 256,
    CONNECTING_MAX = 32, /* At once, of one worker: a server's queue of new connections is short. */
};

#define DRAIN_NS (2 * NS_PER_S)

/* Streams of the back-off, apart from those of the connections (0 and up) and of the schedule. */
#define JITTER_STREAM UINT64_C(0xbac0ff0000000000)

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
        .target_count = options_target_count(o),
        .conn_count = setup->conn_count,
        .wake_fd = setup->conductor->wake_fds[setup->index],
        .env = {.program = setup->program,
                .targets = setup->targets,
                .epoll_fd = -1,
                .max_tries = o->max_tries,
                .is_text = o->ps_mode == PS_MODE_DISABLE},
        .next_report_ns = INT64_MAX,
        .diag = DIAG_NONE,
    };
    params_init(&w->env.params, o->dialect);
    rng_init(&w->env.jitter, (uint64_t)o->rand_seed, JITTER_STREAM + (uint64_t)setup->index);
    w->env.epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (w->env.epoll_fd < 0)
        return fail(d, ERR_INTERNAL, "no file descriptor for worker %d: %s", setup->index + 1, strerror(errno));
    w->env.sql = malloc(SQL_TEXT_SIZE);
    w->backoff = calloc((size_t)setup->conn_count, sizeof(struct conn *));
    bool is_complete = w->env.sql && w->backoff;
    for (int t = 0; t < w->target_count; t++) {
        w->events_left[t] = setup->events[t];
        w->tally[t] = tally_create();
        w->measured[t] = tally_create();
        w->conns[t] = calloc((size_t)setup->conn_count, sizeof *w->conns[t]);
        is_complete = is_complete && w->tally[t] && w->measured[t] && w->conns[t];
        for (int i = 0; w->conns[t] && i < setup->conn_count; i++)
            conn_init(&w->conns[t][i], t, setup->first_conn + i, (uint64_t)o->rand_seed);
    }
    if (!is_complete)
        return fail(d, ERR_INTERNAL, "out of memory for %d connections", setup->conn_count);
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
            conn_close(&w->conns[t][i]);
        free(w->conns[t]);
        tally_destroy(w->tally[t]);
        tally_destroy(w->measured[t]);
    }
    free(w->backoff);
    free(w->env.sql);
    if (w->conn_count > 0 && w->env.epoll_fd >= 0)
        close(w->env.epoll_fd);
    *w = (struct worker){0};
}

static void
clear_wake(const struct worker *w)
{
    uint64_t count;
    const ssize_t got = read(w->wake_fd, &count, sizeof count);

    (void)got; /* Nothing to read is fine: it is non-blocking. */
}

/* Whole milliseconds from `now_ns` to `until_ns`, rounded up, for epoll_wait(); -1 when there is nothing to wait for. */
static int
wait_ms(int64_t now_ns, int64_t until_ns)
{
    if (until_ns == INT64_MAX)
        return -1;
    if (until_ns <= now_ns)
        return 0;
    const int64_t ms = (until_ns - now_ns + NS_PER_MS - 1) / NS_PER_MS;
    return ms > 60000 ? 60000 : (int)ms;
}

/* Connecting. */

/* Connection number `i` of both targets in turn, so that they fill up alike. */
static struct conn *
nth_conn(const struct worker *w, int i)
{
    return &w->conns[i % w->target_count][i / w->target_count];
}

static bool
is_connecting(const struct conn *c)
{
    return c->state == CONN_CONNECTING || c->state == CONN_PREPARING;
}

static enum err
fail_init_timeout(struct worker *w, int ready_count)
{
    fail(&w->diag, ERR_TARGET, "only %d of %d connections of worker %d were ready after %.3g s", ready_count,
         w->conn_count * w->target_count, w->index + 1, (double)w->init_timeout_ns / (double)NS_PER_S);
    fail_hint(&w->diag, "is the server overloaded? raise --thread-init-timeout or lower --threads");
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

static enum err
connect_all(struct worker *w)
{
    struct epoll_event ready[EPOLL_BATCH];
    const int total = w->conn_count * w->target_count;
    const int64_t give_up_at_ns = clock_now_ns() + w->init_timeout_ns;
    int begun_count = 0, connecting_count = 0, ready_count = 0;

    w->env.diag = &w->diag;
    while (ready_count < total) {
        while (begun_count < total && connecting_count < CONNECTING_MAX) {
            conn_connect(nth_conn(w, begun_count++), &w->env);
            connecting_count++;
            if (w->diag.code != ERR_OK)
                return w->diag.code;
        }
        const int64_t now_ns = clock_now_ns();
        if (now_ns >= give_up_at_ns)
            return fail_init_timeout(w, ready_count);
        const int count = epoll_wait(w->env.epoll_fd, ready, EPOLL_BATCH, wait_ms(now_ns, give_up_at_ns));
        for (int i = 0; i < count; i++) {
            struct conn *const c = ready[i].data.ptr;
            if (!c) {
                clear_wake(w);
                continue;
            }
            const bool was_connecting = is_connecting(c);
            conn_ready(c, &w->env);
            if (c->state == CONN_CLOSED)
                return w->diag.code;
            if (was_connecting && c->state == CONN_IDLE) {
                connecting_count--;
                ready_count++;
            }
        }
        if (conductor_stopping(w->conductor) != STOP_NOT)
            return ERR_OK; /* The conductor will say so. */
    }
    note_versions(w);
    return ERR_OK;
}

/* Driving. */

/* Hands what was counted since the last flush to the totals and to the monitor. */
static void
flush_tally(struct worker *w, int64_t now_ns)
{
    const int target = w->plan.target;

    if (w->plan.is_measured)
        tally_merge(w->measured[target], w->tally[target]);
    if (w->report_interval_ns > 0)
        monitor_add(w->monitor, target, w->tally[target], now_ns - w->driven_since_ns);
    w->driven_since_ns = now_ns;
    w->slice.queries += queries_total(&w->tally[target]->queries);
    tally_reset(w->tally[target]);
}

static void
report(struct worker *w, int64_t now_ns)
{
    flush_tally(w, now_ns);
    while (w->next_report_ns <= now_ns)
        w->next_report_ns += w->report_interval_ns;
    monitor_deliver(w->monitor);
}

static bool
may_begin(const struct worker *w, int64_t now_ns)
{
    return now_ns < w->deadline_ns && (!w->plan.is_measured || w->events_left[w->plan.target] > 0);
}

static void
begin(struct worker *w, struct conn *c, int64_t now_ns)
{
    if (w->plan.is_measured && w->events_left[w->plan.target] != INT64_MAX)
        w->events_left[w->plan.target]--;
    w->accounting.started++;
    conn_begin(c, &w->env, now_ns);
}

/* A connection has met an error that ends the run. */
static void
end_run(struct worker *w, struct conn *c)
{
    conn_close(c); /* A dead socket would stay ready for ever. */
    conductor_fail(w->conductor, &w->diag);
    w->deadline_ns = 0;
}

/* The same with an event in flight, which has to be accounted for. */
static void
end_run_in_event(struct worker *w, struct conn *c, int64_t failed_before)
{
    const bool is_counted = w->env.tally->failed_events > failed_before;

    w->in_flight_count--;
    if (is_counted) {
        w->accounting.failed++;
        w->slice.failures++;
    } else {
        w->accounting.abandoned++;
    }
    end_run(w, c);
}

static inline void
record(struct worker *w, struct conn *c, int64_t now_ns)
{
    const int64_t latency_ns = now_ns - c->started_ns;

    w->slice.end_ns = now_ns;
    c->event_count++;
    c->busy_ns += latency_ns;
    if (__builtin_expect(c->state == CONN_GIVEN_UP, 0)) {
        w->accounting.failed++;
        w->slice.failures++;
        return;
    }
    w->accounting.done++;
    w->slice.events++;
    w->slice.latency_sum_ns += latency_ns;
    if (latency_ns > w->slice.latency_max_ns)
        w->slice.latency_max_ns = latency_ns;
    w->env.tally->events++;
    hist_record(&w->env.tally->latency, latency_ns);
}

/* Follows a connection whose state may have changed until it waits for the server or rests. */
static void
follow(struct worker *w, struct conn *c, int64_t failed_before)
{
    while (c->state == CONN_DONE || c->state == CONN_GIVEN_UP) {
        const int64_t now_ns = clock_now_ns();
        record(w, c, now_ns);
        if (__builtin_expect(now_ns >= w->next_report_ns, 0))
            report(w, now_ns);
        if (!may_begin(w, now_ns)) {
            c->state = CONN_IDLE;
            w->in_flight_count--;
            return;
        }
        failed_before = w->env.tally->failed_events;
        begin(w, c, now_ns);
    }
    if (__builtin_expect(c->state == CONN_BACKOFF, 0))
        w->backoff[w->backoff_count++] = c;
    else if (__builtin_expect(c->state == CONN_CLOSED, 0))
        end_run_in_event(w, c, failed_before);
}

/* An idle connection has something to say: of the other target, or one that rests. */
static void
heed_idle(struct worker *w, struct conn *c)
{
    conn_ready(c, &w->env);
    if (c->state == CONN_CLOSED)
        end_run(w, c);
}

static void
drop_backoff(struct worker *w, const struct conn *c)
{
    for (int i = 0; i < w->backoff_count; i++) {
        if (w->backoff[i] == c) {
            w->backoff[i] = w->backoff[--w->backoff_count];
            return;
        }
    }
}

/* A connection in back-off has something to say; most likely that it is gone. */
static void
heed_backoff(struct worker *w, struct conn *c)
{
    const int64_t failed_before = w->env.tally->failed_events;

    conn_ready(c, &w->env);
    if (c->state == CONN_CLOSED) {
        drop_backoff(w, c);
        end_run_in_event(w, c, failed_before);
    }
}

static void
drive(struct worker *w, struct conn *c)
{
    if (__builtin_expect(c->state == CONN_IDLE, 0)) {
        heed_idle(w, c);
    } else if (__builtin_expect(c->state == CONN_BACKOFF, 0)) {
        heed_backoff(w, c);
    } else if (__builtin_expect(c->state == CONN_CLOSED, 0)) {
        return;
    } else {
        const int64_t failed_before = w->env.tally->failed_events;
        conn_ready(c, &w->env);
        follow(w, c, failed_before);
    }
}

static void
retry_due(struct worker *w, int64_t now_ns)
{
    for (int i = 0; i < w->backoff_count;) {
        struct conn *const c = w->backoff[i];
        if (c->retry_at_ns > now_ns) {
            i++;
            continue;
        }
        w->backoff[i] = w->backoff[--w->backoff_count];
        const int64_t failed_before = w->env.tally->failed_events;
        conn_retry(c, &w->env);
        follow(w, c, failed_before);
    }
}

/* The next moment at which something is due though no socket is ready. */
static int64_t
next_due_ns(const struct worker *w)
{
    int64_t due_ns = w->next_report_ns < w->drain_until_ns ? w->next_report_ns : w->drain_until_ns;

    for (int i = 0; i < w->backoff_count; i++)
        if (w->backoff[i]->retry_at_ns < due_ns)
            due_ns = w->backoff[i]->retry_at_ns;
    return due_ns;
}

/* Sees whether the run is to stop; true when nothing may be waited for any more. */
static bool
heed_stop(struct worker *w)
{
    const enum stop stop = conductor_stopping(w->conductor);

    if (stop == STOP_NOT)
        return false;
    w->deadline_ns = 0;
    const int64_t now_ns = clock_now_ns();
    if (w->drain_until_ns == INT64_MAX)
        w->drain_until_ns = now_ns + DRAIN_NS;
    return stop == STOP_NOW || now_ns >= w->drain_until_ns;
}

/* Leaves the events that are in flight: nobody waits for their answers. */
static void
abandon(struct worker *w)
{
    w->accounting.abandoned += w->in_flight_count;
    w->in_flight_count = 0;
    w->backoff_count = 0;
}

static void
begin_slice(struct worker *w)
{
    const int64_t start_ns = clock_now_ns();

    if (w->plan.is_measured && !w->was_measured) {
        for (int t = 0; t < w->target_count; t++) {
            for (int i = 0; i < w->conn_count; i++) {
                w->conns[t][i].event_count = 0;
                w->conns[t][i].busy_ns = 0;
            }
        }
        w->next_report_ns = INT64_MAX;
    }
    w->was_measured = w->plan.is_measured;
    if (w->report_interval_ns > 0 && w->next_report_ns == INT64_MAX)
        w->next_report_ns = start_ns + w->report_interval_ns;
    w->slice = (struct slice_record){.target = w->plan.target, .start_ns = start_ns, .end_ns = start_ns};
    w->deadline_ns = w->plan.duration_ns == INT64_MAX ? INT64_MAX : start_ns + w->plan.duration_ns;
    w->drain_until_ns = INT64_MAX;
    w->driven_since_ns = start_ns;
    w->env.tally = w->tally[w->plan.target];
    for (int i = 0; i < w->conn_count; i++) {
        struct conn *const c = &w->conns[w->plan.target][i];
        const int64_t now_ns = clock_now_ns();
        if (c->state != CONN_IDLE || !may_begin(w, now_ns))
            continue;
        const int64_t failed_before = w->env.tally->failed_events;
        w->in_flight_count++;
        begin(w, c, now_ns);
        follow(w, c, failed_before);
    }
}

static void
run_slice(struct worker *w)
{
    struct epoll_event ready[EPOLL_BATCH];

    begin_slice(w);
    while (w->in_flight_count > 0) {
        if (__builtin_expect(heed_stop(w), 0)) {
            abandon(w);
            break;
        }
        const int64_t due_ns = next_due_ns(w);
        const int timeout_ms = due_ns == INT64_MAX ? -1 : wait_ms(clock_now_ns(), due_ns);
        const int count = epoll_wait(w->env.epoll_fd, ready, EPOLL_BATCH, timeout_ms);
        for (int i = 0; i < count; i++) {
            if (__builtin_expect(ready[i].data.ptr == NULL, 0))
                clear_wake(w);
            else
                drive(w, ready[i].data.ptr);
        }
        if (w->backoff_count > 0)
            retry_due(w, clock_now_ns());
        if (count == 0 && clock_now_ns() >= w->next_report_ns)
            report(w, clock_now_ns());
    }
    flush_tally(w, clock_now_ns());
}

void *
worker_main(void *arg)
{
    struct worker *const w = arg;
    bool has_left[TARGET_COUNT_MAX] = {false};
    const struct slice_record *done = NULL;

    if (connect_all(w) != ERR_OK)
        conductor_fail(w->conductor, &w->diag);
    for (;;) {
        for (int t = 0; t < w->target_count; t++)
            has_left[t] = w->events_left[t] > 0;
        if (!conductor_next(w->conductor, done, has_left, &w->plan))
            break;
        run_slice(w);
        done = &w->slice;
    }
    for (int t = 0; t < w->target_count; t++)
        for (int i = 0; i < w->conn_count; i++)
            conn_close(&w->conns[t][i]);
    return NULL;
}
