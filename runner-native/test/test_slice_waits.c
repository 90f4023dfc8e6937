/*
 * What a slice waits for, what ends its waiting, and what it takes over from the slice before.
 */

#include "machine/slice.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "check_values.h"
#include "machine/drive.h"
#include "stage.h"

#define HOUR_NS (3600 * NS_PER_S)

/* On the only connection, which waits for each. */
static void
starts_are_begun_when_they_are_planned_and_not_at_the_end(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.rate_per_s = 200;
    s->options.run.arrivals = ARRIVALS_FIXED;
    s->events = 3;
    open_stage(s);
    const struct loop *const l = &s->worker.loop;

    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(l->accounting.done, 3);
    CHECK_INT(l->slice.unstarted, 0);
    CHECK(l->details[0]->lateness->max_ns < 30 * NS_PER_S, "late by %lld ns", (long long)l->details[0]->lateness->max_ns);
    CHECK(l->slice.latency_sum_ns >= l->details[0]->service->sum_ns, "an event began before it was planned");
    free_stage(s);
}

/* As long again as the slice, at most BACKLOG_DRAIN_NS; in a closed loop there is no backlog. */
static void
a_backlog_is_worked_off_for_so_long(void)
{
    static const struct {
        double rate_per_s;
        int64_t duration_ns, backlog_ns;
    } cases[] = {
        {0, NS_PER_S, 0}, {1, NS_PER_S, NS_PER_S}, {1, BACKLOG_DRAIN_NS, BACKLOG_DRAIN_NS}, {1, HOUR_NS, BACKLOG_DRAIN_NS}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        s->options.run.rate_per_s = cases[i].rate_per_s;
        s->options.run.arrivals = ARRIVALS_FIXED;
        s->events = 0; /* It ends at once. */
        open_stage(s);
        const struct loop *const l = &s->worker.loop;

        run_stage(s, 0, cases[i].duration_ns);
        CHECK_INT(l->give_up_ns - l->deadline_ns, cases[i].backlog_ns);
        CHECK_INT(l->deadline_ns - l->slice.start_ns, cases[i].duration_ns);
        CHECK_INT(l->origin_ns, l->slice.start_ns);
        CHECK_INT(l->slice.events + l->slice.offered, 0);
        free_stage(s);
    }
}

/* Events and busy time of connections are those of all measured slices, the warm-up's forgotten. */
static void
fairness_is_that_of_all_measured_slices(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->events = 5;
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    const struct conn *const c = &l->conns[0][0];

    l->plan = (struct slice_plan){.start_ns = clock_now_ns(), .duration_ns = 5 * NS_PER_MS};
    slice_run(l);
    CHECK_INT(c->event_count, l->slice.events);
    CHECK_INT(l->events_left[0], 5); /* Warming up uses none. */
    run_stage(s, 0, HOUR_NS);
    CHECK_INT(c->event_count, 5);
    const int64_t busy_ns = c->busy_ns;
    l->events_left[0] = 3;
    run_stage(s, 0, HOUR_NS);
    CHECK_INT(c->event_count, 8);
    CHECK_INT(l->slice.events, 3);
    CHECK(c->busy_ns > busy_ns, "its second slice took no time");
    free_stage(s);
}

/* What came before it, as the slice of the other target, is not told as this one's. */
static void
the_monitor_is_told_how_long_a_slice_took(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->events = 1;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    l->report_interval_ns = HOUR_NS;
    l->driven_since_ns = clock_now_ns() - HOUR_NS;
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK(s->monitor.driven_ns[0] >= l->slice.end_ns - l->slice.start_ns, "less than its events took");
    CHECK(s->monitor.driven_ns[0] <= clock_now_ns() - l->slice.start_ns, "more than there was of it");
    free_stage(s);
}

/* The warm-up's intervals do not go on in what is measured; those of one measured slice do in the next. */
static void
intervals_count_from_where_measuring_begins(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->events = 0;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    l->report_interval_ns = HOUR_NS;
    l->plan = (struct slice_plan){.start_ns = clock_now_ns()};
    slice_run(l);
    CHECK_INT(l->next_report_ns, l->slice.start_ns + HOUR_NS);
    const int64_t warm_start_ns = l->slice.start_ns;
    run_stage(s, 0, NS_PER_MS);
    const int64_t start_ns = l->slice.start_ns;
    CHECK(start_ns > warm_start_ns, "a slice begins before the one before it");
    CHECK_INT(l->next_report_ns, start_ns + HOUR_NS);
    run_stage(s, 0, NS_PER_MS);
    CHECK_INT(l->next_report_ns, start_ns + HOUR_NS);
    free_stage(s);
}

/* The server's thread waits until the worker, which waits for it, has told the monitor. */
static struct scene *told;
static int told_count;
static int64_t told_ns;

