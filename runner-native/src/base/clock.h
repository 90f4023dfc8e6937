#ifndef PLUMBLINE_BASE_CLOCK_H
#define PLUMBLINE_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

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

#endif
