#ifndef PLUMBLINE_CLI_RUN_OPTIONS_H
#define PLUMBLINE_CLI_RUN_OPTIONS_H

/*
 * How a run is driven: how long, how fast, by what, and what happens to connections meanwhile.
 */

#include "base/base.h"
#include "math/pacer.h"
#include "math/rate_plan.h"

/* See placement.h. */
enum placement_mode { PLACEMENT_AUTO, PLACEMENT_FREE, PLACEMENT_PINNED };

/* Effect of an SQL error that trying again cannot fix. */
enum on_error {
    ON_ERROR_STOP,     /* Ends the run. */
    ON_ERROR_CONTINUE, /* Fails its event, which is counted. */
    ON_ERROR_VALUES,   /* Does so where other values may succeed, and ends the run otherwise. */
};

enum prepare_mode {
    PREPARE_EAGER, /* All statements of a connection before the run, in one round trip. */
    PREPARE_LAZY,  /* Each when it is first executed: for many tables. */
};

/* A log of events, as pgbench writes it. */
struct log_options {
    bool is_on;
    const char *prefix; /* Prefix of its files: PREFIX.PID, and PREFIX.PID.N of further workers. */
    int64_t aggregate_interval_ns; /* 0: a line for each event. */
    double sampling_rate; /* The share of the events that have a line. */
    bool is_detailed; /* Failures by their kind. */
};

struct run_options {
    int64_t workers; /* Threads of this program that drive the connections; 0: automatic. */
    enum placement_mode placement;
    int64_t events;  /* Limit of measured events over all targets; 0: none. */
    int64_t time_ns; /* Measured time over all targets; 0: none. */
    int64_t warmup_time_ns;
    const char *forced_shutdown; /* "off", a time, or "N%" of --time. */
    int64_t stall_timeout_ns;    /* 0: never. */
    bool is_stall_timeout_given;
    int64_t thread_init_timeout_ns;
    int64_t max_tries; /* Attempts of one event before it counts as failed. */
    enum on_error on_error;
    int64_t latency_limit_ns; /* Slower events are counted, later ones of an open loop left out; 0: none. */
    struct log_options log;
    double start_at;   /* Seconds since 1970; 0: at once. */

    /* Open loop. */
    double
        rate_per_s; /* Events of all shards together, the mean of the stages; 0: closed loop, each connection begins when it is free. */
    struct rate_plan stages;
    int64_t queue_limit; /* Planned events that may wait; 0: any number. */
    enum arrivals arrivals;

    /* Side by side. */
    int64_t slice_ns; /* 0: auto. */
    int64_t server_pid; /* 0: unknown. */
    int64_t against_server_pid;

    /* Connections. */
    double connect_rate_per_s; /* New connections to each server in a second; 0: as fast as they come. */
    enum prepare_mode prepare;
    int64_t reconnect; /* Events after which a connection is opened again; 0: never. */
    bool reconnect_on_loss;
};

/* Does --forced-shutdown say what it may? */
bool run_options_has_forced_shutdown(const struct run_options *o);

/* How long after --time, or after the end of a slice, the run is cut off though events are in flight; -1: never. */
int64_t run_options_forced_shutdown_ns(const struct run_options *o);

#endif
