#ifndef PLUMBLINE_MACHINE_CONN_OPEN_H
#define PLUMBLINE_MACHINE_CONN_OPEN_H

/*
 * Opens a connection, again where it was lost or is to be opened again: connects, says what a session begins with, prepares.
 */

#include "machine/conn.h"

/* Begins to connect. CONN_CONNECTING, or CONN_CLOSED with a diag. */
void conn_connect(struct conn *c, struct conn_env *env);

/* Tries to open a lost connection. Only in CONN_LOST. */
void conn_reopen(struct conn *c, struct conn_env *env, int64_t now_ns);

/* The last moment for opening it (due_ns) has come: CONN_CLOSED with a diag, and the event that waited for it has failed.
 * Only while conn_is_opening(). */
void conn_expire(struct conn *c, struct conn_env *env);

/* What both do: CONN_CONNECTING, or what follows when that fails. */
enum conn_state conn_open(struct conn *c, struct conn_env *env);

/* The socket is ready: the next state. Only while conn_is_opening(). CONN_IDLE when it is open. */
enum conn_state conn_opening(struct conn *c, struct conn_env *env);

#endif
