#ifndef PLUMBLINE_CLI_DESCRIBE_H
#define PLUMBLINE_CLI_DESCRIBE_H

/*
 * The catalogue for programs, as JSON that docs/schema/describe.schema.json states: what there is to choose, and what one
 * invocation comes to after all its defaults.
 */

#include <stdio.h>

#include "base/json.h"
#include "cli/options.h"

/* Commands, dialects, families, workloads and options: `plumbline-load describe`. */
void describe_catalog(FILE *file);

/* The effective options of an invocation, and what follows from them: `plumbline-load [options] WORKLOAD describe`. */
enum err describe_invocation(FILE *file, const struct options *o, struct diag *d);

/* The options of the program and of all families: "options". */
void describe_options(struct json_writer *j);

/* Names that are taken, too: "old_names" and "ignored_options". */
void describe_other_names(struct json_writer *j);

#endif
