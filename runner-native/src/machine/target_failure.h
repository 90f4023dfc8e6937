#ifndef PLUMBLINE_MACHINE_TARGET_FAILURE_H
#define PLUMBLINE_MACHINE_TARGET_FAILURE_H

/*
 * What a server's refusals and libpq's complaints mean: exit code, words, and what to do. The first cause is kept (diag.h).
 */

#include "machine/target.h"

/* Describes why `pg` could not connect, or was lost, and what to do. `what` is for example "connection 3". */
enum err target_fail_connect(const struct target *t, PGconn *pg, const char *what, struct diag *d);

/* Describes a failed statement: SQLSTATE, message and remedy. ERR_TARGET for a lost connection or a missing table, otherwise
 * ERR_WORKLOAD. `result` may be NULL. */
enum err target_fail_result(const struct target *t, PGconn *pg, const PGresult *result, const char *what, struct diag *d);

/* Describes a connection that was lost. `sqlstate` is what the server said before it closed it, NULL when it said nothing. */
enum err target_fail_lost(const struct target *t, PGconn *pg, const char *sqlstate, const char *what, struct diag *d);

#endif
