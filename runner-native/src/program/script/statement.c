#include "program/script/statement.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/program.h"
#include "program/script/rows.h"
#include "program/script/state.h"

/* Values of variables. */

static void
draw(const struct program *p, struct generator *g, struct params *params)
{
    const struct script_set *const set = script_set_of(p);
    const struct script_state *const state = script_state_of(g);
    const struct script_command *const command = &set->commands[state->sent];
    char *out = params->text;
    size_t length;

    _Static_assert(SCRIPT_PARAM_MAX * SCALAR_TEXT_SIZE <= PARAM_TEXT_SIZE, "all of them as text");
    if (set->protocol == SCRIPT_SIMPLE)
        return;
    params->count = command->reference_count;
    for (int i = 0; i < params->count; i++) {
        const int variable = command->references[i].variable;
        const struct variable *const v = &state->variables[variable];
        if (v->form == VARIABLE_SCALAR) {
            params_put_string(params, i, out);
            out += scalar_write(&v->value, out) + 1;
        } else if (v->form == VARIABLE_UNSET || v->form == VARIABLE_NULL) {
            params_put_string(params, i, NULL);
        } else {
            params_put_string(params, i, script_state_text(set, state, variable, &length));
        }
    }
}

/* The text of a row in the quotes that a script has around its variable: those that it has itself are doubled. pgbench writes its
 * variables as they are. */
static size_t
write_quoted(char quote, const char *text, size_t length, char *out)
{
    const char doubled = quote == 'E' ? '\'' : quote;
    size_t used = 0;

    for (size_t i = 0; i < length; i++) {
        if (text[i] == doubled || (quote == 'E' && text[i] == '\\'))
            out[used++] = text[i];
        out[used++] = text[i];
    }
    return used;
}

/* A variable that has no value stays as it is. */
static size_t
write_value(const struct script_set *set, const struct script_state *state, const struct script_command *command,
            const struct script_reference *reference, char *out)
{
    static const char null[] = "NULL";
    const struct variable *const v = &state->variables[reference->variable];
    const char *text = command->sql + reference->offset;
    size_t length = reference->length;

    if (v->form == VARIABLE_SCALAR)
        return scalar_write(&v->value, out);
    if (v->form == VARIABLE_NULL) {
        text = null;
        length = sizeof null - 1;
    } else if (v->form != VARIABLE_UNSET) {
        text = script_state_text(set, state, reference->variable, &length);
    }
    if (v->form == VARIABLE_DRAWN && reference->quote)
        return write_quoted(reference->quote, text, length, out);
    memcpy(out, text, length);
    return length;
}

/* The simple protocol: the text of each variable in its place. */
static size_t
write_values(const struct program *p, struct generator *g, char *out)
{
    const struct script_set *const set = script_set_of(p);
    const struct script_state *const state = script_state_of(g);
    const struct script_command *const command = &set->commands[state->sent];
    size_t used = 0, from = 0;

    for (int i = 0; i < command->reference_count; i++) {
        const struct script_reference *const reference = &command->references[i];
        memcpy(out + used, command->sql + from, reference->offset - from);
        used += reference->offset - from;
        from = reference->offset + reference->length;
        used += write_value(set, state, command, reference, out + used);
    }
    const size_t length = strlen(command->sql + from);
    memcpy(out + used, command->sql + from, length + 1);
    return used + length;
}

/* Answers. */

/* One column of a row into the variable of its name, if any script speaks of it. */
static bool
store_column(const struct script_set *set, struct script_state *state, const struct script_command *command,
             const struct reply *reply, int row, int column)
{
    char prefixed[SCRIPT_NAME_SIZE * 2];
    const char *name = reply_column_name(reply, column);
    int length;

    if (command->prefix[0] != '\0') {
        snprintf(prefixed, sizeof prefixed, "%s%s", command->prefix, name);
        name = prefixed;
    }
    const size_t name_length = strlen(name);
    const int variable = script_find_variable(set, name, name_length);
    if (variable < 0 && !script_is_name(name, name_length)) {
        snprintf(state->column_name, sizeof state->column_name, "%.39s", name);
        return script_state_fail(state, (struct script_fault){.kind = FAULT_COLUMN_NAME, .at = command->at});
    }
    const char *const text = reply_value(reply, row, column, &length);
    return variable < 0 || script_state_set_text(set, state, variable, text, (size_t)length) ||
           script_state_fail(state,
                             (struct script_fault){.kind = FAULT_TEXT_TOO_LONG, .at = command->at, .number = (double)length});
}

