/*
 * The scripts that the options name, read into a program.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalog/script/script.h"
#include "program/script/file.h"
#include "program/script/program.h"
#include "program/script/read.h"

enum { SCRIPT_PATH_SIZE = 4096 };

/* Standard input is read once; a run that begins again with text (main.c) reads its scripts again. The caller's to free. NULL, and errno
 * says why. */
static char *
read_stdin(size_t *length)
{
    static char *text;
    static size_t text_length;

    if (!text)
        text = file_read_stream(STDIN_FILENO, SCRIPT_TEXT_MAX, &text_length);
    char *const copy = text ? malloc(text_length + 1) : NULL;
    if (copy)
        memcpy(copy, text, text_length + 1);
    *length = text_length;
    return copy;
}

/* The text of a file, or of standard input where its name is "-", ended by NUL. NULL with a diag. */
static char *
read_text(const char *path, struct diag *d)
{
    size_t length = 0;
    char *const text = strcmp(path, "-") == 0 ? read_stdin(&length) : file_read(path, SCRIPT_TEXT_MAX, &length);

    if (!text)
        fail(d, ERR_USAGE, "could not open file \"%s\": %s", path, strerror(errno));
    else if (memchr(text, '\0', length))
        fail(d, ERR_USAGE, "the script %s has a NUL byte: it is no text, or in UTF-16", path);
    if (d->code == ERR_OK)
        return text;
    fail_hint(d, "a script is a file of SQL and of pgbench's commands, at most 16 MiB");
    free(text);
    return NULL;
}

/* "checkout.sql@3" into "checkout.sql" and 3. False with a diag. */
static bool
split_weight(const char *item, char *name, size_t name_size, int64_t *weight, struct diag *d)
{
    const char *const at = strrchr(item, '@');
    const size_t length = at ? (size_t)(at - item) : strlen(item);

    *weight = 1;
    if (length == 0 || length >= name_size)
        fail(d, ERR_USAGE, "%s: must be a script, or a script and its weight behind @", item);
    else if (at && !scalar_read_integer(at + 1, strlen(at + 1), weight))
        fail(d, ERR_USAGE, "%s: invalid weight specification: %s", item, at);
    else if (*weight < 0 || *weight > INT32_MAX)
        fail(d, ERR_USAGE, "%s: weight specification out of range (0 to %d): %s", item, INT32_MAX, at + 1);
    if (d->code != ERR_OK) {
        fail_hint(d, "for example checkout.sql@3; a weight is a whole number from 0");
        return false;
    }
    snprintf(name, name_size, "%.*s", (int)length, item);
    return true;
}

static bool
add_file(struct script_set *set, const char *item, struct diag *d)
{
    char path[SCRIPT_PATH_SIZE];
    int64_t weight;

    if (!split_weight(item, path, sizeof path, &weight, d))
        return false;
    char *const text = read_text(path, d);
    return text && script_set_add(set, path, text, weight, d) == ERR_OK;
}

/* Finds it by its name, or by how that begins. */
const struct builtin *
builtin_find(const char *name, struct diag *d)
{
    const struct builtin *found = NULL;
    int count = 0;

    for (size_t i = 0; builtin_at(i); i++) {
        if (strncmp(builtin_at(i)->name, name, strlen(name)) == 0) {
            found = builtin_at(i);
            count++;
        }
    }
    if (count == 1)
        return found;
    fail(d, ERR_USAGE, count == 0 ? "no builtin script has the name \"%s\"" : "ambiguous builtin name: several begin by \"%s\"",
         name);
    fail_hint(d, "pgbench's own are tpcb-like, simple-update and select-only");
    return NULL;
}

static bool
add_builtin(struct script_set *set, const char *item, struct diag *d)
{
    char name[SCRIPT_PATH_SIZE];
    int64_t weight;

    if (!split_weight(item, name, sizeof name, &weight, d))
        return false;
    const struct builtin *const builtin = builtin_find(name, d);
    char *const text = builtin ? strdup(builtin->text) : NULL;
    if (builtin && !text)
        fail(d, ERR_INTERNAL, "out of memory for %s", name);
    if (!text || script_set_add(set, builtin->name, text, weight, d) != ERR_OK)
        return false;
    set->scripts[set->script_count - 1].is_builtin = true;
    return true;
}

