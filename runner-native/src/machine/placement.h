#ifndef PLUMBLINE_MACHINE_PLACEMENT_H
#define PLUMBLINE_MACHINE_PLACEMENT_H

/*
 * Choice of the CPU that a worker and the server's processes of its connections run on.
 *
 * Where client and server share a machine, the kernel decides at every wake-up on which CPU the other side goes on, and keeps
 * to patterns that it fell into by chance: a run may pay an interrupt to another CPU for every query, the next one for none.
 * For short queries that is most of what differs between two equal sessions (docs/decisions/010-placement.md has the figures).
 * A worker that shares one CPU with the backends it wakes takes that choice away.
 *
 * Only processes are moved that are certain to be the other end of a connection: on a Unix socket the kernel names the
 * server's first process, whose child the backend has to be; over TCP the backend's title names our port; and its process
 * numbers are ours, not a container's. A server without
 * a process for each connection, on another machine or in another container is never touched.
 */

#include <libpq-fe.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "cli/options.h"

/* Should a run with that many workers be pinned, if it can be? */
bool placement_is_wanted(const struct options *o, int worker_count);

/* Placement of a worker. */
struct placement {
    cpu_set_t allowed; /* CPUs on which it might run. */
    int cpu; /* CPU on which it runs, with the server's processes of its connections; -1: any that the kernel likes. */
    int64_t missed_count; /* Processes that should have been taken along and could not. */
};

/* Free, where the calling thread may run. */
void placement_init(struct placement *p);

/* Can the server's process of `pg` be moved? Only one of this machine, which we may move, and which may run where the worker
 * may, neither more nor less: who gave the server CPUs of its own wants it to stay there. ERR_TARGET with the reason if not. */
enum err placement_check(const struct placement *p, const PGconn *pg, struct diag *d);

/* Gives worker number `index` its CPU, each one in turn, and moves its thread there. */
void placement_pin(struct placement *p, int index, pthread_t thread);

/* Moves the server's process of `pg` to where the worker is, if it has a place. */
void placement_take_along(struct placement *p, const PGconn *pg);

#endif
