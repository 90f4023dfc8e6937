#include "machine/target_query.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#include "base/clock.h"
#include "machine/target_failure.h"

enum {
    WAIT_MS = 100, /* Between two looks at an interrupt. */
    PAUSE_MS_FIRST = 10, /* Before the second try; twice as long before each one after it, up to the limit. */
    PAUSE_MS_LIMIT = 2000,
};

/* For the answer of a statement that was asked to end. */
#define GRACE_NS (NS_PER_S / 2)

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
    if (status == PGRES_POLLING_OK && d->code == ERR_OK && PQsetnonblocking(pg, 1) == 0)
        return pg;
    target_fail_connect(t, pg, "connection", d);
    PQfinish(pg);
    return NULL;
}

/* Waiting. */

static void *
send_cancel(void *request)
{
    char ignored[256];

    PQcancel(request, ignored, sizeof ignored);
    PQfreeCancel(request);
    return NULL;
}

/* Asks the server to cancel what it does for `pg`, in a thread of its own: libpq waits until the server has closed that connection. */
static void
cancel(PGconn *pg)
{
    PGcancel *const request = PQgetCancel(pg);
    pthread_t thread;

    if (!request)
        return;
    if (pthread_create(&thread, NULL, send_cancel, request) == 0)
        pthread_detach(thread);
    else
        PQfreeCancel(request);
}

/* Does the server let another connection in, and answer it? */
static bool
is_alive(const struct target *t, const struct interrupt *interrupt)
{
    struct target final = *t;
    struct diag ignored = DIAG_NONE;

    final.is_stall_final = true;
    final.stall_timeout_ns = t->timeout_ns;
    PGconn *const pg = target_connect(t, 0, interrupt, &ignored);
    const bool is_answered = pg && target_execute(&final, pg, "SELECT 1", interrupt, &ignored) == ERR_OK;
    PQfinish(pg);
    return is_answered;
}

static void
fail_stall(struct target_wait *w, int64_t waited_ns)
{
    char host[300];

    target_host_name(w->target, target_host_of(w->target, w->pg), host, sizeof host);
    fail(w->diag, ERR_TARGET, "server %d (%s) has stopped answering: it has said nothing for %.3g s to: %.200s",
         w->target->index, host, (double)waited_ns / (double)NS_PER_S, w->sql);
    fail_hint(w->diag,
              "look at its log and at pg_stat_activity; if statements may take so long, raise --stall-timeout (0: no limit)");
    fail_at(w->diag, w->target->index, NULL);
}

/* The server has been silent. */
static void
heed_silence(struct target_wait *w, int64_t now_ns)
{
    const struct target *const t = w->target;
    const int64_t waited_ns = now_ns - w->heard_ns;

    if (t->stall_timeout_ns == 0 || waited_ns < t->stall_timeout_ns)
        return;
    if (!t->is_stall_final && is_alive(t, w->interrupt))
        w->heard_ns = clock_now_ns();
    else if (!is_wanted(w->interrupt))
        fail_stall(w, waited_ns);
}

/* Each time: a request that comes before the statement finds nothing to cancel. */
static void
heed_interrupt(struct target_wait *w, int64_t now_ns)
{
    if (!w->is_interrupted)
        w->give_up_ns = now_ns + GRACE_NS;
    w->is_interrupted = true;
    cancel(w->pg);
}

/* Waits for the socket once. False: there is nothing more to wait for, for the connection is lost. */
static bool
wait_once(struct target_wait *w, bool wants_write)
{
    struct pollfd fd = {.fd = PQsocket(w->pg), .events = wants_write ? POLLIN | POLLOUT : POLLIN};
    const int ready = poll(&fd, 1, WAIT_MS);
    const int64_t now_ns = clock_now_ns();

    if (ready > 0 && !PQconsumeInput(w->pg))
        return false;
    if (ready > 0 || w->heard_ns == 0)
        w->heard_ns = now_ns;
    if (is_wanted(w->interrupt))
        heed_interrupt(w, now_ns);
    else if (ready <= 0)
        heed_silence(w, now_ns);
    if (w->diag->code != ERR_OK || (w->is_interrupted && now_ns >= w->give_up_ns))
        shutdown(PQsocket(w->pg), SHUT_RDWR); /* So that libpq waits no longer, either. */
    return true;
}

bool
target_flush(struct target_wait *w)
{
    int left;

    while ((left = PQflush(w->pg)) > 0 && !w->is_interrupted && w->diag->code == ERR_OK)
        if (!wait_once(w, true))
            return false;
    return left == 0;
}

PGresult *
target_result(struct target_wait *w)
{
    while (PQisBusy(w->pg))
        if (!wait_once(w, PQflush(w->pg) > 0))
            break;
    return PQgetResult(w->pg);
}

enum err
target_fail_interrupted(const struct target_wait *w)
{
    if (!w->is_interrupted)
        return w->diag->code;
    fail(w->diag, ERR_INTERRUPTED, "interrupted while %s:%s was at: %.200s", w->target->host, w->target->port, w->sql);
    fail_at(w->diag, w->target->index, NULL);
    return w->diag->code;
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
    struct target_wait w = {.target = t, .pg = pg, .sql = sql, .interrupt = interrupt, .diag = d};
    PGresult *last = NULL, *next;

    if (!PQsendQuery(pg, sql))
        return NULL;
    do {
        next = target_result(&w);
        if (!last || (next && !PQresultErrorField(last, PG_DIAG_SQLSTATE))) {
            PQclear(last);
            last = next;
        } else { /* What the server said before it closed the connection says more than the loss. */
            PQclear(next);
        }
    } while (next && PQresultStatus(last) != PGRES_COPY_IN);
    target_fail_interrupted(&w);
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
