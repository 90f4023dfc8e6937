#ifndef PLUMBLINE_MACHINE_CONN_H
#define PLUMBLINE_MACHINE_CONN_H

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
    CONN_CONNECTING,   /* PQconnectPoll() is under way; leaves when it succeeds or fails. */
    CONN_PREPARING,    /* Statements are being prepared in one pipeline; leaves at its end. */
    CONN_IDLE,         /* Ready; leaves when the worker calls conn_begin(). */
    CONN_SENDING,      /* The socket did not take the whole statement; leaves when PQflush() has sent it. */
    CONN_WAITING,      /* Sent; leaves when the last result of the statement is read. */
    CONN_COPYING,      /* Rows go or come; leaves when all are sent, or the last result is read. */
    CONN_ROLLING_BACK, /* The transaction is being ended, after a failure or as wanted; leaves when that is answered. */
    CONN_THINKING,     /* Sleeps, in an event or between two; leaves when the worker calls conn_wake() or begins at due_ns. */
    CONN_BACKOFF,      /* Before the next attempt; leaves when the worker calls conn_retry() or conn_give_up() at due_ns. */
    CONN_DONE,         /* The event succeeded; leaves when the worker has recorded it. */
    CONN_GIVEN_UP,     /* The event failed, and is not tried again; leaves when the worker has recorded it. */
    CONN_LOST,         /* Gone, and to be opened again; leaves when the worker calls conn_reopen() at due_ns. */
    CONN_CLOSED,       /* Final: an error that ends the run is in env->diag, or the worker closed it. */
};

/* In CONN_COPYING. */
enum copy {
    COPY_IN,    /* Rows are sent. */
    COPY_OUT,   /* Rows come. */
    COPY_ENDED, /* They have come; the result has not. */
};

struct conn;

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
    int64_t latency_limit_ns;  /* What is later than that is not tried again, and in an open loop not begun; 0: none. */
    int64_t reopen_timeout_ns; /* For how long a lost connection may stay lost. */
    int64_t reconnect_every;   /* Events; 0: never. */
    bool reopens;              /* --reconnect-on-loss */
    bool continues;            /* --on-error=continue */
    bool is_text;              /* --db-ps-mode=disable */
    bool is_lazy;              /* --prepare=lazy */
    struct placement placement;
    struct params params;                    /* Used again for each statement. */
    char *sql;                               /* program->text_size bytes, for statements that are sent as text. */
    struct rng jitter;                       /* Of the back-off; apart from the draws, which a retry must replay. */
    struct tally *tally[TARGET_COUNT_MAX];   /* What is counted in, by target. */
    struct detail *detail[TARGET_COUNT_MAX]; /* The same; NULL while nothing is measured. */
    struct diag *diag;
    /* Of a client (client.h): told of a refusal that is not tried again, for the event goes on. NULL: nobody wants to know. */
    void (*refused)(struct conn *c, struct conn_env *env, const PGresult *error);
};

struct conn {
    PGconn *pg;
    enum conn_state state;
    enum conn_event event;
    int target;
    int index; /* Among the connections of its target, in all shards. */
    int host; /* Of the target. */
    int tries; /* Of the event in flight, the current one included. */
    bool is_hopeless; /* The event has failed in a way that trying again would only hide. */
    bool is_key_taken; /* The attempt has met a key that was there already: nobody draws it again. */
    bool wants_write; /* Registered for EPOLLOUT. */
    bool is_registered;
    bool has_result; /* The statement in flight has had one. */
    enum copy copy; /* In CONN_COPYING: which way. */
    int64_t copied_count; /* Rows that have come. */
    bool is_preparing_one; /* What was sent is a PREPARE of the statement at `op`. */
    enum failure failure; /* In CONN_GIVEN_UP: why. */
    char sqlstate[6]; /* Why the current attempt failed; empty while it has not. */
    char notice_sqlstate[6]; /* Of the last FATAL notice: why a server closed an idle connection. */
    int event_kind; /* Of the event in flight. */
    struct step step; /* The statement in flight, or the last. */
    int *batch; /* With a pipelined program: the statements in flight, in order; ~ of one: its PREPARE. */
    int batch_count, batch_at; /* How many, and how many are answered. */
    int sync_count; /* Of the Syncs behind and between them: those that are not answered. */
    bool is_batch_open; /* More of them are to be queued. */
    struct draws draws;
    struct draws draws_at_start; /* Of the event: a retry replays the same parameters, unless one was a key that is taken. */
    void *own_at_start; /* The same of draws.own. */
    struct queries attempt; /* Statements of the current attempt. */
    int64_t intended_ns; /* When the event was meant to start; its latency counts from here. */
    int64_t started_ns; /* When it started. */
    int64_t late_ns; /* Open loop: how much later than it could have. */
    int64_t attempt_ns; /* When its current attempt started. */
    int64_t statement_ns; /* When its current statement was sent. */
    int64_t ended_ns; /* In CONN_DONE and CONN_GIVEN_UP: when it ended. */
    int64_t free_ns; /* In CONN_IDLE: since when it has rested. */
    int64_t due_ns; /* In CONN_BACKOFF, CONN_THINKING, CONN_LOST and while it is opened again: the next step, or the
                                    last moment. */
    struct timer timer; /* Of whoever drives it: set to due_ns. */
    bool has_paused; /* It has thought before the event that comes next. */
    int64_t lost_ns; /* Since when it has been lost; 0: it is not. */
    int64_t give_up_ns; /* While it is lost: the last moment for opening it. */
    int reopen_count; /* Tries to open it since then. */
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
    return c->state == CONN_CONNECTING || c->state == CONN_PREPARING;
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

/* For how long has its server been out of reach, as far as it knows? Lost, and tried in vain to be opened again; a first try that has
 * not failed yet says nothing before a second has passed. 0: it is not. */
int64_t conn_cut_off_ns(const struct conn *c, const struct conn_env *env, int64_t now_ns);

/* Adds the time since the loss (or the last call) to the tally. Only while lost_ns is set. */
void conn_count_downtime(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Closes at once, whatever the state. */
void conn_close(struct conn *c);

/* Closes its socket: libpq's connection has nothing left to say. */
void conn_hang_up(struct conn *c);

#endif
