/*
 * What a worker does with its time: waiting, with and without the newest system call.
 */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check_values.h"
#include "clock.h"
#include "slice.h"

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

    CHECK_INT(pthread_create(&thread, NULL, in_a_sandbox, NULL), 0);
    pthread_join(thread, NULL);
}

int
main(void)
{
    waits_for_the_moment_or_the_socket();
    waits_where_a_sandbox_forbids_the_call();
    return check_result("slice");
}
