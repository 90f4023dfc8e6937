#ifndef PLUMBLINE_MACHINE_CONN_STATEMENT_H
#define PLUMBLINE_MACHINE_CONN_STATEMENT_H

/*
 * One statement of a connection, or a batch of them: handed to libpq, and what its answer means. For conn_event.c, but for
 * conn_stall().
 */

#include "machine/conn.h"

/* The statement in flight, or the batch, has its answer. */
static inline void
conn_note_wait(const struct conn *c, const struct conn_env *env, int64_t now_ns)
{
    struct tally *const tally = env->tally[c->target];

    if (now_ns - c->statement_ns > tally->longest_wait_ns)
        tally->longest_wait_ns = now_ns - c->statement_ns;
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

/* The statement of c->step with drawn parameters; or, where it is still to be prepared, its PREPARE. False: the connection is lost. */
bool conn_queue_statement(struct conn *c, struct conn_env *env);

/* Queues what c->step of a pipelined program says. False: the connection is lost. */
bool conn_queue_step(struct conn *c, struct conn_env *env);

/* The answer that comes next is that of the batch's statement, or of its PREPARE. */
void conn_see_entry(struct conn *c);

/* Takes one result of the statement in flight. CONN_WAITING, also when the statement may be tried again and c->sqlstate says why; or
 * the state that follows an error which trying again cannot fix. */
enum conn_state conn_take_result(struct conn *c, struct conn_env *env, const PGresult *result);

/* An SQL error that trying again cannot fix: CONN_CLOSED with a diag. */
enum conn_state conn_fail_statement(struct conn *c, struct conn_env *env, const PGresult *result);

/* In CONN_COPYING: sends or takes in as many rows as there is room for, but not for long, and behind those that come the result.
 * CONN_WAITING once all are sent; CONN_IDLE: they have come, and the statement has ended. */
enum conn_state conn_copy(struct conn *c, struct conn_env *env);

/* The server has been silent for too long: CONN_CLOSED with a diag. Only while conn_is_waiting(). */
void conn_stall(struct conn *c, struct conn_env *env, int64_t now_ns);

#endif
