#ifndef PLUMBLINE_MACHINE_START_QUEUE_H
#define PLUMBLINE_MACHINE_START_QUEUE_H

/*
 * The one queue of an open loop (--rate): the planned starts of a slice in their order, for the connections of all workers.
 *
 * A connection that is free takes the next start, even one that is yet to come, and its worker waits for that moment. So the k-th start
 * goes to the connection that becomes free as the k-th, as in a queue with several servers that serves who came first; how the
 * connections are spread over workers has no part in it, and no worker has to wake another. While none is free, starts queue.
 *
 * Starts are planned numbers: those that are due and not taken are counted by two pacers that walk the same plan, so that a queue of
 * any length takes no memory.
 *
 * Threads: start_queue_begin() and start_queue_end() while no worker is in the slice, the others from any thread.
 */

#include <pthread.h>
#include <stdatomic.h>

#include "base/base.h"
#include "base/diag.h"
#include "cli/options.h"
#include "math/pacer.h"
#include "math/schedule.h"

/* Instead of a start: there is none. */
#define START_NONE INT64_MAX

/* Account of the starts of a slice. */
struct start_account {
    int64_t offered;     /* Planned. */
    int64_t unstarted;   /* Never begun. */
    int64_t backlog_max; /* The longest queue of those that were due and had no connection, */
    int64_t backlog_end; /* and that of the moment when the planned time was over. */
};

struct start_queue {
    pthread_mutex_t lock; /* Lock of all below. */
    struct pacer next; /* Stands at the first start that is not taken yet, */
    struct pacer due;  /* and at the first that is not due yet. */
    int64_t passed_count; /* How many `next` has gone past in this slice, */
    int64_t due_count;    /* and `due`. */
    int64_t count_max;    /* Most starts that the slice may have: --events. */
    int64_t *returned;    /* Starts that were taken and not begun, in their order. */
    int returned_count, returned_max;
    int target;
    bool is_measured;
    int64_t origin_ns;   /* Offsets count from here. */
    int64_t deadline_ns; /* None is planned at or after it. */
    int64_t backlog_max; /* Longest queue of this slice, */
    int64_t backlog_end; /* and that of the moment when its planned time was over; -1: it is not over. */
    int64_t events_left[TARGET_COUNT_MAX]; /* Measured ones that may begin; INT64_MAX: no limit. */
    atomic_bool is_used_up; /* All that --events allows were taken. Read without the lock. */
};

/* Makes a queue for `conn_count` connections of each target. Takes over `pacer`. False when out of memory. */
bool start_queue_init(struct start_queue *q, const struct pacer *pacer, int conn_count, const int64_t events[TARGET_COUNT_MAX]);

/* Makes one with the rate and the events of the options. ERR_INTERNAL when out of memory. */
enum err start_queue_init_for(struct start_queue *q, const struct options *o, struct diag *d);

/* Accepts a zeroed one. */
void start_queue_free(struct start_queue *q);

/* Plans the starts of a slice. */
void start_queue_begin(struct start_queue *q, const struct slice_plan *plan);

/* The next start, on the monotonic clock, which may be yet to come. START_NONE: the slice has no more. */
int64_t start_queue_take(struct start_queue *q, int64_t now_ns);

/* Gives back a start that was taken and not begun, for the next connection that is free. */
void start_queue_return(struct start_queue *q, int64_t start_ns);

/* How many starts are due now and wait for a connection. */
int64_t start_queue_backlog(struct start_queue *q, int64_t now_ns);

/* The slice is over, for which starts were planned for `offered_ns`. */
struct start_account start_queue_end(struct start_queue *q, int64_t offered_ns);

/* May events begin on a target in the slices to come? */
static inline bool
start_queue_has_left(const struct start_queue *q, int target)
{
    return q->events_left[target] > 0;
}

#endif
