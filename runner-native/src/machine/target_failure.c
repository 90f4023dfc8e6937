#include "machine/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOREIGN_HINT "does something else than a PostgreSQL server (or a broken proxy) listen there?"

/* Has the server no room for another connection? Found, as all below, in libpq's English text: it gives no SQLSTATE here. */
static bool
is_full(const char *message)
{
    return strstr(message, "too many clients") || strstr(message, "remaining connection slots");
}

/* What to do about a connection that could not be made. */
static void
hint_connect(const struct target *t, PGconn *pg, const char *message, struct diag *d)
{
    const struct target_place at = target_place_of(t, pg);

    if (PQconnectionNeedsPassword(pg) || strstr(message, "password authentication failed") ||
        strstr(message, "no password supplied"))
        fail_hint(d, "give the password of %s in PGPASSWORD, ~/.pgpass, --pgsql-password or the URL", t->user);
    else if (is_full(message))
        fail_hint(d, "lower --threads, or raise max_connections of the server");
    else if (strstr(message, "database \"") && strstr(message, "does not exist"))
        fail_hint(d, "create it: createdb -h %s -p %s %s", at.host, at.port, t->database);
    else if (strstr(message, "role \"") && strstr(message, "does not exist"))
        fail_hint(d, "create it: createuser -h %s -p %s %s, or give another --pgsql-user", at.host, at.port, t->user);
    else if (strstr(message, "pg_hba.conf"))
        fail_hint(d, "allow this user and address in the server's pg_hba.conf");
    else if (strstr(message, "starting up") || strstr(message, "shutting down"))
        fail_hint(d, "wait until the server accepts connections: pg_isready -h %s -p %s", at.host, at.port);
    else if (strstr(message, "session is read-only") || strstr(message, "server is in hot standby mode"))
        fail_hint(d, "%s:%s is a standby or read-only: name the primary, or leave out target_session_attrs", at.host, at.port);
    else if (strstr(message, "session is not read-only") || strstr(message, "server is not in hot standby mode"))
        fail_hint(d, "%s:%s is a primary: name a standby, or leave out target_session_attrs", at.host, at.port);
    else if (strstr(message, "could not translate host name"))
        fail_hint(d, "check the host name");
    else if (strstr(message, "SSL") || strstr(message, "certificate"))
        fail_hint(d, "check --pgsql-sslmode and the certificates");
    else
        fail_hint(d, "is the server running, and does it listen on %s port %s?", at.host, at.port);
}

enum err
target_fail_connect(const struct target *t, PGconn *pg, const char *what, struct diag *d)
{
    const char *const message = pg ? PQerrorMessage(pg) : "out of memory";

    if (d->code != ERR_OK)
        return d->code;
    const struct target_place at = target_place_of(t, pg);
    fail(d, pg ? ERR_TARGET : ERR_INTERNAL, "%s to %s:%s: %s", what, at.host, at.port, message);
    fail_at(d, t->index, is_full(message) ? TOO_MANY_CONNECTIONS : NULL);
    if (pg)
        hint_connect(t, pg, message, d);
    return d->code;
}

static bool
is_class(const char *sqlstate, const char *class)
{
    return strncmp(sqlstate, class, 2) == 0;
}

/* Is it about the server's state, not about the statement? */
static bool
is_target_fault(const struct dialect *dialect, const char *sqlstate)
{
    const char *const states[] = {
        dialect->undefined_table, /* Not prepared. */
        dialect->duplicate_table, /* Prepared already. */
        TOO_MANY_CONNECTIONS,
        "57P01", /* admin_shutdown */
        "57P02", /* crash_shutdown */
        "57P03", /* cannot_connect_now */
        "57P04", /* database_dropped */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(states); i++)
        if (strcmp(sqlstate, states[i]) == 0)
            return true;
    return is_class(sqlstate, "08"); /* connection_exception */
}

