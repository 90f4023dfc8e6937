#include "slice.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"

#define DRAIN_NS (2 * NS_PER_S) /* For events in flight, after a stop. */

/* Of one event, from the end of its slice on and whatever --max-tries allows: what fails without end must not hold up the run.
 * The default of --max-tries, so that it changes nothing else. */
enum { LATE_TRIES_MAX = 10 };

void
slice_clear_wake(const struct worker *w)
{
    uint64_t count;
    const ssize_t got = read(w->wake_fd, &count, sizeof count);

    (void)got; /* Nothing to read is fine: it is non-blocking. */
}

/* Waiting. */

/* Whole milliseconds, rounded up, for epoll_wait(). */
static int
whole_ms(int64_t left_ns)
{
    const int64_t ms = (left_ns + NS_PER_MS - 1) / NS_PER_MS;

    return ms > 60000 ? 60000 : (int)ms;
}

/* epoll_wait() knows milliseconds only. Linux 5.11 has a call that knows better; before it, and where a sandbox forbids the call
 * by whatever error it likes, ppoll() can wait for the epoll file. */
static int
wait_exactly(int epoll_fd, struct epoll_event *ready, int64_t left_ns)
{
    const struct timespec left = {.tv_sec = left_ns / NS_PER_S, .tv_nsec = left_ns % NS_PER_S};

#ifdef SYS_epoll_pwait2
    static _Thread_local bool is_refused;
    if (!is_refused) {
        const int count = (int)syscall(SYS_epoll_pwait2, epoll_fd, ready, EPOLL_BATCH, &left, NULL, 0);
        if (count >= 0 || errno == EINTR)
            return count;
        is_refused = true;
    }
#endif
    struct pollfd fd = {.fd = epoll_fd, .events = POLLIN};
    ppoll(&fd, 1, &left, NULL);
    return epoll_wait(epoll_fd, ready, EPOLL_BATCH, 0);
}

int
slice_wait(const struct worker *w, struct epoll_event *ready, int64_t until_ns, bool is_exact)
{
    if (until_ns == INT64_MAX)
        return epoll_wait(w->env.epoll_fd, ready, EPOLL_BATCH, -1);
    const int64_t now_ns = clock_now_ns();
    const int64_t left_ns = until_ns > now_ns ? until_ns - now_ns : 0;
    if (is_exact && left_ns > 0)
        return wait_exactly(w->env.epoll_fd, ready, left_ns);
    return epoll_wait(w->env.epoll_fd, ready, EPOLL_BATCH, whole_ms(left_ns));
}

/* Telling. */

static int64_t
backlog_of(const struct open_loop *open)
{
    return open->due_count > open->begun_count ? open->due_count - open->begun_count : 0;
}

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
    monitor_deliver(w->monitor, backlog_of(&w->open), w->in_flight_count);
}

/* Beginning. */

static bool
has_events_left(const struct worker *w)
{
    return !w->plan.is_measured || w->events_left[w->plan.target] > 0;
}

/* No event begins from now on. */
static void
stop_beginning(struct worker *w, int64_t now_ns)
{
    w->deadline_ns = w->deadline_ns < now_ns ? w->deadline_ns : now_ns;
    w->give_up_ns = w->give_up_ns < now_ns ? w->give_up_ns : now_ns;
}

static int64_t
next_planned_ns(const struct worker *w)
{
    return w->origin_ns + pacer_next_ns(&w->open.begun);
}

/* May an event begin at `now_ns`, and when was it meant to start? Takes it off the plan. */
static inline bool
take_start(struct worker *w, int64_t now_ns, int64_t *intended_ns)
{
    if (!has_events_left(w))
        return false;
    *intended_ns = now_ns;
    if (__builtin_expect(!w->open.is_on, 1))
        return now_ns < w->deadline_ns;
    const int64_t planned_ns = next_planned_ns(w);
    if (planned_ns > now_ns || planned_ns >= w->deadline_ns || now_ns >= w->give_up_ns)
        return false;
    *intended_ns = planned_ns;
    pacer_advance(&w->open.begun);
    w->open.begun_count++;
    return true;
}

static void
rest(struct worker *w, struct conn *c)
{
    struct open_loop *const open = &w->open;

    c->state = CONN_IDLE;
    if (open->is_on)
        open->resting[(open->resting_first + open->resting_count++) % w->conn_count] = c;
}

