#include "machine/conn.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/workload.h"
#include "machine/target.h"

#define HANGS_NS (1 * NS_PER_S)
#define REOPEN_NS_FIRST (10 * NS_PER_MS)
#define REOPEN_NS_LIMIT (1 * NS_PER_S)

/* Making and closing. */

bool
conn_init(struct conn *c, const struct conn_env *env, int target, int index, uint64_t seed)
{
    const struct program *const p = env->program;

    *c = (struct conn){.state = CONN_NEW, .target = target, .index = index, .generator = {.connection = index}};
    /* The stream does not depend on the target: both servers of --against get the same statements. */
    rng_init(&c->generator.rng, seed, (uint64_t)index);
    if (env->is_lazy)
        c->prepared = calloc(1, conn_prepared_size(p));
    if (p->is_pipelined)
        c->batch = calloc((size_t)p->batch_max * 2, sizeof *c->batch); /* Each may come with its PREPARE. */
    const bool is_replayed = p->user_data_size > 0 && env->max_tries > 1;
    if (p->user_data_size > 0)
        c->generator.user_data = calloc(1, p->user_data_size);
    if (is_replayed)
        c->user_data_at_start = calloc(1, p->user_data_size);
    if (c->generator.user_data && p->start)
        p->start(p, &c->generator, target);
    return (!env->is_lazy || c->prepared) && (!p->is_pipelined || c->batch) &&
           (p->user_data_size == 0 || c->generator.user_data) && (!is_replayed || c->user_data_at_start);
}

void
conn_hang_up(struct conn *c)
{
    PQfinish(c->pg); /* Its socket leaves the epoll set by being closed. */
    c->pg = NULL;
    c->ssl = NULL;
    c->is_registered = false;
    c->opening = OPENING_NOT;
}

void
conn_close(struct conn *c)
{
    conn_hang_up(c);
    c->state = CONN_CLOSED;
}

void
conn_free(struct conn *c)
{
    conn_close(c);
    free(c->prepared);
    free(c->batch);
    free(c->generator.user_data);
    free(c->user_data_at_start);
    c->prepared = NULL;
    c->batch = NULL;
    c->generator.user_data = c->user_data_at_start = NULL;
}

void
conn_count_downtime(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    env->tally[c->target]->downtime_ns += now_ns - c->down_since_ns;
    c->down_since_ns = now_ns;
}

int64_t
conn_cut_off_ns(const struct conn *c, const struct conn_env *env, int64_t now_ns)
{
    const int64_t lost_for_ns = now_ns - (c->give_up_ns - env->reopen_timeout_ns);

    if (c->state != CONN_LOST || (c->reopen_count <= 1 && lost_for_ns < HANGS_NS))
        return 0;
    return lost_for_ns > 0 ? lost_for_ns : 1;
}

/* The socket. */

bool
conn_watch(struct conn *c, struct conn_env *env, bool wants_write)
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

bool
conn_watch_again(struct conn *c, struct conn_env *env)
{
    return conn_watch(c, env, c->wants_write);
}

enum conn_state
conn_flush(struct conn *c, struct conn_env *env)
{
    const int left = PQflush(c->pg);

    if (__builtin_expect(left == 0, 1))
        return __builtin_expect(c->wants_write, 0) && !conn_watch(c, env, false) ? CONN_CLOSED : CONN_WAITING;
    if (left < 0)
        return conn_fail_lost(c, env);
    return conn_watch(c, env, true) ? CONN_SENDING : CONN_CLOSED;
}

bool
conn_send_prepare(struct conn *c, struct conn_env *env, int statement, int table)
{
    const struct program *const p = env->program;
    const struct program_statement *const ps = &p->statements[statement];
    char sql[SQL_SIZE_MAX];

    statement_write(ps->statement, p->options, table, sql, sizeof sql);
    return PQsendPrepare(c->pg, program_statement_name(p, statement, table), sql, ps->param_count, ps->oids) == 1;
}

/* Counting. */

