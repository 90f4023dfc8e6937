#ifndef PLUMBLINE_CLI_COMPAT_H
#define PLUMBLINE_CLI_COMPAT_H

/*
 * Support for people who come from another program: its defaults (--compat), its old names of options, and options that are taken
 * or refused for its sake.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/option.h"

/* A sysbench whose own text is printed, and nothing else, so that what reads its reports line by line reads ours. */
struct sysbench_text {
    const char *version;
    bool has_throughput_block; /* Instead of the general statistics. */
};

/* A value of --compat, by its enum compat. */
struct compat_mode {
    const char *name;
    const char *dialect; /* The one that --dialect is by default; NULL: as ever. */
    const struct option_default *defaults; /* NULL: none. */
    const struct sysbench_text *text; /* NULL: ours, which says more. */
};

/* The values of --compat; NULL after the last. */
const struct compat_mode *compat_at(size_t index);
extern const char *const compat_names[];

/* A name that sysbench 1.0 takes though it calls it deprecated. */
struct old_name {
    const char *name;
    const char *now; /* NULL: a workload is named without an option. */
};

/* NULL after the last. */
const struct old_name *old_name_at(size_t index);

/* Options of sysbench that have nothing to change here. They are no part of what was measured. NULL after the last. */
const char *ignored_option_at(size_t index);

/* Options of sysbench; families have their own. */
extern const struct absent_option absent_options[];

#endif
