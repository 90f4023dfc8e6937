#include "machine/conn.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "machine/conn_statement.h"
#include "machine/target.h"

#define BACKOFF_NS_FIRST (1 * NS_PER_MS)
#define BACKOFF_NS_LIMIT (64 * NS_PER_MS)

enum { EVENTS_PER_LOOK = 256 }; /* Events between two looks at notifications, which cost nothing then. */

/* SQLSTATEs of what a program does wrong by itself. */
#define DATA_EXCEPTION "22000"
#define INVALID_TRANSACTION_STATE "25000"

/* libpq keeps them until they are asked for, and no script can. */
static void
drop_notifications(struct conn *c)
{
    for (PGnotify *n = PQnotifies(c->pg); n; n = PQnotifies(c->pg))
        PQfreemem(n);
}

/* Sends the statement of c->step. */
static enum conn_state
send_statement(struct conn *c, struct conn_env *env)
{
    return __builtin_expect(conn_queue_statement(c, env), 1) ? conn_flush(c, env) : conn_fail_lost(c, env);
}

static enum conn_state event_succeeded(struct conn *c, struct conn_env *env, int64_t now_ns);
static enum conn_state roll_back(struct conn *c, struct conn_env *env);

/* --on-error=continue: the event fails of it, and the connection goes on. */
static enum conn_state
fail_alone(struct conn *c, struct conn_env *env, const char *sqlstate)
{
    snprintf(c->sqlstate, sizeof c->sqlstate, "%s", sqlstate);
    c->is_fatal = true;
    return roll_back(c, env);
}

/* Statements that are queued in an open batch cannot be taken back: then the run ends whatever is wanted. */
static enum conn_state
fail_program(struct conn *c, struct conn_env *env)
{
    if (env->continues && !c->is_batch_open)
        return fail_alone(c, env, DATA_EXCEPTION);
    env->program->explain(env->program, &c->generator, env->diag);
    fail_at(env->diag, c->target, DATA_EXCEPTION);
    conn_fail_event(c, env, DATA_EXCEPTION);
    return CONN_CLOSED;
}

/* Sleeps for a moment at least, in which others have their turn. */
static enum conn_state
fall_asleep(struct conn *c, int64_t now_ns)
{
    c->due_ns = now_ns + (c->step.sleep_ns > 0 ? c->step.sleep_ns : 1);
    return CONN_THINKING;
}

/* Goes on with a pipelined program: queues c->step and what comes after it, and sends all at STEP_SEND or STEP_FLUSH. */
static enum conn_state
fill_batch(struct conn *c, struct conn_env *env)
{
    c->is_batch_open = true;
    while (conn_queue_step(c, env)) {
        if (c->step.kind == STEP_SEND || c->step.kind == STEP_FLUSH) {
            c->is_batch_open = false;
            c->sync_count++;
            if (c->batch_count > 0)
                conn_see_entry(c);
            return PQpipelineSync(c->pg) ? conn_flush(c, env) : conn_fail_lost(c, env);
        }
        program_next(env->program, &c->generator, &c->step);
        if (c->step.kind == STEP_FAIL)
            return fail_program(c, env);
        if (c->step.kind == STEP_SLEEP)
            return fall_asleep(c, clock_now_ns());
        assert(c->step.kind != STEP_END && c->step.kind != STEP_ROLLBACK && c->step.kind != STEP_NONE);
    }
    return conn_fail_lost(c, env);
}

static enum conn_state
send_batch(struct conn *c, struct conn_env *env)
{
    c->batch_count = c->batch_at = c->sync_count = 0;
    return fill_batch(c, env);
}

/* The steps besides the two that every event has. */
static __attribute__((noinline, cold)) enum conn_state
take_rare_step(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    switch (c->step.kind) {
    case STEP_SLEEP: return fall_asleep(c, now_ns);
    case STEP_ROLLBACK: return roll_back(c, env);
    case STEP_SEND:
    case STEP_PIPELINE:
    case STEP_SYNC:
    case STEP_FLUSH: return send_batch(c, env);
    case STEP_FAIL: return fail_program(c, env);
    case STEP_END:
    case STEP_NONE: break;
    }
    assert(false && "unreachable step_kind");
    return CONN_CLOSED;
}

/* The event has left a transaction open, which the next one would go on with. */
static __attribute__((noinline, cold)) enum conn_state
fail_open_transaction(struct conn *c, struct conn_env *env)
{
    if (env->continues)
        return fail_alone(c, env, INVALID_TRANSACTION_STATE);
    fail(env->diag, ERR_WORKLOAD, "%s ends inside a transaction", env->program->event_names[c->event_kind]);
    fail_hint(env->diag, "end it by COMMIT or ROLLBACK on every way through the script");
    fail_at(env->diag, c->target, INVALID_TRANSACTION_STATE);
    conn_fail_event(c, env, INVALID_TRANSACTION_STATE);
    return CONN_CLOSED;
}

