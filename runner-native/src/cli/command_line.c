#include "cli/command_line.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "catalog/workload.h"
#include "cli/compat.h"
#include "cli/environment.h"
#include "cli/lua_script.h"
#include "cli/nearest.h"
#include "cli/option_set.h"
#include "cli/property_file.h"
#include "cli/stages.h"
#include "cli/value.h"
#include "math/rng.h"

/* Words. */

static enum err
take_command(struct options *o, const char *name, struct diag *d)
{
    char allowed[160];

    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, command_names[i]) == 0) {
            o->command = (enum command)i;
            return ERR_OK;
        }
    }
    struct nearest near = nearest_to(name);
    nearest_consider_all(&near, command_names);
    value_join_choices(command_names, allowed, sizeof allowed);
    fail(d, ERR_USAGE, "unknown command %s: must be %s", name, allowed);
    if (near.name)
        fail_hint(d, "did you mean %s?", near.name);
    else
        fail_hint(d, "`plumbline-load --help` says what each does");
    return ERR_USAGE;
}

/* sysbench's users may name the script: /usr/share/sysbench/oltp_read_only.lua is oltp_read_only. */
static void
script_name(const char *word, char *out, size_t out_size)
{
    const char *const slash = strrchr(word, '/');
    const char *const base = slash ? slash + 1 : word;
    const size_t length = strlen(base);
    const bool is_script = length > 4 && strcmp(base + length - 4, ".lua") == 0;

    snprintf(out, out_size, "%.*s", is_script ? (int)length - 4 : (int)out_size - 1, is_script ? base : word);
}

static enum err
take_workload(struct options *o, const char *word, struct diag *d)
{
    char name[256];

    script_name(word, name, sizeof name);
    o->load.workload = workload_find(name);
    if (o->load.workload) {
        bool is_there = true;
        if (lua_script_is_path(word))
            lua_script_check(word, name, &is_there, d);
        o->absent_script = is_there ? NULL : word;
        return d->code;
    }
    struct nearest near = nearest_to(name);
    for (size_t i = 0; workload_at(i); i++)
        nearest_consider(&near, workload_at(i)->name);
    fail(d, ERR_USAGE, "unknown workload %s", name);
    if (lua_script_is_path(word))
        fail_hint(d, "Lua is not run here; write what it does as a script of SQL: plumbline-load script -f FILE run");
    else if (near.name)
        fail_hint(d, "did you mean %s? `plumbline-load --help` lists all workloads", near.name);
    else
        fail_hint(d, "`plumbline-load --help` lists all workloads");
    return ERR_USAGE;
}

/* The command line. */

/* While the workload is not known yet, its options may be those of any family: each has a place of its own for them. */
struct parse {
    struct options *o;
    struct option_table table;
    struct family_values values;
};

static void
begin_parse(struct parse *parse, struct options *o)
{
    *o = (struct options){0};
    *parse = (struct parse){.o = o};
    option_set_all(&parse->table, o, &parse->values);
    option_table_reset(&parse->table);
}

/* The workload is known: its family's options are those that count. */
static void
end_parse(struct parse *parse)
{
    struct workload_options *const load = &parse->o->load;

    for (size_t f = 0; family_at(f); f++)
        if (family_at(f) == load->workload->family)
            memcpy(load->family, parse->values.of[f], sizeof load->family);
}

static const struct absent_option *
find_absent(const struct absent_option *list, const char *name)
{
    for (; list && list->name; list++)
        if (strcmp(list->name, name) == 0)
            return list;
    return NULL;
}

#define MYSQL "mysql-" /* Prefix of the options of its driver. */

/* Most of what MySQL's driver of sysbench takes, that of PostgreSQL has, too. */
static enum err
refuse_mysql(struct parse *parse, const char *name, struct diag *d)
{
    char ours[64];

    snprintf(ours, sizeof ours, "pgsql-%s", name + strlen(MYSQL));
    fail(d, ERR_USAGE, "unknown option --%s: it is for MySQL", name);
    if (option_table_find(&parse->table, ours, strlen(ours)))
        fail_hint(d, "did you mean --%s?", ours);
    else if (strcmp(name, MYSQL "ignore-errors") == 0)
        fail_hint(d, "--on-error=continue counts errors and goes on, --retry=LIST says which are tried again");
    else
        fail_hint(d, "leave it out; `plumbline-load --help` lists all options");
    return ERR_USAGE;
}

