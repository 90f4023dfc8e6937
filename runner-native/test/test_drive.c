/*
 * When a connection begins its next event, to the nanosecond, and from when on the event's latency counts.
 */

#include "machine/drive.h"

#include <sys/socket.h>
#include <time.h>

#include "base/clock.h"
#include "check_values.h"
#include "machine/open_loop.h"
#include "stage.h"

/* Until nothing is in flight. */
static void
await_answers(struct loop *l)
{
    struct epoll_event ready[EPOLL_BATCH];

    while (l->in_flight_count > 0) {
        const int count = loop_wait(l, ready, INT64_MAX, false);
        for (int i = 0; i < count; i++)
            drive_ready(l, ready[i].data.ptr);
    }
}

static void
no_event_begins_at_the_end_of_its_slice(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    struct conn *const c = &l->conns[0][0];

    run_stage(s, 0, NS_PER_MS);
    const int64_t before = l->accounting.started;
    l->deadline_ns = clock_now_ns();
    drive_free(l, c, l->deadline_ns, l->deadline_ns);
    CHECK_INT(l->accounting.started, before);
    CHECK_INT(l->in_flight_count, 0);
    CHECK_INT(c->state, CONN_IDLE);
    drive_free(l, c, l->deadline_ns - 1, l->deadline_ns - 1);
    CHECK_INT(l->accounting.started, before + 1);
    CHECK_INT(l->in_flight_count, 1);
    CHECK_INT(c->intended_ns, l->deadline_ns - 1);
    await_answers(l);
    CHECK_INT(l->accounting.started, before + 1);
    CHECK_INT(l->accounting.done, before + 1);
    free_stage(s);
}

/* Nor is one of the other target's connections begun with: it is free for its own slice. */
static void
a_connection_of_the_other_target_rests(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    struct conn *const c = &l->conns[0][0];

    run_stage(s, 0, NS_PER_MS);
    const int64_t before = l->accounting.started;
    l->deadline_ns = INT64_MAX;
    l->events_left[1] = INT64_MAX;
    l->plan.target = 1;
    drive_free(l, c, 5, clock_now_ns());
    CHECK_INT(l->accounting.started, before);
    CHECK_INT(c->state, CONN_IDLE);
    CHECK_INT(c->free_ns, 5);
    l->plan.target = 0;
    free_stage(s);
}

/* A start a second; the next one is planned for `planned_ns`. */
static void
plan_next(struct loop *l, int64_t planned_ns, int64_t deadline_ns, int64_t give_up_ns)
{
    l->origin_ns = planned_ns - pacer_next_ns(&l->open.begun);
    l->deadline_ns = deadline_ns;
    l->give_up_ns = give_up_ns;
}

static void
a_planned_start_is_begun_once_it_is_due_and_not_after_the_slice(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.rate_per_s = 1;
    s->options.run.arrivals = ARRIVALS_FIXED;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    run_stage(s, 0, NS_PER_MS);
    const int64_t before = l->accounting.started, now_ns = clock_now_ns();
    CHECK_INT(l->open.resting_count, 1);
    plan_next(l, now_ns, now_ns, INT64_MAX);
    drive_due(l);
    CHECK_INT(l->accounting.started, before); /* None is planned for the end of a slice. */
    plan_next(l, now_ns, now_ns + 1, now_ns);
    drive_due(l);
    CHECK_INT(l->accounting.started, before); /* Nobody waits for it any more. */
    plan_next(l, now_ns + 3600 * NS_PER_S, INT64_MAX, INT64_MAX);
    drive_due(l);
    CHECK_INT(l->accounting.started, before); /* It is not due. */
    plan_next(l, now_ns, now_ns + 1, INT64_MAX);
    drive_due(l);
    CHECK_INT(l->accounting.started, before + 1);
    CHECK_INT(l->conns[0][0].intended_ns, now_ns);
    CHECK(l->conns[0][0].started_ns >= now_ns, "it starts when it starts");
    CHECK_INT(l->open.resting_count, 0);
    await_answers(l);
    CHECK_INT(l->open.resting_count, 1);
    free_stage(s);
}

