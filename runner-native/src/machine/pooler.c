#include "machine/pooler.h"

#include "base/clock.h"

/* PID_MAX_LIMIT of Linux, 2^22: no process has that id or a larger one. PgBouncer's cancel keys are random bytes
 * (its src/proto.c, welcome_client()), of which the first four are what a client takes for the process id. */
#define PROCESS_ID_LIMIT (1 << 22)

/* For its answers: as long as the connections of the run took, and a moment more. */
#define PATIENCE_NS_LEAST (NS_PER_S / 4)
#define PATIENCE_NS_LIMIT NS_PER_S

struct patience {
    const struct interrupt *interrupt;
    int64_t until_ns;
};

static bool
is_over(void *context)
{
    const struct patience *const p = context;

    return clock_now_ns() >= p->until_ns || p->interrupt->is_wanted(p->interrupt->context);
}

bool
pooler_is_likely(const PGconn *pg)
{
    return PQbackendPID(pg) < 0 || PQbackendPID(pg) >= PROCESS_ID_LIMIT; /* 0: none was told. */
}

/* The server's process behind the connection; 0: unknown. */
static int64_t
process_behind(const struct target *t, PGconn *pg, const struct interrupt *interrupt)
{
    struct diag ignored = DIAG_NONE;
    PGresult *const result = pg ? target_query(t, pg, "SELECT pg_backend_pid()", interrupt, &ignored) : NULL;
    const int64_t process = target_answered_number(result);

    PQclear(result);
    return process;
}

/* One process for two that are connected at once, or two for one that has stayed: what is free is given to who asks. */
static bool
shares_sessions(const struct target *t, const struct interrupt *interrupt)
{
    struct diag ignored = DIAG_NONE;
    PGconn *const one = target_connect(t, 0, interrupt, &ignored);
    PGconn *const other = one ? target_connect(t, 0, interrupt, &ignored) : NULL;
    const int64_t first = process_behind(t, one, interrupt), of_other = process_behind(t, other, interrupt);
    const int64_t again = of_other != 0 ? process_behind(t, one, interrupt) : 0;

    PQfinish(other);
    PQfinish(one);
    return first != 0 && of_other != 0 && again != 0 && (first == of_other || first != again);
}

enum err
pooler_check(const struct target *t, int64_t took_ns, const struct interrupt *interrupt, struct diag *d)
{
    const int64_t least_ns = took_ns + PATIENCE_NS_LEAST, limit_ns = PATIENCE_NS_LIMIT;
    struct patience patience = {.interrupt = interrupt,
                                .until_ns = clock_now_ns() + (least_ns < limit_ns ? least_ns : limit_ns)};

    if (!shares_sessions(t, &(struct interrupt){.is_wanted = is_over, .context = &patience}))
        return ERR_OK;
    d->is_of_prepared = true;
    fail(d, ERR_TARGET, "a pooler at %s:%s gives each transaction whichever connection is free", t->host, t->port);
    fail_hint(d, "--db-ps-mode=disable sends text");
    fail_at(d, t->index, NULL);
    return d->code;
}
