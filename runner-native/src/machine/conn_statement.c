#include "machine/conn_statement.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/text.h"
#include "machine/target.h"

enum { COPY_BUFFERS_AT_ONCE = 8 }; /* Buffers of rows that are sent before others have their turn. */

/* Sending. */

/* A statement that is parsed at each execution. */
static __attribute__((noinline, cold)) bool
send_unnamed(struct conn *c, struct conn_env *env, const struct program_statement *ps, int result_format)
{
    const struct params *const params = &env->params;

    statement_write(ps->statement, env->program->options, c->step.table, env->sql, env->program->text_size);
    return PQsendQueryParams(c->pg, env->sql, params->count, ps->oids, params->values, params->lengths, params->formats,
                             result_format) == 1;
}

bool
conn_queue_statement(struct conn *c, struct conn_env *env)
{
    const struct program *const p = env->program;
    const struct step *const step = &c->step;
    const struct program_statement *const ps = &p->statements[step->statement];

    if (__builtin_expect(ps->is_prepared && conn_is_unprepared(c, env), 0)) {
        c->is_preparing_one = true;
        return conn_send_prepare(c, env, step->statement, step->table);
    }
    program_draw(p, step->statement, &c->generator, &env->params);
    if (__builtin_expect(ps->is_text, 0)) {
        program_write_text(p, step, &c->generator, &env->params, env->sql);
        return (p->is_pipelined ? PQsendQueryParams(c->pg, env->sql, 0, NULL, NULL, NULL, NULL, 0)
                                : PQsendQuery(c->pg, env->sql)) == 1;
    }
    assert(env->params.count == ps->param_count);
    const int result_format = !ps->statement->is_text_answered;
    if (__builtin_expect(!ps->is_prepared, 0))
        return send_unnamed(c, env, ps, result_format);
    return PQsendQueryPrepared(c->pg, program_statement_name(p, step->statement, step->table), env->params.count,
                               env->params.values, env->params.lengths, env->params.formats, result_format) == 1;
}

/* Queues PREPARE of a batch's statement before the statement itself. What is queued twice is prepared once; if the server refuses, that
 * is taken back (conn_see_entry()). */
static bool
queue_prepare(struct conn *c, struct conn_env *env)
{
    c->batch[c->batch_count++] = ~c->step.statement;
    conn_note_prepared(c, env);
    return conn_send_prepare(c, env, c->step.statement, c->step.table);
}

bool
conn_queue_step(struct conn *c, struct conn_env *env)
{
    if (c->step.kind == STEP_FLUSH)
        return true;
    if (c->step.kind == STEP_SYNC) {
        c->sync_count++;
        return PQpipelineSync(c->pg) == 1;
    }
    assert(c->batch_count + 1 < env->program->batch_max * 2);
    if (env->program->statements[c->step.statement].is_prepared && conn_is_unprepared(c, env) && !queue_prepare(c, env))
        return false;
    c->batch[c->batch_count++] = c->step.statement;
    return conn_queue_statement(c, env);
}

void
conn_see_entry(struct conn *c)
{
    const int entry = c->batch[c->batch_at];

    c->is_preparing_one = entry < 0;
    c->step.statement = entry < 0 ? ~entry : entry;
}

/* Answers. */

/* Describes the statement in flight for a failure, with its place in what the user wrote; NULL: nowhere. */
static const char *
describe_statement(const struct conn *c, const struct conn_env *env, char *what, size_t size, char *where, size_t where_size)
{
    const struct program *const program = env->program;
    const char *const name = program->statements[c->step.statement].statement->name;
    const char *const place = program->locate ? program->locate(program, c->step.statement, where, where_size, env->diag)
                                              : NULL;

    if (program->describe)
        program->describe(program, &c->generator, what, size);
    else
        snprintf(what, size, "%s%s%s on connection %d", place ? place : "", place ? ": " : "", name, c->index + 1);
    return place;
}

enum conn_state
conn_fail_statement(struct conn *c, struct conn_env *env, const PGresult *result)
{
    char what[512], where[400];
    const char *const place = describe_statement(c, env, what, sizeof what, where, sizeof where);

    conn_hint_statement(env, result, place, c->is_preparing_one);
    target_fail_result(&env->targets[c->target], c->pg, result, what, env->diag);
    conn_fail_event(c, env, c->sqlstate);
    return CONN_CLOSED;
}

/* Does it say of the statement in flight no more than that two events met? */
static bool
is_conflict(const struct conn *c, const struct conn_env *env, const char *sqlstate)
{
    const char *const conflict = env->program->statements[c->step.statement].statement->conflict;

    return conflict && strcmp(conflict, sqlstate) == 0;
}

