
#include <stdlib.h>
#include <string.h>

#include "program/script/expression.h"
#include "program/script/function.h"
#include "program/script/state.h"

/* Notes what the command may change. \gset and \aset make names of columns, which are known when the answer is there. */
static void
note_set(const struct script_set *set, const struct script_command *command, bool *is_constant)
{
    if ((command->verb == VERB_SET || command->verb == VERB_SHELL) && command->variable >= 0)
        is_constant[command->variable] = false;
    for (int i = 0; command->verb == VERB_VALUES && i < set->values[command->values].variable_count; i++)
        is_constant[set->values[command->values].variables[i]] = false;
    if (command->verb != VERB_STATEMENT || command->store == STORE_NOTHING)
        return;
    for (int v = 0; v < set->variable_count; v++)
        is_constant[v] = is_constant[v] && strncmp(set->variables[v].name, command->prefix, strlen(command->prefix)) != 0;
}

/* Finds the variables that no command changes. The caller's to free; NULL: no memory. */
static bool *
find_constants(const struct script_set *set)
{
    bool *const is_constant = calloc((size_t)set->variable_count + 1, sizeof *is_constant);

    for (int v = 0; is_constant && v < set->variable_count; v++)
        is_constant[v] = set->variables[v].has_start || set->variables[v].start_text;
    for (int i = 0; is_constant && i < set->command_count; i++)
        note_set(set, &set->commands[i], is_constant);
    return is_constant;
}

/* Does the call come to the same whenever it is made? */
static bool
is_pure(const struct script_set *set, const struct script_node *node)
{
    const struct function *const f = function_at(node->function);

    if (f->kind == FUNCTION_RANDOM || f->kind == FUNCTION_DEBUG || f->takes_seed)
        return false;
    for (int at = node->first; at >= 0; at = set->nodes[at].next)
        if (set->nodes[at].type != NODE_VALUE)
            return false;
    return true;
}

static void
fold(struct script_set *set, int number, const bool *is_constant, struct script_state *state)
{
    struct script_node *const node = &set->nodes[number];
    struct scalar value;

    if (node->type == NODE_CALL)
        for (int at = node->first; at >= 0; at = set->nodes[at].next)
            fold(set, at, is_constant, state);
    const bool is_same = node->type == NODE_VARIABLE ? is_constant[node->variable]
                                                     : node->type == NODE_CALL && is_pure(set, node);
    if (is_same && expression_evaluate(set, number, state, &value)) {
        node->type = NODE_VALUE;
        node->value = value;
    }
}

bool
script_fold(struct script_set *set)
{
    struct script_state *const state = calloc(1, script_state_size(set));
    bool *const is_constant = find_constants(set);

    if (state)
        script_state_begin(set, state, 0, 0);
    for (int i = 0; state && is_constant && i < set->command_count; i++)
        if (set->commands[i].verb == VERB_SET || set->commands[i].verb == VERB_BRANCH)
            fold(set, set->commands[i].expression, is_constant, state);
    const bool is_done = state && is_constant;
    free(is_constant);
    free(state);
    return is_done;
}
