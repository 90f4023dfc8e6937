#include "program/script/state.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static size_t
turns_offset(const struct script_set *set)
{
    return sizeof(struct script_state) + (size_t)set->variable_count * sizeof(struct variable);
}

static size_t
texts_offset(const struct script_set *set)
{
    return turns_offset(set) + (size_t)set->values_count * sizeof(int64_t);
}

size_t
script_state_size(const struct script_set *set)
{
    const size_t texts = set->text_capacity > 0 ? (size_t)set->variable_count * (set->text_capacity + 1) : 0;

    return texts_offset(set) + texts;
}

static char *
room_of(const struct script_set *set, const struct script_state *state, int variable)
{
    return (char *)(uintptr_t)state + texts_offset(set) + (size_t)variable * (set->text_capacity + 1);
}

void
script_state_begin(const struct script_set *set, struct script_state *state, int number, int target)
{
    static const char client_id[] = "client_id";
    const int client = script_find_variable(set, client_id, sizeof client_id - 1);
    struct pgbench_rng seeds;

    state->target = target;
    for (int v = 0; v < set->variable_count; v++) {
        const struct script_variable *const from = &set->variables[v];
        if (from->start_text)
            state->variables[v].form = VARIABLE_START;
        else if (from->has_start)
            script_state_set(state, v, &from->start);
    }
    if (client >= 0 && state->variables[client].form == VARIABLE_UNSET)
        script_state_set(state, client, &(struct scalar){.type = SCALAR_INTEGER, .is.integer = number});
    /* Each connection's stream begins with a number of the same one. */
    pgbench_rng_seed(&seeds, set->seed);
    for (int i = 0; i < number; i++)
        pgbench_rng_u64(&seeds);
    pgbench_rng_seed(&state->random, pgbench_rng_u64(&seeds));
}

const char *
script_state_text(const struct script_set *set, const struct script_state *state, int variable, size_t *length)
{
    const struct variable *const v = &state->variables[variable];

    assert(v->form == VARIABLE_TEXT || v->form == VARIABLE_START || v->form == VARIABLE_DRAWN);
    if (v->form == VARIABLE_TEXT) {
        *length = v->length;
        return room_of(set, state, variable);
    }
    const char *const text = v->form == VARIABLE_START ? set->variables[variable].start_text : v->drawn;
    *length = strlen(text);
    return text;
}

bool
script_state_value(const struct script_set *set, struct script_state *state, int variable, uint32_t at, struct scalar *out)
{
    const struct variable *const v = &state->variables[variable];
    size_t length;

    if (v->form == VARIABLE_SCALAR) {
        *out = v->value;
        return true;
    }
    if (v->form == VARIABLE_NULL) {
        *out = (struct scalar){.type = SCALAR_NULL};
        return true;
    }
    if (v->form == VARIABLE_UNSET)
        return script_state_fail(state, (struct script_fault){.kind = FAULT_UNDEFINED, .at = at, .variable = variable});
    const char *const text = script_state_text(set, state, variable, &length);
    return scalar_read(text, length, out) ||
           script_state_fail(state, (struct script_fault){.kind = FAULT_MALFORMED, .at = at, .variable = variable});
}

void
script_state_set(struct script_state *state, int variable, const struct scalar *value)
{
    state->variables[variable].form = VARIABLE_SCALAR;
    state->variables[variable].value = *value;
}

void
script_state_set_drawn(struct script_state *state, int variable, const char *text)
{
    state->variables[variable].form = text ? VARIABLE_DRAWN : VARIABLE_NULL;
    state->variables[variable].drawn = text;
}

int64_t *
script_state_turns(const struct script_set *set, struct script_state *state, int values)
{
    return (int64_t *)(void *)((char *)state + turns_offset(set)) + values;
}

bool
script_state_set_text(const struct script_set *set, struct script_state *state, int variable, const char *text, size_t length)
{
    struct variable *const v = &state->variables[variable];

    if (length > set->text_capacity)
        return false;
    memcpy(room_of(set, state, variable), text, length);
    room_of(set, state, variable)[length] = '\0';
    v->form = VARIABLE_TEXT;
    v->length = (uint32_t)length;
    return true;
}

bool
script_state_fail(struct script_state *state, struct script_fault fault)
{
    state->fault = fault;
    return false;
}

