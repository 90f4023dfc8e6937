#ifndef PLUMBLINE_MACHINE_OUTCOME_H
#define PLUMBLINE_MACHINE_OUTCOME_H

/*
 * Results of a run, as plain data for the reports. Owned by the engine; reports only read it.
 */

#include "base/base.h"
#include "base/diag.h"
#include "cli/options.h"
#include "machine/conductor.h"
#include "machine/detail.h"
#include "machine/loop.h"
#include "machine/quota.h"
#include "machine/server_cpu.h"
#include "machine/tally.h"

/* sysbench's "threads fairness": over the connections of a target. */
struct fairness {
    double events_mean, events_sd;
    double busy_s_mean, busy_s_sd; /* Sum of the latencies of a connection. */
};

/* All measured slices of one target together. */
struct block {
    char server_version[64];
    int server_version_num;
    struct slice_totals
        slices; /* Its duration is the sum over the slices, each from the first event's start to the last one's end. */
    struct tally *tally;
    int64_t ended_events; /* Failed ones and those of the warm-up too: all that the server has worked for. */
    int64_t server_cpu_ns; /* -1: unknown. */
    const char *server_cpu_source; /* NULL: unknown. */
    struct server_share server_share;
    int64_t server_memory_bytes; /* When the last event had ended and all were connected; -1: unknown. */
    struct fairness fairness;
    struct detail *detail;
    struct hist *attempt; /* Latency without retries: of successful events, their last attempt alone. */
    int64_t host_connections[HOST_COUNT_MAX];
    double in_flight_mean; /* Events under way at a time: Little's law, over the slices. */
    int64_t cut_off_ns; /* Time for which all of its connections had been lost when the run was over; 0: they were not. */
    bool is_sustained; /* The server kept up with the plan. */
};

struct warning {
    const char *code;
    char message[256];
    char remedy[256];
};

enum { WARNING_COUNT_MAX = 16 };

struct outcome {
    int target_count;
    bool is_measured; /* The measured phase began: the blocks hold something. */
    const struct program *program;
    const struct target *targets;
    struct block blocks[TARGET_COUNT_MAX];
    const struct slice_record *slices;
    size_t slice_count;
    struct accounting accounting;
    int64_t worker_count;
    int64_t connect_ns; /* Time until all connections were ready. */
    const char *placement; /* "pinned", "free", or "mixed": pinned, but for some processes. */
    int64_t user_cpu_ns; /* CPU time of this program in the measured time. */
    int64_t system_cpu_ns;
    double cpu_share; /* Share of the CPUs that its workers could use: one each, as far as there are any. 0 to 1. */
    double steal_share; /* -1: unknown. */
    double others_share; /* Share that others took of the pinned CPU that they took most of; 0 to 1. -1: unknown. */
    int others_cpu;
    double load_average; /* -1: unknown. */
    int cpu_count;
    struct quota quota; /* Its counts are those of the measured time. */
    int64_t max_rss_bytes;
    bool is_interrupted;
    int warning_count;
    struct warning warnings[WARNING_COUNT_MAX];
};

struct worker;

/* Empty, with room for what a run will measure. False when out of memory. `is_open`: for an open loop. */
bool outcome_init(struct outcome *out, const struct program *program, const struct target *targets, int target_count,
                  const struct run_options *run);

/* Half-built and zeroed are fine. */
void outcome_free(struct outcome *out);

/* --reconnect-on-loss: notes of each target whether all connections wait for it in vain. When the run is over, while they wait. */
void outcome_note_cut_off(struct outcome *out, const struct worker *workers, int worker_count);

/* Then no figures of it are those of a server that was there to the end: ERR_TARGET, unless something else has failed. */
enum err outcome_fail_cut_off(const struct outcome *out, int64_t connection_count, struct diag *d);

/* A target on which not one event succeeded was not measured: ERR_WORKLOAD, unless something else has failed. */
enum err outcome_fail_empty(const struct outcome *out, struct diag *d);

/* Adds up what the workers counted, once they are joined. `totals` by target. */
void outcome_add_up(struct outcome *out, const struct worker *workers, int worker_count, const struct slice_totals *totals);

/* What the warnings need that an outcome does not say itself. */
struct warning_facts {
    const struct options *options;
    int64_t started_late_ns; /* After --start-at. */
    const struct diag *server_cpu; /* Why the CPU time of a server is not known, if it is not. */
    int64_t lost_record_count; /* Slices without a record. */
};

/* Adds what speaks against the figures of a run, each with its remedy, to `out`, which is complete but for that. */
void warnings_add(struct outcome *out, const struct warning_facts *facts);

#endif