static struct conn *
take_rested(struct worker *w)
{
    struct open_loop *const open = &w->open;
    struct conn *const c = open->resting[open->resting_first];

    open->resting_first = (open->resting_first + 1) % w->conn_count;
    open->resting_count--;
    return c;
}

/* A connection that rested is gone. */
static void
forget_rested(struct worker *w, const struct conn *gone)
{
    for (int left = w->open.resting_count; left > 0; left--) {
        struct conn *const c = take_rested(w);
        if (c == gone)
            continue;
        w->open.resting[(w->open.resting_first + w->open.resting_count++) % w->conn_count] = c;
    }
}

/* How long a start waited for this program: since it was due and a connection was free. */
static void
record_lateness(struct worker *w, const struct conn *c, int64_t intended_ns, int64_t now_ns)
{
    struct detail *const d = w->env.detail[w->plan.target];
    const struct open_loop *const open = &w->open;
    const int64_t free_ns = open->resting_count > 0 && open->resting[open->resting_first]->free_ns < c->free_ns
                                ? open->resting[open->resting_first]->free_ns
                                : c->free_ns;
    const int64_t possible_ns = intended_ns > free_ns ? intended_ns : free_ns;

    if (d)
        hist_record(d->lateness, now_ns > possible_ns ? now_ns - possible_ns : 0);
}

static inline void
begin(struct worker *w, struct conn *c, int64_t intended_ns, int64_t now_ns)
{
    if (w->plan.is_measured && w->events_left[w->plan.target] != INT64_MAX)
        w->events_left[w->plan.target]--;
    w->accounting.started++;
    if (__builtin_expect(w->open.is_on, 0))
        record_lateness(w, c, intended_ns, now_ns);
    conn_begin(c, &w->env, intended_ns, now_ns);
}

/* Following. */

static void
time_conn(struct worker *w, struct conn *c)
{
    w->timed[w->timed_count++] = c;
    assert(w->timed_count <= w->conn_count * w->target_count);
}

static void
untime_conn(struct worker *w, const struct conn *c)
{
    for (int i = 0; i < w->timed_count; i++) {
        if (w->timed[i] == c) {
            w->timed[i] = w->timed[--w->timed_count];
            return;
        }
    }
}

static void
record_breakdown(struct worker *w, const struct conn *c, struct detail *d, int64_t latency_ns)
{
    struct part *const host = &d->hosts[c->host];

    host->count++;
    if (__builtin_expect(host->latency != NULL, 0))
        hist_record(host->latency, latency_ns);
    if (__builtin_expect(w->open.is_on, 0))
        hist_record(d->service, c->ended_ns - c->started_ns);
    if (__builtin_expect(c->tries > 1, 0)) {
        hist_record(d->retried, latency_ns);
        hist_record(d->last_attempt, c->ended_ns - c->attempt_ns);
    }
}

/* The event of `c` has ended. */
static inline void
record(struct worker *w, struct conn *c)
{
    const int64_t latency_ns = c->ended_ns - c->intended_ns;

    w->slice.end_ns = c->ended_ns;
    c->event = EVENT_NONE;
    c->free_ns = c->ended_ns;
    c->event_count++;
    c->busy_ns += c->ended_ns - c->started_ns;
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
    struct tally *const tally = w->tally[c->target];
    tally->events++;
    hist_record(&tally->latency, latency_ns);
    if (w->env.detail[c->target])
        record_breakdown(w, c, w->env.detail[c->target], latency_ns);
}

/* The connection of an event in flight is gone: the event has to be accounted for. */
static void
account_lost_event(struct worker *w, struct conn *c)
{
    if (c->event == EVENT_NONE)
        return;
    w->in_flight_count--;
    if (c->event == EVENT_FAILED) {
        w->accounting.failed++;
        w->slice.failures++;
        w->slice.end_ns = clock_now_ns();
    } else {
        w->accounting.abandoned++;
    }
    c->event = EVENT_NONE;
}

/* A connection has met an error that ends the run. */
static void
end_run(struct worker *w, struct conn *c)
{
    conn_close(c); /* A dead socket would stay ready for ever. */
    conductor_fail(w->conductor, &w->diag);
    stop_beginning(w, clock_now_ns());
}

