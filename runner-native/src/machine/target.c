#include "machine/target.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/redact.h"

enum { WAIT_MS = 100 }; /* Between two looks at an interrupt. */

/* What was given of host, hostaddr and port: lists with commas, or empty. */
struct host_lists {
    char host[4096];
    char hostaddr[4096];
    char port[512];
    char default_port[8];
};

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
    snprintf(out, out_size, "%.*s", (int)out_size - 1, text);
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
        else if (strcmp(list->keyword, "sslmode") == 0 && !t->sslmode[0])
            copy(t->sslmode, sizeof t->sslmode, list->val);
    }
}

static const char *
default_port(const PQconninfoOption *list)
{
    for (; list->keyword; list++)
        if (strcmp(list->keyword, "port") == 0 && list->val)
            return list->val;
    return "5432";
}

/* The lists of hosts; false when one is too long. */
static bool
take_lists(struct host_lists *lists, const PQconninfoOption *list)
{
    bool fits = true;

    for (; list->keyword; list++) {
        char *const out = strcmp(list->keyword, "host") == 0       ? lists->host
                          : strcmp(list->keyword, "hostaddr") == 0 ? lists->hostaddr
                          : strcmp(list->keyword, "port") == 0     ? lists->port
                                                                   : NULL;
        const size_t out_size = out == lists->port ? sizeof lists->port : sizeof lists->host;
        if (out && list->val && !out[0])
            fits = (size_t)snprintf(out, out_size, "%s", list->val) < out_size && fits;
    }
    return fits;
}

static enum err
fail_long_list(const char *option, struct diag *d)
{
    fail(d, ERR_USAGE, "--%s: its list is too long", option);
    fail_hint(d, "at most %d hosts can be driven", HOST_COUNT_MAX);
    return d->code;
}

/* Without what libpq's reason quotes: that may be a part of a password. */
static enum err
fail_url(const char *option, const char *url, const char *reason, struct diag *d)
{
    char shown[256];
    const char *const quote = strchr(reason, '"');
    const int length = (int)(quote ? quote - reason : (ptrdiff_t)strlen(reason));

    redact_connection_string(url, shown, sizeof shown);
    fail(d, ERR_USAGE, "--%s=%s: %.*s%s%s", option, shown, length, reason, quote ? "..." : "",
         quote ? strrchr(reason, '"') + 1 : "");
    fail_hint(d, "a libpq URI is postgres://user@host:port/database; %% and @ in a password are %%25 and %%40, and a "
                 "key=value with a space is key='a value'");
    return d->code;
}

/* A password with a bare @ makes libpq take its rest for a part of the host. Only names of sockets may begin with one. */
static bool
has_bare_at(const char *hosts)
{
    for (size_t length; *hosts; hosts += length + (hosts[length] == ',')) {
        length = strcspn(hosts, ",");
        if (*hosts != '@' && *hosts != '/' && memchr(hosts, '@', length))
            return true;
    }
    return false;
}

static enum err
init_url(struct target *t, const char *option, const char *url, struct host_lists *lists, struct diag *d)
{
    char *reason = NULL;
    PQconninfoOption *const list = PQconninfoParse(url, &reason);

    if (!list) {
        fail_url(option, url, reason ? reason : "out of memory", d);
        PQfreemem(reason);
        return d->code;
    }
    describe(t, list);
    if (!take_lists(lists, list))
        fail_long_list(option, d);
    PQconninfoFree(list);
    if (has_bare_at(lists->host))
        return fail_url(option, url, "the name of a host cannot hold an @", d);
    add_keyword(t, "dbname", url);
    return d->code;
}

static enum err
init_parts(struct target *t, const struct connection_options *o, struct host_lists *lists, struct diag *d)
{
    if (strlen(o->pgsql_host) >= sizeof lists->host || strlen(o->pgsql_port) >= sizeof lists->port)
        return fail_long_list(strlen(o->pgsql_host) >= sizeof lists->host ? "pgsql-host" : "pgsql-port", d);
    copy(t->host, sizeof t->host, o->pgsql_host);
    copy(t->port, sizeof t->port, o->pgsql_port);
    copy(lists->host, sizeof lists->host, o->pgsql_host);
    copy(lists->port, sizeof lists->port, o->pgsql_port);
    copy(t->database, sizeof t->database, o->pgsql_db);
    copy(t->user, sizeof t->user, o->pgsql_user);
    add_keyword(t, "host", o->pgsql_host);
    add_keyword(t, "port", o->pgsql_port);
    add_keyword(t, "dbname", o->pgsql_db);
    add_keyword(t, "user", o->pgsql_user);
    if (o->pgsql_sslmode) { /* Otherwise libpq looks at PGSSLMODE. */
        copy(t->sslmode, sizeof t->sslmode, o->pgsql_sslmode);
        add_keyword(t, "sslmode", o->pgsql_sslmode);
    }
    if (o->pgsql_password[0]) /* Otherwise libpq looks at PGPASSWORD and the password file. */
        add_keyword(t, "password", o->pgsql_password);
    return ERR_OK;
}

