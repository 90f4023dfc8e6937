/*
 * A connection whose time is to come: in back-off, in thought, lost, or being opened again. And what is broken down of its events.
 */

#include <sys/socket.h>

#include "base/clock.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "machine/drive.h"
#include "stage.h"

enum { MANY_TRIES = 1000000 };

#define HOUR_NS (3600 * NS_PER_S)

/* In a slice without an end, in which nothing has begun; it may begin `events`. */
static struct conn *
stand_still(struct scene *s, int64_t events)
{
    struct loop *const l = &s->worker.loop;

    s->events = 0;
    open_stage(s);
    run_stage(s, 0, INT64_MAX);
    CHECK_INT(l->accounting.started, 0);
    l->events_left[0] = events;
    return &l->conns[0][0];
}

/* Until `c` is in `state`. */
static void
await_state(struct loop *l, const struct conn *c, enum conn_state state)
{
    struct epoll_event ready[EPOLL_BATCH];

    for (int waits = 0; c->state != state && waits < 1000; waits++) {
        const int count = loop_wait(l, ready, clock_now_ns() + 10 * NS_PER_MS, true);
        for (int i = 0; i < count; i++)
            drive_ready(l, ready[i].data.ptr);
    }
    CHECK_INT(c->state, state);
}

static void
begin_one(struct loop *l, struct conn *c)
{
    const int64_t now_ns = clock_now_ns();

    drive_free(l, c, now_ns, now_ns);
}

static enum answer
all_fail(const struct fake_server *s, const char *sql, int64_t number)
{
    return ANSWER_ERROR;
}

/* Its event has been tried once, and is to be tried again in an hour. */
static struct conn *
stand_in_back_off(struct scene *s)
{
    s->options.run.max_tries = MANY_TRIES;
    s->server.script = all_fail;
    s->server.sqlstate = "40001";
    struct conn *const c = stand_still(s, 1);
    struct loop *const l = &s->worker.loop;

    begin_one(l, c);
    await_state(l, c, CONN_BACKOFF);
    CHECK_INT(l->timers.count, 1);
    CHECK_INT(timers_first(&l->timers)->due_ns, c->due_ns);
    CHECK_INT(l->in_flight_count, 1);
    c->due_ns = clock_now_ns() + HOUR_NS;
    timers_put(&l->timers, &c->timer, c->due_ns);
    return c;
}

static int64_t
due_in_an_hour(const struct program *p, struct generator *g, int64_t now_ns)
{
    return now_ns + HOUR_NS;
}

/* It thinks before its first event, for an hour. */
static struct conn *
stand_in_thought(struct scene *s)
{
    struct conn *const c = stand_still(s, 1);

    s->program.due_ns = due_in_an_hour;
    begin_one(&s->worker.loop, c);
    CHECK_INT(c->state, CONN_THINKING);
    CHECK_INT(s->worker.loop.timers.count, 1);
    CHECK_INT(s->worker.loop.in_flight_count, 0);
    return c;
}

/* Nothing is done before, and all at that very moment. */
static void
what_is_timed_is_done_when_it_is_due(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    struct conn *const c = stand_in_back_off(s);
    struct loop *const l = &s->worker.loop;

    drive_timed(l, c->due_ns - 1);
    CHECK_INT(c->state, CONN_BACKOFF);
    CHECK_INT(c->tries, 1);
    drive_timed(l, c->due_ns);
    CHECK_INT(c->tries, 2);
    CHECK_INT(l->timers.count, 0);
    await_state(l, c, CONN_BACKOFF);
    CHECK_INT(l->in_flight_count, 1); /* Still the same event. */
    CHECK_INT(l->accounting.started, 1);
    free_stage(s);
}

