#ifndef PLUMBLINE_MACHINE_WORKER_H
#define PLUMBLINE_MACHINE_WORKER_H

/*
 * One thread: sets up its loop, connects, and drives one slice after the other until the conductor ends the run.
 */

#include <pthread.h>

#include "base/base.h"
#include "base/diag.h"
#include "machine/loop.h"
#include "machine/target.h"

struct worker {
    /* Set by worker_init(), constant while the thread runs. */
    int index;
    int64_t init_timeout_ns;
    double connect_rate_per_s;  /* Connections that all workers open per second; 0: no limit. */
    bool reopens;
    int64_t start_at_ns; /* 0: at once. */
    int first_conn; /* Number of its first connection among those of a target. */
    pthread_t thread;
    struct loop loop;
    /* Read after the join. */
    char server_version[TARGET_COUNT_MAX][64];
    int server_version_num[TARGET_COUNT_MAX];
};

struct worker_setup {
    int index;
    const struct options *options;
    const struct program *program;
    const struct target *targets;
    struct conductor *conductor;
    struct monitor *monitor;
    int first_conn; /* Number of its first connection among those of a target. */
    int conn_count;
    int64_t events[TARGET_COUNT_MAX]; /* Measured events it may begin in a closed loop; INT64_MAX: no limit. */
    int64_t start_at_ns; /* When it may begin with them; 0: at once. */
};

/* How many workers a run has: --workers, or by the CPUs. */
int worker_count_for(const struct options *o);

/* Allocates everything that the run needs. ERR_INTERNAL when out of memory or file descriptors. */
enum err worker_init(struct worker *w, const struct worker_setup *setup, struct diag *d);

/* The thread: connects, drives slices until the conductor ends the run, closes. `arg` is a struct worker. */
void *worker_main(void *arg);

/* Is a pooler likely in front of the server of one of its connections to a target? While its thread waits, as the next one. */
bool worker_suspects_pooler(const struct worker *w, int target);

/* Can all of the servers' processes of its connections be pinned with it? ERR_TARGET with server and reason if not. While its thread
 * waits, as the next one. */
enum err worker_check_placement(const struct worker *w, struct diag *d);

/* Time for which all of its connections to a target have been cut off; 0: some are not. As above. */
int64_t worker_cut_off_ns(const struct worker *w, int target, int64_t now_ns);

/* Gives it and them the CPU with that number among those it may use, counted round. */
void worker_pin(struct worker *w, int index);

/* After the join. Accepts a half-built or zeroed worker. */
void worker_free(struct worker *w);

#endif
