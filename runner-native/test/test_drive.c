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

/* The only connection rests, and has taken a start that is planned for `planned_ns`. */
static void
rest_until(struct loop *l, int64_t planned_ns, int64_t deadline_ns, int64_t give_up_ns)
{
    open_loop_begin(l);
    l->conns[0][0].intended_ns = planned_ns;
    open_loop_rest(l, &l->conns[0][0]);
    l->deadline_ns = deadline_ns;
    l->give_up_ns = give_up_ns;
}

/* The queue of a slice that begins at `origin_ns`, with starts at the rate of the options, and ends at `deadline_ns`. */
static void
begin_queue(struct scene *s, int64_t origin_ns, int64_t deadline_ns)
{
    start_queue_begin(&s->starts,
                      &(struct slice_plan){.is_measured = true, .start_ns = origin_ns, .duration_ns = deadline_ns - origin_ns});
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
    rest_until(l, now_ns, now_ns, INT64_MAX);
    drive_due(l);
    CHECK_INT(l->accounting.started, before); /* None is planned for the end of a slice. */
    rest_until(l, now_ns, now_ns + 1, now_ns);
    drive_due(l);
    CHECK_INT(l->accounting.started, before); /* Nobody waits for it any more. */
    rest_until(l, now_ns + 3600 * NS_PER_S, INT64_MAX, INT64_MAX);
    drive_due(l);
    CHECK_INT(l->accounting.started, before); /* It is not due. */
    rest_until(l, now_ns, now_ns + 1, INT64_MAX);
    drive_due(l);
    CHECK_INT(l->accounting.started, before + 1);
    CHECK_INT(l->conns[0][0].intended_ns, now_ns);
    CHECK(l->conns[0][0].started_ns >= now_ns, "it starts when it starts");
    CHECK_INT(l->open.resting_count, 0);
    await_answers(l);
    CHECK_INT(l->open.resting_count, 1);
    free_stage(s);
}

/* A connection that is free begins with a start that has waited for it, and rests with one that is yet to come. */
static void
who_is_free_takes_the_next_start(void)
{
    for (int is_due = 0; is_due < 2; is_due++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        s->options.run.rate_per_s = 1;
        s->options.run.arrivals = ARRIVALS_FIXED;
        open_stage(s);
        struct loop *const l = &s->worker.loop;

        run_stage(s, 0, NS_PER_MS);
        const int64_t before = l->accounting.started, now_ns = clock_now_ns();
        const int64_t origin_ns = is_due ? now_ns - NS_PER_S : now_ns;
        begin_queue(s, origin_ns, INT64_MAX);
        open_loop_begin(l);
        l->deadline_ns = l->give_up_ns = INT64_MAX;
        drive_free(l, &l->conns[0][0], now_ns, now_ns);
        CHECK_INT(l->accounting.started - before, is_due);
        CHECK_INT(l->in_flight_count, is_due);
        CHECK_INT(l->open.resting_count, !is_due);
        CHECK(l->conns[0][0].intended_ns >= origin_ns && l->conns[0][0].intended_ns < origin_ns + NS_PER_S,
              "it is not the first of the slice");
        free_stage(s);
    }
}

enum { LATE_NS = 20 * NS_PER_MS };

/* Drawn late: when the next event is due is over by the time it is known. */
static int64_t
due_at_once(const struct program *p, struct generator *g, int64_t now_ns)
{
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
due_an_hour_ago(const struct program *p, struct generator *g, int64_t now_ns)
{
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
    const int64_t hour_ns = 3600 * NS_PER_S;
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.rate_per_s = 1.0 / 3600;
    s->options.run.arrivals = ARRIVALS_FIXED;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    run_stage(s, 0, NS_PER_MS);
    const int64_t now_ns = clock_now_ns();
    begin_queue(s, now_ns - LIMIT * hour_ns, now_ns + 100 * hour_ns);
    open_loop_begin(l); /* No connection is free. */
    l->open.limit = LIMIT;
    l->deadline_ns = INT64_MAX;
    drive_due(l);
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(conductor_stopping(&s->conductor), STOP_NOT);
    begin_queue(s, now_ns - (LIMIT + 1) * hour_ns, now_ns + 100 * hour_ns);
    drive_due(l);
    CHECK_INT(l->diag.code, ERR_TARGET);
    CHECK_HAS(l->diag.text, "8 planned events wait for a connection, --queue-limit allows 7");
    CHECK(conductor_stopping(&s->conductor) != STOP_NOT, "the other workers go on");
    CHECK(l->deadline_ns <= clock_now_ns(), "another one may begin");
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
        begin_queue(s, now_ns - 6 * NS_PER_S, now_ns);
        l->open.limit = is_too_long ? 5 : 6;
        l->deadline_ns = now_ns;
        drive_due(l);
        CHECK_INT(s->starts.backlog_max, 6);
        CHECK_INT(s->starts.backlog_end, 6);
        CHECK_INT(l->diag.code, is_too_long ? ERR_TARGET : ERR_OK);
        free_stage(s);
    }
}

static enum answer
none_is_answered(const struct fake_server *s, const char *sql, int64_t number)
{
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
        begin_queue(s, clock_now_ns() + 3600 * NS_PER_S, INT64_MAX / 2);
        l->deadline_ns = l->give_up_ns = INT64_MAX / 2;
        for (int i = 0; i < 2; i++)
            drive_free(l, &l->conns[0][i], 0, clock_now_ns());
        CHECK_INT(l->open.resting_count, 2);
        const int64_t first_ns = c->intended_ns;
        shutdown(PQsocket(c->pg), SHUT_RDWR);
        drive_ready(l, c);
        CHECK_INT(c->state, reopens ? CONN_LOST : CONN_CLOSED);
        CHECK_INT(l->open.resting_count, 1);
        CHECK_INT(l->conns[0][1].intended_ns, first_ns); /* The other has its start. */
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
    what_is_due_is_counted_though_no_connection_is_free();
    a_connection_that_is_given_up_leaves_nothing_in_flight();
    no_event_begins_at_the_end_of_its_slice();
    a_connection_of_the_other_target_rests();
    a_planned_start_is_begun_once_it_is_due_and_not_after_the_slice();
    who_is_free_takes_the_next_start();
    after_a_pause_latency_counts_from_its_end();
    of_a_pause_that_ended_before_the_slice_only_the_slice_counts();
    an_event_whose_connection_is_lost_has_failed();
    return check_result("drive");
}
