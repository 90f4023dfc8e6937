#include "conn.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "clock.h"

#define BACKOFF_NS_FIRST (1 * NS_PER_MS)
#define BACKOFF_NS_LIMIT (64 * NS_PER_MS)
#define REOPEN_NS_FIRST (10 * NS_PER_MS)
#define REOPEN_NS_LIMIT (1 * NS_PER_S)

static size_t
prepared_size(const struct program *p)
{
    return ((size_t)STATEMENT_KIND_COUNT * (size_t)p->table_count + 7) / 8;
}

bool
conn_init(struct conn *c, const struct conn_env *env, int target, int index, uint64_t seed)
{
    *c = (struct conn){.state = CONN_NEW, .target = target, .index = index, .draws = {.lane = index}};
    /* The stream does not depend on the target: both servers of --against get the same statements. */
    rng_init(&c->draws.rng, seed, (uint64_t)index);
    if (env->is_lazy)
        c->prepared = calloc(1, prepared_size(env->program));
    return !env->is_lazy || c->prepared;
}

static void
hang_up(struct conn *c)
{
    PQfinish(c->pg); /* Its socket leaves the epoll set by being closed. */
    c->pg = NULL;
    c->ssl = NULL;
    c->ssl_pending = NULL;
    c->is_registered = false;
}

void
conn_close(struct conn *c)
{
    hang_up(c);
    c->state = CONN_CLOSED;
}

void
conn_free(struct conn *c)
{
    conn_close(c);
    free(c->prepared);
    c->prepared = NULL;
}

/* Counting. */

/* Where the breakdown of this connection's measurements goes; NULL while nothing is measured. */
static inline struct detail *
detail_of(const struct conn *c, const struct conn_env *env)
{
    return env->detail[c->target];
}

static inline struct part *
statement_part(const struct conn *c, const struct conn_env *env)
{
    struct detail *const d = detail_of(c, env);

    return d ? &d->statements[env->program->ops[c->op].kind] : NULL;
}

/* Adds the statements of the attempt that has just ended. */
static void
count_attempt(struct conn *c, struct conn_env *env, bool is_committed)
{
    struct tally *const tally = env->tally[c->target];

    for (int i = 0; i < QUERY_CLASS_COUNT; i++) {
        tally->queries.count[i] += c->attempt.count[i];
        if (is_committed)
            tally->committed.count[i] += c->attempt.count[i];
        c->attempt.count[i] = 0;
    }
}

static void
count_failed_attempt(struct conn *c, struct conn_env *env, const char *sqlstate)
{
    struct tally *const tally = env->tally[c->target];
    struct detail *const d = detail_of(c, env);

    sqlstates_add(&tally->sqlstates, sqlstate, 1);
    tally->failed_attempts++;
    count_attempt(c, env, false);
    if (d)
        d->hosts[c->host].errors++;
}

/* The event in flight, if any, has failed for good, and the connection with it. */
static void
fail_event(struct conn *c, struct conn_env *env, const char *sqlstate)
{
    const bool was_executing = c->state == CONN_WAITING || c->state == CONN_SENDING;

    if (c->event != EVENT_RUNNING)
        return;
    c->event = EVENT_FAILED;
    if (was_executing && c->op < env->program->op_count && statement_part(c, env))
        statement_part(c, env)->errors++;
    count_failed_attempt(c, env, sqlstate);
    env->tally[c->target]->failed_events++;
    c->sqlstate[0] = '\0';
}

void
conn_count_downtime(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    env->tally[c->target]->downtime_ns += now_ns - c->lost_ns;
    c->lost_ns = now_ns;
}

/* Failures. */

static const char *
describe(const struct conn *c, char *out, size_t out_size)
{
    snprintf(out, out_size, "connection %d", c->index + 1);
    return out;
}

/* Full jitter: any time up to a limit that doubles, so that those who met once do not meet again. */
static int64_t
backoff_ns(struct conn_env *env, int tries, int64_t first_ns, int64_t limit_ns)
{
    const int64_t doubled_ns = first_ns << (tries < 8 ? tries - 1 : 7);

    return rng_between(&env->jitter, 0, doubled_ns < limit_ns ? doubled_ns : limit_ns);
}