/* Writes the fault in words. */
static void
write_fault(const struct script_set *set, const struct script_state *state, char *out, size_t size)
{
    const struct script_fault *const f = &state->fault;
    const char *const name = set->variable_count > 0 ? set->variables[f->variable].name : "";
    size_t length = 0;

    switch (f->kind) {
    case FAULT_DIVISION_BY_ZERO: snprintf(out, size, "division by zero"); return;
    case FAULT_OUT_OF_RANGE: snprintf(out, size, "bigint %s out of range", f->text); return;
    case FAULT_DOUBLE_TO_INTEGER: snprintf(out, size, "double to int overflow for %.0f", f->number); return;
    case FAULT_COERCION: snprintf(out, size, "cannot coerce %s to %s", f->text, f->other); return;
    case FAULT_EMPTY_RANGE: snprintf(out, size, "empty range given to random: its end is below its beginning"); return;
    case FAULT_LARGE_RANGE: snprintf(out, size, "random range is too large: it has 2^63 values or more"); return;
    case FAULT_EXPONENTIAL: snprintf(out, size, "exponential parameter must be greater than zero, not %g", f->number); return;
    case FAULT_GAUSSIAN:
        snprintf(out, size, "gaussian parameter must be at least 2%s, not %g", isinf(f->number) ? " and finite" : "",
                 f->number);
        return;
    case FAULT_ZIPFIAN: snprintf(out, size, "zipfian parameter must be in range [1.001, 1000], not %g", f->number); return;
    case FAULT_PERMUTE_SIZE:
        snprintf(out, size, "permute size parameter must be greater than zero, not %.0f", f->number);
        return;
    case FAULT_UNDEFINED:
        snprintf(out, size, "%sundefined variable \"%s\": it has no value here",
                 state->at > 0 && set->commands[state->at - 1].verb == VERB_SLEEP ? "\\sleep: " : "", name);
        return;
    case FAULT_MALFORMED:
        snprintf(out, size, "malformed variable \"%s\" value: \"%.60s\" is no number, boolean or null", name,
                 script_state_text(set, state, f->variable, &length));
        return;
    case FAULT_ROW_COUNT: snprintf(out, size, "\\gset: expected one row, got %.0f", f->number); return;
    case FAULT_COLUMN_NAME:
        snprintf(out, size, "error storing into variable %s: no variable can have this name of a column", state->column_name);
        return;
    case FAULT_TEXT_TOO_LONG:
        snprintf(out, size, "a value of %.0f bytes is longer than variables are, %zu", f->number, set->text_capacity);
        return;
    case FAULT_GSET_IN_PIPELINE:
        snprintf(out, size, "\\gset is not allowed in pipeline mode: its answer comes at the end");
        return;
    case FAULT_PIPELINE_TWICE: snprintf(out, size, "already in pipeline mode"); return;
    case FAULT_NO_PIPELINE: snprintf(out, size, "not in pipeline mode: \\startpipeline is missing"); return;
    case FAULT_OPEN_PIPELINE: snprintf(out, size, "the script ends in a pipeline: \\endpipeline is missing"); return;
    case FAULT_SHELL_VARIABLE: snprintf(out, size, "undefined variable \"%s\": it has no value here", f->text); return;
    case FAULT_SHELL: snprintf(out, size, "%s", f->text); return;
    case FAULT_SHELL_NUMBER: snprintf(out, size, "\\setshell: the command must return an integer"); return;
    case FAULT_SHELL_ENDED:
        if (f->number == SIGKILL)
            snprintf(out, size, "the command was killed");
        else
            snprintf(out, size, "the command was ended by %s", f->number == SIGINT ? "SIGINT" : "SIGTERM");
        return;
    case FAULT_SLEEP: snprintf(out, size, "\\sleep takes a whole number from 0, and \"%s\" is none", name); return;
    case FAULT_NONE:
    case FAULT_COUNT: break;
    }
    snprintf(out, size, "it cannot go on");
}

void
script_state_explain(const struct script_set *set, const struct script_state *state, struct diag *d)
{
    /* A Ctrl-C ends the command, too, and it may be seen here first. */
    const bool is_interrupted = state->fault.kind == FAULT_SHELL_ENDED;
    char what[256];

    write_fault(set, state, what, sizeof what);
    script_fail(&set->scripts[state->script], state->fault.at, is_interrupted ? ERR_INTERRUPTED : ERR_WORKLOAD, d, "%s", what);
    if (is_interrupted)
        return;
    if (state->fault.kind == FAULT_TEXT_TOO_LONG)
        fail_hint(d, "raise --variable-size, or select less");
    else
        fail_hint(d, "docs/workloads.md, \"script\", has the language");
}
