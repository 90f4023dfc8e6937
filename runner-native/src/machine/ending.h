#ifndef PLUMBLINE_MACHINE_ENDING_H
#define PLUMBLINE_MACHINE_ENDING_H

/*
 * Obstacles to the end of a run. Events that are still in flight long after their time are told of. Where the run is to stop, the
 * programs that its workers wait for are asked to end, told of, and killed. A worker that still does not end is left behind: libpq
 * looks up the name of a host again when it connects again, and cannot be interrupted where the name server is silent.
 *
 * Threads: the engine's alone.
 */

#include <signal.h>

#include "base/base.h"
#include "machine/observer.h"
#include "program/children.h"

struct ending {
    struct observer observer;
    struct children *children; /* NULL: no worker waits for any. */
    int signal_counts[2]; /* Counts of SIGINT and of SIGTERM. */
    bool is_begun;
    bool is_overdue_told;
    int64_t word_ns, kill_ns; /* When it is told of the programs, and when they are killed; INT64_MAX: not, or no more. */
    int64_t leave_ns;         /* When workers that have not ended are left; INT64_MAX: the run is not to stop. */
};

/* SIGINT and SIGTERM have their usual effect on this thread from here on, until the set that is returned is its mask again. */
sigset_t ending_let_signals(void);

void ending_init(struct ending *e, struct observer observer, struct children *children);

/* The run is to stop: asks the programs to end, by SIGINT or SIGTERM. The first time counts. */
void ending_begin(struct ending *e, int signal);

/* Reads a signal that may have come, and does the same. Returns how the workers are to stop: the first signal lets the events in flight
 * end, the second does not wait; STOP_NOT if none has come. */
enum stop ending_read_signal(struct ending *e, int signal_fd);

/* Kills them now. */
void ending_hurry(struct ending *e);

/* The events of a slice that was planned to end at `planned_ns` (INT64_MAX: none was) are in flight until at most `limit_ns`. For
 * poll(): milliseconds until then, or until ending_check() has something to do, an hour at most. */
int ending_wait_ms(const struct ending *e, int64_t planned_ns, int64_t limit_ns);

/* Does what is due. Returns whether workers that have not ended are to be left. */
bool ending_check(struct ending *e, int64_t planned_ns, int64_t limit_ns);

#endif
