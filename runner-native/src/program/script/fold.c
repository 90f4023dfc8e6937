#include "program/script/fold.h"

#include <stdlib.h>
#include <string.h>

#include "program/script/expression.h"
#include "program/script/function.h"
#include "program/script/state.h"

/* May the command change the variable? \gset and \aset make names of columns, which are known when the answer is there. */
static bool
may_set(const struct script_set *set, const struct script_command *command, int variable)
{
    if (command->verb == VERB_SET || command->verb == VERB_SHELL)
        return command->variable == variable;
    if (command->verb != VERB_STATEMENT || command->store == STORE_NOTHING)
        return false;
    return strncmp(set->variables[variable].name, command->prefix, strlen(command->prefix)) == 0;
}

static bool
is_constant(const struct script_set *set, int variable)
{
    const struct script_variable *const v = &set->variables[variable];

    for (int i = 0; i < set->command_count; i++)
        if (may_set(set, &set->commands[i], variable))
            return false;
    return v->has_start || v->start_text;
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
fold(struct script_set *set, int number, struct script_state *state)
{
    struct script_node *const node = &set->nodes[number];
    struct scalar value;

    if (node->type == NODE_CALL)
        for (int at = node->first; at >= 0; at = set->nodes[at].next)
            fold(set, at, state);
    const bool is_same = node->type == NODE_VARIABLE ? is_constant(set, node->variable)
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

    if (!state)
        return false;
    script_state_begin(set, state, 0, 0);
    for (int i = 0; i < set->command_count; i++)
        if (set->commands[i].verb == VERB_SET || set->commands[i].verb == VERB_BRANCH)
            fold(set, set->commands[i].expression, state);
    free(state);
    return true;
}
