#ifndef PLUMBLINE_PREPARE_ROWS_H
#define PLUMBLINE_PREPARE_ROWS_H

/*
 * Makes the rows of a table and brings them in, chunk by chunk, by COPY or INSERT.
 *
 * Each chunk has a random stream of its own, so the rows do not depend on who sends which chunk, or when.
 */

#include "base/base.h"
#include "base/diag.h"
#include "catalog/table.h"
#include "cli/options.h"
#include "machine/target_query.h"

/* A connection over which rows are sent, and where they are made. */
struct row_sender {
    const struct options *options;
    const struct target *target;
    const struct row_source *source;
    PGconn *pg;
    const struct interrupt *interrupt;
    char *buffer; /* Of rows_buffer_size() bytes. */
    struct row row;
};

size_t rows_buffer_size(const struct options *o);

/* Of a table. */
int64_t rows_chunk_count(const struct options *o, int table);

/* Sends chunk number `index`, from 0, of a table, and says how many rows it had: none where the table has no such chunk. */
enum err rows_send_chunk(struct row_sender *s, int table, int64_t index, int64_t *row_count, struct diag *d);

#endif
