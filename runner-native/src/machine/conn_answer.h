#ifndef PLUMBLINE_MACHINE_CONN_ANSWER_H
#define PLUMBLINE_MACHINE_CONN_ANSWER_H

/*
 * What the answer to a statement means: counted, given to the program, or an error. For conn_event.h alone.
 */

#include "machine/conn.h"

/* Takes one result of the statement in flight. CONN_WAITING, also when the statement may be tried again and c->sqlstate says why; or
 * the state that follows an error which trying again cannot fix. */
enum conn_state conn_take_result(struct conn *c, struct conn_env *env, const PGresult *result);

/* An SQL error that trying again cannot fix: CONN_CLOSED with a diag. */
enum conn_state conn_fail_statement(struct conn *c, struct conn_env *env, const PGresult *result);

/* In CONN_COPYING: sends or takes in as many rows as there is room for, but not for long, and behind those that come the result.
 * CONN_WAITING once all are sent; CONN_IDLE: they have come, and the statement has ended. */
enum conn_state conn_copy(struct conn *c, struct conn_env *env);

#endif
