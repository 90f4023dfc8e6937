#include "conn.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>

#include "clock.h"
#include "literal.h"

#define BACKOFF_NS_FIRST (1 * NS_PER_MS)
#define BACKOFF_NS_LIMIT (64 * NS_PER_MS)

void
conn_init(struct conn *c, int target, int index, uint64_t seed)
{
    *c = (struct conn){.state = CONN_NEW, .target = target, .index = index};
    /* The stream does not depend on the target: both servers of --against get the same statements. */
    rng_init(&c->draws.rng, seed, (uint64_t)index);
}

void
conn_close(struct conn *c)
{
    PQfinish(c->pg);
    c->pg = NULL;
    c->ssl = NULL;
    c->is_registered = false;
    c->state = CONN_CLOSED;
}

/* Failures. */

static const char *
describe(const struct conn *c, char *out, size_t out_size)
{
    snprintf(out, out_size, "connection %d", c->index + 1);
    return out;
}

static enum conn_state
fail_connect(struct conn *c, struct conn_env *env)
{
    char what[32];

    target_fail_connect(&env->targets[c->target], c->pg, describe(c, what, sizeof what), env->diag);
    return CONN_CLOSED;
}

/* The connection is gone. The event in flight, if any, has failed. */
static enum conn_state
fail_lost(struct conn *c, struct conn_env *env)
{
    char what[32];
    const bool was_in_event = conn_is_busy(c);
    const char *const sqlstate = c->notice_sqlstate[0] ? c->notice_sqlstate : "08006";

    target_fail_lost(&env->targets[c->target], c->pg, sqlstate, describe(c, what, sizeof what), env->diag);
    if (was_in_event) {
        sqlstates_add(&env->tally->sqlstates, sqlstate, 1);
        env->tally->failed_attempts++;
        env->tally->failed_events++;
    }
    return CONN_CLOSED;
}

/* An SQL error that trying again cannot mend. */
static enum conn_state
fail_statement(struct conn *c, struct conn_env *env, const PGresult *result)
{
    char what[64];
    const enum statement_kind kind = env->program->ops[c->op].kind;

    snprintf(what, sizeof what, "%s on connection %d", statement_of(kind)->name, c->index + 1);
    target_fail_result(&env->targets[c->target], c->pg, result, what, env->diag);
    sqlstates_add(&env->tally->sqlstates, c->sqlstate, 1);
    env->tally->failed_attempts++;
    env->tally->failed_events++;
    return CONN_CLOSED;
}

/* Registration with epoll. */

