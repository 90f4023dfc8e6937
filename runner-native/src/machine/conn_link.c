#include "machine/conn_link.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

#include "base/clock.h"
#include "catalog/workload.h"
#include "machine/target_failure.h"

#define REOPEN_NS_FIRST (10 * NS_PER_MS)
#define REOPEN_NS_LIMIT (1 * NS_PER_S)

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
    /* What a script does wrong by itself is an error of none of its statements, of which it may have none. */
    const bool was_executing = (c->state == CONN_WAITING || c->state == CONN_SENDING) && c->step.kind != STEP_FAIL;

    if (c->event != EVENT_RUNNING)
        return;
    c->event = EVENT_FAILED;
    if (was_executing && conn_statement_part(c, env))
        conn_statement_part(c, env)->errors++;
    conn_count_failed_attempt(c, env, sqlstate);
    env->tally[c->target]->failed_events++;
    c->sqlstate[0] = '\0';
}

/* Failures. */

const char *
conn_describe(const struct conn *c, const struct conn_env *env, char *out, size_t out_size)
{
    if (env->program->describe)
        env->program->describe(env->program, &c->draws, out, out_size);
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

enum conn_state
conn_await_reopening(struct conn *c, struct conn_env *env)
{
    const int64_t now_ns = clock_now_ns();

    conn_hang_up(c);
    if (c->lost_ns == 0) {
        c->lost_ns = now_ns;
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
        return conn_await_reopening(c, env);
    target_fail_lost(&env->targets[c->target], c->pg, sqlstate, conn_describe(c, env, what, sizeof what), env->diag);
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

    if (env->diag->code != ERR_OK || !sqlstate)
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
    fail(env->diag, ERR_TARGET, "server %d (%s) has stopped answering: connection %d waits for %s since %s, %.3g s", c->target,
         host, c->index + 1,
         c->state == CONN_ROLLING_BACK ? "ROLLBACK" : env->program->statements[c->step.statement].statement->name, at,
         (double)waited_ns / (double)NS_PER_S);
    fail_hint(env->diag,
              "look at its log and at pg_stat_activity; if statements may take so long, raise --stall-timeout (0: no limit)");
    fail_at(env->diag, c->target, NULL);
    c->state = CONN_CLOSED;
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

    if (__builtin_expect(left == 0, 1)) {
        if (__builtin_expect(c->wants_write, 0) && !conn_watch(c, env, false))
            return CONN_CLOSED;
        return CONN_WAITING;
    }
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
