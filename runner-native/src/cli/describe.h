#ifndef PLUMBLINE_CLI_DESCRIBE_H
#define PLUMBLINE_CLI_DESCRIBE_H

/*
 * The catalogue for programs, as JSON that docs/schema/describe.schema.json states: what there is to choose, and what one
 * invocation comes to after all its defaults.
 */

#include <stdio.h>

#include "cli/options.h"

/* Commands, dialects, families, workloads and options: `plumbline-load describe`. */
void describe_catalog(FILE *file);

/* The effective options of an invocation, and what follows from them: `plumbline-load [options] WORKLOAD describe`. */
enum err describe_invocation(FILE *file, const struct options *o, struct diag *d);

#endif
