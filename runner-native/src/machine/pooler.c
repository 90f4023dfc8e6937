#include "machine/pooler.h"

#include "base/clock.h"

/* PID_MAX_LIMIT of Linux, 2^22: no process has that id or a larger one. PgBouncer's cancel keys are random bytes
 * (its src/proto.c, welcome_client()), of which the first four are what a client takes for the process id. */
#define PROCESS_ID_LIMIT (1 << 22)

/* Time for its answers: as long as the connections of the run took, and a moment more. */
#define PATIENCE_NS_LEAST (NS_PER_S / 4)
#define PATIENCE_NS_LIMIT NS_PER_S

bool
pooler_is_likely(const PGconn *pg)
{
    return PQbackendPID(pg) < 0 || PQbackendPID(pg) >= PROCESS_ID_LIMIT; /* 0: none was told. */
}

/* The server's process behind a connection; 0: unknown. */
static int64_t
process_behind(struct client *c)
{
    struct request_answer answer = {0};
    struct diag ignored = DIAG_NONE;

    c->grace_ns = 0; /* A question that is interrupted leaves nothing to be rolled back. */
    client_ask(c, 0, &(struct request){.sql = "SELECT pg_backend_pid()", .answer = &answer}, &ignored);
    return answer_number(&answer);
}

/* One process for two that are connected at once, or two for one that has stayed: what is free is given to who asks. */
static bool
shares_sessions(struct client *one, struct client *other)
{
    const int64_t first = process_behind(one), of_other = process_behind(other), again = process_behind(one);

    return first != 0 && of_other != 0 && again != 0 && (first == of_other || first != again);
}

enum err
pooler_check(const struct target *t, int64_t took_ns, const struct interrupt *interrupt, struct diag *d)
{
    const int64_t least_ns = took_ns + PATIENCE_NS_LEAST, limit_ns = PATIENCE_NS_LIMIT;
    struct interrupt soon = *interrupt;

    soon.until_ns = clock_now_ns() + (least_ns < limit_ns ? least_ns : limit_ns);
    struct diag ignored = DIAG_NONE;
    /* Both are number 0, for of several hosts the next number is that of another one, where nothing is shared. */
    struct client *const one = client_open(t, 0, 1, 0, &soon, &ignored);
    struct client *const other = one ? client_open(t, 0, 1, 0, &soon, &ignored) : NULL;
    const bool is_shared = other && shares_sessions(one, other);

    client_free(one);
    client_free(other);
    if (!is_shared)
        return ERR_OK;
    d->is_of_prepared = true;
    fail(d, ERR_TARGET, "a pooler at %s:%s gives each transaction whichever connection is free", t->host, t->port);
    fail_hint(d, "--db-ps-mode=disable sends text");
    fail_at(d, t->index, NULL);
    return d->code;
}
