#ifndef PLUMBLINE_TARGET_H
#define PLUMBLINE_TARGET_H

/*
 * A server to connect to, and blocking connections to it for everything that is not measured (prepare, check, cleanup).
 */

#include <libpq-fe.h>

#include "base.h"
#include "diag.h"
#include "options.h"

enum { TARGET_KEYWORD_MAX = 16 };

/* One of the servers that make up a target. */
struct target_host {
    char host[256];    /* A name, an address, or the folder of a socket; empty: libpq's default. */
    char hostaddr[64]; /* Empty: none was given. */
    char port[8];      /* Empty: libpq's default. */
};

struct target {
    int index; /* 0, or 1 for --against. */
    const char *keywords[TARGET_KEYWORD_MAX]; /* For PQconnectStartParams(..., 1). */
    const char *values[TARGET_KEYWORD_MAX];
    char timeout_text[16]; /* What one of the values points to: a target is not to be copied. */
    int host_count; /* At least 1. */
    struct target_host hosts[HOST_COUNT_MAX];
    bool is_round_robin; /* Connection i goes to hosts[i % host_count]; otherwise libpq has the whole list. */
    /* For people and reports; passwords are never here. */
    char host[256];
    char port[32];
    char database[128];
    char user[128];
};

/* Resolves the options of target `index`, libpq's environment and defaults included. ERR_USAGE when a URL cannot be read. */
enum err target_init(struct target *t, const struct options *o, int index, struct diag *d);

/* Begins to connect connection number `index`, as PQconnectStart() does; NULL when out of memory. */
PGconn *target_start(const struct target *t, int index);

/* Which of the hosts `pg` is connected to. */
int target_host_of(const struct target *t, const PGconn *pg);

/* What reports call a host: "127.0.0.1:5432". */
void target_host_name(const struct target *t, int host, char *out, size_t out_size);

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