/* Does what the program wants next. */
static inline enum conn_state
take_step(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    program_next(env->program, &c->generator, &c->step);
    if (c->step.kind == STEP_END) {
        if (__builtin_expect(env->program->ends_idle && PQtransactionStatus(c->pg) != PQTRANS_IDLE, 0))
            return fail_open_transaction(c, env);
        return event_succeeded(c, env, now_ns);
    }
    c->statement_ns = now_ns;
    if (__builtin_expect(c->step.kind == STEP_SEND && !env->program->is_pipelined, 1))
        return send_statement(c, env);
    return take_rare_step(c, env, now_ns);
}

static enum conn_state
send_attempt(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    c->has_result = false;
    c->is_key_taken = false;
    c->is_preparing_one = false;
    c->is_batch_open = false;
    c->failed_statement = -1;
    c->event_kind = program_begin(env->program, &c->generator);
    return take_step(c, env, now_ns);
}

void
conn_begin(struct conn *c, struct conn_env *env, int64_t intended_ns, int64_t now_ns)
{
    assert(c->state == CONN_IDLE || c->state == CONN_DONE || c->state == CONN_GIVEN_UP);
    assert(intended_ns <= now_ns);
    c->intended_ns = intended_ns;
    c->started_ns = now_ns;
    c->attempt_ns = now_ns;
    c->tries = 1;
    c->is_fatal = false;
    c->generator_at_start = c->generator;
    if (__builtin_expect(c->user_data_at_start != NULL, 0))
        memcpy(c->user_data_at_start, c->generator.user_data, env->program->user_data_size);
    c->event = EVENT_RUNNING; /* A lost connection costs an event from here on. */
    if (__builtin_expect(++c->events_since_open % EVENTS_PER_LOOK == 0, 0))
        drop_notifications(c);
    c->state = CONN_SENDING;
    c->state = send_attempt(c, env, now_ns);
}

void
conn_retry(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    assert(c->state == CONN_BACKOFF);
    c->tries++;
    env->tally[c->target]->retries++;
    c->sqlstate[0] = '\0';
    c->generator = c->generator_at_start;
    if (c->user_data_at_start)
        memcpy(c->generator.user_data, c->user_data_at_start, env->program->user_data_size);
    c->attempt_ns = now_ns;
    c->state = CONN_SENDING;
    c->state = send_attempt(c, env, now_ns);
}

static enum failure
failure_of(const char *sqlstate)
{
    if (strcmp(sqlstate, "40001") == 0)
        return FAILURE_SERIALIZATION;
    return strcmp(sqlstate, "40P01") == 0 ? FAILURE_DEADLOCK : FAILURE_OTHER;
}

static enum conn_state
give_up(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    env->tally[c->target]->failed_events++;
    generator_give_back(&c->generator, &c->generator_at_start);
    c->failure = failure_of(c->sqlstate);
    c->sqlstate[0] = '\0';
    c->ended_ns = now_ns;
    return CONN_GIVEN_UP;
}

void
conn_wake(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    assert(c->state == CONN_THINKING && c->event == EVENT_RUNNING);
    c->state = CONN_SENDING;
    if (c->is_batch_open) {
        program_next(env->program, &c->generator, &c->step);
        c->state = c->step.kind == STEP_FAIL ? fail_program(c, env) : fill_batch(c, env);
        return;
    }
    c->state = take_step(c, env, now_ns);
}

void
conn_give_up(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    assert(c->state == CONN_BACKOFF);
    c->state = give_up(c, env, now_ns);
}

/* The attempt has failed in a way that may pass, and no transaction is open. */
static enum conn_state
after_attempt(struct conn *c, struct conn_env *env)
{
    const int64_t now_ns = clock_now_ns();

    conn_count_failed_attempt(c, env, c->sqlstate);
    if (c->is_key_taken) { /* It would be in each attempt to come: the next draws go on behind it. */
        c->generator_at_start = c->generator;
        if (c->user_data_at_start)
            memcpy(c->user_data_at_start, c->generator.user_data, env->program->user_data_size);
    }
    const bool is_over = env->latency_limit_ns > 0 && now_ns - c->intended_ns > env->latency_limit_ns;
    if (c->tries >= env->max_tries || c->is_fatal || is_over)
        return give_up(c, env, now_ns);
    /* Other keys are free now; what two events met on is free when the other one has ended. */
    c->due_ns = c->is_key_taken ? now_ns : now_ns + conn_backoff_ns(env, c->tries, BACKOFF_NS_FIRST, BACKOFF_NS_LIMIT);
    return CONN_BACKOFF;
}

