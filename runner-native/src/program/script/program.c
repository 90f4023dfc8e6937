#include "program/script/program.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/children.h"
#include "program/script/expression.h"
#include "program/script/fold.h"
#include "program/script/rows.h"
#include "program/script/shell.h"
#include "program/script/state.h"

/* How many commands that wait for nothing are done at once: other connections, and a signal, have their turn then. */
enum { TURN_COMMANDS = 100 };

static const struct script_set *
set_of(const struct program *p)
{
    return p->source;
}

static struct script_state *
state_of(const struct generator *g)
{
    return g->user_data;
}

/* Steps. */

static void
start(const struct program *p, struct generator *g, int target)
{
    script_state_begin(set_of(p), state_of(g), g->connection, target);
}

static int
begin(const struct program *p, struct generator *g)
{
    const struct script_set *const set = set_of(p);
    struct script_state *const state = state_of(g);
    const struct script_range *const range = &set->ranges[state->target];
    int script = range->first;

    if (range->count > 1) {
        int64_t left = (int64_t)rng_below(&g->rng, (uint64_t)range->weight_total);
        while ((left -= set->scripts[script].weight) >= 0)
            script++;
    }
    state->script = script;
    state->at = set->scripts[script].first_command;
    state->is_in_pipeline = state->has_waited = false;
    state->fault.kind = FAULT_NONE;
    return script;
}

static bool
fail_here(struct script_state *state, const struct script_command *command, enum fault_kind kind)
{
    return script_state_fail(state, (struct script_fault){.kind = kind, .at = command->at});
}

static bool
set_variable(const struct script_set *set, struct script_state *state, const struct script_command *command)
{
    struct scalar value;

    if (!expression_evaluate(set, command->expression, state, &value))
        return false;
    script_state_set(state, command->variable, &value);
    return true;
}

static bool
branch(const struct script_set *set, struct script_state *state, const struct script_command *command)
{
    struct scalar value;

    if (!expression_evaluate(set, command->expression, state, &value))
        return false;
    if (!scalar_is_true(&value))
        state->at = command->target;
    return true;
}

/* What a \sleep says. */
static bool
begin_sleep(const struct script_set *set, struct script_state *state, const struct script_command *command, struct step *step)
{
    struct scalar value;

    state->has_waited = true;
    step->kind = STEP_SLEEP;
    step->sleep_ns = command->sleep_ns;
    if (command->variable < 0)
        return true;
    if (!script_state_value(set, state, command->variable, command->at, &value))
        return false;
    if (value.type == SCALAR_DOUBLE && value.is.real >= 0 && value.is.real < 0x1p62) /* pgbench leaves its fraction out. */
        value = (struct scalar){.type = SCALAR_INTEGER, .is.integer = (int64_t)value.is.real};
    if (value.type != SCALAR_INTEGER || value.is.integer < 0 ||
        __builtin_mul_overflow(value.is.integer, command->sleep_ns, &step->sleep_ns))
        return script_state_fail(state,
                                 (struct script_fault){.kind = FAULT_SLEEP, .at = command->at, .variable = command->variable});
    return true;
}

static bool
begin_statement(struct script_state *state, const struct script_command *command, struct step *step)
{
    if (command->store != STORE_NOTHING && state->is_in_pipeline)
        return fail_here(state, command, FAULT_GSET_IN_PIPELINE);
    state->has_waited = true;
    state->sent = state->at - 1;
    state->answer_count = state->row_count = 0;
    state->copied = 0;
    step->kind = state->is_in_pipeline ? STEP_PIPELINE : STEP_SEND;
    step->statement = command->number;
    step->table = 0;
    return true;
}

/* Does the answer of the statement before have the row that \gset wants? */
static bool
has_row(const struct script_set *set, struct script_state *state)
{
    const struct script_command *const command = &set->commands[state->sent];

    if (state->at != state->sent + 1 || command->store != STORE_ONE_ROW || state->row_count == 1)
        return true;
    return script_state_fail(
        state, (struct script_fault){.kind = FAULT_ROW_COUNT, .at = command->at, .number = (double)state->row_count});
}

/* An event that has waited for nothing lets other connections have their turn before it ends. */
static bool
end_event(struct script_state *state, const struct script_command *command, struct step *step)
{
    if (state->is_in_pipeline)
        return fail_here(state, command, FAULT_OPEN_PIPELINE);
    *step = (struct step){.kind = state->has_waited ? STEP_END : STEP_SLEEP};
    state->at -= !state->has_waited;
    state->has_waited = true;
    return true;
}