static enum err
refuse_option(struct parse *parse, const char *name, size_t length, struct diag *d)
{
    char dashed[64];
    const size_t shown = length < sizeof dashed - 1 ? length : sizeof dashed - 1;

    for (size_t i = 0; i < shown; i++)
        dashed[i] = name[i] == '_' ? '-' : name[i];
    dashed[shown] = '\0';
    const struct absent_option *absent = find_absent(absent_options, dashed);
    for (size_t f = 0; family_at(f) && !absent; f++)
        absent = find_absent(family_at(f)->absent_options, dashed);
    if (!absent && strncmp(dashed, MYSQL, strlen(MYSQL)) == 0)
        return refuse_mysql(parse, dashed, d);
    if (absent) {
        fail(d, ERR_USAGE, "unknown option --%s: %s", dashed, absent->reason);
        fail_hint(d, "%s", absent->hint);
        return ERR_USAGE;
    }
    if (strcmp(dashed, "help") == 0 || strcmp(dashed, "version") == 0) { /* The words alone are no options. */
        fail(d, ERR_USAGE, "--%s takes no value", dashed);
        fail_hint(d, "plumbline-load --%s%s", dashed,
                  dashed[0] == 'h' ? ", or with a workload: plumbline-load --help tpcc" : "");
        return ERR_USAGE;
    }
    struct nearest near = nearest_to(dashed);
    nearest_consider(&near, "help");
    for (size_t i = 0; i < parse->table.count; i++)
        nearest_consider(&near, parse->table.entries[i].row->name);
    fail(d, ERR_USAGE, "unknown option --%s", dashed);
    if (near.name)
        fail_hint(d, "did you mean --%s? `plumbline-load --help` lists all options", near.name);
    else
        fail_hint(d, "`plumbline-load --help` lists all options");
    return ERR_USAGE;
}

/* `value` is what follows --test, its = included. */
static enum err
take_test(struct options *o, const char *value, struct diag *d)
{
    if (value[0] == '=' && value[1]) {
        o->test = value + 1;
        return ERR_OK;
    }
    fail(d, ERR_USAGE, "--test needs a value");
    fail_hint(d, "name the workload by itself: plumbline-load oltp_read_only run");
    return ERR_USAGE;
}

static bool
is_ignored(const char *name, size_t length)
{
    for (size_t i = 0; ignored_option_at(i); i++)
        if (option_is_named(ignored_option_at(i), name, length))
            return true;
    return false;
}

/* `argument` without its two dashes. */
static enum err
take_option(struct parse *parse, const char *argument, struct diag *d)
{
    const size_t length = strcspn(argument, "=");
    const struct option_entry *entry = option_table_find(&parse->table, argument, length);

    if (is_ignored(argument, length))
        return ERR_OK;
    for (size_t i = 0; old_name_at(i); i++) {
        const struct old_name *const old = old_name_at(i);
        if (!option_is_named(old->name, argument, length))
            continue;
        parse->o->old_names |= 1u << i;
        if (!old->now)
            return take_test(parse->o, argument + length, d);
        entry = option_table_find(&parse->table, old->now, strlen(old->now));
    }
    if (!entry)
        return refuse_option(parse, argument, length, d);
    return option_table_take(&parse->table, entry, argument[length] == '=' ? argument + length + 1 : NULL, d);
}

/* A line of --config-file. */
static enum err
take_line(void *context, const char *option, struct diag *d)
{
    struct parse *const parse = context;
    const char *const file = parse->o->config_file;

    if (take_option(parse, option, d) == ERR_OK && parse->o->config_file != file)
        fail(d, ERR_USAGE, "a --config-file cannot name another one");
    return d->code;
}

/* Reading a second one would overwrite what the options of the first point to. */
static enum err
refuse_second_config(const struct options *o, const char *first, struct diag *d)
{
    fail(d, ERR_USAGE, "--config-file=%s: --config-file=%s was given already", o->config_file, first);
    fail_hint(d, "write the lines of both into one file, or give those of one as options");
    return ERR_USAGE;
}

/* Takes an argument that begins with two dashes, and the file that it may name. */
static enum err
take_dashed(struct parse *parse, const char *argument, struct diag *d)
{
    struct options *const o = parse->o;
    const char *const before = o->config_file;

    if (take_option(parse, argument, d) != ERR_OK || o->config_file == before)
        return d->code;
    if (before)
        return refuse_second_config(o, before, d);
    return config_file_read(&o->config_text, o->config_file, take_line, parse, d);
}

/* Words that are no options: the workload and the command. */
struct words {
    const char *word[2];
    size_t count;
};

