#ifndef PLUMBLINE_CLI_ECHO_H
#define PLUMBLINE_CLI_ECHO_H

/*
 * The effective options, told to programs and to people.
 */

#include <stdio.h>

#include "base/option.h"
#include "cli/options.h"

/* Visits every effective option of the workload in the order of the rows, with its value as JSON text (see value_write());
 * a password is no part of it. */
void options_visit(const struct options *o, void (*visit)(void *context, const struct option_row *row, const char *json),
                   void *context);

/* Prints every effective option that has a value, as --name=value in the order of the rows, in lines of about 100 characters
 * that begin with `lead`. */
void options_print(FILE *file, const struct options *o, const char *lead);

/* Says what is worth a word though it works: old names of options, and a run without an end. */
void options_remark(FILE *file, const struct options *o);

#endif