/* Of ten tries none is too few, nor is the tenth the last while the slice lasts. */
static void
the_tenth_try_is_the_last_one_after_the_slice(void)
{
    static const struct {
        int tries, after_ns, is_over;
    } cases[] = {{9, 0, 0}, {10, -1, 0}, {10, 0, 1}, {11, 5, 1}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        struct conn *const c = stand_in_back_off(s);
        struct loop *const l = &s->worker.loop;

        c->tries = cases[i].tries;
        l->deadline_ns = c->due_ns - cases[i].after_ns;
        drive_timed(l, c->due_ns);
        CHECK_INT(c->state == CONN_IDLE, cases[i].is_over);
        CHECK_INT(c->tries, cases[i].tries + !cases[i].is_over);
        CHECK_INT(l->accounting.failed, cases[i].is_over);
        CHECK_INT(l->in_flight_count, !cases[i].is_over);
        free_stage(s);
    }
}

static void
a_thought_that_is_over_begins_the_event(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    struct conn *const c = stand_in_thought(s);
    struct loop *const l = &s->worker.loop;
    const int64_t due_ns = clock_now_ns();

    c->due_ns = due_ns;
    timers_put(&l->timers, &c->timer, c->due_ns);
    drive_timed(l, clock_now_ns());
    CHECK_INT(l->accounting.started, 1);
    CHECK_INT(l->in_flight_count, 1);
    CHECK_INT(c->intended_ns, due_ns);
    await_state(l, c, CONN_THINKING); /* Before the next one. */
    CHECK_INT(l->accounting.done, 1);
    CHECK_INT(l->in_flight_count, 0);
    CHECK_INT(l->timers.count, 1);
    free_stage(s);
}

/* A socket may be ready and have nothing to say. */
static void
who_hears_nothing_goes_on_waiting(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    struct conn *const c = stand_in_back_off(s);

    drive_ready(&s->worker.loop, c);
    CHECK_INT(c->state, CONN_BACKOFF);
    CHECK_INT(s->worker.loop.timers.count, 1);
    CHECK_INT(s->worker.loop.in_flight_count, 1);
    free_stage(s);
    struct scene *const other = new_stage("oltp_point_select", 1);
    struct conn *const thinking = stand_in_thought(other);
    drive_ready(&other->worker.loop, thinking);
    CHECK_INT(thinking->state, CONN_THINKING);
    CHECK_INT(other->worker.loop.timers.count, 1);
    free_stage(other);
}

/* Its event has failed, if it had one; it ends the run, or is timed for its opening instead of for what it waited for. */
static void
a_connection_that_is_lost_while_it_waits_is_timed_anew(void)
{
    for (int i = 0; i < 4; i++) {
        const bool is_thinking = i % 2 == 1, reopens = i / 2 == 1;
        struct scene *const s = new_stage("oltp_point_select", 1);
        struct conn *const c = is_thinking ? stand_in_thought(s) : stand_in_back_off(s);
        struct loop *const l = &s->worker.loop;

        l->env.reopens = reopens;
        l->env.reopen_timeout_ns = NS_PER_S;
        shutdown(PQsocket(c->pg), SHUT_RDWR);
        drive_ready(l, c);
        CHECK_INT(c->state, reopens ? CONN_LOST : CONN_CLOSED);
        CHECK_INT(l->timers.count, reopens);
        if (reopens)
            CHECK(timers_first(&l->timers)->due_ns < clock_now_ns() + NS_PER_S, "it waits as if nothing had been");
        CHECK_INT(conductor_stopping(&s->conductor) != STOP_NOT, !reopens);
        CHECK_INT(l->deadline_ns < INT64_MAX, !reopens); /* Nobody else begins one in the meantime. */
        CHECK_INT(l->accounting.failed, !is_thinking);
        CHECK_INT(l->accounting.abandoned, 0);
        CHECK_INT(l->in_flight_count, 0);
        free_stage(s);
    }
}

static enum answer
second_closes(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 2 ? ANSWER_CLOSE : ANSWER_OK;
}

