#ifndef PLUMBLINE_OUTCOME_H
#define PLUMBLINE_OUTCOME_H

/*
 * What a run has measured, as plain data for the reports. Owned by the engine; reports only read it.
 */

#include "base.h"
#include "conductor.h"
#include "diag.h"
#include "tally.h"
#include "worker.h"

/* sysbench's "threads fairness": over the connections of a target. */
struct fairness {
    double events_mean, events_sd;
    double busy_s_mean, busy_s_sd; /* Sum of the latencies of a connection. */
};

/* All measured slices of one target together. */
struct block {
    char server_version[64];
    int server_version_num;
    int64_t slice_count;
    int64_t duration_ns; /* Sum over the slices, each from the first event's start to the last event's end. */
    struct tally *tally;
    int64_t server_cpu_ns; /* -1: unknown. */
    const char *server_cpu_source; /* NULL: unknown. */
    struct fairness fairness;
};

struct warning {
    const char *code;
    char message[256];
    char remedy[256];
};

enum { WARNING_COUNT_MAX = 8 };

struct outcome {
    int target_count;
    bool is_measured; /* The measured phase began: the blocks hold something. */
    struct block blocks[TARGET_COUNT_MAX];
    const struct slice_record *slices;
    size_t slice_count;
    struct accounting accounting;
    int64_t worker_count;
    int64_t user_cpu_ns; /* Of this program in the measured time. */
    int64_t system_cpu_ns;
    double cpu_share; /* Of the CPUs that its workers could use: one each, as far as there are any. 0 to 1. */
    double steal_share; /* -1: unknown. */
    double load_average; /* -1: unknown. */
    int cpu_count;
    int64_t max_rss_bytes;
    bool is_interrupted;
    int warning_count;
    struct warning warnings[WARNING_COUNT_MAX];
};

#endif
