#ifndef PLUMBLINE_CLI_REPORT_OPTIONS_H
#define PLUMBLINE_CLI_REPORT_OPTIONS_H

/*
 * What is printed.
 */

#include "base/base.h"

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
    struct percentiles percentiles; /* What is printed next to it. */
    bool histogram;                 /* Print the histogram in sysbench's report. */
    enum switch_auto slice_lines;
    int64_t verbosity;              /* Of sysbench's report: enum verbosity. */
};

#endif