static bool
asks_for_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "--help=on") == 0 || strcmp(argument, "-h") == 0 ||
           strcmp(argument, "help") == 0;
}

/* "-f FILE" or "-fFILE". `next` is the argument behind it; *has_taken: it is the value. */
static enum err
take_letter(struct parse *parse, const char *argument, const char *next, bool *has_taken, struct diag *d)
{
    for (size_t i = 0; i < parse->table.count; i++) {
        const struct option_entry *const entry = &parse->table.entries[i];
        if (entry->row->letter != argument[1] || argument[1] == '\0')
            continue;
        *has_taken = argument[2] == '\0' && next;
        return option_table_take(&parse->table, entry, argument[2] ? argument + 2 : next, d);
    }
    fail(d, ERR_USAGE, "unknown option %s", argument);
    fail_hint(d, "options begin with two dashes: --threads=16");
    return d->code;
}

static enum err
take_argument(struct parse *parse, struct words *words, const char *argument, struct diag *d)
{
    if (strncmp(argument, "--", 2) == 0)
        return take_dashed(parse, argument + 2, d);
    if (words->count < ARRAY_LENGTH(words->word)) {
        words->word[words->count++] = argument;
    } else {
        fail(d, ERR_USAGE, "one word too many: %s", argument);
        fail_hint(d, "plumbline-load [options] WORKLOAD COMMAND; values follow their option after =");
    }
    return d->code;
}

/* Fails because a word is missing: of the workload and the command, `given` is all that came; NULL: nothing. */
static enum err
fail_missing_word(const char *given, struct diag *d)
{
    struct options ignored;
    struct diag unknown = DIAG_NONE;
    const bool is_command = given && take_command(&ignored, given, &unknown) == ERR_OK;

    if (is_command)
        fail(d, ERR_USAGE, "a workload is missing before %s", given);
    else
        fail(d, ERR_USAGE, given ? "a command is missing after %s" : "a workload and a command are missing", given);
    fail_hint(d, "for example: plumbline-load --threads=16 %s %s; see --help", given && !is_command ? given : "oltp_read_only",
              is_command ? given : "run");
    return d->code;
}

/* --test=NAME is the first word. */
static enum err
take_test_word(const struct options *o, struct words *words, struct diag *d)
{
    if (!o->test)
        return ERR_OK;
    if (words->count == ARRAY_LENGTH(words->word)) {
        fail(d, ERR_USAGE, "--test=%s and %s both name a workload", o->test, words->word[0]);
        fail_hint(d, "leave --test out, which is an old way to do it");
        return d->code;
    }
    words->word[1] = words->word[0];
    words->word[0] = o->test;
    words->count++;
    return ERR_OK;
}

/* The nearer to the user, the later: the dialect, then the workload, then --compat, but for what the dialect cannot do otherwise.
 * What was given stays. */
static void
settle_defaults(struct parse *parse)
{
    struct options *const o = parse->o;
    struct option_table *const t = &parse->table;
    const struct compat_mode *const compat = compat_at(o->compat);
    const bool loads = o->command == COMMAND_PREPARE || o->command == COMMAND_CREATE || o->command == COMMAND_LOAD;

    if (compat->dialect)
        option_table_apply_one(t, "dialect", compat->dialect);
    o->load.dialect = dialect_at(o->load.dialect_number);
    option_table_apply(t, o->load.dialect->defaults);
    option_table_apply(t, o->load.workload->defaults);
    option_table_apply(t, compat->defaults);
    option_table_apply(t, o->load.dialect->insists);
    o->run.is_stall_timeout_given = option_table_is_given(t, "stall-timeout");
    if (loads)
        option_table_apply_one(t, "report-interval", "5"); /* It may take an hour. */
}

/* Settles what follows from other options. */
static void
settle_values(struct workload_options *load)
{
    if (load->integer_type == INTEGER_AUTO)
        load->integer_type = load->dialect->integer_oid == 20 ? INTEGER_INT8 : INTEGER_INT4;
    if (load->load_method == LOAD_AUTO)
        load->load_method = load->dialect->load_method;
    if (!load->retry)
        load->retry = load->dialect->retryable;
    if (load->workload->family->settle)
        load->workload->family->settle(load);
}

static int64_t
draw_seed(void)
{
    /* Below 2^53, so that every reader of JSON keeps it whole. */
    return (int64_t)(rng_mix((uint64_t)clock_wall_ns()) >> 12) | 1;
}

