#ifndef PLUMBLINE_MACHINE_CONN_H
#define PLUMBLINE_MACHINE_CONN_H

/*
 * One connection as a state machine over non-blocking libpq. Each state is a function that returns the next state; nothing
 * here waits, formats or allocates between two events.
 *
 * Sockets are watched edge-triggered, which saves the kernel a look at each of them after every answer: what stops reading
 * before all has come in asks for another look (conn_watch_again()).
 *
 * Threads: a connection belongs to one worker, like the struct conn_env that the connections of a worker share.
 */

#include <libpq-fe.h>

#ifndef LIBPQ_HAS_PIPELINING
#error "plumbline-load needs libpq 14 or later, which has pipelines: give PG_CONFIG=/path/to/pg_config of one"
#endif

#include "base/base.h"
#include "base/diag.h"
#include "machine/detail.h"
#include "machine/placement.h"
#include "machine/tally.h"
#include "machine/target.h"
#include "machine/timers.h"
#include "program/program.h"

enum conn_state {
    CONN_NEW,          /* Not begun; leaves when the worker calls conn_connect(). */
    CONN_OPENING,      /* Opens for the first time, or for --reconnect; leaves when it is open, or has failed. */
    CONN_IDLE,         /* Ready; leaves when the worker calls conn_begin(). */
    CONN_SENDING,      /* The socket did not take the whole statement; leaves when PQflush() has sent it. */
    CONN_WAITING,      /* Sent; leaves when the last result of the statement is read. */
    CONN_COPYING,      /* Rows go or come; leaves when all are sent, or the last result is read. */
    CONN_ROLLING_BACK, /* The transaction is being ended, after a failure or as wanted; leaves when that is answered. */
    CONN_THINKING,     /* Sleeps, in an event or between two; leaves when the worker calls conn_wake() or begins at due_ns. */
    CONN_BACKOFF,      /* Before the next attempt; leaves when the worker calls conn_retry() or conn_give_up() at due_ns. */
    CONN_DONE,         /* The event succeeded; leaves when the worker has recorded it. */
    CONN_GIVEN_UP,     /* The event failed, and is not tried again; leaves when the worker has recorded it. */
    CONN_LOST, /* Rests until the worker calls conn_reopen() at due_ns, then is opened; leaves when it is open, or given up. */
    CONN_CLOSED, /* Final: an error that ends the run is in env->diag, or the worker closed it. */
};

/* Steps of CONN_OPENING and CONN_LOST. */
enum opening {
    OPENING_NOT, /* It rests. */
    OPENING_CONNECTING, /* PQconnectPoll() is under way. */
    OPENING_PREPARING, /* Statements are being prepared in one pipeline. */
};

/* Directions of CONN_COPYING. */
enum copy {
    COPY_IN, /* Rows are sent. */
    COPY_OUT, /* Rows come. */
    COPY_ENDED, /* They have come; the result has not. */
};

struct conn;

/* The event of a connection, seen by the worker that has to account for it. */
enum conn_event {
    EVENT_NONE,
    EVENT_RUNNING,
    EVENT_FAILED, /* Failed with the connection; counted in the tally. */
};

/* Environment that the connections of one worker share. */
struct conn_env {
    const struct program *program;
    const struct target *targets; /* Targets by conn.target. */
    int epoll_fd;
    int64_t max_tries;
    int64_t latency_limit_ns; /* Latency after which an event is not tried again, and in an open loop not begun; 0: none. */
    int64_t reopen_timeout_ns; /* Time for which a lost connection may stay lost. */
    int64_t reconnect_every; /* Events; 0: never. */
    bool reopens; /* --reconnect-on-loss */
    bool continues; /* --on-error=continue */
    bool forgives_values; /* --on-error=values */
    bool is_text; /* --db-ps-mode=disable */
    bool is_lazy; /* --prepare=lazy */
    struct placement placement;
    struct params params; /* Used again for each statement. */
    char *sql; /* program->text_size bytes, for statements that are sent as text. */
    struct rng jitter; /* Stream of the back-off; apart from the draws, which a retry must replay. */
    struct tally *tally[TARGET_COUNT_MAX]; /* Tallies by target. */
    struct detail *detail[TARGET_COUNT_MAX]; /* The same; NULL while nothing is measured. */
    struct diag *diag;
    /* Called for a client (client.h) about a refusal that is not tried again, for the event goes on. NULL: not called. */
    void (*refused)(struct conn *c, struct conn_env *env, const PGresult *error);
};

