#ifndef PLUMBLINE_MACHINE_OPEN_LOOP_H
#define PLUMBLINE_MACHINE_OPEN_LOOP_H

/*
 * The open loop of a worker: which of its connections rest, each with the start that it has taken from the queue of all workers
 * (start_queue.h), and how late this program is. Only while loop.open.is_on.
 */

#include "machine/loop.h"

/* Begins a slice, in which no connection rests yet. */
void open_loop_begin(struct loop *l);

/* Ends a slice: returns what was taken and not begun. */
void open_loop_end(struct loop *l, int64_t now_ns);

/* Takes the next start for a free connection, as its intended_ns. True: it may begin now. */
bool open_loop_take_start(struct loop *l, struct conn *c, int64_t now_ns);

/* Adds a free connection with the start that it waits for. */
void open_loop_rest(struct loop *l, struct conn *c);

/* The connection whose start is the next, if that may begin now; it rests no more. NULL: none may. */
struct conn *open_loop_take_rested(struct loop *l, int64_t now_ns);

/* When it may begin; INT64_MAX: no connection waits for a start. */
int64_t open_loop_next_ns(const struct loop *l);

/* A connection that rested is gone: what it waited for is for another. */
void open_loop_forget_rested(struct loop *l, const struct conn *gone);

/* The stage of a load that changes in which the event of a connection was to start. */
int open_loop_stage(const struct loop *l, const struct conn *c);

/* Records how long a start waited for this program, and returns it: since it was due and its connection free. */
int64_t open_loop_record_lateness(struct loop *l, const struct conn *c, int64_t intended_ns, int64_t now_ns);

#endif
