#ifndef PLUMBLINE_CLI_COMMAND_LINE_H
#define PLUMBLINE_CLI_COMMAND_LINE_H

/*
 * The command line: options in any order, the workload, the command.
 */

#include "base/diag.h"
#include "cli/options.h"

/* Reads a command line into `out`, defaults first. ERR_USAGE with a remedy in `d` when something is wrong.
 * `help`, when not NULL, is set to what --help asks for: NULL when it was not asked for, "" for the general help, or the name
 * of a workload; `out` is then not to be used. */
enum err options_parse(struct options *out, int argc, char *const *argv, const char **help, struct diag *d);

/* What no single row can know: ERR_USAGE with the reason and the way out when the options do not go together, or the database
 * cannot do what they ask for. */
enum err options_check(const struct options *o, struct diag *d);

#endif