/* Does a command. False: it cannot go on. With `step->kind` STEP_NONE the next command is to be done at once. */
static bool
take_command(const struct script_set *set, struct script_state *state, const struct script_command *command, struct step *step)
{
    switch (command->verb) {
    case VERB_STATEMENT: return begin_statement(state, command, step);
    case VERB_SET: return set_variable(set, state, command);
    case VERB_BRANCH: return branch(set, state, command);
    case VERB_JUMP: state->at = command->target; return true;
    case VERB_SLEEP: return begin_sleep(set, state, command, step);
    case VERB_SHELL: return shell_run(set, state, command);
    case VERB_START_PIPELINE:
        if (state->is_in_pipeline)
            return fail_here(state, command, FAULT_PIPELINE_TWICE);
        state->is_in_pipeline = true;
        return true;
    case VERB_SYNC_PIPELINE:
        step->kind = STEP_SYNC;
        return state->is_in_pipeline || fail_here(state, command, FAULT_NO_PIPELINE);
    case VERB_END_PIPELINE:
        step->kind = STEP_FLUSH;
        if (!state->is_in_pipeline)
            return fail_here(state, command, FAULT_NO_PIPELINE);
        state->is_in_pipeline = false;
        return true;
    case VERB_END: return end_event(state, command, step);
    }
    return false;
}

static void
next(const struct program *p, struct generator *g, struct step *step)
{
    const struct script_set *const set = set_of(p);
    struct script_state *const state = state_of(g);

    *step = (struct step){.kind = STEP_NONE};
    if (state->fault.kind != FAULT_NONE || !has_row(set, state))
        step->kind = STEP_FAIL;
    for (int left = TURN_COMMANDS; step->kind == STEP_NONE && left > 0; left--) {
        const struct script_command *const command = &set->commands[state->at++];
        if (!take_command(set, state, command, step))
            step->kind = STEP_FAIL;
    }
    if (step->kind == STEP_NONE) { /* To be gone on with when others had their turn. */
        step->kind = STEP_SLEEP;
        state->has_waited = true;
    }
}

static void
explain(const struct program *p, const struct generator *g, struct diag *d)
{
    script_state_explain(set_of(p), state_of(g), d);
}

/* What pgbench's own scripts are about is made by prepare, and not by their user. */
static const char *
locate(const struct program *p, int statement, char *out, size_t size, struct diag *d)
{
    const struct script_set *const set = set_of(p);
    const struct script_text *const script = &set->scripts[p->statements[statement].event_kind];

    for (int i = script->first_command; !script->is_builtin && i < set->command_count; i++) {
        const struct script_command *const command = &set->commands[i];
        if (command->verb == VERB_STATEMENT && command->number == statement)
            return script_place(script, command->at, out, size, d);
    }
    return NULL;
}

/* Statements: the values of variables, and answers. */

static void
draw(const struct program *p, struct generator *g, struct params *params)
{
    const struct script_set *const set = set_of(p);
    const struct script_state *const state = state_of(g);
    const struct script_command *const command = &set->commands[state->sent];
    char *out = params->text;
    size_t length;

    _Static_assert(SCRIPT_PARAM_MAX * SCALAR_TEXT_SIZE <= PARAM_TEXT_SIZE, "all of them as text");
    for (int i = 0; i < command->reference_count && set->protocol != SCRIPT_SIMPLE; i++) {
        const int variable = command->references[i].variable;
        const struct variable *const v = &state->variables[variable];
        if (v->form == VARIABLE_UNSET) {
            params_put_string(params, i, NULL);
        } else if (v->form == VARIABLE_SCALAR) {
            params_put_string(params, i, out);
            out += scalar_write(&v->value, out) + 1;
        } else {
            params_put_string(params, i, script_state_text(set, state, variable, &length));
        }
        params->count = i + 1;
    }
}

/* The simple protocol: the text of each variable in its place. One that has no value stays as it is. */
static size_t
write_values(const struct program *p, struct generator *g, char *out)
{
    const struct script_set *const set = set_of(p);
    const struct script_state *const state = state_of(g);
    const struct script_command *const command = &set->commands[state->sent];
    size_t used = 0, from = 0, length;

    for (int i = 0; i < command->reference_count; i++) {
        const struct script_reference *const reference = &command->references[i];
        const struct variable *const v = &state->variables[reference->variable];
        memcpy(out + used, command->sql + from, reference->offset - from);
        used += reference->offset - from;
        from = reference->offset + reference->length;
        if (v->form == VARIABLE_SCALAR) {
            used += scalar_write(&v->value, out + used);
            continue;
        }
        const char *text = command->sql + reference->offset;
        length = reference->length;
        if (v->form != VARIABLE_UNSET)
            text = script_state_text(set, state, reference->variable, &length);
        memcpy(out + used, text, length);
        used += length;
    }
    length = strlen(command->sql + from);
    memcpy(out + used, command->sql + from, length + 1);
    return used + length;
}

