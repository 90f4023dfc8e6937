#ifndef PLUMBLINE_MACHINE_EVENT_LOG_H
#define PLUMBLINE_MACHINE_EVENT_LOG_H

/*
 * --log: what became of each event, or of those of each --aggregate-interval, as a line in the words of pgbench's log. The first
 * worker's file is PREFIX.PID, those of the others PREFIX.PID.1, PREFIX.PID.2 and so on. Their
 * columns are pgbench's, so that what reads its logs reads ours.
 *
 * Lines wait in a buffer of the worker, and are written when it is full. What the disk does not take ends the run.
 *
 * Threads: a log belongs to one worker.
 */

#include "base/base.h"
#include "base/diag.h"
#include "cli/options.h"
#include "machine/detail.h"

struct event_log;

/* Fate of an event. */
struct log_entry {
    int client;     /* Client, from 0. */
    int64_t number; /* Number among the events of the client, from 1. */
    int script;     /* The kind of event, from 0. */
    bool is_skipped;
    bool is_failed;
    enum failure failure;
    int64_t ended_ns;
    int64_t latency_ns; /* Latency from the planned start. */
    int64_t lag_ns;     /* Time from the planned start to the actual one. */
    int tries;
};

/* NULL with a diag. Intervals of --aggregate-interval count from the first entry's `since_ns`. */
struct event_log *event_log_open(const struct options *o, int worker, struct diag *d);

/* False with a diag: the file does not take it. `since_ns` is when the measurement began. */
bool event_log_add(struct event_log *log, const struct log_entry *entry, int64_t since_ns, struct diag *d);

/* Writes what is left, the interval that is under way too. False with a diag. Frees the log in either case; NULL is fine. */
bool event_log_close(struct event_log *log, struct diag *d);

#endif