/* A URL has what host, port and the others say, which are then not options of their own: neither given, nor echoed as if they had an
 * effect. So has libpq's environment, but for those that are given. */
static enum err
settle_place(struct parse *parse, struct diag *d)
{
    static const char *const parts[] = {"pgsql-host",     "pgsql-port", "pgsql-user",
                                        "pgsql-password", "pgsql-db",   "pgsql-sslmode"};
    struct connection_options *const c = &parse->o->connection;

    if (!c->pgsql_url) {
        environment_settle(&parse->table, c);
        return ERR_OK;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        if (option_table_is_given(&parse->table, parts[i])) {
            fail(d, ERR_USAGE, "--pgsql-url and --%s cannot both be given", parts[i]);
            fail_hint(d, "write it into the URL: postgres://user@host:port/database?sslmode=require");
            return ERR_USAGE;
        }
    }
    c->pgsql_host = c->pgsql_port = c->pgsql_user = c->pgsql_db = NULL;
    return ERR_OK;
}

/* Options and words are read: what do they come to? */
static enum err
settle(struct parse *parse, struct diag *d)
{
    struct options *const o = parse->o;
    const bool g = o->command != COMMAND_SQL && o->command != COMMAND_DESCRIBE; /* These print nothing that is drawn. */

    if (option_set_refuse_foreign(&parse->table, o, d) != ERR_OK ||
        property_file_settle(&parse->table, o->load.workload->family, d) != ERR_OK)
        return d->code;
    settle_defaults(parse);
    if (stages_settle(&o->run, &parse->table, d) != ERR_OK)
        return d->code;
    end_parse(parse);
    settle_values(&o->load);
    if (settle_place(parse, d) != ERR_OK)
        return d->code;
    if (o->load.rand_seed == 0 && g && !o->pgbench.is_seed_zero)
        o->load.rand_seed = draw_seed();
    return options_check(o, d);
}

/* A workload or a command. */
static bool
is_own_word(const char *word)
{
    struct options ignored;
    struct diag unknown = DIAG_NONE;

    return workload_find(word) || take_command(&ignored, word, &unknown) == ERR_OK;
}

static enum err
take_pgbench_option(void *context, const char *option, struct diag *d)
{
    return take_dashed(context, option, d);
}

/* A command line of pgbench. */
static enum err
parse_pgbench(struct parse *parse, int argc, char *const *argv, const char **help, struct diag *d)
{
    struct options *const o = parse->o;
    struct pgbench_line line;

    option_table_apply_one(&parse->table, "output", "pgbench");
    if (pgbench_read(&o->pgbench_text, &line, argc, argv, take_pgbench_option, parse, d) != ERR_OK)
        return d->code;
    if (line.wants_help && help) {
        *help = "script";
        return ERR_OK;
    }
    o->pgbench = line;
    if (take_workload(o, "script", d) != ERR_OK || take_command(o, line.command, d) != ERR_OK)
        return d->code;
    return settle(parse, d);
}

enum err
options_parse(struct options *o, int argc, char *const *argv, const char **help, struct diag *d)
{
    struct parse parse;
    struct words words = {.count = 0};
    struct diag ignored = DIAG_NONE;
    bool wants_help = false;

    begin_parse(&parse, o);
    if (help)
        *help = NULL;
    if (pgbench_is_meant(argc, argv, is_own_word))
        return parse_pgbench(&parse, argc, argv, help, d);
    for (int i = 1; i < argc; i++) {
        bool has_taken = false;
        if (asks_for_help(argv[i]))
            wants_help = true;
        else if (argv[i][0] == '-' && argv[i][1] != '-') {
            if (take_letter(&parse, argv[i], i + 1 < argc ? argv[i + 1] : NULL, &has_taken, d) != ERR_OK)
                return d->code;
            i += has_taken;
        } else if (take_argument(&parse, &words, argv[i], d) != ERR_OK)
            return d->code;
    }
    if (take_test_word(o, &words, d) != ERR_OK)
        return d->code;
    if (wants_help && help) {
        *help = words.count > 0 ? words.word[0] : "";
        return words.count == 0 || take_command(o, words.word[0], &ignored) == ERR_OK ? ERR_OK
                                                                                      : take_workload(o, words.word[0], d);
    }
    if (words.count < ARRAY_LENGTH(words.word))
        return fail_missing_word(words.count > 0 ? words.word[0] : NULL, d);
    if (take_workload(o, words.word[0], d) != ERR_OK || take_command(o, words.word[1], d) != ERR_OK)
        return d->code;
    return settle(&parse, d);
}
