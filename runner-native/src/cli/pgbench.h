#ifndef PLUMBLINE_CLI_PGBENCH_H
#define PLUMBLINE_CLI_PGBENCH_H

/*
 * A command line of pgbench, as options of this program: docs/workloads.md section 1.14.
 */

#include "base/base.h"
#include "base/diag.h"

enum { PGBENCH_TEXT_SIZE = 16 * 1024 };

/* Texts that the resulting options point to. */
struct pgbench_text {
    char text[PGBENCH_TEXT_SIZE];
    size_t used;
};

/* Meaning of the arguments besides options. */
struct pgbench_line {
    const char *command; /* NULL: the line is none of pgbench's. "run", "prepare", "create" or "cleanup". */
    bool wants_help;     /* Then nothing else counts. */
    const char *shows;         /* A script that is to be shown, or "list"; NULL: none. Then nothing else counts. */
    bool ignores_scale;        /* -s was given, and the tables have one. */
    bool has_seed;             /* --random-seed, which is told. */
    bool is_seed_zero;         /* --random-seed=0, a seed like any other; 0 of --rand-seed draws one. */
    bool is_tried_without_end; /* --max-tries=0 */
    bool per_command;          /* -r */
    bool has_timestamps;       /* --progress-timestamp */
};

/* Are the arguments those of pgbench? They are when the first is the word pgbench, or when the program is called so; else when
 * short options stand there, and no word that `is_own`: a workload or a command of this program. */
bool pgbench_is_meant(int argc, char *const *argv, bool (*is_own)(const char *word));

/* Calls `take` with each option that the arguments come to, as "NAME=VALUE". ERR_USAGE with the reason for one that is refused. */
enum err pgbench_read(struct pgbench_text *out, struct pgbench_line *line, int argc, char *const *argv,
                      enum err (*take)(void *context, const char *option, struct diag *d), void *context, struct diag *d);

#endif
