#include "program/script/program.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/children.h"
#include "program/script/expression.h"
#include "program/script/shell.h"
#include "program/script/state.h"
#include "program/script/values.h"

/* How many commands that wait for nothing are done at once: other connections, and a signal, have their turn then. */
enum { TURN_COMMANDS = 100 };

/* Steps. */

static void
start(const struct program *p, struct generator *g, int target)
{
    script_state_begin(script_set_of(p), script_state_of(g), g->connection, target);
}

static int
begin(const struct program *p, struct generator *g)
{
    const struct script_set *const set = script_set_of(p);
    struct script_state *const state = script_state_of(g);
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

/* Begins a \sleep. */
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
take_command(const struct script_set *set, struct generator *g, const struct script_command *command, struct step *step)
{
    struct script_state *const state = script_state_of(g);

    switch (command->verb) {
    case VERB_STATEMENT: return begin_statement(state, command, step);
    case VERB_SET: return set_variable(set, state, command);
    case VERB_BRANCH: return branch(set, state, command);
    case VERB_JUMP: state->at = command->target; return true;
    case VERB_SLEEP: return begin_sleep(set, state, command, step);
    case VERB_SHELL: return shell_run(set, state, command);
    case VERB_VALUES: values_draw(set, g, command->values); return true;
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
    const struct script_set *const set = script_set_of(p);
    struct script_state *const state = script_state_of(g);

    *step = (struct step){.kind = STEP_NONE};
    if (state->fault.kind != FAULT_NONE || !has_row(set, state))
        step->kind = STEP_FAIL;
    for (int left = TURN_COMMANDS; step->kind == STEP_NONE && left > 0; left--) {
        const struct script_command *const command = &set->commands[state->at++];
        if (!take_command(set, g, command, step))
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
    script_state_explain(script_set_of(p), script_state_of(g), d);
}

/* Tables of pgbench's own scripts are made by prepare, and not by their user. */
static const char *
locate(const struct program *p, int statement, char *out, size_t size, struct diag *d)
{
    const struct script_set *const set = script_set_of(p);
    const struct script_text *const script = &set->scripts[p->statements[statement].event_kind];

    for (int i = script->first_command; !script->is_builtin && i < set->command_count; i++) {
        const struct script_command *const command = &set->commands[i];
        if (command->verb == VERB_STATEMENT && command->number == statement)
            return script_place(script, command->at, out, size, d);
    }
    return NULL;
}

/* Files and questions. */

/* The files of \copy, then those of values. */
static const char *
file(const struct program *p, int number)
{
    const struct script_set *const set = script_set_of(p);

    for (int i = 0; i < set->command_count; i++)
        if (set->commands[i].rows && number-- == 0)
            return set->commands[i].rows->path;
    for (int i = 0; i < set->values_count; i++)
        if (set->values[i].path && number-- == 0)
            return set->values[i].path;
    return NULL;
}

static const char *
question(const struct program *p, int target, int number, char *what, size_t what_size)
{
    return values_question(script_set_of(p), number, target, what, what_size);
}

static enum err
take_answer(struct program *p, int target, int number, const struct reply *reply, struct diag *d)
{
    return values_take_answer(p->source, number, target, reply, d);
}

/* Making it. */

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
    size_t size = set->variables[variable].value_size_max;

    if (size < SCALAR_TEXT_SIZE)
        size = SCALAR_TEXT_SIZE;
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
        const size_t value = variable_size(set, reference->variable) * (reference->quote ? 2 : 1);
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

/* The targets of a script, as bits. */
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
    p->file = file;
    p->question_count = set->values_count;
    p->question = question;
    p->take_answer = take_answer;
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