static bool
watch(struct conn *c, struct conn_env *env, bool wants_write)
{
    struct epoll_event event = {.events = EPOLLIN | (wants_write ? EPOLLOUT : 0), .data.ptr = c};
    const int fd = PQsocket(c->pg);

    if (c->is_registered && c->wants_write == wants_write)
        return true;
    c->wants_write = wants_write;
    if (c->is_registered && epoll_ctl(env->epoll_fd, EPOLL_CTL_MOD, fd, &event) == 0)
        return true;
    c->is_registered = epoll_ctl(env->epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0;
    if (!c->is_registered) {
        fail(env->diag, ERR_INTERNAL, "connection %d cannot be watched: %s", c->index + 1, strerror(errno));
        fail_hint(env->diag, "raise fs.epoll.max_user_watches or lower --threads");
    }
    return c->is_registered;
}

/* Connecting. */

/* A server that is asked to stop says why before it closes an idle connection; keep it. Other notices are not for us. */
static void
receive_notice(void *arg, const PGresult *notice)
{
    struct conn *const c = arg;
    const char *const severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    const char *const sqlstate = PQresultErrorField(notice, PG_DIAG_SQLSTATE);

    if (severity && sqlstate && strcmp(severity, "FATAL") == 0)
        snprintf(c->notice_sqlstate, sizeof c->notice_sqlstate, "%s", sqlstate);
}

void
conn_connect(struct conn *c, struct conn_env *env)
{
    const struct target *const target = &env->targets[c->target];

    assert(c->state == CONN_NEW);
    c->pg = PQconnectStartParams(target->keywords, target->values, 1);
    if (!c->pg || PQstatus(c->pg) == CONNECTION_BAD) {
        c->state = fail_connect(c, env);
        return;
    }
    PQsetNoticeReceiver(c->pg, receive_notice, c);
    c->state = watch(c, env, true) ? CONN_CONNECTING : CONN_CLOSED;
}

/* libpq decrypts whole records: what is left of one cannot be seen by epoll. */
static void
find_ssl(struct conn *c)
{
    if (!PQsslInUse(c->pg))
        return;
    c->ssl = PQsslStruct(c->pg, "OpenSSL");
    /* libpq has loaded the library; asking the loader saves linking to it. */
    *(void **)&c->ssl_pending = dlsym(RTLD_DEFAULT, "SSL_pending");
    if (!c->ssl_pending)
        c->ssl = NULL;
}

/* Queues PREPARE for each statement of the workload and each table, all in one round trip. */
static bool
send_prepares(struct conn *c, struct conn_env *env)
{
    const struct program *const p = env->program;
    char sql[SQL_SIZE_MAX];

    if (!PQenterPipelineMode(c->pg))
        return false;
    for (int kind = 0; kind < STATEMENT_KIND_COUNT; kind++) {
        if (!p->uses[kind])
            continue;
        const struct statement *const statement = statement_of((enum statement_kind)kind);
        const int table_count = statement->is_per_table ? p->table_count : 1;
        for (int table = 0; table < table_count; table++) {
            statement->write_sql(p->options, table, sql, sizeof sql);
            if (!PQsendPrepare(c->pg, program_statement_name(p, (enum statement_kind)kind, table), sql,
                               p->param_count[kind], p->oids[kind]))
                return false;
        }
    }
    return PQpipelineSync(c->pg) == 1;
}

static enum conn_state
flush_prepares(struct conn *c, struct conn_env *env)
{
    const int left = PQflush(c->pg);

    if (left < 0)
        return fail_lost(c, env);
    return watch(c, env, left > 0) ? CONN_PREPARING : CONN_CLOSED;
}

static enum conn_state
connected(struct conn *c, struct conn_env *env)
{
    if (PQsetnonblocking(c->pg, 1) != 0)
        return fail_lost(c, env);
    find_ssl(c);
    if (env->is_text)
        return watch(c, env, false) ? CONN_IDLE : CONN_CLOSED;
    if (!send_prepares(c, env))
        return fail_lost(c, env);
    return flush_prepares(c, env);
}

static enum conn_state
poll_connect(struct conn *c, struct conn_env *env)
{
    const int fd_before = PQsocket(c->pg);
    const PostgresPollingStatusType status = PQconnectPoll(c->pg);

    if (status == PGRES_POLLING_OK)
        return connected(c, env);
    if (status == PGRES_POLLING_FAILED)
        return fail_connect(c, env);
    /* The next address of a host is a new socket; closing the old one has taken it out of the epoll set, and the new one may
     * even have the same number. */
    if (PQsocket(c->pg) != fd_before)
        c->is_registered = false;
    const bool wants_write = status == PGRES_POLLING_WRITING;
    if (c->is_registered) /* Force the call: it notices a new socket of the same number. */
        c->wants_write = !wants_write;
    return watch(c, env, wants_write) ? CONN_CONNECTING : CONN_CLOSED;
}

/* Takes in what the socket has; false when the connection is lost. */
static bool
consume(struct conn *c)
{
    do {
        if (!PQconsumeInput(c->pg))
            return false;
    } while (c->ssl && c->ssl_pending(c->ssl) > 0);
    return true;
}

static enum conn_state
read_prepares(struct conn *c, struct conn_env *env)
{
    if (!consume(c))
        return fail_lost(c, env);
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        const ExecStatusType status = PQresultStatus(result);
        if (!result) /* The end of one statement of the pipeline. */
            continue;
        if (status == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            if (env->diag->code != ERR_OK)
                return CONN_CLOSED;
            return PQexitPipelineMode(c->pg) ? CONN_IDLE : fail_lost(c, env);
        }
        if (status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_ABORTED) {
            char what[64];
            snprintf(what, sizeof what, "preparing on connection %d", c->index + 1);
            target_fail_result(&env->targets[c->target], c->pg, result, what, env->diag);
        }
        PQclear(result);
        if (PQstatus(c->pg) == CONNECTION_BAD)
            return fail_lost(c, env);
    }
    return c->wants_write ? flush_prepares(c, env) : CONN_PREPARING;
}

