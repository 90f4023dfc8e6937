#include "machine/conn_open.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "catalog/workload.h"
#include "machine/conn_link.h"
#include "machine/target_failure.h"

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
    if (env->reopens && c->pg && (c->lost_ns == 0 || clock_now_ns() < c->give_up_ns))
        return conn_await_reopening(c, env);
    target_fail_connect(&env->targets[c->target], c->pg, conn_describe(c, env, what, sizeof what), env->diag);
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
    return conn_watch(c, env, true) ? CONN_CONNECTING : CONN_CLOSED;
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
    const bool was_lost = c->lost_ns != 0;

    assert(conn_is_opening(c));
    if (!was_lost)
        c->lost_ns = c->due_ns - env->reopen_timeout_ns;
    conn_fail_event(c, env, "08001");
    conn_count_downtime(c, env, clock_now_ns());
    fail(env->diag, ERR_TARGET, "connection %d to %s:%s was %s and could not be opened again in %g s", c->index + 1,
         env->targets[c->target].host, env->targets[c->target].port, was_lost ? "lost" : "closed for --reconnect",
         (double)env->reopen_timeout_ns / (double)NS_PER_S);
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
    return conn_watch(c, env, left > 0) ? CONN_PREPARING : CONN_CLOSED;
}

/* Open, and everything is prepared. An event may end with it. */
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
    return conn_watch(c, env, status == PGRES_POLLING_WRITING) ? CONN_CONNECTING : CONN_CLOSED;
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
    return c->state == CONN_CONNECTING ? poll_connect(c, env) : read_prepares(c, env);
}
