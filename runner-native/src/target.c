#include "target.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "redact.h"

static void
add_keyword(struct target *t, const char *keyword, const char *value)
{
    size_t at = 0;

    while (t->keywords[at])
        at++;
    assert(at + 1 < TARGET_KEYWORD_MAX);
    t->keywords[at] = keyword;
    t->values[at] = value;
}

static void
copy(char *out, size_t out_size, const char *text)
{
    snprintf(out, out_size, "%s", text);
}

/* Takes what people want to see out of libpq's list of options; fields that are already set stay. */
static void
describe(struct target *t, const PQconninfoOption *list)
{
    for (; list->keyword; list++) {
        if (!list->val || !list->val[0])
            continue;
        if ((strcmp(list->keyword, "host") == 0 || strcmp(list->keyword, "hostaddr") == 0) && !t->host[0])
            copy(t->host, sizeof t->host, list->val);
        else if (strcmp(list->keyword, "port") == 0 && !t->port[0])
            copy(t->port, sizeof t->port, list->val);
        else if (strcmp(list->keyword, "dbname") == 0 && !t->database[0])
            copy(t->database, sizeof t->database, list->val);
        else if (strcmp(list->keyword, "user") == 0 && !t->user[0])
            copy(t->user, sizeof t->user, list->val);
    }
}

static enum err
init_url(struct target *t, const char *option, const char *url, struct diag *d)
{
    char *reason = NULL;
    char shown[256];
    PQconninfoOption *const list = PQconninfoParse(url, &reason);

    if (!list) {
        redact_connection_string(url, shown, sizeof shown);
        fail(d, ERR_USAGE, "--%s=%s: %s", option, shown, reason ? reason : "out of memory");
        fail_hint(d, "a libpq URI is postgres://user@host:port/database; %% and @ in a password are %%25 and %%40");
        PQfreemem(reason);
        return d->code;
    }
    describe(t, list);
    PQconninfoFree(list);
    add_keyword(t, "dbname", url);
    return ERR_OK;
}

static void
init_parts(struct target *t, const struct options *o)
{
    snprintf(t->port_text, sizeof t->port_text, "%" PRId64, o->pgsql_port);
    copy(t->host, sizeof t->host, o->pgsql_host);
    copy(t->port, sizeof t->port, t->port_text);
    copy(t->database, sizeof t->database, o->pgsql_db);
    copy(t->user, sizeof t->user, o->pgsql_user);
    add_keyword(t, "host", o->pgsql_host);
    add_keyword(t, "port", t->port_text);
    add_keyword(t, "dbname", o->pgsql_db);
    add_keyword(t, "user", o->pgsql_user);
    add_keyword(t, "sslmode", o->pgsql_sslmode);
    if (o->pgsql_password[0]) /* Otherwise libpq looks at PGPASSWORD and the password file. */
        add_keyword(t, "password", o->pgsql_password);
}

enum err
target_init(struct target *t, const struct options *o, int index, struct diag *d)
{
    *t = (struct target){.index = index};
    if (index == 1) {
        if (init_url(t, "against", o->against, d) != ERR_OK)
            return d->code;
    } else if (o->pgsql_url) {
        if (init_url(t, "pgsql-url", o->pgsql_url, d) != ERR_OK)
            return d->code;
    } else {
        init_parts(t, o);
    }
    add_keyword(t, "fallback_application_name", "plumbline-load");
    snprintf(t->timeout_text, sizeof t->timeout_text, "%" PRId64,
             (o->thread_init_timeout_ns + NS_PER_S - 1) / NS_PER_S);
    add_keyword(t, "connect_timeout", t->timeout_text);

    PQconninfoOption *const defaults = PQconndefaults();
    if (defaults) {
        describe(t, defaults);
        PQconninfoFree(defaults);
    }
    if (!t->host[0])
        copy(t->host, sizeof t->host, "local socket");
    if (!t->database[0])
        copy(t->database, sizeof t->database, t->user);
    return ERR_OK;
}

