#include "cli/pgbench.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/script/scalar.h"

/* What becomes of an option. */
enum fate {
    FATE_OPTION,  /* It is `name`, with its value. */
    FATE_SWITCH,  /* It is `name`, which holds option and value. */
    FATE_NOTED,   /* See `struct noted`. */
    FATE_NOTHING, /* What it asks for is so anyway. */
    FATE_REFUSED, /* `name` is the reason, `hint` the way out. */
};

/* Options whose meaning others change: where they are noted. */
enum noted {
    NOTED_CLIENTS,
    NOTED_JOBS,
    NOTED_TRANSACTIONS,
    NOTED_TIME,
    NOTED_MAX_TRIES,
    NOTED_SEED,
    NOTED_HOST,
    NOTED_PORT,
    NOTED_USER,
    NOTED_STEPS,
    NOTED_INITIALIZE,
    NOTED_FOREIGN_KEYS,
    NOTED_COUNT
};

struct meaning {
    char letter;
    const char *word; /* "client"; NULL: there is the letter alone. */
    bool takes_value;
    enum fate fate;
    const char *name;
    const char *hint;
    enum noted noted;
};

#define LOG_REASON "there is no log of transactions"
#define LOG_HINT "--output=ndjson has the histogram of all of them"

/* clang-format off */
static const struct meaning meanings[] = {
    {'i', "initialize", false, FATE_NOTED, NULL, NULL, NOTED_INITIALIZE},
    {'I', "init-steps", true, FATE_NOTED, NULL, NULL, NOTED_STEPS},
    {'F', "fillfactor", true, FATE_OPTION, "fillfactor", NULL, 0},
    {'s', "scale", true, FATE_OPTION, "scale", NULL, 0},
    {'q', "quiet", false, FATE_NOTHING, NULL, NULL, 0},
    {'n', "no-vacuum", false, FATE_NOTHING, NULL, NULL, 0},
    {'v', "vacuum-all", false, FATE_REFUSED, "a run does not vacuum the tables before it", "prepare them again (-i), which does", 0},
    {0, "foreign-keys", false, FATE_NOTED, NULL, NULL, NOTED_FOREIGN_KEYS},
    {0, "index-tablespace", true, FATE_OPTION, "index-tablespace", NULL, 0},
    {0, "partition-method", true, FATE_OPTION, "partition-method", NULL, 0},
    {0, "partitions", true, FATE_OPTION, "partitions", NULL, 0},
    {0, "tablespace", true, FATE_OPTION, "tablespace", NULL, 0},
    {0, "unlogged-tables", false, FATE_SWITCH, "unlogged-tables=on", NULL, 0},
    {'b', "builtin", true, FATE_OPTION, "builtin", NULL, 0},
    {'S', "select-only", false, FATE_SWITCH, "builtin=select-only", NULL, 0},
    {'N', "skip-some-updates", false, FATE_SWITCH, "builtin=simple-update", NULL, 0},
    {'f', "file", true, FATE_OPTION, "file", NULL, 0},
    {'D', "define", true, FATE_OPTION, "define", NULL, 0},
    {'M', "protocol", true, FATE_OPTION, "protocol", NULL, 0},
    {'c', "client", true, FATE_NOTED, NULL, NULL, NOTED_CLIENTS},
    {'j', "jobs", true, FATE_NOTED, NULL, NULL, NOTED_JOBS},
    {'t', "transactions", true, FATE_NOTED, NULL, NULL, NOTED_TRANSACTIONS},
    {'T', "time", true, FATE_NOTED, NULL, NULL, NOTED_TIME},
    {'R', "rate", true, FATE_OPTION, "rate", NULL, 0},
    {'P', "progress", true, FATE_OPTION, "report-interval", NULL, 0},
    {'C', "connect", false, FATE_SWITCH, "reconnect=1", NULL, 0},
    {'r', "report-per-command", false, FATE_NOTHING, NULL, NULL, 0},
    {0, "report-latencies", false, FATE_NOTHING, NULL, NULL, 0},
    {0, "failures-detailed", false, FATE_NOTHING, NULL, NULL, 0},
    {0, "verbose-errors", false, FATE_NOTHING, NULL, NULL, 0},
    {0, "progress-timestamp", false, FATE_NOTHING, NULL, NULL, 0},
    {0, "exit-on-abort", false, FATE_NOTHING, NULL, NULL, 0},
    {0, "debug", false, FATE_NOTHING, NULL, NULL, 0},
    {0, "continue-on-error", false, FATE_SWITCH, "on-error=continue", NULL, 0},
    {0, "max-tries", true, FATE_NOTED, NULL, NULL, NOTED_MAX_TRIES},
    {0, "random-seed", true, FATE_NOTED, NULL, NULL, NOTED_SEED},
    {'h', "host", true, FATE_NOTED, NULL, NULL, NOTED_HOST},
    {'p', "port", true, FATE_NOTED, NULL, NULL, NOTED_PORT},
    {'U', "username", true, FATE_NOTED, NULL, NULL, NOTED_USER},
    {'L', "latency-limit", true, FATE_REFUSED, "transactions are neither counted nor left out by a limit of latency", "the percentiles say how many were slower: --percentiles=50,95,99,99.9", 0},
    {'l', "log", false, FATE_REFUSED, LOG_REASON, LOG_HINT, 0},
    {0, "log-prefix", true, FATE_REFUSED, LOG_REASON, LOG_HINT, 0},
    {0, "aggregate-interval", true, FATE_REFUSED, LOG_REASON, LOG_HINT, 0},
    {0, "sampling-rate", true, FATE_REFUSED, LOG_REASON, LOG_HINT, 0},
    {'d', NULL, false, FATE_REFUSED, "it is debugging up to pgbench 17, and the database from 18 on", "give the database as the last word", 0},
    {0, "show-script", true, FATE_REFUSED, "scripts are shown otherwise", "plumbline-load -b tpcb-like script sql", 0},
};
/* clang-format on */

