#ifndef PLUMBLINE_MACHINE_DRIVE_H
#define PLUMBLINE_MACHINE_DRIVE_H

/*
 * Drives connections through their events: begins one when it may, follows it until it waits for the server, its time or the next
 * slice, and accounts for it when it has ended.
 *
 * An event in flight is counted in loop.in_flight_count. A connection whose time is to come (it is in back-off, thinks, is lost or is
 * opened again) is among loop.timers.
 */

#include "machine/loop.h"

/* A socket has something to say. */
void drive_ready(struct loop *l, struct conn *c);

/* Drives what was timed for `now_ns` or earlier. */
void drive_timed(struct loop *l, int64_t now_ns);

/* Open loop: begins what is due while connections are free. */
void drive_due(struct loop *l);

/* Begins on a connection that has been free since `free_ns` if an event is due, otherwise lets it rest. */
void drive_free(struct loop *l, struct conn *c, int64_t free_ns, int64_t now_ns);

/* An error of a connection, which is in the loop's diag, ends the run; its event is accounted for. */
void drive_fail(struct loop *l, struct conn *c);

#endif
