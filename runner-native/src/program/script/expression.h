#ifndef PLUMBLINE_PROGRAM_SCRIPT_EXPRESSION_H
#define PLUMBLINE_PROGRAM_SCRIPT_EXPRESSION_H

/*
 * Expressions: read into nodes, and evaluated without asking for memory.
 */

#include "program/script/script.h"
#include "program/script/state.h"

/* Reads the expression in the bytes from `at` to `end` of the script's text, all of them. Returns its node; -1 with a diag. */
int expression_read(struct script_set *set, const struct script_text *script, size_t at, size_t end, struct diag *d);

/* False: the state's fault says why. */
bool expression_evaluate(const struct script_set *set, int node, struct script_state *state, struct scalar *out);

#endif
