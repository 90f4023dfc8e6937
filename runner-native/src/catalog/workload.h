#ifndef PLUMBLINE_CATALOG_WORKLOAD_H
#define PLUMBLINE_CATALOG_WORKLOAD_H

/*
 * The catalogue: the workloads of all families, and what follows from one and its options.
 */

#include "base/diag.h"
#include "catalog/family.h"
#include "catalog/table.h"

/* NULL when there is no such workload. */
const struct workload *workload_find(const char *name);

/* The workloads in their order of --help; NULL after the last. */
const struct workload *workload_at(size_t index);

/* All statements in the order of their letters, family by family; NULL after the last. */
const struct statement *statement_at(size_t index);

/* NULL when there is none. */
const struct statement *statement_named(const char *name);

/* BEGIN, which says what the dialect wants to hear of a transaction that only reads, and COMMIT. */
extern const struct statement transaction_begin, transaction_commit;

/* Does an event begin a transaction that writes? */
bool workload_writes_in_transaction(const struct workload_options *o);

/* May statements that were to be prepared go as text instead? */
bool workload_may_send_text(const struct workload_options *o);

/* The options with which its statements go as text. */
const char *workload_way_to_text(const struct workload_options *o);

/* See struct workload. NULL when the workload is stationary. */
const char *workload_drift(const struct workload_options *o);

/* The same, once it is known what is sent: a script may only read. */
const char *program_drift(const struct program *p);

/* Makes a source of rows; free it with row_source_free(). False: out of memory. */
bool workload_row_source(struct row_source *source, const struct workload_options *o);

/* Makes the program of a workload with its options. ERR_USAGE when they leave an event without any statement, ERR_INTERNAL when
 * out of memory. */
enum err workload_program(struct program *p, const struct workload_options *o, struct diag *d);

#endif