struct conn {
    PGconn *pg;
    enum conn_state state;
    enum conn_event event;
    int target;
    int index; /* Number among the connections of its target, in all shards. */
    int host; /* Host of the target, by number. */
    int tries; /* Attempts of the event in flight, the current one included. */
    bool is_fatal; /* The event has failed in a way that trying again would only hide. */
    bool is_key_taken; /* The attempt has met a key that was there already, and is not drawn again. */
    bool wants_write; /* Registered for EPOLLOUT. */
    bool is_registered;
    bool has_result; /* The statement in flight has had one. */
    enum opening opening; /* Step in CONN_OPENING and CONN_LOST. */
    enum copy copy; /* Direction in CONN_COPYING. */
    int64_t copied_count; /* Rows that have come. */
    bool is_preparing_one; /* True if a PREPARE of the statement at `op` was sent. */
    enum failure failure; /* Reason of CONN_GIVEN_UP. */
    char sqlstate[6]; /* Why the current attempt failed; empty while it has not. */
    int failed_statement; /* Statement at which it failed; -1: at none, as when the program fails by itself. */
    char notice_sqlstate[6]; /* SQLSTATE of the last FATAL notice: why a server closed an idle connection. */
    int event_kind; /* Kind of the event in flight. */
    struct step step; /* The statement in flight, or the last. */
    int *batch; /* With a pipelined program: the statements in flight, in order; ~ of one: its PREPARE. */
    int batch_count, batch_at; /* How many, and how many are answered. */
    int sync_count; /* Syncs behind and between them that are not answered. */
    bool is_batch_open; /* More of them are to be queued. */
    struct generator generator;
    /* Generator at the start of the event: a retry replays the same parameters, unless one was a key that is taken. */
    struct generator generator_at_start;
    void *user_data_at_start; /* What generator.user_data pointed to; NULL: nothing is replayed, with one try for each event. */
    struct queries attempt; /* Statements of the current attempt. */
    int64_t intended_ns; /* When the event was meant to start; its latency counts from here. */
    int64_t started_ns; /* When it started. */
    int64_t late_ns; /* Open loop: how much later than it could have. */
    int64_t attempt_ns; /* When its current attempt started. */
    int64_t statement_ns; /* When its current statement was sent. */
    int64_t ended_ns; /* End of the connection, in CONN_DONE and CONN_GIVEN_UP. */
    int64_t free_ns; /* Start of its rest, in CONN_IDLE. */
    int64_t due_ns; /* In CONN_BACKOFF, CONN_THINKING, CONN_LOST and while it is opened again: the next step, or the
                                    last moment. */
    struct timer timer; /* Timer of the loop that drives it: set to due_ns. */
    bool has_paused; /* It has thought before the event that comes next. */
    /* In CONN_LOST: */
    int64_t down_since_ns; /* Since when its downtime is not counted yet. */
    int64_t give_up_ns; /* The last moment for opening it. */
    int reopen_count; /* Tries to open it since it was lost. */
    bool has_been_open;
    int64_t events_since_open;
    uint8_t *prepared; /* --prepare=lazy: a bit for each statement and table. */
    void *ssl; /* NULL without TLS. libpq decrypts whole records: what is left of one, no socket tells of. */
    /* Since the last reset, for thread fairness. */
    int64_t event_count;
    int64_t busy_ns;
};

/* Is it on its way to CONN_IDLE, or to the end of the event that made it reconnect? */
static inline bool
conn_is_opening(const struct conn *c)
{
    return c->state == CONN_OPENING || (c->state == CONN_LOST && c->opening != OPENING_NOT);
}

/* False when out of memory. */
bool conn_init(struct conn *c, const struct conn_env *env, int target, int index, uint64_t seed);

/* Closes, and frees what conn_init() took. Accepts a zeroed connection. */
void conn_free(struct conn *c);

/* --prepare=lazy: the bytes of conn.prepared. */
static inline size_t
conn_prepared_size(const struct program *p)
{
    return ((size_t)p->statement_count * (size_t)p->table_count + 7) / 8;
}

_Static_assert(CONN_SENDING + 3 == CONN_ROLLING_BACK, "one range: sending, waiting, copying, rolling back");

/* Is it waiting for an answer to what it has sent, or for the socket to take it? Since statement_ns. */
static inline bool
conn_is_waiting(const struct conn *c)
{
    return c->state >= CONN_SENDING && c->state <= CONN_ROLLING_BACK;
}

/* Time for which its server has been out of reach, as far as it knows: it is lost, and was tried to be opened again in vain; a first try
 * that has not failed yet says nothing before a second has passed. 0: it is not. */
int64_t conn_cut_off_ns(const struct conn *c, const struct conn_env *env, int64_t now_ns);