/* A nanosecond decides: at the moment that it is planned for it is begun, at the last one of the backlog it is not. */
static void
a_planned_start_is_begun_to_the_nanosecond(void)
{
    static const struct {
        int planned_ns, deadline_ns, give_up_ns, is_begun;
    } cases[] = {{0, 1, 1, 1}, {1, 2, 2, 0}, {0, 0, 1, 0}, {-1, 0, 1, 1}, {-1, 0, 0, 0}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        s->options.run.rate_per_s = 1;
        s->options.run.arrivals = ARRIVALS_FIXED;
        open_stage(s);
        struct loop *const l = &s->worker.loop;

        run_stage(s, 0, NS_PER_MS);
        const int64_t before = l->accounting.started, now_ns = clock_now_ns();
        struct conn *const c = open_loop_take_rested(l);
        plan_next(l, now_ns + cases[i].planned_ns, now_ns + cases[i].deadline_ns, now_ns + cases[i].give_up_ns);
        drive_free(l, c, now_ns, now_ns);
        CHECK_INT(l->accounting.started - before, cases[i].is_begun);
        CHECK_INT(l->in_flight_count, cases[i].is_begun);
        CHECK_INT(l->open.resting_count, !cases[i].is_begun);
        if (cases[i].is_begun)
            CHECK_INT(c->intended_ns, now_ns + cases[i].planned_ns);
        free_stage(s);
    }
}

enum { LATE_NS = 20 * NS_PER_MS };

/* Drawn late: when the next event is due is over by the time it is known. */
static int64_t
due_at_once(const struct program *p, struct draws *draws, int64_t now_ns)
{
    (void)p, (void)draws;
    nanosleep(&(struct timespec){.tv_nsec = LATE_NS}, NULL);
    return now_ns + 1;
}

static void
after_a_pause_latency_counts_from_its_end(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->events = 2;
    open_stage(s);
    s->program.due_ns = due_at_once;
    const struct loop *const l = &s->worker.loop;

    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(l->accounting.done, 2);
    CHECK(l->measured[0]->latency.min_ns >= LATE_NS, "an event that begins late took %lld ns",
          (long long)l->measured[0]->latency.min_ns);
    /* The connection was busy for as long as the server was. */
    CHECK(l->slice.latency_sum_ns - l->conns[0][0].busy_ns >= 2 * LATE_NS, "its connection was busy all the time");
    free_stage(s);
}

static enum answer
second_closes(const struct fake_server *s, const char *sql, int64_t number)
{
    (void)s, (void)sql;
    return number == 2 ? ANSWER_CLOSE : ANSWER_OK;
}

static void
an_event_whose_connection_is_lost_has_failed(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->server.script = second_closes;
    open_stage(s);
    const struct loop *const l = &s->worker.loop;

    run_stage(s, 0, 60 * NS_PER_S);
    CHECK(l->diag.code != ERR_OK, "the run goes on");
    CHECK(conductor_stopping(&s->conductor) != STOP_NOT, "the other workers go on");
    CHECK_INT(l->accounting.started, 2);
    CHECK_INT(l->accounting.done, 1);
    CHECK_INT(l->accounting.abandoned, 0);
    CHECK_INT(l->accounting.failed, 1);
    CHECK_INT(l->slice.failures, 1);
    CHECK(l->slice.end_ns > l->conns[0][0].free_ns, "it ended the slice");
    CHECK_INT(l->in_flight_count, 0);
    free_stage(s);
}

/* As of a connection that has rested since before the slice. */
static int64_t
due_an_hour_ago(const struct program *p, struct draws *draws, int64_t now_ns)
{
    (void)p, (void)draws;
    return now_ns - 3600 * NS_PER_S;
}