/* No transaction is open any more: the attempt had failed, or the program wanted it so. */
static enum conn_state
rolled_back(struct conn *c, struct conn_env *env)
{
    if (c->sqlstate[0] != '\0')
        return after_attempt(c, env);
    env->tally[c->target]->rollbacks++;
    return take_step(c, env, clock_now_ns());
}

static enum conn_state
roll_back(struct conn *c, struct conn_env *env)
{
    if (PQtransactionStatus(c->pg) == PQTRANS_IDLE)
        return rolled_back(c, env);
    const bool is_sent = env->program->is_pipelined
                             ? PQsendQueryParams(c->pg, "ROLLBACK", 0, NULL, NULL, NULL, NULL, 0) && PQpipelineSync(c->pg)
                             : PQsendQuery(c->pg, "ROLLBACK") == 1;
    if (!is_sent)
        return conn_fail_lost(c, env);
    const enum conn_state next = conn_flush(c, env);
    return next == CONN_WAITING || next == CONN_SENDING ? CONN_ROLLING_BACK : next;
}

/* --reconnect: the event's last act. */
static __attribute__((noinline, cold)) enum conn_state
reconnect(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    conn_hang_up(c);
    c->due_ns = now_ns + env->reopen_timeout_ns;
    return conn_open(c, env);
}

static enum conn_state
event_succeeded(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    conn_count_attempt(c, env, true);
    if (__builtin_expect(env->reconnect_every > 0 && c->events_since_open >= env->reconnect_every, 0))
        return reconnect(c, env, now_ns);
    c->ended_ns = now_ns;
    return CONN_DONE;
}

/* A statement without any answer: libpq has dropped one that it did not understand, or there was none. */
static enum conn_state
fail_unanswered(struct conn *c, struct conn_env *env)
{
    snprintf(c->sqlstate, sizeof c->sqlstate, SQLSTATE_NONE);
    if (c->is_preparing_one && PQstatus(c->pg) == CONNECTION_OK) {
        conn_fail_event(c, env, c->sqlstate);
        return conn_fail_unprepared(c, env);
    }
    return env->reopens ? conn_fail_lost(c, env) : conn_fail_statement(c, env, NULL);
}

static enum conn_state
statement_ended(struct conn *c, struct conn_env *env)
{
    if (__builtin_expect(!c->has_result, 0))
        return fail_unanswered(c, env);
    c->has_result = false;
    if (__builtin_expect(c->sqlstate[0] != '\0', 0)) {
        conn_note_wait(c, env, clock_now_ns());
        return roll_back(c, env);
    }
    if (__builtin_expect(c->is_preparing_one, 0)) {
        conn_note_prepared(c, env);
        return conn_queue_statement(c, env) ? conn_flush(c, env) : conn_fail_lost(c, env);
    }
    const int64_t now_ns = clock_now_ns();
    conn_note_wait(c, env, now_ns);
    struct part *const part = conn_statement_part(c, env);
    if (part) {
        part->count++;
        hist_record(part->latency, now_ns - c->statement_ns);
    }
    if (program_has_ended(env->program, &c->generator))
        return event_succeeded(c, env, now_ns);
    return take_step(c, env, now_ns);
}

static enum conn_state
read_copy(struct conn *c, struct conn_env *env)
{
    const enum conn_state next = conn_copy(c, env);

    return next == CONN_IDLE ? statement_ended(c, env) : next;
}

static enum conn_state
read_results(struct conn *c, struct conn_env *env)
{
    if (__builtin_expect(!conn_consume(c), 0))
        return conn_fail_lost(c, env);
    while (!PQisBusy(c->pg)) {
        PGresult *const result = c->has_result && conn_has_said_ready(c->pg) ? NULL : PQgetResult(c->pg);
        if (!result)
            return statement_ended(c, env);
        const enum conn_state next = conn_take_result(c, env, result);
        PQclear(result);
        if (__builtin_expect(next != CONN_WAITING, 0))
            return next == CONN_COPYING ? read_copy(c, env) : next;
    }
    drop_notifications(c); /* A flood of them comes without an answer. */
    return conn_watch_again(c, env) ? CONN_WAITING : CONN_CLOSED;
}

/* All answers of a pipeline have come. */
static enum conn_state
pipeline_ended(struct conn *c, struct conn_env *env)
{
    const int64_t now_ns = clock_now_ns();

    c->has_result = false;
    conn_note_wait(c, env, now_ns);
    if (c->sqlstate[0] != '\0')
        return roll_back(c, env);
    return take_step(c, env, now_ns);
}

