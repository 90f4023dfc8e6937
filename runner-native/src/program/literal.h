#ifndef PLUMBLINE_PROGRAM_LITERAL_H
#define PLUMBLINE_PROGRAM_LITERAL_H

#include "program/statement.h"

/* Writes the text of a statement with the values in place of $1, $2 ..., for --db-ps-mode=disable. Returns its length;
 * `out_size` must hold it. */
size_t literal_sql(const struct workload_options *o, const struct statement *statement, int table, const struct params *params,
                   char *out, size_t out_size);

#endif