/* One column of a row into the variable of its name, if any script speaks of it. */
static bool
store_column(const struct script_set *set, struct script_state *state, const struct script_command *command,
             const struct reply *reply, int row, int column)
{
    char name[SCRIPT_NAME_SIZE * 2];
    int length;
    const int name_length = snprintf(name, sizeof name, "%s%s", command->prefix, reply_column_name(reply, column));
    const char *const text = reply_value(reply, row, column, &length);

    if (!script_is_name(name, (size_t)name_length < sizeof name ? (size_t)name_length : sizeof name - 1)) {
        snprintf(state->column_name, sizeof state->column_name, "%.39s", name);
        return fail_here(state, command, FAULT_COLUMN_NAME);
    }
    const int variable = script_find_variable(set, name, strlen(name));
    return variable < 0 || script_state_set_text(set, state, variable, text, (size_t)length) ||
           script_state_fail(state,
                             (struct script_fault){.kind = FAULT_TEXT_TOO_LONG, .at = command->at, .number = (double)length});
}

/* \gset: of the last statement the one row. \aset: of each the last row. */
static const char *
take_reply(const struct program *p, struct generator *g, const struct reply *reply)
{
    const struct script_set *const set = set_of(p);
    struct script_state *const state = state_of(g);
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

/* Making it. */

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

static void
free_source(void *source)
{
    struct script_set *const set = source;

    children_free(set->children);
    script_set_free(set);
    free(set);
}

/* The longest text of a variable. */
static size_t
variable_size(const struct script_set *set, int variable)
{
    const char *const start = set->variables[variable].start_text;
    size_t size = SCALAR_TEXT_SIZE;

    if (set->text_capacity > size)
        size = set->text_capacity;
    return start && strlen(start) > size ? strlen(start) : size;
}

static size_t
text_size_of(const struct script_set *set, const struct script_command *command)
{
    size_t size = strlen(command->sql) + 1;

    for (int i = 0; i < command->reference_count; i++) {
        const struct script_reference *const reference = &command->references[i];
        const size_t value = variable_size(set, reference->variable);
        size += value > reference->length ? value : reference->length;
    }
    return size;
}

/* A target that no script is of alone is driven with those of the first. */
static void
share_ranges(struct script_set *set)
{
    for (int t = 1; t < TARGET_COUNT_MAX; t++)
        if (set->ranges[t].count == 0)
            set->ranges[t] = set->ranges[0];
}

/* As bits. */
static uint8_t
targets_of(const struct script_set *set, int script)
{
    unsigned targets = 0;

    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        const int place = script - set->ranges[t].first;
        targets |= (unsigned)(place >= 0 && place < set->ranges[t].count) << t;
    }
    return (uint8_t)targets;
}

bool
script_program(struct program *p, struct script_set *set)
{
    int kind = 0;

    if (!set->stores_text)
        set->text_capacity = 0;
    p->source = set;
    p->free_source = free_source;
    if (!script_fold(set))
        return false;
    if (set->runs_shell && !(set->children = children_create()))
        return false;
    p->start = start;
    p->begin = begin;
    p->next = next;
    p->explain = explain;
    p->locate = locate;
    p->user_data_size = script_state_size(set);
    p->ends_idle = true;
    p->is_pipelined = set->has_pipeline;
    p->children = set->children;
    share_ranges(set);
    for (int i = 0; i < set->script_count; i++) {
        kind = program_add_event(p, set->scripts[i].name);
        p->has_event[kind] = set->scripts[i].weight > 0;
        p->event_targets[kind] = targets_of(set, i);
    }
    for (int i = 0, script = 0; i < set->command_count; i++) {
        struct script_command *const command = &set->commands[i];
        script += command->verb == VERB_END;
        if (command->verb != VERB_STATEMENT)
            continue;
        command->number = p->statement_count;
        command->statement->text_size_max = text_size_of(set, command);
        if (!program_add_statement(p, command->statement))
            return false;
        p->statements[command->number].event_kind = script;
    }
    if (p->statement_count > p->batch_max)
        p->batch_max = p->statement_count;
    return true;
}
