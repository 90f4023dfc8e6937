#ifndef PLUMBLINE_CLI_OPTION_SET_H
#define PLUMBLINE_CLI_OPTION_SET_H

/*
 * All options: those of the program and of a family in one table, in the order of --help.
 */

#include "base/option.h"
#include "catalog/family.h"
#include "cli/option_table.h"
#include "cli/options.h"

enum { FAMILY_COUNT_MAX = 16 };

/* Room for the options of every family. */
struct family_values {
    _Alignas(max_align_t) char of[FAMILY_COUNT_MAX][FAMILY_OPTIONS_SIZE];
};

/* All: the program's, whose values are in `o`, and those of each family, whose values are in `values` by its number. Both may be
 * NULL, and the rows are then not to be read or written. */
void option_set_all(struct option_table *t, struct options *o, struct family_values *values);

/* Those of the workload of `o`; without one, the program's. */
void option_set_of(struct option_table *t, struct options *o);

/* ERR_USAGE for an option that was given and that the workload of `o` has not: it would do nothing, while its user believes it does. */
enum err option_set_refuse_foreign(const struct option_table *given, struct options *o, struct diag *d);

/* The defaults of a workload before those that dialect and --compat change, command and seed unset. `workload` may be NULL. */
void options_default(struct options *out, const struct workload *workload);

/* The options of the program itself, which go with every workload and have their fields in struct options: the groups in their order of
 * --help, each with its place among those of the families; NULL after the last. */
const struct option_group *program_option_group_at(size_t index);

#endif