static void
a_lost_connection_is_opened_again_and_goes_on(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->events = 4;
    s->server.script = second_closes;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    l->env.reopens = true;
    l->env.reopen_timeout_ns = 60 * NS_PER_S;
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(l->accounting.started, 4);
    CHECK_INT(l->accounting.done, 3);
    CHECK_INT(l->accounting.failed, 1);
    CHECK_INT(l->in_flight_count, 0);
    CHECK_INT(l->timers.count, 0);
    CHECK_INT(l->measured[0]->reconnects, 1);
    CHECK(l->measured[0]->downtime_ns > 0, "it was not down");
    CHECK_INT(l->conns[0][0].state, CONN_IDLE);
    free_stage(s);
}

static enum answer
second_opening_fails(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 1 ? ANSWER_OK : ANSWER_FATAL;
}

/* Lost, or closed for --reconnect. */
static void
a_connection_that_cannot_be_opened_again_ends_the_run(void)
{
    for (int is_wanted = 0; is_wanted < 2; is_wanted++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        s->options.run.reconnect = is_wanted;
        s->server.script = second_closes;
        s->server.parse_script = second_opening_fails;
        s->server.sqlstate = "57P03";
        open_stage(s);
        struct loop *const l = &s->worker.loop;

        l->env.reopens = true;
        l->env.reopen_timeout_ns = 20 * NS_PER_MS;
        run_stage(s, 0, 60 * NS_PER_S);
        CHECK_INT(l->diag.code, ERR_TARGET);
        CHECK_HAS(l->diag.text, "could not be opened again");
        CHECK(conductor_stopping(&s->conductor) != STOP_NOT, "the other workers go on");
        CHECK_INT(l->conns[0][0].state, CONN_CLOSED);
        CHECK_INT(l->accounting.started, 2 - is_wanted);
        CHECK_INT(l->accounting.done, 1 - is_wanted);
        CHECK_INT(l->accounting.failed, 1);
        CHECK_INT(l->in_flight_count, 0);
        CHECK_INT(l->timers.count, 0);
        free_stage(s);
    }
}

/* --reconnect: opening it is the end of its event, and part of its latency. */
static void
a_connection_that_is_opened_anew_goes_on(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.reconnect = 1;
    s->events = 3;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(l->accounting.done, 3);
    CHECK_INT(l->measured[0]->reconnects, 3);
    CHECK_INT(l->measured[0]->events, 3);
    CHECK_INT(l->in_flight_count, 0);
    CHECK_INT(l->timers.count, 0);
    free_stage(s);
}

/* A server may accept and then say nothing. */
static void
opening_anew_has_a_last_moment(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.reconnect = 1;
    struct conn *const c = stand_still(s, 1);
    struct loop *const l = &s->worker.loop;

    l->env.reopen_timeout_ns = HOUR_NS;
    begin_one(l, c);
    await_state(l, c, CONN_OPENING);
    CHECK_INT(l->timers.count, 1);
    CHECK_INT(c->timer.due_ns, c->due_ns);
    CHECK(c->due_ns > clock_now_ns(), "it is over already");
    CHECK_INT(l->in_flight_count, 1);
    drive_timed(l, c->due_ns);
    CHECK_HAS(l->diag.text, "closed for --reconnect and could not be opened again");
    CHECK_INT(l->accounting.failed, 1);
    CHECK_INT(l->in_flight_count, 0);
    CHECK_INT(l->timers.count, 0);
    free_stage(s);
}

enum { SLEEP_NS = 3 * NS_PER_MS };

/* The statement between two sleeps. */
static void
next_between_sleeps(const struct program *p, struct generator *g, struct step *step)
{
    static const enum step_kind kinds[] = {STEP_SLEEP, STEP_SEND, STEP_SLEEP, STEP_END};

    step->kind = kinds[g->at++];
    step->statement = 0;
    step->table = 0;
    step->sleep_ns = SLEEP_NS;
}

