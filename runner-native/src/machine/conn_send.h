#ifndef PLUMBLINE_MACHINE_CONN_SEND_H
#define PLUMBLINE_MACHINE_CONN_SEND_H

/*
 * Hands statements to libpq, alone or in batches. For conn_event.h alone.
 */

#include "machine/conn.h"

/* The statement of c->step with drawn parameters; or, where it is still to be prepared, its PREPARE. False: the connection is lost. */
bool conn_queue_statement(struct conn *c, struct conn_env *env);

/* Of a pipelined program: what c->step says. False: the connection is lost. */
bool conn_queue_step(struct conn *c, struct conn_env *env);

/* The answer that comes next is that of the batch's statement, or of its PREPARE. */
void conn_see_entry(struct conn *c);

#endif
