#ifndef PLUMBLINE_MACHINE_POOLER_H
#define PLUMBLINE_MACHINE_POOLER_H

/*
 * A pooler in front of a server (PgBouncer in transaction mode) may give every transaction another connection to it. Then nothing
 * that a session keeps can be relied on, prepared statements above all.
 */

#include <libpq-fe.h>

#include "machine/client.h"

/* Is the process id of a connection none that a process of Linux can have? A pooler draws its own at random; so do other servers
 * that have no process for each connection. */
bool pooler_is_likely(const PGconn *pg);

/* Asks, over two connections of its own to the first host, whether they share what is behind them: ERR_TARGET if so, for what is prepared
 * on one may be missing on whatever it gets for the next transaction. ERR_OK where no answer comes soon: a pooler may let them wait until
 * a connection of the run ends. `took_ns`: how long those took to open. */
enum err pooler_check(const struct target *t, int64_t took_ns, const struct interrupt *interrupt, struct diag *d);

#endif