/* --pipeline: the results of the statements in turn, each ended by NULL, then that of the Sync. */
static enum conn_state
read_pipeline(struct conn *c, struct conn_env *env)
{
    if (!conn_consume(c))
        return conn_fail_lost(c, env);
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        const ExecStatusType status = PQresultStatus(result);
        if (!result && (PQstatus(c->pg) == CONNECTION_BAD || c->batch_at == c->batch_count))
            return conn_fail_lost(c, env);
        if (!result && !c->has_result)
            return fail_unanswered(c, env);
        if (!result) {
            c->has_result = false;
            if (++c->batch_at < c->batch_count)
                conn_see_entry(c);
            continue;
        }
        struct part *const part = conn_statement_part(c, env);
        const bool is_sync = status == PGRES_PIPELINE_SYNC;
        const bool is_end = is_sync && --c->sync_count == 0;
        const bool is_skipped = status == PGRES_PIPELINE_ABORTED;
        c->has_result = true;
        if (c->is_preparing_one && !is_sync && status != PGRES_COMMAND_OK)
            conn_forget_prepared(c, env);
        else if (part && !c->is_preparing_one && (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK))
            part->count++;
        const enum conn_state next = is_sync || is_skipped ? CONN_WAITING : conn_take_result(c, env, result);
        PQclear(result);
        if (is_end)
            return pipeline_ended(c, env);
        if (next != CONN_WAITING)
            return next;
    }
    return conn_watch_again(c, env) ? CONN_WAITING : CONN_CLOSED;
}

static enum conn_state
read_while_sending(struct conn *c, struct conn_env *env)
{
    /* A server may stop reading until its own answers are read. */
    return conn_consume(c) ? conn_flush(c, env) : conn_fail_lost(c, env);
}

static enum conn_state
read_rollback(struct conn *c, struct conn_env *env)
{
    if (!conn_consume(c))
        return conn_fail_lost(c, env);
    if (c->wants_write) {
        const enum conn_state next = conn_flush(c, env);
        if (next != CONN_WAITING && next != CONN_SENDING)
            return next;
    }
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        const ExecStatusType status = PQresultStatus(result);
        const bool is_end = env->program->is_pipelined ? result && status == PGRES_PIPELINE_SYNC : !result;
        const bool is_broken = result && status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_SYNC;
        const enum conn_state next = !is_broken     ? CONN_ROLLING_BACK
                                     : env->reopens ? conn_fail_lost(c, env)
                                                    : conn_fail_statement(c, env, result);
        PQclear(result);
        if (is_end)
            return rolled_back(c, env);
        if (is_broken)
            return next;
        if (PQstatus(c->pg) == CONNECTION_BAD)
            return conn_fail_lost(c, env);
    }
    return conn_watch_again(c, env) ? CONN_ROLLING_BACK : CONN_CLOSED;
}

/* The server speaks without having been asked: a notice, or it is closing the connection. */
static enum conn_state
read_unasked(struct conn *c, struct conn_env *env)
{
    if (!conn_consume(c))
        return conn_fail_lost(c, env);
    (void)PQisBusy(c->pg); /* Parses what has come in. */
    drop_notifications(c);
    if (PQstatus(c->pg) == CONNECTION_BAD)
        return conn_fail_lost(c, env);
    return conn_watch_again(c, env) ? c->state : CONN_CLOSED;
}

/* The state that follows, whatever the connection waits for but the answer of one statement, which conn_ready() reads itself. */
static enum conn_state
next_state(struct conn *c, struct conn_env *env)
{
    switch (c->state) {
    case CONN_WAITING: return read_pipeline(c, env);
    case CONN_SENDING: return read_while_sending(c, env);
    case CONN_COPYING: return read_copy(c, env);
    case CONN_ROLLING_BACK: return read_rollback(c, env);
    case CONN_OPENING: return conn_opening(c, env);
    case CONN_LOST: return conn_is_opening(c) ? conn_opening(c, env) : CONN_LOST;
    case CONN_IDLE:
    case CONN_THINKING:
    case CONN_BACKOFF: return read_unasked(c, env);
    case CONN_NEW:
    case CONN_DONE:
    case CONN_GIVEN_UP:
    case CONN_CLOSED: return c->state;
    }
    assert(false && "unreachable conn_state");
    return CONN_CLOSED;
}

/* Apart from conn_ready(), so that what each event does there saves no registers for what is rare. */
static __attribute__((noinline)) void
leave_state(struct conn *c, struct conn_env *env)
{
    c->state = next_state(c, env);
    if (c->state == CONN_IDLE && c->event == EVENT_RUNNING) { /* --reconnect: the event's last act. */
        c->ended_ns = clock_now_ns();
        env->tally[c->target]->reconnect_ns += c->ended_ns - (c->due_ns - env->reopen_timeout_ns);
        c->state = CONN_DONE;
    }
}

void
conn_ready(struct conn *c, struct conn_env *env)
{
    if (__builtin_expect(c->state == CONN_WAITING && !env->program->is_pipelined, 1))
        c->state = read_results(c, env);
    else
        leave_state(c, env);
}
