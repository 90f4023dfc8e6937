#ifndef PLUMBLINE_MACHINE_SLICE_H
#define PLUMBLINE_MACHINE_SLICE_H

/*
 * Drives one slice: begins events on the connections of its target, closed loop or open loop, and follows them to their end.
 *
 * Closed loop: a connection begins the next event when the last one has ended.
 * Open loop: events begin when the plan (start_queue.h) says, on the connection that has been free longest, whichever worker's it is.
 * While none is free, starts queue; latency counts from the planned start. What is queued at the end of the slice is still begun, for as
 * long again as the slice was, at most BACKLOG_DRAIN_NS; then the rest is dropped, and counted. So each slice begins without a backlog.
 *
 * A slice waits for the events in flight. From its end on each of them has at most ten tries, whatever --max-tries allows: so a
 * run ends though they fail for ever.
 *
 * Threads: those of its worker.
 */

#include "machine/loop.h"

#define BACKLOG_DRAIN_NS (2 * NS_PER_S)

/* Drives `l->plan`; what it gave is in `l->slice`. Every event that it began is accounted for. */
void slice_run(struct loop *l);

/* Between the connecting and the first slice: keeps the connections until `until_ns`, or until the run is stopped. */
void slice_await(struct loop *l, int64_t until_ns);

#endif
