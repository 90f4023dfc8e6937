#include "stage.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "cli/option_set.h"
#include "machine/conn.h"
#include "machine/slice.h"

static void
open_connections(struct loop *l)
{
    struct epoll_event ready[EPOLL_BATCH];
    int opened_count = 0;

    for (int i = 0; i < l->conn_count; i++)
        conn_connect(&l->conns[0][i], &l->env);
    while (opened_count < l->conn_count && l->diag.code == ERR_OK) {
        const int count = loop_wait(l, ready, INT64_MAX, false);
        for (int i = 0; i < count; i++) {
            struct conn *const c = ready[i].data.ptr;
            const bool was_opening = conn_is_opening(c);
            conn_ready(c, &l->env);
            opened_count += was_opening && c->state == CONN_IDLE;
        }
    }
    CHECK_INT(l->diag.code, ERR_OK);
}

struct scene *
new_stage(const char *workload, int conn_count)
{
    struct scene *const s = calloc(1, sizeof *s);

    assert(s);
    options_default(&s->options, workload_find(workload));
    s->options.command = COMMAND_RUN;
    s->options.load.threads = conn_count;
    s->options.load.rand_seed = 42;
    s->events = INT64_MAX;
    return s;
}

static void
pace(struct scene *s)
{
    const int64_t events[TARGET_COUNT_MAX] = {s->events, s->events};
    struct pacer pacer;

    pacer_init(&pacer, s->options.run.arrivals, s->options.run.rate_per_s, 0, 1, (uint64_t)s->options.load.rand_seed);
    CHECK(start_queue_init(&s->starts, &pacer, (int)s->options.load.threads, events), "out of memory");
    conductor_pace(&s->conductor, &s->starts);
}

void
open_stage(struct scene *s)
{
    const struct conductor_hooks hooks = {0};
    struct schedule schedule;
    struct diag d = DIAG_NONE;

    fake_server_start(&s->server);
    snprintf(s->url, sizeof s->url, "postgres://me@127.0.0.1:%d/db?sslmode=disable&gssencmode=disable", s->server.port);
    s->options.connection.pgsql_url = s->url;
    schedule_init(&schedule, 1, 0, 0, 0, 1);
    CHECK_INT(
        target_init(&s->target, &s->options.connection, s->options.load.dialect, s->options.run.thread_init_timeout_ns, 0, &d),
        ERR_OK);
    if (s->program.statement_count == 0)
        CHECK_INT(workload_program(&s->program, &s->options.load, &d), ERR_OK);
    CHECK_INT(conductor_init(&s->conductor, 1, &schedule, 1, hooks, &d), ERR_OK);
    CHECK_INT(monitor_init(&s->monitor, 1, 0, &d), ERR_OK);
    if (s->options.run.rate_per_s > 0)
        pace(s);
    const struct worker_setup setup = {.options = &s->options,
                                       .program = &s->program,
                                       .targets = &s->target,
                                       .conductor = &s->conductor,
                                       .monitor = &s->monitor,
                                       .conn_count = (int)s->options.load.threads,
                                       .events = {s->events}};
    CHECK_INT(worker_init(&s->worker, &setup, &d), ERR_OK);
    open_connections(&s->worker.loop);
}

void
run_stage(struct scene *s, int64_t late_ns, int64_t duration_ns)
{
    s->worker.loop.plan = (struct slice_plan){
        .is_measured = true, .start_ns = clock_now_ns() - late_ns, .duration_ns = duration_ns};
    if (s->conductor.starts)
        start_queue_begin(&s->starts, &s->worker.loop.plan);
    slice_run(&s->worker.loop);
    if (s->conductor.starts) {
        struct slice_record *const slice = &s->worker.loop.slice;
        const struct start_account starts = start_queue_end(&s->starts, slice->offered_ns);
        slice->offered = starts.offered;
        slice->unstarted = starts.unstarted;
        slice->backlog_max = starts.backlog_max;
        slice->backlog_end = starts.backlog_end;
    }
}

void
free_stage(struct scene *s)
{
    worker_free(&s->worker);
    monitor_free(&s->monitor);
    conductor_free(&s->conductor);
    start_queue_free(&s->starts);
    program_free(&s->program);
    fake_server_stop(&s->server);
    free(s);
}