/* To be opened again, now or later: libpq's connection has nothing left to say. */
static enum conn_state
await_reopening(struct conn *c, struct conn_env *env)
{
    const int64_t now_ns = clock_now_ns();

    hang_up(c);
    if (c->lost_ns == 0) {
        c->lost_ns = now_ns;
        c->give_up_ns = now_ns + env->reopen_timeout_ns;
        c->reopen_count = 0;
    }
    c->reopen_count++;
    c->due_ns = now_ns + backoff_ns(env, c->reopen_count, REOPEN_NS_FIRST, REOPEN_NS_LIMIT);
    return CONN_LOST;
}

static enum conn_state
fail_connect(struct conn *c, struct conn_env *env)
{
    char what[32];

    fail_event(c, env, "08001"); /* sqlclient_unable_to_establish_sqlconnection */
    if (env->reopens && c->pg && (c->lost_ns == 0 || clock_now_ns() < c->give_up_ns))
        return await_reopening(c, env);
    target_fail_connect(&env->targets[c->target], c->pg, describe(c, what, sizeof what), env->diag);
    return CONN_CLOSED;
}

/* The connection is gone. The event in flight, if any, has failed. */
static enum conn_state
fail_lost(struct conn *c, struct conn_env *env)
{
    char what[32];
    const char *const sqlstate = c->notice_sqlstate[0] ? c->notice_sqlstate : "08006";

    fail_event(c, env, sqlstate);
    if (env->reopens)
        return await_reopening(c, env);
    target_fail_lost(&env->targets[c->target], c->pg, sqlstate, describe(c, what, sizeof what), env->diag);
    return CONN_CLOSED;
}

/* Has the connection ended with the error? Then keeps why. Otherwise the server, or what stands in front of it, goes on
 * listening. */
static bool
note_end(struct conn *c, const PGresult *error)
{
    const char *const sqlstate = PQresultErrorField(error, PG_DIAG_SQLSTATE);
    const char *const severity = PQresultErrorField(error, PG_DIAG_SEVERITY_NONLOCALIZED);
    const bool is_fatal = !sqlstate || (severity && strcmp(severity, "ERROR") != 0) ||
                          strncmp(sqlstate, "0800", 4) == 0; /* connection_exception and its kin, but not protocol_violation. */

    if (is_fatal)
        snprintf(c->notice_sqlstate, sizeof c->notice_sqlstate, "%s", sqlstate ? sqlstate : "");
    return is_fatal;
}

/* Is it how a server, or a pooler in front of it, says that it does not keep prepared statements? */
static bool
refuses_prepared(const char *sqlstate, bool is_preparing)
{
    static const char *const states[] = {
        "0A000", /* feature_not_supported */
        "42601", /* syntax_error */
        "42P05", /* duplicate_prepared_statement: of another client, on a shared connection. */
        "XX000", /* internal_error: what a server says that was not made for it. */
    };

    for (size_t i = 0; is_preparing && i < ARRAY_LENGTH(states); i++)
        if (strcmp(sqlstate, states[i]) == 0)
            return true;
    return strcmp(sqlstate, "26000") == 0; /* invalid_sql_statement_name: prepared on another connection. */
}

/* The remedies that only the workload and its options know. Before the failure itself is noted, whose own hint is weaker. */
static void
hint_statement(const struct conn_env *env, const PGresult *result, bool is_preparing)
{
    const char *const sqlstate = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const struct workload *const workload = env->program->options->workload;

    if (env->diag->code != ERR_OK || !sqlstate)
        return;
    if (strcmp(sqlstate, "42P01") == 0 && workload->is_table_per_connection) /* undefined_table */
        fail_hint(env->diag, "run `prepare` first, with the same --threads and --shard: %s has a table for each connection",
                  workload->name);
    else if (refuses_prepared(sqlstate, is_preparing))
        fail_hint(env->diag, "where a server or a pooler does not keep prepared statements, --db-ps-mode=disable sends text");
}

/* An SQL error that trying again cannot mend. */
static enum conn_state
fail_statement(struct conn *c, struct conn_env *env, const PGresult *result)
{
    char what[64];
    const enum statement_kind kind = env->program->ops[c->op].kind;

    hint_statement(env, result, c->is_preparing_one);
    snprintf(what, sizeof what, "%s on connection %d", statement_of(kind)->name, c->index + 1);
    target_fail_result(&env->targets[c->target], c->pg, result, what, env->diag);
    fail_event(c, env, c->sqlstate);
    return CONN_CLOSED;
}

