#include "machine/drive.h"

#include <inttypes.h>

#include "base/clock.h"
#include "machine/conn.h"
#include "machine/fates.h"
#include "machine/open_loop.h"

/* Attempts of one event from the end of its slice on, whatever --max-tries allows: what fails without end must not hold up the run.
 * The default of --max-tries, so that it changes nothing else. */
enum { LATE_TRIES_MAX = 10 };

/* Beginning. */

/* Is the start of `c` so late that --latency-limit leaves it out? */
static bool
is_too_late(const struct loop *l, const struct conn *c, int64_t now_ns)
{
    return l->env.latency_limit_ns > 0 && now_ns - c->intended_ns > l->env.latency_limit_ns;
}

/* May an event begin at `now_ns` on a connection that is free? Then it is meant to start at its intended_ns. */
static inline bool
take_start(struct loop *l, struct conn *c, int64_t now_ns)
{
    if (__builtin_expect(l->open.is_on, 0)) {
        bool is_due = open_loop_take_start(l, c, now_ns);
        for (; is_due && is_too_late(l, c, now_ns); is_due = open_loop_take_start(l, c, now_ns))
            fates_note_skipped(l, c, now_ns);
        return is_due;
    }
    c->intended_ns = now_ns;
    return loop_has_events_left(l) && now_ns < l->deadline_ns;
}

static void
rest(struct loop *l, struct conn *c)
{
    c->state = CONN_IDLE;
    if (l->open.is_on)
        open_loop_rest(l, c);
}

static inline void
begin(struct loop *l, struct conn *c, int64_t intended_ns, int64_t now_ns)
{
    if (l->plan.is_measured && l->events_left[l->plan.target] != INT64_MAX)
        l->events_left[l->plan.target]--;
    l->accounting.started++;
    if (__builtin_expect(l->open.is_on, 0))
        c->late_ns = open_loop_record_lateness(l, c, intended_ns, now_ns);
    c->has_paused = false;
    conn_begin(c, &l->env, intended_ns, now_ns);
}

/* Following. */

/* Something is to be done with `c` at its due_ns, whatever was to be done before. */
static void
time_conn(struct loop *l, struct conn *c)
{
    timers_put(&l->timers, &c->timer, c->due_ns);
}

static void
untime_conn(struct loop *l, struct conn *c)
{
    timers_take(&l->timers, &c->timer);
}

/* Lets a free connection think before its next event, once, if the program wants it. */
static inline bool
pause_first(struct loop *l, struct conn *c, int64_t now_ns)
{
    const struct program *const p = l->env.program;

    if (__builtin_expect(!p->due_ns, 1) || l->open.is_on || c->has_paused)
        return false;
    c->has_paused = true;
    c->due_ns = p->due_ns(p, &c->generator, now_ns);
    c->state = CONN_THINKING;
    time_conn(l, c);
    return true;
}

/* The event began to count in the stage in which it was to start. */
static void
note_stage(const struct loop *l, const struct conn *c, struct detail *d, int64_t latency_ns)
{
    if (!l->open.stages)
        return;
    struct part *const stage = &d->stages[open_loop_stage(l, c)];
    stage->count++;
    hist_record(stage->latency, latency_ns);
}

static void
record_breakdown(struct loop *l, const struct conn *c, struct detail *d, int64_t latency_ns)
{
    struct part *const host = &d->hosts[c->host];

    host->count++;
    if (__builtin_expect(d->is_close, 0))
        fates_note_success(l, c, d, latency_ns);
    if (__builtin_expect(host->latency != NULL, 0))
        hist_record(host->latency, latency_ns);
    if (__builtin_expect(l->open.is_on, 0)) {
        struct tally *const tally = l->tally[c->target];
        const int64_t lag_ns = c->started_ns - c->intended_ns;
        tally->lag_sum_ns += lag_ns;
        tally->lag_max_ns = lag_ns > tally->lag_max_ns ? lag_ns : tally->lag_max_ns;
        note_stage(l, c, d, latency_ns);
        hist_record(d->service, c->ended_ns - c->started_ns);
        hist_record(d->punctual, latency_ns - c->late_ns);
    }
    if (__builtin_expect(c->tries > 1, 0)) {
        fates_note_retries(l, c, d);
        hist_record(d->retried, latency_ns);
        hist_record(d->last_attempt, c->ended_ns - c->attempt_ns);
    }
}

/* The event of `c` has ended. */
static inline void
record(struct loop *l, struct conn *c)
{
    const int64_t latency_ns = c->ended_ns - c->intended_ns;

