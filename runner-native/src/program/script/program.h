#ifndef PLUMBLINE_PROGRAM_SCRIPT_PROGRAM_H
#define PLUMBLINE_PROGRAM_SCRIPT_PROGRAM_H

/*
 * Scripts as a program: what each of their commands is as a step of an event.
 */

#include "program/program.h"
#include "program/script/script.h"

/* The statement of a command, the `number`th of its script, from 1. NULL: no memory. */
struct statement *script_statement(const struct script_set *set, const struct script_text *script,
                                   const struct script_command *command, int number);

/* Its answer is stored. */
void script_statement_stores(struct script_command *command);

/* Makes the set the source of the empty program `p`, which frees it. False: no memory. */
bool script_program(struct program *p, struct script_set *set);

#endif