/* Defines what the scripts find: -D, and what pgbench gives by itself where -D does not. */
static bool
define_all(struct script_set *set, const struct workload_options *o)
{
    const struct script_options *const s = script(o);
    struct pgbench_rng seeds;
    bool is_complete = set->default_seed >= 0;
    char name[SCRIPT_PATH_SIZE];

    set->seed = (uint64_t)o->rand_seed;
    set->lane_count = options_lane_count(o);
    /* The seed of hashes is drawn after those of the connections' streams. */
    pgbench_rng_seed(&seeds, set->seed);
    for (int64_t i = 0; i < options_lane_count(o); i++)
        pgbench_rng_u64(&seeds);
    is_complete = is_complete && script_define_integer(set, "scale", script_scale(o));
    is_complete = is_complete && script_define_integer(set, "random_seed", o->rand_seed);
    is_complete = is_complete && script_define_integer(set, "default_seed", (int64_t)pgbench_rng_u64(&seeds));
    for (int i = 0; i < s->definitions.count && is_complete; i++) {
        const char *const equals = strchr(s->definitions.items[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(equals - s->definitions.items[i]), s->definitions.items[i]);
        is_complete = script_define(set, name, equals + 1);
    }
    return is_complete;
}

static void
add_files(struct script_set *set, const struct script_files *files, struct diag *d)
{
    for (int i = 0; i < files->count && d->code == ERR_OK; i++)
        add_file(set, files->items[i], d);
}

static void
assure_weight(int64_t total, struct diag *d)
{
    if (d->code != ERR_OK || total > 0)
        return;
    fail(d, ERR_USAGE, "total script weight must not be zero: the weights of all scripts are 0");
    fail_hint(d, "give one of them a weight, as in -f checkout.sql@1");
}

enum err
script_check_names(const struct workload_options *o, struct diag *d)
{
    const struct script_options *const s = script(o);
    char name[SCRIPT_PATH_SIZE];
    int64_t total = s->files.count + s->builtins.count == 0, weight = 0;

    for (int i = 0; i < s->files.count && split_weight(s->files.items[i], name, sizeof name, &weight, d); i++)
        total += weight;
    for (int i = 0; i < s->builtins.count && d->code == ERR_OK; i++) {
        if (split_weight(s->builtins.items[i], name, sizeof name, &weight, d) && builtin_find(name, d))
            total += weight;
    }
    assure_weight(total, d);
    return d->code;
}

static enum err
fill_set(struct script_set *set, const struct workload_options *o, struct diag *d)
{
    const struct script_options *const s = script(o);

    if (!define_all(set, o))
        return fail(d, ERR_INTERNAL, "out of memory for the variables");
    add_files(set, &s->files, d);
    for (int i = 0; i < s->builtins.count && d->code == ERR_OK; i++)
        add_builtin(set, s->builtins.items[i], d);
    if (set->script_count == 0 && d->code == ERR_OK)
        add_builtin(set, builtin_at(0)->name, d);
    assure_weight(set->ranges[set->target].weight_total, d);
    if (s->against_files.count > 0 && d->code == ERR_OK) {
        script_set_next_target(set);
        add_files(set, &s->against_files, d);
        assure_weight(set->ranges[set->target].weight_total, d);
    }
    return d->code;
}

enum err
script_build(struct program *p, const struct workload_options *o, struct diag *d)
{
    struct script_set *const set = calloc(1, sizeof *set);

    if (!set)
        return fail(d, ERR_INTERNAL, "out of memory for the scripts");
    script_set_init(set, script(o)->protocol);
    set->allows_shell = script(o)->allow_shell;
    set->text_capacity = (size_t)script(o)->variable_size;
    if (fill_set(set, o, d) != ERR_OK) {
        script_set_free(set);
        free(set);
        return d->code;
    }
    return script_program(p, set) ? ERR_OK : fail(d, ERR_INTERNAL, "out of memory for the scripts");
}
