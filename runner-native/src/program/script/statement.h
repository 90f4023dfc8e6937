#ifndef PLUMBLINE_PROGRAM_SCRIPT_STATEMENT_H
#define PLUMBLINE_PROGRAM_SCRIPT_STATEMENT_H

/*
 * The statements of scripts: their texts with the values of variables, and what is stored of their answers.
 */

#include "program/script/script.h"

/* The statement of a command, the `number`th of its script, from 1. NULL: no memory. */
struct statement *script_statement(const struct script_set *set, const struct script_text *script,
                                   const struct script_command *command, int number);

/* Its answer is stored. */
void script_statement_stores(struct script_command *command);

#endif
