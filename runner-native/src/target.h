#ifndef PLUMBLINE_TARGET_H
#define PLUMBLINE_TARGET_H

/*
 * A server to connect to, and blocking connections to it for everything that is not measured (prepare, check, cleanup).
 */

#include <libpq-fe.h>

#include "base.h"
#include "diag.h"
#include "options.h"

enum { TARGET_KEYWORD_MAX = 12 };

struct target {
    int index; /* 0, or 1 for --against. */
    const char *keywords[TARGET_KEYWORD_MAX]; /* For PQconnectStartParams(..., 1). */
    const char *values[TARGET_KEYWORD_MAX];
    char port_text[16]; /* What some of the values point to: a target is not to be copied. */
    char timeout_text[16];
    /* For people and reports; passwords are never here. */
    char host[256];
    char port[32];
    char database[128];
    char user[128];
};

/* Resolves the options of target `index`, libpq's environment and defaults included. ERR_USAGE when a URL cannot be read. */
enum err target_init(struct target *t, const struct options *o, int index, struct diag *d);

/* A new connection, blocking, at most --thread-init-timeout. NULL with cause and remedy in `d`. Close it with PQfinish(). */
PGconn *target_connect(const struct target *t, struct diag *d);

/* Describes why `pg` could not connect, or was lost, and what to do. `what` is for example "connection 3". */
enum err target_fail_connect(const struct target *t, PGconn *pg, const char *what, struct diag *d);

/* Describes a failed statement: SQLSTATE, message and remedy. ERR_TARGET for a lost connection or a missing table, otherwise
 * ERR_WORKLOAD. `result` may be NULL. */
enum err target_fail_result(const struct target *t, PGconn *pg, const PGresult *result, const char *what, struct diag *d);

/* Describes a connection that was lost. `sqlstate` is what the server said before it closed it, NULL when it said nothing. */
enum err target_fail_lost(const struct target *t, PGconn *pg, const char *sqlstate, const char *what, struct diag *d);

/* Runs one statement and forgets its result. */
enum err target_execute(const struct target *t, PGconn *pg, const char *sql, struct diag *d);

#endif