void
conn_count_failed_attempt(struct conn *c, struct conn_env *env, const char *sqlstate)
{
    struct tally *const tally = env->tally[c->target];
    struct detail *const d = conn_detail(c, env);

    sqlstates_add(&tally->sqlstates, sqlstate, 1);
    tally->failed_attempts++;
    conn_count_attempt(c, env, false);
    if (d) {
        d->hosts[c->host].errors++;
        d->events[c->event_kind].errors++;
    }
}

void
conn_fail_event(struct conn *c, struct conn_env *env, const char *sqlstate)
{
    /* An error that a script makes by itself, or by its end, belongs to none of its statements, of which it may have none. */
    const bool is_of_script = c->step.kind == STEP_FAIL || c->step.kind == STEP_END;
    const bool was_executing = conn_is_waiting(c) && c->state != CONN_ROLLING_BACK && !is_of_script;

    if (c->event != EVENT_RUNNING)
        return;
    c->event = EVENT_FAILED;
    if (was_executing)
        c->failed_statement = c->step.statement;
    if (was_executing && conn_statement_part(c, env))
        conn_statement_part(c, env)->errors++;
    conn_count_failed_attempt(c, env, sqlstate);
    env->tally[c->target]->failed_events++;
    c->sqlstate[0] = '\0';
}

/* Failures, and the loss of the connection. */

/* Writes its name in failures: "connection 3", or what the program says. */
static const char *
describe(const struct conn *c, const struct conn_env *env, char *out, size_t out_size)
{
    if (env->program->describe)
        env->program->describe(env->program, &c->generator, out, out_size);
    else
        snprintf(out, out_size, "connection %d", c->index + 1);
    return out;
}

int64_t
conn_backoff_ns(struct conn_env *env, int tries, int64_t first_ns, int64_t limit_ns)
{
    const int64_t doubled_ns = first_ns << (tries < 8 ? tries - 1 : 7);

    return rng_between(&env->jitter, 0, doubled_ns < limit_ns ? doubled_ns : limit_ns);
}

/* To be opened again, now or later: libpq's connection has nothing left to say. */
static enum conn_state
await_reopening(struct conn *c, struct conn_env *env)
{
    const int64_t now_ns = clock_now_ns();

    conn_hang_up(c);
    if (c->state != CONN_LOST) {
        c->down_since_ns = now_ns;
        c->give_up_ns = now_ns + env->reopen_timeout_ns;
        c->reopen_count = 0;
    }
    c->reopen_count++;
    c->due_ns = now_ns + conn_backoff_ns(env, c->reopen_count, REOPEN_NS_FIRST, REOPEN_NS_LIMIT);
    return CONN_LOST;
}

enum conn_state
conn_fail_lost(struct conn *c, struct conn_env *env)
{
    char what[256];
    const char *const sqlstate = c->notice_sqlstate[0] ? c->notice_sqlstate : "08006";

    conn_fail_event(c, env, sqlstate);
    if (env->reopens)
        return await_reopening(c, env);
    target_fail_lost(&env->targets[c->target], c->pg, sqlstate, describe(c, env, what, sizeof what), env->diag);
    return CONN_CLOSED;
}

bool
conn_note_end(struct conn *c, const PGresult *error)
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

void
conn_hint_statement(const struct conn_env *env, const PGresult *result, const char *place, bool is_preparing)
{
    const char *const sqlstate = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const struct workload *const workload = env->program->options->workload;

    if (env->diag->code != ERR_OK || !sqlstate || !workload) /* A client's questions are of no workload. */
        return;
    if (strcmp(sqlstate, "42P01") == 0 && place) /* undefined_table */
        fail_hint(env->diag,
                  "is the table in this database, and in the search_path? What scripts are about is not made by `prepare`; "
                  "in plumbline.yml database.setup makes it");
    else if (strcmp(sqlstate, "42P01") == 0 && workload->is_table_per_connection)
        fail_hint(env->diag, "run `prepare` first, with the same --threads and --shard: %s has a table for each connection",
                  workload->name);
    else if (strcmp(sqlstate, UNIQUE_VIOLATION) == 0 && !place && workload_drift(env->program->options))
        fail_hint(env->diag, "rows of an earlier run are there: `prepare` with --recreate makes the tables again");
    if (!refuses_prepared(sqlstate, is_preparing))
        return;
    env->diag->is_of_prepared = workload_may_send_text(env->program->options);
    fail_hint(env->diag, "where a server or a pooler does not keep prepared statements, %s sends text",
              workload_way_to_text(env->program->options));
}

