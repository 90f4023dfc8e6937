#ifndef PLUMBLINE_BASE_CLOCK_H
#define PLUMBLINE_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

/* The monotonic clock, in nanoseconds. Every duration and every `_ns` moment in this program is of this clock. */
static inline int64_t
clock_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

/* The wall clock, only to say when something happened. */
static inline int64_t
clock_wall_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

/*
 * How far the wall clock is ahead of the monotonic one. Of several readings it is the one that was interrupted for the shortest time: on a
 * busy machine a process may lose its CPU between the two clocks.
 */
static inline int64_t
clock_wall_ahead_ns(void)
{
    int64_t best_ns = 0, shortest_ns = INT64_MAX;

    for (int i = 0; i < 10; i++) {
        const int64_t before_ns = clock_now_ns();
        const int64_t wall_ns = clock_wall_ns();
        const int64_t took_ns = clock_now_ns() - before_ns;
        if (took_ns < shortest_ns) {
            shortest_ns = took_ns;
            best_ns = wall_ns - before_ns - took_ns / 2;
        }
    }
    return best_ns;
}

/* `by_ns` >= 0 later. INT64_MAX is never: after a time that has no end, and where a sum would be beyond it. */
static inline int64_t
clock_later_ns(int64_t from_ns, int64_t by_ns)
{
    int64_t sum_ns;

    return by_ns == INT64_MAX || __builtin_add_overflow(from_ns, by_ns, &sum_ns) ? INT64_MAX : sum_ns;
}

static inline double
clock_seconds(int64_t ns)
{
    return (double)ns / (double)NS_PER_S;
}

static inline double
clock_milliseconds(double ns)
{
    return ns / (double)NS_PER_MS;
}

/* How many a second; 0 of no time. */
static inline double
clock_rate(int64_t count, int64_t ns)
{
    return ns > 0 ? (double)count / clock_seconds(ns) : 0;
}

/* CPU time in the kernel's ticks, as /proc tells it, up to 18 years: so that some of them add up. */
static inline int64_t
clock_of_ticks_ns(int64_t ticks)
{
    const int64_t tick_ns = NS_PER_S / sysconf(_SC_CLK_TCK);

    return plausible_count(ticks, (INT64_C(1) << 59) / tick_ns) * tick_ns;
}

#endif