    l->slice.end_ns = c->ended_ns;
    c->event = EVENT_NONE;
    c->free_ns = c->ended_ns;
    c->event_count++;
    c->busy_ns += c->ended_ns - c->started_ns;
    if (__builtin_expect(c->state == CONN_GIVEN_UP, 0)) {
        l->accounting.failed++;
        l->slice.failures++;
        if (l->env.detail[c->target])
            fates_note_failure(l, c, l->env.detail[c->target]);
        return;
    }
    l->accounting.done++;
    l->slice.events++;
    l->slice.latency_sum_ns += latency_ns;
    if (latency_ns > l->slice.latency_max_ns)
        l->slice.latency_max_ns = latency_ns;
    struct tally *const tally = l->tally[c->target];
    tally->events++;
    hist_record(&tally->latency, latency_ns);
    if (l->env.detail[c->target])
        record_breakdown(l, c, l->env.detail[c->target], latency_ns);
}

/* The connection of an event in flight is gone: the event has to be accounted for. */
static void
account_lost_event(struct loop *l, struct conn *c)
{
    if (c->event == EVENT_NONE)
        return;
    l->in_flight_count--;
    if (c->event == EVENT_FAILED) {
        l->accounting.failed++;
        l->slice.failures++;
        l->slice.end_ns = c->state == CONN_LOST ? c->down_since_ns : clock_now_ns();
        c->event_count++;
        c->busy_ns += l->slice.end_ns - c->started_ns;
        if (l->env.reopens && l->env.detail[c->target]) { /* Otherwise it ends the run, and pgbench counts no transaction. */
            c->failure = FAILURE_OTHER;
            c->ended_ns = l->slice.end_ns;
            fates_note_failure(l, c, l->env.detail[c->target]);
        }
    } else {
        l->accounting.abandoned++;
    }
    c->event = EVENT_NONE;
}

/* A connection has met an error that ends the run. */
static void
end_run(struct loop *l, struct conn *c)
{
    conn_close(c); /* A dead socket would stay ready for ever. */
    conductor_fail(l->conductor, &l->diag);
    loop_stop_beginning(l, clock_now_ns());
}

/* An event in flight neither waits for an answer nor has ended. */
static __attribute__((noinline, cold)) void
follow_elsewhere(struct loop *l, struct conn *c)
{
    if (c->state == CONN_BACKOFF || c->state == CONN_THINKING || c->state == CONN_LOST) {
        if (c->state == CONN_LOST)
            account_lost_event(l, c);
        time_conn(l, c);
    } else if (c->state == CONN_CLOSED) {
        account_lost_event(l, c);
        end_run(l, c);
    } else if (c->state == CONN_OPENING) {
        time_conn(l, c); /* --reconnect: a server may accept and then say nothing. */
    }
}

/* Follows a connection with an event in flight until it waits for the server, or rests. */
static void
follow(struct loop *l, struct conn *c)
{
    while (c->state == CONN_DONE || c->state == CONN_GIVEN_UP) {
        record(l, c);
        if (__builtin_expect(c->ended_ns >= l->next_report_ns, 0))
            loop_report(l, c->ended_ns);
        if (pause_first(l, c, c->ended_ns)) {
            l->in_flight_count--;
            return;
        }
        if (!take_start(l, c, c->ended_ns)) {
            l->in_flight_count--;
            rest(l, c);
            return;
        }
        begin(l, c, c->intended_ns, c->ended_ns);
    }
    if (!conn_is_waiting(c))
        follow_elsewhere(l, c);
}

void
drive_free(struct loop *l, struct conn *c, int64_t free_ns, int64_t now_ns)
{
    c->free_ns = free_ns;
    if (c->target != l->plan.target || pause_first(l, c, now_ns))
        return;
    if (take_start(l, c, now_ns)) {
        l->in_flight_count++;
        begin(l, c, c->has_paused && free_ns > l->origin_ns ? free_ns : c->intended_ns, now_ns);
        follow(l, c);
    } else {
        rest(l, c);
    }
}

/* Its server decided its fate until now: it is open, or given up for good; or it is lost as before. */
static __attribute__((noinline, cold)) void
follow_lost(struct loop *l, struct conn *c)
{
    if (c->state == CONN_LOST) {
        time_conn(l, c);
        return;
    }
    untime_conn(l, c);
    const int64_t now_ns = clock_now_ns();
    if (c->target == l->plan.target)
        loop_lasts_until(l, now_ns);
    if (c->state == CONN_IDLE)
        drive_free(l, c, now_ns, now_ns);
    else
        end_run(l, c);
}

