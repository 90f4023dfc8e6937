#ifndef PLUMBLINE_PROGRAM_SCRIPT_CSV_H
#define PLUMBLINE_PROGRAM_SCRIPT_CSV_H

/*
 * Comma-separated values (RFC 4180), as COPY ... (FORMAT csv) reads them: a value in quotes may have commas, ends of lines and doubled
 * quotes, and one without quotes and without a character is null. Empty lines are no rows.
 */

#include "program/script/value_rows.h"

/* What is wrong, and the byte of the text where it is. */
struct csv_fault {
    size_t at;
    char what[160];
};

/* Reads all rows of a text that ends with a NUL behind its `length` bytes; each has as many values as the first. False with the fault,
 * whose `what` is empty where memory was missing; then no rows are there. */
bool csv_read(const char *text, size_t length, struct value_rows *rows, struct csv_fault *fault);

#endif