bool
pgbench_is_meant(int argc, char *const *argv, bool (*is_own)(const char *word))
{
    const char *const slash = strrchr(argv[0], '/');
    bool has_letter = false;

    if (strcmp(slash ? slash + 1 : argv[0], "pgbench") == 0 || (argc > 1 && strcmp(argv[1], "pgbench") == 0))
        return true;
    for (int i = 1; i < argc; i++) {
        has_letter = has_letter || (argv[i][0] == '-' && isalpha((unsigned char)argv[i][1]) && strcmp(argv[i], "-h") != 0);
        if (is_own(argv[i]))
            return false;
    }
    return has_letter;
}

struct reader {
    struct pgbench_text *out;
    const char *noted[NOTED_COUNT]; /* "": a switch that was given; NULL: not given. */
    const char *database;
    enum err (*take)(void *context, const char *option, struct diag *d);
    void *context;
    struct diag *diag;
};

/* Gives on an option that is written here. */
static __attribute__((format(printf, 2, 3))) enum err
give(struct reader *r, const char *format, ...)
{
    char *const at = r->out->text + r->out->used;
    const size_t room = sizeof r->out->text - r->out->used;
    va_list arguments;

    va_start(arguments, format);
    const int length = vsnprintf(at, room, format, arguments);
    va_end(arguments);
    if ((size_t)length >= room)
        return fail(r->diag, ERR_USAGE, "the arguments are longer than %d bytes", PGBENCH_TEXT_SIZE);
    r->out->used += (size_t)length + 1;
    return r->take(r->context, at, r->diag);
}

static enum err
take_meaning(struct reader *r, const struct meaning *m, const char *value)
{
    switch (m->fate) {
    case FATE_OPTION: return give(r, "%s=%s", m->name, value);
    case FATE_SWITCH: return give(r, "%s", m->name);
    case FATE_NOTED: r->noted[m->noted] = value ? value : ""; return ERR_OK;
    case FATE_NOTHING: return ERR_OK;
    case FATE_REFUSED:
        fail(r->diag, ERR_USAGE, m->letter ? "pgbench's -%s%s%s: %s" : "pgbench's %s--%s%s: %s",
             m->letter ? (const char[]){m->letter, '\0'} : "",
             m->letter && m->word ? ", --"
             : m->letter          ? ""
                                  : m->word,
             m->letter && m->word ? m->word : "", m->name);
        fail_hint(r->diag, "%s", m->hint);
        return ERR_USAGE;
    }
    assert(false && "unreachable fate");
    return ERR_INTERNAL;
}

static enum err
refuse_missing_value(struct reader *r, const char *argument)
{
    fail(r->diag, ERR_USAGE, "%s needs a value", argument);
    fail_hint(r->diag, "it is read as pgbench's option; `pgbench --help` says what it takes");
    return ERR_USAGE;
}