/* A connection that waits for no answer has something to say; most likely that it is gone. */
static __attribute__((noinline, cold)) void
on_unasked(struct loop *l, struct conn *c)
{
    const enum conn_state before = c->state;

    conn_ready(c, &l->env);
    if (c->state == before)
        return;
    if (before == CONN_IDLE)
        open_loop_forget_rested(l, c);
    account_lost_event(l, c);
    if (c->state == CONN_LOST) {
        time_conn(l, c);
    } else {
        untime_conn(l, c);
        end_run(l, c);
    }
}

/* --reconnect: a connection that is opened again is among the timed ones until it is. */
static void
on_opening(struct loop *l, struct conn *c)
{
    conn_ready(c, &l->env);
    if (c->state == CONN_OPENING)
        return;
    untime_conn(l, c);
    follow(l, c);
}

void
drive_ready(struct loop *l, struct conn *c)
{
    if (__builtin_expect(conn_is_waiting(c), 1)) {
        conn_ready(c, &l->env);
        follow(l, c);
    } else if (c->state == CONN_LOST) {
        conn_ready(c, &l->env);
        follow_lost(l, c);
    } else if (c->state == CONN_OPENING) {
        on_opening(l, c);
    } else if (c->state != CONN_CLOSED) {
        on_unasked(l, c);
    }
}

/* A sleep of `c` is over: in an event, or before one. */
static void
on_awake(struct loop *l, struct conn *c, int64_t now_ns)
{
    if (c->event == EVENT_NONE) {
        c->state = CONN_IDLE;
        drive_free(l, c, c->due_ns, now_ns);
        return;
    }
    conn_wake(c, &l->env, now_ns);
    follow(l, c);
}

/* The next attempt of an event. */
static void
on_backoff_over(struct loop *l, struct conn *c, int64_t now_ns)
{
    if (now_ns >= l->deadline_ns && c->tries >= LATE_TRIES_MAX)
        conn_give_up(c, &l->env, now_ns);
    else
        conn_retry(c, &l->env, now_ns);
    follow(l, c);
}

/* A timed connection is due, and no longer timed. */
static void
on_due(struct loop *l, struct conn *c, int64_t now_ns)
{
    if (c->state == CONN_BACKOFF) {
        on_backoff_over(l, c, now_ns);
    } else if (c->state == CONN_THINKING) {
        on_awake(l, c, now_ns);
    } else if (conn_is_opening(c)) {
        conn_expire(c, &l->env);
        account_lost_event(l, c);
        follow_lost(l, c);
    } else {
        conn_reopen(c, &l->env, now_ns);
        follow_lost(l, c);
    }
}

void
drive_timed(struct loop *l, int64_t now_ns)
{
    /* A few at a time: of events that wait for nothing each goes on for a while, and a stop is to be seen between them. */
    for (int left = EPOLL_BATCH; left > 0 && timers_first(&l->timers) && timers_first(&l->timers)->due_ns <= now_ns; left--) {
        struct conn *const c = loop_conn_of(timers_first(&l->timers));
        untime_conn(l, c);
        on_due(l, c, now_ns);
    }
}

static void
fail_full_queue(struct loop *l, int64_t backlog)
{
    fail(&l->diag, ERR_TARGET,
         "the event queue is full: %" PRId64 " planned events wait for a connection, --queue-limit allows %" PRId64, backlog,
         l->open.limit);
    fail_hint(&l->diag,
              "lower --rate: the server does not keep up with it; or --queue-limit=0, to see how far it falls behind");
    conductor_fail(l->conductor, &l->diag);
    loop_stop_beginning(l, clock_now_ns());
}

/* --queue-limit, and how long the queue is when its planned time is over. Only where no connection is free does anything wait. */
static void
check_queue(struct loop *l, int64_t now_ns)
{
    const bool has_ended = !l->open.is_planned_time_over && now_ns >= l->deadline_ns;

    l->open.is_planned_time_over |= has_ended;
    if (!has_ended && (l->open.limit == INT64_MAX || l->open.resting_count > 0))
        return;
    const int64_t backlog = start_queue_backlog(l->open.queue, now_ns);
    if (backlog > l->open.limit)
        fail_full_queue(l, backlog);
}

void
drive_due(struct loop *l)
{
    int64_t now_ns = clock_now_ns();
    struct conn *c;

    while ((c = open_loop_take_rested(l, now_ns)) != NULL) {
        if (is_too_late(l, c, now_ns)) {
            fates_note_skipped(l, c, now_ns);
            if (!take_start(l, c, now_ns)) {
                rest(l, c);
                continue;
            }
        }
        l->in_flight_count++;
        begin(l, c, c->intended_ns, now_ns);
        follow(l, c);
        now_ns = clock_now_ns();
    }
    check_queue(l, now_ns);
}

void
drive_fail(struct loop *l, struct conn *c)
{
    account_lost_event(l, c);
    end_run(l, c);
}
