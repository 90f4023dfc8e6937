#include "machine/client.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "machine/conn.h"
#include "machine/lookup.h"

#define TICK_NS (100 * NS_PER_MS)
#define GRACE_NS (NS_PER_S / 2)
#define PAUSE_NS_FIRST (10 * NS_PER_MS) /* Before the second try; twice as long before each one after it, up to the limit. */
#define PAUSE_NS_LIMIT (2 * NS_PER_S)

/* Its connections. */

static struct conn *
conn_at(const struct client *c, int index)
{
    return &c->loop.conns[0][index];
}

static void
note_refusal(struct conn *conn, struct conn_env *env, const PGresult *error)
{
    request_fail(request_of(&conn->generator), &env->targets[0], conn->pg, error, env->diag);
}

static bool
is_free(const struct conn *conn)
{
    return conn->state == CONN_IDLE || conn->state == CONN_DONE || conn->state == CONN_GIVEN_UP;
}

static void
end_conn(struct client *c, struct conn *conn)
{
    timers_take(&c->loop.timers, &conn->timer);
    if (c->lost.code == ERR_OK)
        c->lost = *c->loop.env.diag;
    conn_close(conn);
}

/* Something has happened to `conn`, which is in a new state. */
static void
follow(struct client *c, struct conn *conn)
{
    if (conn->state == CONN_CLOSED) {
        end_conn(c, conn);
    } else if (conn->state == CONN_BACKOFF) {
        const int64_t pause_ns = PAUSE_NS_FIRST << (conn->tries < 9 ? conn->tries - 1 : 8);
        timers_put(&c->loop.timers, &conn->timer, clock_now_ns() + (pause_ns < PAUSE_NS_LIMIT ? pause_ns : PAUSE_NS_LIMIT));
    } else if (is_free(conn)) {
        timers_take(&c->loop.timers, &conn->timer);
        conn->event = EVENT_NONE;
        conn->state = CONN_IDLE;
    }
}

/* A socket has something to say. Of a connection that rests, that is told when it is needed again. */
static void
on_ready(struct client *c, struct conn *conn, int64_t now_ns)
{
    struct diag *const d = c->loop.env.diag;
    struct diag unasked = DIAG_NONE;

    conn->statement_ns = now_ns;
    c->loop.env.diag = conn->state == CONN_IDLE ? &unasked : d;
    conn_ready(conn, &c->loop.env);
    follow(c, conn);
    c->loop.env.diag = d;
}

static void
fail_opening(struct client *c, struct conn *conn)
{
    const struct target *const t = c->target;
    const struct target_place at = target_place_of(t, conn->pg);
    struct diag *const d = c->loop.env.diag;

    fail(d, ERR_TARGET, "connection to %s:%s: not ready after %s s", at.host, at.port,
         plain_number(clock_seconds(t->timeout_ns), 6).text);
    fail_at(d, t->index, NULL);
    fail_hint(d, "does a server listen there, and does it answer? raise --thread-init-timeout if it needs longer");
    end_conn(c, conn);
}

/* Waiting. */

/* A request to cancel what a connection is at, on its way in a thread of its own: libpq waits until the server has taken it. */
struct cancel {
    PGcancel *request; /* NULL: none is on its way. */
    pthread_t thread;
    atomic_bool is_sent;
};

static void *
send_cancel(void *context)
{
    struct cancel *const cancel = context;
    char ignored[256];

    PQcancel(cancel->request, ignored, sizeof ignored);
    atomic_store(&cancel->is_sent, true);
    return NULL;
}

/* PQcancel() may be called by a handler of signals, so it holds nothing but a socket when it is cut off. */
static void
end_cancel(struct cancel *cancel)
{
    if (!cancel->request)
        return;
    pthread_cancel(cancel->thread);
    pthread_join(cancel->thread, NULL);
    PQfreeCancel(cancel->request);
    cancel->request = NULL;
}