/* Events. */

static enum conn_state
flush(struct conn *c, struct conn_env *env)
{
    const int left = PQflush(c->pg);

    if (__builtin_expect(left == 0, 1)) {
        if (__builtin_expect(c->wants_write, 0) && !watch(c, env, false))
            return CONN_CLOSED;
        return CONN_WAITING;
    }
    if (left < 0)
        return fail_lost(c, env);
    return watch(c, env, true) ? CONN_SENDING : CONN_CLOSED;
}

/* Sends the statement at c->op. */
static enum conn_state
send_statement(struct conn *c, struct conn_env *env)
{
    const struct program *const p = env->program;
    const struct op op = p->ops[c->op];
    const struct statement *const statement = statement_of(op.kind);
    int is_sent;

    if (op.starts_group)
        c->draws.table = p->table_count == 1 ? 0 : (int)rng_below(&c->draws.rng, (uint64_t)p->table_count);
    env->params.count = 0;
    if (statement->draw)
        statement->draw(p, &c->draws, &env->params);
    assert(env->params.count == p->param_count[op.kind]);
    if (__builtin_expect(env->is_text, 0)) {
        literal_sql(p->options, op.kind, c->draws.table, &env->params, env->sql, SQL_TEXT_SIZE);
        is_sent = PQsendQuery(c->pg, env->sql);
    } else {
        const int table = statement->is_per_table ? c->draws.table : 0;
        is_sent = PQsendQueryPrepared(c->pg, program_statement_name(p, op.kind, table), env->params.count,
                                      env->params.values, env->params.lengths, env->params.formats, 1);
    }
    if (__builtin_expect(!is_sent, 0))
        return fail_lost(c, env);
    return flush(c, env);
}

void
conn_begin(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    assert(c->state == CONN_IDLE || c->state == CONN_DONE || c->state == CONN_GIVEN_UP);
    c->started_ns = now_ns;
    c->tries = 1;
    c->op = 0;
    c->draws_at_start = c->draws;
    c->state = CONN_SENDING; /* From here on a lost connection costs an event. */
    c->state = send_statement(c, env);
}

void
conn_retry(struct conn *c, struct conn_env *env)
{
    assert(c->state == CONN_BACKOFF);
    c->tries++;
    env->tally->retries++;
    c->op = 0;
    c->sqlstate[0] = '\0';
    c->draws = c->draws_at_start;
    c->state = CONN_SENDING;
    c->state = send_statement(c, env);
}

/* Adds the statements of the attempt that has just ended. */
static void
count_attempt(struct conn *c, struct conn_env *env, bool is_committed)
{
    for (int i = 0; i < QUERY_CLASS_COUNT; i++) {
        env->tally->queries.count[i] += c->attempt.count[i];
        if (is_committed)
            env->tally->committed.count[i] += c->attempt.count[i];
        c->attempt.count[i] = 0;
    }
}

/* The attempt has failed in a way that may pass, and no transaction is open. */
static enum conn_state
after_attempt(struct conn *c, struct conn_env *env)
{
    sqlstates_add(&env->tally->sqlstates, c->sqlstate, 1);
    env->tally->failed_attempts++;
    count_attempt(c, env, false);
    if (c->tries >= env->max_tries) {
        env->tally->failed_events++;
        c->sqlstate[0] = '\0';
        return CONN_GIVEN_UP;
    }
    /* Full jitter: any time up to a limit that doubles, so that those who met once do not meet again. */
    const int doublings = c->tries < 8 ? c->tries - 1 : 7;
    const int64_t limit_ns = BACKOFF_NS_FIRST << doublings;
    const int64_t wait_ns = rng_between(&env->jitter, 0, limit_ns < BACKOFF_NS_LIMIT ? limit_ns : BACKOFF_NS_LIMIT);
    c->retry_at_ns = clock_now_ns() + wait_ns;
    return CONN_BACKOFF;
}

static enum conn_state
roll_back(struct conn *c, struct conn_env *env)
{
    if (PQtransactionStatus(c->pg) == PQTRANS_IDLE)
        return after_attempt(c, env);
    if (!PQsendQuery(c->pg, "ROLLBACK"))
        return fail_lost(c, env);
    const enum conn_state next = flush(c, env);
    return next == CONN_CLOSED ? CONN_CLOSED : CONN_ROLLING_BACK;
}

