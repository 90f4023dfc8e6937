#ifndef PLUMBLINE_PROGRAM_SCRIPT_COPY_H
#define PLUMBLINE_PROGRAM_SCRIPT_COPY_H

/*
 * \copy orders (id, note) FROM 'orders.csv' WITH (FORMAT csv), as psql reads it.
 */

#include "program/script/reader.h"

/* Reads the command whose backslash is at `at`, behind its name. False with a diag. */
bool copy_read(struct script_reader *r, size_t at, size_t rest, size_t end);

#endif
