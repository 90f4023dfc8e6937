#ifndef PLUMBLINE_MACHINE_POOLER_H
#define PLUMBLINE_MACHINE_POOLER_H

/*
 * A pooler in front of a server (PgBouncer in transaction mode) may give every transaction another connection to it. Then nothing
 * that a session keeps can be relied on, prepared statements above all.
 */

#include <libpq-fe.h>

#include "machine/target.h"

/* Is the process id of a connection none that a process of Linux can have? A pooler draws its own at random; so do other servers
 * that have no process for each connection. */
bool pooler_is_likely(const PGconn *pg);

/* Asks, over two connections of its own: do they share what is behind them? False where nobody answers. */
bool pooler_shares_sessions(const struct target *t);

#endif
