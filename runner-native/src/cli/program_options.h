#ifndef PLUMBLINE_CLI_PROGRAM_OPTIONS_H
#define PLUMBLINE_CLI_PROGRAM_OPTIONS_H

/*
 * The options of the program itself: those that go with every workload. Their fields are in struct options.
 */

#include "base/option.h"

/* The groups in their order of --help, each with its place among those of the families; NULL after the last. */
const struct option_group *program_option_group_at(size_t index);

#endif
