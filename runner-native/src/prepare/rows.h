#ifndef PLUMBLINE_PREPARE_ROWS_H
#define PLUMBLINE_PREPARE_ROWS_H

/*
 * Makes the rows of a table, chunk by chunk, and the COPY or the INSERTs that bring them in.
 *
 * Each chunk has a random stream of its own, so the rows do not depend on who sends which chunk, or when.
 */

#include "base/base.h"
#include "catalog/table.h"
#include "cli/options.h"
#include "machine/client.h"
#include "math/rng.h"

/* Where the rows of a chunk stand. */
struct row_cursor {
    int table;
    const struct table_kind *kind;
    struct rng rng;
    int64_t group, end; /* The group that is filled, and the first beyond the chunk. */
    int part, size;     /* The next row of it, and how many it has. */
    int64_t row_count;  /* Rows that have been filled. */
    bool has_head, has_trailer; /* Parts of a COPY that have been written. */
};

/* A connection's rows. */
struct row_sender {
    const struct options *options;
    const struct row_source *source;
    struct row_cursor at, start; /* Now, and where the statement began: a try begins there again. */
    struct row row;
    char sql[SQL_SIZE_MAX]; /* The statement, or its beginning. */
};

/* The bytes that a request of rows_next() may write. */
size_t rows_text_size(const struct options *o);

/* Chunks of a table. */
int64_t rows_chunk_count(const struct options *o, int table);

/* Begins chunk number `index`, from 0, of a table; one of no rows where the table has no such chunk. */
void rows_begin(struct row_sender *s, int table, int64_t index);

/* The statement that brings in the next rows of the chunk; false: all are there. */
bool rows_next(struct row_sender *s, struct request *request);

/* How many rows of the chunk the statements up to now have. */
static inline int64_t
rows_sent(const struct row_sender *s)
{
    return s->at.row_count;
}

#endif