/* Follows a connection with an event in flight until it waits for the server, or rests. */
static void
follow(struct worker *w, struct conn *c)
{
    int64_t intended_ns;

    while (c->state == CONN_DONE || c->state == CONN_GIVEN_UP) {
        record(w, c);
        if (__builtin_expect(c->ended_ns >= w->next_report_ns, 0))
            report(w, c->ended_ns);
        if (!take_start(w, c->ended_ns, &intended_ns)) {
            w->in_flight_count--;
            rest(w, c);
            return;
        }
        begin(w, c, intended_ns, c->ended_ns);
    }
    if (__builtin_expect(c->state == CONN_BACKOFF || c->state == CONN_LOST, 0)) {
        if (c->state == CONN_LOST)
            account_lost_event(w, c);
        time_conn(w, c);
    } else if (__builtin_expect(c->state == CONN_CLOSED, 0)) {
        account_lost_event(w, c);
        end_run(w, c);
    } else if (__builtin_expect(conn_is_opening(c), 0)) {
        time_conn(w, c); /* --reconnect: a server may accept and then say nothing. */
    }
}

/* Begins on a connection that has been free since `free_ns` if an event is due, otherwise lets it rest. */
static void
begin_or_rest(struct worker *w, struct conn *c, int64_t free_ns, int64_t now_ns)
{
    int64_t intended_ns;

    c->free_ns = free_ns;
    if (c->target != w->plan.target) {
        c->state = CONN_IDLE;
    } else if (take_start(w, now_ns, &intended_ns)) {
        w->in_flight_count++;
        begin(w, c, intended_ns, now_ns);
        follow(w, c);
    } else {
        rest(w, c);
    }
}

/* An idle connection has something to say: of the other target, or one that rests. */
static void
heed_idle(struct worker *w, struct conn *c)
{
    conn_ready(c, &w->env);
    if (c->state == CONN_IDLE)
        return;
    forget_rested(w, c);
    if (c->state == CONN_LOST)
        time_conn(w, c);
    else
        end_run(w, c);
}

/* A connection in back-off has something to say; most likely that it is gone. */
static void
heed_backoff(struct worker *w, struct conn *c)
{
    conn_ready(c, &w->env);
    if (c->state == CONN_BACKOFF)
        return;
    account_lost_event(w, c);
    if (c->state == CONN_CLOSED) {
        untime_conn(w, c);
        end_run(w, c);
    }
}

/* A lost connection, which is among the timed ones, is being opened again. */
static void
heed_reopening(struct worker *w, struct conn *c)
{
    if (c->state == CONN_LOST || conn_is_opening(c))
        return;
    untime_conn(w, c);
    const int64_t now_ns = clock_now_ns();
    if (c->state == CONN_IDLE)
        begin_or_rest(w, c, now_ns, now_ns);
    else
        end_run(w, c);
}

/* --reconnect: a connection that is opened anew, and among the timed ones until it is. */
static void
heed_reconnecting(struct worker *w, struct conn *c)
{
    conn_ready(c, &w->env);
    if (conn_is_opening(c))
        return;
    untime_conn(w, c);
    follow(w, c);
}

static void
drive(struct worker *w, struct conn *c)
{
    if (__builtin_expect(c->state == CONN_IDLE, 0)) {
        heed_idle(w, c);
    } else if (__builtin_expect(c->state == CONN_BACKOFF, 0)) {
        heed_backoff(w, c);
    } else if (__builtin_expect(c->lost_ns != 0, 0)) {
        conn_ready(c, &w->env);
        heed_reopening(w, c);
    } else if (__builtin_expect(c->state == CONN_CLOSED, 0)) {
        return;
    } else if (__builtin_expect(conn_is_opening(c), 0)) {
        heed_reconnecting(w, c);
    } else {
        conn_ready(c, &w->env);
        follow(w, c);
    }
}

/* One of the timed connections is due. */
static void
attend_conn(struct worker *w, struct conn *c, int64_t now_ns)
{
    if (c->state == CONN_BACKOFF) {
        untime_conn(w, c);
        if (now_ns >= w->deadline_ns && c->tries >= LATE_TRIES_MAX)
            conn_give_up(c, &w->env, now_ns);
        else
            conn_retry(c, &w->env, now_ns);
        follow(w, c);
    } else if (c->state == CONN_LOST) {
        conn_reopen(c, &w->env, now_ns);
        heed_reopening(w, c);
    } else {
        conn_expire(c, &w->env);
        account_lost_event(w, c);
        heed_reopening(w, c);
    }
}