/* Copies item `index` of a list with commas. False when there is none. */
static bool
list_item(const char *list, int index, char *out, size_t out_size)
{
    for (; index > 0; index--) {
        list = strchr(list, ',');
        if (!list)
            return false;
        list++;
    }
    snprintf(out, out_size, "%.*s", (int)strcspn(list, ","), list);
    return true;
}

static int
list_length(const char *list)
{
    int length = 1;

    for (; *list; list++)
        length += *list == ',';
    return length;
}

/* The hosts as libpq reads its lists: one port stands for all, one host address for each host. */
static enum err
split_hosts(struct target *t, const struct host_lists *lists, struct diag *d)
{
    const char *const names = lists->host[0] ? lists->host : lists->hostaddr;
    const int count = list_length(names), port_count = list_length(lists->port);

    if (count > HOST_COUNT_MAX) {
        fail(d, ERR_USAGE, "%d hosts are given, at most %d can be driven", count, HOST_COUNT_MAX);
        fail_hint(d, "share them among several processes: --shard=1/2 and --shard=2/2");
        return d->code;
    }
    if (port_count > 1 && port_count != count) {
        fail(d, ERR_USAGE, "%d ports are given for %d hosts", port_count, count);
        fail_hint(d, "give one port for all hosts, or one for each");
        return d->code;
    }
    t->host_count = count;
    for (int i = 0; i < count; i++) {
        struct target_host *const h = &t->hosts[i];
        list_item(lists->host, i, h->host, sizeof h->host);
        list_item(lists->hostaddr, i, h->hostaddr, sizeof h->hostaddr);
        list_item(lists->port, port_count > 1 ? i : 0, h->port, sizeof h->port);
        if (!h->port[0]) /* "h1,h2:5433": libpq lets a host without a port have its default. */
            copy(h->port, sizeof h->port, lists->default_port);
    }
    return ERR_OK;
}

PGconn *
target_start(const struct target *t, int index)
{
    const char *keywords[TARGET_KEYWORD_MAX], *values[TARGET_KEYWORD_MAX];
    size_t count = 0;

    if (t->host_count == 1 || !t->is_round_robin || index == ANY_HOST)
        return PQconnectStartParams(t->keywords, t->values, 1);
    const struct target_host *const h = &t->hosts[index % t->host_count];
    for (; t->keywords[count]; count++) {
        keywords[count] = t->keywords[count];
        values[count] = t->values[count];
    }
    assert(count + 4 <= TARGET_KEYWORD_MAX);
    /* Later ones win over those of a URL; empty ones are no ones. */
    keywords[count] = "host", values[count++] = h->host;
    keywords[count] = "hostaddr", values[count++] = h->hostaddr;
    keywords[count] = "port", values[count++] = h->port;
    keywords[count] = NULL, values[count] = NULL;
    return PQconnectStartParams(keywords, values, 1);
}

int
target_host_of(const struct target *t, const PGconn *pg)
{
    const char *const host = PQhost(pg), *const port = PQport(pg);

    for (int i = 0; i < t->host_count; i++) {
        const struct target_host *const h = &t->hosts[i];
        const char *const name = h->host[0] ? h->host : h->hostaddr;
        if (strcmp(name, host) == 0 && (!h->port[0] || strcmp(h->port, port) == 0))
            return i;
    }
    return 0;
}

void
target_host_name(const struct target *t, int host, char *out, size_t out_size)
{
    const struct target_host *const h = &t->hosts[host];
    const char *const name = h->host[0] ? h->host : h->hostaddr[0] ? h->hostaddr : t->host;

    snprintf(out, out_size, "%s:%s", name, h->port[0] ? h->port : t->port);
}