static void
count_miss(const struct conn *c, const struct conn_env *env)
{
    struct detail *const d = conn_detail(c, env);

    if (d) {
        d->statements[c->step.statement].misses++;
        d->events[c->event_kind].misses++;
    }
}

/* Gives the rows to the statement, where it wants them. A wrong answer fails the event; asking again would hide it. */
static __attribute__((noinline)) void
give_rows(struct conn *c, struct conn_env *env, const PGresult *result)
{
    const struct program *const p = env->program;
    const struct reply reply = {.result = result};
    const char *const fault = program_take_reply(p, c->step.statement, &c->generator, &reply);

    if (!fault)
        return;
    snprintf(c->sqlstate, sizeof c->sqlstate, "%s", fault);
    c->is_fatal = true;
}

/* May the same statement succeed with other values? So are data exceptions, constraints, views with a check, RAISE, and what was cut
 * off because it took too long (PostgreSQL's manual, appendix A). */
static bool
is_of_values(const char *sqlstate)
{
    static const char *const classes[] = {"22", "23", "44", "P0", "57014", "55P03"};

    for (size_t at = 0; at < ARRAY_LENGTH(classes); at++)
        if (strncmp(sqlstate, classes[at], strlen(classes[at])) == 0)
            return true;
    return false;
}

/* The states that follow a result which is no success; CONN_WAITING when the statement may be tried again. */
static __attribute__((noinline, cold)) enum conn_state
take_error(struct conn *c, struct conn_env *env, const PGresult *result)
{
    const char *const sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    struct part *const part = conn_statement_part(c, env);

    if (env->reopens && conn_note_end(c, result))
        return conn_fail_lost(c, env);
    const char *const unsaid = PQstatus(c->pg) == CONNECTION_BAD ? "08006" : SQLSTATE_NONE;
    snprintf(c->sqlstate, sizeof c->sqlstate, "%s", sqlstate ? sqlstate : unsaid);
    const bool has_met = sqlstate && is_conflict(c, env, sqlstate);
    const bool is_retryable = has_met || (sqlstate && options_is_retryable(env->program->options, sqlstate));
    const bool goes_on = is_retryable || env->continues || (env->forgives_values && sqlstate && is_of_values(sqlstate));
    if (!sqlstate || !goes_on)
        return conn_fail_statement(c, env, result);
    c->is_fatal = c->is_fatal || !is_retryable;
    c->is_key_taken = is_retryable && !has_met && strcmp(sqlstate, UNIQUE_VIOLATION) == 0;
    c->failed_statement = c->step.statement;
    if (part)
        part->errors++;
    if (env->refused && (c->is_fatal || c->tries >= env->max_tries))
        env->refused(c, env, result);
    return CONN_WAITING;
}

/* How many rows a command has changed, as text: "INSERT 0 1", "UPDATE 12", but "COMMIT" has "". PQcmdTuples() compares with the names
 * of commands one after the other, some 130 instructions of each. */
static const char *
rows_affected(const PGresult *result)
{
    const char *const status = PQcmdStatus((PGresult *)(uintptr_t)result), *const space = strrchr(status, ' ');

    return space && space[1] >= '0' && space[1] <= '9' ? space + 1 : "";
}

/* The server wants rows, or sends them. libpq cannot do that in a pipeline. */
static __attribute__((noinline, cold)) enum conn_state
begin_copy(struct conn *c, struct conn_env *env, const PGresult *result)
{
    if (env->program->is_pipelined)
        return conn_fail_statement(c, env, result);
    c->copy = PQresultStatus(result) == PGRES_COPY_IN ? COPY_IN : COPY_OUT;
    c->copied_count = 0;
    return CONN_COPYING;
}

enum conn_state
conn_take_result(struct conn *c, struct conn_env *env, const PGresult *result)
{
    const ExecStatusType status = PQresultStatus(result);

    c->has_result = true;
    if (status == PGRES_TUPLES_OK) {
        c->attempt.count[QUERY_READ]++;
        if (__builtin_expect(PQntuples(result) == 0, 0))
            count_miss(c, env);
        if (env->program->statements[c->step.statement].statement->take_reply)
            give_rows(c, env, result);
        return CONN_WAITING;
    }
    if (status == PGRES_COMMAND_OK) {
        if (__builtin_expect(c->is_preparing_one, 0))
            return CONN_WAITING;
        if (__builtin_expect(env->program->statements[c->step.statement].statement->takes_rowless, 0))
            give_rows(c, env, result);
        const char *const affected = rows_affected(result);
        const bool has_changed = affected[0] != '\0' && affected[0] != '0';
        c->attempt.count[has_changed ? QUERY_WRITE : QUERY_OTHER]++;
        if (affected[0] == '0')
            count_miss(c, env);
        return CONN_WAITING;
    }
    if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT)
        return begin_copy(c, env, result);
    return take_error(c, env, result);
}

