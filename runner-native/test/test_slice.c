/*
 * What a worker does with its time: waiting, with and without the newest system call, and what it tells about its own delay.
 */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "check_values.h"
#include "machine/slice.h"
#include "stage.h"

#ifndef SYS_epoll_pwait2 /* Headers older than Linux 5.11. */
#define SYS_epoll_pwait2 441
#endif

/* Waiting. */

static void
waits_for_the_moment_or_the_socket(void)
{
    struct epoll_event ready[EPOLL_BATCH], event = {.events = EPOLLIN, .data.u64 = 7};
    struct loop l = {.env.epoll_fd = epoll_create1(EPOLL_CLOEXEC)};
    const int fd = eventfd(0, EFD_CLOEXEC);
    const uint64_t one = 1;

    CHECK_INT(epoll_ctl(l.env.epoll_fd, EPOLL_CTL_ADD, fd, &event), 0);
    for (int i = 0; i < 2; i++) { /* Once it knows that the call is refused, too. */
        const int64_t until_ns = clock_now_ns() + 2 * NS_PER_MS;
        CHECK_INT(loop_wait(&l, ready, until_ns, true), 0);
        CHECK(clock_now_ns() >= until_ns, "back before the moment");
    }
    CHECK_INT(write(fd, &one, sizeof one), sizeof one);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(loop_wait(&l, ready, clock_now_ns() + 60 * NS_PER_S, true), 1);
        CHECK_INT((int64_t)ready[0].data.u64, 7);
    }
    close(fd);
    close(l.env.epoll_fd);
}