static void
cancel(struct cancel *cancel, PGconn *pg)
{
    if (cancel->request && !atomic_load(&cancel->is_sent))
        return;
    end_cancel(cancel);
    atomic_store(&cancel->is_sent, false);
    cancel->request = PQgetCancel(pg);
    if (cancel->request && pthread_create(&cancel->thread, NULL, send_cancel, cancel) != 0) {
        PQfreeCancel(cancel->request);
        cancel->request = NULL;
    }
}

/* Ends what is under way. The server is asked each time: a request that comes before the statement finds nothing to cancel. */
static void
stop(struct client *c, int64_t now_ns)
{
    if (c->stop_ns == 0)
        c->stop_ns = now_ns + c->grace_ns;
    for (int i = 0; i < c->loop.conn_count; i++) {
        struct conn *const conn = conn_at(c, i);
        if (conn->state == CONN_BACKOFF) {
            conn->state = CONN_GIVEN_UP;
            follow(c, conn);
        } else if (conn_is_opening(conn) || (conn_is_waiting(conn) && now_ns >= c->stop_ns)) {
            end_conn(c, conn);
        } else if (conn_is_waiting(conn) &&
                   conn->sqlstate[0] == '\0') { /* Else it is refused, and only to be read to its end. */
            cancel(&c->cancels[i], conn->pg);
        }
    }
}

/* A connection that is at something; NULL: all rest. */
static const struct conn *
busy_conn(const struct client *c)
{
    for (int i = 0; i < c->loop.conn_count; i++)
        if (conn_is_opening(conn_at(c, i)) || conn_is_waiting(conn_at(c, i)) || conn_at(c, i)->state == CONN_BACKOFF)
            return conn_at(c, i);
    return NULL;
}

static void
fail_interrupted(struct client *c)
{
    const struct target *const t = c->target;
    const struct conn *const conn = busy_conn(c);
    struct diag *const d = c->loop.env.diag;

    if (!conn)
        fail(d, ERR_INTERRUPTED, "interrupted between two statements to %s:%s", t->host, t->port);
    else if (conn_is_opening(conn))
        fail(d, ERR_INTERRUPTED, "interrupted while connecting to %s:%s", t->host, t->port);
    else
        fail(d, ERR_INTERRUPTED, "interrupted while %s:%s was at: %.200s", t->host, t->port, request_of(&conn->generator)->sql);
    fail_at(d, t->index, NULL);
}

/* Does the server of `conn` let another connection in, and answer it? One that has no room for it says so, which is an answer. */
static bool
is_alive(const struct client *c, const struct conn *conn)
{
    struct target t = *c->target;
    struct diag d = DIAG_NONE;

    t.is_stall_final = true;
    t.stall_timeout_ns = t.timeout_ns;
    struct client *const other = client_open(&t, conn->index, 1, 0, c->interrupt, &d);
    if (other)
        other->grace_ns = 0; /* An interrupt has the grace of the statement that is under way, and no other. */
    const bool is_answered = other && client_execute(other, 0, "SELECT 1", &d) == ERR_OK;
    client_free(other);
    return is_answered || strcmp(d.sqlstate, TOO_MANY_CONNECTIONS) == 0;
}

static void
fail_stall(struct client *c, const struct conn *conn, int64_t waited_ns)
{
    struct diag *const d = c->loop.env.diag;
    char host[300];

    target_host_name(c->target, conn->host, host, sizeof host);
    fail(d, ERR_TARGET, "server %d (%s) has stopped answering: it has said nothing for %s s to: %.200s", c->target->index, host,
         plain_number(clock_seconds(waited_ns), 3).text, request_of(&conn->generator)->sql);
    fail_hint(d,
              "look at its log and at pg_stat_activity; if statements may take so long, raise --stall-timeout (0: no limit)");
    fail_at(d, c->target->index, NULL);
}