/* What to do about a connection that could not be made, found in libpq's English text: it gives no SQLSTATE here. */
static void
hint_connect(const struct target *t, PGconn *pg, const char *message, struct diag *d)
{
    if (PQconnectionNeedsPassword(pg) || strstr(message, "password authentication failed") ||
        strstr(message, "no password supplied"))
        fail_hint(d, "give the password of %s in PGPASSWORD, ~/.pgpass, --pgsql-password or the URL", t->user);
    else if (strstr(message, "too many clients") || strstr(message, "remaining connection slots"))
        fail_hint(d, "lower --threads, or raise max_connections of the server");
    else if (strstr(message, "database \"") && strstr(message, "does not exist"))
        fail_hint(d, "create it: createdb -h %s -p %s %s", t->host, t->port, t->database);
    else if (strstr(message, "role \"") && strstr(message, "does not exist"))
        fail_hint(d, "create it: createuser -h %s -p %s %s, or give another --pgsql-user", t->host, t->port, t->user);
    else if (strstr(message, "pg_hba.conf"))
        fail_hint(d, "allow this user and address in the server's pg_hba.conf");
    else if (strstr(message, "starting up") || strstr(message, "shutting down"))
        fail_hint(d, "wait until the server accepts connections: pg_isready -h %s -p %s", t->host, t->port);
    else if (strstr(message, "could not translate host name"))
        fail_hint(d, "check the host name");
    else if (strstr(message, "SSL") || strstr(message, "certificate"))
        fail_hint(d, "check --pgsql-sslmode and the certificates");
    else
        fail_hint(d, "is the server running, and does it listen on %s port %s?", t->host, t->port);
}

enum err
target_fail_connect(const struct target *t, PGconn *pg, const char *what, struct diag *d)
{
    const char *const message = pg ? PQerrorMessage(pg) : "out of memory";

    if (d->code != ERR_OK)
        return d->code;
    fail(d, pg ? ERR_TARGET : ERR_INTERNAL, "%s to %s:%s: %s", what, t->host, t->port, message);
    fail_at(d, t->index, NULL);
    if (pg)
        hint_connect(t, pg, message, d);
    return d->code;
}

PGconn *
target_connect(const struct target *t, struct diag *d)
{
    PGconn *const pg = PQconnectdbParams(t->keywords, t->values, 1);

    if (pg && PQstatus(pg) == CONNECTION_OK)
        return pg;
    target_fail_connect(t, pg, "connection", d);
    PQfinish(pg);
    return NULL;
}

static bool
is_class(const char *sqlstate, const char *class)
{
    return strncmp(sqlstate, class, 2) == 0;
}

/* Is it about the server's state, not about the statement? */
static bool
is_target_fault(const char *sqlstate)
{
    static const char *const states[] = {
        "42P01", /* undefined_table: not prepared. */
        "42P07", /* duplicate_table: prepared already. */
        "53300", /* too_many_connections */
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
hint_result(const char *sqlstate, struct diag *d)
{
    static const struct {
        const char *sqlstate;
        const char *hint;
    } hints[] = {
        {"42P01", "run `prepare` first, with the same --tables, --table-size and connection options"},
        {"42P07", "run `cleanup` first"},
        {"42501", "grant the user the right, or use a user who owns the tables"},
        {"25006", "the server is a standby or read-only: point plumbline-load at the primary"},
        {"53100", "the server's disk is full"},
        {"53300", "lower --threads, or raise max_connections of the server"},
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
fail_sqlstate(const struct target *t, const char *message, const char *sqlstate, const char *what, struct diag *d)
{
    if (d->code != ERR_OK)
        return d->code;
    if (sqlstate[0])
        fail(d, is_target_fault(sqlstate) ? ERR_TARGET : ERR_WORKLOAD, "%s to %s:%s: %s (SQLSTATE %s)", what, t->host,
             t->port, message, sqlstate);
    else
        fail(d, ERR_WORKLOAD, "%s to %s:%s: %s", what, t->host, t->port, message);
    fail_at(d, t->index, sqlstate);
    hint_result(sqlstate, d);
    return d->code;
}

enum err
target_fail_lost(const struct target *t, PGconn *pg, const char *sqlstate, const char *what, struct diag *d)
{
    /* The second line of libpq's message only guesses at the cause. */
    const char *const message = PQerrorMessage(pg);
    char first_line[256];

    snprintf(first_line, sizeof first_line, "%.*s", (int)strcspn(message, "\n"), message);
    return fail_sqlstate(t, first_line, sqlstate ? sqlstate : "08006", what, d); /* connection_failure */
}

enum err
target_fail_result(const struct target *t, PGconn *pg, const PGresult *result, const char *what, struct diag *d)
{
    const char *const sqlstate = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *const message = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;

    if (!sqlstate && PQstatus(pg) == CONNECTION_BAD)
        return target_fail_lost(t, pg, NULL, what, d);
    return fail_sqlstate(t, message ? message : PQerrorMessage(pg), sqlstate ? sqlstate : "", what, d);
}

enum err
target_execute(const struct target *t, PGconn *pg, const char *sql, struct diag *d)
{
    PGresult *const result = PQexec(pg, sql);
    const ExecStatusType status = PQresultStatus(result);

    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        target_fail_result(t, pg, result, "connection", d);
    PQclear(result);
    return d->code;
}
