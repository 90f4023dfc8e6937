#include "machine/slice.h"

#include <assert.h>

#include "base/clock.h"
#include "machine/conn_statement.h"
#include "machine/drive.h"
#include "machine/open_loop.h"

#define DRAIN_NS (NS_PER_S - 100 * NS_PER_MS) /* Time for events in flight, after a stop: all is over within a second. */
#define QUEUE_LOOK_NS (10 * NS_PER_MS) /* --queue-limit: between two looks at it while no connection is free. */

/* Waiting. */

/* Is anything to begin later in this slice? */
static bool
expects_start(const struct loop *l, int64_t now_ns)
{
    if (!loop_has_events_left(l))
        return false;
    if (l->open.is_on && now_ns >= l->deadline_ns)
        return open_loop_next_ns(l) != INT64_MAX && now_ns < l->give_up_ns;
    return now_ns < l->deadline_ns && (l->open.is_on || l->timers.count > 0);
}

static int64_t
earlier_ns(int64_t a_ns, int64_t b_ns)
{
    return a_ns < b_ns ? a_ns : b_ns;
}

/* When the open loop has something to do: a start, a look at a queue with a limit, or the end of its planned time. */
static int64_t
next_paced_ns(const struct loop *l, int64_t now_ns)
{
    int64_t due_ns = now_ns < l->give_up_ns ? open_loop_next_ns(l) : INT64_MAX;

    if (l->open.limit != INT64_MAX && l->open.resting_count == 0)
        due_ns = earlier_ns(due_ns, now_ns + QUEUE_LOOK_NS);
    return l->open.is_planned_time_over ? due_ns : earlier_ns(due_ns, l->deadline_ns);
}

/* The next moment at which something is due though no socket is ready. */
static int64_t
next_due_ns(const struct loop *l)
{
    int64_t due_ns = earlier_ns(l->next_report_ns, l->drain_until_ns);

    if (l->timers.count > 0)
        due_ns = earlier_ns(due_ns, timers_first(&l->timers)->due_ns);
    if (l->open.is_on)
        due_ns = earlier_ns(due_ns, next_paced_ns(l, clock_now_ns()));
    if (l->silent_since_ns > 0 && l->in_flight_count > 0)
        due_ns = earlier_ns(due_ns, l->silent_since_ns + l->stall_timeout_ns);
    if (l->in_flight_count == 0)
        due_ns = earlier_ns(due_ns, l->open.is_planned_time_over ? l->give_up_ns : l->deadline_ns);
    return due_ns;
}

/* No socket had anything to say in the last wait. --stall-timeout: where it has been so for long, and something waits for an
 * answer, the run ends. */
static void
check_silence(struct loop *l, int64_t now_ns)
{
    if (l->stall_timeout_ns == 0)
        return;
    if (l->silent_since_ns == 0)
        l->silent_since_ns = now_ns;
    if (now_ns - l->silent_since_ns < l->stall_timeout_ns)
        return;
    struct conn *const c = loop_longest_waiting(l);
    if (!c || now_ns - c->statement_ns < l->stall_timeout_ns) { /* Other things were waited for, until a moment ago. */
        l->silent_since_ns = c ? c->statement_ns : now_ns;
        return;
    }
    conn_stall(c, &l->env, now_ns);
    drive_fail(l, c);
}

/* A wait has ended without a socket. */
static void
on_timeout(struct loop *l, int64_t now_ns)
{
    if (now_ns >= l->next_report_ns)
        loop_report(l, now_ns);
    check_silence(l, now_ns);
}

/* Sees whether the run is to stop; true when nothing may be waited for any more. */
static bool
is_stopped(struct loop *l)
{
    const enum stop stop = conductor_stopping(l->conductor);

    if (stop == STOP_NOT)
        return false;
    const int64_t now_ns = clock_now_ns();
    loop_stop_beginning(l, now_ns);
    if (l->drain_until_ns == INT64_MAX)
        l->drain_until_ns = now_ns + DRAIN_NS;
    return stop == STOP_NOW || now_ns >= l->drain_until_ns;
}

/* Checks what holds between two events, whatever a server does. It looks at each connection, so it is asked when a slice ends, where
 * nothing is measured; a count that went wrong in one of them would be in every figure after it. */
static void
check_loop(const struct loop *l)
{
    const struct accounting *const a = &l->accounting;
    int running_count = 0;

    for (int i = 0; i < l->conn_count; i++) {
        const struct conn *const c = &l->conns[l->plan.target][i];
        running_count += c->event != EVENT_NONE;
        assert(c->event != EVENT_NONE || !conn_is_waiting(c));
        assert(c->event == EVENT_NONE || c->state != CONN_LOST);
    }
    assert(running_count == l->in_flight_count);
    assert(a->started == a->done + a->failed + a->abandoned + l->in_flight_count);
    assert(l->timers.count <= l->conn_count * l->target_count);
    assert(l->open.resting_count >= 0 && l->open.resting_count <= l->conn_count);
}

/* Leaves the events that are in flight, without waiting for their answers. */
static void
abandon(struct loop *l)
{
    check_loop(l);
    l->accounting.abandoned += l->in_flight_count;
    l->in_flight_count = 0;
}

/* The beginning and the end. */

