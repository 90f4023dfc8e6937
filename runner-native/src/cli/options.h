#ifndef PLUMBLINE_CLI_OPTIONS_H
#define PLUMBLINE_CLI_OPTIONS_H

/*
 * The request of the command line: a part for each that needs one. The rows of the program's options are in program_options.c,
 * those of a family in its folder; a new option is one row and one field.
 *
 * Strings point into argv, into the text of --config-file, or are constants (what main() adds, into a target): nothing here is
 * owned.
 */

#include "base/base.h"
#include "catalog/options.h"
#include "cli/config_file.h"
#include "cli/pgbench.h"
#include "cli/connection_options.h"
#include "cli/run_options.h"

/* Treatment of tables that are there, and of tables that are not. */
struct prepare_options {
    bool skip_ddl; /* Loads into empty tables that are there. */
    bool recreate; /* prepare and create drop the tables first. */
};

/* Form of the output. */

enum output { OUTPUT_SYSBENCH, OUTPUT_NDJSON, OUTPUT_PGBENCH };

enum switch_auto { SWITCH_OFF, SWITCH_ON, SWITCH_AUTO };

/* sysbench's levels; each prints what those below it do. */
enum verbosity { VERBOSITY_WARNING = 2, VERBOSITY_REPORT = 3, VERBOSITY_OPTIONS = 4 };

enum { PERCENTILE_COUNT_MAX = 16 };

struct percentiles {
    int count;
    double value[PERCENTILE_COUNT_MAX]; /* Ascending. */
};

struct report_options {
    enum output output;
    int64_t report_interval_ns;     /* 0: never. */
    int64_t percentile;             /* The one that sysbench's report prints; 0: none. */
    struct percentiles percentiles; /* Percentiles that are printed next to it. */
    bool histogram;                 /* Print the histogram in sysbench's report. */
    enum switch_auto slice_lines;
    int64_t verbosity;              /* Amount of sysbench's report: enum verbosity. */
};

enum command {
    COMMAND_PREPARE, /* COMMAND_CREATE, then COMMAND_LOAD. */
    COMMAND_CREATE,
    COMMAND_LOAD,
    COMMAND_RUN,
    COMMAND_CAPACITY,
    COMMAND_CLEANUP,
    COMMAND_CHECK,
    COMMAND_SQL,
    COMMAND_DESCRIBE,
    COMMAND_COUNT
};

/* Program whose defaults and habits apply: docs/workloads.md section 1.1. */
enum compat { COMPAT_NONE, COMPAT_SYSBENCH_1_0_20, COMPAT_SYSBENCH_1_1, COMPAT_YUGABYTE, COMPAT_RISINGWAVE };

struct options {
    enum command command;
    enum compat compat;
    unsigned old_names; /* Bit i: row i of the table of sysbench's old names was used. */
    const char *test;   /* --test, sysbench's old way to name the workload; NULL: not given. */
    const char *absent_script; /* The path that named the workload, where no file is; NULL: it is there, or was no path. */
    const char *config_file;
    struct config_text config_text; /* Texts that other options point to, so options are not to be copied. */
    struct pgbench_text pgbench_text; /* The same. */
    struct pgbench_line pgbench; /* The command line of pgbench; zeros if it is none. */

    struct workload_options load; /* Workload: statements and tables. */
    struct run_options run;
    struct connection_options connection;
    struct prepare_options prepare;
    struct report_options report;
};

/* "prepare", "run", ... */
const char *command_name(enum command command);

/* Summary of a command in one line. */
const char *command_summary(enum command command);

/* The names in the order of enum command; NULL after the last. */
extern const char *const command_names[COMMAND_COUNT + 1];

/* How long the slices of a run are, as schedule_init() takes it. */
int64_t options_slice_ns(const struct options *o);

/* How many measured events `conn_count` connections to `target`, from number `first_conn` on, may begin: --events over shards, targets
 * and connections. INT64_MAX: no limit. */
int64_t options_events(const struct options *o, int target, int first_conn, int conn_count);

#endif