static void
of_a_pause_that_ended_before_the_slice_only_the_slice_counts(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->events = 1;
    open_stage(s);
    s->program.due_ns = due_an_hour_ago;
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(s->worker.loop.accounting.done, 1);
    CHECK(s->worker.loop.slice.latency_max_ns < 3600 * NS_PER_S, "the event took %lld ns",
          (long long)s->worker.loop.slice.latency_max_ns);
    free_stage(s);
}

static enum answer
all_are_to_be_tried_again(const struct fake_server *s, const char *sql, int64_t number)
{
    (void)s, (void)sql, (void)number;
    return ANSWER_ERROR;
}

/* Though --max-tries allows a million: the slice waits for it. */
static void
an_event_that_outlasts_its_slice_has_ten_tries(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.max_tries = 1000000;
    s->server.script = all_are_to_be_tried_again;
    s->server.sqlstate = "40001";
    open_stage(s);
    const struct loop *const l = &s->worker.loop;

    run_stage(s, 0, NS_PER_MS);
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(l->accounting.started, 1);
    CHECK_INT(l->accounting.failed, 1);
    CHECK_INT(l->measured[0]->failed_attempts, 10);
    CHECK_INT(l->measured[0]->retries, 9);
    CHECK_INT(l->timers.count, 0);
    free_stage(s);
}

/* --queue-limit: so many may wait for a connection, and not one more. */
static void
a_queue_that_is_too_long_ends_the_run(void)
{
    enum { LIMIT = 7 };
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.rate_per_s = 1;
    s->options.run.arrivals = ARRIVALS_FIXED;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    run_stage(s, 0, NS_PER_MS);
    l->open.limit = LIMIT;
    l->open.begun_count = 3;
    plan_next(l, clock_now_ns() + 3600 * NS_PER_S, INT64_MAX, INT64_MAX);
    l->open.due = l->open.begun; /* Nothing else is due. */
    l->open.due_count = 3 + LIMIT;
    drive_due(l);
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(conductor_stopping(&s->conductor), STOP_NOT);
    l->open.due_count++;
    drive_due(l);
    CHECK_INT(l->diag.code, ERR_TARGET);
    CHECK_HAS(l->diag.text, "8 planned events wait for a connection, --queue-limit allows 7");
    CHECK(conductor_stopping(&s->conductor) != STOP_NOT, "the other workers go on");
    CHECK(l->deadline_ns <= clock_now_ns(), "another one may begin");
    free_stage(s);
}

/* It is one queue, whichever worker the starts are planned for. */
static void
the_queue_is_that_of_all_workers(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.rate_per_s = 1;
    s->options.run.arrivals = ARRIVALS_FIXED;
    s->options.run.queue_limit = 7;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    run_stage(s, 0, NS_PER_MS);
    plan_next(l, clock_now_ns() + 3600 * NS_PER_S, INT64_MAX, INT64_MAX);
    l->open.due = l->open.begun; /* Nothing else is due. */
    l->open.begun_count = 0;
    l->open.due_count = 3;
    drive_due(l);
    CHECK_INT(atomic_load(&s->conductor.backlog), 3);
    atomic_fetch_add(&s->conductor.backlog, 4); /* Of another worker. */
    drive_due(l);
    CHECK_INT(l->diag.code, ERR_OK);
    l->open.due_count++;
    drive_due(l);
    CHECK_INT(l->diag.code, ERR_TARGET);
    CHECK_HAS(l->diag.text, "8 planned events wait for a connection, --queue-limit allows 7");
    open_loop_end(l, clock_now_ns()); /* What is left of it is dropped. */
    CHECK_INT(atomic_load(&s->conductor.backlog), 4);
    free_stage(s);
}

