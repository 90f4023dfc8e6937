#ifndef PLUMBLINE_WORKER_H
#define PLUMBLINE_WORKER_H

/*
 * One thread: an epoll loop with its own connections, random streams and histograms. It shares nothing with the others while a
 * slice runs; they meet in the conductor between slices, and once in an interval each delivers to the monitor. worker.c sets
 * up and connects, slice.c drives.
 */

#include <pthread.h>

#include "base.h"
#include "conductor.h"
#include "conn.h"
#include "detail.h"
#include "monitor.h"
#include "pacer.h"
#include "target.h"
#include "tally.h"
#include "workload.h"

/* Every event that was begun ends in one of the three; warm-up counts too. */
struct accounting {
    int64_t started;
    int64_t done;
    int64_t failed;
    int64_t abandoned; /* In flight when the run was cut short. */
};

/* The open loop of a worker. Starts are planned numbers: those that are due and have no connection yet are counted by two
 * pacers that walk the same plan, so that a backlog of any length takes no memory. */
struct open_loop {
    bool is_on;
    struct pacer begun; /* Stands at the next start to begin, */
    struct pacer due;   /* and at the next that is not yet due. */
    int64_t begun_count, due_count; /* In this slice. */
    struct conn **resting; /* Free connections of the slice's target in a ring, the one that has rested longest first. */
    int resting_first, resting_count;
    bool is_planned_time_over;
};

struct worker {
    /* Set by worker_init(), constant while the thread runs. */
    int index;
    struct conductor *conductor;
    struct monitor *monitor;
    int64_t init_timeout_ns;
    int64_t report_interval_ns; /* 0: never. */
    double connect_rate_per_s;  /* Of all workers; 0: no limit. */
    bool reopens;
    int64_t start_at_ns; /* 0: at once. */
    int target_count;
    int first_conn; /* Number of its first connection among those of a target. */
    int conn_count; /* Of each target. */
    struct conn *conns[TARGET_COUNT_MAX];
    pthread_t thread;
    struct conn_env env;
    int wake_fd;

    /* The slice that runs. */
    struct slice_plan plan;
    struct slice_record slice;
    struct open_loop open;
    int in_flight_count;
    int64_t origin_ns;   /* Planned starts count from here. */
    int64_t deadline_ns; /* No event begins, and none is planned, at or after it. */
    int64_t give_up_ns;  /* Open loop: until then the backlog is worked off. */
    int64_t drain_until_ns; /* Events in flight are abandoned then; INT64_MAX: never. */
    int64_t driven_since_ns; /* Not yet told to the monitor. */
    int64_t next_report_ns;
    bool was_measured; /* The last slice was. */
    struct conn **timed; /* Connections with something to do at due_ns: in back-off, lost, or being opened again. */
    int timed_count;

    int64_t events_left[TARGET_COUNT_MAX]; /* Of the measured ones; INT64_MAX: no limit. */
    struct tally *tally[TARGET_COUNT_MAX];     /* Since the last flush. */
    struct tally *measured[TARGET_COUNT_MAX];  /* All measured slices. Read after the join. */
    struct detail *details[TARGET_COUNT_MAX];  /* The same. */
    struct accounting accounting;              /* Read after the join. */
    char server_version[TARGET_COUNT_MAX][64];
    int server_version_num[TARGET_COUNT_MAX];
    struct diag diag;
};

struct worker_setup {
    int index;
    int worker_count;
    const struct options *options;
    const struct program *program;
    const struct target *targets;
    struct conductor *conductor;
    struct monitor *monitor;
    int first_conn; /* Number of its first connection among those of a target. */
    int conn_count;
    int64_t events[TARGET_COUNT_MAX]; /* Measured events it may begin; INT64_MAX: no limit. */
    int64_t start_at_ns; /* When it may begin with them; 0: at once. */
};

/* Allocates everything that the run needs. ERR_INTERNAL when out of memory or file descriptors. */
enum err worker_init(struct worker *w, const struct worker_setup *setup, struct diag *d);

/* The thread: connects, drives slices until the conductor ends the run, closes. `arg` is a struct worker. */
void *worker_main(void *arg);

/* After the join. Accepts a half-built or zeroed worker. */
void worker_free(struct worker *w);

#endif
