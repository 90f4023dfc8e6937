#ifndef PLUMBLINE_MACHINE_RESOURCES_H
#define PLUMBLINE_MACHINE_RESOURCES_H

/*
 * Resources that this program and the servers used while it was measured, and those that the host took from them.
 *
 * Threads: one at a time, while no worker runs.
 */

#include "cli/options.h"
#include "machine/host.h"
#include "machine/neighbours.h"
#include "machine/outcome.h"
#include "machine/server_cpu.h"
#include "machine/worker.h"

struct resources {
    const struct options *options;
    int worker_count;
    struct host_reading before, after;
    struct server_cpu servers[TARGET_COUNT_MAX];
    bool has_server[TARGET_COUNT_MAX]; /* Its CPU time can be read. */
    struct neighbours neighbours;
    struct diag diag; /* The first reason why that of a server is not known, though it was asked for. */
};

/* When the measured time begins; `out` is told of the servers whose CPU time is asked for. Zeroed before. */
void resources_begin(struct resources *r, const struct options *o, const struct worker *workers, int worker_count,
                     struct outcome *out);

/* After each slice of it. */
void resources_lap(struct resources *r, const struct slice_record *slice, struct outcome *out);

/* When it is over; the workers' threads are still there. */
void resources_end(struct resources *r, const struct worker *workers, struct outcome *out);

/* Zeroed is fine. */
void resources_free(struct resources *r);

#endif