static enum answer
answers_once_told(const struct fake_server *s, const char *sql, int64_t number)
{
    struct pollfd fd = {.fd = told->monitor.event_fd, .events = POLLIN};

    told_count = poll(&fd, 1, 10000);
    told_ns = clock_now_ns();
    return ANSWER_OK;
}

static void
an_interval_that_is_over_is_told_though_nothing_ends(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->events = 1;
    s->options.run.stall_timeout_ns = 0; /* It may take as long as it likes. */
    s->server.script = answers_once_told;
    told = s;
    told_count = 0;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    l->report_interval_ns = 2 * NS_PER_MS;
    run_stage(s, 0, HOUR_NS);
    CHECK_INT(l->accounting.done, 1);
    pthread_mutex_lock(&s->server.lock);
    CHECK_INT(told_count, 1);
    CHECK(told_ns >= l->slice.start_ns + l->report_interval_ns, "told before it was over");
    pthread_mutex_unlock(&s->server.lock);
    CHECK_INT((l->next_report_ns - l->slice.start_ns) % l->report_interval_ns, 0);
    CHECK(l->next_report_ns >= l->slice.start_ns + 2 * l->report_interval_ns, "an interval that is over is none to come");
    free_stage(s);
}

static enum answer
takes_a_while(const struct fake_server *s, const char *sql, int64_t number)
{
    nanosleep(&(struct timespec){.tv_nsec = 10 * NS_PER_MS}, NULL);
    return ANSWER_OK;
}

/* So long that what an event costs is little beside it, also where a sanitizer looks on. */
static enum answer
takes_long(const struct fake_server *s, const char *sql, int64_t number)
{
    nanosleep(&(struct timespec){.tv_nsec = 100 * NS_PER_MS}, NULL);
    return ANSWER_OK;
}

static int64_t
cpu_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * NS_PER_S + now.tv_nsec;
}

/* --stall-timeout. A statement that has waited for an hour, of a server that was heard a moment ago. */
static void
silence_counts_from_the_last_word(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.stall_timeout_ns = HOUR_NS / 2;
    s->events = 1;
    s->server.script = takes_a_while;
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    struct conn *const c = &l->conns[0][0];

    l->deadline_ns = INT64_MAX;
    l->plan.is_measured = true;
    drive_free(l, c, clock_now_ns(), clock_now_ns());
    c->statement_ns -= HOUR_NS;
    l->report_interval_ns = NS_PER_MS; /* Waits end without a word. */
    run_stage(s, 0, NS_PER_MS);
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(l->accounting.done, 1);
    CHECK_INT(l->in_flight_count, 0);
    free_stage(s);
}

/* One statement; as if it had been silent for an hour when it is asked for. The fourth ends the run. */
static struct scene *silenced;

static void
next_after_a_silence(const struct program *p, struct generator *g, struct step *step)
{
    struct loop *const l = &silenced->worker.loop;

    *step = (struct step){.kind = g->at++ == 0 ? STEP_SEND : STEP_END};
    if (l->accounting.done > 0)
        l->silent_since_ns = clock_now_ns() - HOUR_NS;
    if (l->accounting.done == 3)
        conductor_stop(&silenced->conductor, STOP_NOW);
}

static enum answer
first_is_never_answered(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 1 ? ANSWER_SILENT : takes_a_while(s, sql, number);
}

static void
await_first_execution(struct fake_server *s)
{
    int64_t count = 0;

    while (count == 0) {
        pthread_mutex_lock(&s->lock);
        count = s->execute_count;
        pthread_mutex_unlock(&s->lock);
    }
}

/* Whomever it was for: one connection waits for an hour, while another is answered. */
static void
a_word_to_another_connection_ends_the_silence(void)
{
    struct scene *const s = new_stage("oltp_point_select", 2);
    s->options.run.stall_timeout_ns = HOUR_NS / 2;
    s->server.script = first_is_never_answered;
    silenced = s;
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    struct conn *const c = &l->conns[0][0];

    l->deadline_ns = INT64_MAX;
    drive_free(l, c, clock_now_ns(), clock_now_ns());
    await_first_execution(&s->server);
    c->statement_ns -= HOUR_NS;
    s->program.next = next_after_a_silence;
    l->report_interval_ns = NS_PER_MS; /* Waits end without a word. */
    run_stage(s, 0, HOUR_NS);
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(l->accounting.done, 3);
    free_stage(s);
}

/* Nor does it count while nothing is asked: here connections think, and no statement waits. */
static int64_t
due_in_an_hour(const struct program *p, struct generator *g, int64_t now_ns)
{
    return now_ns + HOUR_NS;
}

static void
who_thinks_is_not_silent(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.stall_timeout_ns = NS_PER_MS;
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    s->program.due_ns = due_in_an_hour;
    l->report_interval_ns = NS_PER_MS;
    run_stage(s, 0, 10 * NS_PER_MS);
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(l->accounting.started, 0);
    free_stage(s);
}