static void
check_silence(struct client *c, struct conn *conn, int64_t now_ns)
{
    const struct target *const t = c->target;
    const int64_t waited_ns = now_ns - conn->statement_ns; /* Time since it was sent, or since its socket was ready last. */

    if (!conn_is_waiting(conn) || t->stall_timeout_ns == 0 || waited_ns < t->stall_timeout_ns)
        return;
    if (!t->is_stall_final && is_alive(c, conn))
        conn->statement_ns = clock_now_ns();
    else if (!interrupt_is_wanted(c->interrupt,
                                  clock_now_ns())) /* Else the question was interrupted, and says nothing of the server. */
        fail_stall(c, conn, waited_ns);
}

/* A timed connection is due, and no longer timed. */
static void
on_due(struct client *c, struct conn *conn, int64_t now_ns)
{
    timers_take(&c->loop.timers, &conn->timer);
    if (conn_is_opening(conn)) {
        fail_opening(c, conn);
        return;
    }
    conn_retry(conn, &c->loop.env, now_ns);
    follow(c, conn);
}

/* Waits once, until a socket or a timer has something to say, and does what that is. */
static void
turn(struct client *c)
{
    struct epoll_event ready[EPOLL_BATCH];
    const struct timer *const first = timers_first(&c->loop.timers);
    const int64_t tick_ns = clock_now_ns() + TICK_NS;
    const int count = loop_wait(&c->loop, ready, first && first->due_ns < tick_ns ? first->due_ns : tick_ns, false);
    const int64_t now_ns = clock_now_ns();

    for (int i = 0; i < count; i++)
        on_ready(c, ready[i].data.ptr, now_ns);
    while (timers_first(&c->loop.timers) && timers_first(&c->loop.timers)->due_ns <= now_ns)
        on_due(c, loop_conn_of(timers_first(&c->loop.timers)), now_ns);
    for (int i = 0; i < c->loop.conn_count && c->stop_ns == 0; i++)
        check_silence(c, conn_at(c, i), now_ns);
    if (interrupt_is_wanted(c->interrupt, now_ns))
        fail_interrupted(c);
    if (c->loop.env.diag->code != ERR_OK)
        stop(c, now_ns);
    if (c->on_tick && now_ns - c->ticked_ns >= TICK_NS) {
        c->ticked_ns = now_ns;
        c->on_tick(c->context);
    }
}

/* Requests of the caller. */

/* One after the other: a server's queue of new connections is short. */
static enum err
open_conn(struct client *c, int index)
{
    struct conn *const conn = conn_at(c, index);

    conn_connect(conn, &c->loop.env);
    timers_put(&c->loop.timers, &conn->timer, clock_now_ns() + c->target->timeout_ns);
    follow(c, conn);
    while (conn_is_opening(conn))
        turn(c);
    return c->loop.env.diag->code;
}

static bool
allocate(struct client *c, int first, int count, size_t text_size)
{
    struct loop *const l = &c->loop;
    bool is_complete = request_program(&c->program, &c->options, text_size) && timers_init(&l->timers, count);

    l->conns[0] = calloc((size_t)count, sizeof *l->conns[0]);
    l->env.tally[0] = tally_create();
    l->env.sql = malloc(c->program.text_size);
    c->requests = calloc((size_t)count, sizeof *c->requests);
    c->cancels = calloc((size_t)count, sizeof *c->cancels);
    is_complete = is_complete && l->conns[0] && l->env.tally[0] && l->env.sql && c->requests && c->cancels;
    for (; is_complete && l->conn_count < count; l->conn_count++) {
        struct conn *const conn = conn_at(c, l->conn_count);
        is_complete = conn_init(conn, &l->env, 0, first == ANY_HOST ? ANY_HOST : first + l->conn_count, 1);
        if (is_complete)
            request_attach(&conn->generator, &c->requests[l->conn_count]);
    }
    return is_complete;
}

