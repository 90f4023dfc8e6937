#ifndef PLUMBLINE_MACHINE_OPEN_LOOP_H
#define PLUMBLINE_MACHINE_OPEN_LOOP_H

/*
 * The open loop of a slice: which connections rest, what is due, and how late this program is. Only while loop.open.is_on.
 */

#include "machine/loop.h"

/* At the beginning of a slice: nobody rests, nothing is due. */
void open_loop_begin(struct loop *l);

/* At its end: what was planned and what of it was never begun. */
void open_loop_end(struct loop *l, int64_t now_ns);

/* Adds a free connection. */
void open_loop_rest(struct loop *l, struct conn *c);

/* The one that has rested longest; there is one. */
struct conn *open_loop_take_rested(struct loop *l);

/* A connection that rested is gone. */
void open_loop_forget_rested(struct loop *l, const struct conn *gone);

/* Records how long a start waited for this program, and returns it: since it was due and a connection was free. */
int64_t open_loop_record_lateness(struct loop *l, const struct conn *c, int64_t intended_ns, int64_t now_ns);

/* Counts what is due by now. */
void open_loop_count_due(struct loop *l, int64_t now_ns);

/* --queue-limit: tells how long the queue of this worker is; returns that of all workers. */
int64_t open_loop_tell_backlog(struct loop *l, int64_t backlog);

/* When the next event is planned to begin. */
static inline int64_t
open_loop_next_ns(const struct loop *l)
{
    return l->origin_ns + pacer_next_ns(&l->open.begun);
}

#endif
