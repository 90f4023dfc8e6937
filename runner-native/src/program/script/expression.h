#ifndef PLUMBLINE_PROGRAM_SCRIPT_EXPRESSION_H
#define PLUMBLINE_PROGRAM_SCRIPT_EXPRESSION_H

/*
 * Expressions: read into nodes, and evaluated without asking for memory.
 */

#include "program/script/script.h"
#include "program/script/state.h"

/* Place of an expression: all of the bytes from `at` to `end` of the script's text, behind a command's name. */
struct expression_place {
    const char *command;
    int command_length;
    size_t at, end;
};

/* Returns its node; -1 with a diag. */
int expression_read(struct script_set *set, const struct script_text *script, const struct expression_place *place,
                    struct diag *d);

/* False: the state's fault says why. */
bool expression_evaluate(const struct script_set *set, int node, struct script_state *state, struct scalar *out);

/* Evaluates now what comes to the same in each event: variables that no command sets, and what is made of them and of constants alone.
 * A mistake stays where it is, for the event that meets it. False: no memory. */
bool script_fold(struct script_set *set);

#endif
