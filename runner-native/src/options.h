#ifndef PLUMBLINE_OPTIONS_H
#define PLUMBLINE_OPTIONS_H

/*
 * What the command line asks for. One table in options.c feeds parsing, range checks, --help and the echo of the effective
 * options; a new option is one row there and one field here.
 *
 * Strings point into argv, into the text of --config-file, or are constants (what main() adds, into a target): nothing here is
 * owned.
 */

#include <stdio.h>

#include "base.h"
#include "diag.h"
#include "dialect.h"
#include "dist.h"
#include "pacer.h"

struct workload;

enum command {
    COMMAND_PREPARE, /* COMMAND_CREATE, then COMMAND_LOAD. */
    COMMAND_CREATE,
    COMMAND_LOAD,
    COMMAND_RUN,
    COMMAND_CLEANUP,
    COMMAND_CHECK,
    COMMAND_SQL,
};

enum output { OUTPUT_SYSBENCH, OUTPUT_NDJSON };

enum ps_mode {
    PS_MODE_AUTO,    /* Statements are prepared on the server. */
    PS_MODE_DISABLE, /* The values are written into the text, sent by the simple protocol. */
};

/* Whose defaults and habits apply: docs/workloads.md section 1.1. */
enum compat { COMPAT_NONE, COMPAT_SYSBENCH_1_0_20, COMPAT_SYSBENCH_1_1, COMPAT_YUGABYTE, COMPAT_RISINGWAVE };

enum integer_type { INTEGER_AUTO, INTEGER_INT4, INTEGER_INT8 };

/* When prepare makes the primary key and the other indexes. */
enum index_timing {
    INDEX_TIMING_AFTER,     /* All after the rows. */
    INDEX_TIMING_KEY_FIRST, /* The key with the table, the others after the rows. */
    INDEX_TIMING_FIRST,     /* All before the rows. */
};

enum prepare_mode {
    PREPARE_EAGER, /* All statements of a connection before the run, in one round trip. */
    PREPARE_LAZY,  /* Each when it is first executed: for many tables. */
};

enum balance {
    BALANCE_ROUND_ROBIN, /* Connection i goes to host i modulo their number. */
    BALANCE_LIBPQ,       /* Each connection gets the whole list: the first that answers, or load_balance_hosts. */
};

enum { PERCENTILE_COUNT_MAX = 16 };

struct percentiles {
    int count;
    double value[PERCENTILE_COUNT_MAX]; /* Ascending. */
};

/* This process is number `index`, from 0, of `count` that run the same plan on several machines. */
struct shard {
    int64_t index;
    int64_t count;
};

enum {
    CONFIG_TEXT_SIZE = 8192,
    OPTION_TEXT_MAX = 8192,                    /* Bytes of a value that is a text. */
    OPTION_ECHO_SIZE = OPTION_TEXT_MAX * 6 + 3, /* A control character takes six in JSON. */
};

enum switch_auto { SWITCH_OFF, SWITCH_ON, SWITCH_AUTO };

/* See placement.h. */
enum placement_mode { PLACEMENT_AUTO, PLACEMENT_FREE, PLACEMENT_PINNED };

struct options {
    enum command command;
    const struct workload *workload;
    const struct dialect *dialect;

    /* General. */
    int64_t threads; /* Connections to each target. */
    int64_t workers; /* Threads of this program that drive them; 0: automatic. */
    enum placement_mode placement;
    int64_t events;  /* Limit of measured events over all targets; 0: none. */
    int64_t time_ns; /* Measured time over all targets; 0: none. */
    int64_t warmup_time_ns;
    const char *forced_shutdown; /* See options_forced_shutdown_ns(). */
    int64_t report_interval_ns; /* 0: never. */
    int64_t thread_init_timeout_ns;
    int64_t percentile; /* The one that sysbench's report prints; 0: none. */
    struct percentiles percentiles; /* What is printed beside it. */
    bool histogram;     /* Print the histogram in sysbench's report. */
    enum output output;
    int64_t max_tries; /* Attempts of one event before it counts as failed. */
    int64_t verbosity; /* Accepted as sysbench has it. */
    unsigned old_names; /* Bit i: row i of the table of sysbench's old names was used. */
    const char *test;   /* --test, sysbench's old way to name the workload; NULL: not given. */
    const char *config_file;
    char config_text[CONFIG_TEXT_SIZE]; /* Its lines, cut up: what other options point to, so options are not to be copied. */

    /* Open loop. */
    double rate_per_s; /* Events of all shards together; 0: closed loop, each connection begins when it is free. */
    enum arrivals arrivals;

    /* Several machines. */
    struct shard shard;
    double start_at; /* Seconds since 1970; 0: at once. */

    /* Side by side. */
    const char *against; /* libpq URI or connection string of the second target; NULL: none. */
    int64_t slice_ns;
    enum switch_auto slice_lines;
    int64_t server_pid; /* 0: unknown. */
    int64_t against_server_pid;

