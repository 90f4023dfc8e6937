#ifndef PLUMBLINE_CLI_CONNECTION_OPTIONS_H
#define PLUMBLINE_CLI_CONNECTION_OPTIONS_H

/*
 * Addresses of the servers.
 */

#include "base/base.h"

enum balance {
    BALANCE_ROUND_ROBIN, /* Connection i goes to host i modulo their number. */
    BALANCE_LIBPQ,       /* Each connection gets the whole list: the first that answers, or load_balance_hosts. */
};

/* As libpq has them. */
#define CONNECTION_SSLMODES "disable", "allow", "prefer", "require", "verify-ca", "verify-full"

struct connection_options {
    const char *against; /* libpq URI or connection string of the second target; NULL: none. */
    const char *db_driver;
    const char *pgsql_url; /* NULL: host, port, user, password and db below. */
    const char *pgsql_host; /* NULL with a URL, as the other parts of it; or where PGSERVICE says it. */
    const char *pgsql_port; /* A port, or a list of ports. */
    const char *pgsql_user;
    const char *pgsql_password; /* Empty: libpq asks PGPASSWORD and the password file. */
    const char *pgsql_db;
    const char *pgsql_sslmode; /* NULL: libpq asks PGSSLMODE. */
    enum balance balance;
};

/* How many targets: 2 with --against, otherwise 1. */
static inline int
connection_target_count(const struct connection_options *o)
{
    return o->against ? 2 : 1;
}

#endif
