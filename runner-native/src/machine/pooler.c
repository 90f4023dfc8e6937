#include "machine/pooler.h"

#include "machine/target_query.h"

/* PID_MAX_LIMIT of Linux, 2^22: no process has that id or a larger one. PgBouncer's cancel keys are random bytes
 * (its src/proto.c, welcome_client()), of which the first four are what a client takes for the process id. */
#define PROCESS_ID_LIMIT (1 << 22)

bool
pooler_is_likely(const PGconn *pg)
{
    return PQbackendPID(pg) < 0 || PQbackendPID(pg) >= PROCESS_ID_LIMIT; /* 0: none was told. */
}

/* The server's process behind the connection; 0: unknown. */
static int64_t
process_behind(const struct target *t, PGconn *pg)
{
    struct diag ignored = DIAG_NONE;
    PGresult *const result = pg ? target_query(t, pg, "SELECT pg_backend_pid()", NULL, &ignored) : NULL;
    const int64_t process = target_answered_number(result);

    PQclear(result);
    return process;
}

/* One process for two that are connected at once, or two for one that has stayed: what is free is given to who asks. */
static bool
shares_sessions(const struct target *t)
{
    struct diag ignored = DIAG_NONE;
    PGconn *const one = target_connect(t, 0, NULL, &ignored);
    PGconn *const other = one ? target_connect(t, 0, NULL, &ignored) : NULL;
    const int64_t first = process_behind(t, one), of_other = process_behind(t, other), again = process_behind(t, one);

    PQfinish(other);
    PQfinish(one);
    return first != 0 && of_other != 0 && again != 0 && (first == of_other || first != again);
}

enum err
pooler_check(const struct target *t, struct diag *d)
{
    if (!shares_sessions(t))
        return ERR_OK;
    d->is_of_prepared = true;
    fail(d, ERR_TARGET, "a pooler at %s:%s gives each transaction whichever connection is free", t->host, t->port);
    fail_hint(d, "--db-ps-mode=disable sends text");
    fail_at(d, t->index, NULL);
    return d->code;
}
