#include "machine/loop.h"

#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    SILENCE_MS = 1000
}; /* How long nothing may be said before --stall-timeout is thought of: a wait without a look at the clock. */

void
loop_clear_wake(const struct loop *l)
{
    uint64_t count;
    const ssize_t got = read(l->wake_fd, &count, sizeof count);

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
loop_wait(const struct loop *l, struct epoll_event *ready, int64_t until_ns, bool is_exact)
{
    if (until_ns == INT64_MAX)
        return epoll_wait(l->env.epoll_fd, ready, EPOLL_BATCH, l->stall_timeout_ns > 0 ? SILENCE_MS : -1);
    const int64_t now_ns = clock_now_ns();
    const int64_t left_ns = until_ns > now_ns ? until_ns - now_ns : 0;
    if (is_exact && left_ns > 0)
        return wait_exactly(l->env.epoll_fd, ready, left_ns);
    return epoll_wait(l->env.epoll_fd, ready, EPOLL_BATCH, whole_ms(left_ns));
}

struct conn *
loop_longest_waiting(const struct loop *l)
{
    struct conn *longest = NULL;

    for (int i = 0; i < l->conn_count; i++) {
        struct conn *const c = &l->conns[l->plan.target][i];
        if (conn_is_waiting(c) && (!longest || c->statement_ns < longest->statement_ns))
            longest = c;
    }
    return longest;
}

/* Telling. */

void
loop_flush(struct loop *l, int64_t now_ns)
{
    const int target = l->plan.target;

    if (l->plan.is_measured)
        tally_merge(l->measured[target], l->tally[target]);
    if (l->report_interval_ns > 0)
        monitor_add(l->monitor, target, l->tally[target], now_ns - l->driven_since_ns);
    l->driven_since_ns = now_ns;
    l->slice.queries += queries_total(&l->tally[target]->queries);
    tally_reset(l->tally[target]);
}

void
loop_report(struct loop *l, int64_t now_ns)
{
    loop_flush(l, now_ns);
    while (l->next_report_ns <= now_ns)
        l->next_report_ns += l->report_interval_ns;
    const struct conn *const c = loop_longest_waiting(l);
    const int64_t waiting_ns = c && c->statement_ns < now_ns ? now_ns - c->statement_ns : 0;
    monitor_deliver(l->monitor, l->worker,
                    (struct monitor_standing){.backlog = l->open.is_on ? start_queue_backlog(l->open.queue, now_ns) : 0,
                                              .in_flight = l->in_flight_count,
                                              .waiting_ns = waiting_ns});
}
