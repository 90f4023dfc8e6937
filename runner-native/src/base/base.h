#ifndef PLUMBLINE_BASE_BASE_H
#define PLUMBLINE_BASE_BASE_H

/*
 * Names that every file may use: the integer types, units of time, and the limits of the program. Everything is allocated before
 * the clock starts, so everything has a limit.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLUMBLINE_VERSION "0.1.0"

#define NS_PER_US INT64_C(1000)
#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)

enum {
    TARGET_COUNT_MAX = 2,        /* The server of --pgsql-url and the one of --against. */
    CONNECTION_COUNT_MAX = 10000, /* Connections to each target. */
    HOST_COUNT_MAX = 64,          /* Hosts of one target. */
    SHARD_COUNT_MAX = 1000,
    TABLE_COUNT_MAX = 10000,
    WORKER_COUNT_MAX = 256,
    PARAM_COUNT_MAX = 4096, /* Parameters of one statement. */
    SQL_SIZE_MAX = 64 << 10, /* The longest statement text, its final NUL included: with PARAM_COUNT_MAX parameters. */
};

#define ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* A count that was read from a text of another program, between 0 and `most`: what cannot be does not overflow what is made of it. */
static inline int64_t
plausible_count(int64_t count, int64_t most)
{
    return count < 0 ? 0 : count > most ? most : count;
}

#endif