static enum conn_state
statement_ended(struct conn *c, struct conn_env *env)
{
    if (__builtin_expect(c->sqlstate[0] != '\0', 0))
        return roll_back(c, env);
    c->op++;
    if (c->op < env->program->op_count)
        return send_statement(c, env);
    count_attempt(c, env, true);
    return CONN_DONE;
}

static bool
is_retryable(const struct conn *c, const struct conn_env *env, const char *sqlstate)
{
    const struct program *const p = env->program;
    const char *const conflict = statement_of(p->ops[c->op].kind)->conflict;

    return dialect_is_retryable(p->options->dialect, sqlstate) || (conflict && strcmp(conflict, sqlstate) == 0);
}

/* Counts one result. False when it ends the run: the diag says why. */
static bool
take_result(struct conn *c, struct conn_env *env, const PGresult *result)
{
    const ExecStatusType status = PQresultStatus(result);

    if (status == PGRES_TUPLES_OK) {
        c->attempt.count[QUERY_READ]++;
        return true;
    }
    if (status == PGRES_COMMAND_OK) {
        const char *const affected = PQcmdTuples((PGresult *)result);
        const bool has_changed = affected[0] != '\0' && affected[0] != '0';
        c->attempt.count[has_changed ? QUERY_WRITE : QUERY_OTHER]++;
        return true;
    }
    const char *const sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    snprintf(c->sqlstate, sizeof c->sqlstate, "%s", sqlstate ? sqlstate : "08006");
    if (sqlstate && is_retryable(c, env, sqlstate))
        return true;
    fail_statement(c, env, result);
    return false;
}

static enum conn_state
read_results(struct conn *c, struct conn_env *env)
{
    if (__builtin_expect(!consume(c), 0))
        return fail_lost(c, env);
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        if (!result)
            return statement_ended(c, env);
        const bool goes_on = take_result(c, env, result);
        PQclear(result);
        if (__builtin_expect(!goes_on, 0))
            return CONN_CLOSED;
    }
    return CONN_WAITING;
}

static enum conn_state
read_while_sending(struct conn *c, struct conn_env *env)
{
    /* A server may stop reading until its own answers are read. */
    if (!consume(c))
        return fail_lost(c, env);
    return flush(c, env);
}

static enum conn_state
read_rollback(struct conn *c, struct conn_env *env)
{
    if (!consume(c))
        return fail_lost(c, env);
    if (c->wants_write && flush(c, env) == CONN_CLOSED)
        return CONN_CLOSED;
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        if (!result)
            return after_attempt(c, env);
        const bool is_done = PQresultStatus(result) == PGRES_COMMAND_OK;
        if (!is_done)
            fail_statement(c, env, result);
        PQclear(result);
        if (!is_done)
            return CONN_CLOSED;
    }
    return CONN_ROLLING_BACK;
}

/* Nobody asked: either a notice, or the server is closing the connection. */
static enum conn_state
read_unasked(struct conn *c, struct conn_env *env)
{
    if (!consume(c))
        return fail_lost(c, env);
    (void)PQisBusy(c->pg); /* Parses what has come in. */
    return PQstatus(c->pg) == CONNECTION_BAD ? fail_lost(c, env) : c->state;
}

static enum conn_state
next_state(struct conn *c, struct conn_env *env)
{
    switch (c->state) {
    case CONN_WAITING: return read_results(c, env);
    case CONN_SENDING: return read_while_sending(c, env);
    case CONN_ROLLING_BACK: return read_rollback(c, env);
    case CONN_CONNECTING: return poll_connect(c, env);
    case CONN_PREPARING: return read_prepares(c, env);
    case CONN_IDLE:
    case CONN_BACKOFF: return read_unasked(c, env);
    case CONN_NEW:
    case CONN_DONE:
    case CONN_GIVEN_UP:
    case CONN_CLOSED: return c->state;
    }
    assert(false && "unreachable conn_state");
    return CONN_CLOSED;
}

void
conn_ready(struct conn *c, struct conn_env *env)
{
    c->state = next_state(c, env);
}
