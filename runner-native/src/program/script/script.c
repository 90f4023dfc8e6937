#include "program/script/script.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

/* Variables. */

bool
script_is_name(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)name[i];
        if (c < 0x80 && c != '_' && !isalnum(c))
            return false;
    }
    return length > 0;
}

int
script_find_variable(const struct script_set *set, const char *name, size_t length)
{
    for (int i = 0; i < set->variable_count; i++) {
        const char *const known = set->variables[i].name;
        if (known[0] == name[0] && strncmp(known, name, length) == 0 && known[length] == '\0')
            return i;
    }
    return -1;
}

int
script_variable(struct script_set *set, const char *name, size_t length)
{
    const int known = script_find_variable(set, name, length);

    if (known >= 0)
        return known;
    if (set->variable_count == SCRIPT_VARIABLE_MAX)
        return -1;
    struct script_variable *const grown = reallocarray(set->variables, (size_t)set->variable_count + 1, sizeof *grown);
    if (!grown)
        return -1;
    set->variables = grown;
    grown[set->variable_count] = (struct script_variable){.name = strndup(name, length)};
    return grown[set->variable_count].name ? set->variable_count++ : -1;
}

bool
script_define(struct script_set *set, const char *name, const char *text)
{
    const int variable = script_variable(set, name, strlen(name));

    if (variable < 0)
        return false;
    struct script_variable *const defined = &set->variables[variable];
    free(defined->start_text);
    defined->start_text = copy_text(text, strlen(text));
    return defined->start_text != NULL;
}

bool
script_define_integer(struct script_set *set, const char *name, int64_t value)
{
    const int variable = script_variable(set, name, strlen(name));

    if (variable < 0)
        return false;
    set->variables[variable].has_start = true;
    set->variables[variable].start = (struct scalar){.type = SCALAR_INTEGER, .is.integer = value};
    return true;
}

/* Places. */

size_t
script_continuation(const char *text)
{
    if (text[0] != '\\')
        return 0;
    return text[1] == '\n' ? 2 : text[1] == '\r' && text[2] == '\n' ? 3 : 0;
}

const char *
script_place(const struct script_text *script, size_t at, char *out, size_t size, struct diag *d)
{
    const char *line = script->text;
    int number = 1, column = 1;

    assert(at <= script->length);
    for (size_t i = 0; i < at; i++) {
        if (script->text[i] == '\n') {
            line = script->text + i + 1;
            number++;
        }
    }
    for (const char *c = line; c < script->text + at; c++)
        column += ((unsigned char)*c & 0xc0) != 0x80; /* Characters of UTF-8, not their bytes. */
    if (d->code == ERR_OK)
        fail_excerpt(d, line, strcspn(line, "\n"), (size_t)(script->text + at - line));
    snprintf(out, size, "%s:%d:%d", script->path, number, column);
    return out;
}

enum err
script_fail(const struct script_text *script, size_t at, enum err code, struct diag *d, const char *format, ...)
{
    char what[400], place[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return fail(d, code, "%s: %s", script_place(script, at, place, sizeof place, d), what);
}

/* The set. */

void
script_set_init(struct script_set *set, enum script_protocol protocol)
{
    static const char seed[] = "default_seed";

    *set = (struct script_set){.protocol = protocol, .lane_count = 1};
    set->default_seed = script_variable(set, seed, sizeof seed - 1);
}

static void
free_command(struct script_command *command)
{
    for (char **word = command->words; word && *word; word++)
        free(*word);
    free(command->words);
    if (command->statement)
        free((char *)(uintptr_t)command->statement->name);
    free(command->statement);
    free(command->sql);
    free(command->template);
    free(command->references);
    free(command->prefix);
    if (command->rows) {
        free(command->rows->path);
        close(command->rows->fd);
        free(command->rows);
    }
}

static void
free_values(struct script_values *values)
{
    free(values->path);
    free(values->query);
    free(values->variables);
    for (int t = 0; t < TARGET_COUNT_MAX; t++)
        value_rows_free(&values->rows[t]);
}

void
script_set_free(struct script_set *set)
{
    for (int i = 0; i < set->values_count; i++)
        free_values(&set->values[i]);
    for (int i = 0; i < set->command_count; i++)
        free_command(&set->commands[i]);
    for (int i = 0; i < set->script_count; i++) {
        free(set->scripts[i].path);
        free(set->scripts[i].text);
    }
    for (int i = 0; i < set->variable_count; i++) {
        free(set->variables[i].name);
        free(set->variables[i].start_text);
    }
    free(set->commands);
    free(set->nodes);
    free(set->variables);
    free(set->values);
    *set = (struct script_set){0};
}