static void
hint_result(const struct dialect *dialect, const char *sqlstate, struct diag *d)
{
    const struct {
        const char *sqlstate;
        const char *hint;
    } hints[] = {
        {"08P01", FOREIGN_HINT},
        {dialect->undefined_table, "run `prepare` first, with the same options of tables and connection"},
        {dialect->duplicate_table,
         "run `cleanup` first, or repeat this with --recreate, which drops the tables that are there"},
        {"42501", "grant the user the right, or use a user who owns the tables"},
        {"25006", "the server is a standby or read-only: point plumbline-load at the primary"},
        {"53100", "the server's disk is full"},
        {TOO_MANY_CONNECTIONS, "lower --threads, or raise max_connections of the server"},
        {"57014", "raise or remove statement_timeout for this user"},
        {"57P01", "the server was stopped or the backend was terminated while plumbline-load was using it"},
        {"57P02", "the server crashed: look into its log"},
        {"08006", "the server went away: look into its log"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(hints); i++)
        if (strcmp(sqlstate, hints[i].sqlstate) == 0)
            fail_hint(d, "%s", hints[i].hint);
}

static enum err
fail_sqlstate(const struct target *t, PGconn *pg, const char *message, const char *sqlstate, const char *what, struct diag *d)
{
    if (d->code != ERR_OK)
        return d->code;
    const struct target_place at = target_place_of(t, pg);
    if (sqlstate[0])
        fail(d, is_target_fault(t->dialect, sqlstate) ? ERR_TARGET : ERR_WORKLOAD, "%s to %s:%s: %s (SQLSTATE %s)", what,
             at.host, at.port, message, sqlstate);
    else
        fail(d, ERR_WORKLOAD, "%s to %s:%s: %s", what, at.host, at.port, message);
    fail_at(d, t->index, sqlstate);
    if (t->host_count > 1 && strcmp(sqlstate, t->dialect->undefined_table) == 0)
        fail_hint(d, "all hosts must be one database: this one lacks the tables; if none has them, run `prepare` first");
    hint_result(t->dialect, sqlstate, d);
    return d->code;
}

enum err
target_fail_lost(const struct target *t, PGconn *pg, const char *sqlstate, const char *what, struct diag *d)
{
    /* The second line of libpq's message only guesses at the cause. */
    const char *const message = PQerrorMessage(pg);
    char first_line[256];

    snprintf(first_line, sizeof first_line, "%.*s", (int)strcspn(message, "\n"), message);
    return fail_sqlstate(t, pg, first_line, sqlstate ? sqlstate : "08006", what, d); /* connection_failure */
}

/* A server that does not speak as it should has no SQLSTATE for that. */
static enum err
fail_foreign(const struct target *t, PGconn *pg, const char *what, struct diag *d)
{
    const struct target_place at = target_place_of(t, pg);
    const char *const message = PQerrorMessage(pg)[0] ? PQerrorMessage(pg) : "no answer to the statement";

    if (d->code != ERR_OK)
        return d->code;
    fail(d, ERR_TARGET, "%s to %s:%s: %s", what, at.host, at.port, message);
    fail_at(d, t->index, NULL);
    fail_hint(d, FOREIGN_HINT);
    return d->code;
}

/* The row of a COPY that the server refuses, counted in lines as it does. Its own words go on with what is in the row, which may be
 * private. 0: they do not say. */
static long
refused_line(const PGresult *result)
{
    const char *const context = PQresultErrorField(result, PG_DIAG_CONTEXT);
    const char *const copy = context ? strstr(context, "COPY ") : NULL, *const line = copy ? strstr(copy, ", line ") : NULL;

    return line ? strtol(line + strlen(", line "), NULL, 10) : 0;
}

enum err
target_fail_result(const struct target *t, PGconn *pg, const PGresult *result, const char *what, struct diag *d)
{
    const char *const sqlstate = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *const message = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;

    if (!sqlstate && PQstatus(pg) == CONNECTION_BAD)
        return target_fail_lost(t, pg, NULL, what, d);
    if (!sqlstate && strstr(PQerrorMessage(pg), "out of memory")) {
        const struct target_place at = target_place_of(t, pg);
        return fail(d, ERR_INTERNAL, "%s to %s:%s: out of memory for an answer", what, at.host, at.port);
    }
    if (!sqlstate && !message) /* libpq's own complaint: the server does not speak as it should. */
        return fail_foreign(t, pg, what, d);
    const long line = refused_line(result);
    char row[64] = "", text[1024];
    if (line > 0)
        snprintf(row, sizeof row, ", in line %ld of the rows", line);
    snprintf(text, sizeof text, "%s%s", message ? message : PQerrorMessage(pg), row);
    return fail_sqlstate(t, pg, text, sqlstate ? sqlstate : "", what, d);
}