/* Asked later than the silence began: as after a thought that all connections had. */
static void
silence_counts_from_the_question(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.stall_timeout_ns = NS_PER_MS;
    s->server.script = takes_long;
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    struct conn *const c = &l->conns[0][0];

    l->deadline_ns = INT64_MAX;
    const int64_t began_ns = clock_now_ns(), cpu_ns = cpu_now_ns();
    drive_free(l, c, clock_now_ns(), clock_now_ns());
    c->statement_ns += HOUR_NS;
    l->report_interval_ns = 5 * NS_PER_MS;
    l->plan = (struct slice_plan){.start_ns = clock_now_ns()};
    slice_run(l);
    const int64_t used_ns = cpu_now_ns() - cpu_ns, took_ns = clock_now_ns() - began_ns;
    CHECK_INT(l->diag.code, ERR_OK);
    CHECK_INT(l->accounting.done, 1);
    CHECK(used_ns < took_ns / 4, "it looked all the time: %lld of %lld ns", (long long)used_ns, (long long)took_ns);
    free_stage(s);
}

/* For an answer, with and without a limit to its silence, for a planned start, or for an answer with a backlog behind it: a loop that
 * looked all the time would take the CPU of the server that it measures. */
static void
waiting_takes_no_cpu(void)
{
    static const struct {
        double rate_per_s;
        int64_t stall_timeout_ns;
        fake_script script;
    } cases[] = {{0, 0, takes_long}, {0, HOUR_NS, takes_long}, {20, 0, NULL}, {20, HOUR_NS, NULL}, {1000, 0, takes_long}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        s->options.run.rate_per_s = cases[i].rate_per_s;
        s->options.run.arrivals = ARRIVALS_FIXED;
        s->options.run.stall_timeout_ns = cases[i].stall_timeout_ns;
        s->events = 5;
        s->server.script = cases[i].script;
        open_stage(s);

        const int64_t began_ns = clock_now_ns(), cpu_ns = cpu_now_ns();
        run_stage(s, 0, HOUR_NS);
        const int64_t used_ns = cpu_now_ns() - cpu_ns, took_ns = clock_now_ns() - began_ns;
        CHECK_INT(s->worker.loop.accounting.done, 5);
        CHECK(used_ns < took_ns / 4, "case %zu: %lld of %lld ns", i, (long long)used_ns, (long long)took_ns);
        free_stage(s);
    }
}

/* Two seconds for what is in flight, from the moment when it was heard; and it is heard once, otherwise each wait until the last
 * answer would end at once. */
static void
the_word_of_a_stop_is_taken_in(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    open_stage(s);
    const struct loop *const l = &s->worker.loop;
    uint64_t count;

    conductor_stop(&s->conductor, STOP_DRAIN);
    run_stage(s, 0, HOUR_NS);
    CHECK_INT(l->accounting.done, 1);
    CHECK_INT(read(l->wake_fd, &count, sizeof count), -1);
    CHECK_INT(errno, EAGAIN);
    CHECK(l->drain_until_ns >= l->slice.start_ns + NS_PER_S / 2, "less than half a second");
    CHECK(l->drain_until_ns <= clock_now_ns() + NS_PER_S, "more than a second");
    free_stage(s);
}

/* Before the first slice. */
static void
connections_are_kept_until_the_moment_or_a_stop(void)
{
    struct scene *const s = new_stage("oltp_point_select", 2);
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    struct conn *const c = &l->conns[0][0];

    l->env.reopens = true;
    l->env.reopen_timeout_ns = HOUR_NS;
    shutdown(PQsocket(c->pg), SHUT_RDWR);
    const int64_t until_ns = clock_now_ns() + 5 * NS_PER_MS;
    slice_await(l, until_ns);
    CHECK(clock_now_ns() >= until_ns, "back before the moment");
    CHECK_INT(c->state, CONN_LOST);
    CHECK_INT(l->conns[0][1].state, CONN_IDLE);
    CHECK_INT(l->timers.count, 1);
    conductor_stop(&s->conductor, STOP_DRAIN);
    slice_await(l, clock_now_ns() + HOUR_NS); /* The test would not end. */
    CHECK_INT(l->accounting.started, 0);
    free_stage(s);
}

int
main(void)
{
    starts_are_begun_when_they_are_planned_and_not_at_the_end();
    a_backlog_is_worked_off_for_so_long();
    fairness_is_that_of_all_measured_slices();
    the_monitor_is_told_how_long_a_slice_took();
    intervals_count_from_where_measuring_begins();
    an_interval_that_is_over_is_told_though_nothing_ends();
    silence_counts_from_the_last_word();
    a_word_to_another_connection_ends_the_silence();
    who_thinks_is_not_silent();
    silence_counts_from_the_question();
    waiting_takes_no_cpu();
    the_word_of_a_stop_is_taken_in();
    connections_are_kept_until_the_moment_or_a_stop();
    return check_result("slice_waits");
}
