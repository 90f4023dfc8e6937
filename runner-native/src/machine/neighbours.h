#ifndef PLUMBLINE_MACHINE_NEIGHBOURS_H
#define PLUMBLINE_MACHINE_NEIGHBOURS_H

/*
 * Other users of the CPUs that workers and server processes are pinned to (placement.h). Free processes step aside for a neighbour;
 * pinned ones share their CPU with it, and all that waits for them waits too: what is measured then is mostly the neighbour.
 *
 * What a CPU did is told by /proc/stat, by the kernel's ticks; what of it was ours, by the clocks of the worker's thread and of its
 * backends. The rest was others': any process of this machine, and the server's own background work. What a hypervisor takes is told
 * as steal.
 *
 * Interrupts are in both or in neither. A kernel without CONFIG_IRQ_TIME_ACCOUNTING adds those that come while a thread runs to the clock
 * of the thread: over TCP a tenth of what a worker and its backends use. If those of /proc/stat were left out, the difference would hide as
 * much of what others took. A kernel with it keeps them out of all clocks.
 *
 * Threads: while no worker runs.
 */

#include "machine/worker.h"

/* A worker's CPU, up to some moment. */
struct neighbour_reading {
    int cpu;          /* -1: it is not pinned, or something could not be read. */
    int64_t at_ns;
    int64_t busy_ns;  /* Time of all processes. */
    int64_t own_ns;   /* Time of the worker and its backends. */
    int64_t backends; /* Tells whether they are the same: the sum of their ids. */
};

struct neighbours {
    struct neighbour_reading before[WORKER_COUNT_MAX], after[WORKER_COUNT_MAX];
};

void neighbours_read(struct neighbour_reading *readings, const struct worker *workers, int worker_count);

/* Do the clocks of threads hold the interrupts that came while they ran? A kernel from 6.1 on that accounts for them apart has
 * /proc/pressure/irq, where it has /proc/pressure at all; false where that cannot be told. `release` is uname()'s. */
bool neighbours_own_interrupts(const char *release, bool has_pressure, bool has_irq_pressure);

/* The largest share of a CPU's time that others took between two readings, 0 to 1, and which CPU; -1 where it is not known of any:
 * nothing is pinned, connections were opened again, or the time was below a second, which are too few ticks. */
double neighbours_worst(const struct neighbours *n, int worker_count, int *cpu);

#endif
