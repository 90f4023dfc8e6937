#include "virtual_time.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "fuzz.h"

enum { LOOK_NS = 1000 }; /* How long it takes to look at the clock. Whoever waits in a loop without a wait gets on, too. */

/* No input asks for so long a run: it would never end. */
#define RUN_NS_MAX (1000 * INT64_C(3600) * NS_PER_S)
#define START_NS (INT64_C(1000) * NS_PER_S)

static const struct virtual_world *world;
static _Thread_local bool is_ours;
static int64_t now_ns;

/* Turns, in the order of their tickets. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static uint64_t next_ticket, served_ticket;

/* The rest belongs to the thread whose turn it is. */
static int thread_count;
static int waiting_count;   /* Threads that found nothing, one after the other, since something happened. */
static int64_t earliest_ns; /* What the first of them waits for. */

int __real_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out);
int __real_poll(struct pollfd *fds, nfds_t count, int timeout_ms);
int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout_ms);
int __real_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
int __wrap_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
int __real_epoll_wait(int fd, struct epoll_event *events, int count, int timeout_ms);
int __wrap_epoll_wait(int fd, struct epoll_event *events, int count, int timeout_ms);
int __real_nanosleep(const struct timespec *wanted, struct timespec *left);
int __wrap_nanosleep(const struct timespec *wanted, struct timespec *left);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *argument);
int __real_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_join(pthread_t thread, void **result);
long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);

/* Turns. */

static uint64_t
draw_ticket(void)
{
    pthread_mutex_lock(&lock);
    const uint64_t ticket = next_ticket++;
    pthread_mutex_unlock(&lock);
    return ticket;
}

static void
take_turn(uint64_t ticket)
{
    pthread_mutex_lock(&lock);
    while (served_ticket != ticket)
        pthread_cond_wait(&turned, &lock);
    pthread_mutex_unlock(&lock);
}

static void
give_turn(void)
{
    pthread_mutex_lock(&lock);
    served_ticket++;
    pthread_cond_broadcast(&turned);
    pthread_mutex_unlock(&lock);
}

static void
forget_waits(void)
{
    waiting_count = 0;
    earliest_ns = INT64_MAX;
}

/* Nobody is ready. */
static void
let_time_pass(void)
{
    if (!world->act(now_ns)) {
        const int64_t next_ns = world->next_ns();
        const int64_t then_ns = next_ns < earliest_ns ? next_ns : earliest_ns;
        FUZZ_CHECK(then_ns < RUN_NS_MAX); /* All wait for ever. */
        now_ns = then_ns > now_ns ? then_ns : now_ns;
    }
    forget_waits();
}

/* Asks `look` until it says anything but 0, at most until then. */
static int
wait_until(int (*look)(void *context), void *context, int64_t until_ns)
{
    int said;

    while ((said = look(context)) == 0 && now_ns < until_ns) {
        earliest_ns = until_ns < earliest_ns ? until_ns : earliest_ns;
        if (++waiting_count >= thread_count)
            let_time_pass();
        if (thread_count > 1) {
            const uint64_t ticket = draw_ticket();
            give_turn();
            take_turn(ticket);
        }
    }
    forget_waits();
    return said;
}

static int64_t
after_ms(int timeout_ms)
{
    return timeout_ms < 0 ? INT64_MAX : now_ns + timeout_ms * NS_PER_MS;
}

static int64_t
after_time(const struct timespec *t)
{
    return t ? now_ns + t->tv_sec * NS_PER_S + t->tv_nsec : INT64_MAX;
}

/* The functions. */

int
__wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    if (!is_ours || (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME))
        return __real_clock_gettime(clock, out);
    now_ns += LOOK_NS;
    *out = (struct timespec){.tv_sec = now_ns / NS_PER_S, .tv_nsec = now_ns % NS_PER_S};
    return 0;
}

struct poll_call {
    struct pollfd *fds;
    nfds_t count;
};

static int
look_at_files(void *context)
{
    const struct poll_call *const call = context;

    return __real_poll(call->fds, call->count, 0);
}

int
__wrap_poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
    struct poll_call call = {.fds = fds, .count = count};

    return is_ours ? wait_until(look_at_files, &call, after_ms(timeout_ms)) : __real_poll(fds, count, timeout_ms);
}

int
__wrap_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
    struct poll_call call = {.fds = fds, .count = count};

    return is_ours ? wait_until(look_at_files, &call, after_time(timeout)) : __real_ppoll(fds, count, timeout, mask);
}

struct epoll_call {
    int fd;
    struct epoll_event *events;
    int count;
};

static int
look_at_events(void *context)
{
    const struct epoll_call *const call = context;

    return __real_epoll_wait(call->fd, call->events, call->count, 0);
}

int
__wrap_epoll_wait(int fd, struct epoll_event *events, int count, int timeout_ms)
{
    struct epoll_call call = {.fd = fd, .events = events, .count = count};

    return is_ours ? wait_until(look_at_events, &call, after_ms(timeout_ms)) : __real_epoll_wait(fd, events, count, timeout_ms);
}

/* The program knows another way than epoll_pwait2(). */
long
__wrap_syscall(long number, ...)
{
    long arguments[6];
    va_list rest;

    va_start(rest, number);
    for (size_t i = 0; i < ARRAY_LENGTH(arguments); i++)
        arguments[i] = va_arg(rest, long);
    va_end(rest);
#ifdef SYS_epoll_pwait2
    if (is_ours && number == SYS_epoll_pwait2) {
        errno = ENOSYS;
        return -1;
    }
#endif
    return __real_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

static int
look_at_nothing(void *context)
{
    return 0;
}

int
__wrap_nanosleep(const struct timespec *wanted, struct timespec *left)
{
    return is_ours ? wait_until(look_at_nothing, NULL, after_time(wanted)) : __real_nanosleep(wanted, left);
}

struct start {
    void *(*run)(void *);
    void *argument;
    uint64_t ticket;
};

static void *
run_in_turn(void *context)
{
    const struct start start = *(struct start *)context;

    free(context);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL); /* Who waits for its turn holds a lock. */
    is_ours = true;
    take_turn(start.ticket);
    void *const result = start.run(start.argument);
    thread_count--;
    forget_waits();
    give_turn();
    return result;
}

int
__wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *argument)
{
    if (!is_ours)
        return __real_pthread_create(thread, attr, run, argument);
    struct start *const start = malloc(sizeof *start);
    FUZZ_CHECK(start);
    *start = (struct start){.run = run, .argument = argument, .ticket = draw_ticket()};
    FUZZ_CHECK(__real_pthread_create(thread, attr, run_in_turn, start) == 0);
    thread_count++;
    return 0;
}

int
__wrap_pthread_join(pthread_t thread, void **result)
{
    if (!is_ours)
        return __real_pthread_join(thread, result);
    thread_count--;
    forget_waits();
    give_turn();
    const int failed = __real_pthread_join(thread, result);
    take_turn(draw_ticket());
    thread_count++;
    return failed;
}

void
virtual_time_begin(const struct virtual_world *new_world)
{
    world = new_world;
    now_ns = START_NS;
    thread_count = 1;
    forget_waits();
    take_turn(draw_ticket());
    is_ours = true;
}

void
virtual_time_end(void)
{
    is_ours = false;
    give_turn();
}
