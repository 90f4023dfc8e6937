#ifndef PLUMBLINE_CLI_PGBENCH_TABLE_H
#define PLUMBLINE_CLI_PGBENCH_TABLE_H

/*
 * Meaning and values of each option of pgbench. Faults are told with the words of pgbench, which people
 * search for.
 */

#include "base/base.h"
#include "base/diag.h"

/* Treatment of an option. */
enum pgbench_fate {
    FATE_OPTION,  /* It is `name`, with its value. */
    FATE_SWITCH,  /* It is `name`, which holds option and value. */
    FATE_NOTED,   /* See `enum pgbench_noted`. */
    FATE_NOTHING, /* Its wish is met anyway. */
};

/* Options whose meaning others change: where they are noted. */
enum pgbench_noted {
    NOTED_CLIENTS,
    NOTED_JOBS,
    NOTED_TRANSACTIONS,
    NOTED_TIME,
    NOTED_RATE,
    NOTED_LATENCY_LIMIT,
    NOTED_PROGRESS,
    NOTED_TIMESTAMP,
    NOTED_PER_COMMAND,
    NOTED_LOG,
    NOTED_LOG_PREFIX,
    NOTED_AGGREGATE,
    NOTED_SAMPLING,
    NOTED_MAX_TRIES,
    NOTED_SEED,
    NOTED_HOST,
    NOTED_PORT,
    NOTED_USER,
    NOTED_DATABASE,
    NOTED_SCALE,
    NOTED_SHOW,
    NOTED_STEPS,
    NOTED_INITIALIZE,
    NOTED_FOREIGN_KEYS,
    NOTED_PARTITIONS,
    NOTED_PARTITION_METHOD,
    NOTED_NO_VACUUM,
    NOTED_VACUUM_ALL,
    NOTED_COUNT
};

/* Program of the two that an option belongs to. */
enum pgbench_mode { MODE_ANY, MODE_INITIALIZE, MODE_BENCHMARK };

struct pgbench_meaning {
    char letter;
    const char *word; /* "client"; NULL: there is the letter alone. */
    bool takes_value;
    enum pgbench_mode mode;
    enum pgbench_fate fate;
    const char *name;
    enum pgbench_noted noted;
    const char *hint;
    /* Name in errors, and range, of whole numbers. */
    const char *shown;
    int64_t low, high;
    /* Test of other values, and what is said of one that fails it. NULL: anything passes. */
    bool (*is_value)(const char *value);
    const char *fault;
};

/* The option "--word", of `length` bytes; NULL: pgbench has none. */
const struct pgbench_meaning *pgbench_find_word(const char *word, size_t length);

/* The option "-x"; NULL: pgbench has none. */
const struct pgbench_meaning *pgbench_find_letter(char letter);

/* May the option have this value? ERR_USAGE with the reason. */
enum err pgbench_check_value(const struct pgbench_meaning *m, const char *value, struct diag *d);

#endif