static void
attend_timed(struct worker *w, int64_t now_ns)
{
    for (int i = w->timed_count - 1; i >= 0; i--) /* Those that are taken out or put in move only what was seen. */
        if (i < w->timed_count && w->timed[i]->due_ns <= now_ns)
            attend_conn(w, w->timed[i], now_ns);
}

/* Open loop: counts what is due by now. */
static void
count_due(struct worker *w, int64_t now_ns)
{
    struct open_loop *const open = &w->open;
    const int64_t left = w->plan.is_measured ? w->events_left[w->plan.target] : INT64_MAX;
    const int64_t limit = left == INT64_MAX ? INT64_MAX : open->begun_count + left;

    while (open->due_count < limit && w->origin_ns + pacer_next_ns(&open->due) <= now_ns &&
           w->origin_ns + pacer_next_ns(&open->due) < w->deadline_ns) {
        pacer_advance(&open->due);
        open->due_count++;
    }
    if (backlog_of(open) > w->slice.backlog_max)
        w->slice.backlog_max = backlog_of(open);
    if (!open->is_planned_time_over && now_ns >= w->deadline_ns) {
        open->is_planned_time_over = true;
        w->slice.backlog_end = backlog_of(open);
    }
}

/* Open loop: begins what is due while connections are free. */
static void
begin_due(struct worker *w)
{
    int64_t intended_ns, now_ns = clock_now_ns();

    while (w->open.resting_count > 0 && take_start(w, now_ns, &intended_ns)) {
        struct conn *const c = take_rested(w);
        w->in_flight_count++;
        begin(w, c, intended_ns, now_ns);
        follow(w, c);
        now_ns = clock_now_ns();
    }
    count_due(w, now_ns);
}

/* Is anything to begin later in this slice? */
static bool
expects_start(const struct worker *w, int64_t now_ns)
{
    if (!has_events_left(w))
        return false;
    if (w->open.is_on && now_ns >= w->deadline_ns)
        return next_planned_ns(w) < w->deadline_ns && now_ns < w->give_up_ns;
    return now_ns < w->deadline_ns && (w->open.is_on || w->timed_count > 0);
}

/* When the next start may be begun on a connection that rests. */
static int64_t
next_start_ns(const struct worker *w, int64_t now_ns)
{
    const bool may_come = w->open.resting_count > 0 && has_events_left(w) && now_ns < w->give_up_ns;
    const int64_t planned_ns = may_come ? next_planned_ns(w) : INT64_MAX;

    return planned_ns < w->deadline_ns ? planned_ns : INT64_MAX;
}

static int64_t
earlier_ns(int64_t a_ns, int64_t b_ns)
{
    return a_ns < b_ns ? a_ns : b_ns;
}

/* The next moment at which something is due though no socket is ready. */
static int64_t
next_due_ns(const struct worker *w)
{
    int64_t due_ns = earlier_ns(w->next_report_ns, w->drain_until_ns);

    for (int i = 0; i < w->timed_count; i++)
        due_ns = earlier_ns(due_ns, w->timed[i]->due_ns);
    if (w->open.is_on)
        due_ns = earlier_ns(due_ns, next_start_ns(w, clock_now_ns()));
    if (w->open.is_on && !w->open.is_planned_time_over)
        due_ns = earlier_ns(due_ns, w->deadline_ns);
    if (w->in_flight_count == 0)
        due_ns = earlier_ns(due_ns, w->open.is_planned_time_over ? w->give_up_ns : w->deadline_ns);
    return due_ns;
}

/* Sees whether the run is to stop; true when nothing may be waited for any more. */
static bool
heed_stop(struct worker *w)
{
    const enum stop stop = conductor_stopping(w->conductor);

    if (stop == STOP_NOT)
        return false;
    const int64_t now_ns = clock_now_ns();
    stop_beginning(w, now_ns);
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
    w->timed_count = 0;
}

/* The beginning and the end. */

static int64_t
later_ns(int64_t from_ns, int64_t by_ns)
{
    return by_ns > INT64_MAX - from_ns ? INT64_MAX : from_ns + by_ns;
}