/* "--client=8" or "--client 8". What pgbench does not have is an option of this program's own. *i is moved behind the value. */
static enum err
take_word(struct reader *r, int argc, char *const *argv, int *i)
{
    const char *const name = argv[*i] + 2;
    const size_t length = strcspn(name, "=");

    for (size_t m = 0; m < ARRAY_LENGTH(meanings); m++) {
        const struct meaning *const meaning = &meanings[m];
        if (!meaning->word || strlen(meaning->word) != length || strncmp(meaning->word, name, length) != 0)
            continue;
        if (!meaning->takes_value)
            return take_meaning(r, meaning, NULL);
        if (name[length] == '=')
            return take_meaning(r, meaning, name + length + 1);
        return *i + 1 < argc ? take_meaning(r, meaning, argv[++*i]) : refuse_missing_value(r, argv[*i]);
    }
    return give(r, "%s", name);
}

/* "-c8", "-c 8", "-nS". */
static enum err
take_letters(struct reader *r, int argc, char *const *argv, int *i)
{
    const char *const argument = argv[*i];

    for (const char *letter = argument + 1; *letter && r->diag->code == ERR_OK; letter++) {
        size_t m = 0;
        while (m < ARRAY_LENGTH(meanings) && meanings[m].letter != *letter)
            m++;
        if (m == ARRAY_LENGTH(meanings)) {
            fail(r->diag, ERR_USAGE, "unknown option -%c of pgbench", *letter);
            fail_hint(r->diag, *letter == 'W' ? "a password is taken from PGPASSWORD, ~/.pgpass or --pgsql-url"
                                              : "options of plumbline-load itself begin with two dashes: --threads=16");
        } else if (!meanings[m].takes_value) {
            take_meaning(r, &meanings[m], NULL);
        } else if (letter[1]) {
            return take_meaning(r, &meanings[m], letter + 1);
        } else if (*i + 1 < argc) {
            return take_meaning(r, &meanings[m], argv[++*i]);
        } else {
            return refuse_missing_value(r, argument);
        }
    }
    return r->diag->code;
}

/* A whole number from 1. False with a diag. */
static bool
read_count(struct reader *r, enum noted noted, const char *name, int64_t fallback, int64_t *out)
{
    const char *const text = r->noted[noted];

    *out = fallback;
    if (!text || (scalar_read_integer(text, strlen(text), out) && *out >= 1 && *out < (int64_t)1 << 40))
        return true;
    fail(r->diag, ERR_USAGE, "%s %s: must be a whole number from 1", name, text);
    fail_hint(r->diag, "for example %s 10", name);
    return false;
}

/* As many events as transactions of all clients; ten of each, where neither they nor a time are given. */
static enum err
give_length(struct reader *r)
{
    int64_t clients, jobs, transactions, seconds;

    if (!read_count(r, NOTED_CLIENTS, "-c", 1, &clients) || !read_count(r, NOTED_JOBS, "-j", 1, &jobs) ||
        !read_count(r, NOTED_TRANSACTIONS, "-t", 10, &transactions) || !read_count(r, NOTED_TIME, "-T", 0, &seconds))
        return r->diag->code;
    if (r->noted[NOTED_TRANSACTIONS] && r->noted[NOTED_TIME]) {
        fail(r->diag, ERR_USAGE, "-t and -T cannot both be given");
        fail_hint(r->diag, "-T ends by time, -t by number");
        return ERR_USAGE;
    }
    give(r, "threads=%" PRId64, clients);
    if (r->noted[NOTED_JOBS] && r->diag->code == ERR_OK)
        give(r, "workers=%" PRId64, jobs < clients ? jobs : clients);
    if (r->diag->code == ERR_OK)
        give(r, "time=%" PRId64, seconds);
    if (r->diag->code == ERR_OK && seconds == 0)
        give(r, "events=%" PRId64, clients * transactions);
    return r->diag->code;
}

static enum err
give_tries_and_seed(struct reader *r)
{
    const char *const tries = r->noted[NOTED_MAX_TRIES], *const seed = r->noted[NOTED_SEED];

    if (give(r, "max-tries=%s", !tries ? "1" : strcmp(tries, "0") == 0 ? "1000000" : tries) != ERR_OK)
        return r->diag->code;
    if (!seed || strcmp(seed, "time") == 0 || strcmp(seed, "rand") == 0)
        return ERR_OK; /* Drawn, and printed. */
    return give(r, "rand-seed=%s", seed);
}

/* A value of a connection string, in quotes. */
static void
write_part(char *out, size_t size, const char *name, const char *value)
{
    size_t used = strlen(out);

    if (!value)
        return;
    used += (size_t)snprintf(out + used, size - used, " %s='", name);
    for (; *value && used + 4 < size; value++) {
        if (*value == '\'' || *value == '\\')
            out[used++] = '\\';
        out[used++] = *value;
    }
    snprintf(out + used, size - used, "'");
}

