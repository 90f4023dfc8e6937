#include "machine/target_query.h"

#include <poll.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "machine/target_failure.h"

enum {
    WAIT_MS = 100, /* Between two looks at an interrupt. */
    PAUSE_MS_FIRST = 10, /* Before the second try; twice as long before each one after it, up to the limit. */
    PAUSE_MS_LIMIT = 2000,
};

static bool
is_wanted(const struct interrupt *interrupt)
{
    return interrupt && interrupt->is_wanted(interrupt->context);
}

static enum err
fail_timeout(const struct target *t, PGconn *pg, struct diag *d)
{
    const struct target_place at = target_place_of(t, pg);

    fail(d, ERR_TARGET, "connection to %s:%s: not ready after %g s", at.host, at.port,
         (double)t->timeout_ns / (double)NS_PER_S);
    fail_at(d, t->index, NULL);
    fail_hint(d, "does a server listen there, and does it answer? raise --thread-init-timeout if it needs longer");
    return d->code;
}

PGconn *
target_connect(const struct target *t, int index, const struct interrupt *interrupt, struct diag *d)
{
    PGconn *const pg = target_start(t, index);
    const int64_t give_up_ns = clock_now_ns() + t->timeout_ns;
    /* libpq's rule for the first wait. */
    PostgresPollingStatusType status = PQstatus(pg) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;

    while (status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED && d->code == ERR_OK) {
        struct pollfd fd = {.fd = PQsocket(pg), .events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        if (poll(&fd, 1, WAIT_MS) > 0)
            status = PQconnectPoll(pg);
        else if (clock_now_ns() > give_up_ns)
            fail_timeout(t, pg, d);
        if (is_wanted(interrupt))
            fail(d, ERR_INTERRUPTED, "interrupted while connecting to %s:%s", t->host, t->port);
    }
    if (status == PGRES_POLLING_OK && d->code == ERR_OK)
        return pg;
    target_fail_connect(t, pg, "connection", d);
    PQfinish(pg);
    return NULL;
}

void
target_cancel(PGconn *pg)
{
    char ignored[256];
    PGcancel *const request = PQgetCancel(pg);

    if (request)
        PQcancel(request, ignored, sizeof ignored);
    PQfreeCancel(request);
}

/* Waits until a result is there or the connection is lost. False: it was interrupted meanwhile. */
static bool
await_result(PGconn *pg, const struct interrupt *interrupt)
{
    bool is_undisturbed = true;

    while (PQisBusy(pg)) {
        struct pollfd fd = {.fd = PQsocket(pg), .events = POLLIN};
        const int ready = poll(&fd, 1, interrupt ? WAIT_MS : -1);
        if (ready > 0 && !PQconsumeInput(pg))
            break;
        if (!is_wanted(interrupt))
            continue;
        is_undisturbed = false;
        target_cancel(pg); /* Each time: a request that comes before the statement finds nothing to cancel. */
    }
    return is_undisturbed;
}

bool
target_tries_again(const struct target *t, const char *sqlstate, int tries, const struct interrupt *interrupt)
{
    int left_ms = PAUSE_MS_FIRST << (tries < 8 ? tries - 1 : 7);

    if (tries >= TARGET_TRIES_MAX || !dialect_is_retryable(t->dialect, sqlstate))
        return false;
    for (left_ms = left_ms < PAUSE_MS_LIMIT ? left_ms : PAUSE_MS_LIMIT; left_ms > 0 && !is_wanted(interrupt);
         left_ms -= WAIT_MS)
        nanosleep(&(struct timespec){.tv_nsec = (left_ms < WAIT_MS ? left_ms : WAIT_MS) * NS_PER_MS}, NULL);
    return !is_wanted(interrupt);
}

static PGresult *
query_once(const struct target *t, PGconn *pg, const char *sql, const struct interrupt *interrupt, struct diag *d)
{
    PGresult *last = NULL, *next;
    bool is_undisturbed = true;

    if (!PQsendQuery(pg, sql))
        return NULL;
    do {
        is_undisturbed = await_result(pg, interrupt) && is_undisturbed;
        next = PQgetResult(pg);
        if (!last || (next && !PQresultErrorField(last, PG_DIAG_SQLSTATE))) {
            PQclear(last);
            last = next;
        } else { /* What the server said before it closed the connection says more than the loss. */
            PQclear(next);
        }
    } while (next);
    if (!is_undisturbed) {
        fail(d, ERR_INTERRUPTED, "interrupted while %s:%s was at: %.200s", t->host, t->port, sql);
        fail_at(d, t->index, NULL);
    }
    return last;
}

PGresult *
target_query(const struct target *t, PGconn *pg, const char *sql, const struct interrupt *interrupt, struct diag *d)
{
    for (int tries = 1;; tries++) {
        PGresult *const result = query_once(t, pg, sql, interrupt, d);
        const char *const sqlstate = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
        if (d->code != ERR_OK || !target_tries_again(t, sqlstate, tries, interrupt))
            return result;
        PQclear(result);
    }
}

int64_t
target_answered_number(const PGresult *result)
{
    const bool is_there = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0 && PQnfields(result) > 0;

    return is_there ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
}

enum err
target_execute(const struct target *t, PGconn *pg, const char *sql, const struct interrupt *interrupt, struct diag *d)
{
    PGresult *const result = target_query(t, pg, sql, interrupt, d);
    const ExecStatusType status = PQresultStatus(result);

    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        target_fail_statement(t, pg, result, sql, d);
    PQclear(result);
    return d->code;
}
