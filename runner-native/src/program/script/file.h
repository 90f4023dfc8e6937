#ifndef PLUMBLINE_PROGRAM_SCRIPT_FILE_H
#define PLUMBLINE_PROGRAM_SCRIPT_FILE_H

/*
 * Files that a script names: regular ones, for others have no bytes that are there again. Opening one never waits, as a pipe without a
 * writer would.
 */

#include <stddef.h>

#include "program/script/script.h"

/* "rows.csv" of "bench/orders.sql" is "bench/rows.csv". The caller's to free; NULL: no memory. */
char *file_beside(const struct script_text *script, const char *path);

/* -1, and errno says why. */
int file_open(const char *path);

/* Its bytes, and a NUL behind them; the caller's to free. NULL, and errno says why: EFBIG where there are more than `most`. */
char *file_read(const char *path, size_t most, size_t *length);

/* The same of what comes until the end of a file or a pipe that is open, which is waited for. */
char *file_read_stream(int fd, size_t most, size_t *length);

#endif