enum err
target_init(struct target *t, const struct connection_options *o, int64_t timeout_ns, int index, struct diag *d)
{
    struct host_lists lists = {0};

    *t = (struct target){.index = index, .is_round_robin = o->balance == BALANCE_ROUND_ROBIN, .timeout_ns = timeout_ns};
    if (index == 1) {
        if (init_url(t, "against", o->against, &lists, d) != ERR_OK)
            return d->code;
    } else if (o->pgsql_url) {
        if (init_url(t, "pgsql-url", o->pgsql_url, &lists, d) != ERR_OK)
            return d->code;
    } else if (init_parts(t, o, &lists, d) != ERR_OK) {
        return d->code;
    }
    add_keyword(t, "fallback_application_name", "plumbline-load");

    PQconninfoOption *const defaults = PQconndefaults();
    if (defaults) {
        describe(t, defaults);
        take_lists(&lists, defaults); /* What is too long here is too long for libpq too. */
        list_item(default_port(defaults), 0, lists.default_port, sizeof lists.default_port);
        PQconninfoFree(defaults);
    }
    if (!t->host[0])
        copy(t->host, sizeof t->host, "local socket");
    if (!t->database[0])
        copy(t->database, sizeof t->database, t->user);
    return split_hosts(t, &lists, d);
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

static bool
is_wanted(const struct interrupt *interrupt)
{
    return interrupt && interrupt->is_wanted(interrupt->context);
}

static enum err
fail_timeout(const struct target *t, struct diag *d)
{
    fail(d, ERR_TARGET, "connection to %s:%s: not ready after %g s", t->host, t->port,
         (double)t->timeout_ns / (double)NS_PER_S);
    fail_at(d, t->index, NULL);
    fail_hint(d, "does a server listen there, and does it answer? raise --thread-init-timeout if it needs longer");
    return d->code;
}

PGconn *
target_connect(const struct target *t, int index, const struct interrupt *interrupt, struct diag *d)
{
    PGconn *const pg = target_start(t, index);
    const int64_t give_up_ns = clock_now_ns() + t->timeout_ns;
    /* libpq's rule for the first wait. */
    PostgresPollingStatusType status = PQstatus(pg) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;

    while (status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED && d->code == ERR_OK) {
        struct pollfd fd = {.fd = PQsocket(pg), .events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        if (poll(&fd, 1, WAIT_MS) > 0)
            status = PQconnectPoll(pg);
        else if (clock_now_ns() > give_up_ns)
            fail_timeout(t, d);
        if (is_wanted(interrupt))
            fail(d, ERR_INTERRUPTED, "interrupted while connecting to %s:%s", t->host, t->port);
    }
    if (status == PGRES_POLLING_OK && d->code == ERR_OK)
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
        {"08P01", "does something else than a PostgreSQL server (or a broken proxy) listen there?"},
        {"42P01", "run `prepare` first, with the same --tables, --table-size and connection options"},
        {"42P07", "run `cleanup` first, or repeat this with --recreate, which drops the tables that are there"},
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
        fail(d, is_target_fault(sqlstate) ? ERR_TARGET : ERR_WORKLOAD, "%s to %s:%s: %s (SQLSTATE %s)", what, t->host, t->port,
             message, sqlstate);
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
    if (!sqlstate && strstr(PQerrorMessage(pg), "out of memory"))
        return fail(d, ERR_INTERNAL, "%s to %s:%s: out of memory for an answer", what, t->host, t->port);
    if (!sqlstate) /* libpq's own complaint: the server does not speak as it should. */
        return fail_sqlstate(t, PQerrorMessage(pg)[0] ? PQerrorMessage(pg) : "no answer to the statement", "08P01", what, d);
    return fail_sqlstate(t, message ? message : PQerrorMessage(pg), sqlstate, what, d);
}

void
target_cancel(PGconn *pg)
{
    char ignored[256];
    PGcancel *const request = PQgetCancel(pg);

    if (request)
        PQcancel(request, ignored, sizeof ignored);
    PQfreeCancel(request);
}

/* Waits until a result is there or the connection is lost. False: it was interrupted meanwhile. */
static bool
await_result(PGconn *pg, const struct interrupt *interrupt)
{
    bool is_undisturbed = true;

    while (PQisBusy(pg)) {
        struct pollfd fd = {.fd = PQsocket(pg), .events = POLLIN};
        const int ready = poll(&fd, 1, interrupt ? WAIT_MS : -1);
        if (ready > 0 && !PQconsumeInput(pg))
            break;
        if (!is_wanted(interrupt))
            continue;
        is_undisturbed = false;
        target_cancel(pg); /* Each time: a request that comes before the statement finds nothing to cancel. */
    }
    return is_undisturbed;
}

PGresult *
target_query(const struct target *t, PGconn *pg, const char *sql, const struct interrupt *interrupt, struct diag *d)
{
    PGresult *last = NULL, *next;
    bool is_undisturbed = true;

    if (!PQsendQuery(pg, sql))
        return NULL;
    do {
        is_undisturbed = await_result(pg, interrupt) && is_undisturbed;
        next = PQgetResult(pg);
        if (!last || (next && !PQresultErrorField(last, PG_DIAG_SQLSTATE))) {
            PQclear(last);
            last = next;
        } else { /* What the server said before it closed the connection says more than the loss. */
            PQclear(next);
        }
    } while (next);
    if (!is_undisturbed) {
        fail(d, ERR_INTERRUPTED, "interrupted while %s:%s was at: %.200s", t->host, t->port, sql);
        fail_at(d, t->index, NULL);
    }
    return last;
}

enum err
target_execute(const struct target *t, PGconn *pg, const char *sql, const struct interrupt *interrupt, struct diag *d)
{
    PGresult *const result = target_query(t, pg, sql, interrupt, d);
    const ExecStatusType status = PQresultStatus(result);

    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        target_fail_result(t, pg, result, "connection", d);
    PQclear(result);
    return d->code;
}