static void
reset_fairness(struct loop *l)
{
    for (int t = 0; t < l->target_count; t++) {
        for (int i = 0; i < l->conn_count; i++) {
            l->conns[t][i].event_count = 0;
            l->conns[t][i].busy_ns = 0;
        }
    }
}

void
slice_await(struct loop *l, int64_t until_ns)
{
    struct epoll_event ready[EPOLL_BATCH];

    while (clock_now_ns() < until_ns && conductor_stopping(l->conductor) == STOP_NOT) {
        const int count = loop_wait(l, ready, until_ns, true);
        for (int i = 0; i < count; i++)
            if (ready[i].data.ptr != NULL) /* A stop, which the loop sees. */
                drive_ready(l, ready[i].data.ptr);
    }
}

static void
begin_slice(struct loop *l)
{
    const int64_t start_ns = l->open.is_on ? l->plan.start_ns : clock_now_ns();
    if (l->plan.is_measured && !l->was_measured) {
        reset_fairness(l);
        l->next_report_ns = INT64_MAX;
    }
    l->was_measured = l->plan.is_measured;
    if (l->report_interval_ns > 0 && l->next_report_ns == INT64_MAX)
        l->next_report_ns = start_ns + l->report_interval_ns;
    l->slice = (struct slice_record){
        .target = l->plan.target, .start_ns = start_ns, .end_ns = start_ns, .is_open = l->open.is_on};
    l->origin_ns = start_ns;
    l->deadline_ns = clock_later_ns(start_ns, l->plan.duration_ns);
    l->give_up_ns = l->deadline_ns;
    l->drain_until_ns = INT64_MAX;
    l->silent_since_ns = 0;
    l->driven_since_ns = start_ns;
    for (int t = 0; t < l->target_count; t++)
        l->env.detail[t] = l->plan.is_measured ? l->details[t] : NULL;
    if (l->open.is_on) {
        open_loop_begin(l);
        l->give_up_ns = clock_later_ns(l->deadline_ns,
                                       l->plan.duration_ns < BACKLOG_DRAIN_NS ? l->plan.duration_ns : BACKLOG_DRAIN_NS);
    }
    for (int i = 0; i < l->conn_count; i++) /* Free from the start, however late this thread has come to it. */
        if (l->conns[l->plan.target][i].state == CONN_IDLE)
            drive_free(l, &l->conns[l->plan.target][i], start_ns, clock_now_ns());
}

/* The moment from which nothing was to begin on a connection. One that is down should have had events until the deadline: that it had none
 * is the server's doing. */
static int64_t
rests_since_ns(const struct loop *l, const struct conn *c)
{
    if (c->state == CONN_LOST)
        return l->deadline_ns;
    return c->state == CONN_IDLE ? c->free_ns : INT64_MAX;
}

/* How long connections rested: with nothing to do while others still had. In an open loop resting is part of the plan. */
static int64_t
rests_ns(const struct loop *l)
{
    int64_t sum_ns = 0;

    for (int i = 0; i < l->conn_count && !l->open.is_on; i++) {
        const int64_t since_ns = rests_since_ns(l, &l->conns[l->plan.target][i]);
        if (since_ns < l->slice.end_ns)
            sum_ns += l->slice.end_ns - since_ns;
    }
    return sum_ns;
}

static bool
is_any_lost(const struct loop *l)
{
    for (int i = 0; i < l->conn_count; i++)
        if (l->conns[l->plan.target][i].state == CONN_LOST)
            return true;
    return false;
}

static void
end_slice(struct loop *l)
{
    const int64_t now_ns = clock_now_ns();

    for (int i = 1; i <= l->timers.count; i++) { /* Their downtime belongs to this slice so far. */
        struct conn *const c = loop_conn_of(l->timers.heap[i]);
        if (c->state == CONN_LOST)
            conn_count_downtime(c, &l->env, now_ns);
    }
    if (l->open.is_on)
        open_loop_end(l, now_ns);
    else if (l->env.program->due_ns || is_any_lost(l))
        loop_lasts_until(l, now_ns);
    l->slice.connections = l->conn_count;
    l->slice.rest_ns = rests_ns(l);
    l->ended_events[l->plan.target] += l->slice.events + l->slice.failures;
    if (!l->plan.is_measured)
        l->slice.tail_ns = hist_percentile_ns(&l->tally[l->plan.target]->latency, 99);
    loop_flush(l, now_ns);
}

/* Drives until no event is in flight and none is to begin, or the run is stopped. */
static void
drive_slice(struct loop *l)
{
    struct epoll_event ready[EPOLL_BATCH];

    while (l->in_flight_count > 0 || expects_start(l, clock_now_ns())) {
        if (__builtin_expect(is_stopped(l), 0))
            return abandon(l);
        const int count = loop_wait(l, ready, next_due_ns(l), l->open.is_on || l->timers.count > 0);
        for (int i = 0; i < count; i++) {
            if (__builtin_expect(ready[i].data.ptr == NULL, 0))
                loop_clear_wake(l);
            else
                drive_ready(l, ready[i].data.ptr);
        }
        if (l->timers.count > 0)
            drive_timed(l, clock_now_ns());
        if (l->open.is_on)
            drive_due(l);
        if (count > 0)
            l->silent_since_ns = 0;
        else
            on_timeout(l, clock_now_ns());
    }
    check_loop(l);
}

void
slice_run(struct loop *l)
{
    begin_slice(l);
    drive_slice(l);
    end_slice(l);
}