/* Begun by the connection before it, or when it was planned. */
static void
sleeps_in_an_event_are_part_of_it(void)
{
    for (int is_open = 0; is_open < 2; is_open++) {
        struct scene *const s = new_stage("oltp_point_select", 2);
        s->options.run.rate_per_s = is_open * 1000;
        s->events = 4;
        open_stage(s);
        const struct loop *const l = &s->worker.loop;

        s->program.next = next_between_sleeps;
        run_stage(s, 0, 60 * NS_PER_S);
        CHECK_INT(l->diag.code, ERR_OK);
        CHECK_INT(l->accounting.started, 4);
        CHECK_INT(l->accounting.done, 4);
        CHECK(l->measured[0]->latency.min_ns >= 2 * SLEEP_NS, "it took %lld ns", (long long)l->measured[0]->latency.min_ns);
        CHECK_INT(l->timers.count, 0);
        free_stage(s);
    }
}

/* Two of three events are of the second kind. */
static int
begin_one_of_two(const struct program *p, struct generator *g)
{
    return g->sequence++ % 3 == 0 ? 0 : 1;
}

static void
count_all(const struct program *p, const struct generator *g, int64_t *counters)
{
    counters[0]++;
}

/* What a single kind is counted as: a histogram of each would be the tally's. */
static void
events_are_broken_down_by_kind_and_host(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    struct diag d = DIAG_NONE;
    s->events = 6;
    CHECK_INT(workload_program(&s->program, &s->options.load, &d), ERR_OK);
    program_add_event(&s->program, "another");
    s->program.begin = begin_one_of_two;
    s->program.count = count_all;
    s->program.first_op[1] = s->program.first_op[0];
    open_stage(s);
    const struct loop *const l = &s->worker.loop;
    const struct part *const kinds = l->details[0]->events;
    struct part *const host = &l->details[0]->hosts[0];

    host->latency = hist_create(); /* As if there were two. */

    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(l->accounting.done, 6);
    CHECK_INT(kinds[0].count, 2);
    CHECK_INT(kinds[1].count, 4);
    CHECK_INT(kinds[0].latency->count, 2);
    CHECK_INT(kinds[1].latency->count, 4);
    CHECK_INT(kinds[0].latency->sum_ns + kinds[1].latency->sum_ns, l->measured[0]->latency.sum_ns);
    CHECK_INT(l->details[0]->counters[0], 6);
    CHECK_INT(host->count, 6);
    CHECK_INT(host->latency->sum_ns, l->measured[0]->latency.sum_ns);
    hist_destroy(host->latency);
    free_stage(s);
}

/* By the first event that ends at that moment or later, and in whole intervals. */
static void
an_interval_that_is_over_is_told_by_the_next_event(void)
{
    for (int is_over = 0; is_over < 2; is_over++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        struct conn *const c = stand_still(s, 1);
        struct loop *const l = &s->worker.loop;
        const int64_t report_ns = is_over ? clock_now_ns() : INT64_MAX;

        l->report_interval_ns = HOUR_NS;
        l->next_report_ns = report_ns;
        begin_one(l, c);
        await_state(l, c, CONN_IDLE);
        CHECK_INT(l->measured[0]->events, is_over);
        CHECK_INT(l->tally[0]->events, !is_over);
        CHECK_INT(l->next_report_ns, is_over ? report_ns + HOUR_NS : INT64_MAX);
        free_stage(s);
    }
}

int
main(void)
{
    what_is_timed_is_done_when_it_is_due();
    the_tenth_try_is_the_last_one_after_the_slice();
    a_thought_that_is_over_begins_the_event();
    who_hears_nothing_goes_on_waiting();
    a_connection_that_is_lost_while_it_waits_is_timed_anew();
    a_lost_connection_is_opened_again_and_goes_on();
    a_connection_that_cannot_be_opened_again_ends_the_run();
    a_connection_that_is_opened_anew_goes_on();
    opening_anew_has_a_last_moment();
    sleeps_in_an_event_are_part_of_it();
    events_are_broken_down_by_kind_and_host();
    an_interval_that_is_over_is_told_by_the_next_event();
    return check_result("drive_timed");
}
