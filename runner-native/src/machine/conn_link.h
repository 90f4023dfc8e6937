#ifndef PLUMBLINE_MACHINE_CONN_LINK_H
#define PLUMBLINE_MACHINE_CONN_LINK_H

/*
 * What opening a connection (conn_open.h) and driving its events (conn_event.h) have in common: the socket, what is counted, and
 * what happens when something fails. For these alone, but for conn_stall().
 */

#include "machine/conn.h"

/* Where the breakdown of this connection's measurements goes; NULL while nothing is measured. */
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

/* The statement in flight, or the batch, has its answer. */
static inline void
conn_note_wait(const struct conn *c, const struct conn_env *env, int64_t now_ns)
{
    struct tally *const tally = env->tally[c->target];

    if (now_ns - c->statement_ns > tally->longest_wait_ns)
        tally->longest_wait_ns = now_ns - c->statement_ns;
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

/* --prepare=lazy: the bit of the statement of c->step in c->prepared. */
static inline size_t
conn_prepared_bit(const struct conn *c, const struct conn_env *env)
{
    return (size_t)c->step.statement * (size_t)env->program->table_count + (size_t)c->step.table;
}

/* --prepare=lazy: is the statement still to be prepared on this connection? */
static inline bool
conn_is_unprepared(const struct conn *c, const struct conn_env *env)
{
    if (__builtin_expect(!c->prepared, 1))
        return false;
    const size_t bit = conn_prepared_bit(c, env);
    return !(c->prepared[bit / 8] & 1u << (bit % 8));
}

/* --prepare=lazy: the server has prepared the statement. */
static inline void
conn_note_prepared(struct conn *c, const struct conn_env *env)
{
    const size_t bit = conn_prepared_bit(c, env);

    c->prepared[bit / 8] |= (uint8_t)(1u << (bit % 8));
    c->is_preparing_one = false;
}

/* --prepare=lazy: the server has not prepared it after all. */
static inline void
conn_forget_prepared(struct conn *c, const struct conn_env *env)
{
    const size_t bit = conn_prepared_bit(c, env);

    c->prepared[bit / 8] &= (uint8_t)~(1u << (bit % 8));
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

/* And how it has failed. */
void conn_count_failed_attempt(struct conn *c, struct conn_env *env, const char *sqlstate);

/* What failures call it: "connection 3", or what the program says. */
const char *conn_describe(const struct conn *c, const struct conn_env *env, char *out, size_t out_size);

/* The event in flight, if any, has failed for good, and the connection with it. */
void conn_fail_event(struct conn *c, struct conn_env *env, const char *sqlstate);

/* Full jitter: any time up to a limit that doubles, so that those who met once do not meet again. */
int64_t conn_backoff_ns(struct conn_env *env, int tries, int64_t first_ns, int64_t limit_ns);

/* To be opened again, now or later: libpq's connection has nothing left to say. */
enum conn_state conn_await_reopening(struct conn *c, struct conn_env *env);

/* The connection is gone. The event in flight, if any, has failed. */
enum conn_state conn_fail_lost(struct conn *c, struct conn_env *env);

/* Has the connection ended with the error? Then keeps why. Otherwise the server, or what stands in front of it, goes on
 * listening. */
bool conn_note_end(struct conn *c, const PGresult *error);

/* The remedies that only the workload and its options know; `place`: of a statement that is the user's, or NULL. Before the failure itself is noted, whose own hint is weaker. */
void conn_hint_statement(const struct conn_env *env, const PGresult *result, const char *place, bool is_preparing);

/* The server has said that it is ready, and not what became of a PREPARE: some do so after one of BEGIN. CONN_CLOSED with a diag. */
enum conn_state conn_fail_unprepared(struct conn *c, struct conn_env *env);

/* The server has been silent for too long: CONN_CLOSED with a diag. Only while conn_is_waiting(). */
void conn_stall(struct conn *c, struct conn_env *env, int64_t now_ns);

/* Registers the socket with epoll, also for writing if `wants_write`. False with a diag. */
bool conn_watch(struct conn *c, struct conn_env *env, bool wants_write);

/* An edge is told once. What may still be in the socket is told again after this. */
bool conn_watch_again(struct conn *c, struct conn_env *env);

/* Sends what is queued: CONN_WAITING, CONN_SENDING when the socket has not taken all of it, or what follows a loss. */
enum conn_state conn_flush(struct conn *c, struct conn_env *env);

/* Queues PREPARE of a statement of the program for a table. */
bool conn_send_prepare(struct conn *c, struct conn_env *env, int statement, int table);

#endif
