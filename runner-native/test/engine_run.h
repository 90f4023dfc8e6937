#ifndef PLUMBLINE_TEST_ENGINE_RUN_H
#define PLUMBLINE_TEST_ENGINE_RUN_H

/*
 * Whole runs of the engine against scripted servers, with a report that keeps quiet.
 */

#include "cli/options.h"
#include "fake_server.h"
#include "machine/engine.h"

struct run {
    struct options options;
    struct fake_server servers[2];
    char urls[2][96];
    struct engine *engine;
    const struct outcome *outcome;
    struct diag diag;
    int signal_fds[2]; /* A pipe: what is written to [1] arrives as a signal. */
};

/* Events that were reported in intervals by the last run. */
extern int64_t interval_events;

/* The longest wait that was under way at the end of an interval. */
extern int64_t interval_waiting_ns;

/* Lines of progress of its measurement; of the last of them, when it was, since it began, and its events. */
extern int interval_count;
extern int64_t interval_last_ns, interval_last_events;

/* A run of three connections without a limit of time, of which a test sets the rest. */
struct run *new_run(const char *workload);

/* Starts the servers and runs; the events are held against their accounting. */
enum err go(struct run *r);

void end_run(struct run *r);

const struct tally *tally_of(const struct run *r, int t);

#endif