/* COPY. */

/* The rows of a COPY cannot be had: closing the connection takes back those that are sent. */
static __attribute__((noinline, cold)) enum conn_state
fail_rows(struct conn *c, struct conn_env *env, const char *why)
{
    char what[512], where[400];

    describe_statement(c, env, what, sizeof what, where, sizeof where);
    fail(env->diag, ERR_WORKLOAD, "%s: %.300s", what, why);
    fail_hint(env->diag, "\\copy orders FROM 'orders.csv' sends the rows of a file (docs/workloads.md, \"script\")");
    fail_at(env->diag, c->target, NULL);
    conn_fail_event(c, env, SQLSTATE_NONE);
    return CONN_CLOSED;
}

static enum conn_state
send_rows(struct conn *c, struct conn_env *env)
{
    const struct program *const p = env->program;
    const struct statement *const statement = p->statements[c->step.statement].statement;

    for (int i = 0; i < COPY_BUFFERS_AT_ONCE; i++) {
        const int unsent = PQflush(c->pg);
        if (unsent < 0)
            return conn_fail_lost(c, env);
        if (unsent > 0)
            break;
        const ptrdiff_t length = statement->write_copy ? statement->write_copy(p, &c->generator, env->sql) : -1;
        if (length < 0)
            return fail_rows(c, env, statement->write_copy ? env->sql : "the server asks for rows, and there are none for it");
        if (length == 0)
            return PQputCopyEnd(c->pg, NULL) == 1 ? conn_flush(c, env) : conn_fail_lost(c, env);
        if (PQputCopyData(c->pg, env->sql, (int)length) != 1)
            return conn_fail_lost(c, env);
    }
    return conn_watch(c, env, true) ? CONN_COPYING : CONN_CLOSED;
}

/* Counts them, and looks at nothing in them. */
static enum conn_state
take_rows(struct conn *c, struct conn_env *env)
{
    char *row;
    int length;

    while ((length = PQgetCopyData(c->pg, &row, 1)) > 0) {
        c->copied_count++;
        PQfreemem(row);
    }
    if (length == 0)
        return conn_watch_again(c, env) ? CONN_COPYING : CONN_CLOSED;
    c->copy = COPY_ENDED; /* All have come, or what is wrong is in the result. */
    return CONN_COPYING;
}

static enum conn_state
take_copied(struct conn *c, struct conn_env *env, const PGresult *result)
{
    c->has_result = true;
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        return conn_take_result(c, env, result);
    c->attempt.count[QUERY_READ]++;
    if (c->copied_count == 0)
        count_miss(c, env);
    return CONN_WAITING;
}

enum conn_state
conn_copy(struct conn *c, struct conn_env *env)
{
    if (!conn_consume(c))
        return conn_fail_lost(c, env);
    if (c->copy == COPY_IN)
        return send_rows(c, env);
    if (c->copy == COPY_OUT) {
        const enum conn_state next = take_rows(c, env);
        if (c->copy == COPY_OUT)
            return next;
    }
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        if (!result)
            return CONN_IDLE;
        const enum conn_state next = take_copied(c, env, result);
        PQclear(result);
        if (next != CONN_WAITING)
            return next;
    }
    return conn_watch_again(c, env) ? CONN_COPYING : CONN_CLOSED;
}

/* Silence. */

void
conn_stall(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    const int64_t waited_ns = now_ns - c->statement_ns;
    const time_t since = (time_t)((clock_wall_ns() - waited_ns) / NS_PER_S);
    char host[300], at[32];
    struct tm utc;

    assert(conn_is_waiting(c));
    target_host_name(&env->targets[c->target], c->host, host, sizeof host);
    gmtime_r(&since, &utc);
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", &utc);
    fail(env->diag, ERR_TARGET, "server %d (%s) has stopped answering: connection %d waits for %s since %s, %s s", c->target,
         host, c->index + 1,
         c->state == CONN_ROLLING_BACK ? "ROLLBACK" : env->program->statements[c->step.statement].statement->name, at,
         plain_number(clock_seconds(waited_ns), 3).text);
    fail_hint(env->diag,
              "look at its log and at pg_stat_activity; if statements may take so long, raise --stall-timeout (0: no limit)");
    fail_at(env->diag, c->target, NULL);
    c->state = CONN_CLOSED;
}
