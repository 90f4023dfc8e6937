/* Connections that are lost: how long a slice lasts while they are down, and what is said of that time. */

#include <time.h>

#include "base/clock.h"
#include "check_values.h"
#include "machine/drive.h"
#include "machine/slice.h"
#include "stage.h"

/* Each since a second before the slice, and not to be opened before its end. */
static void
connections_that_are_lost_when_a_slice_ends_were_down_until_then(void)
{
    struct scene *const s = new_stage("oltp_point_select", 2);
    s->options.run.reconnect_on_loss = true;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    for (int i = 0; i < 2; i++) {
        struct conn *const c = &l->conns[0][i];
        c->state = CONN_LOST;
        c->down_since_ns = clock_now_ns() - NS_PER_S;
        c->due_ns = INT64_MAX;
        timers_put(&l->timers, &c->timer, c->due_ns);
    }
    run_stage(s, 0, NS_PER_MS);
    CHECK(l->measured[0]->downtime_ns >= 2 * NS_PER_S, "down for %lld ns", (long long)l->measured[0]->downtime_ns);
    CHECK_INT(l->slice.rest_ns, 0); /* Who is down does not rest. */
    CHECK_INT(l->slice.end_ns - l->slice.start_ns, NS_PER_MS); /* Time without a server is time as well. */
    for (int i = 0; i < 2; i++) /* The next slice goes on from here. */
        CHECK(l->conns[0][i].down_since_ns >= l->slice.start_ns + NS_PER_MS, "counted until now");
    free_stage(s);
}

static enum answer
third_closes(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 3 ? ANSWER_CLOSE : ANSWER_OK;
}

static enum answer
second_opening_takes_long(const struct fake_server *s, const char *sql, int64_t number)
{
    if (number == 2)
        nanosleep(&(struct timespec){.tv_nsec = 60 * NS_PER_MS}, NULL);
    return ANSWER_OK;
}

/* Its event failed with it, and took its time. */
static void
a_connection_that_comes_back_was_away_for_a_part_of_the_slice(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.reconnect_on_loss = true;
    s->server.script = third_closes;
    s->server.parse_script = second_opening_takes_long;
    s->events = 4;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    l->env.reopens = true;
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(l->accounting.failed, 1);
    CHECK_INT(l->conns[0][0].event_count, 4); /* As of any other event that failed. */
    CHECK(l->conns[0][0].busy_ns > l->slice.latency_sum_ns, "the event that failed took no time");
    CHECK(l->conns[0][0].busy_ns <= l->slice.end_ns - l->slice.start_ns - l->measured[0]->downtime_ns,
          "it was in flight while it was down");
    CHECK(l->slice.end_ns - l->slice.start_ns >= 60 * NS_PER_MS, "the slice lasted %lld ns",
          (long long)(l->slice.end_ns - l->slice.start_ns));
    free_stage(s);
}

/* Whatever came of it: the time until then was without the server. */
static void
a_connection_that_comes_back_too_late_for_an_event_was_away_until_the_end(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.reconnect_on_loss = true;
    s->server.script = third_closes;
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    struct conn *const c = &l->conns[0][0];

    run_stage(s, 0, NS_PER_MS / 1000);
    l->slice.end_ns = l->slice.start_ns;
    c->state = CONN_LOST;
    c->down_since_ns = l->slice.start_ns;
    c->due_ns = 0;
    c->give_up_ns = INT64_MAX;
    conn_hang_up(c);
    timers_put(&l->timers, &c->timer, c->due_ns);
    drive_timed(l, clock_now_ns());
    while (c->state != CONN_IDLE && l->diag.code == ERR_OK) {
        struct epoll_event ready[EPOLL_BATCH];
        const int count = loop_wait(l, ready, INT64_MAX, false);
        for (int i = 0; i < count; i++)
            drive_ready(l, ready[i].data.ptr);
    }
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(l->slice.end_ns, l->deadline_ns);
    free_stage(s);
}

static enum answer
none_is_answered(const struct fake_server *s, const char *sql, int64_t number)
{
    return ANSWER_SILENT;
}

/* Since a second before, and with an event in flight that nobody waits for any more. */
static void
who_is_down_when_a_run_is_cut_short_was_down_until_then(void)
{
    struct scene *const s = new_stage("oltp_point_select", 2);
    s->options.run.reconnect_on_loss = true;
    s->server.script = none_is_answered;
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    struct conn *const c = &l->conns[0][1];

    c->state = CONN_LOST;
    c->down_since_ns = clock_now_ns() - NS_PER_S;
    c->due_ns = INT64_MAX;
    timers_put(&l->timers, &c->timer, c->due_ns);
    conductor_stop(&s->conductor, STOP_NOW);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(l->accounting.abandoned, 1);
    CHECK(l->measured[0]->downtime_ns >= NS_PER_S, "down for %lld ns", (long long)l->measured[0]->downtime_ns);
    free_stage(s);
}

int
main(void)
{
    connections_that_are_lost_when_a_slice_ends_were_down_until_then();
    a_connection_that_comes_back_was_away_for_a_part_of_the_slice();
    a_connection_that_comes_back_too_late_for_an_event_was_away_until_the_end();
    who_is_down_when_a_run_is_cut_short_was_down_until_then();
    return check_result("outages");
}
