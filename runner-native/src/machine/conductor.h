#ifndef PLUMBLINE_MACHINE_CONDUCTOR_H
#define PLUMBLINE_MACHINE_CONDUCTOR_H

/*
 * Meeting place of the workers between two slices, never inside one: here they learn what comes next, hand in what the last slice
 * gave, and say why the run has to stop.
 *
 * Threads: every function may be called from any thread, but for init and free.
 */

#include <pthread.h>
#include <stdatomic.h>

#include "base/base.h"
#include "base/diag.h"
#include "machine/start_queue.h"
#include "math/schedule.h"

enum stop {
    STOP_NOT,   /* Go on. */
    STOP_DRAIN, /* Begin no event; let those in flight end, for a short while. */
    STOP_NOW,   /* Leave those in flight. */
};

enum phase { PHASE_CONNECT, PHASE_WARMUP, PHASE_MEASURE, PHASE_OVER };

/* One slice, of one worker or of all together. */
struct slice_record {
    int target;
    int64_t index;    /* Number among the measured slices of all targets. */
    int64_t start_ns; /* The first event's start. */
    int64_t end_ns;   /* The last event's end; start_ns when there was none. */
    int64_t events;
    int64_t queries; /* Statements of all attempts. */
    int64_t failures; /* Failed events. */
    int64_t latency_sum_ns;
    int64_t latency_max_ns;
    int64_t tail_ns; /* 99th percentile, the longest of any worker's; of the warm-up alone. */
    int64_t connections;
    bool is_open; /* True in an open loop: what rests waits for the plan. */
    int64_t
        rest_ns; /* From when nothing was to begin on a connection to the end of the slice, summed; of a worker: to its own end. */
    /* Open loop, otherwise 0. All but the time are of the queue, and not of a worker. */
    int64_t offered_ns; /* The time that starts were planned for. */
    int64_t offered; /* How many were. */
    int64_t backlog_max; /* The longest queue of starts that were due and had no connection. */
    int64_t backlog_end; /* Length of that queue when the planned time was over. */
    int64_t unstarted; /* Rest of it when the slice ended. */
};

/* All measured slices of a target, those without a record too. */
struct slice_totals {
    int64_t slice_count;
    int64_t duration_ns;
    int64_t rest_ns;
    int64_t offered, offered_ns, backlog_max, backlog_end, unstarted; /* backlog_max is the highest, the others are sums. */
};

/* Functions that the first and the last worker of a phase call, alone, while all others wait. */
struct conductor_hooks {
    /* Once, when all workers are connected and before anything is begun; a failure ends the run. NULL: nothing to do. */
    enum err (*connected)(void *ctx, struct diag *d);
    void (*phase_began)(void *ctx, enum phase phase);
    /* After each measured slice. NULL: nothing to do. */
    void (*slice_ended)(void *ctx, const struct slice_record *slice);
    void *ctx;
};

struct conductor {
    pthread_mutex_t lock;
    pthread_cond_t turned;
    int worker_count;
    int missing_count; /* Workers that will never come. */
    int arrived_count;
    uint64_t round;
    bool is_over;
    bool any_left[TARGET_COUNT_MAX]; /* Some worker may still begin events on the target. */
    struct schedule schedule;
    int64_t planned_until_ns; /* Planned end of the slice under way on all machines; 0: it ends when it ends. */
    struct start_queue *starts; /* Starts of an open loop, not owned; NULL: a closed one. */
    struct slice_plan plan;
    struct slice_record current;
    bool has_current;
    struct slice_totals totals[TARGET_COUNT_MAX];
    struct slice_record *records; /* The measured slices, in order; they grow between slices, as far as record_limit. */
    size_t record_count;
    size_t record_capacity;
    size_t record_limit;
    int64_t lost_record_count; /* Measured slices that have none. */
    struct conductor_hooks hooks;
    enum phase phase; /* Under the lock. */
    struct diag diag; /* The first failure of all workers; under the lock. */
    _Atomic int stop; /* enum stop */
    int wake_fds[WORKER_COUNT_MAX]; /* An eventfd of each worker. */
};

/* Takes over `schedule`. ERR_INTERNAL when out of memory or file descriptors. */
enum err conductor_init(struct conductor *c, int worker_count, const struct schedule *schedule, size_t record_limit,
                        struct conductor_hooks hooks, struct diag *d);

/* Accepts a half-built or zeroed conductor. */
void conductor_free(struct conductor *c);

/*
 * Before the first slice: several machines begin at `start_ns`, and each slice ends as long after it as the slices up to it
 * are planned to last together. So who had to wait for a slow event begins the next slice late and ends it with the others, and machines
 * with one schedule stay in step. A slice whose end has passed gets no time at all. In an open loop the first slice begins at
 * `start_ns` itself, however late this is: what was planned from then on is offered.
 */
void conductor_keep_step(struct conductor *c, int64_t start_ns);

/* Before the first slice: makes the run an open loop, whose starts each slice plans for itself. */
void conductor_pace(struct conductor *c, struct start_queue *starts);

/* Waits until all workers are here and gives them the next slice. `done` is what the worker did in the last one, NULL before
 * the first; `has_left` says on which targets it may begin more events. False: the run is over. */
bool conductor_next(struct conductor *c, const struct slice_record *done, const bool has_left[TARGET_COUNT_MAX],
                    struct slice_plan *plan);

/* Says that `count` workers could not be started, so that the others do not wait for them. */
void conductor_withdraw(struct conductor *c, int count);

/* When the measured slice that runs is planned to end; INT64_MAX: none runs, or it ends with its events. */
int64_t conductor_planned_end_ns(struct conductor *c);

/* Makes all workers stop. A stronger stop replaces a weaker one. */
void conductor_stop(struct conductor *c, enum stop stop);

/* Keeps the first failure and makes all workers stop. */
void conductor_fail(struct conductor *c, const struct diag *d);

static inline enum stop
conductor_stopping(struct conductor *c)
{
    return (enum stop)atomic_load_explicit(&c->stop, memory_order_relaxed);
}

#endif
