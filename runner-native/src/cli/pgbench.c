#include "cli/pgbench.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/pgbench_table.h"
#include "program/script/scalar.h"

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
    bool is_used[MODE_BENCHMARK + 1]; /* True by enum pgbench_mode: an option of it was given. */
    bool has_builtin, has_file; /* Scripts. */
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
take_meaning(struct reader *r, const struct pgbench_meaning *m, const char *value)
{
    r->is_used[m->mode] = true;
    if (value && pgbench_check_value(m, value, r->diag) != ERR_OK)
        return r->diag->code;
    if (value && m->letter == 'b' && strcmp(value, "list") == 0) {
        r->noted[NOTED_SHOW] = value;
        return ERR_OK;
    }
    r->has_builtin = r->has_builtin || (m->name && strncmp(m->name, "builtin", strlen("builtin")) == 0);
    r->has_file = r->has_file || m->letter == 'f';
    switch (m->fate) {
    case FATE_OPTION: return give(r, "%s=%s", m->name, value);
    case FATE_SWITCH: return give(r, "%s", m->name);
    case FATE_NOTED: r->noted[m->noted] = value ? value : ""; return ERR_OK;
    case FATE_NOTHING: return ERR_OK;
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
    const struct pgbench_meaning *const meaning = pgbench_find_word(name, length);

    if (!meaning)
        return give(r, "%s", name);
    if (!meaning->takes_value)
        return take_meaning(r, meaning, NULL);
    if (name[length] == '=')
        return take_meaning(r, meaning, name + length + 1);
    return *i + 1 < argc ? take_meaning(r, meaning, argv[++*i]) : refuse_missing_value(r, argv[*i]);
}

/* "-c8", "-c 8", "-nS". */
static enum err
take_letters(struct reader *r, int argc, char *const *argv, int *i)
{
    const char *const argument = argv[*i];

    for (const char *letter = argument + 1; *letter && r->diag->code == ERR_OK; letter++) {
        const struct pgbench_meaning *const meaning = pgbench_find_letter(*letter);
        if (!meaning) {
            fail(r->diag, ERR_USAGE, "unknown option -%c of pgbench", *letter);
            fail_hint(r->diag, *letter == 'W' ? "a password is taken from PGPASSWORD, ~/.pgpass or --pgsql-url"
                                              : "options of plumbline-load itself begin with two dashes: --threads=16");
        } else if (!meaning->takes_value) {
            take_meaning(r, meaning, NULL);
        } else if (letter[1]) {
            return take_meaning(r, meaning, letter + 1);
        } else if (*i + 1 < argc) {
            return take_meaning(r, meaning, argv[++*i]);
        } else {
            return refuse_missing_value(r, argument);
        }
    }
    return r->diag->code;
}

/* A noted whole number, which was looked at when it was taken. */
static int64_t
count_of(const struct reader *r, enum pgbench_noted noted, int64_t fallback)
{
    const char *const text = r->noted[noted];

    if (text)
        scalar_read_integer(text, strlen(text), &fallback);
    return fallback;
}

static bool
is_given(const struct reader *r, enum pgbench_noted noted)
{
    return r->noted[noted] != NULL;
}

static enum err
clash(struct reader *r, const char *what, const char *hint)
{
    fail(r->diag, ERR_USAGE, "%s", what);
    fail_hint(r->diag, "%s", hint);
    return r->diag->code;
}

/* Gives as many events as all clients have transactions; ten of each, where neither they nor a time are given. */
static enum err
give_length(struct reader *r)
{
    const int64_t clients = count_of(r, NOTED_CLIENTS, 1), jobs = count_of(r, NOTED_JOBS, 1),
                  transactions = count_of(r, NOTED_TRANSACTIONS, 10), seconds = count_of(r, NOTED_TIME, 0);

    if (is_given(r, NOTED_TRANSACTIONS) && is_given(r, NOTED_TIME))
        return clash(r, "specify either a number of transactions (-t) or a duration (-T), not both",
                     "-T ends by time, -t by number");
    give(r, "threads=%" PRId64, clients);
    if (r->diag->code == ERR_OK)
        give(r, "workers=%" PRId64, jobs < clients ? jobs : clients);
    if (r->diag->code == ERR_OK)
        give(r, "time=%" PRId64, seconds);
    if (r->diag->code == ERR_OK && seconds == 0)
        give(r, "events=%" PRId64, clients * transactions);
    return r->diag->code;
}

static enum err
give_noted(struct reader *r, enum pgbench_noted noted, const char *name)
{
    return is_given(r, noted) ? give(r, "%s=%s", name, r->noted[noted]) : ERR_OK;
}

/* How fast, and what is told meanwhile. */
static enum err
give_pace(struct reader *r)
{
    if (is_given(r, NOTED_TIMESTAMP) && !is_given(r, NOTED_PROGRESS))
        return clash(r, "--progress-timestamp is allowed only under --progress", "give -P, too");
    if (is_given(r, NOTED_VACUUM_ALL) && !is_given(r, NOTED_NO_VACUUM))
        return clash(r, "pgbench's -v: a run does not vacuum the tables before it", "prepare them again (-i), which does");
    if (give_noted(r, NOTED_RATE, "rate") != ERR_OK || give_noted(r, NOTED_LATENCY_LIMIT, "latency-limit") != ERR_OK)
        return r->diag->code;
    return give_noted(r, NOTED_PROGRESS, "report-interval");
}

static enum err
check_log(struct reader *r)
{
    const int64_t interval = count_of(r, NOTED_AGGREGATE, 0), seconds = count_of(r, NOTED_TIME, 0);

    if (is_given(r, NOTED_SAMPLING) && !is_given(r, NOTED_LOG))
        return clash(r, "log sampling (--sampling-rate) is allowed only when logging transactions (-l)", "give -l, too");
    if (is_given(r, NOTED_LOG_PREFIX) && !is_given(r, NOTED_LOG))
        return clash(r, "the log file's prefix (--log-prefix) is allowed only when logging transactions (-l)", "give -l, too");
    if (is_given(r, NOTED_AGGREGATE) && !is_given(r, NOTED_LOG))
        return clash(r, "log aggregation (--aggregate-interval) is allowed only when logging transactions (-l)",
                     "give -l, too");
    if (is_given(r, NOTED_SAMPLING) && is_given(r, NOTED_AGGREGATE))
        return clash(r, "log sampling (--sampling-rate) and aggregation (--aggregate-interval) cannot be used at the same time",
                     "leave one of them out");
    if (seconds > 0 && interval > seconds)
        return clash(r, "the seconds of --aggregate-interval must not be higher than the test's duration (-T)", "lower them");
    if (seconds > 0 && interval > 0 && seconds % interval != 0)
        return clash(r, "the duration (-T) must be a multiple of --aggregate-interval",
                     "then the last interval is a whole one");
    return ERR_OK;
}

static enum err
give_log(struct reader *r)
{
    if (check_log(r) != ERR_OK || (is_given(r, NOTED_LOG) && give(r, "log=on") != ERR_OK) ||
        give_noted(r, NOTED_LOG_PREFIX, "log-prefix") != ERR_OK ||
        give_noted(r, NOTED_AGGREGATE, "aggregate-interval") != ERR_OK)
        return r->diag->code;
    return give_noted(r, NOTED_SAMPLING, "sampling-rate");
}

/* PGBENCH_RANDOM_SEED counts where --random-seed is not given. */
static enum err
note_seed(struct reader *r)
{
    const char *const value = getenv("PGBENCH_RANDOM_SEED");
    struct pgbench_meaning meaning = *pgbench_find_word("random-seed", strlen("random-seed"));

    meaning.fault =
        "error while setting random seed from PGBENCH_RANDOM_SEED environment variable: unrecognized random seed option";
    if (value && !is_given(r, NOTED_SEED) && pgbench_check_value(&meaning, value, r->diag) == ERR_OK)
        r->noted[NOTED_SEED] = value;
    return r->diag->code;
}

static enum err
give_tries_and_seed(struct reader *r, struct pgbench_line *line)
{
    if (note_seed(r) != ERR_OK)
        return r->diag->code;
    const char *const seed = r->noted[NOTED_SEED];
    const int64_t tries = count_of(r, NOTED_MAX_TRIES, 1);

    line->is_tried_without_end = tries == 0;
    line->has_seed = seed != NULL;
    if (tries == 0 && !is_given(r, NOTED_TIME) && !is_given(r, NOTED_LATENCY_LIMIT))
        return clash(r, "an unlimited number of transaction tries can only be used with --latency-limit or a duration (-T)",
                     "give one of them, or a number of --max-tries");
    if (give(r, "max-tries=%" PRId64, tries > 0 ? tries : 1000000) != ERR_OK)
        return r->diag->code;
    if (!seed || strcmp(seed, "time") == 0 || strcmp(seed, "rand") == 0)
        return ERR_OK; /* Drawn, and printed. */
    line->is_seed_zero = count_of(r, NOTED_SEED, 0) == 0;
    return give(r, "rand-seed=%s", seed);
}

static enum err
give_run(struct reader *r, struct pgbench_line *line)
{
    line->per_command = is_given(r, NOTED_PER_COMMAND);
    line->has_timestamps = is_given(r, NOTED_TIMESTAMP);
    if (r->is_used[MODE_INITIALIZE])
        return clash(r, "some of the options cannot be used in benchmarking mode", "they are for -i");
    line->ignores_scale = is_given(r, NOTED_SCALE) && (r->has_builtin || !r->has_file); /* The tables say what it is. */
    if (!line->ignores_scale && give_noted(r, NOTED_SCALE, "scale") != ERR_OK)
        return r->diag->code;
    if (give_length(r) != ERR_OK || give_pace(r) != ERR_OK || give_log(r) != ERR_OK)
        return r->diag->code;
    return give_tries_and_seed(r, line);
}

enum { CONNECTION_TEXT_SIZE = 2048 };

/* Adds a value of a connection string, in quotes. False: there is no room. */
static bool
write_part(char out[CONNECTION_TEXT_SIZE], const char *name, const char *value)
{
    size_t used = strlen(out);

    if (!value)
        return true;
    if (used + strlen(" =''") + strlen(name) + 2 * strlen(value) >= CONNECTION_TEXT_SIZE) /* Each byte may need a backslash. */
        return false;
    used += write_text(out + used, CONNECTION_TEXT_SIZE - used, " %s='", name);
    for (; *value; value++) {
        if (*value == '\'' || *value == '\\')
            out[used++] = '\\';
        out[used++] = *value;
    }
    write_text(out + used, CONNECTION_TEXT_SIZE - used, "'");
    return true;
}

/* libpq takes what is not given from its environment, as pgbench does. */
static enum err
give_connection(struct reader *r)
{
    const char *const database = r->database;
    const bool is_whole = database && (strchr(database, '=') || strstr(database, "://"));
    char text[CONNECTION_TEXT_SIZE] = "fallback_application_name=pgbench";

    if (is_whole && (r->noted[NOTED_HOST] || r->noted[NOTED_PORT] || r->noted[NOTED_USER])) {
        fail(r->diag, ERR_USAGE, "a connection string and -h, -p or -U cannot both be given");
        fail_hint(r->diag, "write them into the string");
        return ERR_USAGE;
    }
    if (is_whole)
        return give(r, "pgsql-url=%s", database);
    if (!write_part(text, "host", r->noted[NOTED_HOST]) || !write_part(text, "port", r->noted[NOTED_PORT]) ||
        !write_part(text, "user", r->noted[NOTED_USER]) || !write_part(text, "dbname", database))
        return clash(r, "-h, -p, -U and the database are longer than about 1,000 bytes",
                     "name the place by a URL: --pgsql-url=URL");
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
    if (r->is_used[MODE_BENCHMARK])
        return clash(r, "some of the options cannot be used in initialization (-i) mode", "they are for a run");
    if (steps[strspn(steps, "dtgGvpf ")] != '\0') {
        fail(r->diag, ERR_USAGE, "unrecognized initialization step \"%c\"", steps[strspn(steps, "dtgGvpf ")]);
        fail_hint(r->diag, "Allowed step characters are: \"dtgGvpf\"");
        return ERR_USAGE;
    }
    if (loads ? !makes || !ends : strpbrk(steps, "vpf") || !(makes || drops)) {
        fail(r->diag, ERR_USAGE, "-I %s: the steps are dtgvp with f or without, tgvp, dt, t or d", steps);
        fail_hint(r->diag, "rows come with tables, keys and VACUUM; G is done as g");
        return ERR_USAGE;
    }
    if (drops && makes && give(r, "recreate=on") != ERR_OK)
        return r->diag->code;
    if (count_of(r, NOTED_PARTITIONS, 0) == 0 && is_given(r, NOTED_PARTITION_METHOD))
        return clash(r, "--partition-method requires greater than zero --partitions", "give --partitions, too");
    if (give_noted(r, NOTED_SCALE, "scale") != ERR_OK || give_noted(r, NOTED_PARTITIONS, "partitions") != ERR_OK ||
        give_noted(r, NOTED_PARTITION_METHOD, "partition-method") != ERR_OK)
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

static bool
asks_for_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "--help=on") == 0 || strcmp(argument, "-?") == 0;
}

enum err
pgbench_read(struct pgbench_text *out, struct pgbench_line *line, int argc, char *const *argv,
             enum err (*take)(void *context, const char *option, struct diag *d), void *context, struct diag *d)
{
    struct reader r = {.out = out, .take = take, .context = context, .diag = d};
    const int first = argc > 1 && strcmp(argv[1], "pgbench") == 0 ? 2 : 1;

    *line = (struct pgbench_line){.command = "run"};
    for (int i = first; i < argc && d->code == ERR_OK; i++) {
        if (asks_for_help(argv[i])) {
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
    line->shows = r.noted[NOTED_SHOW];
    if (is_given(&r, NOTED_DATABASE))
        r.database = r.noted[NOTED_DATABASE];
    if (d->code == ERR_OK)
        is_given(&r, NOTED_INITIALIZE) ? read_steps(&r, line) : give_run(&r, line);
    return d->code == ERR_OK ? give_connection(&r) : d->code;
}
