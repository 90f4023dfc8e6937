#ifndef PLUMBLINE_MACHINE_MONITOR_H
#define PLUMBLINE_MACHINE_MONITOR_H

/*
 * Counts of the workers since the last line of progress. They deliver once in an interval and between slices, under a
 * lock; the reporter takes it out.
 */

#include <pthread.h>

#include "base/base.h"
#include "base/diag.h"
#include "machine/tally.h"

/* How a worker stands at the end of an interval, or all of them together. */
struct monitor_standing {
    int64_t backlog;    /* Open loop: starts that are due and have no connection, of all workers. */
    int64_t in_flight;  /* Events under way. */
    int64_t waiting_ns; /* How long the answer that is waited for longest has been due; 0: none is. */
};

struct monitor {
    pthread_mutex_t lock;
    int worker_count;
    int64_t interval_ns;
    int event_fd; /* Readable when an interval is complete; -1 before monitor_init(). */
    int delivered_count; /* Workers that have delivered the interval under way. */
    bool has_delivered[WORKER_COUNT_MAX];
    struct monitor_standing standings[WORKER_COUNT_MAX]; /* Standings of those workers; otherwise zeros. */
    bool is_complete; /* An interval is, and it is not taken out yet: */
    struct monitor_standing complete; /* all of its standings. */
    struct tally *tallies[TARGET_COUNT_MAX];
    int64_t driven_ns[TARGET_COUNT_MAX]; /* Summed over the workers. */
};

/* One interval, as it is reported. */
struct monitor_sample {
    struct tally *tallies[TARGET_COUNT_MAX]; /* Tallies of the caller; overwritten. */
    int64_t driven_ns[TARGET_COUNT_MAX];     /* How long each target was driven: a mean over the workers. */
    int64_t backlog, in_flight, waiting_ns;  /* As in monitor_standing, of all workers. */
};

enum err monitor_init(struct monitor *m, int worker_count, int64_t interval_ns, struct diag *d);

/* Accepts a half-built or zeroed monitor. */
void monitor_free(struct monitor *m);

/* Adds what a worker counted on `target` in `driven_ns`. */
void monitor_add(struct monitor *m, int target, const struct tally *t, int64_t driven_ns);

/* Says that a worker has delivered its interval, and how it stands at its end. The reporter is woken when all have, or when one has
 * again: who is late then, or waits for others between two slices, is of the next interval. */
void monitor_deliver(struct monitor *m, int worker, struct monitor_standing standing);

/* Takes everything out. */
void monitor_take(struct monitor *m, struct monitor_sample *sample);

/* Forgets everything, for a new phase. */
void monitor_reset(struct monitor *m);

#endif