/* As the filters of containers do that are older than the call. For this thread, and for ever. */
static bool
forbid_epoll_pwait2(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_epoll_pwait2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {.len = ARRAY_LENGTH(filter), .filter = filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void *
in_a_sandbox(void *arg)
{
    CHECK(forbid_epoll_pwait2(), "a filter of system calls can be set");
    CHECK_INT(syscall(SYS_epoll_pwait2, -1, NULL, 0, NULL, NULL, 0), -1);
    CHECK_INT(errno, EPERM);
    waits_for_the_moment_or_the_socket();
    return NULL;
}

static void
waits_where_a_sandbox_forbids_the_call(void)
{
    pthread_t thread;
    const int failed = pthread_create(&thread, NULL, in_a_sandbox, NULL);

    /* Nothing is checked here while the thread does. */
    if (!failed)
        pthread_join(thread, NULL);
    CHECK_INT(failed, 0);
}

/* Lateness. */

enum { CONN_COUNT = 8, START_COUNT = 5 };

/* By 50 ms: it begins the five starts that were due at once, each on a connection of its own. */
static void
a_worker_that_comes_late_into_a_slice_says_so(void)
{
    struct scene *const s = new_stage("oltp_point_select", CONN_COUNT);
    s->options.run.rate_per_s = 100; /* On a grid. */
    s->options.run.arrivals = ARRIVALS_FIXED;
    s->events = START_COUNT;
    open_stage(s);
    const struct hist *const lateness = s->worker.loop.details[0]->lateness;

    run_stage(s, 50 * NS_PER_MS, 60 * NS_PER_S);
    CHECK_INT(s->worker.loop.diag.code, ERR_OK);
    CHECK_INT(s->worker.loop.accounting.done, START_COUNT);
    CHECK_INT(lateness->count, START_COUNT);
    CHECK_INT(s->worker.loop.details[0]->service->count, START_COUNT);
    /* Latency counts from the planned start, the time of service from the actual one. */
    CHECK(s->worker.loop.measured[0]->latency.max_ns >= 40 * NS_PER_MS, "the wait is part of the latency");
    CHECK_INT(s->worker.loop.slice.latency_max_ns, s->worker.loop.measured[0]->latency.max_ns);
    CHECK(s->worker.loop.measured[0]->latency.sum_ns - s->worker.loop.details[0]->service->sum_ns >= 100 * NS_PER_MS,
          "0, 10, 20, 30 and 40 ms before the start");
    CHECK_INT(s->worker.loop.slice.rest_ns, 0); /* What rests waits for its next start. */
    /* One was due in each 10 ms. */
    CHECK(lateness->max_ns >= 40 * NS_PER_MS, "the latest was late by %lld ns", (long long)lateness->max_ns);
    CHECK(hist_percentile_ns(lateness, 50) >= 20 * NS_PER_MS, "the third was due 20 ms before, at least");
    /* Without it events would have taken no longer than their service. */
    CHECK_INT(s->worker.loop.details[0]->punctual->sum_ns, s->worker.loop.measured[0]->latency.sum_ns - lateness->sum_ns);
    free_stage(s);
}

static enum answer
all_take_long(const struct fake_server *s, const char *sql, int64_t number)
{
    nanosleep(&(struct timespec){.tv_nsec = 10 * NS_PER_MS}, NULL);
    return ANSWER_OK;
}

/* Fifty starts are due in 50 ms, of events of 10 ms on one connection. After as long again nobody begins what is left. */
static void
an_open_loop_that_is_not_kept_up_with_gives_up(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.rate_per_s = 1000;
    s->options.run.arrivals = ARRIVALS_FIXED;
    s->server.script = all_take_long;
    open_stage(s);
    const struct slice_record *const slice = &s->worker.loop.slice;

    run_stage(s, 0, 50 * NS_PER_MS);
    CHECK_INT(slice->offered, 50);
    CHECK_INT(slice->offered_ns, 50 * NS_PER_MS);
    CHECK_INT(s->worker.loop.accounting.started + slice->unstarted, 50);
    CHECK(slice->unstarted >= 30, "%lld were not begun", (long long)slice->unstarted);
    CHECK(slice->backlog_end >= slice->unstarted, "at the end of the plan %lld waited", (long long)slice->backlog_end);
    CHECK(slice->backlog_max >= slice->backlog_end, "never more than %lld", (long long)slice->backlog_max);
    free_stage(s);
}

/* A slice lasts as long as it was planned, though its last start came before. */
static void
time_without_a_start_is_time_as_well(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.rate_per_s = 20;
    s->options.run.arrivals = ARRIVALS_FIXED;
    open_stage(s);
    run_stage(s, 0, 100 * NS_PER_MS);
    CHECK_INT(s->worker.loop.slice.offered, 2);
    CHECK_INT(s->worker.loop.slice.unstarted, 0);
    CHECK(s->worker.loop.slice.end_ns - s->worker.loop.slice.start_ns >= 100 * NS_PER_MS, "the slice ended early");
    free_stage(s);
}

/* What is counted. */

static enum answer
updates_fail(const struct fake_server *s, const char *sql, int64_t number)
{
    return strncmp(sql, "UPDATE", 6) == 0 ? ANSWER_ERROR : ANSWER_OK;
}

static void
failed_events_are_counted_and_have_no_latency(void)
{
    struct scene *const s = new_stage("oltp_write_only", 2);
    s->options.run.max_tries = 1;
    s->events = 5;
    s->server.script = updates_fail;
    s->server.sqlstate = "40P01";
    open_stage(s);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(s->worker.loop.accounting.failed, 5);
    CHECK_INT(s->worker.loop.slice.failures, 5);
    CHECK_INT(s->worker.loop.ended_events[0], 5);
    CHECK_INT(s->worker.loop.slice.events, 0);
    CHECK_INT(s->worker.loop.slice.latency_sum_ns, 0);
    CHECK_INT(s->worker.loop.slice.connections, 2);
    CHECK_INT(s->worker.loop.measured[0]->latency.count, 0);
    free_stage(s);
}

static enum answer
first_commit_fails(const struct fake_server *s, const char *sql, int64_t number)
{
    return strcmp(sql, "COMMIT") == 0 && number / 6 % 2 == 1 ? ANSWER_ERROR : ANSWER_OK;
}

/* With it, its latency and that of its last attempt are told apart. */
static void
an_event_that_was_tried_again_has_a_last_attempt(void)
{
    struct scene *const s = new_stage("oltp_write_only", 1);
    s->events = 4;
    s->server.script = first_commit_fails;
    s->server.sqlstate = "40001";
    open_stage(s);
    const struct detail *const d = s->worker.loop.details[0];

    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(s->worker.loop.slice.events, 4);
    CHECK_INT(d->retried->count, 4);
    CHECK_INT(d->retried->sum_ns, s->worker.loop.measured[0]->latency.sum_ns);
    CHECK_INT(d->last_attempt->count, 4);
    CHECK(d->last_attempt->sum_ns < d->retried->sum_ns, "the first attempts are no part of the last ones");
    CHECK(d->last_attempt->min_ns > 0, "which took their own time");
    free_stage(s);
}

static void
an_event_that_was_not_has_none(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->events = 4;
    open_stage(s);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(s->worker.loop.slice.events, 4);
    CHECK_INT(s->worker.loop.details[0]->retried->count, 0);
    CHECK_INT(s->worker.loop.details[0]->last_attempt->count, 0);
    CHECK_INT(s->worker.loop.slice.tail_ns, 0);
    free_stage(s);
}

/* The third of three events is the last to end: the other connection has nothing to do until then. */
static enum answer
third_takes_long(const struct fake_server *s, const char *sql, int64_t number)
{
    if (number == 3)
        nanosleep(&(struct timespec){.tv_nsec = 10 * NS_PER_MS}, NULL);
    return ANSWER_OK;
}

static void
a_connection_rests_from_its_last_event_to_the_end_of_the_slice(void)
{
    struct scene *const s = new_stage("oltp_point_select", 2);
    s->events = 3;
    s->server.script = third_takes_long;
    open_stage(s);
    const struct loop *const l = &s->worker.loop;

    run_stage(s, 0, 60 * NS_PER_S);
    const int64_t ends_ns[] = {l->conns[0][0].free_ns, l->conns[0][1].free_ns};
    const int first = ends_ns[0] < ends_ns[1] ? 0 : 1;
    CHECK_INT(l->slice.end_ns, ends_ns[1 - first]);
    CHECK(l->slice.rest_ns > 0, "nothing rested");
    CHECK_INT(l->slice.rest_ns, ends_ns[1 - first] - ends_ns[first]);
    CHECK_INT(l->slice.events, 3);
    CHECK_INT(l->ended_events[0], 3);
    free_stage(s);
}

static int64_t
due_in_an_hour(const struct program *p, struct generator *g, int64_t now_ns)
{
    return now_ns + 3600 * NS_PER_S;
}

/* Of a program that pauses: the slice was that long, though nothing began in it. Without an event left it is over. */
static void
a_slice_of_pauses_lasts_as_long_as_it_was_planned(void)
{
    for (int events = 0; events < 2; events++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        s->events = events;
        open_stage(s);
        s->program.due_ns = due_in_an_hour;
        const struct slice_record *const slice = &s->worker.loop.slice;

        run_stage(s, 0, 5 * NS_PER_MS);
        CHECK_INT(s->worker.loop.accounting.started, 0);
        CHECK_INT(slice->end_ns - slice->start_ns, events > 0 ? 5 * NS_PER_MS : 0);
        CHECK_INT(s->worker.loop.measured[0]->downtime_ns, 0);
        free_stage(s);
    }
}

/* Events in flight are waited for, and none begins after them; or they are left. */
static void
a_stop_ends_the_slice_with_or_without_what_is_in_flight(void)
{
    static const struct {
        enum stop stop;
        int done, abandoned;
    } cases[] = {{STOP_DRAIN, 1, 0}, {STOP_NOW, 0, 1}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct scene *const s = new_stage("oltp_point_select", 1);
        open_stage(s);
        const struct loop *const l = &s->worker.loop;

        conductor_stop(&s->conductor, cases[i].stop);
        run_stage(s, 0, 60 * NS_PER_S);
        CHECK_INT(l->accounting.started, 1);
        CHECK_INT(l->accounting.done, cases[i].done);
        CHECK_INT(l->accounting.abandoned, cases[i].abandoned);
        CHECK_INT(l->in_flight_count, 0);
        CHECK(l->deadline_ns <= clock_now_ns(), "another one may begin");
        free_stage(s);
    }
}

static enum answer
second_is_never_answered(const struct fake_server *s, const char *sql, int64_t number)
{
    return number == 2 ? ANSWER_SILENT : ANSWER_OK;
}

/* --stall-timeout. The statement has waited as long as is allowed, and no less. */
static void
a_server_that_falls_silent_ends_the_run(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->options.run.stall_timeout_ns = 20 * NS_PER_MS;
    s->server.script = second_is_never_answered;
    open_stage(s);
    const struct loop *const l = &s->worker.loop;

    run_stage(s, 0, 3600 * NS_PER_S);
    CHECK_INT(l->diag.code, ERR_TARGET);
    CHECK(conductor_stopping(&s->conductor) != STOP_NOT, "the other workers go on");
    CHECK_INT(l->accounting.done, 1);
    CHECK_INT(l->accounting.abandoned, 1);
    CHECK(clock_now_ns() - l->conns[0][0].statement_ns >= 20 * NS_PER_MS, "it was given up too early");
    free_stage(s);
}

/* A run without an end is one of slices that have none. */
static void
a_slice_may_last_for_ever(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    s->events = 2;
    open_stage(s);
    run_stage(s, 0, INT64_MAX);
    CHECK_INT(s->worker.loop.deadline_ns, INT64_MAX);
    CHECK_INT(s->worker.loop.slice.events, 2);
    free_stage(s);
}

enum { SLOW_NS = 3 * NS_PER_MS };

/* One in sixty, so that p99 is one of them and p95 is not. */
static enum answer
some_take_long(const struct fake_server *s, const char *sql, int64_t number)
{
    if (number % 60 == 1)
        nanosleep(&(struct timespec){.tv_nsec = SLOW_NS}, NULL);
    return ANSWER_OK;
}

/* It says how long its tail is, and leaves nothing in what is measured after it. */
static void
warming_up_is_not_measured(void)
{
    struct scene *const s = new_stage("oltp_point_select", 2);
    s->events = 6;
    s->server.script = some_take_long;
    open_stage(s);
    struct loop *const l = &s->worker.loop;
    int64_t event_count = 0, busy_ns = 0;

    l->plan = (struct slice_plan){.start_ns = clock_now_ns(), .duration_ns = 100 * NS_PER_MS};
    slice_run(l);
    const int64_t warm_count = l->slice.events;
    CHECK(warm_count > 0 && l->slice.tail_ns >= SLOW_NS, "p99 is %lld ns", (long long)l->slice.tail_ns);
    CHECK_INT(l->details[0]->hosts[0].count, 0);
    run_stage(s, 0, 60 * NS_PER_S);
    CHECK_INT(l->slice.events, 6);
    CHECK_INT(l->details[0]->hosts[0].count, 6);
    CHECK_INT(l->accounting.done, warm_count + 6);
    CHECK_INT(l->measured[0]->events, 6);
    for (int i = 0; i < 2; i++) {
        event_count += l->conns[0][i].event_count;
        busy_ns += l->conns[0][i].busy_ns;
    }
    CHECK_INT(event_count, 6);
    CHECK_INT(busy_ns, l->slice.latency_sum_ns); /* Closed loop: an event takes its connection as long as it lasts. */
    free_stage(s);
}

/* Of a thousand events: not the longest, and not one of the twenty longest. */
static void
the_tail_of_warming_up_is_its_p99(void)
{
    struct scene *const s = new_stage("oltp_point_select", 1);
    open_stage(s);
    struct loop *const l = &s->worker.loop;

    for (int i = 0; i < 1000; i++)
        hist_record(&l->tally[0]->latency, i < 980 ? NS_PER_MS : i < 995 ? NS_PER_S : 60 * NS_PER_S);
    l->plan = (struct slice_plan){.start_ns = clock_now_ns()}; /* It begins nothing itself. */
    slice_run(l);
    CHECK_INT(l->accounting.started, 0);
    CHECK(l->slice.tail_ns >= NS_PER_S / 2 && l->slice.tail_ns <= 2 * NS_PER_S, "p99 is %lld ns", (long long)l->slice.tail_ns);
    free_stage(s);
}

int
main(void)
{
    waits_for_the_moment_or_the_socket();
    waits_where_a_sandbox_forbids_the_call();
    a_worker_that_comes_late_into_a_slice_says_so();
    an_open_loop_that_is_not_kept_up_with_gives_up();
    time_without_a_start_is_time_as_well();
    failed_events_are_counted_and_have_no_latency();
    an_event_that_was_tried_again_has_a_last_attempt();
    an_event_that_was_not_has_none();
    a_connection_rests_from_its_last_event_to_the_end_of_the_slice();
    a_slice_of_pauses_lasts_as_long_as_it_was_planned();
    a_stop_ends_the_slice_with_or_without_what_is_in_flight();
    a_server_that_falls_silent_ends_the_run();
    a_slice_may_last_for_ever();
    warming_up_is_not_measured();
    the_tail_of_warming_up_is_its_p99();
    return check_result("slice");
}