/* Though none of them finds a connection: those of a second each until the end of the slice, which is over. */
static void
what_is_due_is_counted_though_no_connection_is_free(void)
{
    for (int is_too_long = 0; is_too_long < 2; is_too_long++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        s->options.run.rate_per_s = 1;
        s->options.run.arrivals = ARRIVALS_FIXED;
        open_stage(s);
        struct loop *const l = &s->worker.loop;

        run_stage(s, 0, NS_PER_MS);
        const int64_t now_ns = clock_now_ns();
        open_loop_begin(l); /* Nobody rests. */
        l->slice.backlog_end = 0;
        l->open.limit = is_too_long ? 5 : 6;
        plan_next(l, now_ns - 5 * NS_PER_S - NS_PER_S / 2, now_ns, INT64_MAX);
        drive_due(l);
        CHECK_INT(l->open.due_count, 6);
        CHECK_INT(l->slice.backlog_max, 6);
        CHECK_INT(l->slice.backlog_end, 6);
        CHECK_INT(l->diag.code, is_too_long ? ERR_TARGET : ERR_OK);
        free_stage(s);
    }
}

static enum answer
none_is_answered(const struct fake_server *s, const char *sql, int64_t number)
{
    (void)s, (void)sql, (void)number;
    return ANSWER_SILENT;
}

/* Of a server that says nothing any more. */
static void
a_connection_that_is_given_up_leaves_nothing_in_flight(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->server.script = none_is_answered;
    s->events = 0;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    run_stage(s, 0, INT64_MAX);
    l->events_left[0] = 1;
    drive_free(l, &l->conns[0][0], clock_now_ns(), clock_now_ns());
    CHECK_INT(l->in_flight_count, 1);
    drive_fail(l, &l->conns[0][0]);
    CHECK_INT(l->in_flight_count, 0);
    CHECK_INT(l->accounting.abandoned, 1);
    CHECK(conductor_stopping(&s->conductor) != STOP_NOT, "the other workers go on");
    CHECK(l->deadline_ns <= clock_now_ns(), "another one may begin");
    free_stage(s);
}

/* It ends the run, or is to be opened again; in neither case a start may be given to it. */
static void
a_connection_that_is_lost_while_it_rests_is_given_nothing(void)
{
    for (int reopens = 0; reopens < 2; reopens++) {
        struct scene *const s = new_stage("oltp_point_select", 2);
        s->options.run.rate_per_s = 1;
        s->options.run.arrivals = ARRIVALS_FIXED;
        open_stage(s);
        struct loop *const l = &s->worker.loop;
        struct conn *const c = &l->conns[0][0];

        l->env.reopens = reopens == 1;
        l->env.reopen_timeout_ns = NS_PER_S;
        run_stage(s, 0, NS_PER_MS);
        CHECK_INT(l->open.resting_count, 2);
        shutdown(PQsocket(c->pg), SHUT_RDWR);
        drive_ready(l, c);
        CHECK_INT(c->state, reopens ? CONN_LOST : CONN_CLOSED);
        CHECK_INT(l->open.resting_count, 1);
        CHECK(open_loop_take_rested(l) == &l->conns[0][1], "who is gone is next");
        CHECK_INT(l->timers.count, reopens);
        CHECK_INT(conductor_stopping(&s->conductor) != STOP_NOT, !reopens);
        CHECK_INT(l->accounting.failed + l->accounting.abandoned, 0);
        free_stage(s);
    }
}

int
main(void)
{
    a_connection_that_is_lost_while_it_rests_is_given_nothing();
    an_event_that_outlasts_its_slice_has_ten_tries();
    a_queue_that_is_too_long_ends_the_run();
    the_queue_is_that_of_all_workers();
    what_is_due_is_counted_though_no_connection_is_free();
    a_connection_that_is_given_up_leaves_nothing_in_flight();
    no_event_begins_at_the_end_of_its_slice();
    a_connection_of_the_other_target_rests();
    a_planned_start_is_begun_once_it_is_due_and_not_after_the_slice();
    a_planned_start_is_begun_to_the_nanosecond();
    after_a_pause_latency_counts_from_its_end();
    of_a_pause_that_ended_before_the_slice_only_the_slice_counts();
    an_event_whose_connection_is_lost_has_failed();
    return check_result("drive");
}
