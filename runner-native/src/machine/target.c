#include "machine/target.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/value.h"

static const char *const sslmodes[] = {CONNECTION_SSLMODES, NULL};
static const char *const session_attrs[] = {"any", "read-write", "read-only", "primary", "standby", "prefer-standby", NULL};

/* Lists of host, hostaddr and port as given, with commas, or empty. */
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
        else if (strcmp(list->keyword, "target_session_attrs") == 0 && !t->session_attrs[0])
            copy(t->session_attrs, sizeof t->session_attrs, list->val);
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

/* Leaves out what libpq's reason quotes, which may be a part of a password. */
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

/* A value that libpq checks only when it connects, where it would look like a fault of the server. */
struct choice {
    const char *keyword, *variable;
    const char *value; /* Empty: none was given. */
    const char *const *allowed;
};

/* Is one of them not allowed? Writes what is, "must be a, b or c", to `reason`. */
static bool
find_wrong(const struct target *t, struct choice *wrong, char *reason, size_t reason_size)
{
    const struct choice choices[] = {
        {"sslmode", "PGSSLMODE", t->sslmode, sslmodes},
        {"target_session_attrs", "PGTARGETSESSIONATTRS", t->session_attrs, session_attrs},
    };

    for (size_t at = 0; at < ARRAY_LENGTH(choices); at++) {
        size_t i = 0;
        *wrong = choices[at];
        while (wrong->allowed[i] && strcmp(wrong->allowed[i], wrong->value) != 0)
            i++;
        if (!wrong->value[0] || wrong->allowed[i])
            continue;
        snprintf(reason, reason_size, "must be ");
        value_join_choices(wrong->allowed, reason + strlen(reason), reason_size - strlen(reason));
        return true;
    }
    return false;
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
check_url(const struct target *t, const char *option, const char *url, const struct host_lists *lists, struct diag *d)
{
    struct choice wrong;
    char allowed[160], reason[200];

    if (has_bare_at(lists->host))
        return fail_url(option, url, "the name of a host cannot hold an @", d);
    if (lists->port[0] && !value_is_port_list(lists->port))
        return fail_url(option, url, "a port must be a number from 1 to 65535", d);
    if (!find_wrong(t, &wrong, allowed, sizeof allowed))
        return ERR_OK;
    snprintf(reason, sizeof reason, "%s %s", wrong.keyword, allowed);
    return fail_url(option, url, reason, d);
}

/* The same of what libpq takes from its environment. The other places are checked already. */
static enum err
check_environment(const struct target *t, const struct host_lists *lists, struct diag *d)
{
    struct choice wrong;
    char allowed[160];

    if (lists->port[0] && !value_is_port_list(lists->port))
        fail(d, ERR_USAGE, "PGPORT=%s: must be a port, or one for each host, from 1 to 65535", lists->port);
    else if (find_wrong(t, &wrong, allowed, sizeof allowed))
        fail(d, ERR_USAGE, "%s=%s: %s", wrong.variable, wrong.value, allowed);
    return d->code;
}

/* Turns GSS encryption off unless it is asked for: what it has decrypted and libpq has not read yet makes no socket ready, and libpq
 * has no question for it. A URL behind it says otherwise, but a service would not. */
static void
avoid_gss(struct target *t)
{
    if (!getenv("PGGSSENCMODE") && !getenv("PGSERVICE"))
        add_keyword(t, "gssencmode", "disable");
}

static bool
names_service(const PQconninfoOption *list)
{
    for (; list->keyword; list++)
        if (strcmp(list->keyword, "service") == 0 && list->val)
            return true;
    return false;
}

/* The authorities that this machine trusts: OpenSSL's variable, or where systems keep them. NULL: nowhere. */
static const char *
system_authorities(void)
{
    static const char *const places[] = {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                                         "/etc/ssl/cert.pem"};
    const char *const said = getenv("SSL_CERT_FILE");

    if (said && said[0])
        return said;
    for (size_t at = 0; at < ARRAY_LENGTH(places); at++)
        if (access(places[at], R_OK) == 0)
            return places[at];
    return NULL;
}

/* Before version 16 libpq takes sslrootcert=system for the name of a file. Said behind the URL, a file and the mode win. */
static void
trust_system(struct target *t, const PQconninfoOption *list)
{
    const char *const file = system_authorities();

    for (; list->keyword; list++) {
        if (strcmp(list->keyword, "sslrootcert") != 0 || !list->val || strcmp(list->val, "system") != 0)
            continue;
        if (PQlibVersion() >= 160000 || !file)
            return;
        add_keyword(t, "sslrootcert", file);
        add_keyword(t, "sslmode", "verify-full");
        copy(t->sslmode, sizeof t->sslmode, "verify-full");
    }
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
    if (!names_service(list))
        avoid_gss(t);
    if (d->code == ERR_OK && check_url(t, option, url, lists, d) == ERR_OK) {
        add_keyword(t, "dbname", url);
        trust_system(t, list);
    }
    PQconninfoFree(list);
    return d->code;
}

/* An option that says where the server is; NULL: libpq's environment says it. */
static void
add_part(struct target *t, const char *keyword, const char *value, char *shown, size_t shown_size)
{
    if (!value)
        return;
    copy(shown, shown_size, value);
    add_keyword(t, keyword, value);
}

static enum err
init_parts(struct target *t, const struct connection_options *o, struct host_lists *lists, struct diag *d)
{
    const char *const host = o->pgsql_host ? o->pgsql_host : "", *const port = o->pgsql_port ? o->pgsql_port : "";

    if (strlen(host) >= sizeof lists->host || strlen(port) >= sizeof lists->port)
        return fail_long_list(strlen(host) >= sizeof lists->host ? "pgsql-host" : "pgsql-port", d);
    copy(lists->host, sizeof lists->host, host);
    copy(lists->port, sizeof lists->port, port);
    avoid_gss(t);
    add_part(t, "host", o->pgsql_host, t->host, sizeof t->host);
    add_part(t, "port", o->pgsql_port, t->port, sizeof t->port);
    add_part(t, "dbname", o->pgsql_db, t->database, sizeof t->database);
    add_part(t, "user", o->pgsql_user, t->user, sizeof t->user);
    add_part(t, "sslmode", o->pgsql_sslmode, t->sslmode, sizeof t->sslmode); /* Otherwise libpq looks at PGSSLMODE. */
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

int
target_host_for(const struct target *t, int index)
{
    return t->host_count == 1 || !t->is_round_robin || index == ANY_HOST ? ANY_HOST : index % t->host_count;
}

PGconn *
target_start(const struct target *t, int index)
{
    const char *keywords[TARGET_KEYWORD_MAX], *values[TARGET_KEYWORD_MAX];
    const int host = target_host_for(t, index);
    size_t count = 0;

    if (host == ANY_HOST)
        return PQconnectStartParams(t->keywords, t->values, 1);
    const struct target_host *const h = &t->hosts[host];
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

/* Is `pg` for one host? Of a list none is the one before it is connected. */
static bool
is_for_one(PGconn *pg)
{
    PQconninfoOption *const list = PQconninfo(pg);
    bool is_one = list != NULL;

    for (const PQconninfoOption *o = list; o && o->keyword; o++)
        if ((strcmp(o->keyword, "host") == 0 || strcmp(o->keyword, "hostaddr") == 0) && o->val && strchr(o->val, ','))
            is_one = false;
    PQconninfoFree(list);
    return is_one;
}

struct target_place
target_place_of(const struct target *t, PGconn *pg)
{
    struct target_place place;

    copy(place.host, sizeof place.host, t->host);
    copy(place.port, sizeof place.port, t->port);
    if (pg && t->host_count > 1 && (PQstatus(pg) == CONNECTION_OK || is_for_one(pg))) {
        copy(place.host, sizeof place.host, PQhost(pg));
        copy(place.port, sizeof place.port, PQport(pg));
    }
    return place;
}

void
target_host_name(const struct target *t, int host, char *out, size_t out_size)
{
    const struct target_host *const h = &t->hosts[host];
    const char *const name = h->host[0] ? h->host : h->hostaddr[0] ? h->hostaddr : t->host;

    snprintf(out, out_size, "%s:%s", name, h->port[0] ? h->port : t->port);
}

enum err
target_init(struct target *t, const struct connection_options *o, const struct dialect *dialect, int64_t timeout_ns, int index,
            struct diag *d)
{
    struct host_lists lists = {0};

    *t = (struct target){
        .index = index, .dialect = dialect, .is_round_robin = o->balance == BALANCE_ROUND_ROBIN, .timeout_ns = timeout_ns};
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
        take_lists(&lists, defaults); /* A list that is too long here is too long for libpq too. */
        list_item(default_port(defaults), 0, lists.default_port, sizeof lists.default_port);
        PQconninfoFree(defaults);
    }
    if (check_environment(t, &lists, d) != ERR_OK)
        return d->code;
    if (t->session_attrs[0] && strcmp(t->session_attrs, "any") != 0)
        t->is_round_robin = false;
    if (!t->host[0])
        copy(t->host, sizeof t->host, "local socket");
    if (!t->database[0])
        copy(t->database, sizeof t->database, t->user);
    return split_hosts(t, &lists, d);
}