    /* Connection. */
    const char *db_driver;
    enum ps_mode ps_mode;
    const char *pgsql_url; /* NULL: host, port, user, password and db below. */
    const char *pgsql_host; /* NULL with a URL, as the other parts of it. */
    const char *pgsql_port; /* Or a list of ports. */
    const char *pgsql_user;
    const char *pgsql_password; /* Empty: libpq asks PGPASSWORD and the password file. */
    const char *pgsql_db;
    const char *pgsql_sslmode; /* NULL: libpq asks PGSSLMODE. */
    enum balance balance;
    double connect_rate_per_s; /* New connections to each server in a second; 0: as fast as they come. */
    enum prepare_mode prepare;
    bool pipeline;      /* All statements of an event in one go. */
    int64_t reconnect;  /* Events after which a connection is opened anew; 0: never. */
    bool reconnect_on_loss;

    /* What the database is, and how it is spoken to. */
    enum compat compat;
    enum integer_type integer_type; /* Never INTEGER_AUTO after options_parse(). */
    const char *retry;              /* SQLSTATEs with commas; NULL: the dialect's. Never NULL after options_parse(). */

    /* Random numbers. */
    struct dist_options dist;
    int64_t rand_seed; /* Never 0 after options_parse(), but for the command sql: 0 on the command line draws one. */

    /* Tables. */
    int64_t tables;
    int64_t table_size;
    bool auto_inc;
    bool secondary; /* A plain index instead of the primary key. */
    bool create_secondary;
    bool create_covered_secondary; /* An index on k that has the other columns too. */
    const char *create_table_options;
    bool range_key_partitioning;
    bool manual_range_splitting;
    int64_t num_table_splits;
    int64_t serial_cache_size; /* 0: the server's own. */
    enum index_timing index_timing;
    enum load_method load_method; /* Never LOAD_AUTO after options_parse(). */
    bool skip_ddl;
    bool recreate; /* prepare and create drop the tables first. */

    /* Statements of one event. */
    int64_t point_selects;
    bool range_selects;
    int64_t range_size;
    int64_t simple_ranges;
    int64_t sum_ranges;
    int64_t order_ranges;
    int64_t distinct_ranges;
    int64_t index_updates;
    int64_t non_index_updates;
    int64_t delete_inserts;
    bool skip_trx;
    int64_t random_points;
    int64_t number_of_ranges;
    int64_t delta;
    bool stationary;
    int64_t num_rows_in_insert;
    int64_t batch_insert_count;
    bool smaller_row_sizes;
    int64_t count_alls;
    int64_t read_percent;
    int64_t write_percent;

    /* kv. */
    int64_t del_percent;
    int64_t span_percent;
    int64_t follower_read_percent;
    int64_t span_limit; /* 0: none. */
    int64_t batch;
    int64_t min_block_bytes;
    int64_t max_block_bytes;
    double target_compression_ratio;
    bool sfu_writes;
    int64_t cycle_length;
    bool sequential;
    bool zipfian;
    int64_t insert_count;
    int64_t splits;
    bool scatter;
    bool secondary_index;

    /* sql_inserts. */
    const char *table_name;
    int64_t num_unique_keys;
    int64_t max_written_key;
    bool read_only;
    const char *uuid;
    bool nouuid;
    int64_t value_size; /* Bytes at least. */
    bool upsert;
};

/* Reads a command line into `out`, defaults first. ERR_USAGE with a remedy in `d` when something is wrong.
 * `help`, when not NULL, is set to what --help asks for: NULL when it was not asked for, "" for the general help, or the name
 * of a workload; `out` is then not to be used. */
enum err options_parse(struct options *out, int argc, char *const *argv, const char **help, struct diag *d);

/* How long after --time, or after the end of a slice, the run is cut off though events are in flight; -1: never. */
int64_t options_forced_shutdown_ns(const struct options *o);

/* The defaults, as an empty command line has them; command, workload and seed unset. For tests. */
void options_default(struct options *out);

/* Writes the help to `file`: of the program, or of one workload when `topic` names one. */
void options_help(FILE *file, const char *topic);

/* How many rows the table has, and row `index` as its long name with `-` and its effective value as JSON text (a number, true,
 * false, null or a quoted string; passwords and the passwords inside URLs are left out). False when the row is not echoed: a
 * password, or what another workload has to itself. */
size_t options_count(void);
bool options_echo(const struct options *o, size_t index, const char **name, char json[static OPTION_ECHO_SIZE]);

/* Prints every effective option that has a value, as --name=value in the order of --help, in lines of about 100 characters that
 * begin with `lead`. */
void options_print(FILE *file, const struct options *o, const char *lead);

/* Says what is worth a word though it works: old names of options, and a run without an end. */
void options_remark(FILE *file, const struct options *o);

/* "prepare", "run", ... */
const char *command_name(enum command command);

/* How many connections drive each server, those of other machines included: they share rows and keys out as lanes. */
int64_t options_lane_count(const struct options *o);

/* 23 or 20: what PARAM_INT is bound as. */
uint32_t options_integer_oid(const struct options *o);

/* Is an event that ended in this SQLSTATE to be tried again, whatever its statement was? */
bool options_is_retryable(const struct options *o, const char *sqlstate);

/* How many targets: 2 with --against, otherwise 1. */
int options_target_count(const struct options *o);

#endif
