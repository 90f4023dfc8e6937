#ifndef PLUMBLINE_MACHINE_CONN_EVENT_H
#define PLUMBLINE_MACHINE_CONN_EVENT_H

/*
 * Drives the events of a connection: asks the program for steps, sends, takes in answers, rolls back and tries again.
 */

#include "machine/conn.h"

/* Begins an event that was meant to start at `intended_ns`. Only in CONN_IDLE and CONN_DONE/CONN_GIVEN_UP. */
void conn_begin(struct conn *c, struct conn_env *env, int64_t intended_ns, int64_t now_ns);

/* Begins the next attempt. Only in CONN_BACKOFF. */
void conn_retry(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Goes on after a sleep. Only in CONN_THINKING, in an event. */
void conn_wake(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Gives the event up instead: CONN_GIVEN_UP. Only in CONN_BACKOFF. */
void conn_give_up(struct conn *c, struct conn_env *env, int64_t now_ns);

/* The socket is ready: dispatches to the state's function until it has to wait. */
void conn_ready(struct conn *c, struct conn_env *env);

#endif