/* Adds the time since the loss (or the last call) to the tally. Only in CONN_LOST. */
void conn_count_downtime(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Closes at once, whatever the state. */
void conn_close(struct conn *c);

/* Closes its socket: libpq's connection has nothing left to say. */
void conn_hang_up(struct conn *c);

/* Opening. */

/* Begins to connect: CONN_OPENING, or CONN_CLOSED with a diag. */
void conn_connect(struct conn *c, struct conn_env *env);

/* Tries to open a lost connection. Only in CONN_LOST. */
void conn_reopen(struct conn *c, struct conn_env *env, int64_t now_ns);

/* The last moment for opening it (due_ns) has come: CONN_CLOSED with a diag, and the event that waited for it has failed.
 * Only while conn_is_opening(). */
void conn_expire(struct conn *c, struct conn_env *env);

/* Events: conn_event.c asks the program for steps, sends, takes in answers, rolls back and tries again. */

/* Begins an event that was meant to start at `intended_ns`. Only in CONN_IDLE and CONN_DONE/CONN_GIVEN_UP. */
void conn_begin(struct conn *c, struct conn_env *env, int64_t intended_ns, int64_t now_ns);

/* Begins the next attempt. Only in CONN_BACKOFF. */
void conn_retry(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Goes on after a sleep. Only in CONN_THINKING, in an event. */
void conn_wake(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Gives the event up instead: CONN_GIVEN_UP. Only in CONN_BACKOFF. */
void conn_give_up(struct conn *c, struct conn_env *env, int64_t now_ns);

/* The socket is ready: dispatches to the state's function until it has to wait. */
void conn_ready(struct conn *c, struct conn_env *env);

/* For conn_statement.c and conn_event.c. */

/* Place of the breakdown of this connection's measurements; NULL while nothing is measured. */
static inline struct detail *
conn_detail(const struct conn *c, const struct conn_env *env)
{
    return env->detail[c->target];
}

static inline struct part *
conn_statement_part(const struct conn *c, const struct conn_env *env)
{
    struct detail *const d = conn_detail(c, env);

    return d ? &d->statements[c->step.statement] : NULL;
}

/* OpenSSL's. The library comes with libpq: loaded, or linked into a static program. Weak, for a libpq without TLS has none. */
extern int SSL_pending(const void *ssl) __attribute__((weak));

/* Takes in what the socket has; false when the connection is lost. */
static inline bool
conn_consume(struct conn *c)
{
    do {
        if (!PQconsumeInput(c->pg))
            return false;
    } while (c->ssl && SSL_pending(c->ssl) > 0);
    return true;
}

/* Has the server said that it is ready? Then PQgetResult() would be NULL, which it needs five times as many instructions for. */
static inline bool
conn_has_said_ready(const PGconn *pg)
{
    const PGTransactionStatusType status = PQtransactionStatus(pg);

    return status != PQTRANS_ACTIVE && status != PQTRANS_UNKNOWN;
}

/* Adds the statements of the attempt that has just ended. */
static inline void
conn_count_attempt(struct conn *c, struct conn_env *env, bool is_committed)
{
    struct tally *const tally = env->tally[c->target];

    for (int i = 0; i < QUERY_CLASS_COUNT; i++) {
        tally->queries.count[i] += c->attempt.count[i];
        if (is_committed)
            tally->committed.count[i] += c->attempt.count[i];
        c->attempt.count[i] = 0;
    }
}

/* Counts it by how it has failed. */
void conn_count_failed_attempt(struct conn *c, struct conn_env *env, const char *sqlstate);

/* The event in flight, if any, has failed for good, and the connection with it. */
void conn_fail_event(struct conn *c, struct conn_env *env, const char *sqlstate);

/* Full jitter: any time up to a limit that doubles, so that those who met once do not meet again. */
int64_t conn_backoff_ns(struct conn_env *env, int tries, int64_t first_ns, int64_t limit_ns);

/* The connection is gone. The event in flight, if any, has failed. */
enum conn_state conn_fail_lost(struct conn *c, struct conn_env *env);

/* Has the connection ended with the error? Then keeps why. Otherwise the server, or what stands in front of it, goes on
 * listening. */
bool conn_note_end(struct conn *c, const PGresult *error);

/* The remedies that only the workload and its options know; `place`: of a statement that is the user's, or NULL. Before the failure
 * itself is noted, whose own hint is weaker. */
void conn_hint_statement(const struct conn_env *env, const PGresult *result, const char *place, bool is_preparing);

/* The server has said that it is ready, and not what became of a PREPARE: some do so after one of BEGIN. CONN_CLOSED with a diag. */
enum conn_state conn_fail_unprepared(struct conn *c, struct conn_env *env);

/* Registers the socket with epoll, also for writing if `wants_write`. False with a diag. */
bool conn_watch(struct conn *c, struct conn_env *env, bool wants_write);

/* An edge is told once. What may still be in the socket is told again after this. */
bool conn_watch_again(struct conn *c, struct conn_env *env);

/* Sends what is queued: CONN_WAITING, CONN_SENDING when the socket has not taken all of it, or what follows a loss. */
enum conn_state conn_flush(struct conn *c, struct conn_env *env);

/* Queues PREPARE of a statement of the program for a table. */
bool conn_send_prepare(struct conn *c, struct conn_env *env, int statement, int table);

/* Opens it: CONN_OPENING, CONN_LOST while it is opened again, or what follows when that fails. */
enum conn_state conn_open(struct conn *c, struct conn_env *env);

/* The socket is ready: the next state. Only while conn_is_opening(). CONN_IDLE when it is open. */
enum conn_state conn_opening(struct conn *c, struct conn_env *env);

#endif
