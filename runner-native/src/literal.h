#ifndef PLUMBLINE_LITERAL_H
#define PLUMBLINE_LITERAL_H

#include "workload.h"

/* Writes the text of a statement with the values in place of $1, $2 ..., for --db-ps-mode=disable. Returns its length;
 * `out_size` must hold it. */
size_t literal_sql(const struct options *o, enum statement_kind kind, int table, const struct params *params, char *out,
                   size_t out_size);

#endif
