#ifndef PLUMBLINE_MACHINE_TARGET_H
#define PLUMBLINE_MACHINE_TARGET_H

/*
 * A server to connect to: where it is, and the beginning of a connection.
 */

#include <libpq-fe.h>

#include "base/base.h"
#include "base/diag.h"
#include "catalog/dialect.h"
#include "cli/connection_options.h"

enum {
    TARGET_KEYWORD_MAX = 16,
    TARGET_TRIES_MAX = 10, /* Attempts of a statement that is not measured. */
};

/* One of the servers that make up a target. */
struct target_host {
    char host[256];    /* A name, an address, or the folder of a socket; empty: libpq's default. */
    char hostaddr[64]; /* Empty: none was given. */
    char port[8];      /* Empty: libpq's default. */
};

struct target {
    int index; /* 0, or 1 for --against. */
    const struct dialect *dialect; /* Dialect: what its refusals mean, and which of them pass. */
    const char *keywords[TARGET_KEYWORD_MAX]; /* Keywords for PQconnectStartParams(..., 1). */
    const char *values[TARGET_KEYWORD_MAX];
    int host_count; /* At least 1. */
    struct target_host hosts[HOST_COUNT_MAX];
    /* Connection i goes to hosts[i % host_count]; otherwise, and with target_session_attrs, libpq has the whole list. */
    bool is_round_robin;
    int64_t timeout_ns;  /* --thread-init-timeout. */
    int64_t stall_timeout_ns; /* --stall-timeout, of what is not measured; 0: never. */
    bool is_stall_final; /* It was asked for. Otherwise a server that answers another connection may take longer. */
    /* Place for people and reports; passwords are never here. */
    char host[256];
    char port[32];
    char database[128];
    char user[128];
    char session_attrs[16]; /* target_session_attrs; empty: any. */
    char sslmode[16]; /* As libpq will have it: of the options, the URL, PGSSLMODE, or its default. */
};

/* Resolves the options of target `index`, libpq's environment and defaults included. ERR_USAGE when a URL cannot be read. */
enum err target_init(struct target *t, const struct connection_options *o, const struct dialect *dialect, int64_t timeout_ns,
                     int index, struct diag *d);

/* Number of the host that connection number `index` goes to; ANY_HOST: libpq has the whole list, or there is but one. */
enum { ANY_HOST = -1 };
int target_host_for(const struct target *t, int index);

/* Begins to connect connection number `index`, as PQconnectStart() does; NULL when out of memory. ANY_HOST: to whichever of the
 * hosts lets it in. */
PGconn *target_start(const struct target *t, int index);

/* Number of the host that `pg` is connected to. */
int target_host_of(const struct target *t, const PGconn *pg);

/* Place of `pg`, or where it was to be, for people: of several hosts the one; all of them while libpq may choose. */
struct target_place {
    char host[256];
    char port[32];
};
struct target_place target_place_of(const struct target *t, PGconn *pg);

/* Name of a host in reports: "127.0.0.1:5432". */
void target_host_name(const struct target *t, int host, char *out, size_t out_size);

/* What a server's refusals and libpq's complaints mean: exit code, words, and what to do. The first cause is kept (diag.h). */

/* SQLSTATE of a server that has no room for another connection. */
#define TOO_MANY_CONNECTIONS "53300"

/* Describes why `pg` could not connect, or was lost, and what to do. `what` is for example "connection 3". */
enum err target_fail_connect(const struct target *t, PGconn *pg, const char *what, struct diag *d);

/* Describes a failed statement: SQLSTATE, message and remedy. ERR_TARGET for a lost connection or a missing table, otherwise
 * ERR_WORKLOAD. `result` may be NULL. */
enum err target_fail_result(const struct target *t, PGconn *pg, const PGresult *result, const char *what, struct diag *d);

/* Describes a connection that was lost. `sqlstate` is what the server said before it closed it, NULL when it said nothing. */
enum err target_fail_lost(const struct target *t, PGconn *pg, const char *sqlstate, const char *what, struct diag *d);

#endif