static void
reset_fairness(struct worker *w)
{
    for (int t = 0; t < w->target_count; t++) {
        for (int i = 0; i < w->conn_count; i++) {
            w->conns[t][i].event_count = 0;
            w->conns[t][i].busy_ns = 0;
        }
    }
}

void
slice_await(struct worker *w, int64_t until_ns)
{
    struct epoll_event ready[EPOLL_BATCH];

    while (clock_now_ns() < until_ns && conductor_stopping(w->conductor) == STOP_NOT) {
        const int count = slice_wait(w, ready, until_ns, true);
        for (int i = 0; i < count; i++) {
            if (ready[i].data.ptr == NULL)
                slice_clear_wake(w);
            else
                drive(w, ready[i].data.ptr);
        }
    }
}

static void
begin_open_loop(struct worker *w)
{
    struct open_loop *const open = &w->open;

    pacer_begin(&open->begun);
    open->due = open->begun;
    open->begun_count = 0;
    open->due_count = 0;
    open->resting_first = 0;
    open->resting_count = 0;
    open->is_planned_time_over = false;
    const int64_t drain_ns = w->plan.duration_ns < BACKLOG_DRAIN_NS ? w->plan.duration_ns : BACKLOG_DRAIN_NS;
    w->give_up_ns = later_ns(w->deadline_ns, drain_ns);
}

static void
begin_slice(struct worker *w)
{
    const int64_t start_ns = w->open.is_on ? w->plan.start_ns : clock_now_ns();
    if (w->plan.is_measured && !w->was_measured) {
        reset_fairness(w);
        w->next_report_ns = INT64_MAX;
    }
    w->was_measured = w->plan.is_measured;
    if (w->report_interval_ns > 0 && w->next_report_ns == INT64_MAX)
        w->next_report_ns = start_ns + w->report_interval_ns;
    w->slice = (struct slice_record){.target = w->plan.target, .start_ns = start_ns, .end_ns = start_ns};
    w->origin_ns = start_ns;
    w->deadline_ns = later_ns(start_ns, w->plan.duration_ns);
    w->give_up_ns = w->deadline_ns;
    w->drain_until_ns = INT64_MAX;
    w->driven_since_ns = start_ns;
    for (int t = 0; t < w->target_count; t++)
        w->env.detail[t] = w->plan.is_measured ? w->details[t] : NULL;
    if (w->open.is_on)
        begin_open_loop(w);
    for (int i = 0; i < w->conn_count; i++) /* Free from the start, however late this thread has come to it. */
        if (w->conns[w->plan.target][i].state == CONN_IDLE)
            begin_or_rest(w, &w->conns[w->plan.target][i], start_ns, clock_now_ns());
}

static void
end_slice(struct worker *w)
{
    const int64_t now_ns = clock_now_ns();

    for (int i = 0; i < w->timed_count; i++) /* Their downtime belongs to this slice so far. */
        if (w->timed[i]->lost_ns != 0)
            conn_count_downtime(w->timed[i], &w->env, now_ns);
    if (w->open.is_on) {
        const int64_t planned_until_ns = w->deadline_ns < now_ns ? w->deadline_ns : now_ns;
        count_due(w, now_ns);
        w->slice.offered = w->open.due_count;
        w->slice.offered_ns = planned_until_ns - w->origin_ns;
        w->slice.unstarted = backlog_of(&w->open);
        if (w->slice.end_ns < planned_until_ns)
            w->slice.end_ns = planned_until_ns; /* Time without a planned start is time as well. */
    }
    flush_tally(w, now_ns);
}

void
slice_run(struct worker *w)
{
    struct epoll_event ready[EPOLL_BATCH];

    begin_slice(w);
    while (w->in_flight_count > 0 || expects_start(w, clock_now_ns())) {
        if (__builtin_expect(heed_stop(w), 0)) {
            abandon(w);
            break;
        }
        const int count = slice_wait(w, ready, next_due_ns(w), w->open.is_on);
        for (int i = 0; i < count; i++) {
            if (__builtin_expect(ready[i].data.ptr == NULL, 0))
                slice_clear_wake(w);
            else
                drive(w, ready[i].data.ptr);
        }
        if (w->timed_count > 0)
            attend_timed(w, clock_now_ns());
        if (w->open.is_on)
            begin_due(w);
        if (count == 0 && clock_now_ns() >= w->next_report_ns)
            report(w, clock_now_ns());
    }
    end_slice(w);
}
