#ifndef PLUMBLINE_MACHINE_LOOP_H
#define PLUMBLINE_MACHINE_LOOP_H

/*
 * One thread's epoll loop: its connections and their timers, its histograms, and the slice that it drives. It shares nothing
 * with the others while a slice runs; they meet in the conductor between slices, and once in an interval each delivers to the
 * monitor.
 */

#include <sys/epoll.h>

#include "base/base.h"
#include "machine/conductor.h"
#include "machine/conn.h"
#include "machine/detail.h"
#include "machine/monitor.h"
#include "machine/start_queue.h"
#include "machine/tally.h"
#include "machine/timers.h"

struct event_log;

enum { EPOLL_BATCH = 256 };

/* Every event that was begun ends in one of the three; warm-up counts too. */
struct accounting {
    int64_t started;
    int64_t done;
    int64_t failed;
    int64_t abandoned; /* Events in flight when the run was cut short. */
};

/* The open loop of a worker. */
struct open_loop {
    bool is_on;
    struct start_queue *queue; /* Queue of all workers. */
    int64_t limit; /* Most starts that may wait in it: one more ends the run; INT64_MAX: no limit. */
    const struct rate_plan *stages; /* Stages of a load that changes; NULL: it does not. */
    struct conn **resting; /* Free connections of the slice's target in a ring, the one that has rested longest first. Each has
                              taken the start in its intended_ns, in the same order; START_NONE: there was none. */
    int resting_first, resting_count;
    bool is_planned_time_over; /* The queue was asked how long it was then. */
};

struct loop {
    /* Constant while the thread runs. */
    struct conductor *conductor;
    struct monitor *monitor;
    int worker; /* Its number. */
    int64_t report_interval_ns; /* 0: never. */
    int64_t stall_timeout_ns; /* 0: never. */
    struct event_log *log; /* NULL: none is kept. */
    int target_count;
    int conn_count; /* Connections to each target. */
    struct conn *conns[TARGET_COUNT_MAX];
    struct conn_env env;
    int wake_fd;

    /* The slice that runs. */
    struct slice_plan plan;
    struct slice_record slice;
    struct open_loop open;
    int in_flight_count;
    int64_t origin_ns; /* Planned starts count from here. */
    int64_t deadline_ns; /* No event begins, and none is planned, at or after it. */
    int64_t give_up_ns; /* Open loop: until then the backlog is worked off. */
    int64_t drain_until_ns; /* Events in flight are abandoned then; INT64_MAX: never. */
    int64_t driven_since_ns; /* Not yet told to the monitor. */
    int64_t next_report_ns;
    int64_t silent_since_ns; /* No socket has had anything to say since; 0: not known to be silent. */
    bool was_measured; /* The last slice was. */
    struct timers timers; /* Timers of connections in back-off, thinking, lost, or being opened again. */

    int64_t events_left[TARGET_COUNT_MAX]; /* Closed loop: of the measured ones; INT64_MAX: no limit. */
    struct tally *tally[TARGET_COUNT_MAX]; /* Since the last flush. */
    struct tally *measured[TARGET_COUNT_MAX]; /* All measured slices. Read after the join. */
    struct detail *details[TARGET_COUNT_MAX]; /* The same. */
    struct accounting accounting; /* Read after the join. */
    int64_t ended_events[TARGET_COUNT_MAX]; /* Failed ones and those of the warm-up too. Read after the join. */
    struct diag diag;
};

/* Waits until a socket is ready or `until_ns` has come; INT64_MAX: for about a second, where there is a --stall-timeout. Fills
 * `ready`, returns how many. Exact to some microseconds with `is_exact`, otherwise to a millisecond. */
int loop_wait(const struct loop *l, struct epoll_event *ready, int64_t until_ns, bool is_exact);

/* Takes in the wake-up by which other threads announce a stop. */
void loop_clear_wake(const struct loop *l);

/* The connection of the slice's target that has waited longest for an answer; NULL: none waits. */
struct conn *loop_longest_waiting(const struct loop *l);

/* Hands what was counted since the last flush to the totals and to the monitor. */
void loop_flush(struct loop *l, int64_t now_ns);

/* The same, and says that an interval is over. */
void loop_report(struct loop *l, int64_t now_ns);

/* May more events begin on the slice's target, as far as their number goes? */
static inline bool
loop_has_events_left(const struct loop *l)
{
    if (l->open.is_on)
        return !atomic_load_explicit(&l->open.queue->is_used_up, memory_order_relaxed);
    return !l->plan.is_measured || l->events_left[l->plan.target] > 0;
}

/* No event begins from now on. */
static inline void
loop_stop_beginning(struct loop *l, int64_t now_ns)
{
    l->deadline_ns = l->deadline_ns < now_ns ? l->deadline_ns : now_ns;
    l->give_up_ns = l->give_up_ns < now_ns ? l->give_up_ns : now_ns;
}

/* Time in which the slice's target could not be driven, though events were left for it, is time of the slice as well. */
static inline void
loop_lasts_until(struct loop *l, int64_t now_ns)
{
    const int64_t until_ns = l->deadline_ns < now_ns ? l->deadline_ns : now_ns;

    if (l->slice.end_ns < until_ns && loop_has_events_left(l))
        l->slice.end_ns = until_ns;
}

/* The connection that the timer belongs to. */
static inline struct conn *
loop_conn_of(struct timer *timer)
{
    return (struct conn *)((char *)timer - offsetof(struct conn, timer));
}

#endif
