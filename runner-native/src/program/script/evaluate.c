/*
 * Expressions, evaluated.
 */

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <stdio.h>

#include "program/script/expression.h"
#include "program/script/function.h"

/* Is it one of what AND, OR and CASE want? */
static bool
is_boolean(const struct script_node *node, struct script_state *state, const struct scalar *value)
{
    if (value->type == SCALAR_BOOLEAN)
        return true;
    return script_state_fail(
        state, (struct script_fault){
                   .kind = FAULT_COERCION, .at = node->at, .text = scalar_type_name(value->type), .other = "boolean"});
}

/* The second argument counts only where the first does not decide it; null decides nothing and stays. */
static bool
evaluate_logic(const struct script_set *set, const struct script_node *node, bool decisive, struct script_state *state,
               struct scalar *out)
{
    const int second = set->nodes[node->first].next;

    if (!expression_evaluate(set, node->first, state, out))
        return false;
    if (out->type == SCALAR_NULL)
        return true;
    if (!is_boolean(node, state, out))
        return false;
    if (out->is.boolean == decisive)
        return true;
    return expression_evaluate(set, second, state, out) && (out->type == SCALAR_NULL || is_boolean(node, state, out));
}

static bool
evaluate_case(const struct script_set *set, const struct script_node *node, struct script_state *state, struct scalar *out)
{
    for (int at = node->first; at >= 0;) {
        const int value = set->nodes[at].next;
        if (!expression_evaluate(set, at, state, out))
            return false;
        if (value < 0) /* ELSE. */
            return true;
        if (scalar_is_true(out))
            return expression_evaluate(set, value, state, out);
        at = set->nodes[value].next;
    }
    out->type = SCALAR_NULL;
    return true;
}

/* debug(): says what came out, on standard error. */
static void
tell(const struct script_set *set, const struct script_state *state, const struct scalar *value)
{
    char text[SCALAR_TEXT_SIZE];

    scalar_write(value, text);
    fprintf(stderr, "debug(script=%d,command=%d): %s%s%s\n", state->script, set->commands[state->at - 1].ordinal,
            value->type == SCALAR_INTEGER ? "int" : scalar_type_name(value->type), value->type == SCALAR_NULL ? "" : " ",
            value->type == SCALAR_NULL ? "" : text);
}

static int64_t
seed_of(const struct script_set *set, const struct script_state *state)
{
    const struct variable *const seed = &state->variables[set->default_seed];
    struct scalar value = {.type = SCALAR_NULL};
    size_t length;

    switch (seed->form) {
    case VARIABLE_SCALAR: value = seed->value; break;
    case VARIABLE_TEXT:
    case VARIABLE_START:
    case VARIABLE_DRAWN: {
        const char *const text = script_state_text(set, state, set->default_seed, &length);
        if (!scalar_read(text, length, &value))
            return 0;
        break;
    }
    case VARIABLE_UNSET:
    case VARIABLE_NULL: break;
    }
    return value.type == SCALAR_INTEGER ? value.is.integer : 0;
}

/* Most are constants and variables, which need no call. */
static inline bool
evaluate_argument(const struct script_set *set, const struct script_node *node, int number, struct script_state *state,
                  struct scalar *out)
{
    if (node->type == NODE_VALUE) {
        *out = node->value;
        return true;
    }
    if (node->type == NODE_VARIABLE && state->variables[node->variable].form == VARIABLE_SCALAR) {
        *out = state->variables[node->variable].value;
        return true;
    }
    return expression_evaluate(set, number, state, out);
}

static bool
evaluate_call(const struct script_set *set, const struct script_node *node, const struct function *f,
              struct script_state *state, struct scalar *out)
{
    struct scalar arguments[FUNCTION_ARGUMENT_MAX];
    bool has_null = false;
    int count = 0;

    for (int at = node->first; at >= 0;) {
        const struct script_node *const argument = &set->nodes[at];
        assert(count < FUNCTION_ARGUMENT_MAX);
        if (!evaluate_argument(set, argument, at, state, &arguments[count]))
            return false;
        has_null = has_null || arguments[count].type == SCALAR_NULL;
        count++;
        at = argument->next;
    }
    if (f->kind == FUNCTION_DEBUG) {
        *out = arguments[0];
        tell(set, state, out);
        return true;
    }
    if (has_null && f->kind != FUNCTION_IS) {
        out->type = SCALAR_NULL;
        return true;
    }
    const struct call call = {.arguments = arguments,
                              .argument_count = count,
                              .state = state,
                              .at = node->at,
                              .default_seed = f->takes_seed ? seed_of(set, state) : 0};
    return f->run(&call, out);
}

bool
expression_evaluate(const struct script_set *set, int number, struct script_state *state, struct scalar *out)
{
    const struct script_node *const node = &set->nodes[number];
    const struct function *f;

    switch (node->type) {
    case NODE_VALUE: *out = node->value; return true;
    case NODE_VARIABLE: return script_state_value(set, state, node->variable, node->at, out);
    case NODE_CALL: break;
    }
    f = function_at(node->function);
    switch (f->kind) {
    case FUNCTION_AND: return evaluate_logic(set, node, false, state, out);
    case FUNCTION_OR: return evaluate_logic(set, node, true, state, out);
    case FUNCTION_CASE: return evaluate_case(set, node, state, out);
    case FUNCTION_PLAIN:
    case FUNCTION_IS:
    case FUNCTION_DEBUG:
    case FUNCTION_RANDOM: break;
    }
    return evaluate_call(set, node, f, state, out);
}