static enum err
init(struct client *c, int first, int count, size_t text_size, struct diag *d)
{
    struct conn_env *const env = &c->loop.env;

    *env = (struct conn_env){.program = &c->program,
                             .targets = c->target,
                             .epoll_fd = epoll_create1(EPOLL_CLOEXEC),
                             .max_tries = TARGET_TRIES_MAX,
                             .continues = true,
                             .is_text = true,
                             .diag = d,
                             .refused = note_refusal};
    rng_init(&env->jitter, 1, 0);
    placement_init(&env->placement);
    if (env->epoll_fd < 0)
        return fail(d, ERR_INTERNAL, "no file descriptor for connections: %s", strerror(errno));
    if (!allocate(c, first, count, text_size))
        return fail(d, ERR_INTERNAL, "out of memory for %d connections", count);
    if (lookup_hosts(c->target, first, count, c->interrupt, d) != ERR_OK)
        return d->code;
    for (int i = 0; i < count && d->code == ERR_OK; i++)
        open_conn(c, i);
    return d->code;
}

struct client *
client_open(const struct target *t, int first, int count, size_t text_size, const struct interrupt *interrupt, struct diag *d)
{
    struct client *const c = calloc(1, sizeof *c);

    if (!c) {
        fail(d, ERR_INTERNAL, "out of memory for connections");
        return NULL;
    }
    *c = (struct client){.target = t, .interrupt = interrupt, .grace_ns = GRACE_NS, .lost = DIAG_NONE};
    c->options.dialect = t->dialect;
    if (init(c, first, count, text_size, d) == ERR_OK)
        return c;
    client_free(c);
    return NULL;
}

void
client_free(struct client *c)
{
    if (!c)
        return;
    struct loop *const l = &c->loop;
    for (int i = 0; i < l->conn_count; i++) {
        end_cancel(&c->cancels[i]);
        conn_free(conn_at(c, i));
    }
    free(l->conns[0]);
    free(c->cancels);
    free(c->requests);
    free(l->env.sql);
    timers_free(&l->timers);
    tally_destroy(l->env.tally[0]);
    program_free(&c->program);
    if (l->env.epoll_fd >= 0)
        close(l->env.epoll_fd);
    free(c);
}

/* Gives each connection that is free something to do. */
static void
hand_out(struct client *c, bool (*next)(void *context, int index, struct request *request), void *context)
{
    struct diag *const d = c->loop.env.diag;

    for (int i = 0; i < c->loop.conn_count; i++) {
        struct conn *const conn = conn_at(c, i);
        if (conn->state != CONN_IDLE)
            continue;
        if (d->code == ERR_OK && !request_is_answered(&c->requests[i]))
            request_fail(&c->requests[i], c->target, conn->pg, NULL, d);
        c->requests[i] = (struct request){0};
        if (d->code != ERR_OK || !next(context, i, &c->requests[i]))
            continue;
        const int64_t now_ns = clock_now_ns();
        conn_begin(conn, &c->loop.env, now_ns, now_ns);
        follow(c, conn);
    }
}

enum err
client_work(struct client *c, bool (*next)(void *context, int index, struct request *request), void *context, struct diag *d)
{
    c->loop.env.diag = d;
    c->stop_ns = 0;
    if (c->lost.code != ERR_OK && d->code == ERR_OK)
        *d = c->lost;
    hand_out(c, next, context);
    while (busy_conn(c)) {
        turn(c);
        hand_out(c, next, context);
    }
    return d->code;
}

/* The one request, which is given once. */
struct question {
    const struct request *request;
    int index;
};

static bool
next_question(void *context, int index, struct request *request)
{
    struct question *const q = context;

    if (!q->request || index != q->index)
        return false;
    *request = *q->request;
    q->request = NULL;
    return true;
}

enum err
client_ask(struct client *c, int index, const struct request *request, struct diag *d)
{
    struct question q = {.request = request, .index = index};

    return client_work(c, next_question, &q, d);
}

enum err
client_execute(struct client *c, int index, const char *sql, struct diag *d)
{
    return client_ask(c, index, &(struct request){.sql = sql}, d);
}