/* \gset: of the last statement the one row. \aset: of each the last row. */
static const char *
take_reply(const struct program *p, struct generator *g, const struct reply *reply)
{
    const struct script_set *const set = script_set_of(p);
    struct script_state *const state = script_state_of(g);
    const struct script_command *const command = &set->commands[state->sent];
    const int row_count = reply_row_count(reply);
    const bool is_last = ++state->answer_count >= command->part_count;

    state->row_count = row_count;
    if (row_count == 0 || (command->store == STORE_ONE_ROW && (!is_last || row_count != 1)))
        return NULL;
    for (int column = 0; column < reply_column_count(reply); column++)
        if (!store_column(set, state, command, reply, row_count - 1, column))
            break; /* The next step says so. */
    return NULL;
}

/* Making one. */

/* The first word of a statement in small letters, which says what it does. */
static void
write_verb(const char *sql, char *out, size_t size)
{
    size_t length = 0;

    while (length + 1 < size && isalpha((unsigned char)sql[length])) {
        out[length] = (char)tolower((unsigned char)sql[length]);
        length++;
    }
    out[length] = '\0';
}

/* Unless it only reads, as far as its words say: what a function does that it calls, they do not. Who is not sure says yes. */
static bool
may_change_rows(const char *sql, const char *verb)
{
    static const char *const readers[] = {"",       "abort", "begin",   "close", "commit",   "declare",
                                          "end",    "fetch", "release", "reset", "rollback", "savepoint",
                                          "select", "set",   "show",    "start", "table",    "values"};
    static const char *const writers[] = {"insert", "update", "delete", "merge", "into"};
    const bool has_parts = strcmp(verb, "with") == 0 || strcmp(verb, "explain") == 0;
    bool reads = has_parts;

    for (size_t i = 0; i < ARRAY_LENGTH(readers); i++)
        reads = reads || strcmp(verb, readers[i]) == 0;
    for (size_t i = 0; i < ARRAY_LENGTH(writers) && has_parts; i++)
        reads = reads && !strcasestr(sql, writers[i]);
    return !reads;
}

struct statement *
script_statement(const struct script_set *set, const struct script_text *script, const struct script_command *command,
                 int number)
{
    struct statement *const statement = calloc(1, sizeof *statement);
    char name[SCRIPT_NAME_SIZE + 48], verb[24];

    if (!statement)
        return NULL;
    write_verb(command->sql, verb, sizeof verb);
    snprintf(name, sizeof name, "%s.%d%s%s", script->name, number, verb[0] ? "." : "", verb);
    statement->is_write = may_change_rows(command->sql, verb);
    statement->name = strdup(name);
    statement->text = command->template ? command->template : command->sql;
    statement->is_verbatim = true;
    statement->verbatim_param_count = command->template ? command->reference_count : 0;
    statement->draw = draw;
    statement->is_unnamed = set->protocol == SCRIPT_EXTENDED;
    statement->is_text_answered = true;
    statement->is_always_text = command->rows != NULL;
    statement->write_copy = command->rows ? rows_write : NULL;
    if (set->protocol == SCRIPT_SIMPLE || command->rows)
        statement->write_values = write_values;
    if (statement->name)
        return statement;
    free(statement);
    return NULL;
}

void
script_statement_stores(struct script_command *command)
{
    command->statement->take_reply = take_reply;
    command->statement->takes_rowless = true;
}