enum conn_state
conn_fail_unprepared(struct conn *c, struct conn_env *env)
{
    const struct target *const target = &env->targets[c->target];

    env->diag->is_of_prepared = workload_may_send_text(env->program->options);
    fail(env->diag, ERR_TARGET,
         "%s:%s did not prepare every statement of connection %d: it was ready before it had answered all", target->host,
         target->port, c->index + 1);
    fail_hint(env->diag, "%s sends text", workload_way_to_text(env->program->options));
    fail_at(env->diag, c->target, NULL);
    return CONN_CLOSED;
}

/* Opening. */

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
fail_connect(struct conn *c, struct conn_env *env)
{
    char what[256];

    conn_fail_event(c, env, "08001"); /* sqlclient_unable_to_establish_sqlconnection */
    if (env->reopens && c->pg && (c->state != CONN_LOST || clock_now_ns() < c->give_up_ns))
        return await_reopening(c, env);
    target_fail_connect(&env->targets[c->target], c->pg, describe(c, env, what, sizeof what), env->diag);
    return CONN_CLOSED;
}

enum conn_state
conn_open(struct conn *c, struct conn_env *env)
{
    c->notice_sqlstate[0] = '\0';
    c->pg = target_start(&env->targets[c->target], c->index);
    if (!c->pg || PQstatus(c->pg) == CONNECTION_BAD)
        return fail_connect(c, env);
    PQsetNoticeReceiver(c->pg, receive_notice, c);
    c->opening = OPENING_CONNECTING;
    if (!conn_watch(c, env, true))
        return CONN_CLOSED;
    return c->state == CONN_LOST ? CONN_LOST : CONN_OPENING;
}

void
conn_connect(struct conn *c, struct conn_env *env)
{
    assert(c->state == CONN_NEW);
    c->state = conn_open(c, env);
}

void
conn_reopen(struct conn *c, struct conn_env *env, int64_t now_ns)
{
    assert(c->state == CONN_LOST);
    conn_count_downtime(c, env, now_ns);
    c->due_ns = c->give_up_ns; /* A server that accepts and never answers is given up then. */
    c->event = EVENT_NONE;
    c->state = conn_open(c, env);
}

void
conn_expire(struct conn *c, struct conn_env *env)
{
    const bool was_lost = c->state == CONN_LOST;

    assert(conn_is_opening(c));
    if (!was_lost)
        c->down_since_ns = c->due_ns - env->reopen_timeout_ns;
    conn_fail_event(c, env, "08001");
    conn_count_downtime(c, env, clock_now_ns());
    fail(env->diag, ERR_TARGET, "connection %d to %s:%s was %s and could not be opened again in %s s", c->index + 1,
         env->targets[c->target].host, env->targets[c->target].port, was_lost ? "lost" : "closed for --reconnect",
         plain_number(clock_seconds(env->reopen_timeout_ns), 6).text);
    fail_hint(env->diag, "raise --thread-init-timeout if the server needs longer%s",
              was_lost ? " to come back" : " for a connection");
    fail_at(env->diag, c->target, "08001");
    c->state = CONN_CLOSED;
}

/* Queues what a session begins with: its settings, then PREPARE for each statement of the workload and each table; all in
 * one round trip. */
static bool
send_prepares(struct conn *c, struct conn_env *env)
{
    const struct program *const p = env->program;

    for (int i = 0; p->session_sql[i]; i++)
        if (!PQsendQueryParams(c->pg, p->session_sql[i], 0, NULL, NULL, NULL, NULL, 0))
            return false;
    for (int i = 0; i < p->statement_count; i++) {
        if (!p->statements[i].is_prepared || env->is_lazy || !program_sends(p, i, c->target))
            continue;
        const int table_count = p->statements[i].statement->is_per_table ? p->table_count : 1;
        for (int table = 0; table < table_count; table++)
            if (!conn_send_prepare(c, env, i, table))
                return false;
    }
    return PQpipelineSync(c->pg) == 1;
}

