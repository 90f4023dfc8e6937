#ifndef PLUMBLINE_DIALECT_H
#define PLUMBLINE_DIALECT_H

/*
 * What the databases that speak PostgreSQL's protocol differ in, as a table: docs/workloads.md section 3.
 */

#include "base.h"

struct dialect {
    const char *name;
    const char *summary;          /* For --help. */
    uint32_t integer_oid;         /* 23 (int4) or 20 (int8): the type that integer parameters are bound as. */
    const char *const *retryable; /* SQLSTATEs after which the same transaction is tried again; NULL at the end. */
    bool has_copy;                /* COPY ... FROM STDIN. */
    bool has_copy_binary;         /* COPY ... FROM STDIN (FORMAT binary). */
    bool has_vacuum;              /* VACUUM ANALYZE. */
    bool has_checkpoint;          /* CHECKPOINT, and a role that may run it. */
};

/* NULL when there is no such dialect. */
const struct dialect *dialect_find(const char *name);

/* The dialects in their order of --help; NULL after the last. */
const struct dialect *dialect_at(size_t index);

/* Is a transaction that ended in this SQLSTATE to be tried again? */
bool dialect_is_retryable(const struct dialect *dialect, const char *sqlstate);

#endif
