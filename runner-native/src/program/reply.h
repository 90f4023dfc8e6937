#ifndef PLUMBLINE_PROGRAM_REPLY_H
#define PLUMBLINE_PROGRAM_REPLY_H

/*
 * The rows that answer a statement, seen where libpq keeps them: nothing is copied, and nothing outlives the call that was given
 * it. Values are as the statement asked for them: in binary, network order, or as text where it was sent as text.
 */

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct reply {
    const PGresult *result;
};

static inline int
reply_row_count(const struct reply *r)
{
    return PQntuples(r->result);
}

/* Rows that an INSERT, UPDATE or DELETE says it has changed; 0: it does not say. */
static inline int64_t
reply_changed_count(const struct reply *r)
{
    return strtoll(PQcmdTuples((PGresult *)r->result), NULL, 10);
}

static inline int
reply_column_count(const struct reply *r)
{
    return PQnfields(r->result);
}

static inline const char *
reply_column_name(const struct reply *r, int column)
{
    return PQfname(r->result, column);
}

static inline bool
reply_is_null(const struct reply *r, int row, int column)
{
    return PQgetisnull(r->result, row, column) != 0;
}

/* `length` bytes, followed by a NUL. */
static inline const char *
reply_value(const struct reply *r, int row, int column, int *length)
{
    *length = PQgetlength(r->result, row, column);
    return PQgetvalue(r->result, row, column);
}

#endif
