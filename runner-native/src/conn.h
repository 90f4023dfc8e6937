#ifndef PLUMBLINE_CONN_H
#define PLUMBLINE_CONN_H

/*
 * One connection as a state machine over non-blocking libpq. Each state is a function that returns the next state; nothing
 * here waits, formats or allocates between two events.
 *
 * Threads: a connection belongs to one worker, like the struct conn_env that the connections of a worker share.
 */

#include <libpq-fe.h>

#include "base.h"
#include "diag.h"
#include "tally.h"
#include "target.h"
#include "workload.h"

enum conn_state {
    CONN_NEW,          /* Not begun; leaves when the worker calls conn_connect(). */
    CONN_CONNECTING,   /* PQconnectPoll() is under way; leaves when it succeeds or fails. */
    CONN_PREPARING,    /* Statements are being prepared in one pipeline; leaves at its end. */
    CONN_IDLE,         /* Ready; leaves when the worker calls conn_begin(). */
    CONN_SENDING,      /* The socket did not take the whole statement; leaves when PQflush() has sent it. */
    CONN_WAITING,      /* Sent; leaves when the last result of the statement is read. */
    CONN_ROLLING_BACK, /* The attempt failed and its transaction is being ended; leaves when ROLLBACK is answered. */
    CONN_BACKOFF,      /* Before the next attempt; leaves when the worker calls conn_retry() at retry_at_ns. */
    CONN_DONE,         /* The event succeeded; leaves when the worker has recorded it. */
    CONN_GIVEN_UP,     /* The event failed in its last attempt; leaves when the worker has recorded it. */
    CONN_CLOSED,       /* Final: an error that ends the run is in env->diag, or the worker closed it. */
};

/* What the connections of one worker share. */
struct conn_env {
    const struct program *program;
    const struct target *targets; /* By conn.target. */
    int epoll_fd;
    int64_t max_tries;
    bool is_text;         /* --db-ps-mode=disable */
    struct params params; /* Used again for each statement. */
    char *sql;            /* SQL_TEXT_SIZE bytes, for --db-ps-mode=disable. */
    struct rng jitter;    /* Of the back-off; apart from the draws, which a retry must replay. */
    struct tally *tally;  /* What the event in flight is counted in. */
    struct diag *diag;
};

enum { SQL_TEXT_SIZE = 16384 };

struct conn {
    PGconn *pg;
    enum conn_state state;
    int target;
    int index; /* Among the connections of its target. */
    int tries; /* Of the event in flight, the current one included. */
    bool wants_write;  /* Registered for EPOLLOUT. */
    bool is_registered;
    char sqlstate[6];  /* Why the current attempt failed; empty while it has not. */
    char notice_sqlstate[6]; /* Of the last FATAL notice: why a server closed an idle connection. */
    size_t op;         /* The statement in flight, in program->ops. */
    struct draws draws;
    struct draws draws_at_start; /* Of the event: a retry replays the same parameters. */
    struct queries attempt;      /* Statements of the current attempt. */
    int64_t started_ns;          /* The event's start. */
    int64_t retry_at_ns;
    int (*ssl_pending)(const void *ssl); /* NULL without TLS. */
    void *ssl;
    /* Since the last reset, for thread fairness. */
    int64_t event_count;
    int64_t busy_ns;
};

/* Is an event under way? */
static inline bool
conn_is_busy(const struct conn *c)
{
    return c->state == CONN_SENDING || c->state == CONN_WAITING || c->state == CONN_ROLLING_BACK ||
           c->state == CONN_BACKOFF;
}

void conn_init(struct conn *c, int target, int index, uint64_t seed);

/* Begins to connect. CONN_CONNECTING, or CONN_CLOSED with a diag. */
void conn_connect(struct conn *c, struct conn_env *env);

/* Begins an event at `now_ns`. Only in CONN_IDLE and CONN_DONE/CONN_GIVEN_UP. */
void conn_begin(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Begins the next attempt. Only in CONN_BACKOFF. */
void conn_retry(struct conn *c, struct conn_env *env);

/* The socket is ready: dispatches to the state's function until it has to wait. */
void conn_ready(struct conn *c, struct conn_env *env);

/* Closes at once, whatever the state. */
void conn_close(struct conn *c);

#endif
