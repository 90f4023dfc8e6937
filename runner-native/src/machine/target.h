#ifndef PLUMBLINE_MACHINE_TARGET_H
#define PLUMBLINE_MACHINE_TARGET_H

/*
 * A server to connect to, and blocking connections to it for everything that is not measured (prepare, check, cleanup).
 *
 * What waits for the server takes a struct interrupt, which may end the wait.
 */

#include <libpq-fe.h>

#include "base/base.h"
#include "base/diag.h"
#include "cli/connection_options.h"

enum { TARGET_KEYWORD_MAX = 16 };

/* One of the servers that make up a target. */
struct target_host {
    char host[256];    /* A name, an address, or the folder of a socket; empty: libpq's default. */
    char hostaddr[64]; /* Empty: none was given. */
    char port[8];      /* Empty: libpq's default. */
};

/* Who may want a wait to end: asked about ten times a second; once it is wanted, it stays so. */
struct interrupt {
    bool (*is_wanted)(void *context);
    void *context;
};

struct target {
    int index; /* 0, or 1 for --against. */
    const char *keywords[TARGET_KEYWORD_MAX]; /* For PQconnectStartParams(..., 1). */
    const char *values[TARGET_KEYWORD_MAX];
    int host_count; /* At least 1. */
    struct target_host hosts[HOST_COUNT_MAX];
    bool is_round_robin; /* Connection i goes to hosts[i % host_count]; otherwise libpq has the whole list. */
    int64_t timeout_ns;  /* --thread-init-timeout. */
    /* For people and reports; passwords are never here. */
    char host[256];
    char port[32];
    char database[128];
    char user[128];
    char sslmode[16]; /* As libpq will have it: of the options, the URL, PGSSLMODE, or its default. */
};

/* Resolves the options of target `index`, libpq's environment and defaults included. ERR_USAGE when a URL cannot be read. */
enum err target_init(struct target *t, const struct connection_options *o, int64_t timeout_ns, int index, struct diag *d);

/* Begins to connect connection number `index`, as PQconnectStart() does; NULL when out of memory. ANY_HOST: to whichever of the
 * hosts lets it in. */
enum { ANY_HOST = -1 };
PGconn *target_start(const struct target *t, int index);

/* Which of the hosts `pg` is connected to. */
int target_host_of(const struct target *t, const PGconn *pg);

/* What reports call a host: "127.0.0.1:5432". */
void target_host_name(const struct target *t, int host, char *out, size_t out_size);

/* Connection number `index` (see target_start()), ready within --thread-init-timeout. NULL with cause and remedy in `d`. Close
 * it with PQfinish(). `interrupt` may be NULL. */
PGconn *target_connect(const struct target *t, int index, const struct interrupt *interrupt, struct diag *d);

/* Describes why `pg` could not connect, or was lost, and what to do. `what` is for example "connection 3". */
enum err target_fail_connect(const struct target *t, PGconn *pg, const char *what, struct diag *d);

/* Describes a failed statement: SQLSTATE, message and remedy. ERR_TARGET for a lost connection or a missing table, otherwise
 * ERR_WORKLOAD. `result` may be NULL. */
enum err target_fail_result(const struct target *t, PGconn *pg, const PGresult *result, const char *what, struct diag *d);

/* Describes a connection that was lost. `sqlstate` is what the server said before it closed it, NULL when it said nothing. */
enum err target_fail_lost(const struct target *t, PGconn *pg, const char *sqlstate, const char *what, struct diag *d);

/* Runs one statement that is no COPY and gives its result, for PQclear(); NULL without one. When `interrupt`, which may be NULL,
 * is wanted meanwhile, the server is asked to cancel the statement, and `d` has ERR_INTERRUPTED whatever came of it. */
PGresult *target_query(const struct target *t, PGconn *pg, const char *sql, const struct interrupt *interrupt, struct diag *d);

/* The same for a statement whose result does not matter, but for its failure. */
enum err target_execute(const struct target *t, PGconn *pg, const char *sql, const struct interrupt *interrupt, struct diag *d);

/* Asks the server to cancel what it does for `pg`. May be called while another thread uses `pg`. */
void target_cancel(PGconn *pg);

#endif