/* Registration with epoll. */

static bool
watch(struct conn *c, struct conn_env *env, bool wants_write)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLET | (wants_write ? EPOLLOUT : 0), .data.ptr = c};
    const int fd = PQsocket(c->pg);

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

/* An edge is told once. What may still be in the socket is told again after this. */
static bool
watch_again(struct conn *c, struct conn_env *env)
{
    return watch(c, env, c->wants_write);
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

static enum conn_state
open_connection(struct conn *c, struct conn_env *env)
{
    c->notice_sqlstate[0] = '\0';
    c->pg = target_start(&env->targets[c->target], c->index);
    if (!c->pg || PQstatus(c->pg) == CONNECTION_BAD)
        return fail_connect(c, env);
    PQsetNoticeReceiver(c->pg, receive_notice, c);
    return watch(c, env, true) ? CONN_CONNECTING : CONN_CLOSED;
}

void
conn_connect(struct conn *c, struct conn_env *env)
{
    assert(c->state == CONN_NEW);
    c->state = open_connection(c, env);
}

void
conn_reopen(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    assert(c->state == CONN_LOST);
    conn_count_downtime(c, env, now_ns);
    c->due_ns = c->give_up_ns; /* A server that accepts and never answers is given up then. */
    c->event = EVENT_NONE;
    c->state = open_connection(c, env);
}

void
conn_expire(struct conn *c, struct conn_env *env)
{
    const bool was_lost = c->lost_ns != 0;

    assert(conn_is_opening(c));
    if (!was_lost)
        c->lost_ns = c->due_ns - env->reopen_timeout_ns;
    fail_event(c, env, "08001");
    conn_count_downtime(c, env, clock_now_ns());
    fail(env->diag, ERR_TARGET, "connection %d to %s:%s was %s and could not be opened again in %g s", c->index + 1,
         env->targets[c->target].host, env->targets[c->target].port, was_lost ? "lost" : "closed for --reconnect",
         (double)env->reopen_timeout_ns / (double)NS_PER_S);
    fail_hint(env->diag, "raise --thread-init-timeout if the server needs longer%s", was_lost ? " to come back" : " for a connection");
    fail_at(env->diag, c->target, "08001");
    c->state = CONN_CLOSED;
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

static bool
send_prepare(struct conn *c, struct conn_env *env, enum statement_kind kind, int table)
{
    const struct program *const p = env->program;
    char sql[SQL_SIZE_MAX];

    statement_of(kind)->write_sql(p->options, table, sql, sizeof sql);
    return PQsendPrepare(c->pg, program_statement_name(p, kind, table), sql, p->param_count[kind], p->oids[kind]) == 1;
}

/* Queues what a session begins with: its settings, then PREPARE for each statement of the workload and each table; all in
 * one round trip. */
static bool
send_prepares(struct conn *c, struct conn_env *env)
{
    const struct program *const p = env->program;

    if (p->session_sql && !PQsendQueryParams(c->pg, p->session_sql, 0, NULL, NULL, NULL, NULL, 0))
        return false;
    for (int kind = 0; kind < STATEMENT_KIND_COUNT; kind++) {
        if (!p->is_prepared[kind] || env->is_lazy)
            continue;
        const int table_count = statement_of((enum statement_kind)kind)->is_per_table ? p->table_count : 1;
        for (int table = 0; table < table_count; table++)
            if (!send_prepare(c, env, (enum statement_kind)kind, table))
                return false;
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

static enum conn_state send_attempt(struct conn *c, struct conn_env *env);

/* Open, and everything is prepared. An event may be waiting for it. */
static enum conn_state
opened(struct conn *c, struct conn_env *env)
{
    struct tally *const tally = env->tally[c->target];

    c->host = target_host_of(&env->targets[c->target], c->pg);
    placement_take_along(&env->placement, c->pg);
    if (c->lost_ns != 0)
        conn_count_downtime(c, env, clock_now_ns());
    c->lost_ns = 0;
    if (c->has_been_open)
        tally->reconnects++;
    c->has_been_open = true;
    c->events_since_open = c->event == EVENT_RUNNING ? 1 : 0;
    if (c->prepared)
        memset(c->prepared, 0, prepared_size(env->program));
    if (!watch(c, env, false))
        return CONN_CLOSED;
    if (c->event != EVENT_RUNNING)
        return CONN_IDLE;
    c->statement_ns = clock_now_ns(); /* Connecting is the event's time, not its first statement's. */
    return send_attempt(c, env);
}

static enum conn_state
connected(struct conn *c, struct conn_env *env)
{
    if (PQsetnonblocking(c->pg, 1) != 0)
        return fail_lost(c, env);
    find_ssl(c);
    if ((env->is_text || env->is_lazy) && !env->program->session_sql)
        return opened(c, env);
    if (!PQenterPipelineMode(c->pg) || !send_prepares(c, env))
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
     * even have the same number: then changing it fails, and watch() adds it. */
    if (PQsocket(c->pg) != fd_before)
        c->is_registered = false;
    return watch(c, env, status == PGRES_POLLING_WRITING) ? CONN_CONNECTING : CONN_CLOSED;
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
prepared(struct conn *c, struct conn_env *env)
{
    if (env->diag->code != ERR_OK)
        return CONN_CLOSED;
    if (!env->is_pipelined && !PQexitPipelineMode(c->pg))
        return fail_lost(c, env);
    return opened(c, env);
}

static enum conn_state
read_prepares(struct conn *c, struct conn_env *env)
{
    if (!consume(c))
        return fail_lost(c, env);
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        const ExecStatusType status = PQresultStatus(result);
        if (result && status == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            return prepared(c, env);
        }
        const bool is_error = result && status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_ABORTED &&
                              PQstatus(c->pg) != CONNECTION_BAD;
        const bool is_end = is_error && env->reopens && note_end(c, result);
        if (is_error && !is_end) {
            char what[64];
            hint_statement(env, result, true);
            snprintf(what, sizeof what, "preparing on connection %d", c->index + 1);
            target_fail_result(&env->targets[c->target], c->pg, result, what, env->diag);
        }
        PQclear(result);
        if (is_end || PQstatus(c->pg) == CONNECTION_BAD)
            return fail_lost(c, env);
    }
    return flush_prepares(c, env);
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

static int
table_of(const struct conn *c, const struct op *op)
{
    return op->statement->is_per_table ? c->draws.table : 0;
}

/* --prepare=lazy: the bit of a statement in c->prepared. */
static size_t
prepared_bit(const struct conn *c, const struct conn_env *env, const struct op *op)
{
    return (size_t)op->kind * (size_t)env->program->table_count + (size_t)table_of(c, op);
}

/* --prepare=lazy: is a statement still to be prepared on this connection? */
static bool
is_unprepared(const struct conn *c, const struct conn_env *env, const struct op *op)
{
    const size_t bit = prepared_bit(c, env, op);

    return c->prepared && !(c->prepared[bit / 8] & 1u << (bit % 8));
}

/* --prepare=lazy: the server has prepared the statement at c->op. */
static void
note_prepared(struct conn *c, const struct conn_env *env)
{
    const size_t bit = prepared_bit(c, env, &env->program->ops[c->op]);

    c->prepared[bit / 8] |= (uint8_t)(1u << (bit % 8));
    c->is_preparing_one = false;
}

/* Hands the statement at c->op with drawn parameters to libpq. */
static bool
queue_statement(struct conn *c, struct conn_env *env)
{
    const struct program *const p = env->program;
    const struct op *const op = &p->ops[c->op];
    const int table = table_of(c, op);

    if (__builtin_expect(!op->is_text && is_unprepared(c, env, op), 0)) {
        c->is_preparing_one = true;
        return send_prepare(c, env, op->kind, table);
    }
    program_draw(p, op, &c->draws, &env->params);
    if (__builtin_expect(op->is_text, 0)) {
        program_write_text(p, op, &c->draws, &env->params, env->sql);
        return (env->is_pipelined ? PQsendQueryParams(c->pg, env->sql, 0, NULL, NULL, NULL, NULL, 0)
                                  : PQsendQuery(c->pg, env->sql)) == 1;
    }
    assert(env->params.count == p->param_count[op->kind]);
    return PQsendQueryPrepared(c->pg, program_statement_name(p, op->kind, table), env->params.count, env->params.values,
                               env->params.lengths, env->params.formats, 1) == 1;
}

/* Sends the statement at c->op. */
static enum conn_state
send_statement(struct conn *c, struct conn_env *env)
{
    program_draw_table(env->program, &env->program->ops[c->op], &c->draws);
    if (__builtin_expect(!queue_statement(c, env), 0))
        return fail_lost(c, env);
    return flush(c, env);
}

/* --pipeline: sends all statements of the event. */
static enum conn_state
send_pipeline(struct conn *c, struct conn_env *env)
{
    bool is_last = false;

    for (; !is_last; c->op++) {
        is_last = env->program->ops[c->op].ends_event;
        program_draw_table(env->program, &env->program->ops[c->op], &c->draws);
        if (!queue_statement(c, env)) {
            c->op = c->first_op;
            return fail_lost(c, env);
        }
    }
    c->op = c->first_op;
    return PQpipelineSync(c->pg) ? flush(c, env) : fail_lost(c, env);
}

static enum conn_state
send_attempt(struct conn *c, struct conn_env *env)
{
    c->has_result = false;
    c->is_key_taken = false;
    c->is_preparing_one = false;
    c->first_op = program_begin(env->program, &c->draws);
    c->op = c->first_op;
    return __builtin_expect(env->is_pipelined, 0) ? send_pipeline(c, env) : send_statement(c, env);
}

void
conn_begin(struct conn *c, struct conn_env *env, int64_t intended_ns, int64_t now_ns)
{
    assert(c->state == CONN_IDLE || c->state == CONN_DONE || c->state == CONN_GIVEN_UP);
    assert(intended_ns <= now_ns);
    c->intended_ns = intended_ns;
    c->started_ns = now_ns;
    c->attempt_ns = now_ns;
    c->statement_ns = now_ns;
    c->tries = 1;
    c->is_hopeless = false;
    c->op = 0;
    c->draws_at_start = c->draws;
    c->event = EVENT_RUNNING; /* From here on a lost connection costs an event. */
    if (__builtin_expect(env->reconnect_every > 0 && c->events_since_open >= env->reconnect_every, 0)) {
        hang_up(c);
        c->due_ns = now_ns + env->reopen_timeout_ns;
        c->state = open_connection(c, env);
        return;
    }
    c->events_since_open++;
    c->state = CONN_SENDING;
    c->state = send_attempt(c, env);
}

void
conn_retry(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    assert(c->state == CONN_BACKOFF);
    c->tries++;
    env->tally[c->target]->retries++;
    c->sqlstate[0] = '\0';
    c->draws = c->draws_at_start;
    c->attempt_ns = now_ns;
    c->statement_ns = now_ns;
    c->state = CONN_SENDING;
    c->state = send_attempt(c, env);
}

static enum conn_state
give_up(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    env->tally[c->target]->failed_events++;
    draws_give_back(&c->draws, &c->draws_at_start);
    c->sqlstate[0] = '\0';
    c->ended_ns = now_ns;
    return CONN_GIVEN_UP;
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

    count_failed_attempt(c, env, c->sqlstate);
    if (c->is_key_taken) /* It would be in each attempt to come: the next draws go on behind it. */
        c->draws_at_start = c->draws;
    if (c->tries >= env->max_tries || c->is_hopeless)
        return give_up(c, env, now_ns);
    /* Other keys are free now; what two events met on is free when the other one has ended. */
    c->due_ns = c->is_key_taken ? now_ns : now_ns + backoff_ns(env, c->tries, BACKOFF_NS_FIRST, BACKOFF_NS_LIMIT);
    return CONN_BACKOFF;
}

static enum conn_state
roll_back(struct conn *c, struct conn_env *env)
{
    if (PQtransactionStatus(c->pg) == PQTRANS_IDLE)
        return after_attempt(c, env);
    const bool is_sent = env->is_pipelined
                             ? PQsendQueryParams(c->pg, "ROLLBACK", 0, NULL, NULL, NULL, NULL, 0) && PQpipelineSync(c->pg)
                             : PQsendQuery(c->pg, "ROLLBACK") == 1;
    if (!is_sent)
        return fail_lost(c, env);
    const enum conn_state next = flush(c, env);
    return next == CONN_WAITING || next == CONN_SENDING ? CONN_ROLLING_BACK : next;
}

static enum conn_state
event_succeeded(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    count_attempt(c, env, true);
    c->ended_ns = now_ns;
    return CONN_DONE;
}

/* A statement without any answer: libpq has dropped one that it did not understand, or there was none. */
static enum conn_state
fail_unanswered(struct conn *c, struct conn_env *env)
{
    snprintf(c->sqlstate, sizeof c->sqlstate, "08P01"); /* protocol_violation */
    return env->reopens ? fail_lost(c, env) : fail_statement(c, env, NULL);
}

static enum conn_state
statement_ended(struct conn *c, struct conn_env *env)
{
    if (__builtin_expect(!c->has_result, 0))
        return fail_unanswered(c, env);
    c->has_result = false;
    if (__builtin_expect(c->sqlstate[0] != '\0', 0))
        return roll_back(c, env);
    if (__builtin_expect(c->is_preparing_one, 0)) {
        note_prepared(c, env);
        return queue_statement(c, env) ? flush(c, env) : fail_lost(c, env);
    }
    const int64_t now_ns = clock_now_ns();
    struct part *const part = statement_part(c, env);
    if (part) {
        part->count++;
        hist_record(part->latency, now_ns - c->statement_ns);
    }
    if (env->program->ops[c->op].ends_event)
        return event_succeeded(c, env, now_ns);
    c->op++;
    c->statement_ns = now_ns;
    return send_statement(c, env);
}

/* Does it say of the statement at c->op no more than that two events met? */
static bool
is_conflict(const struct conn *c, const struct conn_env *env, const char *sqlstate)
{
    const char *const conflict = env->program->ops[c->op].statement->conflict;

    return conflict && strcmp(conflict, sqlstate) == 0;
}

static void
count_miss(const struct conn *c, const struct conn_env *env)
{
    struct part *const part = statement_part(c, env);

    if (part)
        part->misses++;
}

/* Holds rows against what they must be, where a statement knows it. A wrong answer fails the event; asking again would hide it. */
static void
check_rows(struct conn *c, struct conn_env *env, const PGresult *result)
{
    const struct program *const p = env->program;
    const int column = PQnfields(result) - 1;
    const bool has_value = PQntuples(result) > 0 && column >= 0;
    const struct reply reply = {.row_count = PQntuples(result),
                                .value = has_value ? PQgetvalue(result, 0, column) : NULL,
                                .length = has_value ? PQgetlength(result, 0, column) : 0};
    const char *const fault = p->ops[c->op].statement->find_fault(p, &c->draws, &reply);

    if (!fault)
        return;
    snprintf(c->sqlstate, sizeof c->sqlstate, "%s", fault);
    c->is_hopeless = true;
}

/* The states that follow a result which is no success; CONN_WAITING when the statement may be tried again. */
static enum conn_state
take_error(struct conn *c, struct conn_env *env, const PGresult *result)
{
    const char *const sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    struct part *const part = statement_part(c, env);

    if (env->reopens && note_end(c, result))
        return fail_lost(c, env);
    const char *const unsaid = PQstatus(c->pg) == CONNECTION_BAD ? "08006" : "08P01"; /* Lost, or not understood. */
    snprintf(c->sqlstate, sizeof c->sqlstate, "%s", sqlstate ? sqlstate : unsaid);
    const bool has_met = sqlstate && is_conflict(c, env, sqlstate);
    if (!sqlstate || (!has_met && !options_is_retryable(env->program->options, sqlstate)))
        return fail_statement(c, env, result);
    c->is_key_taken = !has_met && strcmp(sqlstate, UNIQUE_VIOLATION) == 0;
    if (part)
        part->errors++;
    return CONN_WAITING;
}

/* Counts one result. CONN_WAITING, or the state that follows an error which trying again cannot mend. */
static enum conn_state
take_result(struct conn *c, struct conn_env *env, const PGresult *result)
{
    const ExecStatusType status = PQresultStatus(result);

    c->has_result = true;
    if (status == PGRES_TUPLES_OK) {
        c->attempt.count[QUERY_READ]++;
        if (__builtin_expect(PQntuples(result) == 0, 0))
            count_miss(c, env);
        if (env->program->ops[c->op].statement->find_fault)
            check_rows(c, env, result);
        return CONN_WAITING;
    }
    if (status == PGRES_COMMAND_OK) {
        if (__builtin_expect(c->is_preparing_one, 0))
            return CONN_WAITING;
        const char *const affected = PQcmdTuples((PGresult *)result);
        const bool has_changed = affected[0] != '\0' && affected[0] != '0';
        c->attempt.count[has_changed ? QUERY_WRITE : QUERY_OTHER]++;
        if (affected[0] == '0')
            count_miss(c, env);
        return CONN_WAITING;
    }
    return take_error(c, env, result);
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
        const enum conn_state next = take_result(c, env, result);
        PQclear(result);
        if (__builtin_expect(next != CONN_WAITING, 0))
            return next;
    }
    return watch_again(c, env) ? CONN_WAITING : CONN_CLOSED;
}

/* All answers of a pipeline have come. */
static enum conn_state
pipeline_ended(struct conn *c, struct conn_env *env)
{
    c->has_result = false;
    if (c->sqlstate[0] != '\0')
        return roll_back(c, env);
    return event_succeeded(c, env, clock_now_ns());
}

/* --pipeline: the results of the statements in turn, each ended by NULL, then that of the Sync. */
static enum conn_state
read_pipeline(struct conn *c, struct conn_env *env)
{
    if (!consume(c))
        return fail_lost(c, env);
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        const ExecStatusType status = PQresultStatus(result);
        if (!result && (PQstatus(c->pg) == CONNECTION_BAD || (c->op > c->first_op && env->program->ops[c->op - 1].ends_event)))
            return fail_lost(c, env);
        if (!result && !c->has_result)
            return fail_unanswered(c, env);
        if (!result) {
            c->has_result = false;
            c->op++;
            continue;
        }
        struct part *const part = statement_part(c, env);
        const bool is_end = status == PGRES_PIPELINE_SYNC;
        const bool is_skipped = status == PGRES_PIPELINE_ABORTED;
        c->has_result = true;
        if (part && (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK))
            part->count++;
        const enum conn_state next = is_end || is_skipped ? CONN_WAITING : take_result(c, env, result);
        PQclear(result);
        if (is_end)
            return pipeline_ended(c, env);
        if (next != CONN_WAITING)
            return next;
    }
    return watch_again(c, env) ? CONN_WAITING : CONN_CLOSED;
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
    if (c->wants_write) {
        const enum conn_state next = flush(c, env);
        if (next != CONN_WAITING && next != CONN_SENDING)
            return next;
    }
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        const ExecStatusType status = PQresultStatus(result);
        const bool is_end = env->is_pipelined ? result && status == PGRES_PIPELINE_SYNC : !result;
        const bool is_broken = result && status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_SYNC;
        const enum conn_state next = !is_broken     ? CONN_ROLLING_BACK
                                     : env->reopens ? fail_lost(c, env)
                                                    : fail_statement(c, env, result);
        PQclear(result);
        if (is_end)
            return after_attempt(c, env);
        if (is_broken)
            return next;
        if (PQstatus(c->pg) == CONNECTION_BAD)
            return fail_lost(c, env);
    }
    return watch_again(c, env) ? CONN_ROLLING_BACK : CONN_CLOSED;
}

/* Nobody asked: either a notice, or the server is closing the connection. */
static enum conn_state
read_unasked(struct conn *c, struct conn_env *env)
{
    if (!consume(c))
        return fail_lost(c, env);
    (void)PQisBusy(c->pg); /* Parses what has come in. */
    if (PQstatus(c->pg) == CONNECTION_BAD)
        return fail_lost(c, env);
    return watch_again(c, env) ? c->state : CONN_CLOSED;
}

static enum conn_state
next_state(struct conn *c, struct conn_env *env)
{
    switch (c->state) {
    case CONN_WAITING: return __builtin_expect(env->is_pipelined, 0) ? read_pipeline(c, env) : read_results(c, env);
    case CONN_SENDING: return read_while_sending(c, env);
    case CONN_ROLLING_BACK: return read_rollback(c, env);
    case CONN_CONNECTING: return poll_connect(c, env);
    case CONN_PREPARING: return read_prepares(c, env);
    case CONN_IDLE:
    case CONN_BACKOFF: return read_unasked(c, env);
    case CONN_NEW:
    case CONN_DONE:
    case CONN_GIVEN_UP:
    case CONN_LOST:
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