/* What is not given, libpq takes from its environment, as pgbench does. */
static enum err
give_connection(struct reader *r)
{
    const char *const database = r->database;
    const bool is_whole = database && (strchr(database, '=') || strstr(database, "://"));
    char text[2048] = "fallback_application_name=pgbench";

    if (is_whole && (r->noted[NOTED_HOST] || r->noted[NOTED_PORT] || r->noted[NOTED_USER])) {
        fail(r->diag, ERR_USAGE, "a connection string and -h, -p or -U cannot both be given");
        fail_hint(r->diag, "write them into the string");
        return ERR_USAGE;
    }
    if (is_whole)
        return give(r, "pgsql-url=%s", database);
    write_part(text, sizeof text, "host", r->noted[NOTED_HOST]);
    write_part(text, sizeof text, "port", r->noted[NOTED_PORT]);
    write_part(text, sizeof text, "user", r->noted[NOTED_USER]);
    write_part(text, sizeof text, "dbname", database);
    return give(r, "pgsql-url=%s", text);
}

/* The steps of -I, which are a command where they are what one does. */
static enum err
read_steps(struct reader *r, struct pgbench_line *line)
{
    const char *const steps = r->noted[NOTED_STEPS] ? r->noted[NOTED_STEPS] : "dtgvp";
    const bool makes = strchr(steps, 't'), loads = strpbrk(steps, "gG"), drops = strchr(steps, 'd');
    const bool ends = strchr(steps, 'v') && strchr(steps, 'p');

    line->command = loads ? "prepare" : makes ? "create" : "cleanup";
    if (strspn(steps, "dtgGvpf ") != strlen(steps) || (loads ? !makes || !ends : strpbrk(steps, "vpf") || !(makes || drops))) {
        fail(r->diag, ERR_USAGE, "-I %s: the steps are dtgvp with f or without, tgvp, dt, t or d", steps);
        fail_hint(r->diag, "rows come with tables, keys and VACUUM; G is done as g");
        return ERR_USAGE;
    }
    if (drops && makes && give(r, "recreate=on") != ERR_OK)
        return r->diag->code;
    return strchr(steps, 'f') || r->noted[NOTED_FOREIGN_KEYS] ? give(r, "foreign-keys=on") : ERR_OK;
}

static enum err
take_database(struct reader *r, const char *word)
{
    if (!r->database) {
        r->database = word;
        return ERR_OK;
    }
    fail(r->diag, ERR_USAGE, "one word too many: %s", word);
    fail_hint(r->diag, "read as pgbench's, the arguments name one database: %s", r->database);
    return ERR_USAGE;
}

/* A list of the scripts is a part of the help. */
static bool
asks_for_help(const char *argument, const char *next)
{
    static const char *const words[] = {"--help", "--help=on", "-?", "-blist", "--builtin=list"};

    for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
        if (strcmp(argument, words[i]) == 0)
            return true;
    return (strcmp(argument, "-b") == 0 || strcmp(argument, "--builtin") == 0) && strcmp(next, "list") == 0;
}

enum err
pgbench_read(struct pgbench_text *out, struct pgbench_line *line, int argc, char *const *argv,
             enum err (*take)(void *context, const char *option, struct diag *d), void *context, struct diag *d)
{
    struct reader r = {.out = out, .take = take, .context = context, .diag = d};
    const int first = argc > 1 && strcmp(argv[1], "pgbench") == 0 ? 2 : 1;

    *line = (struct pgbench_line){.command = "run"};
    for (int i = first; i < argc && d->code == ERR_OK; i++) {
        if (asks_for_help(argv[i], i + 1 < argc ? argv[i + 1] : "")) {
            line->wants_help = true;
            return ERR_OK;
        }
        if (strncmp(argv[i], "--", 2) == 0)
            take_word(&r, argc, argv, &i);
        else if (argv[i][0] == '-' && argv[i][1])
            take_letters(&r, argc, argv, &i);
        else
            take_database(&r, argv[i]);
    }
    if (d->code == ERR_OK && (r.noted[NOTED_INITIALIZE] || r.noted[NOTED_STEPS]))
        read_steps(&r, line);
    else if (d->code == ERR_OK && give_length(&r) == ERR_OK)
        give_tries_and_seed(&r);
    return d->code == ERR_OK ? give_connection(&r) : d->code;
}
