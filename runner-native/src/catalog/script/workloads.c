#include <string.h>

#include "catalog/script/script.h"

static const char *
drift(const struct workload_options *o)
{
    return script(o)->files.count > 0 ? "what the scripts do to their tables is not known"
                                      : "pgbench_history grows with each transaction";
}

/* A script may make the tables that its next statement is about. */
static const struct option_default defaults[] = {{"prepare", "lazy"}, {NULL, NULL}};

const struct workload script_workloads[] = {
    {
        .name = "script",
        .summary = "your own SQL as pgbench scripts, and pgbench's own scripts (PostgreSQL)",
        .details =
            "One event is one script of -f FILE@WEIGHT and -b NAME@WEIGHT, drawn by weight; without any, tpcb-like.\n"
            "pgbench's own (-b) are tpcb-like, simple-update and select-only; `plumbline-load -b NAME script sql` shows one.\n"
            "The language is pgbench's, whole: docs/workloads.md, \"script\". The kinds of events are called as the\n"
            "files, without .sql; their statements are counted from 1.\n"
            "A script that cannot go on (division by zero, \\gset without a row) ends the run with its place.",
        .family = &script_family,
        .drift = drift,
        .defaults = defaults,
    },
    {.name = NULL},
};