static enum conn_state
flush_prepares(struct conn *c, struct conn_env *env)
{
    const int left = PQflush(c->pg);

    if (left < 0)
        return conn_fail_lost(c, env);
    c->opening = OPENING_PREPARING;
    return conn_watch(c, env, left > 0) ? c->state : CONN_CLOSED;
}

/* Open, and everything is prepared. An event may end with it. */
static enum conn_state
opened(struct conn *c, struct conn_env *env)
{
    struct tally *const tally = env->tally[c->target];

    c->host = target_host_of(&env->targets[c->target], c->pg);
    placement_take_along(&env->placement, c->pg);
    if (c->state == CONN_LOST)
        conn_count_downtime(c, env, clock_now_ns());
    c->opening = OPENING_NOT;
    if (c->has_been_open)
        tally->reconnects++;
    c->has_been_open = true;
    c->events_since_open = 0;
    if (c->prepared)
        memset(c->prepared, 0, conn_prepared_size(env->program));
    if (!conn_watch(c, env, false))
        return CONN_CLOSED;
    return CONN_IDLE;
}

static enum conn_state
connected(struct conn *c, struct conn_env *env)
{
    if (PQsetnonblocking(c->pg, 1) != 0)
        return conn_fail_lost(c, env);
    c->ssl = PQsslInUse(c->pg) && SSL_pending ? PQsslStruct(c->pg, "OpenSSL") : NULL;
    if ((env->is_text || env->is_lazy) && !env->program->session_sql[0] && !env->program->is_pipelined)
        return opened(c, env);
    if (!PQenterPipelineMode(c->pg) || !send_prepares(c, env))
        return conn_fail_lost(c, env);
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
     * even have the same number: then changing it fails, and conn_watch() adds it. */
    if (PQsocket(c->pg) != fd_before)
        c->is_registered = false;
    return conn_watch(c, env, status == PGRES_POLLING_WRITING) ? c->state : CONN_CLOSED;
}

static enum conn_state
prepared(struct conn *c, struct conn_env *env)
{
    if (env->diag->code != ERR_OK)
        return CONN_CLOSED;
    if (!PQexitPipelineMode(c->pg)) /* Something is not answered yet. */
        return PQstatus(c->pg) == CONNECTION_OK ? conn_fail_unprepared(c, env) : conn_fail_lost(c, env);
    if (env->program->is_pipelined && !PQenterPipelineMode(c->pg))
        return conn_fail_lost(c, env);
    return opened(c, env);
}

static enum conn_state
read_prepares(struct conn *c, struct conn_env *env)
{
    if (!conn_consume(c))
        return conn_fail_lost(c, env);
    while (!PQisBusy(c->pg)) {
        PGresult *const result = PQgetResult(c->pg);
        const ExecStatusType status = PQresultStatus(result);
        if (result && status == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            return prepared(c, env);
        }
        const bool is_error = result && status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_ABORTED &&
                              PQstatus(c->pg) != CONNECTION_BAD;
        const bool is_end = is_error && env->reopens && conn_note_end(c, result);
        if (is_error && !is_end) {
            char what[64];
            conn_hint_statement(env, result, NULL, true);
            snprintf(what, sizeof what, "preparing on connection %d", c->index + 1);
            target_fail_result(&env->targets[c->target], c->pg, result, what, env->diag);
        }
        PQclear(result);
        if (is_end || PQstatus(c->pg) == CONNECTION_BAD)
            return conn_fail_lost(c, env);
    }
    return flush_prepares(c, env);
}

enum conn_state
conn_opening(struct conn *c, struct conn_env *env)
{
    return c->opening == OPENING_CONNECTING ? poll_connect(c, env) : read_prepares(c, env);
}
