#ifndef PLUMBLINE_CONN_H
#define PLUMBLINE_CONN_H

/*
 * One connection as a state machine over non-blocking libpq. Each state is a function that returns the next state; nothing
 * here waits, formats or allocates between two events.
 *
 * Sockets are watched edge-triggered, which saves the kernel a look at each of them after every answer: whoever stops reading
 * before all has come in asks for another look (watch_again()).
 *
 * Threads: a connection belongs to one worker, like the struct conn_env that the connections of a worker share.
 */

#include <libpq-fe.h>

#include "base.h"
#include "detail.h"
#include "diag.h"
#include "placement.h"
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
    CONN_BACKOFF,      /* Before the next attempt; leaves when the worker calls conn_retry() or conn_give_up() at due_ns. */
    CONN_DONE,         /* The event succeeded; leaves when the worker has recorded it. */
    CONN_GIVEN_UP,     /* The event failed, and is not tried again; leaves when the worker has recorded it. */
    CONN_LOST,         /* Gone, and to be opened again; leaves when the worker calls conn_reopen() at due_ns. */
    CONN_CLOSED,       /* Final: an error that ends the run is in env->diag, or the worker closed it. */
};

/* The event of a connection, seen by the worker that has to account for it. */
enum conn_event {
    EVENT_NONE,
    EVENT_RUNNING,
    EVENT_FAILED, /* With the connection; counted in the tally. */
};

/* What the connections of one worker share. */
struct conn_env {
    const struct program *program;
    const struct target *targets; /* By conn.target. */
    int epoll_fd;
    int64_t max_tries;
    int64_t reopen_timeout_ns; /* For how long a lost connection may stay lost. */
    int64_t reconnect_every;   /* Events; 0: never. */
    bool reopens;              /* --reconnect-on-loss */
    bool is_text;         /* --db-ps-mode=disable */
    bool is_lazy;         /* --prepare=lazy */
    bool is_pipelined;    /* --pipeline */
    struct placement placement;
    struct params params; /* Used again for each statement. */
    char *sql;            /* program->text_size bytes, for statements that are sent as text. */
    struct rng jitter;    /* Of the back-off; apart from the draws, which a retry must replay. */
    struct tally *tally[TARGET_COUNT_MAX];   /* What is counted in, by target. */
    struct detail *detail[TARGET_COUNT_MAX]; /* The same; NULL while nothing is measured. */
    struct diag *diag;
};

struct conn {
    PGconn *pg;
    enum conn_state state;
    enum conn_event event;
    int target;
    int index; /* Among the connections of its target, in all shards. */
    int host;  /* Of the target. */
    int tries; /* Of the event in flight, the current one included. */
    bool is_hopeless;  /* The event has failed in a way that trying again would only hide. */
    bool is_key_taken; /* The attempt has met a key that was there already: nobody draws it again. */
    bool wants_write;  /* Registered for EPOLLOUT. */
    bool is_registered;
    bool has_result;   /* The statement in flight has had one. */
    bool is_preparing_one; /* What was sent is a PREPARE of the statement at `op`. */
    char sqlstate[6];  /* Why the current attempt failed; empty while it has not. */
    char notice_sqlstate[6]; /* Of the last FATAL notice: why a server closed an idle connection. */
    size_t first_op;   /* Of the event in flight. */
    size_t op;         /* The statement in flight, in program->ops. */
    struct draws draws;
    struct draws draws_at_start; /* Of the event: a retry replays the same parameters, unless one was a key that is taken. */
    struct queries attempt;      /* Statements of the current attempt. */
    int64_t intended_ns;         /* When the event was meant to start; its latency counts from here. */
    int64_t started_ns;          /* When it started. */
    int64_t attempt_ns;          /* When its current attempt started. */
    int64_t statement_ns;        /* When its current statement was sent. */
    int64_t ended_ns;            /* In CONN_DONE and CONN_GIVEN_UP: when it ended. */
    int64_t free_ns;             /* In CONN_IDLE: since when it has rested. */
    int64_t due_ns;              /* In CONN_BACKOFF, CONN_LOST and while it is opened anew: the next step, or the last moment. */
    int64_t lost_ns;             /* Since when it has been lost; 0: it is not. */
    int64_t give_up_ns;          /* While it is lost: the last moment for opening it. */
    int reopen_count;            /* Tries to open it since then. */
    bool has_been_open;
    int64_t events_since_open;
    uint8_t *prepared;           /* --prepare=lazy: a bit for each kind and table. */
    int (*ssl_pending)(const void *ssl); /* NULL without TLS. */
    void *ssl;
    /* Since the last reset, for thread fairness. */
    int64_t event_count;
    int64_t busy_ns;
};

/* Is it on its way to CONN_IDLE, or to the event that made it reconnect? */
static inline bool
conn_is_opening(const struct conn *c)
{
    return c->state == CONN_CONNECTING || c->state == CONN_PREPARING;
}

/* False when out of memory. */
bool conn_init(struct conn *c, const struct conn_env *env, int target, int index, uint64_t seed);

/* Closes, and frees what conn_init() took. Accepts a zeroed connection. */
void conn_free(struct conn *c);

/* Begins to connect. CONN_CONNECTING, or CONN_CLOSED with a diag. */
void conn_connect(struct conn *c, struct conn_env *env);

/* Begins an event that was meant to start at `intended_ns`. Only in CONN_IDLE and CONN_DONE/CONN_GIVEN_UP. */
void conn_begin(struct conn *c, struct conn_env *env, int64_t intended_ns, int64_t now_ns);

/* Begins the next attempt. Only in CONN_BACKOFF. */
void conn_retry(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Gives the event up instead: CONN_GIVEN_UP. Only in CONN_BACKOFF. */
void conn_give_up(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Tries to open a lost connection. Only in CONN_LOST. */
void conn_reopen(struct conn *c, struct conn_env *env, int64_t now_ns);

/* The last moment for opening it (due_ns) has come: CONN_CLOSED with a diag, and the event that waited for it has failed.
 * Only while conn_is_opening(). */
void conn_expire(struct conn *c, struct conn_env *env);

/* The socket is ready: dispatches to the state's function until it has to wait. */
void conn_ready(struct conn *c, struct conn_env *env);

/* Adds the time since the loss (or the last call) to the tally. Only while lost_ns is set. */
void conn_count_downtime(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Closes at once, whatever the state. */
void conn_close(struct conn *c);

#endif
