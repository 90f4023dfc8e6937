/*
 * What a worker does with its time: waiting, with and without the newest system call, and what it tells about its own delay.
 */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check_values.h"
#include "clock.h"
#include "fake_server.h"
#include "slice.h"

#ifndef SYS_epoll_pwait2 /* Headers older than Linux 5.11. */
#define SYS_epoll_pwait2 441
#endif

/* Waiting. */

static void
waits_for_the_moment_or_the_socket(void)
{
    struct epoll_event ready[EPOLL_BATCH], event = {.events = EPOLLIN, .data.u64 = 7};
    struct worker w = {.env.epoll_fd = epoll_create1(EPOLL_CLOEXEC)};
    const int fd = eventfd(0, EFD_CLOEXEC);
    const uint64_t one = 1;

    CHECK_INT(epoll_ctl(w.env.epoll_fd, EPOLL_CTL_ADD, fd, &event), 0);
    for (int i = 0; i < 2; i++) { /* Once it knows that the call is refused, too. */
        const int64_t until_ns = clock_now_ns() + 2 * NS_PER_MS;
        CHECK_INT(slice_wait(&w, ready, until_ns, true), 0);
        CHECK(clock_now_ns() >= until_ns, "back before the moment");
    }
    CHECK_INT(write(fd, &one, sizeof one), sizeof one);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(slice_wait(&w, ready, clock_now_ns() + 60 * NS_PER_S, true), 1);
        CHECK_INT((int64_t)ready[0].data.u64, 7);
    }
    close(fd);
    close(w.env.epoll_fd);
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
    (void)arg;
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

/* A worker with open connections, as it stands before a slice. */
struct stage {
    struct options options;
    struct fake_server server;
    char url[96];
    struct program program;
    struct target target;
    struct conductor conductor;
    struct monitor monitor;
    struct worker worker;
};

static void
open_connections(struct worker *w)
{
    struct epoll_event ready[EPOLL_BATCH];
    int opened_count = 0;

    for (int i = 0; i < w->conn_count; i++)
        conn_connect(&w->conns[0][i], &w->env);
    while (opened_count < w->conn_count && w->diag.code == ERR_OK) {
        const int count = slice_wait(w, ready, INT64_MAX, false);
        for (int i = 0; i < count; i++) {
            struct conn *const c = ready[i].data.ptr;
            const bool was_opening = conn_is_opening(c);
            conn_ready(c, &w->env);
            opened_count += was_opening && c->state == CONN_IDLE;
        }
    }
    CHECK_INT(w->diag.code, ERR_OK);
}

/* An open loop of 100 starts in a second, on a grid. */
static struct stage *
new_stage(void)
{
    struct stage *const s = calloc(1, sizeof *s);
    const struct conductor_hooks hooks = {0};
    struct schedule schedule;
    struct diag d = DIAG_NONE;

    assert(s);
    options_default(&s->options);
    s->options.command = COMMAND_RUN;
    s->options.workload = workload_find("oltp_point_select");
    s->options.threads = CONN_COUNT;
    s->options.rate_per_s = 100;
    s->options.arrivals = ARRIVALS_FIXED;
    s->options.report_interval_ns = 0;
    fake_server_start(&s->server);
    snprintf(s->url, sizeof s->url, "postgres://me@127.0.0.1:%d/db?sslmode=disable&gssencmode=disable", s->server.port);
    s->options.pgsql_url = s->url;
    schedule_init(&schedule, 1, 0, 0, 0, 1);
    CHECK_INT(target_init(&s->target, &s->options, 0, &d), ERR_OK);
    CHECK_INT(program_init(&s->program, &s->options, &d), ERR_OK);
    CHECK_INT(conductor_init(&s->conductor, 1, &schedule, 1, hooks, &d), ERR_OK);
    CHECK_INT(monitor_init(&s->monitor, 1, 0, &d), ERR_OK);
    const struct worker_setup setup = {.worker_count = 1,
                                       .options = &s->options,
                                       .program = &s->program,
                                       .targets = &s->target,
                                       .conductor = &s->conductor,
                                       .monitor = &s->monitor,
                                       .conn_count = CONN_COUNT,
                                       .events = {START_COUNT}};
    CHECK_INT(worker_init(&s->worker, &setup, &d), ERR_OK);
    open_connections(&s->worker);
    return s;
}

static void
free_stage(struct stage *s)
{
    worker_free(&s->worker);
    monitor_free(&s->monitor);
    conductor_free(&s->conductor);
    program_free(&s->program);
    fake_server_stop(&s->server);
    free(s);
}

/* By 50 ms: it begins the five starts that were due at once, each on a connection of its own. */
static void
a_worker_that_comes_late_into_a_slice_says_so(void)
{
    struct stage *const s = new_stage();
    const struct hist *const lateness = s->worker.details[0]->lateness;

    s->worker.plan = (struct slice_plan){
        .is_measured = true, .start_ns = clock_now_ns() - 50 * NS_PER_MS, .duration_ns = 60 * NS_PER_S};
    slice_run(&s->worker);
    CHECK_INT(s->worker.diag.code, ERR_OK);
    CHECK_INT(s->worker.accounting.done, START_COUNT);
    CHECK_INT(lateness->count, START_COUNT);
    /* One was due in each 10 ms. */
    CHECK(lateness->max_ns >= 40 * NS_PER_MS, "the latest was late by %lld ns", (long long)lateness->max_ns);
    CHECK(hist_percentile_ns(lateness, 50) >= 20 * NS_PER_MS, "the third was due 20 ms before, at least");
    free_stage(s);
}

int
main(void)
{
    waits_for_the_moment_or_the_socket();
    waits_where_a_sandbox_forbids_the_call();
    a_worker_that_comes_late_into_a_slice_says_so();
    return check_result("slice");
}
